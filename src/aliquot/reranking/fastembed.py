"""Rerank with a cross-encoder named by its hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: a `Reranker`. Source: fastembed 0.9, `TextCrossEncoder`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

# Checked with and without the extra installed.
from fastembed.rerank.cross_encoder import (  # type: ignore[import-not-found,unused-ignore]
    TextCrossEncoder,
)

from aliquot.models.fastembed_model import FastembedModel
from aliquot.reranking.ordering import rerank_by_scores
from aliquot.types import ScoredChunk

__all__ = ["FastembedReranker"]

# One pair per run: a score then depends on its pair alone, see `reranking/cross_encoder.py`.
_PAIRS_PER_RUN = 1


class FastembedReranker:
    """Rerank with a cross-encoder of the hub, such as BAAI/bge-reranker-base, by fastembed.

    The model is downloaded and loaded at the first use, not with the object.
    """

    def __init__(
        self,
        *,
        model: str = "BAAI/bge-reranker-base",
        languages: Iterable[str] | None = None,
        cache: str | Path | None = None,
        threads: int | None = None,
    ) -> None:
        """Name the model; nothing is loaded yet.

        Args:
            model: Hub id, among those fastembed lists.
            languages: ISO 639-1 codes it understands; `None` for all.
            cache: Folder for downloads; `None` for fastembed's own.
            threads: Threads of one run; `None` for one per core.

        Raises:
            ConfigError: fastembed does not list the model.
        """
        self.id = f"fastembed-{model}"
        self.languages = None if languages is None else frozenset(languages)
        self._model = FastembedModel(
            TextCrossEncoder,
            model,
            kind="reranker",
            unlisted=lambda known: (
                f"Known: {', '.join(known)}. Another one is read from a folder"
                " by the reranker cross-encoder."
            ),
            cache=cache,
            threads=threads,
        )

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        """Return the best `k` chunks by the model's logit.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        return rerank_by_scores(self._scores, question, ranking, k, languages=self.languages)

    def _scores(self, question: str, texts: Sequence[str]) -> list[float]:
        with self._model.running() as model:
            return list(model.rerank(question, list(texts), batch_size=_PAIRS_PER_RUN))
