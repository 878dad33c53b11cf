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
    times = f", {len(thing)} times" if len(thing) > 1 else ""
    say(f"  {_spelt(thing)}: {first.role}{_details(first)}{times}")
    console().print(Padding(_quote(first, text), (0, 0, 0, 6), expand=False))


def _spelt(thing: list[Finding]) -> str:
    """Return a thing as it is written first, and its names that differ in more than case."""
    first = thing[0]
    names = {one.casefold(): one for one in (*(one.value for one in thing), first.normalised)}
    names.pop(first.value.casefold())
    return f"{first.value} ({', '.join(sorted(names.values()))})" if names else first.value


def _details(finding: Finding) -> str:
    """Return what belongs to a finding, without what its names say already."""
    said = (finding.value, finding.normalised)
    stated = [f", {name} {one}" for name, one in finding.details.items() if one not in said]
    return "".join(stated)


def _quote(finding: Finding, text: str) -> Text:
    """Return the words around what is named, which stands out."""
    span, place = finding.span, finding.place
    before, after = Span(span.start, place.start).of(text), Span(place.end, span.end).of(text)
    quote = Text(style="dim")
    if len(before) > REACH:
        # From the next word on; where nothing parts words, as in Japanese, from anywhere.
        before = f"… {before[-REACH:].partition(' ')[2] or before[-REACH:]}"
    if len(after) > REACH:
        after = f"{after[:REACH].rpartition(' ')[0] or after[:REACH]} …"
    quote.append(_single(before))
    quote.append(_single(place.of(text)), "bold not dim")
    return quote.append(_single(after))


def _single(words: str) -> str:
    """Make every white space one blank, at the ends too: what stands beside follows it."""
    return "".join(" " if sign.isspace() else sign for sign in words)
