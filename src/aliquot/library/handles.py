"""What a library groups behind attributes: settings, catalog, history, engines, care, people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from aliquot.config import Config
from aliquot.library.drawn_pages import PageImages
from aliquot.library.history import LibraryHistory
from aliquot.library.opened import Opened
from aliquot.library.people import People
from aliquot.parsing.paged.looking import PageLooker
from aliquot.storage.catalog import Catalog
from aliquot.storage.feedback import FeedbackKept
from aliquot.storage.jobs import Jobs

if TYPE_CHECKING:
    # Loaded when first asked for: they cost every other command its start.
    from aliquot.library.care import Care
    from aliquot.library.contexts import Contexts
    from aliquot.library.engines import Engines
    from aliquot.library.evaluations import Evaluations

__all__ = ["Handles"]


class Handles:
    """A library's folder while it is open, and what it groups behind attributes."""

    def __init__(
        self, path: Path, config: Config, reload: Callable[[], Config] | None = None
    ) -> None:
        """Open the catalog in `path`; indexes and models load when first needed.

        Prefer `Library.create` and `Library.open`.

        Args:
            path: Its folder.
            config: Its settings.
            reload: Reads them again, when their file has changed; `None` keeps to these.

        Raises:
            StoreError: The catalog is damaged or out of reach.
        """
        self._held = Opened(path, config, reload)

    @property
    def _opened(self) -> Opened:
        """What every call works with, with the settings as they are now."""
        return self._held.current()

    def close(self) -> None:
        """Release indexes, threads and connections."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -------------------------------------------------------------------------- what it is

    @property
    def path(self) -> Path:
        """Its folder."""
        return self._opened.path

    @property
    def config(self) -> Config:
        """The settings in force."""
        return self._opened.config

    @property
    def catalog(self) -> Catalog:
        """Documents, chunks and vectors, and how they changed: the truth."""
        return self._opened.catalog

    @property
    def history(self) -> LibraryHistory:
        """What it was asked and what was done with it."""
        return self._opened.history

    @property
    def pages(self) -> PageLooker:
        """Looks at the pages of PDFs and pictures again: where characters stand, how they look."""
        return self._opened.pages

    @property
    def page_images(self) -> PageImages:
        """Pages of PDFs and pictures, drawn; the latest are kept."""
        return self._opened.page_images

    @property
    def engines(self) -> Engines:
        """Where its vectors are and which models make them; moves them."""
        from aliquot.library.engines import Engines

        return Engines(self._opened)

    @property
    def contexts(self) -> Contexts:
        """Where chunks stand in their documents, as a language model writes it."""
        from aliquot.library.contexts import Contexts

        return Contexts(self._opened)

    @property
    def care(self) -> Care:
        """Looks after it: doctor, backup, export, vacuum."""
        from aliquot.library.care import Care

        return Care(self._opened)

    @property
    def people(self) -> People:
        """Who may see what: collections, grants, tokens, logins."""
        return People(self._opened)

    @property
    def jobs(self) -> Jobs:
        """Work that outlasts a request."""
        return self.catalog.jobs

    @property
    def feedback(self) -> FeedbackKept:
        """What readers say of answers."""
        return self.catalog.feedback

    @property
    def evaluations(self) -> Evaluations:
        """How it did on questions whose answers are known, over time."""
        from aliquot.library.evaluations import Evaluations

        return Evaluations(self._opened)
