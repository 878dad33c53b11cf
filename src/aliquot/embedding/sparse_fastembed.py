"""Sparse encoders named by their hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: a `SparseEncoder` whose terms are the model's token numbers. Source:
fastembed 0.9, `SparseTextEmbedding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock

# Checked with and without the extra installed.
from fastembed import SparseTextEmbedding  # type: ignore[import-not-found,unused-ignore]

from aliquot.errors import ConfigError, ModelError
from aliquot.models.onnx_session import ORT_ERRORS
from aliquot.protocols import Role

__all__ = ["FastembedSparseEncoder"]

# One text per run: its weights then depend on it alone, see `embedding/onnx.py`.
_TEXTS_PER_RUN = 1


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
        known = sorted(str(one["model"]) for one in SparseTextEmbedding.list_supported_models())
        if model.lower() not in map(str.lower, known):
            raise ConfigError(
                f"fastembed has no sparse encoder called {model!r}.",
                hint=f"Known: {', '.join(known)}.",
            )
        self.id = f"fastembed-{model}"
        self.languages = None if languages is None else frozenset(languages)
        self._name = model
        self._cache = None if cache is None else str(Path(cache).expanduser())
        self._threads = threads
        self._lock = Lock()
        self._model: SparseTextEmbedding | None = None

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        """Return the weights of tokens per text, by token number.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        if not texts:
            return []
        model = self._loaded()
        # Lone surrogates (half of a broken emoji) cannot be encoded; the tokenizer would refuse.
        readable = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        try:
            if role == "query":
                found = list(model.query_embed(readable))
            else:
                found = list(model.embed(readable, batch_size=_TEXTS_PER_RUN))
        except ORT_ERRORS as exc:
            raise ModelError(
                f"The sparse encoder {self._name} failed: {exc}",
                hint="Check that memory is not full; if it is not, use another encoder.",
            ) from exc
        return [_weights(one.indices.tolist(), one.values.tolist()) for one in found]

    def _loaded(self) -> SparseTextEmbedding:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> SparseTextEmbedding:
        try:
            return SparseTextEmbedding(self._name, cache_dir=self._cache, threads=self._threads)
        # ValueError is what fastembed raises where no source gave the files.
        except (ValueError, OSError, *ORT_ERRORS) as exc:
            raise ModelError(
                f"The sparse encoder {self._name} cannot be loaded: {exc}",
                hint="Its first use needs the network; later ones its cache folder.",
            ) from exc


def _weights(numbers: Sequence[int], values: Sequence[float]) -> Mapping[str, float]:
    pairs = zip(numbers, values, strict=True)
    return {str(number): float(value) for number, value in pairs if value > 0}
