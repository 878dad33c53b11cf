"""Who asked for a job, kept with it: what they may see is told by that, not by its worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aliquot.types import Permission, Person

__all__ = ["ASKER", "asker_of", "with_asker"]

ASKER = "asker"


def with_asker(given: Mapping[str, Any], person: Person) -> dict[str, Any]:
    """Return what a job works on, with who asked for it.

    Args:
        given: What it works on.
        person: Who asked.
    """
    kept = {
        "name": person.name,
        "groups": sorted(person.groups),
        "permissions": sorted(person.permissions),
        "via": person.via,
        "is_administrator": person.is_administrator,
    }
    return {**given, ASKER: kept}


def asker_of(given: Mapping[str, Any]) -> Person:
    """Return who asked for a job.

    Args:
        given: As `with_asker` made it; a job without one sees nothing.
    """
    kept = given[ASKER]
    return Person(
        name=kept["name"],
        groups=frozenset(kept["groups"]),
        permissions=frozenset(map(Permission, kept["permissions"])),
        via=kept["via"],
        is_administrator=kept["is_administrator"],
    )
