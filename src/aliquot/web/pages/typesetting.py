"""Values as they are set: a number stays on the line of its unit, and an arrow is one.

Enters: text of an answer or a table. Leaves: the same words as markup, so that what is
copied is what was said.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

__all__ = ["kept_together", "typeset"]

NUMBER = r"[-−+±~<>≤≥]?\d[\d.,]*(?:\s?[-–×±]\s?\d[\d.,]*)*"
# Of the bench: temperature, share, amount, concentration, volume, mass, time, speed, length, light.
UNIT = (
    r"°C|%|[munpkµμ]?(?:mol|M|L|l|g|m|s|V|A|W|Hz|Pa|Da)(?:/[a-zA-Zµμ]+)?|[kMG]?bp|nt|min|h|d|days?"
    r"|hours?|minutes?|seconds?|weeks?|months?|years?|rpm|U(?:/m[lL])?|fold|cm|x g|× g"
)
MEASURED = re.compile(rf"(?<![A-Za-z0-9.,]){NUMBER} (?:{UNIT})(?![A-Za-z0-9/])")
TOGETHER = Markup('<span class="nowrap">{}</span>')


def kept_together(text: str) -> Markup:
    """Return a text whose numbers are not parted from their units at the end of a line."""
    made, at = Markup(""), 0
    for found in MEASURED.finditer(text):
        made += escape(text[at : found.start()]) + TOGETHER.format(found[0])
        at = found.end()
    return made + escape(text[at:])


def typeset(text: str) -> Markup:
    """Return a value of a table likewise, with arrows where it has `->`."""
    return kept_together(text.replace(" -> ", " → "))
