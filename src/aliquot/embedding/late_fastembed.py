"""Late-interaction encoders named by their hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: a `LateInteractionEncoder`. Source: fastembed 0.9,
`LateInteractionTextEmbedding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

# Checked with and without the extra installed.
from fastembed import (  # type: ignore[import-not-found,unused-ignore]
    LateInteractionTextEmbedding,
)

from aliquot.errors import ConfigError, ModelError
from aliquot.models.onnx_session import ORT_ERRORS
from aliquot.protocols import Role

__all__ = ["FastembedTokenEncoder"]

Floats = npt.NDArray[np.float32]

# One text per run: its vectors then depend on it alone, see `embedding/onnx.py`.
_TEXTS_PER_RUN = 1


class FastembedTokenEncoder:
    """Encode with a model of the hub, such as colbert-ir/colbertv2.0, by fastembed.

    The model is downloaded and loaded at the first use, not with the object.
    """

    def __init__(
        self,
        model: str = "colbert-ir/colbertv2.0",
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
        listed = LateInteractionTextEmbedding.list_supported_models()
        known = {str(one["model"]).lower(): one for one in listed}
        if model.lower() not in known:
            raise ConfigError(
                f"fastembed has no late-interaction encoder called {model!r}.",
                hint=f"Known: {', '.join(sorted(str(one['model']) for one in listed))}. Another"
                " one is read from a folder by the encoder colbert.",
            )
        self.id = f"fastembed-{model}"
        self.dimension = int(known[model.lower()]["dim"])
        self.languages = None if languages is None else frozenset(languages)
        self._name = model
        self._cache = None if cache is None else str(Path(cache).expanduser())
        self._threads = threads
        self._lock = Lock()
        self._model: LateInteractionTextEmbedding | None = None

    def encode(self, texts: Sequence[str], role: Role) -> list[Floats]:
        """Return float32 (tokens, dimension) per text, rows of unit length.

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
                f"The late-interaction encoder {self._name} failed: {exc}",
                hint="Check that memory is not full; if it is not, use another encoder.",
            ) from exc
        return [_units(np.asarray(rows, dtype=np.float32)) for rows in found]

    def _loaded(self) -> LateInteractionTextEmbedding:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> LateInteractionTextEmbedding:
        try:
            return LateInteractionTextEmbedding(
                self._name, cache_dir=self._cache, threads=self._threads
            )
        # ValueError is what fastembed raises where no source gave the files.
        except (ValueError, OSError, *ORT_ERRORS) as exc:
            raise ModelError(
                f"The late-interaction encoder {self._name} cannot be loaded: {exc}",
                hint="Its first use needs the network; later ones its cache folder.",
            ) from exc


def _units(rows: Floats) -> Floats:
    """Return rows of unit length; fastembed leaves those of queries as the graph gives them."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units: Floats = (rows / np.maximum(lengths, np.float32(1e-12)))[lengths[:, 0] > 0]
    return units
