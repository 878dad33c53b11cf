"""How a model says what it wants to look up: by its tools, or in lines where it has none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply, Tool, ToolCall

__all__ = ["LineVoice", "ToolVoice", "Voice", "voice_for"]

# `SEARCH: words`, as a list item or in bold too, with the colon of Japanese text. The slash of
# `SEARCH: words / where: ...` would occur in queries; a bar does not.
_COMMAND = re.compile(
    r"^[\s>*\-\d.)`]{0,8}(?P<word>SEARCH|OPEN|LIST)\b[*`\s]{0,4}[:：][*`]{0,2}(?P<rest>.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_WHERE = re.compile(r"\|\s*where\s*[:：=]?\s*(?P<where>.+)$", re.IGNORECASE)
_LINES = """\
Write one command a line, and nothing else:
SEARCH: words | where: restriction     (the restriction may be left out)
OPEN: chunk_id                         (the whole section a chunk stands in)
LIST: restriction                      (documents by their fields; may be empty)
DONE                                   (when enough was seen)"""


class Voice(Protocol):
    """One way to ask a model what to look up, and to tell it what came of that.

    Attributes:
        instructions: What the model is told about it.
    """

    instructions: str

    def ask(self, messages: Sequence[Message], max_tokens: int) -> Reply:
        """Return a reply whose calls are what the model wants to look up.

        Raises:
            ModelError: The model failed.
        """
        ...

    def told(self, reply: Reply, results: Sequence[str]) -> list[Message]:
        """Return the messages that go on from a reply and what each of its calls gave."""
        ...


class ToolVoice:
    """The model calls tools."""

    instructions = "Use the tools. When enough was seen, say DONE and call none."

    def __init__(self, model: ChatModel, offered: Sequence[Tool]) -> None:
        """Take the model and what it is offered."""
        self._model = model
        self._offered = offered

    def ask(self, messages: Sequence[Message], max_tokens: int) -> Reply:
        """Return what the model says; see `Voice.ask`."""
        return self._model.reply(messages, max_tokens=max_tokens, tools=self._offered)

    def told(self, reply: Reply, results: Sequence[str]) -> list[Message]:
        """Return the calls and one message for each result."""
        answers = [
            Message("tool", text, call_id=call.id)
            for call, text in zip(reply.calls, results, strict=True)
        ]
        return [Message("assistant", reply.text, calls=reply.calls), *answers]


class LineVoice:
    """The model writes commands in lines."""

    instructions = _LINES

    def __init__(self, model: ChatModel) -> None:
        """Take the model."""
        self._model = model

    def ask(self, messages: Sequence[Message], max_tokens: int) -> Reply:
        """Return what the model says, its commands read as calls; see `Voice.ask`."""
        reply = self._model.reply(messages, max_tokens=max_tokens)
        return Reply(reply.text, _calls(reply.text), reply.finish, reply.usage)

    def told(self, reply: Reply, results: Sequence[str]) -> list[Message]:
        """Return what the model wrote, and one message with every result."""
        return [Message("assistant", reply.text), Message("user", "\n\n".join(results))]


def voice_for(model: ChatModel, offered: Sequence[Tool]) -> Voice:
    """Return the way to speak with a model."""
    return ToolVoice(model, offered) if model.has_tools else LineVoice(model)


def _calls(text: str) -> tuple[ToolCall, ...]:
    found = _COMMAND.finditer(text)
    return tuple(_call(one["word"].upper(), one["rest"], n) for n, one in enumerate(found, start=1))


def _call(word: str, rest: str, number: int) -> ToolCall:
    said = rest.strip().strip("*`").strip()
    if word == "OPEN":
        return ToolCall(str(number), "open_section", {"chunk_id": said.strip("<>[]\"'")})
    if word == "LIST":
        where = re.sub(r"^\|?\s*where\s*[:：=]\s*", "", said, flags=re.IGNORECASE)
        return ToolCall(str(number), "list_documents", {"where": where})
    narrowed = _WHERE.search(said)
    query = said[: narrowed.start()] if narrowed else said
    where = narrowed["where"].strip() if narrowed else ""
    return ToolCall(str(number), "search", {"query": query.strip(), "where": where})
