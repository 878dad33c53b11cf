"""Judgements: which ids answer which query, and how well, in BEIR's and TREC's layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aliquot.errors import SourceError
from aliquot.evaluation.lines import bad_line, read_lines
from aliquot.evaluation.measures import Qrels

__all__ = ["read_qrels", "write_qrels"]

_HINT = "Write 'query 0 document grade' (TREC) or query, document and grade between tabs (BEIR)."
# The first line of BEIR's files; the names vary, that its last one is no number does not.
_HEADER = frozenset({"score", "relevance", "grade", "label", "rel"})


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Read judgements: four columns as in TREC, or three between tabs as in BEIR.

    Raises:
        SourceError: The file cannot be read or holds none, or a line is no judgement or
            contradicts another.
    """
    qrels: dict[str, dict[str, int]] = {}
    for number, line in read_lines(path):
        fields = line.split("\t") if "\t" in line else line.split()
        if number == 1 and fields[-1].strip().lower() in _HEADER:
            continue
        query, document, grade = _judgement(path, number, fields)
        known = qrels.setdefault(query, {}).setdefault(document, grade)
        if known != grade:
            what = f"{document} is judged {grade} for query {query}, and {known} above."
            raise bad_line(path, number, what, "Keep one of the two lines.")
    if not qrels:
        raise SourceError(f"{path} holds no judgement.", source=str(path), hint=_HINT)
    return qrels


def _judgement(path: Path, number: int, fields: Sequence[str]) -> tuple[str, str, int]:
    """Return query, document and grade of one line."""
    columns = [field.strip() for field in fields]
    if len(columns) == 4:
        query, _, document, written = columns
    elif len(columns) == 3:
        query, document, written = columns
    else:
        raise bad_line(path, number, f"It has {len(columns)} columns, not 3 or 4.", _HINT)
    if not query or not document:
        raise bad_line(path, number, "A query or a document is missing.", _HINT)
    try:
        # Some collections write whole grades as 1.0.
        grade = float(written)
        if grade != int(grade):
            raise ValueError
    except (ValueError, OverflowError) as exc:
        what = f"The grade {written!r} is no whole number."
        raise bad_line(path, number, what, "Grade with 0, 1, 2, ...") from exc
    return query, document, int(grade)


def write_qrels(path: Path, qrels: Qrels) -> None:
    """Write judgements in TREC's layout, between tabs, so that ids may hold blanks.

    Raises:
        SourceError: The file cannot be written.
    """
    lines = [
        f"{query}\t0\t{document}\t{grade}\n"
        for query, grades in qrels.items()
        for document, grade in grades.items()
    ]
    try:
        path.write_text("".join(lines), encoding="utf-8")
    except OSError as exc:
        raise SourceError(
            f"{path} cannot be written: {exc.strerror}.",
            source=str(path),
            hint="Choose a place you may write to.",
        ) from exc
