"""A survey as Markdown: for a lab book, an issue or a mail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from aliquot.generation.surveying.tables.cells import one_line, said
from aliquot.generation.surveying.tables.remarks import (
    absence_line,
    coverage_line,
    group_count,
    group_name,
    remarks_of,
    unread_line,
)
from aliquot.types import Disagreement, Survey, SurveyRow

__all__ = ["to_markdown"]

# What Markdown reads as a cell's end, a link, an image, HTML, code, emphasis, strike-through (a
# single tilde is enough: "~5 ml") or a formula. Source: GitHub Flavored Markdown, 2.4 and 6.
MARKS = re.compile(r"[\\|\[\]<>`*~$]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")
# A bare address becomes a link by itself; a mark inside stops it. Source: as above, 6.9.
ADDRESS = re.compile(r"(?i)\b(https?|ftp)(:)(?=//)|\b(www)(\.)")


def to_markdown(survey: Survey) -> str:
    """Return the table, its groups and disagreements, what is absent, notes and coverage."""
    parts = [
        f"## {_escaped(survey.question)}",
        _rows(survey) if survey.rows else "",
        _groups(survey) if survey.groups else "",
        *map(_disagreement, survey.disagreements),
        _section("Absent", map(absence_line, survey.absent)),
        "\n\n".join(map(_escaped, remarks_of(survey))),
        _escaped(coverage_line(survey.coverage)),
        _listed(map(unread_line, survey.coverage.unread)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _rows(survey: Survey) -> str:
    lines = ((*_values(row, survey.columns), _proof(row)) for row in survey.rows)
    return _table((*map(_escaped, survey.columns), "quote"), lines)


def _values(row: SurveyRow, columns: Sequence[str]) -> Iterator[str]:
    return (_escaped(row.values.get(name, "")) for name in columns)


def _proof(row: SurveyRow) -> str:
    if not row.citations:
        return ""
    first, more = row.citations[0], len(row.citations) - 1
    further = f" and {more} more" if more else ""
    return f"“{_escaped(first.quote)}” {_escaped(f'[{first.label}]')}{further}"


def _groups(survey: Survey) -> str:
    lines = (
        (
            _escaped(group_name(one, survey.grouped_by)),
            group_count(one),
            _escaped("; ".join(one.names)),
        )
        for one in survey.groups
    )
    return _table((_escaped(survey.grouped_by), "documents", "names"), lines)


def _disagreement(one: Disagreement) -> str:
    lines = (
        (_escaped(said(row)), _escaped("; ".join(row.documents)), _proof(row)) for row in one.rows
    )
    table = _table(("stated", "documents", "quote"), lines)
    return f"### Documents disagree: {_escaped(one.about)}\n\n{table}"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = (header, ["---"] * len(header), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _section(title: str, lines: Iterable[str]) -> str:
    listed = _listed(lines)
    return f"### {title}\n\n{listed}" if listed else ""


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {_escaped(line)}" for line in lines)


def _escaped(text: str) -> str:
    """Return a text in one line that Markdown shows as it is."""
    marked = MARKS.sub(r"\\\g<0>", one_line(text))
    return ADDRESS.sub(lambda found: f"{found[1] or found[3]}\\{found[2] or found[4]}", marked)
