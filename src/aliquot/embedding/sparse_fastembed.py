"""Sparse encoders named by their hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: a `SparseEncoder` whose terms are the model's token numbers. Source:
fastembed 0.9, `SparseTextEmbedding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

# Checked with and without the extra installed.
from fastembed import SparseTextEmbedding  # type: ignore[import-not-found,unused-ignore]

from aliquot.models.fastembed_model import FastembedModel, encoded_texts
from aliquot.protocols import Role

__all__ = ["FastembedSparseEncoder"]


class FastembedSparseEncoder:
    """Encode with a sparse model of the hub, such as prithivida/Splade_PP_en_v1, by fastembed.

    The model is downloaded and loaded at the first use, not with the object.
    """

    def __init__(
        self,
        model: str = "prithivida/Splade_PP_en_v1",
        *,
        languages: Iterable[str] | None = ("en",),
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
            SparseTextEmbedding,
            model,
            kind="sparse encoder",
            unlisted=lambda known: f"Known: {', '.join(known)}.",
            cache=cache,
            threads=threads,
        )

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        """Return the weights of tokens per text, by token number.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        found = encoded_texts(self._model, texts, role)
        return [_weights(one.indices.tolist(), one.values.tolist()) for one in found]


def _weights(numbers: Sequence[int], values: Sequence[float]) -> Mapping[str, float]:
    pairs = zip(numbers, values, strict=True)
    return {str(number): float(value) for number, value in pairs if value > 0}
