"""Make words of titles and names fit for a line of a reference: no markup, entity or line end."""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["closed", "plain_line"]

# Marks of rich text in titles. Any other "<" is the author's own, as in "p<0.05".
# Source: JATS 1.3, elements of `article-title`; CSL-JSON specification, "Rich text".
_TAG = re.compile(
    r"</?(?:i|b|u|em|strong|su[bp]|sc|scp|tt|p|br|span|italic|bold|underline|monospace|title"
    r"|(?:jats|mml):[\w-]+)(?:\s[^<>]*)?/?>",
    re.I,
)
_RAISED = re.compile(r"<sup\b[^<>]*>([-−+0-9()n]+)</sup>", re.I)
_LOWERED = re.compile(r"<sub\b[^<>]*>([-−+0-9()]+)</sub>", re.I)
_SUPERSCRIPTS = str.maketrans("-−+0123456789()n", "⁻⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾ⁿ")
_SUBSCRIPTS = str.maketrans("-−+0123456789()", "₋₋₊₀₁₂₃₄₅₆₇₈₉₍₎")
# Entities are written twice over by some exporters ("&amp;lt;"); no further.
_UNESCAPINGS = 2
# Half of a pair, which no UTF-8 file can hold, and what no line shows.
_UNWRITABLE = frozenset({"Cc", "Cs", "Cn"})
_ENDS = (".", "?", "!", "。", "？", "！", "…")


def plain_line(text: str) -> str:
    """Return text on one line without markup, entities and control characters."""
    for _ in range(_UNESCAPINGS):
        text = html.unescape(text)
    text = _RAISED.sub(lambda found: found[1].translate(_SUPERSCRIPTS), text)
    text = _LOWERED.sub(lambda found: found[1].translate(_SUBSCRIPTS), text)
    text = " ".join(_TAG.sub("", text).split())
    return "".join(one for one in text if unicodedata.category(one) not in _UNWRITABLE)


def closed(text: str) -> str:
    """End a sentence with a full stop, unless it ends already; nothing stays nothing."""
    bare = text.rstrip("\"”’'」)")
    return text if not text or bare.endswith(_ENDS) else f"{text}."
