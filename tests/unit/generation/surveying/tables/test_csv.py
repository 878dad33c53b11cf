"""A survey as CSV."""

from __future__ import annotations

import csv
import io

from aliquot.generation.surveying.tables.csv import to_csv
from made_surveys import made_citation, made_row, made_survey


def test_a_reader_gets_back_every_row() -> None:
    quote = 'A "quoted", line\nwith more.'
    text = to_csv(made_survey(made_row("ヒト, cells", made_citation(quote)), made_row("CHO")))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["cell line"] for row in rows] == ["ヒト, cells", "CHO"]
    assert rows[0]["quote"] == 'A "quoted", line with more.'


def test_no_cell_is_a_formula_wherever_it_stands() -> None:
    evil = made_citation("=1+2", label="@evil", source="+evil")
    text = to_csv(made_survey(made_row("=evil", evil, role="-evil"), columns=("cell line", "role")))
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_a_heading_is_no_formula_either() -> None:
    assert to_csv(made_survey(columns=("=evil()",))).startswith("'=evil()")


def test_a_survey_that_found_nothing_has_its_headings() -> None:
    assert to_csv(made_survey()).startswith("cell line,role,documents,quote,citation,source")
