"""Messages to a request of llama.cpp's, and its chunks to a `Reply`.

Source: llama.cpp, `tools/server/README.md`, `POST /v1/chat/completions`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from aliquot.errors import ModelError
from aliquot.types import Message, Reply, Usage

__all__ = ["Collected", "chat_body", "fenced"]

_TOO_LONG = "exceed_context_size_error"


def fenced(text: str, control: re.Pattern[str] | None) -> str:
    """Return a text that cannot end a turn or begin a role, and can be sent.

    llama.cpp reads `<|im_end|>` in a document as the model's own mark for the end of a turn. A
    space behind its first character makes it plain text, which readers and quotes tolerate.

    Args:
        text: A message's, of which a document may be part.
        control: Finds the model's control tokens; `None` where it has none.
    """
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return control.sub(lambda mark: f"{mark[0][0]} {mark[0][1:]}", clean) if control else clean


def chat_body(
    messages: Sequence[Message],
    clean: Callable[[str], str],
    *,
    max_tokens: int,
    schema: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return the request for a reply.

    Args:
        messages: What was said so far.
        clean: Takes from a text what must not be sent.
        max_tokens: The most that may be written.
        schema: JSON schema of the reply; `None` for any text.
    """
    body: dict[str, Any] = {
        "messages": _turns(messages, clean),
        "max_tokens": max_tokens,
        "temperature": 0,
        "stream": True,
        "stream_options": {"include_usage": True},
        # A sign of life after each batch of a long prompt.
        "return_progress": True,
        "cache_prompt": True,
        # Thoughts would use up the tokens of the answer.
        "chat_template_kwargs": {"enable_thinking": False},
    }
    if schema is not None:
        held = {"name": "reply", "strict": True, "schema": dict(schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": held}
    return body


def _turns(messages: Sequence[Message], clean: Callable[[str], str]) -> list[dict[str, str]]:
    """Return turns in which no role speaks twice in a row, as some templates demand."""
    turns: list[dict[str, str]] = []
    for message in messages:
        role = "user" if message.role == "tool" else message.role
        text = clean(message.text)
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += f"\n\n{text}"
        else:
            turns.append({"role": role, "content": text})
    return turns


class Collected:
    """Chunks of a reply as they come."""

    def __init__(self, name: str) -> None:
        """Begin with none.

        Args:
            name: The model's.
        """
        self._name = name
        self._texts: list[str] = []
        self._finish: Literal["stop", "length"] = "stop"
        self._read = self._written = 0

    def add(self, chunk: Mapping[str, Any]) -> str:
        """Take a chunk; return the text in it, often none.

        Raises:
            ModelError: It says that the request failed.
        """
        if "error" in chunk:
            raise self._refusal(chunk["error"])
        if usage := chunk.get("usage"):
            self._read, self._written = usage["prompt_tokens"], usage["completion_tokens"]
        text = ""
        for choice in chunk.get("choices", ()):
            text += choice["delta"].get("content") or ""
            if choice.get("finish_reason") == "length":
                self._finish = "length"
        if text:
            self._texts.append(text)
        return text

    def reply(self, seconds: float) -> Reply:
        """Return the whole; it costs nothing.

        Args:
            seconds: How long it took.
        """
        usage = Usage(
            self._read, self._written, 0.0, seconds=seconds, requests=1, models=(self._name,)
        )
        return Reply("".join(self._texts), finish=self._finish, usage=usage)

    def _refusal(self, error: Mapping[str, Any]) -> ModelError:
        if error.get("type") == _TOO_LONG:
            return ModelError(
                f"The prompt has {error['n_prompt_tokens']} tokens; {self._name} reads "
                f"{error['n_ctx']} with what it writes.",
                hint="Give it less evidence, or state more under context_tokens in [model].",
            )
        return ModelError(
            f"The model {self._name} failed: {error.get('message', 'no reason given')}.",
            hint="Try another model; this may be a defect of llama.cpp.",
        )
