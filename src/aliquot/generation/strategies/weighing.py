"""How much each document counts, and how probably the answer holds.

Source: Lewis et al., "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks", NeurIPS
2020, RAG-Sequence: P(a|q) = sum over documents d of P(a|q,d) P(d|q).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aliquot.generation.writing.written import Written
from aliquot.types import ScoredChunk

__all__ = ["TEMPERATURE", "DocumentEvidence", "by_document", "marginal", "support"]

# Of the best score, so that it holds for every fusion: sums of z-scores reach 16, of reciprocal
# ranks 0.1. Source: least negative log-likelihood of the documents that answer, over the 34
# development questions whose ten chunks are of several documents, 2026-11: 0.29 at 0.08 and 0.10,
# 0.41 at 0.20, and 0.32 for the best absolute temperature (1.8).
TEMPERATURE = 0.1


@dataclass(frozen=True, slots=True)
class DocumentEvidence:
    """One document's share of the evidence.

    Attributes:
        document_id: Which.
        chunks: Its chunks, best first.
        probability: P(d|q): that it is the one that answers; all documents' sum to 1.
    """

    document_id: str
    chunks: tuple[ScoredChunk, ...]
    probability: float


def by_document(
    evidence: Sequence[ScoredChunk], temperature: float = TEMPERATURE
) -> list[DocumentEvidence]:
    """Return the evidence by document, the most probable first, ties by id.

    P(d|q) = exp(s_d / T) / sum_d' exp(s_d' / T), s_d the fused score of a document's best chunk,
    T = temperature * max_d |s_d|.

    Args:
        evidence: A ranking.
        temperature: Above 0: the higher, the more alike documents count.
    """
    chunks: dict[str, list[ScoredChunk]] = {}
    for one in sorted(evidence, key=lambda scored: scored.rank):
        chunks.setdefault(one.chunk.document_id, []).append(one)
    best = {name: max(one.score for one in found) for name, found in chunks.items()}
    top = max(best.values(), default=0.0)
    scale = temperature * max(map(abs, best.values()), default=0.0) or 1.0
    # The best score is taken off before the exponential, which would overflow for large ones.
    masses = {name: math.exp((score - top) / scale) for name, score in best.items()}
    total = sum(masses.values())
    documents = [
        DocumentEvidence(name, tuple(found), masses[name] / total) for name, found in chunks.items()
    ]
    return sorted(documents, key=lambda one: (-one.probability, one.document_id))


def support(written: Written) -> float:
    """Return P(a|q,d), 0 to 1: how far reading a document alone bears out what was made of it.

    It is the share of its statements that stood verification; 0 where it does not answer.
    """
    kept, removed = len(written.statements), len(written.removed)
    return 0.0 if written.is_refusal or not kept else kept / (kept + removed)


def marginal(parts: Iterable[tuple[float, float]]) -> float:
    """Return P(a|q) from P(a|q,d) and P(d|q) of each document, in this order."""
    return min(1.0, math.fsum(answers * document for answers, document in parts))
