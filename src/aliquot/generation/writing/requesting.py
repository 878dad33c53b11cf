"""Ask a model, and read what it writes while it writes."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from aliquot.errors import ModelError
from aliquot.generation.writing.drafts import Draft, Refused
from aliquot.generation.writing.reading import ReplyReader
from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply, Usage

__all__ = ["Exchange"]

CUT = "The model reached the limit of its length; what it had not finished is left out."
DECLINED = "The model's provider declined to answer."

# Pieces of a stream, about a token each, that are waited for though nothing more is wanted: what
# closes a list of statements, and after it the true usage.
LAST_PIECES = 24


class Exchange:
    """One conversation with a model, kept whole.

    Attributes:
        has_failed: Whether the model has failed.
        usage: Of every request; estimated, at an unknown price, where a reply was not read to its
            end.
        notes: What a reader should know.
    """

    def __init__(
        self,
        model: ChatModel,
        orders: str,
        *,
        schema: Mapping[str, Any] | None,
        max_tokens: int,
    ) -> None:
        """Begin with the orders.

        Args:
            model: Asked.
            orders: What it is told before anything else.
            schema: JSON schema its replies are held to; `None` for any text, which is streamed.
            max_tokens: The most it may write in one reply.
        """
        self._model = model
        self._schema = schema
        self._max_tokens = max_tokens
        self._said: list[Message] = [Message("system", orders)]
        self.usage = Usage()
        self.notes: list[str] = []
        self.has_failed = False

    @property
    def messages(self) -> tuple[tuple[str, str], ...]:
        """What was said, as (role, text)."""
        return tuple((one.role, one.text) for one in self._said)

    def drafts(self, asked: str) -> Generator[Draft | Refused, None, None]:
        """Ask, and yield drafts as they are complete.

        What was written is kept even where the caller stops early or the model fails.

        Raises:
            ModelError: The model failed.
        """
        self._said.append(Message("user", asked))
        written: list[str] = []
        reply: Reply | None = None
        reader = ReplyReader()
        parts = self._parts()
        try:
            for part in parts:
                if isinstance(part, Reply):
                    reply = part
                else:
                    written.append(part)
                    yield from reader.feed(part)
            is_cut = reply is None or reply.finish == "length"
            yield from reader.finish(is_cut=is_cut)
        except ModelError:
            self.has_failed = True
            raise
        except GeneratorExit:
            reply = reply or _ending(parts)
            raise
        finally:
            self._keep("".join(written), reply)

    def _parts(self) -> Iterator[str | Reply]:
        said = tuple(self._said)
        if self._schema is None:
            yield from self._model.stream(said, max_tokens=self._max_tokens)
            return
        reply = self._model.reply(said, max_tokens=self._max_tokens, schema=self._schema)
        yield reply
        yield reply.text

    def _keep(self, written: str, reply: Reply | None) -> None:
        if reply is None:
            read = sum(self._model.count_tokens(one.text) for one in self._said)
            wrote = self._model.count_tokens(written)
            self.usage += Usage(read, wrote, None, requests=1, models=(self._model.id,))
        else:
            self.usage += reply.usage
            self.notes += {"length": [CUT], "refused": [DECLINED]}.get(reply.finish, [])
        self._said.append(Message("assistant", written))


def _ending(parts: Iterator[str | Reply]) -> Reply | None:
    """Return the reply where a stream is about to end; one that goes on is left."""
    try:
        ending = itertools.islice(parts, LAST_PIECES)
        return next((part for part in ending if isinstance(part, Reply)), None)
    except ModelError:
        return None
