"""What looks at the file a document was read from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from aliquot.parsing.paged.records import PageCharacters, SlideSketch

__all__ = ["PageSight"]


class PageSight(Protocol):
    """What looks at the pages of a file; see `parsing.paged.looking`."""

    def characters(self, path: Path, pages: Sequence[int]) -> dict[int, PageCharacters]:
        """Return the characters of pages by their number."""
        ...

    def sketch(self, path: Path, slide: int) -> SlideSketch | None:
        """Return what a slide looks like; `None` where there is no such slide."""
        ...
