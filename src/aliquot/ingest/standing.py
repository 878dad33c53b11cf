"""How a source stands, by its entry in the ledger: held, put aside, or read by an older version."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from aliquot.errors import ConfigError
from aliquot.storage.ledger import LedgerEntry
from aliquot.types import LedgerState

__all__ = [
    "CUTTING", "DONE", "EXCLUDED", "ORIGINAL", "PARTS", "QUARANTINED", "format_of", "holds",
    "is_outdated", "is_quarantined", "versions",
]  # fmt: skip

# Status of a source the user removed by hand: left alone until named again or changed.
EXCLUDED = "excluded"

# Status of a source that was read but is not what it says it is: kept out until vouched for.
QUARANTINED = "quarantined"

# Under this a duplicate's receipt keeps the digest of the other file of the same work, which has
# to be compared again when it changes.
ORIGINAL = "original_sha256"
# Under this a receipt keeps how its documents were cut.
CUTTING = "cutting"
# And under this the receipt of a whole keeps its parts with their digests.
PARTS = "parts"

DONE = (LedgerState.COMMITTED, LedgerState.INDEXED)

VersionOf = Callable[[str], str | None]


def holds(entry: LedgerEntry | None, digest: str) -> bool:
    """Tell whether documents of a source, made from these very bytes, are in the library."""
    return (
        entry is not None
        and entry.sha256 == digest
        and entry.state in DONE
        and not entry.duplicate_of
        and entry.status != EXCLUDED
    )


def is_quarantined(entry: LedgerEntry | None) -> bool:
    """Tell whether a source is kept out because it is not what it says it is."""
    return entry is not None and entry.status == QUARANTINED


def format_of(entry: LedgerEntry) -> str:
    """Return the format a source was read as, by the parser that read it."""
    return entry.parser.partition(" ")[0]


def is_outdated(entry: LedgerEntry, version_of: VersionOf, cutting: str) -> bool:
    """Tell whether a source was read or cut by an older version.

    Args:
        entry: The source in the ledger.
        version_of: As `versions` gives it.
        cutting: How documents are cut at present.
    """
    is_read = entry.state in DONE and not entry.duplicate_of and entry.status != EXCLUDED
    present = version_of(format_of(entry)) if is_read else None
    if present is None:
        return False
    return present != entry.parser or entry.receipt.get(CUTTING) != cutting


def versions(parser_name: Callable[[str], str]) -> VersionOf:
    """Return what gives a format's parser and version, `None` where the parser is no longer there.

    Each format is asked for once: to find that no plugin has one takes 15 ms, and a library may
    hold thousands of files of it.

    Args:
        parser_name: Format name to that parser's name and present version.
    """

    @cache
    def version_of(format_name: str) -> str | None:
        try:
            return parser_name(format_name)
        except (ConfigError, ImportError):
            return None

    return version_of
