"""Name a licence the way people filter by it: CC BY 4.0, CC0, or the words as stated.

What enters: a licence's text and address. What leaves: a short name.
"""

from __future__ import annotations

import re

from aliquot.parsing.writing.typography import collapse, join_text

__all__ = ["licence_name"]

CREATIVE_COMMONS = re.compile(
    r"creativecommons\.org/(?:licenses|publicdomain)/(?P<kind>[a-z-]+)(?:/(?P<version>[\d.]+\d))?"
)
CC_WORDS = re.compile(r"\bCC[ -]?(BY(?:-NC)?(?:-(?:ND|SA))?|0)(?:[ -](\d\.\d))?\b")
CC_PHRASE = re.compile(
    r"Creative Commons,? Attribution(?P<nc>[ -]+Non-?Commercial)?"
    r"(?P<more>[ -]+(?:No[ -]?Deriv\w*|Share[ -]?Alike))?",
    re.I,
)
# A licence is stored as stated; what is longer than this is a contract.
LICENCE_CHARS = 300


def licence_name(text: str, url: str = "") -> str:
    """Return the short name of a Creative Commons licence, otherwise the text as stated."""
    found = CREATIVE_COMMONS.search(f"{url} {text}")
    if found:
        kind, version = found["kind"], found["version"] or ""
        if kind in ("zero", "mark"):
            return join_text("CC0" if kind == "zero" else "Public Domain Mark", version)
        return join_text("CC", kind.upper(), version)
    words = CC_WORDS.search(text)
    if words:
        name = "CC0" if words[1] == "0" else f"CC {words[1]}"
        return join_text(name, words[2] or "")
    phrase = CC_PHRASE.search(text)
    if phrase:
        more = phrase["more"] or ""
        suffix = ("-ND" if "eriv" in more else "-SA") if more else ""
        return f"CC BY{'-NC' if phrase['nc'] else ''}{suffix}"
    return collapse(text)[:LICENCE_CHARS] or url
