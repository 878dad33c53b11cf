"""What an agent may look up: tools as functions, checked arguments, and a memory of calls.

Enters: calls as a model makes them. Leaves: what it is told, and the chunks that were seen.
Whatever is wrong with a call is told to the model in words it can act on; nothing here ends an
answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.errors import AliquotError
from aliquot.filters import parse_filter
from aliquot.generation.strategies.collecting import Collection
from aliquot.generation.strategies.record import why
from aliquot.generation.strategies.showing import shown_chunks, shown_documents
from aliquot.types import Chunk, Document, Filter, ScoredChunk, Tool, ToolCall

__all__ = ["Outcome", "Toolbox", "Tools"]

# What a look-up raises for what it was asked: an unknown id, a bad value, a file that is gone.
_LOOKUP_ERRORS = (AliquotError, LookupError, ValueError, OSError)
_WHERE = "Restriction by fields, such as: kind = trial and year >= 2020. Leave it out for none."
# Characters of an argument in a step; a model may send a page.
_SHOWN_ARGUMENT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What can be looked up, as plain functions; whoever makes them keeps the user's own filter.

    Attributes:
        search: Words and a restriction to a ranking.
        open_section: A chunk's id to the chunks of its whole section, in reading order.
        list_documents: A restriction to documents, without text.
    """

    search: Callable[[str, Filter | None], Sequence[ScoredChunk]]
    open_section: Callable[[str], Sequence[Chunk]]
    list_documents: Callable[[Filter | None], Sequence[Document]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call.

    Attributes:
        text: What the model is told.
        line: What was done, for the trace.
        is_new: Whether it told the model anything it had not been told before.
    """

    text: str
    line: str
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class _Offer:
    """A tool as a model sees it, and what carries it out: checked arguments to text and line."""

    tool: Tool
    use: Callable[[Mapping[str, str]], tuple[str, str]]


class Toolbox:
    """Carry out the calls of one answer; what is seen goes into a collection.

    Attributes:
        offered: What a model is offered.
    """

    def __init__(self, tools: Tools, collection: Collection) -> None:
        """Offer each tool.

        Args:
            tools: Look things up.
            collection: Is given every chunk that is seen.
        """
        self._tools = tools
        self._collection = collection
        # One row a tool: what is added here is offered, checked, remembered and traced.
        offers = (
            _offer(
                "search",
                "Search the library's chunks by words and meaning. One subject a search.",
                {"query": "What is searched for.", "where": _WHERE},
                ("query",),
                self._search,
            ),
            _offer(
                "open_section",
                "Read the whole section a chunk stands in.",
                {"chunk_id": "Id of a chunk, as search shows it."},
                ("chunk_id",),
                self._open_section,
            ),
            _offer(
                "list_documents",
                "List documents by their fields: titles, years and kinds, no text.",
                {"where": _WHERE},
                (),
                self._list_documents,
            ),
        )
        self._offers = {one.tool.name: one for one in offers}
        self.offered = tuple(one.tool for one in offers)
        self._told: dict[str, int] = {}

    def use(self, call: ToolCall) -> Outcome:
        """Return what came of a call; a call that was made before is not carried out again."""
        line = _line(call)
        offer = self._offers.get(call.name)
        if offer is None:
            text = f"There is no tool {call.name!r}. There are: {', '.join(self._offers)}."
            return Outcome(text, f"{line}: unknown")
        # Models say "no restriction" in many ways.
        given = {name: value for name, value in call.arguments.items() if value not in (None, "")}
        problem = _problem(given, offer.tool)
        if problem:
            return Outcome(problem, f"{line}: {problem}")
        arguments = {name: " ".join(value.split()) for name, value in given.items()}
        return self._remembered(offer, arguments, line)

    def _remembered(self, offer: _Offer, arguments: Mapping[str, str], line: str) -> Outcome:
        key = json.dumps([offer.tool.name, sorted(arguments.items())]).casefold()
        if key in self._told:
            text = (
                f"You made this call before (call {self._told[key]}); its result is above and has"
                " not changed. Look up something else, or stop."
            )
            return Outcome(text, f"{line}: as call {self._told[key]}", is_new=False)
        self._told[key] = len(self._told) + 1
        try:
            text, came = offer.use(arguments)
        except _LOOKUP_ERRORS as exc:
            said = why(exc) if isinstance(exc, AliquotError) else f"{type(exc).__name__}: {exc}"
            if isinstance(exc, AliquotError) and exc.retryable:
                del self._told[key]
            return Outcome(f"{offer.tool.name} failed. {said}", f"{line}: failed: {said}")
        return Outcome(text, f"{line}: {came}")

    def _search(self, arguments: Mapping[str, str]) -> tuple[str, str]:
        ranking = self._tools.search(arguments["query"], _where(arguments))
        fresh = self._collection.add(ranking)
        if not ranking:
            return "Nothing found. Try other words, or no restriction.", "nothing"
        return shown_chunks(ranking), f"{len(ranking)} chunks, {fresh} new"

    def _open_section(self, arguments: Mapping[str, str]) -> tuple[str, str]:
        section = self._tools.open_section(arguments["chunk_id"])
        if not section:
            return "This section is empty.", "nothing"
        ranking = self._collection.ranked_as(arguments["chunk_id"], section)
        fresh = self._collection.add(ranking)
        return shown_chunks(ranking), f"{len(section)} chunks, {fresh} new"

    def _list_documents(self, arguments: Mapping[str, str]) -> tuple[str, str]:
        documents = self._tools.list_documents(_where(arguments))
        if not documents:
            return "No document passes this restriction.", "nothing"
        return shown_documents(documents), f"{len(documents)} documents"


def _offer(
    name: str,
    description: str,
    arguments: Mapping[str, str],
    required: Sequence[str],
    use: Callable[[Mapping[str, str]], tuple[str, str]],
) -> _Offer:
    properties = {key: {"type": "string", "description": text} for key, text in arguments.items()}
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return _Offer(Tool(name, description, schema), use)


def _problem(given: Mapping[str, object], tool: Tool) -> str:
    """Return what is wrong with arguments, or nothing."""
    known, required = tool.parameters["properties"], tool.parameters["required"]
    takes = ", ".join(f"{one} (required)" if one in required else one for one in known)
    for name, value in given.items():
        if name not in known:
            return f"{tool.name} takes no argument {name!r}. It takes: {takes}."
        if not isinstance(value, str):
            return f"{name} of {tool.name} has to be text, not {type(value).__name__}."
    missing = [one for one in required if not str(given.get(one, "")).strip()]
    if missing:
        return f"{tool.name} needs {missing[0]!r}. It takes: {takes}."
    return ""


def _where(arguments: Mapping[str, str]) -> Filter | None:
    """Return the restriction of a call.

    Raises:
        ConfigError: It cannot be read.
    """
    words = arguments.get("where", "").strip()
    return parse_filter(words) if words else None


def _line(call: ToolCall) -> str:
    said = ", ".join(f"{name}={_short(value)}" for name, value in call.arguments.items())
    return f"{call.name}({said})"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_ARGUMENT else f"{text[: _SHOWN_ARGUMENT - 1]}…"
