"""Language models, and what judges what is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from aliquot.types import Message, Reply, Tool

__all__ = ["ChatModel", "Judge", "TextModel"]


class TextModel(Protocol):
    """A language model: text in, text out."""

    @property
    def id(self) -> str:
        """Name and version, as a cache of what it wrote is keyed."""
        ...

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the model writes, temperature 0 where it takes one.

        Raises:
            ModelError: The model failed.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        ...


class ChatModel(TextModel, Protocol):
    """A language model that answers: conversations, structured replies, tools, streams."""

    @property
    def is_local(self) -> bool:
        """Whether it runs in or beside this process, so that nothing leaves the machine."""
        ...

    @property
    def context_tokens(self) -> int:
        """The most it reads and writes together; 0 where unknown."""
        ...

    @property
    def has_schemas(self) -> bool:
        """Whether `reply` can be held to a JSON schema."""
        ...

    @property
    def has_tools(self) -> bool:
        """Whether it can be offered tools."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text is to this model, or an estimate that is not too low."""
        ...

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return what the model says next, temperature 0 where it takes one.

        Args:
            messages: What was said so far, system first, at least one of the user's.
            max_tokens: The most it may write.
            schema: JSON schema of an object its text has to be; ignored without `has_schemas`.
            tools: What it may use; ignored without `has_tools`.

        Raises:
            ModelError: The model failed.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        ...

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield text as it is written, and last the whole `Reply`.

        Raises:
            ModelError: The model failed.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        ...

    def close(self) -> None:
        """Release connections and processes."""
        ...


class Judge(Protocol):
    """Decide whether a text entails a statement."""

    def entails(self, text: str, statement: str) -> float:
        """Return the probability, 0 to 1."""
        ...
