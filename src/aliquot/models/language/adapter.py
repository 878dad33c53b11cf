"""One model of one vendor behind `protocols.ChatModel`: one attempt a call, safe between threads.

Enters: a model of the library beneath, and what is known of it. Leaves: replies in our own types
with what they cost. It neither tries again nor waits its turn: that is for `guards`.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import AgentRunError, ContentFilterError, UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from aliquot.models.language.asking import asked_text, complete
from aliquot.models.language.conversion import converted
from aliquot.models.language.failures import NoReplyError
from aliquot.models.language.loops import LoopThread
from aliquot.models.language.prices import Price
from aliquot.models.language.profiles import schema_mode, takes_temperature, thinks_first
from aliquot.models.language.schemas import calls_of, json_of, parameters
from aliquot.models.language.thoughts import Thoughts, spoken
from aliquot.models.language.translation import Place, translated, unreadable
from aliquot.types import Message, Reply, Tool, Usage

__all__ = ["LanguageModel", "Traits"]

# Tokens a model that reasons first may think for, on top of what it may write: its limit counts
# both. Source: developers.openai.com/api/docs/guides/reasoning, which advises to reserve 25,000
# for the hardest tasks; an answer from excerpts is none of these.
_THINKING_TOKENS = 8192
# What comes of reading fields of a reply that has others: the library beneath checks the form of
# replies of some vendors only.
_UNCHECKED = (AttributeError, TypeError, AssertionError, KeyError, IndexError)
# A stream goes on for as long as it writes, but not for ever.
_STREAM_TIMEOUTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What is known of a model beside how to reach it.

    Attributes:
        id: Kind and name.
        is_local: Whether it runs on this machine.
        context_tokens: The most it reads and writes together; 0 where unknown.
        max_output_tokens: The most it may write at a time, whoever asks for more.
        temperature: 0 to 2; `None` leaves it to the model.
        timeout_s: Seconds a reply may take, and the first word of a stream.
        price: `None` where unknown.
        count_tokens: Counts tokens.
    """

    id: str
    is_local: bool
    context_tokens: int
    max_output_tokens: int
    temperature: float | None
    timeout_s: float
    price: Price | None
    count_tokens: Callable[[str], int]


