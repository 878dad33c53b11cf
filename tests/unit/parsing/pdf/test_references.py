"""Reference lists: one block an entry, whatever way the list is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Block, BlockType, Document, SectionClass

from .pdf_pages import PROSE, PageWriter


def parse(page: PageWriter) -> Document:
    (document,) = PdfParser().parse(page.save())
    return document


def references(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.type is BlockType.REFERENCE]


def paper(path: Path) -> PageWriter:
    page = PageWriter(path)
    page.text(70, 60, "Introduction", 12, "Helvetica-Bold")
    page.lines(70, 78, PROSE * 5)
    page.text(70, 340, "References", 12, "Helvetica-Bold")
    return page


def write_entries(page: PageWriter, x: float, y: float, form: str, first: int, last: int) -> float:
    """Write entries of two lines each; `form` holds the number."""
    for number in range(first, last + 1):
        lines = (
            f"{form.format(number)}Yamada H, Smith JR. Cells of basil in cold, part {number} of",
            f"a long list. J Cell Tests 2019; {number}:12-19.",
        )
        y = page.lines(x, y, lines, size=7, lead=9)
    return y


@pytest.mark.parametrize("form", ["{}. ", "[{}] ", "{}) ", "({}) ", "{} "])
def test_numbered_entries_are_parted(tmp_path: Path, form: str) -> None:
    page = paper(tmp_path / "a.pdf")
    write_entries(page, 70, 360, form, 1, 5)
    found = references(parse(page))
    assert [block.text.split("part ")[1][0] for block in found] == ["1", "2", "3", "4", "5"]
    assert all(block.section_class is SectionClass.REFERENCES for block in found)


def test_number_set_apart_is_put_back(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    for number in (1, 2, 3):
        y = 350 + 20 * number
        page.text(70, y, f"{number}.", 7)
        page.text(98, y, f"Yamada H. Cells of basil in the cold, part {number}", 7)
        page.text(98, y + 9, "of a long list. J Cell Tests 2019; 4:12-19.", 7)
    found = references(parse(page))
    assert [block.text[:9] for block in found] == ["1. Yamada", "2. Yamada", "3. Yamada"]


def test_line_that_begins_with_a_number_opens_no_entry(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    lines = (
        "1. Yamada H. Cells of basil in the cold. Proceedings of the meeting of",
        "2019. Nowhere: University Press.",
        "2. Smith JR. Cells of basil in the heat. J Cell Tests 2019; 4:12-19. PMID:",
        "12. and more of it.",
        "3. Cruz M. Cells of basil. J Cell Tests 2020; 5:1.",
    )
    page.lines(70, 360, lines, size=7, lead=9)
    assert [block.text[:2] for block in references(parse(page))] == ["1.", "2.", "3."]


def test_entries_go_on_over_columns_and_pages(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    write_entries(page, 60, 360, "{}. ", 1, 20)
    write_entries(page, 320, 360, "{}. ", 21, 40)
    page.page()
    write_entries(page, 60, 80, "{}. ", 41, 50)
    assert len(references(parse(page))) == 50


AUTHORS = ("Adams, R. P.", "Bernhoft, A., Torp, M.", "da Cruz, L., Pinto, V.", "Zinedine, A.")


def test_hanging_entries_are_parted(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    for row, names in enumerate(AUTHORS):
        y = 360 + 27 * row
        page.text(70, y, f"{names} (2007). Identification of the components of oils by", 7)
        page.text(80, y + 9, "chromatography. Carol Stream, IL: Allured. And of those that", 7)
        page.text(80, y + 18, "Brown found there. Food Chem. 45, 1-18.", 7)
    found = references(parse(page))
    assert [block.text[:5] for block in found] == [names[:5] for names in AUTHORS]


def test_entries_parted_by_white_alone(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    for row, names in enumerate(AUTHORS):
        y = 360 + 26 * row
        page.text(70, y, f"{names} (2007). Identification of the components of oils by", 7)
        page.text(70, y + 9, "chromatography. Food Chem. 45, 1-18.", 7)
    assert len(references(parse(page))) == len(AUTHORS)


def test_notes_of_the_publisher_are_no_part_of_the_last_entry(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    y = write_entries(page, 70, 360, "{}. ", 1, 3)
    page.text(70, y + 20, "Conflict of Interest Statement: The authors declare none.", 7)
    document = parse(page)
    assert references(document)[-1].text.endswith("3:12-19.")
    note = next(block for block in document.blocks if "declare none" in block.text)
    assert note.section_class is SectionClass.OTHER


def test_numbers_at_the_foot_of_pages_stay_in_their_entry(tmp_path: Path) -> None:
    page = paper(tmp_path / "a.pdf")
    number = 1
    for _ in range(3):
        for y in range(700, 800, 20):
            name = "ABCDEFGHIJKLMNO"[number - 1] * 5
            page.text(70, y, f"{number}. {name} H. Cells of basil in the cold. J Tests", 7)
            page.text(80, y + 9, f"{number}88–{number}99 (2019).", 7)
            number += 1
        page.page()
    found = references(parse(page))
    assert all(block.text.endswith("(2019).") for block in found)
    assert len(found) == 15
