"""Collect blocks in reading order and close them into a `Document`.

What enters: pieces of text with their type and place. What leaves: a `Document` whose text is the
blocks joined by blank lines, with every span, section path and section class set. Every parser
writes through this, so the invariant `block.text == block.span.of(document.text)` holds by
construction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from aliquot.parsing.quantified import quantified
from aliquot.parsing.sections import classify_section, is_entry, may_open_references
from aliquot.types import (
    Block,
    BlockType,
    Document,
    DocumentKind,
    Location,
    SectionClass,
    Span,
)

__all__ = ["DocumentBuilder", "markdown_table", "rejoined"]

SEPARATOR = "\n\n"
# A receipt is read by a person: beyond a handful, warnings are counted.
MAXIMUM_WARNINGS = 4
WARNING_CHARS = 160
# Blocks in which a title counts as standing at the beginning.
HEAD_BLOCKS = 6


class DocumentBuilder:
    """Gather the blocks of one document.

    Headings set the section path of what follows: a heading of level n closes every section of
    level n or deeper.
    """

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._length = 0
        self._path: list[tuple[int, str]] = []
        self._class_override: SectionClass | None = None

    def __len__(self) -> int:
        return len(self._blocks)

    def add(
        self,
        type: BlockType,
        text: str,
        *,
        level: int = 0,
        pages: Iterable[int] = (),
        locations: Sequence[Location] = (),
        marker: str = "",
        flags: Iterable[str] = (),
        grid: Sequence[Sequence[str]] | None = None,
        caption: str = "",
        section_class: SectionClass | None = None,
    ) -> None:
        """Append a block; blank text is ignored.

        Args:
            type: What the block is.
            text: Its text; surrounding white space is dropped.
            level: Nesting depth of a step or list item.
            pages: Pages it stands on, where lines are not known.
            locations: Page and box of each line; wins over `pages`.
            marker: Number or bullet as printed.
            flags: Doubts about the text.
            grid: Cells of a table.
            caption: Caption of a table.
            section_class: The section's part in a paper, where the source states it.
        """
        text = _storable(text).strip()
        if not text:
            return
        start = self._length + (len(SEPARATOR) if self._blocks else 0)
        self._length = start + len(text)
        path = tuple(heading for _, heading in self._path)
        self._blocks.append(
            Block(
                type=type,
                text=text,
                span=Span(start, self._length),
                level=level,
                section_path=path,
                section_class=section_class or self._class_override or classify_section(path),
                locations=tuple(locations) or tuple(Location(page) for page in pages),
                grid=None if grid is None else tuple(tuple(map(_storable, row)) for row in grid),
                caption=_storable(caption),
                marker=_storable(marker),
                flags=frozenset(flags),
            )
        )

    def heading(
        self,
        text: str,
        level: int = 1,
        *,
        pages: Iterable[int] = (),
        locations: Sequence[Location] = (),
        section_class: SectionClass | None = None,
    ) -> None:
        """Open a section; its class, where the source states one, holds until the next heading.

        Args:
            text: The heading.
            level: Depth from 1.
            pages: Pages it stands on.
            locations: Page and box of each line.
            section_class: The part the section plays, where the source states it.
        """
        text = " ".join(_storable(text).split())
        if not text:
            return
        while self._path and self._path[-1][0] >= level:
            self._path.pop()
        self._path.append((level, text))
        self._class_override = section_class
        self.add(BlockType.HEADING, text, level=level, pages=pages, locations=locations)

    def paragraph(self, text: str, **place: Any) -> None:
        """Append a paragraph; `place` as in `add`."""
        self.add(BlockType.PARAGRAPH, text, **place)

    def table(self, grid: Sequence[Sequence[str]], *, caption: str = "", **place: Any) -> None:
        """Append a table as Markdown rows, first row the header; `place` as in `add`."""
        rows = [[" ".join(str(cell).split()) for cell in row] for row in grid]
        rows = [row for row in rows if any(row)]
        if rows:
            self.add(BlockType.TABLE, markdown_table(rows), grid=rows, caption=caption, **place)

    def build(
        self, *, kind: DocumentKind, title: str, lead_with_title: bool = False, **fields: Any
    ) -> Document:
        """Close the document.

        Args:
            kind: What it is to a lab.
            title: As stated in the source.
            lead_with_title: Whether the text shall begin with the title where it does not yet, so
                that the title can be found and cited.
            **fields: Of `Document`.
        """
        if lead_with_title:
            self._begin_with(" ".join(_storable(title).split()))
        text = SEPARATOR.join(block.text for block in self._blocks)
        title = " ".join(_storable(title).split())
        plain = {name: _storable_value(value) for name, value in fields.items()}
        plain["warnings"] = _brief(plain.get("warnings", ()))
        self._class_lone_lists()
        is_protocol = kind is DocumentKind.PROTOCOL
        blocks = quantified(self._blocks) if is_protocol else tuple(self._blocks)
        return Document(kind=kind, title=title, text=text, blocks=blocks, **plain)

    def _class_lone_lists(self) -> None:
        """Class what stands below a bare "Reference" where most of it reads like entries."""
        for start, heading in enumerate(self._blocks):
            if heading.type is not BlockType.HEADING or not may_open_references(heading.text):
                continue
            end = start + 1
            while end < len(self._blocks) and self._blocks[end].type is not BlockType.HEADING:
                end += 1
            entries = sum(is_entry(block.text) for block in self._blocks[start + 1 : end])
            if 2 * entries > end - start - 1:
                self._blocks[start:end] = [
                    replace(block, section_class=SectionClass.REFERENCES)
                    for block in self._blocks[start:end]
                ]

    def _begin_with(self, title: str) -> None:
        """Put the title before the first block, unless it stands near the beginning already."""
        head = " ".join(block.text for block in self._blocks[:HEAD_BLOCKS])
        if not title or not self._blocks or _bare(title) in _bare(head):
            return
        shift = len(title) + len(SEPARATOR)
        moved = [
            replace(block, span=Span(block.span.start + shift, block.span.end + shift))
            for block in self._blocks
        ]
        first = Block(
            type=BlockType.FIELD,
            text=title,
            span=Span(0, len(title)),
            locations=tuple(Location(page) for page in self._blocks[0].pages[:1]),
        )
        self._blocks = [first, *moved]
        self._length += shift

    def drop_last(self) -> Block | None:
        """Take the last block back, for a parser that learns later what it was."""
        if not self._blocks:
            return None
        block = self._blocks.pop()
        self._length = self._blocks[-1].span.end if self._blocks else 0
        return block

    def mark_last(self, *flags: str) -> None:
        """Add flags to the last block."""
        if self._blocks:
            last = self._blocks[-1]
            self._blocks[-1] = replace(last, flags=last.flags | set(flags))


def rejoined(document: Document, blocks: Iterable[Block]) -> Document:
    """Return a document with other blocks, its text and their spans made anew.

    Args:
        document: Keeps everything but its text and blocks.
        blocks: In reading order; those without text are left out, spans are not looked at.
    """
    placed: list[Block] = []
    end = -len(SEPARATOR)
    for block in blocks:
        if not block.text:
            continue
        start = end + len(SEPARATOR)
        end = start + len(block.text)
        placed.append(replace(block, span=Span(start, end), quantities=()))
    is_protocol = document.kind is DocumentKind.PROTOCOL
    return replace(
        document,
        text=SEPARATOR.join(block.text for block in placed),
        blocks=quantified(placed) if is_protocol else tuple(placed),
    )


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _storable(text: str) -> str:
    """Drop NUL characters and lone surrogates, which neither SQLite nor UTF-8 can hold."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")


