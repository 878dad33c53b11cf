"""Read decks saved as PDF: one title and some regions a page.

A slide has no columns of prose: what belongs together stands close together. Each region becomes a
block; the largest line near the top is the slide's title.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from aliquot.parsing.pdf.layout.blocks import finish_texts
from aliquot.parsing.pdf.layout.hyphens import join_lines
from aliquot.parsing.pdf.records import LayoutBlock, Line, Page, Role
from aliquot.types import BlockType

__all__ = ["deck_title", "is_deck", "slide_blocks"]

# A full page of prose has 3,000 characters and more; slides of the dev decks have 40 to 900.
SLIDE_CHARACTERS = 1200
LANDSCAPE_SHARE = 0.8
# A title stands in this upper share of the page and is this much larger than the slide's text.
TITLE_HEIGHT = 0.4
TITLE_SIZE = 1.1
TITLE_LENGTH = 200
# White of more than this many line heights parts two regions.
REGION_GAP = 1.6
SIDE_GAP = 2.0
BULLETS = ("•", "–", "-", "‣", "▪", "●", "・", "■", "◆", "○", "※", "*", "→", "＊")


def is_deck(pages: Sequence[Page]) -> bool:
    """Tell whether most pages are landscape and hold little text."""
    if not pages:
        return False
    landscape = sum(page.width > page.height for page in pages)
    typical = statistics.median(sum(len(line.text) for line in page.lines) for page in pages)
    return landscape >= LANDSCAPE_SHARE * len(pages) and typical < SLIDE_CHARACTERS


def slide_blocks(pages: Sequence[Page]) -> list[LayoutBlock]:
    """Return title and regions of each slide, in order; running footers are left out."""
    blocks: list[LayoutBlock] = []
    for page in pages:
        lines = [line for line in page.lines if line.role is Role.TEXT]
        title = _title(lines, page)
        if title:
            text = _join(title)
            blocks.append(LayoutBlock(BlockType.HEADING, text, title, level=1))
        elif lines:
            text = f"Slide {page.number + 1}"
            blocks.append(LayoutBlock(BlockType.HEADING, text, [], level=1, page=page.number))
        rest = [line for line in lines if line not in title]
        blocks += [LayoutBlock(BlockType.SLIDE, _join(region), region) for region in _regions(rest)]
    finish_texts(blocks)
    return blocks


def deck_title(blocks: Sequence[LayoutBlock]) -> str:
    """Return the first slide's title where it has one, else its first words."""
    for block in blocks:
        if block.lines:
            return block.text.split("\n", 1)[0] if block.lines[0].page == 0 else ""
    return ""


def _title(lines: Sequence[Line], page: Page) -> list[Line]:
    upper = [line for line in lines if line.y0 < TITLE_HEIGHT * page.height]
    if not upper:
        return []
    largest = max(line.size for line in upper)
    text_size = statistics.median(line.size for line in lines)
    title = [line for line in upper if line.size > largest - 0.5]
    title.sort(key=lambda line: (line.y0, line.x0))
    first = title[0]
    title = [line for line in title if line.y0 - first.y1 < 2 * first.size][:3]
    stands_out = largest >= TITLE_SIZE * text_size or len(lines) <= 3
    stands_out = stands_out or first.y0 <= min(line.y0 for line in lines) + 1
    return title if stands_out and len(_join(title)) <= TITLE_LENGTH else []


def _regions(lines: Iterable[Line]) -> list[list[Line]]:
    """Group lines that stand close, top to bottom; each line is compared with open regions only."""
    regions: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (round(line.y0), line.x0)):
        for region in reversed(regions[-8:]):
            if _belongs(line, region):
                region.append(line)
                break
        else:
            regions.append([line])
    return regions


def _belongs(line: Line, region: Sequence[Line]) -> bool:
    last = region[-1]
    height = max(line.size, last.size, 1.0)
    below = line.y0 - last.y1
    near = region[-8:]
    left, right = min(other.x0 for other in near), max(other.x1 for other in near)
    overlaps = line.x0 < right + SIDE_GAP * height and line.x1 > left - SIDE_GAP * height
    return overlaps and below < REGION_GAP * height


def _join(lines: Sequence[Line]) -> str:
    """Join wrapped lines; bullets, cells and indents start lines of their own."""
    text = ""
    previous: Line | None = None
    for line in lines:
        if previous is None:
            text = line.text
        elif _wraps(previous, line):
            text = join_lines(text, line.text)
        else:
            text += "\n" + line.text
        previous = line
    return text


def _wraps(previous: Line, line: Line) -> bool:
    return (
        line.y0 > previous.y0 + 0.5 * previous.size
        and abs(line.size - previous.size) < 0.5
        and line.y0 - previous.y1 < 0.6 * line.size
        and not line.text.startswith(BULLETS)
        and previous.width > 8 * previous.size
        and line.x0 < previous.x1
    )
