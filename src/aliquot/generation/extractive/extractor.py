"""Pick the sentences that answer a question from a ranking.

Source of the shares: the development questions and the tuning half of
benchmarks/data/answer_questions.jsonl; figures of both and of the half held out in
benchmarks/results/answers.json, 2026-11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from aliquot.generation.extractive.candidates import Candidate, candidates_of
from aliquot.generation.extractive.choosing import chosen
from aliquot.generation.extractive.read_chunks import ChunkReader
from aliquot.generation.extractive.tables import said
from aliquot.generation.extractive.terms import QuestionTerms
from aliquot.generation.extractive.wanted import Wanted, wanted_of
from aliquot.generation.labels import cite
from aliquot.protocols import Embedder
from aliquot.types import ScoredChunk, Statement

__all__ = ["Extractor"]

# What is compared with the question by vectors, in UTF-8 bytes: the best by words until it is
# used up. A model reads some four bytes a token and 3,000 tokens a CPU second.
EMBEDDED_BYTES = 1800
# Characters of the header embedded above a sentence: the end of the title and the section.
CONTEXT_CHARACTERS = 80
# Of a long unit, its beginning tells what it is about.
EMBEDDED_CHARACTERS = 300

OWN_SHARE = 0.50
UNDER_SHARE = 0.14
AROUND_SHARE = 0.35
BESIDE_SHARE = 0.10
ASPECT_SHARE = 0.56
FIELD_SHARE = 0.34
# What a section of an entry begins with says the most of it.
FIRST_SHARE = 0.15
# Taken off what is about something else than its document.
ASIDE_SHARE = 0.11
RANK_SHARE = 0.08
NEARNESS_SHARE = 0.17
# An aspect shown beside nothing that was asked about counts for this much of it.
UNRELATED = 0.4


class Extractor:
    """Pick the sentences that answer a question from a ranking."""

    def __init__(
        self,
        reader: ChunkReader,
        embedder_for: Callable[[str], Embedder | None],
        *,
        max_statements: int = 3,
    ) -> None:
        """Take what it works with.

        Args:
            reader: Of the evidence.
            embedder_for: Language to an embedder that understands it, if there is one.
            max_statements: Sentences of an answer.
        """
        self._reader = reader
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
        wanted = wanted_of(question)
        candidates, by_words = _best_first(
            candidates_of(evidence, terms, wanted, self._reader), terms, wanted
        )
        scores = self._scores(question, language, candidates, by_words)
        answer = chosen(candidates, scores, wanted, self._max_statements)
        return [_statement(one) for one in answer]

    def _scores(
        self,
        question: str,
        language: str,
        candidates: Sequence[Candidate],
        by_words: Sequence[float],
    ) -> list[float]:
        scores = np.array(by_words)
        embedder = self._embedder_for(language)
        texts = _within_budget(candidates)
        if embedder is not None and texts:
            asked = embedder.embed([question], "query")[0]
            near = _stretched(embedder.embed(texts, "document") @ asked)
            scores[: len(texts)] += NEARNESS_SHARE * near
        return [float(one) for one in scores]


def _best_first(
    candidates: Iterable[Candidate], terms: QuestionTerms, wanted: Wanted
) -> tuple[list[Candidate], list[float]]:
    """Return candidates with what speaks for each, nearness by meaning left out."""
    # Sentences share few sets of terms.
    share = cache(terms.share)
    scored = [(_score(one, share, wanted), one) for one in candidates]
    scored.sort(key=lambda pair: (-pair[0], pair[1].rank, pair[1].span))
    return [one for _, one in scored], [score for score, _ in scored]


def _score(one: Candidate, share: Callable[[frozenset[str]], float], wanted: Wanted) -> float:
    own, under, around = share(one.own), share(one.under), share(one.around)
    related = own + under + around
    score = OWN_SHARE * own + UNDER_SHARE * under + AROUND_SHARE * around
    score += BESIDE_SHARE * share(one.beside) + RANK_SHARE / one.rank
    score -= ASIDE_SHARE * one.is_aside
    if wanted.aspects:
        shown = len(one.shown) / len(wanted.aspects)
        score += ASPECT_SHARE * shown * max(UNRELATED, min(1.0, related))
        score += FIELD_SHARE * one.is_field + FIRST_SHARE * one.is_first
    return score


def _within_budget(candidates: Sequence[Candidate]) -> list[str]:
    """Return the texts of the first candidates that are compared by meaning."""
    texts: list[str] = []
    left = EMBEDDED_BYTES
    for one in candidates:
        text = _in_context(one)
        left -= len(text.encode())
        if left < 0 and texts:
            break
        texts.append(text)
    return texts


def _in_context(one: Candidate) -> str:
    context = one.chunk.header.partition("\n")[0][-CONTEXT_CHARACTERS:]
    text = one.text[:EMBEDDED_CHARACTERS]
    return f"{context}\n{text}" if context else text


def _stretched(cosines: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Spread cosines over 0 to 1: embedders differ in the narrow band they use."""
    low, high = float(cosines.min()), float(cosines.max())
    spread = max(high - low, 1e-6)
    return np.asarray((cosines - low) / spread, dtype=np.float64)


def _statement(one: Candidate) -> Statement:
    return Statement(said(one.text, one.chunk), (cite(one.chunk, one.span, one.text),))
