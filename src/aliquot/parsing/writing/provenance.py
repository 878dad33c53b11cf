"""Say of a document's bibliographic fields where each was found.

What enters: the fields a parser read in one place. What leaves: the same fields, and their
`provenance` beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["found_in"]


def found_in(place: str, **fields: Any) -> dict[str, Any]:
    """Return the fields with `provenance`, which names the place of each that is filled.

    Args:
        place: As a receipt shows it: "front matter", "e-mail header".
        **fields: Of `Document`; what is empty was not found and has no provenance.
    """
    provenance: Mapping[str, str] = {name: place for name, value in fields.items() if value}
    return {**fields, "provenance": provenance}
