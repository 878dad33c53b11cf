"""What the PDF parser promises about the captions of figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.types import Block, BlockType, Document

from .pdf_pages import PROSE, PageWriter
from .table_pages import write_prose
from .test_tables_grids import parse


def captions(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.type is BlockType.CAPTION]


@pytest.mark.parametrize(
    "label",
    [
        "Fig. 1",
        "Figure 1.",
        "Supplementary Fig. S1",
        "Extended Data Fig. 2 |",
        "Scheme 1.",
        "Box 1",
    ],
)
def test_caption_is_told_by_its_label(tmp_path: Path, label: str) -> None:
    page = PageWriter(tmp_path / "label.pdf")
    y = write_prose(page, 80)
    page.text(60, y + 100, f"{label} Growth of cells in the cold, counted in four chambers,", 8.5)
    page.text(60, y + 110, "each by two persons (a, first count; b, second count).", 8.5)
    write_prose(page, y + 140)
    (caption,) = captions(parse(page.save()))
    assert caption.text.startswith(label)
    assert caption.text.endswith("second count).")


def test_caption_in_two_halves_under_its_figure_is_one(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "halves.pdf")
    halves = (
        ("Figure 1. Growth of the cells in the cold", "chambers by a second person. The bars"),
        ("over one week. Counts were made in four", "show the mean of three of the cultures."),
    )
    for row, (left, right) in enumerate(halves):
        page.text(50, 300 + 9.5 * row, left, 8).text(310, 300 + 9.5 * row, right, 8)
    for row in range(20):
        page.text(50, 340 + 12 * row, "Cells of the left column were grown in")
        page.text(310, 340 + 12 * row, "flasks and counted twice a day until the")
    (caption,) = captions(parse(page.save()))
    assert caption.text.endswith(
        "in four chambers by a second person. The bars show the mean of three of the cultures."
    )


def test_caption_of_a_manuscript_in_double_spacing_is_whole(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "double.pdf")
    page.lines(60, 80, PROSE * 2, lead=26)
    lines = (
        "Figure 1. Growth of cells in the cold,",
        "counted in four chambers",
        "by two persons.",
    )
    page.lines(60, 360, lines, lead=26)
    (caption,) = captions(parse(page.save()))
    assert caption.text == " ".join(lines)


def test_sentence_that_begins_with_a_figure_is_no_caption(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "sentence.pdf")
    lines = (
        *PROSE,
        "Figure 3A and the table beside it show how the cells grew in the cold.",
        *PROSE,
    )
    page.lines(60, 80, lines)
    document = parse(page.save())
    assert captions(document) == []
    assert " ".join(lines) in document.text


def test_text_under_a_caption_is_not_taken_into_it(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "under.pdf")
    y = write_prose(page, 80)
    page.text(60, y + 60, "Figure 1. Growth of cells in the cold.", 9.8, "Helvetica")
    write_prose(page, y + 79)
    document = parse(page.save())
    (caption,) = captions(document)
    assert caption.text == "Figure 1. Growth of cells in the cold."


def test_caption_goes_on_overleaf(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "overleaf.pdf")
    page.lines(60, 80, PROSE * 4)
    page.text(60, 700, "Figure 1. Growth of cells in the cold, which was counted", 8)
    page.page().text(60, 80, "in four chambers by two persons.", 8)
    write_prose(page, 120)
    (caption,) = captions(parse(page.save()))
    assert caption.text.endswith("which was counted in four chambers by two persons.")
    assert caption.pages == (1, 2)


def test_caption_in_the_type_of_the_body_and_tight_leading_is_whole(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "tight.pdf")
    y = page.lines(60, 80, PROSE * 3, lead=8.5)
    page.text(60, y + 100, "Figure 1. Growth of cells in the cold over one week, counted in four")
    page.text(60, y + 108.5, "chambers by two persons (a) and by a counter (b).")
    page.lines(60, y + 140, PROSE * 3, lead=8.5)
    (caption,) = captions(parse(page.save()))
    assert caption.text.endswith("by a counter (b).")


def test_line_of_a_tight_paragraph_that_begins_with_a_label_is_no_caption(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "inside.pdf")
    lines = (
        *PROSE,
        "Figure 4(A, B) showed the growth of all the cells that were in the cold and",
        *PROSE,
    )
    page.lines(60, 80, lines, lead=8.5)
    assert captions(parse(page.save())) == []
