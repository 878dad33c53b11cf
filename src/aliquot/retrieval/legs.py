"""The legs: dense by vectors, lexical by terms, names exactly, records by what they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from aliquot.protocols import Embedder, Hit, Role, Scope, TermIndex, VectorIndex
from aliquot.retrieval.languages import LanguageGroups, search_centred
from aliquot.types import Query

__all__ = ["DenseLeg", "LexicalLeg", "NameLeg", "RecordLeg"]

# A name in more of the library's chunks than one in twenty tells little: ln(20).
MIN_IDF = 3.0


class DenseLeg:
    """Chunks whose vectors are nearest to the query's."""

    matches_words = False

    def __init__(
        self,
        embedder: Embedder,
        index: VectorIndex,
        *,
        name: str,
        groups: LanguageGroups | None = None,
    ) -> None:
        """Join an embedder with the index that holds its vectors.

        Args:
            embedder: Embeds the query.
            index: Searched with the query's vector.
            name: Shown in traces, such as `dense:bge-small-en-v1.5`.
            groups: The chunks by language, for an embedder of several: a question in another
                language than most of them is compared beside what languages share.
        """
        self.name = name
        self.languages = embedder.languages
        self._embedder = embedder
        self._index = index
        self._groups = groups

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        role: Role = "document" if query.is_passage else "query"
        vector = self._embedder.embed([query.text], role)[0]
        groups = () if self._groups is None else self._groups.foreign_to(query.language)
        if groups:
            return search_centred(self._index, vector, k, scope, groups)
        return self._index.search(vector, k, scope)


class LexicalLeg:
    """Chunks that hold the query's words or other names of what it names, by BM25."""

    name = "lexical"
    languages: frozenset[str] | None = None
    matches_words = True

    def __init__(self, index: TermIndex) -> None:
        """Take the index to search.

        Args:
            index: The term index.
        """
        self._index = index

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        return self._index.search_query(query, k, scope)


class NameLeg:
    """Chunks that hold, exactly, what the question calls by name.

    Only chunks that hold a name are ranked, so that what a dense leg takes for similar (another
    catalogue number, another gene of the family) gets no credit from this leg.
    """

    name = "names"
    languages: frozenset[str] | None = None
    matches_words = True

    def __init__(self, index: TermIndex, names_of: Callable[[str], Sequence[str]]) -> None:
        """Take the index to search.

        Args:
            index: The term index.
            names_of: Question to the analysed terms that name one thing.
        """
        self._index = index
        self._names_of = names_of

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first; none where nothing rare is named."""
        names = self._names_of(query.text)
        rarity = zip(names, self._index.idf(names), strict=True)
        rare = [name for name, idf in rarity if idf >= MIN_IDF]
        for wanted in (rare[:1], rare[1:]) if _is_of_parts(rare) else (rare,):
            if wanted and (found := self._index.search_terms(dict.fromkeys(wanted, 1.0), k, scope)):
                return found
        if len(rare) != 1:
            return []
        # A name that is no term of any chunk may be several of them, as words of Japanese are.
        return self._index.search_query(replace(query, phrases=tuple(rare)), k, scope)


def _is_of_parts(names: Sequence[str]) -> bool:
    """Tell whether the first name is made of the others: 3t3l1 of 3t3 and l1, cd4+ of cd4.

    Chunks that hold the whole name are wanted, not those that hold a part of it more often.
    """
    parts = "".join(names[1:])
    return bool(parts) and names[0].startswith(parts) and not names[0][len(parts) :].isalnum()


class RecordLeg:
    """What a question names by title, identifier or as an entry does: see `named_records`.

    Others may mention a trial's number more often than the trial's own record does.
    """

    name = "record"
    languages: frozenset[str] | None = None
    matches_words = True

    def __init__(self, records_of: Callable[[Query], Sequence[Sequence[int]]]) -> None:
        """Take where records are looked up.

        Args:
            records_of: Query to the documents it names, each as the keys of the chunks that stand
                for it.
        """
        self._records_of = records_of

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits; none where no document is named."""
        keys = [key for one in self._records_of(query) for key in one]
        return [Hit(key, 1.0) for key in keys if scope is None or _admits(scope, key)][:k]


def _admits(scope: Scope, key: int) -> bool:
    place = int(scope.keys.searchsorted(key))
    return place < len(scope.keys) and int(scope.keys[place]) == key
