"""A survey as CSV: one line a row, for spreadsheets and scripts."""

from __future__ import annotations

import csv
import io

from aliquot.generation.surveying.tables.cells import neutral, survey_table
from aliquot.types import Survey

__all__ = ["to_csv"]


def to_csv(survey: Survey) -> str:
    """Return rows with their first quote and the number of further ones.

    No cell is a formula. Coverage has no place in a table of one kind of line: other formats
    have it.
    """
    table = survey_table(survey)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(neutral, table.header))
    writer.writerows([neutral(cell) for cell in row] for row in table.rows)
    return text.getvalue()
