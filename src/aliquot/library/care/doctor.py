"""Is a library sound? Every check, one after the other; and what can be mended, mended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot.errors import AliquotError
from aliquot.library.care.catalog_checks import CATALOG_CHECKS
from aliquot.library.care.checked import Check, Checked, Look, Mend, failed
from aliquot.library.care.index_checks import INDEX_CHECKS
from aliquot.library.care.machine_checks import MACHINE_CHECKS
from aliquot.library.care.mending import MENDS
from aliquot.library.care.people_checks import PEOPLE_CHECKS
from aliquot.library.care.source_checks import SOURCE_CHECKS

__all__ = ["examine", "mend", "wanted_mends"]


def examine(look: Look) -> list[Checked]:
    """Run every check; one that cannot be run is a fault of its own.

    Where indexes cannot be opened, what needs them is left out.

    Raises:
        StoreError: The catalog cannot be read at all.
    """
    checks: tuple[Check, ...] = (
        *CATALOG_CHECKS,
        *SOURCE_CHECKS,
        *PEOPLE_CHECKS,
        *MACHINE_CHECKS,
    )
    if look.opened is not None:
        checks += INDEX_CHECKS
    return [one for check in checks for one in _run(check, look)]


def _run(check: Check, look: Look) -> Iterator[Checked]:
    try:
        yield from check(look)
    except AliquotError as exc:
        yield from failed(check.__name__.replace("_", " "), exc)


def wanted_mends(found: Sequence[Checked]) -> list[Mend]:
    """Return which mends were asked for, each once, in the order they are to be done."""
    asked = {one.mend for one in found}
    # What is built again needs no smaller mend of the same index.
    order: tuple[Mend, ...] = (*MENDS, "rebuild")
    dropped: set[Mend] = {"indexes", "drift"} if "rebuild" in asked else set()
    return [one for one in order if one in asked - dropped]


def mend(look: Look, wanted: Sequence[Mend]) -> list[str]:
    """Do what was asked for, but for building again; return what was done, in sentences.

    Needs the library's writer lock.

    Raises:
        StoreError: The library is full, damaged or cannot be written.
    """
    return [MENDS[one](look) for one in wanted if one in MENDS]
