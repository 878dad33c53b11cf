"""How measurements look on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from aliquot.cli.render import console, say
from aliquot.evaluation.intervals import Interval
from aliquot.evaluation.report import Report
from aliquot.evaluation.tuning import Tuning

__all__ = [
    "new_table",
    "show_evaluation",
    "show_groups",
    "show_measures",
    "show_tuning",
    "signed",
]

# Measures of a table beside its first column; the rest is in --json.
LEG_COLUMNS = 3
GROUP_COLUMNS = 5
# What a person looks for first, where it was measured.
FAVOURITES = ("nDCG@10", "file@5", "evidence@5", "evidence@2000tokens", "R@100", "R@10", "RR@10")
# Headings in which a long name breaks where it can be read.
HEADINGS = {"evidence@2000tokens": "evidence\n@2000tokens"}


def show_evaluation(report: Report) -> None:
    """Show means with intervals, groups, legs and time."""
    say(f"{report.name}: {len(report.queries)} queries", "bold")
    show_measures(report)
    for title, groups in (("kind", report.kinds()), ("language", report.languages())):
        if len(groups) > 1 or (groups and title == "kind"):
            show_groups(title, groups)
    if report.legs:
        _show_legs(report)
    _show_time(report)
    if report.whole.found_nothing:
        say(f"{report.whole.found_nothing} queries found nothing; they count as 0.", "yellow")
    for warning in report.warnings:
        say(f"note: {warning}", "yellow")


def new_table(*headings: str) -> Table:
    """Return a table whose first column is words and whose others are numbers."""
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="dim")
    for number, heading in enumerate(headings):
        shown = Text(HEADINGS.get(heading, heading))
        table.add_column(shown, justify="right" if number else "left", overflow="fold")
    return table


def show_measures(report: Report) -> None:
    """Show every mean with its interval."""
    table = new_table("measure", "mean", "95 % interval")
    for name, interval in report.whole.intervals().items():
        table.add_row(name, f"{interval.figure:.3f}", f"{interval.low:.3f} to {interval.high:.3f}")
    say("")
    console().print(table)


def show_groups(
    title: str,
    groups: Mapping[str, Mapping[str, float]],
    favourites: Sequence[str] = FAVOURITES,
) -> None:
    """Show the means of groups of questions, those a person looks for first."""
    measured = {name for row in groups.values() for name in row}
    columns = _favourites(measured, favourites)[:GROUP_COLUMNS]
    table = new_table(title, "n", *columns)
    for group, row in groups.items():
        cells = [f"{row[name]:.3f}" if name in row else "-" for name in columns]
        table.add_row(Text(group), str(int(row["queries"])), *cells)
    say("")
    console().print(table)


def _show_legs(report: Report) -> None:
    means = report.whole.means()
    columns = _favourites(means)[:LEG_COLUMNS]
    first = columns[0]
    table = new_table("leg alone", *columns, f"gain of all, {first}")
    table.add_row("all together", *(f"{means[name]:.3f}" for name in columns), "")
    for leg, system in report.legs.items():
        own, gains = system.means(), report.whole.gains_over(system)
        cells = [f"{own[name]:.3f}" if name in own else "-" for name in columns]
        table.add_row(Text(leg), *cells, signed(gains[first]) if first in gains else "-")
    say("")
    console().print(table)


def _favourites(
    names: Sequence[str] | set[str] | Mapping[str, float], favourites: Sequence[str] = FAVOURITES
) -> list[str]:
    """Return the measures a person looks for first; all, where none of these was measured."""
    found = [name for name in favourites if name in names]
    return found or sorted(set(names) - {"queries"})


def signed(gain: Interval) -> str:
    """Write a gain as the field does: +.016 [-.005, .029]."""
    low, high = (f"{bound:.3f}".replace("0.", ".", 1) for bound in (gain.low, gain.high))
    return f"{gain.figure:+.3f}".replace("0.", ".", 1) + f" [{low}, {high}]"


def _show_time(report: Report) -> None:
    shape = report.shape()
    wall, cpu = shape["latency_ms"], shape["cpu_ms"]
    if wall:
        say(
            f"\na query: p50 {wall['p50']:.1f} ms, p95 {wall['p95']:.1f} ms; "
            f"CPU p50 {cpu['p50']:.1f} ms, p95 {cpu['p95']:.1f} ms",
            "dim",
        )


def show_tuning(tuning: Tuning) -> None:
    """Show what each depth gave, and the choice."""
    say(f"{tuning.reranker} on {tuning.questions} questions", "bold")
    table = new_table("depth", "nDCG@10", "gain and its interval", "CPU ms a question")
    for one in tuning.settings:
        gain = "" if one.gain is None else signed(one.gain)
        name = str(one.depth) if one.depth else "none"
        table.add_row(name, f"{one.figure:.3f}", gain, f"{one.cpu_ms:.0f}")
    console().print(table)
    say(tuning.reason)
