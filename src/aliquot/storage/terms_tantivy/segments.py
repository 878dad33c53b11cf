"""One tantivy index, on disk or in memory: entries in, ranked keys out.

Knows tantivy's ways and nothing of files beside tantivy's own, of sequences or of analysers. It
lets tantivy's exceptions (`ValueError`, `RuntimeError`, `OSError`) through; its owner knows what
they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import numpy.typing as npt
import tantivy
from tantivy import Occur

from aliquot.protocols import Hit

__all__ = ["SCHEMA", "Entry", "Phrase", "Segments", "TermQuestion", "best_first"]

# Fetched beyond k at first, so that ties at the last rank can be broken by key.
_MARGIN = 32
# A filter of n keys given to tantivy as a set costs in proportion to n; filtering rankings of N
# entries, to k * N / n. They are equal where n * n = k * N. Source: 100,000 entries, k of 10 and
# 100, n of 10 to 50,000, 2026-11.
# tantivy adds float32 in an order that depends on its segments: digits beyond are noise, and
# would part equal scores.
_SCORE_DIGITS = 4

_Keys = npt.NDArray[np.int64]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("key", indexed=True, fast=True)
    for name in ("header", "also"):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("text", tokenizer_name="whitespace", index_option="position")
    return builder.build()


SCHEMA = _schema()


@dataclass(frozen=True, slots=True)
class Entry:
    """One chunk as tantivy gets it: its key, and terms joined by spaces.

    Attributes:
        key: The catalog's number.
        header: Terms of the header.
        text: Terms of the header and the text, searched as one field, in parts that no phrase
            crosses: the words of the header in order, those of the text, and what compounds give
            beside.
        also: Terms of names the text stands for and does not write.
    """

    key: int
    header: str
    text: tuple[str, ...]
    also: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other.

    Attributes:
        terms: One a word, at least one.
        weight: What it counts, beside 1 for a word of the question; above 0.
        slop: How many places in all the words may stand off.
    """

    terms: tuple[str, ...]
    weight: float = 1.0
    slop: int = 0

    def query(self) -> tantivy.Query:
        """Return the query for the phrase, which counts as one word does.

        tantivy gives a phrase the rarity of all its words together.
        """
        if len(self.terms) == 1:
            return _weighted("text", self.terms[0], self.weight)
        query = tantivy.Query.phrase_query(SCHEMA, "text", list(self.terms), slop=self.slop)
        return tantivy.Query.boost_query(query, self.weight / len(self.terms))


@dataclass(frozen=True, slots=True)
class TermQuestion:
    """Terms searched, and what is searched beside them.

    Attributes:
        weights: Terms, each once, with a weight above 0.
        beside: What a match in the header counts beside being a part of the text, and one among
            the names it does not write; by field, 0 for nothing.
        others: Other names, those of one thing together: the best of them counts.
        required: Phrases a chunk must hold.
    """

    weights: Mapping[str, float]
    beside: Mapping[str, float] = field(default_factory=dict)
    others: tuple[tuple[Phrase, ...], ...] = ()
    required: tuple[Phrase, ...] = ()

    def query(self) -> tantivy.Query:
        """Return the query any term satisfies, unless phrases are required; nothing is parsed."""
        words = tantivy.Query.boolean_query([(Occur.Should, clause) for clause in self._clauses()])
        if not self.required:
            return words
        held = [(Occur.Must, _unscored(phrase.query())) for phrase in self.required]
        return tantivy.Query.boolean_query([*held, (Occur.Should, words)])

    def _clauses(self) -> Iterator[tantivy.Query]:
        for term, weight in self.weights.items():
            yield _weighted("text", term, weight)
        for name, share in self.beside.items():
            if share > 0:
                for term, weight in self.weights.items():
                    yield _weighted(name, term, weight * share)
        for group in self.others:
            names = [phrase.query() for phrase in group]
            yield names[0] if len(names) == 1 else tantivy.Query.disjunction_max_query(names)


