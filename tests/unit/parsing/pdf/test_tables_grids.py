"""What the PDF parser promises about the grids of tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Block, BlockType, Document

from .pdf_pages import PageWriter
from .table_pages import Cell, Style, rule, write_prose, write_table

CAPTION = "Table 1. Primers used for the quantitative reactions."
WIDTHS = (100, 138, 45, 62, 130)
PRIMERS = (
    ("Gene", "Primer", "Tm (°C)", "Product (bp)", "Comment on the use of the pair"),
    ("GAPDH", "ACCACAGTCCATGCCATCAC", "60", "452", "Reference gene for all the tissues used here"),
    ("TP53", "CCTCAGCATCTTATCCGAGTGG", "58", "212", "Exons 5 to 8"),
    (
        "ACTB, beta actin of the human cytoskeleton",
        "CATGTACGTTGCTATCCAGGC",
        "60",
        "250",
        "Second reference gene, which was left out in liver",
    ),
    ("MYC", "GGCTCCTGGCAAAAGGTCA", "59", "119", "None"),
)


def parse(path: Path) -> Document:
    (document,) = PdfParser().parse(path)
    return document


def tables(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.type is BlockType.TABLE]


def grid_of(
    path: Path, widths: Sequence[float], rows: Sequence[Sequence[Cell]], style: Style | None = None
) -> list[tuple[str, ...]]:
    """Print a table under its caption, between prose, and return the grid that is read."""
    page = PageWriter(path)
    y = write_prose(page, 80)
    page.text(60, y + 20, CAPTION, 9, "Helvetica-Bold")
    y = write_table(page, y + 26, widths, rows, style)
    write_prose(page, y + 40)
    (table,) = tables(parse(page.save()))
    assert table.grid is not None
    assert not table.flags
    return list(table.grid)


@pytest.mark.parametrize("rules", ["three", "rows", "none"])
@pytest.mark.parametrize("vertical", ["top", "middle"])
def test_wrapped_cells_make_one_row(tmp_path: Path, rules: str, vertical: str) -> None:
    style = Style(rules=rules, vertical=vertical)  # type: ignore[arg-type]
    assert grid_of(tmp_path / "a.pdf", WIDTHS, PRIMERS, style) == [*PRIMERS]


def test_wrapped_cells_above_their_label_make_one_row(tmp_path: Path) -> None:
    style = Style(vertical="bottom")
    assert grid_of(tmp_path / "a.pdf", WIDTHS, PRIMERS, style) == [*PRIMERS]


def test_a_fully_ruled_table_is_read_by_its_rules(tmp_path: Path) -> None:
    style = Style(rules="rows", walls=True)
    assert grid_of(tmp_path / "a.pdf", WIDTHS, PRIMERS, style) == [*PRIMERS]


def test_long_texts_in_every_cell_stay_in_their_rows(tmp_path: Path) -> None:
    studies = (
        ("Study", "Design and population", "Main findings"),
        (
            "Smith 2010",
            "Randomised trial of 200 adults with mild disease in four centres over two years",
            "Less pain at six weeks (mean difference 1.2 points) but no change at one year",
        ),
        (
            "Yamada 2014",
            "Cohort of 1,200 women aged 40 to 65 years who were followed by post",
            "Risk ratio 0.81 (0.70 to 0.94) for fracture",
        ),
        ("Ito 2019", "Case-control study in two hospitals", "No association was found"),
    )
    assert grid_of(tmp_path / "a.pdf", (90, 160, 160), studies) == [*studies]


def test_rows_of_values_set_close_are_not_joined(tmp_path: Path) -> None:
    rows = (
        ("Element", "Leaf", "Stem"),
        ("Iron of the upper leaves", "5.86", "0.72"),
        ("Copper of the same leaves", "0.07", "0.08"),
        ("Zinc of the lower leaves", "0.05", "0.14"),
    )
    assert grid_of(tmp_path / "a.pdf", (110, 30, 30), rows) == [*rows]


def test_cells_nearer_than_a_word_space_are_parted_between_numbers(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "tight.pdf")
    y = write_prose(page, 80) + 20
    page.text(60, y, CAPTION, 9, "Helvetica-Bold")
    for index, name in enumerate(("Group", "Day 1", "Day 2")):
        page.text((60, 110, 140)[index], y + 18, name, 8)
    for row, (name, first, second) in enumerate(
        (("A", "1234.5", "2234.5"), ("B", "1334.5", "2334.5"), ("C", "1434.5", "2434.5"))
    ):
        for x, cell in zip((60, 112, 140), (name, first, second), strict=True):
            page.text(x, y + 32 + 12 * row, cell, 8)
    for height in (6, 22, 62):
        rule(page, 60, y + height, 180)
    (table,) = tables(parse(page.save()))
    assert table.grid is not None
    assert table.grid[1] == ("A", "1234.5", "2234.5")


def test_words_that_line_up_in_one_column_are_not_parted(tmp_path: Path) -> None:
    rows = (
        ("Primer", "Tm"),
        ("UBC 807", "52"),
        ("UBC 814", "53"),
        ("UBC 825", "54"),
        ("UBC 834", "52"),
    )
    assert grid_of(tmp_path / "a.pdf", (100, 60), rows) == [*rows]


def test_heading_between_rows_is_a_row_of_its_own(tmp_path: Path) -> None:
    rows = (
        ("Element", "Leaf", "Stem"),
        ("Unwashed plants (mg)", "", ""),
        ("Fe", "5.86", "0.72"),
        ("Cu", "0.07", "0.08"),
        ("Washed plants (mg)", "", ""),
        ("Fe", "2.05", "8.72"),
        ("Cu", "0.03", "0.07"),
    )
    assert grid_of(tmp_path / "a.pdf", (110, 60, 60), rows) == [*rows]


def test_a_column_filled_in_one_row_only_is_a_column(tmp_path: Path) -> None:
    names = ("Line", "A1", "A2", "A3", "A4", "A5", "A6", "A7")
    rows = [names] + [
        (names[i], *(f"0.{i}{j}" for j in range(1, i + 1)), *[""] * (7 - i)) for i in range(1, 8)
    ]
    assert grid_of(tmp_path / "a.pdf", (60, *[40] * 7), rows) == rows


def test_cell_over_several_rows_is_repeated_where_rules_show_it(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "spanning.pdf")
    y = write_prose(page, 80) + 20
    page.text(60, y, CAPTION, 9, "Helvetica-Bold")
    y += 6
    rule(page, 60, y, 400)
    for x, name in ((63, "Gene"), (153, "Direction"), (233, "Sequence")):
        page.text(x, y + 10, name, 8, "Helvetica-Bold")
    y += 14
    rule(page, 60, y, 400)
    for gene in ("GAPDH", "TP53"):
        page.text(63, y + 17, gene, 8)
        for direction, sequence in (("Forward", "ACCACAGTCC"), ("Reverse", "TCCACCACCC")):
            page.text(153, y + 10, direction, 8).text(233, y + 10, sequence, 8)
            y += 14
            rule(page, 150 if direction == "Forward" else 60, y, 400)
    (table,) = tables(parse(page.save()))
    assert table.grid is not None
    assert [row[0] for row in table.grid] == ["Gene", "GAPDH", "GAPDH", "TP53", "TP53"]


def test_signs_far_apart_are_cells_not_one_word(tmp_path: Path) -> None:
    rows = (
        ("Group", "Necrosis", "Oedema", "Inflammation"),
        ("Sham", "-", "-", "-"),
        ("Control", "++", "+++", "+"),
        ("Treated", "+", "++", "+"),
    )
    assert grid_of(tmp_path / "a.pdf", (90, 90, 90, 90), rows) == [*rows]


def test_text_of_a_grid_is_its_markdown_and_keeps_every_place(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "text.pdf")
    page.text(60, 80, CAPTION, 9, "Helvetica-Bold")
    bottom = write_table(page, 86, (100, 60), (("Gene", "Size"), ("MYC", "119"), ("TP53", "212")))
    write_prose(page, bottom + 40)
    (table,) = tables(parse(page.save()))
    assert table.text.splitlines()[0] == "| Gene | Size |"
    assert len(table.locations) == 6
    boxes = [location.box for location in table.locations if location.box is not None]
    assert all(86 <= box.y0 < box.y1 <= bottom for box in boxes)


def test_doubtful_grid_is_flagged_and_kept_as_printed(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "doubt.pdf")
    y = write_prose(page, 80) + 20
    page.text(60, y, CAPTION, 9, "Helvetica-Bold")
    lines = (
        (60, "alpha beta gamma delta 1.2"),
        (60, "a"),
        (150, "epsilon zeta eta theta iota kappa"),
        (90, "lambda"),
        (260, "mu"),
        (60, "nu xi omicron pi rho sigma tau"),
    )
    for row, (x, words) in enumerate(lines):
        page.text(x, y + 20 + 14 * row, words, 8).text(330, y + 20 + 14 * row, "x" * row, 8)
    for height in (6, 104):
        rule(page, 60, y + height, 400)
    document = parse(page.save())
    (table,) = tables(document)
    assert "grid_suspect" in table.flags
    assert "epsilon zeta eta theta iota kappa" in table.text
    assert any("doubtful" in warning for warning in document.warnings)
