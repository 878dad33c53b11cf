"""Answers without a language model: the sentences that say most of what was asked, verbatim.

A sentence is scored by the share of the question's weighted words it holds (those in its chunk's
header count for less), by its nearness to the question where an embedder is at hand, by a number in
it where a number is asked for, and a little by its chunk's rank.

Source of the shares: the answerable questions of the development set and the demonstration lab,
2026-11. Of 53 English ones the three sentences held the evidence for .52 before and .74 with these;
embedding a sentence under its header is what helped most.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from aliquot.generation.labels import citation_flags, citation_label
from aliquot.protocols import Analyser, Embedder
from aliquot.sentences import sentence_spans
from aliquot.types import Chunk, Citation, ScoredChunk, Span, Statement

__all__ = ["Extractor", "QuestionTerms", "column_names", "covered_share"]

# Sentences compared with the question by vectors; the rest have too few of its words.
EMBEDDED_SENTENCES = 32
# Characters of the header embedded above a sentence: the end of the title and the section.
CONTEXT_CHARACTERS = 150
MIN_CHARACTERS = 12
MAX_CHARACTERS = 600
# Shorter pieces without an end mark are headings and labels.
MIN_WORDS = 6
# Lines about a document rather than of it, and the rule under a table's header row.
APPARATUS = re.compile(
    r"key ?words?\b|correspond(?:ence|ing author)|e-?mail\b|received\b.*\baccepted\b|©|copyright\b"
    r"|キーワード|\| ---|(?:supplementary )?(?:table|fig(?:ure)?\.?) s?\d+[.:]|[図表]\s?\d+[.:：]",
    re.IGNORECASE,
)
# A sentence of fewer characters is quoted with the next one.
SHORT = 48
COVERAGE_SHARE = 0.45
NEARNESS_SHARE = 0.45
RANK_SHARE = 0.10
NUMBER_SHARE = 0.25
# Questions whose answer holds a digit.
NUMBER_ASKED = re.compile(
    r"how (?:many|much|long|large|big|often|costly|far|old|fast|high|deep)\b"
    r"|what (?:share|percentage|proportion|fraction|temperature|speed|doses?|voltage|size|age)\b"
    r"|\b(?:percent|temperature|concentration|hazard ratio|number|accession|catalogue|doi"
    r"|ic50|ec50|mics?|p[- ]value|when|year)\b"
    r"|何|いくら|いくつ|いつ|どのくらい|[%％]|濃度|温度|番号|条件|期間",
    re.IGNORECASE,
)
# A word that only the header holds is context, not what the sentence says.
HEADER_WORD = 0.5
# Sentences scoring under this share of the best add little but length.
KEEP_ABOVE = 0.8


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """What a question is about.

    Attributes:
        weights: Inverse document frequency by analysed term.
        others: Other names of what a term names, by the term; each the terms that make it.
    """

    weights: dict[str, float]
    others: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """Sum of all weights."""
        return sum(self.weights.values())


@dataclass(frozen=True, slots=True)
class _Candidate:
    chunk: Chunk
    rank: int
    span: Span
    text: str
    score: float


def covered_share(terms: QuestionTerms, found: set[str]) -> float:
    """Return the share, 0 to 1, of the question's weight that stands in `found`."""
    if not terms.total:
        return 0.0
    stands = (
        weight
        for term, weight in terms.weights.items()
        if term in found or any(name <= found for name in terms.others.get(term, ()))
    )
    return sum(stands) / terms.total


