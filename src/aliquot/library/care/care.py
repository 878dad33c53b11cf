"""`Care`: the calls that look after one library."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.errors import AliquotError
from aliquot.library.care.checked import Checked, Look, failed
from aliquot.library.care.doctor import examine, mend, wanted_mends
from aliquot.library.opened import Opened
from aliquot.library.parts import Parts
from aliquot.library.writing import sole_writer
from aliquot.protocols import Progress, silent

if TYPE_CHECKING:
    # Loaded when first asked for: they cost every other command its start.
    from aliquot.library.care.backing_up import BackedUp
    from aliquot.library.care.exporting import Exported
    from aliquot.library.care.vacuuming import Freed

__all__ = ["Care", "Examined"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Examined:
    """What a doctor found.

    Attributes:
        checks: Each thing that was looked at, as it is now.
        mended: What was done, in sentences.
    """

    checks: tuple[Checked, ...]
    mended: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[Checked, ...]:
        """What is not as it has to be; warnings are none."""
        return tuple(one for one in self.checks if one.state == "fault")


class Care:
    """Looks after one library."""

    def __init__(self, opened: Opened) -> None:
        """Take a library that is open."""
        self._opened = opened

    # -------------------------------------------------------------------------- doctor

    def examine(self, *, fix: bool = False) -> Examined:
        """Check the catalog, files, indexes, models and machine.

        Args:
            fix: Whether to mend what can be mended from the catalog, and look again.

        Raises:
            StoreError: The catalog cannot be read at all, or what is mended cannot be written.
        """
        look, found = self._look()
        if not fix:
            return Examined(tuple(found))
        mended: list[str] = []
        if any(one.mend == "identity" for one in found):
            # First of all: what is mended below is mended where the library's vectors are.
            self._opened.renew_identity()
            mended.append("gave this copy an id of its own")
            look, found = self._look()
        wanted = wanted_mends(found)
        if look.opened is not None:
            with self._writing("mending the library"):
                mended += mend(look, wanted)
                # What an earlier look brought on in memory alone.
                look.opened.followers.make_durable()
        if "rebuild" in wanted:
            self._opened.rebuild()
            mended.append("built every index again from the catalog")
        _, again = self._look()
        return Examined(tuple(again), tuple(mended))

    def _look(self) -> tuple[Look, list[Checked]]:
        opened = self._opened
        parts, stood, trouble = self._brought_on()
        look = Look(opened.path, opened.config, opened.catalog, parts, stood, time.time_ns())
        return look, [*examine(look), *trouble]

    def _brought_on(self) -> tuple[Parts | None, Mapping[str, int], list[Checked]]:
        """Open what is searched, and note where each index stood before it was brought on."""
        try:
            parts = self._opened.parts
            stood = {one.name: one.sequence for one in parts.followers}
            parts.followers.catch_up()
        except AliquotError as exc:
            _log.info("the indexes cannot be opened: %s", exc.message)
            return None, {}, list(failed("indexes", exc))
        return parts, stood, []

    def rebuild(self) -> None:
        """Build every index again from the catalog; nothing is embedded.

        Raises:
            StoreError: The library is locked or cannot be written.
        """
        self._opened.rebuild()

    def build_indexes(self, progress: Progress = silent) -> None:
        """Bring every index to the catalog's last change, on disk; nothing is embedded.

        Args:
            progress: Told after each index.

        Raises:
            StoreError: An index cannot be written.
        """
        with self._writing("building indexes"):
            self._opened.parts.followers.make_durable(progress)

    # -------------------------------------------------------------------------- copies

    def back_up(
        self,
        file: str | Path,
        *,
        with_indexes: bool = False,
        with_originals: bool = False,
        progress: Progress = silent,
    ) -> BackedUp:
        """Write the library to one file, verified, while it is in use.

        Args:
            file: Must not be there yet.
            with_indexes: Whether local indexes come along; they are built again otherwise.
            with_originals: Whether the files documents were read from come along.
            progress: Told after each member.

        Raises:
            StoreError: The file is there, the disk is full, or the catalog is damaged.
        """
        from aliquot.library.care.backing_up import back_up

        opened = self._opened
        return back_up(
            opened.path,
            opened.config,
            opened.catalog,
            Path(file),
            parts=(lambda: opened.parts) if with_indexes else None,
            with_originals=with_originals,
            progress=progress,
        )

    def export(
        self, folder: str | Path, *, parquet: bool = False, progress: Progress = silent
    ) -> Exported:
        """Write documents, chunks with vectors, findings and references for other tools.

        Args:
            folder: New or empty.
            parquet: Whether tables are written as Parquet too.
            progress: Told after each batch.

        Raises:
            MissingExtraError: Parquet is asked for and its package is not installed.
            StoreError: The folder is not empty, or the disk is full.
        """
        from aliquot.library.care.exporting import export

        first = next((one.embedder.id for one in self._opened.parts.dense), "")
        target = Path(folder)
        return export(self._opened.catalog, target, first, parquet=parquet, progress=progress)

    def vacuum(self) -> Freed:
        """Remove what nothing uses any more, and give the disk back what it took.

        Raises:
            StoreError: The library cannot be written, or the disk has no room for it.
        """
        from aliquot.library.care.vacuuming import vacuum

        opened = self._opened
        with self._writing("vacuuming"):
            return vacuum(opened.path, opened.catalog, opened.parts)

    def _writing(self, doing: str) -> AbstractContextManager[None]:
        return sole_writer(self._opened.path, self._opened.catalog, doing)
