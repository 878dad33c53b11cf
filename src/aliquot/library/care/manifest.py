"""What an export says of itself: its files, what made it and what it does not carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["FORMAT", "MANIFEST", "NOT_CARRIED", "ExportManifest", "Table"]

MANIFEST = "manifest.json"
# Raise when exports of the version before can no longer be read as they are.
FORMAT = 1
NOT_CARRIED = (
    "answers with what readers say of them, conversations, evaluations and the audit log",
    "tokens, logins and jobs",
    "what services and language models have answered",
    "settings",
    "the files documents were read from",
)


@dataclass(frozen=True, slots=True)
class Table:
    """One file of an export.

    Attributes:
        file: Its name.
        rows: Its lines.
        sha256: Of its bytes.
        embedder: Id of the one whose vectors it holds; empty for none.
    """

    file: str
    rows: int
    sha256: str
    embedder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportManifest:
    """What an export says of itself.

    Attributes:
        format: Of the export.
        schema: Of the catalog it was made from.
        aliquot: The version that wrote it.
        created_at: ISO 8601, UTC.
        tables: Its files of JSON lines, by what they hold.
        roots: Files and folders the library was given.
        not_carried: What the library knows and the export does not hold.
    """

    schema: int
    aliquot: str
    created_at: str
    format: int = FORMAT
    tables: Mapping[str, Table] = field(default_factory=dict)
    roots: tuple[str, ...] = ()
    not_carried: tuple[str, ...] = NOT_CARRIED
