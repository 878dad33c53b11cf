"""Try a model with four small requests: a text, a schema, a tool, a stream.

Enters: a `ChatModel`. Leaves: what each request showed, one at a time. The first one that fails is
the last, for the others would fail alike.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from aliquot.errors import ModelError
from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply, Tool, Usage

__all__ = ["Trial", "trials"]

# Room for a model that says more than it is asked for.
_MAX_TOKENS = 200
_SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
    "additionalProperties": False,
}
_TOOL = Tool("look_up", "Look a word up.", _SCHEMA)


@dataclass(frozen=True, slots=True)
class Trial:
    """What one request showed.

    Attributes:
        step: `text`, `schema`, `tool` or `stream`.
        passed: Whether it did as asked; `None` where the model does not offer it.
        detail: What came, or what went wrong.
        hint: What to do about it.
        seconds: Until the reply was whole.
        first_word_s: Until the first word of a stream; `None` for the others.
        usage: What it cost.
    """

    step: str
    passed: bool | None
    detail: str
    hint: str = ""
    seconds: float = 0.0
    first_word_s: float | None = None
    usage: Usage = field(default_factory=Usage)


def trials(model: ChatModel) -> Iterator[Trial]:
    """Yield what each request shows, as it is made; up to the first that fails."""
    for step, attempt in _STEPS:
        began = time.monotonic()
        try:
            found = attempt(model)
        except ModelError as exc:
            yield Trial(step, False, exc.message, exc.hint, time.monotonic() - began)
            return
        yield found
        if found.passed is False:
            return


def _text(model: ChatModel) -> Trial:
    reply = model.reply([_user("Answer with one word: ready")], max_tokens=_MAX_TOKENS)
    said = reply.finish != "refused"
    return _trial("text", said, reply.text if said else "it would not answer", reply)


def _schema(model: ChatModel) -> Trial:
    if not model.has_schemas:
        return Trial("schema", None, "not offered; replies are read from marked-up text")
    asked = [_user('Give the word "ready" as JSON: {"word": "ready"}')]
    reply = model.reply(asked, max_tokens=_MAX_TOKENS, schema=_SCHEMA)
    try:
        fits = isinstance(json.loads(reply.text).get("word"), str)
    except (ValueError, AttributeError):
        fits = False
    hint = "It is not held to schemas; use a model that is." if not fits else ""
    return _trial("schema", fits, reply.text, reply, hint)


def _tool(model: ChatModel) -> Trial:
    if not model.has_tools:
        return Trial("tool", None, "not offered; the strategy `agent` needs it")
    asked = [_user('Use the tool look_up with the word "ready".')]
    reply = model.reply(asked, max_tokens=_MAX_TOKENS, tools=[_TOOL])
    called = bool(reply.calls) and "word" in reply.calls[0].arguments
    shown = f"{reply.calls[0].name}({dict(reply.calls[0].arguments)})" if called else reply.text
    hint = "It does not use tools; all strategies but `agent` work." if not called else ""
    return _trial("tool", called, shown, reply, hint)


def _stream(model: ChatModel) -> Trial:
    began, first_s, pieces = time.monotonic(), None, 0
    asked = [_user("Count from one to ten in words.")]
    last: Reply | None = None
    for one in model.stream(asked, max_tokens=_MAX_TOKENS):
        if isinstance(one, Reply):
            last = one
            continue
        pieces += 1
        first_s = time.monotonic() - began if first_s is None else first_s
    if last is None or not pieces:
        return Trial("stream", False, "nothing was streamed", "Use a server that streams.")
    shown = f"{pieces} pieces"
    return Trial("stream", True, shown, "", last.usage.seconds, first_s, last.usage)


def _trial(step: str, passed: bool, detail: str, reply: Reply, hint: str = "") -> Trial:
    return Trial(
        step, passed, " ".join(detail.split()), hint, reply.usage.seconds, None, reply.usage
    )


def _user(text: str) -> Message:
    return Message("user", text)


_STEPS: tuple[tuple[str, Callable[[ChatModel], Trial]], ...] = (
    ("text", _text),
    ("schema", _schema),
    ("tool", _tool),
    ("stream", _stream),
)
