"""What the PDF parser promises about the column names of tables."""

from __future__ import annotations

from pathlib import Path

from .pdf_pages import PageWriter
from .table_pages import Style, rule, write_prose, write_table
from .test_tables_grids import CAPTION, grid_of, parse, tables

GROUPED = (
    ("Characteristic", ("Group A (n = 20)", 2), ("Group B (n = 22)", 2), "p"),
    ("", "Mean", "SD", "Mean", "SD", "value"),
    ("Age (years)", "34.2", "5.1", "35.0", "4.8", "0.61"),
    ("Weight (kg)", "70.1", "8.2", "69.4", "9.0", "0.80"),
    ("Height (cm)", "171", "7", "170", "8", "0.91"),
)
NAMES = (
    "Characteristic",
    "Group A (n = 20) / Mean",
    "Group A (n = 20) / SD",
    "Group B (n = 22) / Mean",
    "Group B (n = 22) / SD",
    "p value",
)
WIDTHS = (130, 60, 60, 60, 60, 60)
CENTRED = frozenset(range(1, 6))


def test_groups_go_before_what_they_group(tmp_path: Path) -> None:
    style = Style(header=2, centred=CENTRED)
    assert grid_of(tmp_path / "a.pdf", WIDTHS, GROUPED, style)[0] == NAMES


def test_groups_without_rules_take_the_columns_nearest_to_them(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    y = write_prose(page, 80) + 20
    page.text(60, y, CAPTION, 9, "Helvetica-Bold")
    style = Style(rules="none", header=2, centred=CENTRED)
    end = write_table(page, y + 6, WIDTHS, GROUPED, style)
    for height in (y + 6, y + 37, end):
        rule(page, 60, height, 490)
    write_prose(page, end + 40)
    (table,) = tables(parse(page.save()))
    assert table.grid is not None
    assert table.grid[0] == NAMES


def test_names_of_three_levels_are_joined(tmp_path: Path) -> None:
    rows = (
        ("Line", ("Yield (t/ha)", 4)),
        ("", ("2018", 2), ("2019", 2)),
        ("", "Control", "Salt", "Control", "Salt"),
        ("A1", "5.1", "4.0", "5.5", "4.2"),
        ("A2", "6.0", "4.9", "6.1", "5.0"),
    )
    style = Style(header=3, centred=frozenset(range(1, 5)))
    names = grid_of(tmp_path / "a.pdf", (100, 70, 70, 70, 70), rows, style)[0]
    assert names[2] == "Yield (t/ha) / 2018 / Salt"
    assert names[4] == "Yield (t/ha) / 2019 / Salt"


def test_wrapped_name_is_one_name(tmp_path: Path) -> None:
    rows = (
        ("Endophyte symbol", "Hydrocarbon loss (waste engine oil) (%)", "Loss (%)"),
        ("2A", "92.81", "98.0"),
        ("4B", "62.98", "95.4"),
    )
    assert grid_of(tmp_path / "a.pdf", (90, 70, 70), rows)[0] == rows[0]


def test_without_a_rule_the_header_ends_where_figures_begin(tmp_path: Path) -> None:
    rows = (("Element", "Leaf", "Stem"), ("Fe", "5.86", "0.72"), ("Cu", "0.07", "0.08"))
    grid = grid_of(tmp_path / "a.pdf", (100, 80, 80), rows, Style(rules="none", header=0))
    assert grid == [*rows]


def test_rule_between_groups_of_rows_ends_no_header(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "groups.pdf")
    y = write_prose(page, 80) + 20
    page.text(60, y, CAPTION, 9, "Helvetica-Bold")
    rows = [("Method", "Recall", "F1"), *((f"Model {i}", f"0.{i}1", f"0.{i}7") for i in range(8))]
    end = write_table(page, y + 6, (120, 60, 60), rows, Style(rules="none"))
    for height in (y + 6, y + 6 + 5 * 15.5, end):
        rule(page, 60, height, 300)
    (table,) = tables(parse(page.save()))
    assert table.grid is not None
    assert [list(row) for row in table.grid] == [list(row) for row in rows]