class LanguageModel:
    """A language model of any vendor, asked through an event loop of its own."""

    def __init__(
        self,
        model: Model,
        traits: Traits,
        place: Place,
        *,
        close: Callable[[], Awaitable[None]],
    ) -> None:
        """Take a model; nothing is sent yet.

        Args:
            model: Of the library beneath, not retrying by itself.
            traits: What is known of it.
            place: How errors name it.
            close: Closes its connections; awaited on the loop that opened them.
        """
        self._model = model
        self._traits = traits
        self._place = place
        self.price = traits.price
        self._loop = LoopThread(close)
        self._profile: Mapping[str, Any] = dict(model.profile)
        self._mode = schema_mode(self._profile)
        self.id = traits.id
        self.is_local = traits.is_local
        self.context_tokens = traits.context_tokens
        # One that is only told to write JSON is not held to it.
        self.has_schemas = self._mode != "prompted"
        self.has_tools = bool(self._profile.get("supports_tools", True))

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text is to the model, or an estimate that is not too low."""
        return self._traits.count_tokens(text)

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the model writes; see `TextModel.complete`."""
        return complete(self, prompt, system, max_tokens)

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return what the model says next; see `ChatModel.reply`.

        Raises:
            ModelError: It failed, wrote nothing, or wrote no JSON where a schema was asked for.
            ModelUnavailableError: It did not answer; worth another try.
        """
        began = time.monotonic()
        asked = parameters(
            schema if self.has_schemas else None, tools if self.has_tools else (), self._mode
        )
        request = self._request(
            converted(messages), self._settings(max_tokens, is_stream=False), asked
        )
        try:
            response = self._loop.run(request)
        except ContentFilterError:
            return self._refusal(messages, began)
        except _UNCHECKED as exc:
            raise unreadable(self._place) from exc
        except (AgentRunError, UserError) as exc:
            raise translated(exc, self._place) from exc
        return self._reply(messages, response, began, is_json=asked.output_mode != "text")

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield what the model says next, as it is written; see `ChatModel.stream`.

        Raises:
            ModelError: It failed, or wrote nothing.
            ModelUnavailableError: It did not answer, or broke off.
        """
        began = time.monotonic()
        settings = self._settings(max_tokens, is_stream=True)
        try:
            for item in self._loop.iterate(self._events(converted(messages), settings)):
                if isinstance(item, str):
                    yield item
                else:
                    yield self._reply(messages, item, began, is_json=False)
        except ContentFilterError:
            yield self._refusal(messages, began)
        except (AgentRunError, UserError) as exc:
            raise translated(exc, self._place) from exc

    def close(self) -> None:
        """End what is under way and close connections."""
        self._loop.close()

    # ------------------------------------------------------------------------- one request

    async def _request(
        self, messages: list[ModelMessage], settings: ModelSettings, asked: ModelRequestParameters
    ) -> ModelResponse:
        return await model_request(
            self._model,
            messages,
            model_settings=settings,
            model_request_parameters=asked,
            instrument=False,
        )

    async def _events(
        self, messages: list[ModelMessage], settings: ModelSettings
    ) -> AsyncIterator[str | ModelResponse]:
        """Yield text as it is written, and last the whole response."""
        thoughts = Thoughts()
        async with model_request_stream(
            self._model, messages, model_settings=settings, instrument=False
        ) as stream:
            async for event in stream:
                if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
                    text = event.part.content
                elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                    text = event.delta.content_delta
                else:
                    continue
                if shown := thoughts.feed(text):
                    yield shown
            if shown := thoughts.rest():
                yield shown
            yield stream.get()

    def _settings(self, max_tokens: int, *, is_stream: bool) -> ModelSettings:
        limit = min(max_tokens, self._traits.max_output_tokens)
        if thinks_first(self._profile):
            limit += _THINKING_TOKENS
        timeout_s = self._traits.timeout_s
        settings = ModelSettings(max_tokens=limit, timeout=timeout_s, max_retries=0)
        if is_stream:
            settings["first_event_timeout"] = timeout_s
            settings["request_timeout"] = _STREAM_TIMEOUTS * timeout_s
        else:
            settings["request_timeout"] = timeout_s
        if self._traits.temperature is not None and takes_temperature(self._profile):
            settings["temperature"] = self._traits.temperature
        for name in ("timeout", "max_retries"):
            if name in self._model.unsupported_settings:
                del settings[name]  # It would warn; `vendors` sets these on the client itself.
        return settings

    # -------------------------------------------------------------------------- its reply

    def _reply(
        self, messages: Sequence[Message], response: ModelResponse, began: float, *, is_json: bool
    ) -> Reply:
        calls = calls_of(response)
        text = spoken(response.text or "")
        finish: Literal["stop", "length", "refused"] = _FINISH.get(
            response.finish_reason or "", "stop"
        )
        usage = self._usage(messages, response, text, began)
        if is_json and not calls:
            found = json_of(response, text)
            if found is None and finish == "stop":
                raise self._no_reply("wrote no JSON object, which it was asked for", usage)
            text = text if found is None else found
        if not text.strip() and not calls and finish != "refused":
            raise self._no_reply("wrote nothing", usage)
        return Reply(text, calls, finish, usage)

    def _refusal(self, messages: Sequence[Message], began: float) -> Reply:
        usage = self._usage(messages, ModelResponse(parts=[]), "", began)
        return Reply("", finish="refused", usage=usage)

    def _usage(
        self, messages: Sequence[Message], response: ModelResponse, text: str, began: float
    ) -> Usage:
        """Return what a reply cost; where the host does not count, tokens are estimated."""
        read, written = response.usage.input_tokens, response.usage.output_tokens
        price = self._traits.price
        return Usage(
            read or self.count_tokens(asked_text(messages)),
            written or self.count_tokens(text),
            price.of(read, written) if price is not None and read else None,
            time.monotonic() - began,
            1,
            (self.id,),
        )

    def _no_reply(self, what: str, usage: Usage) -> NoReplyError:
        return NoReplyError(
            f"The model {self._place.model} at {self._place.host} {what}.",
            hint="Allow it more tokens, or use another model.",
            usage=usage,
        )


_FINISH: Mapping[str, Literal["length", "refused"]] = {
    "length": "length",
    "content_filter": "refused",
}
