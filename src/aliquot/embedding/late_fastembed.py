"""Late-interaction encoders named by their hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: a `LateInteractionEncoder`. Source: fastembed 0.9,
`LateInteractionTextEmbedding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

# Checked with and without the extra installed.
from fastembed import (  # type: ignore[import-not-found,unused-ignore]
    LateInteractionTextEmbedding,
)

from aliquot.models.fastembed_model import FastembedModel, encoded_texts
from aliquot.protocols import Role

__all__ = ["FastembedTokenEncoder"]

Floats = npt.NDArray[np.float32]


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
        self.id = f"fastembed-{model}"
        self.languages = None if languages is None else frozenset(languages)
        self._model = FastembedModel(
            LateInteractionTextEmbedding,
            model,
            kind="late-interaction encoder",
            unlisted=lambda known: (
                f"Known: {', '.join(known)}. Another one is read from a folder"
                " by the encoder colbert."
            ),
            cache=cache,
            threads=threads,
        )
        self.dimension = int(self._model.stated["dim"])

    def encode(self, texts: Sequence[str], role: Role) -> list[Floats]:
        """Return float32 (tokens, dimension) per text, rows of unit length.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        found = encoded_texts(self._model, texts, role)
        return [_units(np.asarray(rows, dtype=np.float32)) for rows in found]


def _units(rows: Floats) -> Floats:
    """Return rows of unit length; fastembed leaves those of queries as the graph gives them."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units: Floats = (rows / np.maximum(lengths, np.float32(1e-12)))[lengths[:, 0] > 0]
    return units
