"""A language model behind any server that speaks OpenAI's chat protocol.

Enters: an address, a model's name and the variable that holds the key. Leaves: a `TextModel`.
Prompts are sent to that server. Works with OpenAI, Ollama, vLLM, LM Studio, llama.cpp and others.
Source: https://developers.openai.com/api/reference/resources/chat, as of 2026-11.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from aliquot.errors import ConfigError, ModelError
from aliquot.models.remote import JsonService, required_key

__all__ = ["OpenAICompatibleModel"]

# Models that reason take neither a temperature nor `max_tokens`, under which their reasoning would
# fall. Source: developers.openai.com/api/docs/guides/reasoning
_REASONING = ("o1", "o3", "o4", "gpt-5")


class OpenAICompatibleModel:
    """Complete prompts by posting them to `/chat/completions`; safe to share between threads."""

    def __init__(
        self,
        *,
        url: str,
        model: str,
        key_variable: str = "",
        timeout_s: float = 120,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Name server and model; nothing is sent yet.

        Args:
            url: Address up to and with the version, such as `http://localhost:11434/v1`.
            model: The server's name for it.
            key_variable: Environment variable that holds the key; empty for none.
            timeout_s: Seconds to wait for an answer.
            environ: Where the variable is looked up.

        Raises:
            ConfigError: The variable is not set, the address is none, or no model is named.
        """
        if not model:
            raise ConfigError(
                "The language model has no name.",
                hint="Name it behind a colon: name = 'openai-compatible:qwen3:8b' under [model].",
            )
        key = required_key(key_variable, environ)
        self.id = f"openai-compatible-{model}"
        self._model = model
        self._service = JsonService(url, key=key, key_variable=key_variable, timeout_s=timeout_s)

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the model writes.

        Args:
            prompt: What the user says.
            system: What the model is told to be; empty for nothing.
            max_tokens: The most it may write.

        Raises:
            ModelError: The model refused, or wrote nothing.
            ModelUnavailableError: The server stayed busy or out of reach.
        """
        messages = [{"role": "system", "content": system}] if system else []
        messages.append({"role": "user", "content": prompt})
        body = {"model": self._model, "messages": messages, **self._limits(max_tokens)}
        return self._text_of(self._service.post("/chat/completions", body))

    def close(self) -> None:
        """Close connections."""
        self._service.close()

    def _limits(self, max_tokens: int) -> dict[str, Any]:
        if self._model.rpartition("/")[2].startswith(_REASONING):
            return {}
        return {"temperature": 0, "max_tokens": max_tokens}

    def _text_of(self, answer: Mapping[str, Any]) -> str:
        """Return the text of an answer.

        Raises:
            ModelError: It holds none.
        """
        try:
            text = answer["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as exc:
            raise self._no_text() from exc
        if not isinstance(text, str) or not text.strip():
            raise self._no_text()
        return text

    def _no_text(self) -> ModelError:
        return ModelError(
            f"The model {self._model} at {self._service.host} wrote nothing.",
            hint="Allow it more tokens, or use another model.",
        )
