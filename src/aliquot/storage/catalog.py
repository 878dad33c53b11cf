"""The catalog: the truth about documents and chunks, and the numbered log that indexes follow.

Replacing a source's documents is one transaction that also writes the change log and the ledger;
what a reader sees is the old state or the new one, whole. What is read of it stands in
`catalog_read`, what is written in `catalog_written`; here it is opened, named and moved.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from sqlalchemy import insert, select

from aliquot.errors import StoreError
from aliquot.protocols import Progress
from aliquot.storage.catalog_written import WritableCatalog
from aliquot.storage.cells import Cells
from aliquot.storage.collections import Collections
from aliquot.storage.connection import open_engine, reading, writing
from aliquot.storage.contexts import Contexts
from aliquot.storage.dialect import library_lock
from aliquot.storage.evaluations import Evaluations
from aliquot.storage.exchange import Exchange
from aliquot.storage.feedback import FeedbackKept
from aliquot.storage.findings import Findings
from aliquot.storage.history import History
from aliquot.storage.jobs import Jobs
from aliquot.storage.ledger import Ledger
from aliquot.storage.lookup_cache import LookupStore
from aliquot.storage.marks import ARRIVING, IDENTITY, LEFT, MOVED, assert_not_moved, marks_of, note
from aliquot.storage.migrations import clear
from aliquot.storage.relations import Relations
from aliquot.storage.schema import meta
from aliquot.storage.sessions import Sessions
from aliquot.storage.tokens import Tokens
from aliquot.storage.transfer import CatalogMove, copy_catalog
from aliquot.storage.upgrading import upgrade
from aliquot.storage.upkeep import Upkeep

__all__ = ["Catalog"]

_log = logging.getLogger(__name__)


class Catalog(WritableCatalog):
    """Documents, blocks, chunks, ledger, vector cache and change log of one library.

    Attributes:
        ledger: Sources and how far each came.
        vectors: The vector cache.
        relations: How documents belong together.
        lookups: Answers of look-up services.
        contexts: What a language model wrote about chunks.
        findings: What documents name, each at its place.
        cells: What a language model read of documents for surveys.
        history: Stored answers, conversations and the audit log.
        feedback: What readers say of answers.
        evaluations: How the library did on questions whose answers are known.
        collections: Which folders make a collection, and who was granted what in it.
        tokens: Keys for programs.
        sessions: Who is logged in.
        jobs: Work that outlasts a request.
        upkeep: What a doctor asks of it.
        exchange: Its contents as plain records, out and in.
        id: Unique to this catalog, so that an index knows whose follower it is.
    """

    def __init__(self, url: str, *, is_moving: bool = False) -> None:
        """Open the catalog at a SQLAlchemy URL, creating or migrating it.

        Args:
            url: Its address.
            is_moving: Whether it is opened to be moved to or from: it may have moved elsewhere.

        Raises:
            StoreError: It is damaged, locked, written by a newer Aliquot, or has moved.
        """
        super().__init__(open_engine(url))
        self.ledger = Ledger(self._engine)
        self.relations = Relations(self._engine)
        self.lookups = LookupStore(self._engine)
        self.contexts = Contexts(self._engine)
        self.findings = Findings(self._engine)
        self.cells = Cells(self._engine)
        self.history = History(self._engine)
        self.feedback = FeedbackKept(self._engine)
        self.evaluations = Evaluations(self._engine)
        self.collections = Collections(self._engine)
        self.tokens = Tokens(self._engine)
        self.sessions = Sessions(self._engine)
        self.jobs = Jobs(self._engine)
        self.upkeep = Upkeep(self._engine)
        self.exchange = Exchange(self._engine)
        try:
            upgrade(self._engine)
            if not is_moving:
                with reading(self._engine) as connection:
                    assert_not_moved(connection)
            self.id = self._identity()
        except BaseException:
            self._engine.dispose()
            raise

    @classmethod
    def at(cls, path: Path, *, is_moving: bool = False) -> Catalog:
        """Open or create the SQLite catalog at `path`; arguments are those of the class."""
        return cls(f"sqlite:///{path}", is_moving=is_moving)

    def locked(self, doing: str, wait_s: float = 0.0) -> AbstractContextManager[None]:
        """Be the one process that adds to the catalog, where several folders share it.

        Args:
            doing: What others are told meanwhile, as in 'adding files'.
            wait_s: Seconds to wait for another; 0 refuses at once.

        Raises:
            StoreError: Another process adds, or the server cannot be reached.
        """
        say = partial(_log.warning, "%s")
        return library_lock(self._engine, doing=doing, wait_s=wait_s, on_wait=say)

    def close(self) -> None:
        """Release every connection."""
        self._engine.dispose()

    # -------------------------------------------------------------------------- identity, moving

    def renew_identity(self) -> None:
        """Take another id, where a copy of the catalog goes its own way."""
        with writing(self._engine) as connection:
            self.id = uuid.uuid4().hex
            note(connection, IDENTITY, self.id)

    def _identity(self) -> str:
        query = select(meta.c.value).where(meta.c.name == IDENTITY)
        with reading(self._engine) as connection:
            found = connection.execute(query).scalar()
        if found is not None:
            return str(found)
        with writing(self._engine, is_moving=True) as connection:
            # Another process may have opened the new catalog at the same moment.
            found = connection.execute(query).scalar()
            if found is None:
                found = uuid.uuid4().hex
                connection.execute(insert(meta).values(name=IDENTITY, value=found))
        return str(found)

    @property
    def marks(self) -> Mapping[str, str]:
        """What is noted of identity and moves: see `storage.marks`."""
        with reading(self._engine) as connection:
            return marks_of(connection)

    def take_all(self, other: Catalog) -> int:
        """Copy another catalog whole, with its id, into this one, which holds nothing.

        Returns:
            Rows copied.

        Raises:
            StoreError: There is something here, or one of the two cannot be read or written.
        """
        with reading(other._engine) as old, writing(self._engine) as new:
            copied = copy_catalog(old, new)
        self.id = self._identity()
        return copied

    def move_to(
        self, target: Catalog, move: CatalogMove, switch: Callable[[], None], progress: Progress
    ) -> int:
        """Copy this catalog whole, prove the copy, switch, and be written no more.

        Nobody writes here meanwhile. Until `switch` returns, this one is as it was, and the copy
        belongs to nobody: what is stopped before is begun again.

        Args:
            target: Empty, or what an earlier move of this catalog has left.
            move: From where to where, as is noted in both.
            switch: Lets the settings name the target.
            progress: Told after each table.

        Returns:
            Rows copied.

        Raises:
            StoreError: The target holds something else, the copy is not like this one, or one of
                the two cannot be read or written.
        """
        with writing(self._engine) as old:
            with writing(target._engine, is_moving=True) as new:
                copied = copy_catalog(old, new, progress)
                note(new, ARRIVING, move.before)
            target.id = self.id
            switch()
            note(old, MOVED, move.now)
        target.settle()
        return copied

    def settle(self) -> None:
        """Note that a move to here is over; where the catalog was stays noted."""
        with writing(self._engine) as connection:
            before = marks_of(connection).get(ARRIVING)
            if before is not None:
                note(connection, ARRIVING, None)
                note(connection, LEFT, before)

    def retire(self, now: str) -> None:
        """Be written no more: the catalog is at another address."""
        with writing(self._engine, is_moving=True) as connection:
            note(connection, MOVED, now)

    def forget_former(self) -> None:
        """Forget where the catalog was before it moved here."""
        with writing(self._engine) as connection:
            note(connection, LEFT, None)

    def drop(self) -> None:
        """Drop every table of a catalog that has moved.

        Raises:
            StoreError: It has not.
        """
        with writing(self._engine, is_moving=True) as connection:
            if MOVED not in marks_of(connection):
                raise StoreError("The catalog is in use, and is not dropped.")
            clear(connection)
