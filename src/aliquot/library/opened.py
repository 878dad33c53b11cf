"""A library while it is open: its settings, catalog and history, and what it searches with."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from aliquot.config import Config
from aliquot.errors import ConfigError, IndexMismatchError
from aliquot.filters import describe
from aliquot.library.catalog_moving import open_catalog
from aliquot.library.copies import note_folder
from aliquot.library.drawn_pages import PageImages
from aliquot.library.folder import CONFIG_NAME, INDEX_NAME
from aliquot.library.history import LibraryHistory
from aliquot.library.parts import Parts, drop_indexes, open_parts
from aliquot.library.writing import sole_writer
from aliquot.parsing.paged.looking import PageLooker
from aliquot.storage.history import Keeping
from aliquot.types import Answer, Filter
from aliquot.types.history import AskedWith

__all__ = ["Opened"]

_log = logging.getLogger(__name__)

T = TypeVar("T")

# Seconds after which nothing reads any more from what other settings have replaced: longer than
# the longest answer of a language model takes.
RETIRED_S = 1800.0


class Opened:
    """What every call on one library works with; used by many threads.

    Attributes:
        path: The library's folder.
        config: The settings in force; others after a move.
        catalog: The truth.
        history: What was asked and done.
        pages: Looks at pages of files that were read.
        page_images: Draws them, and keeps the latest.
    """

    def __init__(
        self, path: Path, config: Config, reload: Callable[[], Config] | None = None
    ) -> None:
        """Open the catalog; indexes and models load when first needed.

        Args:
            path: The library's folder.
            config: Its settings.
            reload: Reads them again, when their file has changed; `None` keeps to these.

        Raises:
            StoreError: The catalog is damaged or out of reach.
        """
        self.path = path
        self.config = config
        self._reload = reload
        self._stamp = self._stamp_now()
        self.catalog = open_catalog(path, config)
        self.history = self._new_history()
        self.pages = PageLooker()
        self.page_images = PageImages(self.pages)
        self._opening = threading.RLock()
        self._parts: Parts | None = None
        self._retired: list[tuple[float, Parts]] = []

    def _new_history(self) -> LibraryHistory:
        keeping = Keeping(**self.config.history.model_dump())
        return LibraryHistory(self.catalog, self.config, self._embedder_ids, keeping)

    def _embedder_ids(self) -> list[str]:
        return [one.embedder.id for one in self.parts.dense]

    @property
    def parts(self) -> Parts:
        """Indexes and models, opened when first asked for."""
        with self._opening:
            if self._parts is None:
                index = self.path / INDEX_NAME
                self._parts = open_parts(self.config, self.catalog, index, self.path)
            return self._parts

    def close(self) -> None:
        """Release indexes, threads and connections."""
        self.pages.close()
        self.close_retired()
        with self._opening:
            if self._parts is not None:
                self._parts.close()
                self._parts = None
        self.catalog.close()

    # -------------------------------------------------------------------------- reading

    def read(self, read: Callable[[Parts], T]) -> T:
        """Read what is current; where an index turns out damaged, build all again first.

        Args:
            read: Reads from the parts it is given.
        """
        parts = self.parts
        try:
            parts.followers.catch_up()
            return read(parts)
        except IndexMismatchError as exc:
            _log.warning("building the indexes again from the catalog: %s", exc.message)
        self._rebuild(parts)
        return read(self.parts)

    def rebuild(self) -> None:
        """Build every index again from the catalog; nothing is embedded.

        Raises:
            StoreError: The library is locked or cannot be written.
        """
        self._rebuild(self.parts)

    def renew_identity(self) -> None:
        """Let a copy of a library be one of its own, with its vectors where nobody else writes.

        Nothing is embedded: the catalog holds every vector.

        Raises:
            StoreError: The library is locked or cannot be written.
        """
        with self.writing("giving a copy its own id", is_opening=False):
            self.catalog.renew_identity()
            note_folder(self.path, self.catalog)
            self._retire_parts()
            self.parts.followers.make_durable()

    def _rebuild(self, outdated: Parts) -> None:
        """Build every index again, unless another thread has done so since.

        What is outdated is let go of, not closed: other threads may be searching it.
        """
        with self._opening:
            if self._parts is outdated:
                with self.writing("building indexes again", 0, is_opening=False):
                    self._parts = None
                    drop_indexes(self.path / INDEX_NAME, outdated)
                    self.parts.followers.make_durable()

    # -------------------------------------------------------------------------- writing

    @contextmanager
    def writing(
        self, doing: str, wait_s: float | None = None, *, is_opening: bool = True, by: str = ""
    ) -> Iterator[None]:
        """Be the one who writes, once nobody else does; what changes is noted in the history.

        Args:
            doing: What others are told meanwhile.
            wait_s: Seconds to wait for another; as the settings say unless given.
            is_opening: Whether indexes are opened first. One that is ahead of a catalog restored
                from a backup is told by its number, before the catalog has grown past it; and what
                an engine that is away cannot be told is not begun.
            by: Who writes, where people are told apart.

        Raises:
            StoreError: Another still writes, or the library cannot be written.
        """
        wait = self.config.ingest.wait_s if wait_s is None else wait_s
        with ExitStack() as held:
            catalog = None
            # Whoever was waited for may have moved the catalog.
            while catalog is not self.current().catalog:
                held.close()
                catalog = self.catalog
                held.enter_context(sole_writer(self.path, catalog, doing, wait))
            note_folder(self.path, self.catalog)
            held.enter_context(self.history.watching(by))
            if is_opening:
                _ = self.parts
            yield

    @contextmanager
    def asking(
        self,
        question: str,
        where: Filter | None,
        strategy: str,
        *,
        is_literal: bool,
        is_kept: bool,
        asked_by: str = "",
    ) -> Iterator[Callable[[Answer], Answer]]:
        """Give what keeps an answer, where it is to be kept.

        Args:
            question: As it is asked.
            where: The caller's filter.
            strategy: As it was named.
            is_literal: Whether nothing said in the question restricts what is searched.
            is_kept: Whether question and answer are kept at all.
            asked_by: Who asks; empty for whoever sits at the machine.
        """
        if not is_kept:
            yield lambda answer: answer
            return
        how = AskedWith(
            where=describe(where), strategy=strategy, is_literal=is_literal, asked_by=asked_by
        )
        with self.history.asking(question, how) as kept:
            yield kept

    # -------------------------------------------------------------------------- other settings

    def current(self) -> Opened:
        """Take up what another process has changed in the settings: where vectors are, say.

        A server so goes on after a move. Settings that cannot be read leave those in force.
        """
        stamp = self._stamp_now()
        if stamp != self._stamp and self._reload is not None:
            with self._opening:
                if stamp != self._stamp:
                    self._take_up(self._reload)
                    self._stamp = stamp
        if self._retired and self._retired[0][0] + RETIRED_S < time.monotonic():
            self.close_retired(RETIRED_S)
        return self

    def _take_up(self, reload: Callable[[], Config]) -> None:
        try:
            config = reload()
        except ConfigError as exc:
            _log.warning("going on with the settings that were in force: %s", exc.message)
            return
        if config != self.config:
            _log.info("the settings have changed: going on with the new ones")
            self._adopt(config)

    def _stamp_now(self) -> tuple[int, int, int] | None:
        """Return what tells one state of the settings' file from another."""
        try:
            found = (self.path / CONFIG_NAME).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def adopt(self, config: Config) -> None:
        """Go on with other settings; questions under way in other threads end with the old ones.

        Args:
            config: In force from now on, as the settings' file says.

        Raises:
            StoreError: The catalog they name is out of reach.
        """
        with self._opening:
            self._stamp = self._stamp_now()
            self._adopt(config)

    def _adopt(self, config: Config) -> None:
        if config.catalog != self.config.catalog:
            former, self.catalog = self.catalog, open_catalog(self.path, config)
            # Who still reads it opens a connection anew.
            former.close()
        self.config = config
        self.history = self._new_history()
        self._retire_parts()

    def _retire_parts(self) -> None:
        with self._opening:
            if self._parts is not None:
                self._retired.append((time.monotonic(), self._parts))
                self._parts = None

    def close_retired(self, after_s: float = 0.0) -> None:
        """Release what was in use before other settings were adopted.

        Args:
            after_s: Seconds since then.
        """
        with self._opening:
            until = time.monotonic() - after_s
            while self._retired and self._retired[0][0] <= until:
                self._retired.pop(0)[1].close()
