"""Rows of a survey on a terminal: a table where it has room, else a card a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from aliquot.cli.render import console, say
from aliquot.cli.shortening import around, cut, looked_for
from aliquot.generation.surveying.tables.cells import name_of, one_line

if TYPE_CHECKING:
    from aliquot.types import Citation, Survey, SurveyRow

__all__ = ["GAP", "INDENT", "LOST", "cited", "ids_of", "print_set_in", "show_rows"]

# Ids of a row's documents in its card; enough to open one, and to see that there are more.
SHOWN_IDS = 3
# A quote in fewer columns is a ribbon of single words.
MIN_QUOTE = 36
QUOTE_LINES = 2
# A card's lines below its name are set in by this.
INDENT = 2
# Lines end at words, and so hold less than their room; of a very narrow terminal, some is left.
LOST = 8
MIN_ROOM = 8
GAP = 2
DOCUMENT, TITLE = "document", "title"


def show_rows(found: Survey, limit: int) -> None:
    """Show rows with the part of a quote that matters, and count those that are left out."""
    rows = found.rows[:limit]
    if rows and _has_room(rows, found.columns):
        _show_table(found, rows)
    else:
        _show_cards(found, rows)
    if len(found.rows) > limit:
        say(f"and {len(found.rows) - limit} more rows; --limit, --export or --json give them\n")


def _has_room(rows: Sequence[SurveyRow], columns: Sequence[str]) -> bool:
    """Tell whether every value fits in its column, and a quote beside them."""
    widths = (
        max(cell_len(one) for one in (name, *(_value(row, name) for row in rows)))
        for name in columns
    )
    return sum(width + GAP for width in widths) + MIN_QUOTE <= console().width


def _show_table(found: Survey, rows: Sequence[SurveyRow]) -> None:
    """Show a row's values beside its quote; lines end where their words do."""
    terminal = console()
    values = [[_value(row, name) for name in found.columns] for row in rows]
    columns = zip(found.columns, *values, strict=True)
    widths = [max(map(cell_len, one)) + GAP for one in columns]
    say(_aligned(found.columns, widths) + "quote", "dim")
    room = terminal.width - sum(widths)
    for row, cells in zip(rows, values, strict=True):
        head = Text(_aligned(cells, widths))
        head.stylize("bold", 0, len(cells[0]))
        for line in _lines(_quote(row, found, room), room):
            terminal.print(Text.assemble(head, line))
            head = Text(" " * sum(widths))
        if not row.citations:
            terminal.print(head)
    say("")


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(set_cell_size(cell, width) for cell, width in zip(cells, widths, strict=True))


def _lines(text: Text, room: int) -> list[Text]:
    """Return a text in lines that fit, without blanks at their ends."""
    lines = list(text.wrap(console(), max(room, MIN_ROOM)))
    for line in lines:
        line.rstrip()
    return lines


def print_set_in(text: Text, columns: int) -> None:
    """Print a text set in by some columns."""
    terminal = console()
    for line in _lines(text, terminal.width - columns):
        terminal.print(Text.assemble(" " * columns, line))


def _show_cards(found: Survey, rows: Sequence[SurveyRow]) -> None:
    columns = [one for one in found.columns if one not in (DOCUMENT, TITLE)]
    is_by_document = DOCUMENT in found.columns
    room = console().width - INDENT
    for row in rows:
        print_set_in(Text(name_of(row, found.columns) or "(no name)", style="bold"), 0)
        # Ids are whole, so that they can be copied.
        facts = [row.values.get(DOCUMENT, "")] if is_by_document else []
        facts += _facts(row, columns if is_by_document else columns[1:], room)
        for line in _filled(facts, room):
            print_set_in(Text(line), INDENT)
        print_set_in(_quote(row, found, room), INDENT)
        if not is_by_document and row.documents:
            print_set_in(Text(f"in {ids_of(row.documents)}", style="dim"), INDENT)
        say("")


def _facts(row: SurveyRow, columns: Iterable[str], room: int) -> list[str]:
    """Return what a row states, each with its name; what is empty is left out."""
    facts = (
        f"{name.replace('_', ' ')}: {_value(row, name)}" for name in columns if _value(row, name)
    )
    return [cut(one, QUOTE_LINES * room - LOST) for one in facts]


def _filled(facts: Iterable[str], room: int) -> list[str]:
    """Return facts in lines that fit; none is broken where it fits in one."""
    lines: list[str] = []
    for fact in facts:
        joined = f"{lines[-1]}  {fact}" if lines else fact
        if lines and cell_len(joined) <= room:
            lines[-1] = joined
        else:
            lines.append(fact)
    return lines


def _quote(row: SurveyRow, found: Survey, room: int) -> Text:
    """Return the first quote around what matters in it, and its label in a line below."""
    if not row.citations:
        return Text()
    words = [name_of(row, found.columns), *row.merged, *looked_for(found.question)]
    words += [value for value in row.values.values() if not value.isdecimal()]
    return cited(row.citations[0], words, room)


def cited(citation: Citation, words: Iterable[str], room: int) -> Text:
    """Return a quote around the words that matter, and its label in a line below."""
    quote = around(one_line(citation.quote), words, max(QUOTE_LINES * room - LOST, MIN_ROOM))
    text = Text(f"“{quote}”")
    doubts = "" if citation.verified else " (not verified)"
    page = "" if citation.page is None else f", page {citation.page}"
    text.append(f"\n{cut(citation.label, room - len(page + doubts))}{page}{doubts}", style="dim")
    return text


def ids_of(documents: Sequence[str]) -> str:
    """Return some ids, whole so that they can be copied, and how many more there are."""
    more = len(documents) - SHOWN_IDS
    shown = ", ".join(documents[:SHOWN_IDS])
    return f"{shown} and {more} more" if more > 0 else shown


def _value(row: SurveyRow, name: str) -> str:
    return one_line(row.values.get(name, ""))