def _storable_value(value: Any) -> Any:
    """Clean every text inside a field's value."""
    match value:
        # An enumeration is a `str` too and must stay what it is.
        case StrEnum():
            return value
        case str():
            return _storable(value)
        case tuple():
            return tuple(_storable_value(part) for part in value)
        case dict():
            return {name: _storable_value(part) for name, part in value.items()}
    return value


def _brief(warnings: Iterable[str]) -> tuple[str, ...]:
    """Return a handful of short warnings, the last telling how many more there are."""
    each = [_cut(warning) for warning in dict.fromkeys(" ".join(text.split()) for text in warnings)]
    if len(each) <= MAXIMUM_WARNINGS + 1:
        return tuple(each)
    more = len(each) - MAXIMUM_WARNINGS
    return (*each[:MAXIMUM_WARNINGS], f"{more} more warnings.")


def _cut(warning: str) -> str:
    if len(warning) <= WARNING_CHARS:
        return warning
    return f"{warning[: WARNING_CHARS - 4].rsplit(' ', 1)[0]} ..."


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Write rows as a Markdown table, one row a line, the first row the header."""
    width = max(len(row) for row in rows)

    def line(cells: Sequence[str]) -> str:
        padded = [*cells, *[""] * (width - len(cells))]
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in padded) + " |"

    return "\n".join([line(rows[0]), line(["---"] * width), *map(line, rows[1:])])
