"""Aliquot answers a lab's questions from its own files, and proves every sentence.

>>> import aliquot
>>> library = aliquot.Library.create("my-library")  # doctest: +SKIP
>>> library.add("papers/")  # doctest: +SKIP
>>> print(library.ask("Which buffer elutes the DNA?").text)  # doctest: +SKIP
"""

from __future__ import annotations

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

if TYPE_CHECKING:
    from aliquot.library import Library

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


def __getattr__(name: str) -> object:
    """Load `Library` when it is first named: it brings NumPy and SQLAlchemy."""
    if name == "Library":
        from aliquot.library import Library

        return Library
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
