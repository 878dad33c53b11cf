"""A quote is marked where it is printed and nowhere else, as pdfium's own boxes tell."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from reportlab.pdfgen.canvas import Canvas

from aliquot.library.places.marking import Marked, mark_quote
from aliquot.library.places.nearby import touched_blocks
from aliquot.parsing.paged.characters import read_characters
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Document, Location, PagePlace, Span

A4 = (595.0, 842.0)
PROSE = (
    "The culture was kept at a steady temperature for the whole night and then",
    "moved to fresh medium before the cells were counted in four chambers and",
    "the mean was taken. Each count was repeated by a second person who did not",
    "know the first result. No count differed from the other by a tenth of it.",
)
# Finer than any character.
DEVICE = 100_000


def write(path: Path, pages: list[list[tuple[float, float, str]]]) -> Path:
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    for page in pages:
        for x, y, words in page:
            canvas.setFont("Times-Roman", 10)
            canvas.drawString(x, A4[1] - y, words)
        canvas.showPage()
    canvas.save()
    return path


def prose(
    x: float = 72, y: float = 100, lines: tuple[str, ...] = PROSE
) -> list[tuple[float, float, str]]:
    return [(x, y + 12 * number, line) for number, line in enumerate(lines)]


def parse(path: Path) -> Document:
    (document,) = PdfParser().parse(path)
    return document


def marked(path: Path, document: Document, quote: Span) -> Marked:
    with pdfium.PdfDocument(path) as pdf:
        pages = {number + 1: read_characters(pdf[number], number + 1) for number in range(len(pdf))}
    blocks = [document.blocks[index] for index in touched_blocks(document.blocks, quote)]
    lines = [one for block in document.blocks for one in block.locations]
    return mark_quote(blocks, quote, pages, lines)


def span_of(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


def text_under(path: Path, places: tuple[PagePlace, ...]) -> str:
    """Return the characters whose own tight boxes have their middle in a rectangle."""
    with pdfium.PdfDocument(path) as pdf:
        return "".join(_under(pdf[place.number - 1], place) for place in places)


def _under(page: pdfium.PdfPage, place: PagePlace) -> str:
    textpage = page.get_textpage()
    found = ""
    for one in place.rectangles:
        left, top = _on_page(page, one.x, one.y)
        right, bottom = _on_page(page, one.x + one.width, one.y + one.height)
        (x0, x1), (y0, y1) = sorted((left, right)), sorted((top, bottom))
        for index in range(textpage.count_chars()):
            box = [ctypes.c_double() for _ in range(4)]
            raw.FPDFText_GetCharBox(textpage, index, *box)
            a, b, c, d = (value.value for value in box)
            if x0 <= (a + b) / 2 <= x1 and y0 <= (c + d) / 2 <= y1 and b > a:
                found += textpage.get_text_range(index, 1)
    return found


def _on_page(page: pdfium.PdfPage, x: float, y: float) -> tuple[float, float]:
    across, down = ctypes.c_double(), ctypes.c_double()
    raw.FPDF_DeviceToPage(
        page, 0, 0, DEVICE, DEVICE, 0, round(x * DEVICE), round(y * DEVICE), across, down
    )
    return across.value, down.value


def plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(one for one in folded if one.isalnum())


@pytest.mark.parametrize(
    "words",
    ["steady temperature", "fresh medium before the cells were counted in four chambers and the"],
)
def test_marks_cover_the_words_of_a_quote_and_no_others(tmp_path: Path, words: str) -> None:
    path = write(tmp_path / "a.pdf", [prose()])
    document = parse(path)
    found = marked(path, document, span_of(document, words))
    assert found.is_exact
    assert plain(text_under(path, found.pages)) == plain(words)


def test_the_same_words_elsewhere_on_the_page_are_not_marked(tmp_path: Path) -> None:
    again = ("Another culture was kept at a steady temperature until the morning came.",)
    path = write(tmp_path / "a.pdf", [[*prose(), *prose(y=300, lines=again)]])
    document = parse(path)
    second = document.text.rindex("steady temperature")
    found = marked(path, document, Span(second, second + 18))
    (one,) = found.pages[0].rectangles
    assert one.y > 250 / A4[1]


def test_a_quote_over_a_page_break_is_marked_on_both_pages(tmp_path: Path) -> None:
    pages = [prose(y=700, lines=PROSE[:2]), prose(y=80, lines=PROSE[2:])]
    path = write(tmp_path / "a.pdf", pages)
    document = parse(path)
    words = "four chambers and the mean was taken"
    found = marked(path, document, span_of(document, words))
    assert [place.number for place in found.pages] == [1, 2]
    assert plain(text_under(path, found.pages)) == plain(words)


def test_a_word_parted_at_a_line_end_is_marked_in_both_parts(tmp_path: Path) -> None:
    lines = ("The cells were grown in a medium that holds no anti-", "biotics at all, and counted.")
    path = write(tmp_path / "a.pdf", [prose(lines=lines)])
    document = parse(path)
    start = document.text.index("no anti")
    found = marked(path, document, Span(start, document.text.index(" at all")))
    assert len(found.pages[0].rectangles) == 2
    assert plain(text_under(path, found.pages)) == "noantibiotics"


def test_marks_stay_within_their_column(tmp_path: Path) -> None:
    left = tuple(f"Left column line {word} of the text here," for word in ["one", "two", "three"])
    right = tuple(f"right column line {word} of the text too." for word in ["one", "two", "three"])
    path = write(tmp_path / "a.pdf", [[*prose(60, 100, left), *prose(320, 100, right)]])
    document = parse(path)
    start = document.text.rindex("Left column line two")
    found = marked(path, document, Span(start, start + 20))
    assert len(found.pages[0].rectangles) == 1
    assert all(one.x + one.width < 0.5 for one in found.pages[0].rectangles)


def test_marks_of_neighbouring_lines_do_not_overlap(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [[(72, 100 + 9 * n, line) for n, line in enumerate(PROSE)]])
    document = parse(path)
    found = marked(path, document, Span(0, len(document.text)))
    rectangles = found.pages[0].rectangles
    ends = [one.y + one.height for one in rectangles]
    assert all(end <= one.y + 1e-9 for end, one in zip(ends, rectangles[1:], strict=False))


def _turn(page: pdfium.PdfPage) -> None:
    page.set_rotation(90)


def _crop(page: pdfium.PdfPage) -> None:
    page.set_cropbox(50, 200, 560, 800)


@pytest.mark.parametrize("change", [_turn, _crop])
def test_marks_follow_pages_that_are_turned_or_cropped(
    tmp_path: Path, change: Callable[[pdfium.PdfPage], None]
) -> None:
    path = write(tmp_path / "a.pdf", [prose()])
    with pdfium.PdfDocument(path) as pdf:
        change(pdf[0])
        pdf.save(tmp_path / "b.pdf")
    document = parse(tmp_path / "b.pdf")
    words = "Each count was repeated by a second person"
    found = marked(tmp_path / "b.pdf", document, span_of(document, words))
    assert plain(text_under(tmp_path / "b.pdf", found.pages)) == plain(words)


def test_a_row_of_a_table_is_marked_whole(tmp_path: Path) -> None:
    rows = [("Strain", "Dose", "Growth"), ("alpha", "10", "fast"), ("beta", "10", "slow")]
    rows += [("gamma", "20", "fast"), ("delta", "10", "slow")]
    cells = [
        (72.0 + 120 * column, 140.0 + 16 * number, cell)
        for number, row in enumerate(rows)
        for column, cell in enumerate(row)
    ]
    caption = [(72.0, 120.0, "Table 1. Growth of four strains at two doses.")]
    path = write(tmp_path / "a.pdf", [[*caption, *cells, *prose(y=400)]])
    document = parse(path)
    assert any(block.grid for block in document.blocks)
    found = marked(path, document, span_of(document, "| gamma | 20 | fast |"))
    assert plain(text_under(path, found.pages)) == "gamma20fast"


def test_a_title_is_marked_where_it_is_printed_once(tmp_path: Path) -> None:
    page = [(72.0, 80.0, "On the growth of cells in four chambers"), *prose(y=140)]
    path = write(tmp_path / "a.pdf", [page])
    document = parse(path)
    title = document.blocks[0]
    found = marked(path, document, title.span)
    assert plain(text_under(path, found.pages)) == plain(title.text)


def test_without_characters_whole_lines_are_marked(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [prose()])
    document = parse(path)
    with pdfium.PdfDocument(path) as pdf:
        page = read_characters(pdf[0], 1)
    bare = type(page)(1, page.width, page.height, "", page.boxes[:0])
    blocks = [block for block in document.blocks if "steady" in block.text]
    found = mark_quote(blocks, span_of(document, "steady temperature"), {1: bare})
    assert not found.is_exact
    (one,) = found.pages[0].rectangles
    line = next(block for block in blocks).locations[0]
    assert isinstance(line, Location)
    assert line.box is not None
    assert one.x == pytest.approx(line.box.x0 / page.width)
