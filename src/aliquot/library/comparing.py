"""Two documents, or the versions of one, as a library is asked to compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aliquot.types import VersionComparison

if TYPE_CHECKING:
    from aliquot.survey.versions import Comparable

__all__ = ["compare"]


def compare(library: Comparable, old_id: str, new_id: str | None) -> list[VersionComparison]:
    """Return what changed from each version to the next; see `survey.versions.compare`."""
    # Loaded when it is asked for: no other command has need of it.
    from aliquot.survey.versions import compare as compared

    return compared(library, old_id, new_id)
