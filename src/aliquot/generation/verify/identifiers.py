"""The identifiers gate: every symbol and name of a statement is one its source writes.

What enters: a statement and its support, both plain. What leaves: why it fails, or nothing. IL-6,
IL6 and IL 6 are one symbol, HEK293 and HEK293T are two. A symbol may stand in the quote's sentence,
or in the title and the headings it stands under.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from aliquot.generation.verify.amounts import amounts_of
from aliquot.generation.verify.plain import FUNCTION_WORDS, stem, words_of
from aliquot.generation.verify.support import Support
from aliquot.quantities.units import UNITS

__all__ = ["check_identifiers"]

TOKEN = re.compile(r"[A-Za-z0-9α-ωΑ-Ω°][A-Za-z0-9_α-ωΑ-Ω./:+*>'^-]*")
INNER = re.compile(r"[A-Za-zα-ωΑ-Ω]+|\d+")
HAS_DIGIT = re.compile(r"\d")
HAS_LETTER = re.compile(r"[A-Za-zα-ωΑ-Ω]")
# Two capitals, a capital within, or a Greek letter: EDTA, mRNA, PhD, β.
IS_SYMBOL = re.compile(r"[A-Z].*[A-Z]|[a-z][A-Z]|[α-ωΑ-Ω]")
NAME = re.compile(r"[A-Z][a-z]{3,}")
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "κ": "kappa",
    "λ": "lambda", "μ": "mu", "σ": "sigma", "τ": "tau", "ω": "omega", "θ": "theta", "ζ": "zeta",
}  # fmt: skip
GREEK_LETTERS = str.maketrans(GREEK)
APART = re.compile(r"\s([A-Z]|\d{1,3}[A-Za-z]?)(?![\w-])")
EDGES = ".,;:'/-"
# Fewer initials in a row are found in any sentence.
LEAST_INITIALS = 3
SENTENCE_END = (".", "。", "!", "?", ":", "|")
ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s|x|X)?")


def check_identifiers(statement: str, support: Support) -> str:
    """Return which symbol or name of a statement its source does not write."""
    written = _written(f"{support.said} | {support.around} | {support.meant}")
    missing = [
        one
        for one, joined in _symbols(statement)
        if not _stands(one, written) and _key(joined) not in written[0]
    ]
    if missing:
        listed = ", ".join(f"“{one}”" for one in dict.fromkeys(missing))
        return f"the source does not name {listed}: write names and symbols as it does"
    return ""


def _symbols(text: str) -> Iterator[tuple[str, str]]:
    """Yield the tokens that name one thing: with a digit, with capitals, or proper names.

    Each comes with what it is joined with its end a space apart: RNase A is RNaseA.
    """
    measured = [(one.start, one.name_end) for one in amounts_of(text)]
    for match in TOKEN.finditer(text):
        token = match[0].strip(EDGES)
        start = match.start()
        if not token or any(a <= start < b for a, b in measured) or token in UNITS:
            continue
        is_symbol = bool(HAS_LETTER.search(token)) and bool(
            HAS_DIGIT.search(token) or IS_SYMBOL.search(token)
        )
        if (is_symbol and not ORDINAL.fullmatch(token)) or (
            NAME.fullmatch(token) and not _opens(text, start)
        ):
            apart = APART.match(text, start + len(token))
            yield token, token + (apart[1] if apart else "")


def _opens(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \"'(“")
    return not before or before.endswith(SENTENCE_END)


def _stands(symbol: str, written: tuple[frozenset[str], str]) -> bool:
    keys, initials = written
    if _key(symbol) in keys or (NAME.fullmatch(symbol) and stem(symbol.casefold()) in keys):
        return True
    if symbol.isalpha() and len(symbol) >= LEAST_INITIALS and symbol.casefold() in initials:
        return True
    singular = symbol.removesuffix("s")
    if singular != symbol and IS_SYMBOL.search(singular) and _key(singular) in keys:
        return True
    return _is_compound(symbol, keys)


def _is_compound(symbol: str, keys: frozenset[str]) -> bool:
    """Tell whether every part of a joined name that names something is written: GM3-dependent."""
    parts = [part for part in re.split(r"[-/:+]", symbol) if part]
    if len(parts) < 2:
        return False
    named = [part for part in parts if HAS_DIGIT.search(part) or IS_SYMBOL.search(part)]
    if not named or all(part.isdecimal() or len(part) < 2 for part in parts[1:]):
        return False
    return all(_key(part) in keys for part in named)


def _key(token: str) -> str:
    """Return what the spellings of a symbol share: letters, digits and a mark of charge."""
    end = token[-1] if token[-1] in "+" else ""
    letters = re.sub(r"[^\w]", "", token.translate(GREEK_LETTERS)).replace("_", "")
    return letters.casefold() + end


@lru_cache(maxsize=256)
def _written(text: str) -> tuple[frozenset[str], str]:
    """Return the keys of all that a text could name, and the initials of its words."""
    tokens = [match[0].strip(EDGES) for match in TOKEN.finditer(text)]
    keys = set(_keys(token for token in tokens if token))
    keys |= {word.stem for word in words_of(text)}
    # Parts that a space parts: CHO K1, IL 6.
    pairs = (
        one + other
        for one, other in itertools.pairwise(tokens)
        if one
        and other
        and (HAS_DIGIT.search(other) or len(other) <= 2)
        and one.casefold() not in FUNCTION_WORDS
    )
    keys |= set(_keys(pairs))
    initials = "".join(word.text[0] for word in words_of(text) if word.text not in FUNCTION_WORDS)
    return frozenset(keys), initials


def _keys(tokens: Iterable[str]) -> Iterator[str]:
    for token in tokens:
        yield _key(token)
        if token[-1:] == "+":
            yield _key(token[:-1] or token)
        parts = [part for part in re.split(r"[-/.:()+*>'^]", token) if part]
        for start, end in itertools.combinations(range(min(len(parts), 8) + 1), 2):
            yield _key("".join(parts[start:end]))
