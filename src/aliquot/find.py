"""The find story: understand, narrow, rewrite, retrieve (in hops), rerank, make room, complete.

Read `Find.found` from top to bottom. What a question restricts and names is read once; every other
step is optional and taken from the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from aliquot.filters import both, within
from aliquot.protocols import Scope
from aliquot.retrieval.multihop import MultiHop
from aliquot.retrieval.retriever import Retriever
from aliquot.retrieval.rewriting import Rewriting
from aliquot.types import Filter, Query, ScoredChunk, Understanding

__all__ = ["Find", "Found"]

# Chunks brought for each one kept, where some may have to give up their places.
ROOM = 2

Search = Callable[[Query, int], Sequence[ScoredChunk]]
Rerank = Callable[[str, Sequence[ScoredChunk], int], list[ScoredChunk]]
Arrange = Callable[[str, Sequence[ScoredChunk], int], list[ScoredChunk]]
Complete = Callable[[str, Sequence[ScoredChunk], Filter | None], list[ScoredChunk]]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a question, and how.

    Attributes:
        asked: How the question was read.
        where: What was searched: the caller's filter and the question's own.
        ranking: Best first.
        queries: What was searched, the literal question first.
        notes: What a reader may want to know: other names searched, hops and why they were made.
        warnings: What did not work, such as a model that failed to rewrite.
        is_about_references: Whether lists of references count as evidence.
    """

    asked: Understanding
    where: Filter | None
    ranking: Sequence[ScoredChunk]
    queries: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    is_about_references: bool


class Find:
    """Finds chunks in one library."""

    def __init__(
        self,
        *,
        retriever: Retriever,
        understand: Callable[[str, Filter | None], Understanding],
        scope_of: Callable[[Filter | None, Sequence[str]], Scope | None],
        asks_for_references: Callable[[str, Filter | None], bool],
        rewrite: Callable[[str, str], Rewriting] | None = None,
        hopping: Callable[[Search], MultiHop] | None = None,
        rerank: Rerank | None = None,
        arrange: Arrange | None = None,
        complete: Complete | None = None,
        depth: int = 0,
    ) -> None:
        """Take what it works with.

        Args:
            retriever: Ranks chunks.
            understand: Reads a question: language, restrictions, quotations, other names; with
                what may be known of to read it, `None` for all.
            scope_of: A filter and quoted words to the chunks they admit; `None` for all.
            asks_for_references: Tells whether a question is about what papers cite.
            rewrite: Question and language to the queries searched; `None` for the question alone.
            hopping: A search to one that follows what it finds; `None` for one hop.
            rerank: Question, ranking and k to the ranking reordered; `None` for as it is.
            arrange: Question, ranking and k to the chunks kept; `None` for the first ones.
            complete: Question, ranking and filter to the ranking with what is asked of the record
                that leads it; `None` for as it is.
            depth: Chunks brought for `rerank` and `arrange`, if more than are wanted.
        """
        self._retriever = retriever
        self._understand = understand
        self._scope_of = scope_of
        self._asks_for_references = asks_for_references
        self._rewrite = rewrite
        self._hopping = hopping
        self._rerank = rerank
        self._arrange = arrange
        self._complete = complete
        self._depth = depth

    def understand(
        self, question: str, where: Filter | None = None, *, is_literal: bool = False
    ) -> Understanding:
        """Return how a question is read.

        Args:
            question: As asked.
            where: Of which the collections it names may be known of; all unless given.
            is_literal: Whether nothing said in it restricts what is searched.
        """
        understood = self._understand(question, within(where))
        if not is_literal:
            return understood
        return replace(understood, spoken=(), phrases=(), subject=question)

    def understands(self, language: str) -> bool:
        """Tell whether meaning is searched in a language, not its words alone."""
        return any(not leg.matches_words for leg in self._retriever.legs_for(language))

    def found(
        self, question: str, k: int, where: Filter | None = None, *, is_literal: bool = False
    ) -> Found:
        """Return the best `k` chunks for a question, and how they were found.

        Args:
            question: As asked.
            k: Chunks at most.
            where: Beside what the question itself restricts.
            is_literal: Whether nothing said in it restricts what is searched.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
            ModelError: An embedder or the reranker failed.
        """
        asked = self.understand(question, where, is_literal=is_literal)
        narrowed = both(where, asked.where)
        scope = self._scope_of(narrowed, asked.phrases)
        about_references = self._asks_for_references(question, narrowed)
        rewriting = self._queries(asked)
        queries = rewriting.queries

        def search(query: Query, count: int) -> list[ScoredChunk]:
            asked_for = (query, *queries[1:]) if query is queries[0] else (query,)
            return self._retriever.search_many(
                asked_for, count, scope, with_references=about_references
            )

        depth = max(k if self._arrange is None else ROOM * k, self._depth)
        notes, warnings = list(_names_searched(asked)), list(rewriting.warnings)
        ranking: Sequence[ScoredChunk]
        if self._hopping is None:
            ranking = search(queries[0], depth)
        else:
            trail = self._hopping(search).search(queries[0], depth)
            ranking, hops = trail.ranking, trail.hops[1:]
            notes += [f"hop {one.number}: {one.query.text} ({one.why})" for one in hops]
            warnings += trail.warnings
            queries = (*queries, *(one.query for one in hops))
        if self._rerank is not None:
            ranking = self._rerank(asked.subject, ranking, depth)
        if self._arrange is not None:
            ranking = self._arrange(asked.subject, ranking, k)
        # What is quoted stands in the ranking already, or is nowhere.
        if self._complete is not None and not asked.phrases:
            ranking = self._complete(asked.subject, ranking, narrowed)
        return Found(
            asked=asked,
            where=narrowed,
            ranking=ranking[:k],
            queries=tuple(one.text for one in queries),
            notes=tuple(notes),
            warnings=tuple(warnings),
            is_about_references=about_references,
        )

    def found_by_leg(self, leg: str, question: str, k: int) -> list[ScoredChunk]:
        """Return what one leg alone finds for a question, read as `found` reads it.

        Args:
            leg: The leg's name.
            question: As asked.
            k: Chunks at most.

        Raises:
            ConfigError: A filter said in the question compares wrong types.
            ModelError: The leg's embedder failed.
        """
        asked = self.understand(question)
        scope = self._scope_of(asked.where, asked.phrases)
        return self._retriever.search_leg(leg, _literal(asked), k, scope)

    def _queries(self, asked: Understanding) -> Rewriting:
        literal = _literal(asked)
        if self._rewrite is None:
            return Rewriting((literal,))
        rewriting = self._rewrite(asked.subject, asked.language)
        # What a model adds is held to the words quoted; the scope holds it to the filter.
        others = tuple(replace(one, phrases=asked.phrases) for one in rewriting.queries[1:])
        return Rewriting((literal, *others), rewriting.warnings)


def _literal(asked: Understanding) -> Query:
    """Return the question itself as it is searched."""
    return Query(
        text=asked.subject,
        language=asked.language,
        expansions=asked.expansions,
        phrases=asked.phrases,
    )


def _names_searched(asked: Understanding) -> list[str]:
    return [
        f"also searched for {one.name}: {', '.join(one.others)} ({one.reason})"
        for one in asked.expansions
    ]
