"""Chunks to entries and queries to term questions, by one analyser for both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from aliquot.protocols import Analyser, ChunkRecord
from aliquot.storage.terms_tantivy.segments import Entry, Phrase, TermQuestion
from aliquot.types import Expansion, Query

__all__ = ["ALSO_WEIGHT", "HEADER_WEIGHT", "Weigh", "Wording"]

# Longer terms (sequences, encoded data) are cut alike in chunks and questions.
_TERM_CHARS = 128
# A pasted page has fewer terms; a pasted book would be slow and no better.
_QUESTION_TERMS = 1024
# Header and text as one field beat two weighted fields (nDCG@10 .700 against .696 on SciFact train
# claims, .617 against .584 on MedQuAD). The header's own field adds a little at any weight from
# 0.1 to 0.3 (SciFact .705, .706, .705; MedQuAD .637, .639, .643).
# Source: benchmarks/lexical.py, 2026-11.
HEADER_WEIGHT = 0.2
# What a name counts that a chunk stands for and does not write: the other form of an abbreviation.
ALSO_WEIGHT = 0.2
# A quoted paragraph names its place as well by its first words.
_PHRASE_TERMS = 64

Weigh = Callable[[str], Mapping[str, float]]


class Wording:
    """Forms the terms of one index."""

    def __init__(
        self, analyser: Analyser, weigh: Weigh | None, beside: Mapping[str, float]
    ) -> None:
        """Take how texts become terms.

        Args:
            analyser: Of chunks and questions.
            weigh: Gives a question's terms with weights above 0; every term weighs 1 without it.
            beside: What a match counts in each field searched beside the text.
        """
        self._analyser = analyser
        self._weigh = weigh or self._weigh_alike
        self._beside = beside

    def entry(self, record: ChunkRecord) -> Entry:
        """Return what the index holds of a chunk."""
        chunk = record.chunk
        header, header_beside = self._analyser.parted(chunk.header)
        text, text_beside = self._analyser.parted(chunk.text)
        parts = (header, text, header_beside + text_beside)
        beside = (*chunk.also, chunk.context)
        also = [term for name in beside for term in self._analyser.terms(name)]
        return Entry(
            record.key,
            self._joined(header + header_beside),
            tuple(map(self._joined, parts)),
            self._joined(also),
        )

    def question(self, weights: Mapping[str, float]) -> TermQuestion:
        """Return what is searched for analysed terms with their weights."""
        first = islice(weights.items(), _QUESTION_TERMS)
        return TermQuestion({term[:_TERM_CHARS]: weight for term, weight in first}, self._beside)

    def question_of(self, query: Query) -> TermQuestion:
        """Return what is searched for a query's text, expansions and phrases."""
        return replace(
            self.question(self._weigh(query.text)),
            others=tuple(filter(None, map(self._other_names, query.expansions))),
            required=self.phrases(query.phrases),
        )

    def phrases(
        self, texts: Sequence[str], slop: int = 0, weight: float = 1.0
    ) -> tuple[Phrase, ...]:
        """Return texts as phrases; one without words has no terms."""
        ordered = (self.cut(self._analyser.parted(text)[0][:_PHRASE_TERMS]) for text in texts)
        return tuple(Phrase(tuple(terms), weight, slop) for terms in ordered)

    @staticmethod
    def cut(terms: Sequence[str]) -> list[str]:
        """Return terms as long as the index keeps them."""
        return [term[:_TERM_CHARS] for term in terms]

    def _other_names(self, expansion: Expansion) -> tuple[Phrase, ...]:
        phrases = self.phrases(expansion.others, weight=expansion.weight)
        return tuple(phrase for phrase in phrases if phrase.terms)

    def _joined(self, terms: Sequence[str]) -> str:
        return " ".join(self.cut(terms))

    def _weigh_alike(self, text: str) -> Mapping[str, float]:
        return dict.fromkeys(self._analyser.terms(text), 1.0)
