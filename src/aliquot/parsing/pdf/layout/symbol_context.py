"""Read symbols by the words around them where fonts and outlines told nothing.

Only what can mean nothing else is repaired: no word holds "À20" or "n ¼ 12". What may be damage but
may be text as well, such as "P , 0.05", is left as it stands and flagged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from aliquot.parsing.pdf.records import LayoutBlock, Page

__all__ = ["Repairs", "has_doubtful_symbol", "read_symbols", "symbol_warnings"]

Repairs = Counter[tuple[str, str]]

NUMBER = r"[-−–~<>]?\s?\d*[.,]?\d"
NO_LETTER_BEFORE, NO_LETTER_AFTER = r"(?<![^\W\d_])", r"(?![^\W\d_])"
# The stored characters are those that a Latin-1 reading gives for TeX's and Mac OS codes.
CERTAIN = tuple(
    (re.compile(pattern), symbol)
    for pattern, symbol in (
        # "P ¼ 0.03", "n ¼ 12": a quarter never stands between a name and a number.
        (rf"(?<=[A-Za-z)\]%²])(?P<a>\s?)¼(?P<b>\s?)(?={NUMBER})", "="),
        # "À20 °C", "10À6"; with a space it may be French.
        (rf"{NO_LETTER_BEFORE}(?P<a>)À(?P<b>)(?=\d)", "−"),
        (r"(?<=\d)(?P<a>\s?)Â(?P<b>\s?)(?=\d)", "×"),
        (r"(?<=\d)(?P<a>\s?)Æ(?P<b>\s?)(?=\d)", "±"),
        # "Naþ", "CD4þ": no word of Icelandic ends so.
        (rf"(?<=[A-Z][a-z]|[A-Z]\d|[a-z]\d|.[A-Z])(?P<a>)þ(?P<b>){NO_LETTER_AFTER}", "+"),
        (r"(?<=\d)(?P<a>)Ð(?P<b>)(?=\d)", "–"),
        (r"(?<=[a-z])(?P<a>)Õ(?P<b>)(?=(?:s|t|re|ve|ll|d|m)\b)", "’"),
        (r"(?<=\d)(?P<a>\s?)¡(?P<b>)(?=C\b)", "°"),
        (r"(?<=\b[Mm]ean)(?P<a>s? )6(?P<b> )(?=(?:S\.?\s?[DE]|s\.?[de]|SEM|standard)\b)", "±"),
    )
)
PARENTHESES = re.compile(rf"{NO_LETTER_BEFORE}ð([^ðÞ]{{1,80}}?)Þ{NO_LETTER_AFTER}")
# A ring, a raised o or zero between a number and C is a degree sign, as it is printed.
DEGREES = re.compile(r"(?<=\d)\s?(?:[◦∘˚º⁰ᵒ°]\s?|o)C\b")
# A receipt is read by a person.
LISTED_REPAIRS = 6
MAY_HOLD = re.compile(r"[¼ÀÂÆþÐÕ¡ðÞ◦∘˚º⁰ᵒ°]|ean(?:s? )6 |\doC|\d oC")

DOUBTFUL = re.compile(
    r"\b[Pp](?:[ -]values?)?\s?[5,.;]\s?0?\.\d"  # P50.05, P , 0.05: "<" or "="
    r"|\b[nN]\s?5\s\d"  # n 5 12: "="
    r"|\d\s8C\b|\b\d\d8C\b"  # 37 8C: "°"
    r"|\d\.\d+\s6\s\d+\.\d"  # 4.2 6 0.3: "±"
    r"|[¼½¾]\s?\.\d|[A-Za-z]\s[¼þÞ]\s"
    r"|[\ufffd\ue000-\uf8ff]"
)
# What some part of `DOUBTFUL` needs, begun with what is found fast: most text has none of it.
MAY_BE_DOUBTFUL = tuple(
    re.compile(pattern)
    for pattern in (
        r"[Pp](?<!\w.)(?:[ -]values?)?\s?[5,.;]\s?0?\.",
        r"5\s\d",
        r"8C",
        r"6\s\d",
        r"[¼½¾þÞ\ufffd\ue000-\uf8ff]",
    )
)


def read_symbols(text: str) -> tuple[str, Repairs]:
    """Return the text with every symbol that is certain, and what was repaired."""
    repairs: Repairs = Counter()
    if not MAY_HOLD.search(text):
        return text, repairs
    for pattern, symbol in CERTAIN:
        text = pattern.sub(_writer(symbol, repairs), text)
    text, pairs = PARENTHESES.subn(r"(\1)", text)
    if pairs:
        repairs.update({("ð", "("): pairs, ("Þ", ")"): pairs})
    return DEGREES.sub(_degrees, text), repairs


def has_doubtful_symbol(text: str) -> bool:
    """Tell text in which a symbol may have been stored as a letter or figure."""
    return any(hint.search(text) for hint in MAY_BE_DOUBTFUL) and bool(DOUBTFUL.search(text))


def symbol_warnings(pages: Sequence[Page], blocks: Sequence[LayoutBlock]) -> Iterator[str]:
    """Yield what was repaired, with the characters as stored, and what is left in doubt."""
    repairs: Repairs = Counter()
    for page in pages:
        repairs.update(page.repaired)
    for block in blocks:
        repairs.update(block.repaired)
    if repairs:
        listed = ", ".join(
            f"{_named(stored)} as {symbol} ({count})"
            for (stored, symbol), count in repairs.most_common(LISTED_REPAIRS)
        )
        yield f"symbols read by outline, font or context, not as stored: {listed}"
    doubtful = sum(
        "symbol_suspect" in block.flags or any(line.suspect for line in block.lines)
        for block in blocks
    )
    if doubtful:
        yield f"symbols (µ, =, <) may be misread in {doubtful} block(s) marked symbol_suspect"


def _named(character: str) -> str:
    return character if character.isprintable() else f"U+{ord(character):04X}"


def _writer(symbol: str, repairs: Repairs) -> Callable[[re.Match[str]], str]:
    def write(match: re.Match[str]) -> str:
        before, after = match["a"], match["b"]
        stored = match[0][len(before) : len(match[0]) - len(after)]
        repairs[(stored, symbol)] += 1
        return f"{before}{symbol}{after}"

    return write


def _degrees(match: re.Match[str]) -> str:
    return " °C" if match[0].startswith(" ") else "°C"
