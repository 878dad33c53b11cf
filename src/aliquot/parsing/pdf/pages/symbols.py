"""Superscripts, ligatures and the damage that symbol fonts do.

Publishers of the 1990s and 2000s set micro signs and operators in fonts whose glyphs carry Latin
codes: what is drawn as "10 µl" is stored as "10 ml". Such a font is known by its name; a repair is
made only where the code can have meant nothing else, the rest is flagged.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = [
    "UNKNOWN",
    "expand_ligatures",
    "is_suspect",
    "is_symbol_font",
    "repair",
    "to_superscript",
]

SUPERSCRIPTS = str.maketrans("0123456789+-−–()=n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁽⁾⁼ⁿ")
# Digits with signs, separated as in citation marks: certain to be a superscript, not a label.
RAISED_NUMBER = re.compile(r"[+\-−–]?\d[\d+\-−–,.;]*|[+\-−–]|\d*[+\-−–]")

# Adobe's Symbol and its kin, Elsevier's AdvP/AdvMathSymb, Springer's MathematicalPi and Universal
# Greek fonts. Source: the fonts in which FINDINGS' damaged papers set µ, =, < and ×.
SYMBOL_FONT = re.compile(
    r"symb|mathematicalpi|mathpi|universal.?greek|greek|advp[0-9a-f]|advpsmp|advmath|advpssy|advsym|mtsy|"
    r"cmsy|cmmi|msam|msbm|wingding",
    re.IGNORECASE,
)
# The codes seen for =, <, ×, +, - and µ: only in a symbol font, standing alone.
SUSPECT_TEXT = re.compile(r"[¼½¾þÀÁð]|(?<![0-9A-Za-z])[5,3mbagd](?![0-9A-Za-z])|^[5,3mbagd]+$")
# Fonts whose encoding is known: the stored code, and what is drawn.
# Source: rendered pages of Springer papers of 2009 to 2016 (dev PMC4569613 and others).
FONT_CODES = (
    (re.compile(r"AdvPSMP13$"), {"l": "μ", "a": "α", "b": "β", "c": "γ", "d": "δ"}),
    (re.compile(r"AdvTir_symb$"), {"9": "×"}),
    (re.compile(r"AdvP4C4E74$"), {"0": "′"}),
)
# In AdvP and MathematicalPi fonts one quarter is always the equals sign: fractions are not in them.
CERTAIN = {"¼": "=", "þ": "+", "ð": "(", "Þ": ")"}

UNKNOWN = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")

LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}
LIGATURE = re.compile("[ﬀ-ﬆ]")
# Codes of private use that no repair has claimed: what they show is not known.
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
# Plane-1 letters of mathematical type ("𝑃 < 0.05") read as the letters they show.
MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff]")


def to_superscript(text: str) -> str:
    """Raise a number or charge ("-6" to "⁻⁶"); anything else stays as it is."""
    return text.translate(SUPERSCRIPTS) if RAISED_NUMBER.fullmatch(text) else text


def is_suspect(text: str, font: str) -> bool:
    """Tell whether `text` may stand for other characters than those drawn."""
    if not text.isascii() and UNKNOWN.search(text):
        return True
    return is_symbol_font(font) and bool(SUSPECT_TEXT.search(text))


@lru_cache(maxsize=4096)
def is_symbol_font(font: str) -> bool:
    """Tell whether a font's name is that of a symbol font."""
    return bool(SYMBOL_FONT.search(font))


def repair(text: str, font: str) -> str:
    """Replace codes whose meaning in this font is known."""
    if not is_symbol_font(font):
        return text
    for pattern, codes in FONT_CODES:
        if pattern.search(font):
            return "".join(codes.get(character, character) for character in text)
    return "".join(CERTAIN.get(character, character) for character in text)


def expand_ligatures(text: str) -> str:
    """Write ligatures and mathematical letters as plain ones."""
    if text.isascii():
        return text
    text = PRIVATE.sub("", text)
    text = LIGATURE.sub(lambda match: LIGATURES[match[0]], text)
    return MATHEMATICAL.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
