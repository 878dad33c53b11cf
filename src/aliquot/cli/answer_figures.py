"""How measurements of answers look on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from aliquot.cli.figures import new_table, show_groups, show_measures, signed
from aliquot.cli.render import console, say
from aliquot.evaluation.answers import AnswerReport
from aliquot.evaluation.intervals import Interval
from aliquot.evaluation.refusal import BARS, Decision, RefusalReport

__all__ = ["show_answers", "show_refusal"]

# What went wrong is read, not counted: a few are shown, all are in --json.
SHOWN_MISTAKES = 5
# Figures of a group beside its name and size; the others are in --json.
GROUP_FIGURES = ("right", "value or quote", "answered", "refused", "evidence recall")


def show_refusal(report: RefusalReport) -> None:
    """Show rates by set with intervals and bars, by kind, and some mistakes."""
    say(f"{len(report.decisions)} questions", "bold")
    _show_sets(report)
    _show_rates("set and kind", report.kinds())
    if len({one.item.language for one in report.decisions}) > 1:
        _show_rates("set and language", report.languages())
    over, right = report.over_abstention(), report.answered_right()
    if over is not None and right is not None:
        say(f"\nover-abstention: {_percent(over)} of what is answerable was refused")
        say(f"answered with the right value: {_percent(right)} of what is answerable")
    _show_mistakes(report.decisions)


def show_answers(report: AnswerReport, gains: Mapping[str, Interval]) -> None:
    """Show figures with intervals, groups, cost, and gains over an earlier run."""
    found = report.report
    say(f"{report.name}: {len(report.rows)} questions", "bold")
    show_measures(found)
    for title, groups in (("kind", found.kinds()), ("language", found.languages())):
        if groups:
            show_groups(title, groups, GROUP_FIGURES)
    if gains:
        rows = new_table("against the earlier run", "gain and its interval")
        for name, gain in gains.items():
            rows.add_row(name, signed(gain))
        say("")
        console().print(rows)
    _show_cost(report)
    for warning in report.warnings:
        say(f"note: {warning}", "yellow")


def _show_sets(report: RefusalReport) -> None:
    rows = new_table("set", "n", "right", "95 % interval", "bar")
    counts = report.counts()
    for which, rate in report.sets().items():
        bar = BARS.get(which)
        shown = f"{bar:.2f} {'met' if rate.figure >= bar else 'missed'}" if bar else ""
        bounds = f"{rate.low:.3f} to {rate.high:.3f}"
        rows.add_row(str(which), str(counts[which]), f"{rate.figure:.3f}", bounds, shown)
    say("")
    console().print(rows)


def _show_rates(title: str, rates: Mapping[tuple[str, str], Interval]) -> None:
    rows = new_table(title, "right", "95 % interval")
    for names, rate in rates.items():
        bounds = f"{rate.low:.3f} to {rate.high:.3f}"
        rows.add_row(Text(" ".join(names)), f"{rate.figure:.3f}", bounds)
    say("")
    console().print(rows)


def _show_mistakes(decisions: Sequence[Decision]) -> None:
    wrong = [one for one in decisions if not one.is_right]
    if not wrong:
        return
    say(f"\n{len(wrong)} decided wrongly; all are in --json. Some of them:", "bold")
    seen: dict[str, int] = {}
    for one in wrong:
        seen[one.item.set] = seen.get(one.item.set, 0) + 1
        if seen[one.item.set] <= SHOWN_MISTAKES:
            said = one.text or one.reason
            say(f"{one.item.id}  {one.item.question}")
            say(f"  {'answered' if one.text else 'refused'}: {said[:200]}", "dim")


def _show_cost(report: AnswerReport) -> None:
    usage, spent = report.usage, report.report.shape()["latency_ms"]
    if spent:
        say(f"\nan answer: p50 {spent['p50']:.0f} ms, p95 {spent['p95']:.0f} ms", "dim")
    if usage.requests:
        cost = "unknown" if usage.cost_usd is None else f"{usage.cost_usd:.4f} USD"
        tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
        say(f"{usage.requests} requests, {tokens}, cost {cost}", "dim")


def _percent(rate: Interval) -> str:
    return f"{rate.figure:.1%} ({rate.low:.1%} to {rate.high:.1%})"
