"""Find the place a citation points to, and gather all it takes to show it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aliquot.errors import SourceError
from aliquot.generation.labels import citation_label
from aliquot.library.citing import Passage, Readable, find_passage
from aliquot.library.places.grids import grid_window
from aliquot.library.places.marking import mark_quote, touched_pages
from aliquot.library.places.nearby import blocks_around, touched_blocks
from aliquot.library.places.originals import is_as_read, original_of
from aliquot.library.places.sight import PageSight
from aliquot.library.places.slides import find_slide
from aliquot.parsing.paged.records import PageCharacters
from aliquot.types import (
    Block,
    BlockType,
    Document,
    DocumentKind,
    GridWindow,
    Location,
    PagePlace,
    Place,
    ShownAs,
    SlidePlace,
    Span,
)

__all__ = ["find_place"]

logger = logging.getLogger(__name__)

# Parsers whose documents have pages to look at.
PAGED = {"pdf": ShownAs.PDF, "image": ShownAs.IMAGE}
# A quote on more pages is a whole chapter: marked as far as these.
MOST_PAGES = 12


@dataclass(frozen=True, slots=True)
class _Found:
    """A passage with what is marked of it.

    Attributes:
        quote: Marked words; of a chunk all of it, `None` for a document.
        touched: Blocks that hold a part of it.
    """

    passage: Passage
    quote: Span | None
    touched: tuple[Block, ...]

    @property
    def document(self) -> Document:
        return self.passage.document


def find_place(view: Readable, target: str, sight: PageSight) -> Place:
    """Return the place that a citation's, chunk's or document's id names.

    Args:
        view: What may be seen.
        target: `CHUNK@120-184`, `CHUNK`, `DOCUMENT` or an `aliquot://` link.
        sight: What looks at the pages of the file.

    Raises:
        ConfigError: The link is none, is of another library, or its span is outside the document.
        UnknownDocumentError: There is no such document or chunk to be seen.
    """
    found = _found(find_passage(view, target))
    document, chunk = found.document, found.passage.chunk
    path = original_of(document)
    is_changed = path is None or not is_as_read(document)
    pages, is_exact = (
        ((), False) if path is None or is_changed else _marked_pages(found, path, sight)
    )
    grid, slide = _grid(found), _slide(found, sight)
    return Place(
        target=target,
        document_id=document.id,
        chunk_id="" if chunk is None or found.passage.is_recut else chunk.id,
        title=document.title,
        kind=document.kind,
        shown_as=_shown_as(document, pages, grid, slide),
        label=citation_label(chunk) if chunk else document.title,
        file_name=path.name if path else "",
        span=found.quote,
        section_path=found.passage.section,
        page=_first_page(found, pages),
        pages=pages,
        is_exact=is_exact,
        excerpt=_excerpt(found),
        grid=grid,
        slide=slide,
        blocks=blocks_around(document.blocks, found.quote),
        is_recut=found.passage.is_recut,
        is_changed=is_changed,
    )


def _found(passage: Passage) -> _Found:
    quote = passage.quote
    if quote is None and passage.chunk is not None:
        quote = passage.span
    blocks = passage.document.blocks
    touched = touched_blocks(blocks, quote) if quote else []
    return _Found(passage, quote, tuple(blocks[index] for index in touched))


def _excerpt(found: _Found) -> tuple[str, str, str]:
    if found.quote is None:
        return ("", "", "")
    return replace(found.passage, quote=found.quote).parts


def _first_page(found: _Found, pages: Sequence[PagePlace]) -> int | None:
    if pages:
        return pages[0].number
    numbers = [page for block in found.touched for page in block.pages]
    return min(numbers or found.passage.pages, default=None)


def _shown_as(
    document: Document,
    pages: Sequence[PagePlace],
    grid: GridWindow | None,
    slide: SlidePlace | None,
) -> ShownAs:
    if pages:
        return PAGED[document.parser]
    if slide is not None:
        return ShownAs.SLIDE
    if grid is not None:
        return ShownAs.TABLE
    has_steps = any(block.type is BlockType.STEP for block in document.blocks)
    return ShownAs.STEPS if document.kind is DocumentKind.PROTOCOL and has_steps else ShownAs.TEXT


# ------------------------------------------------------------------------------ the file


def _marked_pages(
    found: _Found, path: Path, sight: PageSight
) -> tuple[tuple[PagePlace, ...], bool]:
    """Return the pages of a paged file with the quote marked, and whether by its characters.

    A document without a quote opens at its first page.
    """
    if found.document.parser not in PAGED:
        return (), False
    numbers = touched_pages(found.touched) or _unboxed_pages(found)
    try:
        seen = sight.characters(path, numbers[:MOST_PAGES])
    except SourceError as exc:
        # The text is shown instead; what is wrong with the file is in its receipt.
        logger.warning("pages of %s cannot be looked at: %s", found.document.id, exc.message)
        return (), False
    if found.quote is not None:
        marked = mark_quote(found.touched, found.quote, seen, _all_lines(found.document))
        if marked.pages:
            return marked.pages, marked.is_exact
    return tuple(_unmarked(seen)), False


def _all_lines(document: Document) -> list[Location]:
    return [one for block in document.blocks for one in block.locations if one.box is not None]


def _unboxed_pages(found: _Found) -> tuple[int, ...]:
    numbers = {page for block in found.touched for page in block.pages}
    return tuple(sorted(numbers)) or found.passage.pages or (1,)


def _unmarked(seen: Mapping[int, PageCharacters]) -> list[PagePlace]:
    return [PagePlace(one.number, one.width, one.height) for _, one in sorted(seen.items())]


# ------------------------------------------------------------------------------ tables, slides


def _grid(found: _Found) -> GridWindow | None:
    if found.quote is None:
        is_table = found.document.kind is DocumentKind.TABLE
        first = next((one for one in found.document.blocks if one.grid), None)
        return (
            grid_window(first, Span(first.span.start, first.span.start))
            if (is_table and first is not None)
            else None
        )
    for block in found.touched:
        window = grid_window(block, found.quote)
        if window is not None:
            return replace(window, sheet=_sheet(found.document, block))
    return None


def _sheet(document: Document, block: Block) -> str:
    """Return the sheet a table is on: sheets are pages of a workbook, under their names."""
    is_sheet = document.kind is DocumentKind.TABLE and block.pages and block.section_path
    return block.section_path[0] if is_sheet else ""


def _slide(found: _Found, sight: PageSight) -> SlidePlace | None:
    document = found.document
    if document.kind is not DocumentKind.SLIDES or document.parser in PAGED:
        return None
    return find_slide(document, _first_page(found, ()) or 1, found.quote, sight)
