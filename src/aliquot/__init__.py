"""Aliquot answers a lab's questions from its own files, and proves every sentence.

>>> import aliquot
>>> library = aliquot.Library.create("my-library")  # doctest: +SKIP
>>> library.add("papers/")  # doctest: +SKIP
>>> print(library.ask("Which buffer elutes the DNA?").text)  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from aliquot.errors import (
    AliquotError,
    ConfigError,
    IndexMismatchError,
    MissingExtraError,
    ModelError,
    ModelUnavailableError,
    ParseError,
    PartError,
    SourceError,
    StoreError,
    UnknownDocumentError,
    UnstorableTextError,
    UnsupportedFormatError,
)

if TYPE_CHECKING:
    from aliquot.library import Library
    from aliquot.types import (
        Answer,
        Chunk,
        Citation,
        Document,
        IngestReport,
        Receipt,
        ScoredChunk,
        Statement,
    )

__all__ = [
    "AliquotError",
    "Answer",
    "Chunk",
    "Citation",
    "ConfigError",
    "Document",
    "IndexMismatchError",
    "IngestReport",
    "Library",
    "MissingExtraError",
    "ModelError",
    "ModelUnavailableError",
    "ParseError",
    "PartError",
    "Receipt",
    "ScoredChunk",
    "SourceError",
    "Statement",
    "StoreError",
    "UnknownDocumentError",
    "UnstorableTextError",
    "UnsupportedFormatError",
    "__version__",
]

__version__ = "0.1.0"


# Where what is not loaded with the package stands: `Library` brings NumPy and SQLAlchemy, and the
# records took two thirds of the CPU time of `import aliquot` (2026-11-30).
_PLACES = {
    "Library": "aliquot.library",
    "Answer": "aliquot.types",
    "Chunk": "aliquot.types",
    "Citation": "aliquot.types",
    "Document": "aliquot.types",
    "IngestReport": "aliquot.types",
    "Receipt": "aliquot.types",
    "ScoredChunk": "aliquot.types",
    "Statement": "aliquot.types",
}


def __getattr__(name: str) -> object:
    """Load the library and the records when they are first named."""
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
