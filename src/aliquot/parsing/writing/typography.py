"""Write in plain characters what a format shows by position or style.

What enters: strings. What leaves: strings a person reads the same way: 10⁻⁶, CO₂, Ca²⁺, 5th.
"""

from __future__ import annotations

import re

__all__ = ["collapse", "join_text", "link_suffix", "subscript", "superscript"]

# Unicode has superscripts for these; `q` and most capitals are missing.
SUPERSCRIPTS = str.maketrans(
    "0123456789+-\u2212\u2013\u2010\u2011=()abcdefghijklmnoprstuvwxyz",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
)
SUBSCRIPTS = str.maketrans("0123456789+-\u2212\u2013=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")
# Raised for looks, not for meaning: written on the line everywhere else.
ON_THE_LINE = frozenset(
    {"st", "nd", "rd", "th", "®", "™", "©", "*", "**", "***", "†", "‡", "§", "¶"}
)
# Alleles and genotypes are typed on the line everywhere: p16INK4a, Trp53−/−, LacZ+/-.
ALLELE = re.compile(r"(?=.*[A-Za-z].*[A-Za-z])[A-Za-z0-9-]+|[-+\u2212\u2013/]+|[A-Z]")
# Zero or letter O typed as a raised ring.
DEGREE = frozenset({"o", "º", "°", "∘", "˚"})


def superscript(text: str, *, before: str = "") -> str:
    """Return raised text in Unicode superscripts, or as `^(...)` where one is missing.

    Args:
        text: What is raised.
        before: The text in front of it: a raised `o` after a number is a degree sign.
    """
    bare = text.strip()
    if not bare or bare.casefold() in ON_THE_LINE:
        return text
    if bare in DEGREE and before.rstrip()[-1:].isdigit():
        return "°"
    raised = bare.translate(SUPERSCRIPTS)
    if all(old != new or not old.isascii() for old, new in zip(bare, raised, strict=True)):
        return raised
    if ALLELE.fullmatch(bare):
        return text
    return f"^{bare}" if bare.startswith("(") and bare.endswith(")") else f"^({bare})"


def subscript(text: str) -> str:
    """Return lowered digits and signs in Unicode subscripts, words as they are.

    Lowered letters stay on the line because that is how they are typed and searched: Vmax, Kd.
    """
    bare = text.strip()
    lowered = bare.translate(SUBSCRIPTS)
    if bare and all(old != new for old, new in zip(bare, lowered, strict=True)):
        return lowered
    return text


def collapse(text: str) -> str:
    """Return the text with every run of white space as one space, and none at the ends."""
    return " ".join(text.split())


def join_text(*parts: str, separator: str = " ") -> str:
    """Join the non-blank parts, each collapsed."""
    return separator.join(part for part in map(collapse, parts) if part)


def link_suffix(text: str, address: str) -> str:
    """Return " (address)" for a link whose text does not show where it leads."""
    if not address.startswith(("http://", "https://", "ftp://")):
        return ""
    shown = text.strip().rstrip("/")
    bare = address.rstrip("/")
    if bare in shown or bare.partition("://")[2] == shown:
        return ""
    return f" ({address})"
