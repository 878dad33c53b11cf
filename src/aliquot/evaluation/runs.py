"""Rankings of many queries as TREC run files: `query Q0 document rank score name`.

Source: https://github.com/usnistgov/trec_eval, "results_file format". The score orders; the rank
that is written is not looked at, and of equal scores the id that sorts last comes first, both as in
trec_eval, so that a file gives the same figures here as everywhere else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from aliquot.errors import SourceError
from aliquot.evaluation.lines import bad_line, read_lines
from aliquot.evaluation.measures import Rankings

__all__ = ["read_run", "write_run"]

_HINT = "Write 'query Q0 document rank score name', as trec_eval reads it."
COLUMNS = 6


def read_run(path: Path) -> dict[str, list[str]]:
    """Read rankings, best first.

    Raises:
        SourceError: The file cannot be read or holds none, a line is no result, or a document
            stands twice in one ranking.
    """
    scores: dict[str, dict[str, float]] = {}
    for number, line in read_lines(path):
        fields = line.split("\t") if "\t" in line else line.split()
        query, document, score = _result(path, number, fields)
        found = scores.setdefault(query, {})
        if document in found:
            what = f"{document} is there twice for query {query}."
            raise bad_line(path, number, what, "Keep the better of the two lines.")
        found[document] = score
    if not scores:
        raise SourceError(f"{path} holds no results.", source=str(path), hint=_HINT)
    return {query: _ordered(found) for query, found in scores.items()}


def _ordered(scores: dict[str, float]) -> list[str]:
    return sorted(scores, key=lambda one: (scores[one], one), reverse=True)


def _result(path: Path, number: int, fields: Sequence[str]) -> tuple[str, str, float]:
    """Return query, document and score of one line."""
    columns = [field.strip() for field in fields]
    if len(columns) != COLUMNS:
        what = f"It has {len(columns)} columns, not {COLUMNS}."
        raise bad_line(path, number, what, _HINT)
    query, _, document, _, written, _ = columns
    if not query or not document:
        raise bad_line(path, number, "A query or a document is missing.", _HINT)
    try:
        score = float(written)
    except ValueError as exc:
        what = f"The score {written!r} is no number."
        raise bad_line(path, number, what, _HINT) from exc
    if not math.isfinite(score):
        what = f"The score {written!r} orders nothing."
        raise bad_line(path, number, what, "Write a finite number.")
    return query, document, score


def write_run(path: Path, rankings: Rankings, *, name: str = "aliquot") -> None:
    """Write rankings, between tabs, so that ids may hold blanks.

    Scores count down to 1: what the engine scored need not fall with the rank, and would tie when
    it is read in single precision.

    Args:
        path: The file.
        rankings: Ids by query, best first.
        name: Whose rankings they are; the last column.

    Raises:
        SourceError: The file cannot be written.
    """
    lines = [
        f"{query}\tQ0\t{document}\t{rank}\t{len(ranking) - rank + 1}\t{name}\n"
        for query, ranking in rankings.items()
        for rank, document in enumerate(ranking, start=1)
    ]
    try:
        path.write_text("".join(lines), encoding="utf-8")
    except OSError as exc:
        raise SourceError(
            f"{path} cannot be written: {exc.strerror}.",
            source=str(path),
            hint="Choose a place you may write to, with --save-run.",
        ) from exc
