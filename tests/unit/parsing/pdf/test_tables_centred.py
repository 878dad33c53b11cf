"""What the PDF parser promises about tables whose cells are centred in height."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from .table_pages import Style
from .test_tables_grids import grid_of

WIDTHS = (70.0, 60.0, 90.0, 40.0, 90.0, 90.0)
HEADER = ("Domain", "Study", "Design", "Score", "Persons", "Outcome")
# Lines are broken where their writer wished, with room left for the next word.
STUDIES = (
    ("", "Weber\n2016", "Randomised\nParallel", "3", "30 adults\n17-30 years", "Lipids\nFell"),
    ("", "Sato\n2014", "Case\nReport", "0", "3 adults\nDiabetes", "Sugar\nNormal"),
    ("Metabolic", "Rossi\n2013", "Blind\nParallel", "2", "200 adults\nGout", "Acid\nFell"),
    ("", "Suzuki\n2010", "Randomised\nPlacebo", "3", "40 adults\nObesity", "No effect"),
    ("", "Kimura\n2009", "Clinical\nTrial", "1", "90 adults\nDiabetes", "Thirst\nFell"),
)
TALL = (
    "", "Mondal\n2012", "Blind\nPlacebo\nCross-over\nRepeated", "5", "22 adults\nHealthy", "None"
)  # fmt: skip


def as_read(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return [tuple(" ".join(cell.split()) for cell in row) for row in rows]


@pytest.mark.parametrize("rules", ["three", "rows", "none"])
def test_lines_of_centred_cells_make_one_row(tmp_path: Path, rules: str) -> None:
    rows = [HEADER, *STUDIES]
    style = Style(rules=rules, vertical="middle")  # type: ignore[arg-type]
    assert grid_of(tmp_path / "a.pdf", WIDTHS, rows, style) == as_read(rows)


def test_first_and_last_line_of_a_tall_cell_are_of_its_row(tmp_path: Path) -> None:
    rows = [HEADER, *STUDIES[:3], TALL, *STUDIES[3:]]
    assert grid_of(tmp_path / "a.pdf", WIDTHS, rows, Style(vertical="middle")) == as_read(rows)


def test_heading_between_centred_rows_is_a_row_of_its_own(tmp_path: Path) -> None:
    named = [(row[1], *row[2:]) for row in STUDIES]
    rows = [HEADER[1:], ("In vitro", *[""] * 4), *named[:3], ("In vivo", *[""] * 4), *named[3:]]
    grid = grid_of(tmp_path / "a.pdf", WIDTHS[1:], rows, Style(vertical="middle"))
    assert grid == as_read(rows)


def test_a_list_of_numbers_is_one_cell(tmp_path: Path) -> None:
    rows = [
        ("Oil", "Dose (ppm)", "Fungus"),
        ("Thyme", "0, 10, 50, 100", "B. cinerea"),
        ("Clove", "2, 10, 100", "A. niger"),
        ("Basil", "4, 5, 10, 20", "B. cinerea"),
        ("Mint", "0, 300, 400", "A. niger"),
    ]
    style = Style(centred=frozenset({1}))
    assert grid_of(tmp_path / "a.pdf", (80, 90, 90), rows, style) == rows


def test_value_and_spread_set_close_are_one_cell(tmp_path: Path) -> None:
    rows = [
        ("Group", "TNF", "IL-1"),
        *((f"Group {i}", f"0.{i}3 ±0.0{i}", f"0.{i}8 ±0.0{i}") for i in range(1, 6)),
    ]
    assert grid_of(tmp_path / "a.pdf", (90, 90, 90), rows) == rows


def test_percentages_in_brackets_under_their_counts_are_of_their_row(tmp_path: Path) -> None:
    printed = [("Group", "Count", "Motile"), *((f"G{i}", f"5{i}.4", f"3{i}.1") for i in range(3))]
    lines = [printed[0]]
    for row in printed[1:]:
        lines += [row, ("", "(100%)", "(56%)")]
    expected = [printed[0], *((a, f"{b} (100%)", f"{c} (56%)") for a, b, c in printed[1:])]
    assert grid_of(tmp_path / "a.pdf", (90, 90, 90), lines) == expected
