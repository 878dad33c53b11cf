"""Japanese set in columns from top to bottom is read from the right; quotes of it are marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from aliquot.library.places.marking import mark_quote
from aliquot.library.places.nearby import touched_blocks
from aliquot.parsing.paged.looking import PageLooker
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Document, Rectangle, Span

COLUMNS = (
    "この文書は細胞の凍結保存について述べる。培養した細胞は",
    "対数増殖期に集め、遠心して上清を除いたのち、冷たい保存",
    "液に静かに懸濁する。懸濁のあとは氷の上に置き、毎分一度",
    "ずつ零下八十度まで冷やしてから、液体窒素に移す。",
)
TEXT = "".join(COLUMNS)
SIZE, TOP, RIGHT, STEP = 12.0, 500.0, 700.0, 18.0
WIDTH, HEIGHT = 842.0, 595.0


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3", isVertical=True))
    path = tmp_path_factory.mktemp("vertical") / "columns.pdf"
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setFont("HeiseiMin-W3", SIZE)
    for number, column in enumerate(COLUMNS):
        canvas.drawString(RIGHT - number * STEP, TOP, column)
    canvas.save()
    return path


@pytest.fixture(scope="module")
def document(path: Path) -> Document:
    [document] = PdfParser().parse(path)
    return document


def test_columns_are_read_from_the_right_each_from_the_top(document: Document) -> None:
    assert document.text.split() == list(COLUMNS) or document.text == TEXT


@pytest.mark.parametrize("words", ["遠心して上清", "毎分一度", "述べる。培養", "液体窒素に移す"])
def test_a_quote_is_marked_where_its_characters_stand(
    path: Path, document: Document, words: str
) -> None:
    start, printed = document.text.index(words), TEXT.index(words)
    quote = Span(start, start + len(words))
    blocks = [document.blocks[at] for at in touched_blocks(document.blocks, quote)]
    looker = PageLooker()
    try:
        marked = mark_quote(blocks, quote, looker.characters(path, [1]))
    finally:
        looker.close()
    assert marked.is_exact
    [page] = marked.pages
    found = [corners(one) for one in page.rectangles]
    assert found == [pytest.approx(one, abs=0.4 * SIZE) for one in wanted(printed, len(words))]


def corners(one: Rectangle) -> tuple[float, ...]:
    """Return middle across, top and bottom in points."""
    middle = (one.x + one.width / 2) * WIDTH
    return middle, one.y * HEIGHT, (one.y + one.height) * HEIGHT


def wanted(start: int, length: int) -> list[tuple[float, ...]]:
    """Return the same as it was set, for each column that words stand in."""
    found, first = [], 0
    for number, column in enumerate(COLUMNS):
        low, high = max(start, first), min(start + length, first + len(column))
        if low < high:
            top = HEIGHT - TOP + (low - first) * SIZE
            found.append((RIGHT - number * STEP, top, top + (high - low) * SIZE))
        first += len(column)
    return found
