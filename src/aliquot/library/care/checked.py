"""What a check found, and what it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from aliquot.config import Config
from aliquot.errors import AliquotError, StoreError
from aliquot.library.care.files import FilesNow, files_now
from aliquot.library.parts import Parts
from aliquot.storage.catalog import Catalog
from aliquot.storage.ledger import LedgerEntry

__all__ = ["Check", "Checked", "Look", "Mend", "State", "failed", "fault", "named", "ok", "warning"]

State = Literal["ok", "warning", "fault"]
# What `doctor --fix` can do; see `mending.MENDS`, and `Care.examine` for the first and `rebuild`.
Mend = Literal[
    "", "identity", "log", "write-ahead", "indexes", "drift", "rebuild", "sources", "findings"
]

# The first few names tell where to look.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at.

    Attributes:
        what: Its name, which stays the same from version to version.
        state: `warning` where the library answers, but not from all it could; `fault` where it is
            not as it has to be.
        detail: What was found.
        remedy: What to do about it; empty where it is sound.
        mend: What `--fix` does about it; empty where that is for a person to decide.
    """

    what: str
    state: State
    detail: str
    remedy: str = ""
    mend: Mend = ""

    def to_plain(self) -> dict[str, Any]:
        """Return it as JSON; `ok` is whether it is no fault."""
        return {
            "what": self.what,
            "state": self.state,
            "ok": self.state != "fault",
            "detail": self.detail,
            "remedy": self.remedy,
            "can_be_mended": bool(self.mend),
        }


@dataclass(frozen=True, eq=False)
class Look:
    """What checks look at.

    Attributes:
        path: The library's folder.
        config: Its settings.
        catalog: The truth.
        opened: Its indexes and embedders; `None` where they cannot be opened.
        stood: The change each index stood at when it was opened, by name.
        now_ns: The time, nanoseconds since the epoch.
    """

    path: Path
    config: Config
    catalog: Catalog
    opened: Parts | None
    stood: Mapping[str, int]
    now_ns: int

    @property
    def parts(self) -> Parts:
        """Its indexes and embedders.

        Raises:
            StoreError: They cannot be opened.
        """
        if self.opened is None:
            raise StoreError("The indexes cannot be opened.", hint="See what 'indexes' says.")
        return self.opened

    @cached_property
    def entries(self) -> tuple[LedgerEntry, ...]:
        """Every source the ledger knows."""
        return tuple(self.catalog.ledger.entries().values())

    @cached_property
    def files(self) -> FilesNow:
        """The files of these, as they are now."""
        return files_now(self.entries, self.catalog.ledger.roots(), self.now_ns)


Check = Callable[[Look], Iterable[Checked]]


def ok(what: str, detail: str) -> Iterator[Checked]:
    """Give what is sound."""
    yield Checked(what, "ok", detail)


def warning(what: str, detail: str, remedy: str, mend: Mend = "") -> Iterator[Checked]:
    """Give what should be looked after."""
    yield Checked(what, "warning", detail, remedy, mend)


def fault(what: str, detail: str, remedy: str, mend: Mend = "") -> Iterator[Checked]:
    """Give what is broken."""
    yield Checked(what, "fault", detail, remedy, mend)


def failed(what: str, exc: AliquotError, mend: Mend = "") -> Iterator[Checked]:
    """Give what could not be looked at, which is a fault of its own."""
    return fault(what, exc.message, exc.hint or "Run 'aliquot doctor' again.", mend)


def named(names: Iterable[str]) -> str:
    """Name the first few, and count the rest."""
    every = sorted(names)
    rest = len(every) - NAMED
    return ", ".join(every[:NAMED]) + (f" and {rest:,} more" if rest > 0 else "")
