"""Printed lines are told apart by the rows of a table, whatever their cells share."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aliquot.library.places.grids import cells_of, grid_window
from aliquot.library.places.rows import Said, is_said_by, rows_of
from aliquot.types import Block, BlockType, Span

NOTE = "+++=Numerous, -=Not detected, ChAT=Choline acetyltransferase"


def rows(bands: Sequence[Sequence[str]], says: Sequence[Sequence[str]]) -> list[int | None]:
    return rows_of(
        [[Said.of(one) for one in band] for band in bands],
        {row: [Said.of(cell) for cell in cells] for row, cells in enumerate(says)},
    )


@pytest.mark.parametrize(
    ("bands", "says", "expected"),
    [
        ([["a", "1"], ["b", "1"]], [["a", "1"], ["b", "1"]], [0, 1]),
        ([["Dose"], ["low", "high"], ["a", "1"]], [["Dose / low", "Dose / high"], ["a", "1"]],
         [0, 0, 1]),
        ([["Strain and"], ["medium", "1"]], [["Strain and medium", "1"]], [0, 0]),
        ([["Cells", "Young Old"], ["a", "1"]], [["Cells", "Is / Young", "Is / Old"], ["a", "1"]],
         [0, 1]),
        ([["x", "+++"], [NOTE[:30]], [NOTE[30:]]], [["x", "+++"], [NOTE]], [0, 1, 1]),
        ([["a", "1"], ["page 7 of the journal"]], [["a", "1"], ["b", "2"]], [0, None]),
    ],
    ids=["equal numbers", "merged header", "wrapped", "one line of two cells", "notes", "strange"],
)  # fmt: skip
def test_each_band_is_of_the_row_that_says_it(
    bands: list[list[str]], says: list[list[str]], expected: list[int | None]
) -> None:
    assert rows(bands, says) == expected


def test_a_line_of_other_words_is_said_by_no_cell() -> None:
    assert is_said_by(Said.of("quite another"), [Said.of("Dose"), Said.of("low")]) == 0


def doubtful() -> Block:
    """Return a table whose grid is in doubt: its text is what its lines print."""
    text = "Treatment | Volume\nGroup I | 1.3\nGroup II | 1.3\n(toxic)"
    grid = (("Treatment", "Volume"), ("Group I", "1.3"), ("Group II (toxic)", "1.3"))
    return Block(type=BlockType.TABLE, text=text, span=Span(5, 5 + len(text)), grid=grid)


def test_printed_lines_of_a_doubtful_grid_are_its_rows() -> None:
    block = doubtful()
    assert [span.of(block.text) for span in cells_of(block).values()] == [
        "Treatment", "Volume", "Group I", "1.3", "Group II", "1.3", "(toxic)",
    ]  # fmt: skip


def test_a_quote_in_a_doubtful_grid_marks_the_cells_of_its_own_row() -> None:
    block = doubtful()
    start = block.span.start + block.text.index("Group II | 1.3")
    window = grid_window(block, Span(start, start + 14))
    assert window is not None
    assert window.marked == ((1, 0), (1, 1))
