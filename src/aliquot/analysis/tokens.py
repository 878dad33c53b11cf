"""Cut normalised text into pieces, and pieces into terms.

A piece is a word, a number, an identifier with its hyphens, a run of kanji or kana, or a name and
number that only a space parts ("IL 6"). A compound gives its joined form and its parts, so that
IL-6, IL6 and IL 6 share "il6" and anti-inflammatory is found by inflammatory.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from aliquot.analysis.identifiers import IDENTIFIERS, UNITS
from aliquot.analysis.japanese import CJK, cjk_terms
from aliquot.analysis.normalise import GREEK_NAMES
from aliquot.analysis.stemming import stem

__all__ = ["PIECE", "piece_terms"]

_WORD = rf"[^\W_{CJK}]+"
_GREEK = "|".join(GREEK_NAMES)

# Words before a number that never name a thing with it: no "in10" for "in 10 patients".
_NOT_A_NAME = (
    "a an and are as at be but by can do for from had has have in into is it its not of on or our "
    "over per than that the their then these they this to under up was we were when which who "
    "with all about after before between only least most more less some any each both nearly "
    "approximately until within"
).replace(" ", "|")

# What holds a compound together. A dot or comma needs digits around it, or a version after it
# (GRCh38.p13); an exponent mark may carry a sign.
_CONNECTOR = r"'?-|\^-?|_|'|(?<=[0-9])[.,](?=[0-9])|(?<=[0-9])\.(?=[a-z][0-9])"
_COMPOUND = rf"{_WORD}(?:(?:{_CONNECTOR}){_WORD})*"
# CD8+, Ca2+; p53-/-, Trp53+/-.
_SUFFIX = r"[-+]/[-+](?!\w)|\+"
_END = r"(?![\w-]|[.,'][0-9A-Za-z])"

_SPACED_NAMES = (
    # TNF alpha, TGF-beta 1, IL-1 beta, NF kappa B
    rf"(?!(?i:{_NOT_A_NAME})\b)[A-Za-z]{{1,6}}(?:-?[0-9]{{1,3}}[A-Z]?)?"
    rf"[ -](?i:{_GREEK})(?:[ -]?[A-Z0-9]{{1,2}})?{_END}",
    # IL 6, HEK 293T, NCT 01234567, phase 3
    rf"(?!(?i:{_NOT_A_NAME})\b)[A-Za-z]{{1,12}} [0-9]{{1,10}}[A-Za-z]{{0,2}}{_END}",
    # 5' UTR
    rf"[35]' [A-Za-z]{{2,6}}{_END}",
)

PIECE = re.compile(
    rf"\b(?:{'|'.join(pattern for pattern, _ in IDENTIFIERS)})(?!\w)"
    rf"|\b(?<![-.'])(?:{'|'.join(_SPACED_NAMES)})"
    rf"|{_COMPOUND}(?:{_SUFFIX})?"
    rf"|[{CJK}]+"
)

_IDENTIFIER_TERMS: tuple[tuple[re.Pattern[str], Callable[[str], list[str]]], ...] = tuple(
    (re.compile(pattern), terms) for pattern, terms in IDENTIFIERS
)
_SPLIT = re.compile(r" |'?-|\^-?|_|'|,|(?<=[0-9])\.(?=[a-z][0-9])")
_SUFFIXED = re.compile(rf"(.*?)({_SUFFIX})?", re.DOTALL)
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_NUMBER = re.compile(r"[0-9.]+")
_DIGIT = re.compile(r"[0-9]")
_MEASURE = re.compile(r"([0-9.]+)([a-z]+)")
# A Greek name inside a symbol: TNFalpha, kappaB, beta1.
_GREEK_INSIDE = re.compile(
    rf"(?<=[A-Z0-9])(?=(?:{_GREEK})(?![a-z]))|(?<![a-z])(?<=alpha|gamma|delta|kappa|theta)(?=[A-Z0-9])|(?<=beta|zeta)(?=[A-Z0-9])"
)
_VERSIONED = re.compile(r"(.*[a-z].*?[0-9])\.[0-9]+")


def piece_terms(piece: str) -> list[str]:
    """Return the terms of one piece found by `PIECE`, lower-case, without white space."""
    for pattern, terms in _IDENTIFIER_TERMS:
        if pattern.fullmatch(piece):
            return terms(piece)
    if _is_cjk(piece[0]):
        return cjk_terms(piece)
    return _compound_terms(piece)


def _is_cjk(character: str) -> bool:
    return character > "\u3004" and re.match(f"[{CJK}]", character) is not None


def _compound_terms(piece: str) -> list[str]:
    match = _SUFFIXED.fullmatch(piece)
    assert match is not None  # both groups may be empty
    base, suffix = match[1], match[2] or ""
    if base[-2:] == "'s":
        base = base[:-2]
    parts = [part for part in _SPLIT.split(_THOUSANDS.sub("", base)) if part]
    parts = [piece for part in parts for piece in _GREEK_INSIDE.split(part)]
    terms = word_terms(parts[0]) if len(parts) == 1 else _joined_terms(base, parts)
    if suffix and not _NUMBER.fullmatch(base):
        terms.append("".join(parts).lower() + suffix)
    return terms


def word_terms(word: str) -> list[str]:
    """Return the terms of one word: a stem, or the word itself where it is a symbol."""
    lower = word.lower()
    if _DIGIT.search(lower):
        measure = _MEASURE.fullmatch(lower)
        if measure and measure[2] in UNITS:
            return [measure[1], measure[2]]
        versioned = _VERSIONED.fullmatch(lower)
        return [lower, versioned[1]] if versioned else [lower]
    stemmed = stem(lower) if lower.isascii() else lower
    if stemmed != lower and len(word) > 1 and word.isupper():
        return [lower, stemmed]
    return [stemmed]


def _joined_terms(base: str, parts: list[str]) -> list[str]:
    if all(_NUMBER.fullmatch(part) for part in parts):
        return _numeric_terms(base, parts)
    if "'" in base and all(part.isalpha() for part in parts):
        return word_terms("".join(parts))
    terms = word_terms("".join(parts))
    if len(parts) > 2:
        terms += [(a + b).lower() for a, b in pairwise(parts) if _names_together(a, b)]
    for part in parts:
        terms += word_terms(part)
    return terms


def _names_together(left: str, right: str) -> bool:
    return bool(_DIGIT.search(left + right)) and not _NUMBER.fullmatch(left + right)


def _numeric_terms(base: str, parts: list[str]) -> list[str]:
    if "," in base or " " in base:
        return parts
    return [_THOUSANDS.sub("", base).replace("^", ""), *parts]
