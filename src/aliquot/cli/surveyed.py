"""How a survey looks on a terminal: its rows, what differs, what is absent, and its coverage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.table import Table
from rich.text import Text

from aliquot.cli.render import console, counted, indented, near, say
from aliquot.cli.shortening import cut, looked_for
from aliquot.cli.survey_rows import GAP, INDENT, LOST, cited, ids_of, print_set_in, show_rows
from aliquot.generation.surveying.tables.cells import name_of, one_line, said
from aliquot.generation.surveying.tables.remarks import (
    coverage_line,
    group_count,
    group_name,
    remarks_of,
)

if TYPE_CHECKING:
    from aliquot.types import Absence, Disagreement, Scoped, Survey, SurveyGroup, SurveyRow

__all__ = ["show_survey"]

# Files named that were not read, before "and N more": --json has all.
SHOWN_UNREAD = 10
SHOWN_ABSENT = 40
SHOWN_DISAGREEMENTS = 10
NOTE_LINES = 3
# Columns for each of several values side by side; in fewer they stand one below the other, without
# the quotes that --json and --export have.
MIN_STATED = 26
# A longer bar says no more.
MAX_BAR = 30


def show_survey(found: Survey, limit: int, *, names_unread: bool = True) -> None:
    """Show rows with their quotes, groups, disagreements and absences; coverage last.

    Args:
        found: The survey.
        limit: Rows shown; what is counted is counted over all.
        names_unread: Whether the files that were not read are named, or only counted.
    """
    if found.summary:
        print_set_in(Text(found.summary, style="bold"), 0)
        say("")
    show_rows(found, limit)
    _show_groups(found)
    _show_disagreements(found.disagreements, found.question)
    names = {name_of(one, found.columns) for one in found.rows}
    # What is named and never used is a row already.
    _show_absences([one for one in found.absent if one.near or one.name not in names])
    width = console().width
    for line in remarks_of(found):
        print_set_in(Text(cut(line, NOTE_LINES * width - LOST), style="dim"), 0)
    if names_unread:
        _show_unread(found.coverage.unread)
    say(coverage_line(found.coverage))


def _show_groups(found: Survey) -> None:
    if not found.groups:
        return
    terminal = console()
    rows = list(_group_rows(found))
    mark = "#" if terminal.options.ascii_only else "█"
    label = min(max(cell_len(name) for name, _, _ in rows), terminal.width // 3) + GAP
    most = max(number for _, number, _ in rows) or 1
    room = terminal.width - label - max(len(count) for _, _, count in rows) - 1
    say(f"Documents by {found.grouped_by}", "bold")
    for name, number, count in rows:
        bar = mark * max(number * min(room, MAX_BAR) // most, min(number, 1))
        shown = set_cell_size(cut(name, label - GAP), label)
        say(f"{shown}{bar} {count}" if bar else f"{shown}{count}")
    say("")


def _group_rows(found: Survey) -> Iterator[tuple[str, int, str]]:
    """Yield names, documents, and these in words; years of which nothing was read are one line."""
    for is_empty, groups in groupby(found.groups, key=_is_empty):
        run = list(groups)
        if is_empty and len(run) > 1:
            yield f"{run[0].value} to {run[-1].value}", 0, "0"
        else:
            for one in run:
                yield group_name(one, found.grouped_by), len(one.documents), group_count(one)


def _is_empty(group: SurveyGroup) -> bool:
    return not group.documents and not group.in_scope


def _show_disagreements(disagreements: Sequence[Disagreement], question: str) -> None:
    terminal = console()
    words = looked_for(question)
    for one in disagreements[:SHOWN_DISAGREEMENTS]:
        say(f"Documents disagree on {one_line(one.about)}", "bold")
        if len(one.rows) * MIN_STATED <= terminal.width:
            room = terminal.width // len(one.rows) - GAP
            table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=False)
            for _ in one.rows:
                table.add_column(width=room, overflow="fold")
            table.add_row(*(_stated(row, words, room) for row in one.rows))
            terminal.print(table)
        else:
            for row in one.rows:
                value = Text.assemble((said(row), "bold"), "  ", ids_of(row.documents))
                print_set_in(value, INDENT)
        say("")
    more = len(disagreements) - SHOWN_DISAGREEMENTS
    if more > 0:
        say(f"and {counted(more, 'more disagreement')}; --json has all\n")


def _stated(row: SurveyRow, words: Sequence[str], room: int) -> Text:
    text = Text(said(row), style="bold")
    text.append(f"\n{ids_of(row.documents)}", style="not bold")
    if row.citations:
        text.append("\n")
        text.append_text(cited(row.citations[0], [*row.values.values(), *words], room))
    return text


def _show_absences(absent: Sequence[Absence]) -> None:
    """Show what is absent, each with what comes near; how it was searched is said once."""
    ways = dict.fromkeys(one.searched for one in absent)
    terminal = console()
    for way in ways:
        say(f"Absent (searched: {', '.join(way)})", "bold")
        alike = [one for one in absent if one.searched == way]
        for one in alike[:SHOWN_ABSENT]:
            close = f"  (near: {', '.join(map(one_line, one.near))})" if one.near else ""
            terminal.print(indented(f"{one_line(one.name)}{close}", 2))
        if len(alike) > SHOWN_ABSENT:
            say(f"  and {len(alike) - SHOWN_ABSENT} more; --json has all")
        say("")


def _show_unread(unread: Sequence[Scoped]) -> None:
    terminal = console()
    if unread:
        say("Not read:", "bold")
    for one in unread[:SHOWN_UNREAD]:
        terminal.print(
            indented(_end_of(near(one_line(one.source)), terminal.width - INDENT), INDENT)
        )
        reason = f": {one_line(one.reason)}" if one.reason else ""
        print_set_in(Text(f"{one.state}{reason}", style="dim"), 3 * INDENT)
    if len(unread) > SHOWN_UNREAD:
        say(f"  and {len(unread) - SHOWN_UNREAD} more; --json has all")


def _end_of(path: str, room: int) -> str:
    """Return a path, or as much of its end as fits, in whole folders."""
    parts = path.split("/")
    for first in range(len(parts)):
        end = "/".join(["…", *parts[first:]]) if first else path
        if cell_len(end) <= room:
            return end
    return parts[-1]
