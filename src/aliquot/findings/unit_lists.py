"""Read lists whose unit is stated once, before them: "ACSF containing (in mM): 125 NaCl, 2.5 KCl".

What enters: a text. What leaves: a portion for each member, its amount with the unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.portion_names import judged
from aliquot.findings.portions import Portion
from aliquot.findings.reagent_names import Sureness
from aliquot.types import Span

__all__ = ["with_shared_unit"]

# The unit, in brackets before the list or before a colon.
UNIT = re.compile(
    r"(?:\((?:all\s|concentrations?\s|final\s)*(?:in\s|[a-z]+\sin\s)?"
    r"(?P<unit>[mµμn]M|m?g\s?/\s?[lL]|m?g/m[lL])\)"
    r"|\bin\s(?P<bare>[mµμn]M))\s?[:,]?\s"
)
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?(?:\s?[-–]\s?\d+(?:\.\d+)?)?"
NAME = (
    r"[A-Za-z(α-ω][^\s,;:()|]*(?:\([^\s()]{1,8}\)[^\s,;:()|]*)?"
    r"(?:\s(?!and\b|or\b)[A-Za-z][^\s,;:()|]*){0,3}"
)
MEMBER = re.compile(
    rf"(?P<first>{NUMBER})\s(?P<behind>{NAME})|(?P<before>{NAME}),?\s(?P<last>{NUMBER})(?![\w%])"
)
JOINT = re.compile(r"(?:\s?\([^()\n]{0,30}\))?(?:[,;]\s(?:and\s|plus\s)?|\sand\s|\splus\s)")
# Fewer are no list.
FEWEST = 3


def with_shared_unit(text: str) -> Iterator[Portion]:
    """Yield the members of the lists of a text that state their unit before them."""
    for match in UNIT.finditer(text):
        unit = match["unit"] or match["bare"]
        members = list(_members(text, match.end(), unit))
        if len(members) >= FEWEST:
            yield from members


def _members(text: str, start: int, unit: str) -> Iterator[Portion]:
    """Yield members one after the other, up to what is none."""
    while member := MEMBER.match(text, start):
        place = "behind" if member["first"] else "before"
        end = member.start(place) + len(member[place].rstrip("."))
        name = judged(text, Span(member.start(place), end))
        if name is not None and name.sureness >= Sureness.TRADE_NAME:
            written = f"{member['first'] or member['last']} {unit}"
            span = name.span
            yield Portion(span.of(text), span.start, span.end, written, name.sureness)
        joint = JOINT.match(text, member.end())
        if joint is None:
            return
        start = joint.end()
