"""Microplates on sheets."""

from __future__ import annotations

import pytest

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.tables.plates import find_plates
from aliquot.parsing.tables.sheets import Sheet
from aliquot.parsing.tables.wells import plate_lines, wells_by_content
from aliquot.parsing.tables.writing import write_sheets

LETTERS = "ABCDEFGHIJKLMNOP"


def plate(rows: int, columns: int, content: str = "0.1", corner: str = "") -> list[list[str]]:
    header = [corner, *(str(number) for number in range(1, columns + 1))]
    return [header, *([letter, *[content] * columns] for letter in LETTERS[:rows])]


def written(rows: list[list[str]], name: str = "Sheet1") -> str:
    builder = DocumentBuilder()
    write_sheets(builder, [Sheet(name, 1, rows)], title="assay")
    return "\n\n".join(block.text for block in builder._blocks)


@pytest.mark.parametrize(("rows", "columns", "size"), [(4, 6, 24), (6, 8, 48), (8, 12, 96)])
def test_standard_plates_are_found(rows: int, columns: int, size: int) -> None:
    (found,) = find_plates(plate(rows, columns))
    assert found.size == size


def test_plate_of_384_wells_ends_at_p24() -> None:
    (found,) = find_plates(plate(16, 24))
    assert plate_lines(found, [])[-1].endswith("P24: 0.1")


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 4)])
def test_small_plate_needs_the_word(rows: int, columns: int) -> None:
    assert find_plates(plate(rows, columns)) == []
    assert len(find_plates(plate(rows, columns), names_plate=True)) == 1
    assert "A1: 0.1; A2: 0.1; A3: 0.1" in written(plate(rows, columns), "6-well plate")


def test_full_width_and_padded_labels_are_understood() -> None:
    rows = [["", "０１", "02", "３", "4", "5", "6"]]
    rows += [[letter, *"uvwxyz"] for letter in ("Ａ", "Ｂ", "C", "D")]
    (found,) = find_plates(rows)
    assert plate_lines(found, [])[1] == "B1: u; B2: v; B3: w; B4: x; B5: y; B6: z"


def test_part_of_a_plate_keeps_its_numbers() -> None:
    rows = [["", *(str(number) for number in range(7, 13))]]
    rows += [[letter, *["x"] * 6] for letter in "DEF"]
    (found,) = find_plates(rows)
    assert plate_lines(found, [])[0].startswith("D7: x; D8: x")


def test_replicates_are_no_plate() -> None:
    rows = [["Strain", "1", "2", "3"], ["A", "5", "6", "7"], ["B", "5", "6", "7"]]
    assert find_plates(rows) == []


def test_plates_side_by_side_have_their_names() -> None:
    left, right = plate(8, 12, "drug"), plate(8, 12, "0.5")
    names = ["Layout", *[""] * 13, "OD600", *[""] * 12]
    rows = [names, *([*a, "", *b] for a, b in zip(left, right, strict=True))]
    first, second = find_plates(rows)
    assert (first.name, second.name) == ("Layout", "OD600")
    assert "A1 (drug): 0.5" in written(rows)


def test_plates_below_each_other_are_all_read() -> None:
    rows = [["Plate 1"], *plate(8, 12, "a"), [], ["Plate 2"], *plate(8, 12, "b")]
    text = written([[*row, *[""] * (13 - len(row))] for row in rows])
    assert "Plate 1 (96-well plate), by well:\nA1: a" in text
    assert "Plate 2 (96-well plate), by well:\nA1: b" in text


def test_empty_wells_are_left_out() -> None:
    rows = plate(8, 12)
    rows[1][1] = ""
    (found,) = find_plates(rows)
    assert plate_lines(found, [])[0].startswith("A2: 0.1")


def test_softmax_plate_without_letters_is_read() -> None:
    rows = [["", "Temperature(°C)", *map(str, range(1, 13))]]
    rows += [["", "25.0" if row == 0 else "", *["0.05"] * 12] for row in range(8)]
    (found,) = find_plates(rows)
    assert plate_lines(found, [])[7].startswith("H1: 0.05")


def test_wells_of_one_content_are_written_as_ranges() -> None:
    contents = {"control": ["A1", "A2", "A3", "B1"], "drug": ["A4", "B2", "B3"]}
    assert wells_by_content(contents) == ["control: A1-A3, B1", "drug: A4, B2-B3"]


def test_wells_that_all_differ_are_not_grouped() -> None:
    assert wells_by_content({f"s{number}": [f"A{number}"] for number in range(1, 9)}) == []


def test_freezer_box_is_no_part_of_a_plate() -> None:
    assert "(81-position box), by well:\nA1: tube" in written(plate(9, 9, "tube"))
