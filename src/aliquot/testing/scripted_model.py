"""A language model that says what it is told to: every path of an answer, without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from aliquot.errors import ModelError
from aliquot.types import Message, Reply, Tool, Usage

__all__ = ["ScriptedModel"]

Line = str | Reply | Exception | Callable[[Sequence[Message]], str | Reply]
# Characters of a piece of a stream: short enough to cut words, marks and JSON anywhere.
PIECE = 7
# Characters a token stands for when tokens are counted.
CHARACTERS_A_TOKEN = 4


class ScriptedModel:
    """Say the lines of a script, one for each request.

    A line is what the model says, an error it raises, or a function of what it is given.

    Attributes:
        asked: What it was given, request by request.
        schemas: The schema of each request, `None` where there was none.
        offered: The names of the tools of each request.
    """

    is_local = True

    def __init__(
        self,
        script: Sequence[Line] = (),
        *,
        has_schemas: bool = True,
        has_tools: bool = True,
        context_tokens: int = 0,
        url: str = "",
        model: str = "",
        key_variable: str = "",
    ) -> None:
        """Take the script.

        Args:
            script: One line for each request, in order.
            has_schemas: Whether it says that it can be held to a schema.
            has_tools: Whether it says that it can use tools.
            context_tokens: The most it says it reads.
            url: Taken because the config gives it to every model, and never opened.
            model: Distinguishes the ids of several.
            key_variable: Taken likewise.
        """
        self.id = f"scripted-{model}" if model else "scripted"
        self.has_schemas = has_schemas
        self.has_tools = has_tools
        self.context_tokens = context_tokens
        self._lines = iter(script)
        self.asked: list[Sequence[Message]] = []
        self.schemas: list[Mapping[str, Any] | None] = []
        self.offered: list[tuple[str, ...]] = []

    def count_tokens(self, text: str) -> int:
        """Return a quarter of the characters, rounded up."""
        return -(-len(text) // CHARACTERS_A_TOKEN)

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return the text of the next line."""
        opening = (Message("system", system),) if system else ()
        return self.reply((*opening, Message("user", prompt)), max_tokens=max_tokens).text

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return the next line of the script.

        Raises:
            ModelError: The script has ended, or the line is such an error.
        """
        self.asked.append(tuple(messages))
        self.schemas.append(schema)
        self.offered.append(tuple(one.name for one in tools))
        line = next(self._lines, None)
        if line is None:
            raise ModelError(f"{self.id} has no more lines.", hint="Write a longer script.")
        if isinstance(line, Exception):
            raise line
        said = line(messages) if callable(line) else line
        if isinstance(said, Reply):
            return said
        read = sum(self.count_tokens(one.text) for one in messages)
        usage = Usage(read, self.count_tokens(said), None, requests=1, models=(self.id,))
        return Reply(said, usage=usage)

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield the next line in pieces of a few characters, then as a whole."""
        said = self.reply(messages, max_tokens=max_tokens)
        yield from (said.text[at : at + PIECE] for at in range(0, len(said.text), PIECE))
        yield said

    def close(self) -> None:
        """Do nothing: there is no connection."""
