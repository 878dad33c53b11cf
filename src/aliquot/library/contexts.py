"""`Contexts`: where chunks stand in their documents, written by a language model."""

from __future__ import annotations

from contextlib import closing

from aliquot.assembly.models import make_contextualiser
from aliquot.enrich import Contextualiser
from aliquot.errors import ConfigError
from aliquot.library.arguments import read_filter
from aliquot.library.findings import bring_up_to_date
from aliquot.library.opened import Opened
from aliquot.protocols import Progress, silent
from aliquot.types import ContextEstimate, ContextReport, Filter

__all__ = ["Contexts"]


class Contexts:
    """Contexts of one library's chunks, by which they are found; never quoted."""

    def __init__(self, opened: Opened) -> None:
        """Take a library that is open."""
        self._opened = opened

    def estimate(self, where: Filter | str | None = None) -> ContextEstimate:
        """Return what `write` would ask the configured model; nothing is sent.

        Args:
            where: Which chunks, as a filter or one in words; all unless given.

        Raises:
            ConfigError: No model is named, or the filter cannot be read.
        """
        with closing(self._contextualiser()) as contexts:
            return contexts.estimate(read_filter(where))

    def write(
        self, where: Filter | str | None = None, progress: Progress = silent
    ) -> ContextReport:
        """Let the configured model write where chunks stand in their documents, to find them by.

        The texts of documents are sent to that model, one request a chunk that has no context yet:
        see `estimate` before.

        Args:
            where: Which chunks, as a filter or one in words; all unless given.
            progress: Told after each few chunks.

        Raises:
            ConfigError: Contexts are off, no model is named, or the filter cannot be read.
            StoreError: The library is locked, full or damaged; what was written stays.
            ModelError: An embedder cannot be run.
        """
        opened = self._opened
        if not opened.config.chunking.contexts:
            raise ConfigError(
                "Chunks are set to be searched without contexts.",
                hint="Put contexts = true under [chunking] in aliquot.toml.",
            )
        scope = read_filter(where)
        with opened.writing("writing contexts"), closing(self._contextualiser()) as contexts:
            report = contexts.write(scope, progress)
            bring_up_to_date(opened.config, opened.catalog, progress)
            return report

    def _contextualiser(self) -> Contextualiser:
        opened = self._opened
        followers = opened.parts.followers
        return make_contextualiser(opened.config, opened.catalog, followers, opened.path)
