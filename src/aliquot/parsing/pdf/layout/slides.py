"""Read decks saved as PDF: one title and some regions a page.

A slide has no columns of prose: what belongs together stands close together. Each region becomes a
block; the largest line near the top is the slide's title.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.blocks import finish_texts
from aliquot.parsing.pdf.layout.hyphens import join_lines
from aliquot.parsing.pdf.layout.slide_regions import regions
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
TITLE_LINES = 3
# Lines of one title stand this near, in shares of their size.
TITLE_GAP = 0.7
# On slides with so few lines the largest is the title wherever it stands: covers, divider slides.
COVER_LINES = 4
# Shares of the height where addresses, licences and numbers stand on every slide; decks printed on
# paper of another shape have wide margins.
TOP, BOTTOM = 0.12, 0.8
# Points by which a line in its place on every slide may differ.
SAME_PLACE_PT = 3.0
REPEATS = 3
BULLETS = ("•", "–", "-", "‣", "▪", "●", "・", "■", "◆", "○", "※", "*", "→", "＊", "➢", "✓", "Ø")
# Alignments and code are set in these; their lines never wrap.
MONOSPACED = re.compile(r"cour|mono|consol|menlo|typewriter|cmtt|gothic-m", re.IGNORECASE)
CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
# Mean width of a Latin letter in shares of the size.
LETTER_WIDTH = 0.5
# A line that the next one continues is at least this many sizes long.
WRAPPED_SIZES = 8


def is_deck(pages: Sequence[Page]) -> bool:
    """Tell whether most pages are landscape and hold little text."""
    if not pages:
        return False
    landscape = sum(page.width > page.height for page in pages)
    typical = statistics.median(sum(len(line.text) for line in page.lines) for page in pages)
    return landscape >= LANDSCAPE_SHARE * len(pages) and typical < SLIDE_CHARACTERS


def slide_blocks(pages: Sequence[Page]) -> list[LayoutBlock]:
    """Return title and regions of each slide, in order; what stands on every slide is left out."""
    _mark_repeated(pages)
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
        blocks += [LayoutBlock(BlockType.SLIDE, _join(region), region) for region in regions(rest)]
    finish_texts(blocks)
    return blocks


def deck_title(blocks: Sequence[LayoutBlock]) -> str:
    """Return the first slide's title where it has one, else its first words."""
    for block in blocks:
        if block.lines:
            return block.text.split("\n", 1)[0] if block.lines[0].page == 0 else ""
    return ""


# ------------------------------------------------------------------------------ furniture


def _mark_repeated(pages: Sequence[Page]) -> None:
    """Give what stands in one place of the margins of several slides, and numbers, their role."""
    counts = Counter(key for page in pages for key in {_place(line) for line in _margin(page)})
    for page in pages:
        for line in _margin(page):
            if counts[_place(line)] >= REPEATS or line.text.strip() == str(page.number + 1):
                line.role = Role.FURNITURE


def _margin(page: Page) -> list[Line]:
    top, bottom = TOP * page.height, BOTTOM * page.height
    # What is set as large as a title is one, on however many slides.
    largest = max((line.size for line in page.lines), default=0.0)
    return [
        line
        for line in page.lines
        if line.role is Role.TEXT and (line.y0 > bottom or line.y1 < top) and line.size < largest
    ]


def _place(line: Line) -> tuple[str, int, int]:
    return line.text, round(line.x0 / SAME_PLACE_PT), round(line.y0 / SAME_PLACE_PT)


# ------------------------------------------------------------------------------ title


def _title(lines: Sequence[Line], page: Page) -> list[Line]:
    upper = [line for line in lines if line.y0 < TITLE_HEIGHT * page.height]
    if not upper and len(lines) <= COVER_LINES:
        upper = list(lines)
    if not upper:
        return []
    largest = max(line.size for line in upper)
    text_size = statistics.median(line.size for line in lines)
    first = min(
        (line for line in upper if line.size > largest - 0.5), key=lambda line: (line.y0, line.x0)
    )
    title = _continued(first, lines)
    stands_out = largest >= TITLE_SIZE * text_size or len(lines) <= TITLE_LINES
    stands_out = stands_out or first.y0 <= min(line.y0 for line in lines) + 1
    return title if stands_out and len(_join(title)) <= TITLE_LENGTH else []


def _continued(first: Line, lines: Sequence[Line]) -> list[Line]:
    """Return the line a title opens with and those that go on with it."""
    title = [first]
    for line in sorted(lines, key=lambda line: (line.y0, line.x0)):
        if line is first or line.y1 <= first.y0:
            continue
        is_alike = abs(line.size - first.size) < 0.5 and line.bold == first.bold
        is_near = line.y0 - title[-1].y1 < TITLE_GAP * first.size
        if not (is_alike and is_near and not line.text.startswith(BULLETS)):
            break
        title.append(line)
    # More lines than a title has are text set in its size.
    return title if len(title) <= TITLE_LINES else [first]


# ------------------------------------------------------------------------------ text


def _join(lines: Sequence[Line]) -> str:
    """Join wrapped lines and the cells of a row; bullets and short lines stand alone."""
    right = max((line.x1 for line in lines), default=0.0)
    text = ""
    previous: Line | None = None
    for line in lines:
        if previous is None:
            text = line.text
        elif _on_one_line(previous, line):
            text += " " + line.text
        elif _wraps(previous, line, right):
            text = join_lines(text, line.text)
        else:
            text += "\n" + line.text
        previous = line
    return text


def _on_one_line(previous: Line, line: Line) -> bool:
    return abs(line.middle - previous.middle) < 0.3 * line.size and line.x0 >= previous.x1 - 1


def _wraps(previous: Line, line: Line, right: float) -> bool:
    """Tell whether a line was broken only because the next word had no room on it."""
    return (
        line.y0 > previous.y0 + 0.5 * previous.size
        and abs(line.size - previous.size) < 0.5
        and line.y0 - previous.y1 < 0.6 * line.size
        and not line.text.startswith(BULLETS)
        and not MONOSPACED.search(line.font)
        and previous.width > WRAPPED_SIZES * previous.size
        and line.x0 < previous.x1
        and right - previous.x1 < _first_word(line)
    )


def _first_word(line: Line) -> float:
    """Return how much room the first word of a line takes; Japanese breaks at any character."""
    if CJK.match(line.text):
        return 2 * line.size
    return (
        (len(line.text.split(maxsplit=1)[0]) + 1) * LETTER_WIDTH * line.size if line.text else 0.0
    )
