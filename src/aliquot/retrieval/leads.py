"""What evidence names and the question does not: what to follow next, best first."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from aliquot.sentences import sentence_spans
from aliquot.types import ScoredChunk

__all__ = ["Lead", "Leads"]

# 10ml, 37°c, 0.5%, 24h: a number with its unit, which looks like a name and is none.
_AMOUNT = re.compile(r"\d+(?:[.,]\d+)*[^\W\d_]{0,4}(?:/[^\W\d_]{1,3})?[%°]?[^\W\d_]?")
# "October 2009", "Fig. 6" and "group 4" are formed like BCL2, and are names only if written as one.
_WORD_AND_NUMBER = re.compile(r"([^\W\d_]+)(\d[\d.]*)")
# A chunk of a gene's record names hundreds of others; the first of a sentence tell what it is of.
MAX_NAMES_A_SENTENCE = 8


@dataclass(frozen=True, slots=True)
class Lead:
    """A name to follow.

    Attributes:
        name: As the analyser forms it.
        said_in: Id of the chunk that names it.
        score: How much it promises; only its order means anything.
    """

    name: str
    said_in: str
    score: float


class Leads:
    """Finds names in evidence, by where they stand and how rare they are."""

    def __init__(
        self,
        names_of: Callable[[str], Sequence[str]],
        terms_of: Callable[[str], Sequence[str]],
        idf: Callable[[Sequence[str]], Sequence[float]],
    ) -> None:
        """Take what reads texts.

        Args:
            names_of: Text to the terms in it that name one thing: symbols, accessions, DOIs.
            terms_of: Text to its content words, analysed.
            idf: How rare each of the terms is in the library.
        """
        self._names_of = names_of
        self._terms_of = terms_of
        self._idf = idf

    def names(self, text: str) -> frozenset[str]:
        """Return what a text names, amounts left out."""
        return frozenset(self._names(text))

    def of(
        self, question: str, evidence: Sequence[ScoredChunk], followed: Collection[str] = ()
    ) -> list[Lead]:
        """Return the names the evidence holds and the question does not, best first.

        A name counts for the words of the question in its sentence and its header, for names
        followed so far in its sentence, for its rarity, and for the rank of its chunk.

        Args:
            question: As asked.
            evidence: Where names are looked for.
            followed: Names that led here; never returned.
        """
        asked = self.names(question).union(followed)
        wanted = frozenset(self._terms_of(question))
        scores: defaultdict[str, float] = defaultdict(float)
        said_in: dict[str, str] = {}
        for one in evidence:
            for sentence in _sentences(one):
                names = self._names(sentence)[:MAX_NAMES_A_SENTENCE]
                shared = len(wanted.intersection(self._terms_of(sentence)))
                shared += len(set(names).intersection(followed))
                for name in names:
                    if name not in asked:
                        # Said often counts little: the one sentence that answers counts most.
                        scores[name] = max(scores[name], shared / math.log2(1 + one.rank))
                        said_in.setdefault(name, one.chunk.id)
        found = [name for name, score in scores.items() if score > 0]
        rarity = zip(found, self._idf(found), strict=True)
        leads = [Lead(name, said_in[name], scores[name] * idf) for name, idf in rarity]
        return sorted(leads, key=lambda lead: (-lead.score, lead.name))

    def _names(self, text: str) -> list[str]:
        folded = text.casefold()
        return [
            name
            for name in self._names_of(text)
            if not _AMOUNT.fullmatch(name) and _is_written_as_one(name, folded)
        ]


def _is_written_as_one(name: str, folded: str) -> bool:
    parts = _WORD_AND_NUMBER.fullmatch(name.casefold())
    if parts is None:
        return True
    word, number = map(re.escape, parts.groups())
    return re.search(rf"{word}[-\u2010-\u2013]?{number}", folded) is not None


def _sentences(scored: ScoredChunk) -> Iterator[str]:
    """Yield a chunk's sentences, each under the chunk's header: it says what they are about."""
    chunk = scored.chunk
    for span in sentence_spans(chunk.text):
        yield f"{chunk.header}\n{chunk.text[span.start : span.end]}"
