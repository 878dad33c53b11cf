"""Which candidates make the answer: the best one, and what it lacks.

The first is the best by score. A further one has to come near it and say something new: an aspect
asked for that is still missing, or a good part of the question still unsaid, less what it repeats
(maximal marginal relevance). Where one value is asked for and the first has it, nothing is added.

Source: Carbonell & Goldstein 1998, https://doi.org/10.1145/290941.291025; shares from
benchmarks/answers.py, 2026-11.
"""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.generation.extractive.candidates import Candidate
from aliquot.generation.extractive.wanted import Wanted

__all__ = ["chosen"]

# Candidates scoring under this share of the best add little but length ...
KEEP_ABOVE = 0.8
# ... unless they show an aspect asked for that is missing yet.
KEEP_ABOVE_FOR_ASPECT = 0.55
# Of words shared with what is already said; more is a repetition.
MAX_SHARED = 0.6
# Where the first has all that is asked and leads by this share, it is the answer.
LEAD = 0.12


def chosen(
    candidates: Sequence[Candidate], scores: Sequence[float], wanted: Wanted, most: int
) -> list[Candidate]:
    """Return the candidates that make the answer, the best first.

    Args:
        candidates: All.
        scores: Of each.
        wanted: What the question asks for.
        most: Candidates at most.
    """
    order = sorted(range(len(candidates)), key=lambda n: (-scores[n], n))
    names = {one.name for one in wanted.aspects}
    answer: list[int] = []
    for n in order:
        if len(answer) == most:
            break
        if not answer:
            answer.append(n)
            continue
        best, missing = answer[0], names - _shown(candidates, answer)
        if _is_repeated(candidates, answer, n):
            continue
        adds = candidates[n].shown & missing
        if scores[n] < scores[best] * (KEEP_ABOVE_FOR_ASPECT if adds else KEEP_ABOVE):
            continue
        is_answered = bool(names) and not missing
        if is_answered and not adds and scores[n] < scores[best] * (1 - LEAD):
            continue
        answer.append(n)
    return [candidates[n] for n in answer]


def _shown(candidates: Sequence[Candidate], answer: Sequence[int]) -> frozenset[str]:
    return frozenset().union(*(candidates[n].shown for n in answer))


def _is_repeated(candidates: Sequence[Candidate], answer: Sequence[int], n: int) -> bool:
    """Tell whether a candidate overlaps or repeats what is already said."""
    one = candidates[n]
    for other in (candidates[m] for m in answer):
        is_same_place = one.chunk.document_id == other.chunk.document_id
        if is_same_place and one.span.start < other.span.end and other.span.start < one.span.end:
            return True
        shared = len(one.words & other.words)
        if shared >= MAX_SHARED * min(len(one.words), len(other.words)):
            return True
    return False