class Extractor:
    """Pick the sentences that answer a question from a ranking."""

    def __init__(
        self,
        analyser: Analyser,
        embedder_for: Callable[[str], Embedder | None],
        *,
        max_statements: int = 3,
    ) -> None:
        """Take what it works with.

        Args:
            analyser: The same as the term index's.
            embedder_for: Language to an embedder that understands it, if there is one.
            max_statements: Sentences of an answer.
        """
        self._analyser = analyser
        self._embedder_for = embedder_for
        self._max_statements = max_statements

    def extract(
        self,
        question: str,
        language: str,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
    ) -> list[Statement]:
        """Return statements with unverified citations, the best first."""
        wants_number = NUMBER_ASKED.search(question) is not None
        candidates = [
            one
            for scored in evidence
            for one in self._candidates(scored, terms, wants_number=wants_number)
        ]
        candidates.sort(key=lambda one: (-one.score, one.rank, one.span))
        candidates = candidates[:EMBEDDED_SENTENCES]
        if not candidates:
            return []
        scores = self._scores(question, language, candidates)
        order = sorted(range(len(candidates)), key=lambda n: (-scores[n], n))
        floor = scores[order[0]] * KEEP_ABOVE
        chosen = [candidates[n] for n in order if scores[n] >= floor]
        return [_statement(one) for one in _distinct(chosen)[: self._max_statements]]

    def _candidates(
        self, scored: ScoredChunk, terms: QuestionTerms, *, wants_number: bool
    ) -> list[_Candidate]:
        chunk = scored.chunk
        names = column_names(chunk)
        title = str(chunk.metadata.get("title", ""))
        header = set(self._analyser.terms(" ".join([chunk.header, *names])))
        found = []
        for span in _units(chunk.text):
            text = span.of(chunk.text)
            is_label = text == title or (names and _cells(text) == names)
            if is_label or not _says_something(text):
                continue
            said = set(self._analyser.terms(text))
            share = covered_share(terms, said)
            share += HEADER_WORD * covered_share(terms, header - said)
            absolute = Span(chunk.span.start + span.start, chunk.span.start + span.end)
            score = COVERAGE_SHARE * share + RANK_SHARE / scored.rank
            score += NUMBER_SHARE * (wants_number and any(map(str.isdigit, text)))
            found.append(_Candidate(chunk, scored.rank, absolute, text, score))
        return found

    def _scores(
        self, question: str, language: str, candidates: Sequence[_Candidate]
    ) -> npt.NDArray[np.float64]:
        lexical = np.array([one.score for one in candidates])
        embedder = self._embedder_for(language)
        if embedder is None:
            return lexical
        asked = embedder.embed([question], "query")[0]
        rows = embedder.embed([_in_context(one) for one in candidates], "document")
        return lexical + NEARNESS_SHARE * _stretched(rows @ asked)


def _in_context(one: _Candidate) -> str:
    context = one.chunk.header.partition("\n")[0][-CONTEXT_CHARACTERS:]
    return f"{context}\n{one.text}" if context else one.text


def _stretched(cosines: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Spread cosines over 0 to 1: embedders differ in the narrow band they use."""
    low, high = float(cosines.min()), float(cosines.max())
    spread = max(high - low, 1e-6)
    return np.asarray((cosines - low) / spread, dtype=np.float64)


def _says_something(text: str) -> bool:
    """Tell a sentence, row or field from a heading, a rule or a fragment."""
    if not MIN_CHARACTERS <= len(text) <= MAX_CHARACTERS or APPARATUS.match(text):
        return False
    is_fragment = text[-1].isalnum() and len(text.split()) < MIN_WORDS and text.isascii()
    return not is_fragment or ":" in text


def _units(text: str) -> list[Span]:
    """Return what can be quoted alone: sentences, cut again at line ends.

    Rows, steps and fields stand on their own; a short sentence takes the next one of its line with
    it, without which it often says too little ("It fades when frozen. Keep it at 4 °C.").
    """
    units: list[Span] = []
    for span in _lines(text):
        last = units[-1] if units else None
        if last is not None and len(last) < SHORT and "\n" not in text[last.start : span.end]:
            units[-1] = Span(last.start, span.end)
        else:
            units.append(span)
    return units


def _lines(text: str) -> Iterator[Span]:
    for sentence in sentence_spans(text):
        start = sentence.start
        for line in sentence.of(text).split("\n"):
            stripped = line.strip()
            if stripped:
                offset = start + line.index(stripped)
                yield Span(offset, offset + len(stripped))
            start += len(line) + 1


def _distinct(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Drop what repeats an earlier sentence, as overlapping chunks do."""
    seen: set[str] = set()
    kept = []
    for one in candidates:
        key = " ".join(one.text.casefold().split())
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


def _statement(one: _Candidate) -> Statement:
    chunk = one.chunk
    citation = Citation(
        label=citation_label(chunk),
        quote=one.text,
        span=one.span,
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        source=str(chunk.metadata.get("source", "")),
        section=chunk.section,
        page=chunk.pages[0] if chunk.pages else None,
        verified=False,
        flags=citation_flags(chunk),
    )
    return Statement(_said(one.text, chunk), (citation,))


def _said(text: str, chunk: Chunk) -> str:
    """Return a quote as it is read: a table row with its column names, anything else as it is."""
    if not text.startswith("|"):
        return " ".join(text.split())
    names, cells = column_names(chunk), _cells(text)
    if len(names) != len(cells):
        return "; ".join(cell for cell in cells if cell)
    return "; ".join(
        f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=True) if cell
    )


def column_names(chunk: Chunk) -> list[str]:
    """Return the header row of a chunk's table: in its text, or repeated in its header."""
    lines = chunk.text.split("\n")
    for row, rule in itertools.pairwise(lines):
        if rule.startswith("| ---"):
            return _cells(row)
    in_header = [line for line in chunk.header.split("\n") if line.startswith("|")]
    return _cells(in_header[-1]) if in_header else []


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split(" | ")]