class Segments:
    """A tantivy index and, while it is being changed, its writer."""

    def __init__(self, index: tantivy.Index, heap_bytes: int) -> None:
        """Search `index`, and give its writer `heap_bytes` of memory when it is changed."""
        # Views change when we say so: a reader must not move on in the midst of a catch-up.
        index.config_reader(reload_policy="manual")
        self._index = index
        # Made once a view: tantivy takes .2 ms to make one, a third of a search (2026-11-30).
        self._searcher = index.searcher()
        self._heap_bytes = heap_bytes
        self._writer: tantivy.IndexWriter | None = None
        self._is_dirty = False

    @property
    def has_writer(self) -> bool:
        """Whether this process holds the index's writer lock."""
        return self._writer is not None

    def acquire(self) -> bool:
        """Take the writer lock; `False` if another process has it or the disk is read-only."""
        try:
            self._writer = self._index.writer(self._heap_bytes, 1)
        except ValueError as exc:
            if any(reason in str(exc) for reason in _NOT_FOR_US):
                return False
            raise
        # A writer killed before its commit leaves files that are in no commit. The next that does
        # the same changes gives the same names to its own, and tantivy never writes over a file.
        self._writer.garbage_collect_files()
        return True

    def replace(self, entries: Sequence[Entry], removals: Sequence[int]) -> None:
        """Remove keys, then add entries, replacing those of the same key; the last one stays."""
        if self._writer is None:
            raise RuntimeError("no writer")
        entries = list({entry.key: entry for entry in entries}.values())
        # An int given to `delete_documents_by_term` becomes a signed term, which never matches an
        # unsigned field (tantivy-py 0.27): delete by query.
        outdated = [*removals, *(entry.key for entry in entries)]
        if outdated:
            self._writer.delete_documents_by_query(_keys(outdated))
        for entry in entries:
            document = tantivy.Document()
            document.add_unsigned("key", entry.key)
            document.add_text("header", entry.header)
            for part in entry.text:
                document.add_text("text", part)
            if entry.also:
                document.add_text("also", entry.also)
            self._writer.add_document(document)
        self._is_dirty = True

    def commit(self) -> bool:
        """Make changes durable and visible here; `False` if there were none."""
        if self._writer is None or not self._is_dirty:
            return False
        self._writer.commit()
        self._is_dirty = False
        self.reload()
        return True

    def release(self) -> None:
        """Let merges finish and give the writer lock back."""
        writer, self._writer = self._writer, None
        self._is_dirty = False
        if writer is not None:
            writer.wait_merging_threads()

    def discard(self) -> None:
        """Give the writer lock back without what was not committed."""
        self._writer = None
        self._is_dirty = False

    def reload(self) -> None:
        """See what has been committed, by other processes too."""
        self._index.reload()
        self._searcher = self._index.searcher()

    def frequencies(self, terms: Sequence[str]) -> tuple[list[int], int]:
        """Return in how many chunk texts each term stands, and the number of chunks."""
        searcher = self._searcher
        return [searcher.doc_freq("text", term) for term in terms], searcher.num_docs

    def count(self, without: frozenset[int] = frozenset()) -> int:
        """Count chunks, but for some keys."""
        searcher = self._searcher
        if not without:
            return searcher.num_docs
        found = searcher.search(_keys(without), len(without), count=False).hits
        return searcher.num_docs - len(found)

    def holding(self, phrases: Sequence[Phrase]) -> _Keys:
        """Return int64 (n,) ascending: entries that hold every phrase; at least one is given."""
        searcher = self._searcher
        query = TermQuestion({}, required=tuple(phrases)).query()
        found = searcher.search(query, max(1, searcher.num_docs), count=False).hits
        keys = searcher.fast_field_values("key", [address for _, address in found])
        return np.sort(np.asarray(keys, dtype=np.int64))

    def search(
        self, question: TermQuestion, k: int, allowed: _Keys | None, masked: Set[int]
    ) -> list[Hit]:
        """Return the best `k` entries, ties by key.

        Args:
            question: Terms; at least one.
            k: At least 1.
            allowed: Keys that may be returned, ascending, at least one; `None` for all.
            masked: Keys that may not.
        """
        searcher, query = self._searcher, question.query()
        depth, filters = k + _MARGIN, []
        if masked:
            filters.append(partial(_is_not_among, _ascending(masked)))
        if allowed is not None and len(allowed) ** 2 <= k * searcher.num_docs:
            query = _restricted(query, allowed.tolist())
        elif allowed is not None:
            filters.append(partial(_is_among, allowed))
            depth += k * searcher.num_docs // len(allowed)
        return _top(searcher, query, k, depth, filters)


# Parts of tantivy's messages that mean "search, but do not write".
_NOT_FOR_US = ("LockBusy", "Permission denied", "Read-only file system")


def best_first(hit: Hit) -> tuple[float, int]:
    """Order hits by score, equal scores by key."""
    return (-hit.score, hit.key)


def _top(
    searcher: tantivy.Searcher,
    query: tantivy.Query,
    k: int,
    depth: int,
    filters: Sequence[Callable[[_Keys], npt.NDArray[np.bool_]]],
) -> list[Hit]:
    """Fetch deeper until `k` are kept and nothing left can tie with the last of them."""
    while True:
        found = searcher.search(query, depth, count=False).hits
        keys = np.asarray(
            searcher.fast_field_values("key", [address for _, address in found]), dtype=np.int64
        )
        scores = np.round([score for score, _ in found], _SCORE_DIGITS)
        last = scores[-1] if len(scores) else 0.0
        is_exhausted = len(found) < depth
        for passes in filters:
            kept = passes(keys)
            keys, scores = keys[kept], scores[kept]
        best = np.lexsort((keys, -scores))[:k]
        if is_exhausted or (len(best) == k and last < scores[best[-1]]):
            return list(map(Hit, keys[best].tolist(), scores[best].tolist()))
        depth *= 4


def _weighted(field: str, term: str, weight: float) -> tantivy.Query:
    query = tantivy.Query.term_query(SCHEMA, field, term, index_option="freq")
    return query if weight == 1 else tantivy.Query.boost_query(query, weight)


def _keys(keys: Iterable[int]) -> tantivy.Query:
    return tantivy.Query.term_set_query(SCHEMA, "key", list(keys))


def _restricted(query: tantivy.Query, keys: Iterable[int]) -> tantivy.Query:
    among = _unscored(_keys(keys))
    return tantivy.Query.boolean_query([(Occur.Must, query), (Occur.Must, among)])


def _unscored(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)


def _ascending(keys: Set[int]) -> _Keys:
    return np.fromiter(sorted(keys), dtype=np.int64, count=len(keys))


def _is_among(allowed: _Keys, keys: _Keys) -> npt.NDArray[np.bool_]:
    places = np.minimum(np.searchsorted(allowed, keys), len(allowed) - 1)
    return np.asarray(allowed[places] == keys)


def _is_not_among(masked: _Keys, keys: _Keys) -> npt.NDArray[np.bool_]:
    return ~_is_among(masked, keys)
