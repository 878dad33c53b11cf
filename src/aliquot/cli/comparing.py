"""The command that compares versions of a document step by step: compare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library

if TYPE_CHECKING:
    from aliquot.types import Citation, StepChange, VersionComparison

__all__ = ["COMMANDS", "compare"]

# What stands in front of a change, so that no colour is needed to tell: the sign, then its word.
SIGNS = {
    "changed": "~",
    "split": "~",
    "merged": "~",
    "moved": ">",
    "reworded": "~",
    "added": "+",
    "removed": "-",
}
STYLES = {"added": "green", "removed": "red", "changed": "bold", "moved": "cyan"}
# Quotes are cut on the terminal alone: a sentence and its neighbours are enough to find a place.
SHOWN_CHARACTERS = 320
# Columns for a sign and a number: "~ 10.2".
INDENT = 7
# The number a step begins with; "2 mL" is none.
LISTED = re.compile(r"^\s*(?:\(?(?:\d{1,3}(?:\.\d+)*|[a-zA-Z])[.):]|[•*-])\s+")


def compare(
    context: typer.Context,
    old: Annotated[str, typer.Argument(metavar="OLD", help="A document's id, as 'list' shows it.")],
    new: Annotated[
        str,
        typer.Argument(metavar="[NEW]", help="The newer one; all known versions where left out."),
    ] = "",
    as_markdown: Annotated[bool, typer.Option("--md", help="Print Markdown.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two documents, or the versions of one, step by step.

    Values that changed come first, each by name. Both sides are quoted as they stand. A step that
    was only counted anew is no change.
    """
    from aliquot.cli.render import print_json, say
    from aliquot.shapes import version_comparison_shape

    with open_library(context, library) as opened:
        found = opened.compare(old, new or None)
    if as_json:
        print_json([version_comparison_shape(one) for one in found])
    elif as_markdown:
        typer.echo("\n\n".join(_markdown(one) for one in found))
    else:
        for number, one in enumerate(found):
            say(("\n" if number else "") + _title(one), "bold")
            _show(one)


def _title(found: VersionComparison) -> str:
    names = (found.old_name, found.new_name)
    ids = (found.old_id, found.new_id)
    older, newer = (
        name if name == one else f"{name} ({one})" for name, one in zip(names, ids, strict=True)
    )
    return f"{older} -> {newer}"


def _summary(found: VersionComparison) -> str:
    """Return what happened in one line, values first: "3 values changed, 1 step added"."""
    from aliquot.cli.render import counted

    parts = [counted(found.changed_values, "value") + " changed"] if found.changed_values else []
    parts += [
        f"{_counted(found, kind)} {kind}"
        for kind, count in found.counts.items()
        if count and kind != "changed"
    ]
    return ", ".join([*(parts or ["nothing changed"]), f"{found.unchanged} unchanged"])


def _counted(found: VersionComparison, kind: str) -> str:
    """Return how many numbered steps and other lines became something: "1 step and 2 lines"."""
    from aliquot.cli.render import counted

    numbered = [
        bool(one.old_label or one.new_label)
        for one in found.changes
        if one.kind == kind and not one.is_head
    ]
    counts = ((sum(numbered), "step"), (len(numbered) - sum(numbered), "line"))
    return " and ".join(counted(count, noun) for count, noun in counts if count)


# ------------------------------------------------------------------------------ terminal


def _show(found: VersionComparison) -> None:
    from aliquot.cli.render import say

    say(_summary(found))
    for field in found.fields:
        say(f"  {field.name}: {_side(field.before)} -> {_side(field.after)}", "dim")
    section = None
    for change in found.changes:
        if change.section != section:
            section = change.section
            say(f"\n{section}" if section else "", "bold")
        _show_change(change)
    for note in found.notes:
        say(f"Note: {note}.", "yellow")


def _show_change(change: StepChange) -> None:
    from aliquot.cli.render import console, indented

    terminal = console()
    style = STYLES.get(change.kind, "")
    label = change.old_label or change.new_label
    _hang(
        f"{SIGNS[change.kind]} {label}".rstrip(), _unnumbered(change.before or change.after), style
    )
    if change.before and change.after and change.kind != "moved":
        _hang("  ->", _unnumbered(change.after), style)
    # The values of a head are shown with the record above.
    for said in () if change.is_head else _told(change):
        terminal.print(indented(said, INDENT, "dim" if said.startswith("words") else "bold"))
    if became := _became(change):
        terminal.print(indented(f"({became})", INDENT, "dim"))


def _hang(sign: str, text: str, style: str) -> None:
    """Write a text behind its sign, further lines set in, so that signs stand alone."""
    from rich.text import Text

    from aliquot.cli.render import console

    terminal = console()
    sign = sign.ljust(INDENT - 1) + " "
    for line in Text(text).wrap(terminal, max(1, terminal.width - len(sign))):
        line.rstrip()
        terminal.print(Text.assemble((sign, style), line))
        sign = " " * len(sign)


def _became(change: StepChange) -> str:
    """Return in words what the sign does not say: "moved, now 7"."""
    counts = {"split": len(change.after), "merged": len(change.before)}
    parts = [f"{change.kind}, {counts[change.kind]} parts"] if change.kind in counts else []
    parts += ["moved"] if change.is_moved else []
    parts += ["minor"] if change.is_minor else []
    if change.old_label and change.new_label and change.old_label != change.new_label:
        parts.append(f"now {change.new_label}")
    return ", ".join(parts)


def _unnumbered(citations: Sequence[Citation]) -> str:
    """Return what is quoted without the number of a step, which stands before it."""
    texts = (" ".join(LISTED.sub("", one.quote).split()) for one in citations)
    text = " / ".join(texts)
    if len(text) > SHOWN_CHARACTERS:
        text = f"{text[:SHOWN_CHARACTERS].rstrip()} …"
    return text


def _told(change: StepChange) -> Iterator[str]:
    """Yield what changed in a step, values first."""
    for value in change.values:
        yield f"{value.name}: {_side(value.before)} -> {_side(value.after)}"
    for one in change.words:
        yield f"words: {_side(one.before)} -> {_side(one.after)}"


def _side(text: str) -> str:
    return " ".join(text.split()) or "(none)"


# ------------------------------------------------------------------------------ Markdown


def _markdown(found: VersionComparison) -> str:
    """Return a comparison as a heading, a summary and a table, quotes whole."""
    lines = [f"## {_title(found)}", "", f"{_summary(found)}.", ""]
    lines += [f"- {one.name}: {_side(one.before)} -> {_side(one.after)}" for one in found.fields]
    lines += [""] if found.fields else []
    if found.changes:
        lines += ["| section | | step | before | after | changed |", "|---|---|---|---|---|---|"]
        lines += [_row(change) for change in found.changes]
    lines += [f"\nNote: {note}." for note in found.notes]
    return "\n".join(lines).rstrip()


def _row(change: StepChange) -> str:
    numbers = dict.fromkeys(one for one in (change.old_label, change.new_label) if one)
    cells = (
        change.section,
        "minor" if change.is_minor else str(change.kind),
        " -> ".join(numbers),
        "<br>".join(" ".join(one.quote.split()) for one in change.before),
        "<br>".join(" ".join(one.quote.split()) for one in change.after),
        "<br>".join(_told(change)),
    )
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


COMMANDS = (compare,)
