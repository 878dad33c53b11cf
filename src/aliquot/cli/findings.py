"""How what a document names looks on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.padding import Padding
from rich.text import Text

from aliquot.cli.render import console, counted, print_json, say
from aliquot.shapes import finding_shape
from aliquot.types import Document, Finding, FindingKind, Span

__all__ = ["show_findings"]

# Characters of a quote shown before and after what it names: two lines in all.
REACH = 64
KINDS = list(FindingKind)


def show_findings(document: Document, found: Iterable[Finding], *, as_json: bool) -> None:
    """Show what a document names by kind, each thing once with its first quote and its count."""
    findings = list(found)
    if as_json:
        print_json([finding_shape(one, document.text) for one in findings])
        return
    say(document.title, "bold")
    if not findings:
        say("Nothing was found in it; 'aliquot status' says whether it was read.", "yellow")
    # Sorting is stable: within one thing the first place stays first.
    findings.sort(key=lambda one: KINDS.index(one.kind))
    for kind, of_kind in groupby(findings, key=lambda one: one.kind):
        things = _things(of_kind)
        say(f"\n{kind} ({len(things)})", "bold cyan")
        for thing in things:
            _show(thing, document.text)
    if findings:
        say(f"\n{counted(len(findings), 'finding')}; --json lists every place", "dim")


def _things(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Put together what is one thing in one role, in the order each is named first."""
    found: dict[tuple[object, ...], list[Finding]] = {}
    for one in findings:
        same = (one.normalised, one.role, tuple(sorted(one.details.items())))
        found.setdefault(same, []).append(one)
    return list(found.values())


def _show(thing: list[Finding], text: str) -> None:
    first = thing[0]
    others = sorted({one.value for one in thing} - {first.normalised})
    spelt = f" ({', '.join(others)})" if others else ""
    details = "".join(f", {name} {value}" for name, value in first.details.items())
    times = f", {len(thing)} times" if len(thing) > 1 else ""
    say(f"  {first.normalised}{spelt}: {first.role}{details}{times}")
    console().print(Padding(_quote(first, text), (0, 0, 0, 6), expand=False))


def _quote(finding: Finding, text: str) -> Text:
    """Return the words around what is named, it in bold, on one line each."""
    span, place = finding.span, finding.place
    start, end = max(span.start, place.start - REACH), min(span.end, place.end + REACH)
    quote = Text("… " if start > span.start else "", style="dim")
    quote.append(_single(Span(start, place.start).of(text)))
    quote.append(_single(place.of(text)), "bold not dim")
    quote.append(_single(Span(place.end, end).of(text)))
    return quote.append(" …") if end < span.end else quote


def _single(words: str) -> str:
    """Make every white space one blank, at the ends too: what stands beside follows it."""
    return "".join(" " if sign.isspace() else sign for sign in words)
