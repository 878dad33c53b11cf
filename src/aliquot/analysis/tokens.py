"""Cut normalised text into pieces, and pieces into terms.

A piece is a word, a number, an identifier with its hyphens, a run of kanji or kana, or a name and
number that only a space parts ("IL 6"). A compound gives its joined form and its parts, so that
IL-6, IL6 and IL 6 share "il6" and anti-inflammatory is found by inflammatory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise

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
# A name begins and ends at anything but a letter or digit of its own script: は is no letter of
# IL 6は.
_BEGIN = rf"(?<![^\W_{CJK}])"
_END = rf"(?![^\W_{CJK}]|-[0-9]|[.,'][0-9A-Za-z])"
# A number before a chemical name is a part of it: add 2-mercaptoethanol, but IL 6-induced. Source:
# IUPAC endings of substances and prefixes of groups.
_NO_COMPOUND = (
    r"(?!-(?i:[a-z,0-9-]*(?:ol|ine|ate|ide|one|ole|al|ane|ene|yne|oxy|yl|acid|amino)\b"
    r"|hydroxy|methyl|ethyl|amino|chloro|fluoro|bromo|nitro|oxo|deoxy|mercapto|phenyl))"
)

_SPACED_NAMES = (
    # 293 T, HEK 293 FT
    rf"(?:HEK[ -]?)?293 F?T{_END}",
    # TNF alpha, TGF-beta 1, IL-1 beta, NF kappa B
    rf"(?!(?i:{_NOT_A_NAME})\b)[A-Za-z]{{1,6}}(?:-?[0-9]{{1,3}}[A-Z]?)?"
    rf"[ -](?i:{_GREEK})(?:[ -]?[A-Z0-9]{{1,2}}|(?<=kappa)[ -]?b)?{_END}",
    # beta catenin, alpha fetoprotein
    rf"(?i:{_GREEK}) (?!(?i:{_NOT_A_NAME})\b)[A-Za-z]{{3,}}{_END}",
    # delta F508
    rf"(?i:{_GREEK}) [A-Z][0-9]{{1,4}}{_END}",
    # IL 6, HEK 293T, NCT 01234567, phase 3, RAW 264.7
    rf"(?!(?i:{_NOT_A_NAME})\b)[A-Za-z]{{1,12}} [0-9]{{1,10}}"
    rf"(?:[A-Za-z]{{0,2}}|\.[0-9]{{1,2}}){_END}{_NO_COMPOUND}",
    # 5' UTR
    rf"[35]' [A-Za-z]{{2,6}}{_END}",
)

# Times between numbers is no letter of a name: 5x10^6 is 5 × 10^6.
_FACTOR = r"[0-9]+(?:\.[0-9]+)?(?=x[0-9])"
_NO_FACTOR = r"(?!(?<=[0-9])x[0-9])"

# Half of all pieces are words that stand alone, with nothing behind them that could make a name of
# them; tried first, they take a third off the time of cutting (tokens are the same without it).
_PLAIN = (
    rf"{_BEGIN}(?<![-.'_^,])(?!(?i:{_GREEK})\b)[A-Z]?[a-z]+"
    rf"(?=[,;:).]?[ \n][a-z(]|[,;:).][ \n])(?! (?i:{_GREEK}))"
)

# Every piece, whatever it is found by: what `PIECE` finds sooner.
_EVERY_PIECE = (
    rf"{_BEGIN}(?:{'|'.join(pattern for pattern, _ in IDENTIFIERS)})(?![^\W_{CJK}])"
    rf"|{_BEGIN}(?<![-.'])(?:{'|'.join(_SPACED_NAMES)})"
    rf"|{_BEGIN}(?<![-.'_]){_FACTOR}"
    rf"|{_NO_FACTOR}{_COMPOUND}(?:{_SUFFIX})?"
    rf"|[{CJK}]+"
)
PIECE = re.compile(f"{_PLAIN}|{_EVERY_PIECE}")

_IDENTIFIER_TERMS: tuple[tuple[re.Pattern[str], Callable[[str], list[str]]], ...] = tuple(
    (re.compile(pattern), terms) for pattern, terms in IDENTIFIERS
)
_CJK = re.compile(f"[{CJK}]")
_SUFFIX_AT_END = re.compile(rf"(?:{_SUFFIX})$")
_SPLIT = re.compile(r" |'?-|\^-?|_|'|,|(?<=[0-9])\.(?=[a-z][0-9])")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_NUMBER = re.compile(r"[0-9.]+")
_DIGIT = re.compile(r"[0-9]")
_MEASURE = re.compile(r"([0-9.]+)([a-z]+)")
# A Greek name inside a symbol: TNFalpha, kappaB, beta1.
_GREEK_INSIDE = re.compile(
    rf"(?<![a-z])(?:{_GREEK})(?=[A-Z0-9])|(?<=[A-Z0-9])(?:{_GREEK})(?![a-z])"
)
# Letters of a part that may belong to a symbol; "SARS", "MAPK", "anti" have four.
_SYMBOL_LETTERS = 4


def piece_terms(piece: str) -> list[str]:
    """Return the terms of one piece found by `PIECE`, lower-case, without white space."""
    for pattern, terms in _IDENTIFIER_TERMS:
        if pattern.fullmatch(piece):
            return terms(piece)
    if _CJK.match(piece):
        return cjk_terms(piece)
    return _compound_terms(piece)


def _compound_terms(piece: str) -> list[str]:
    found = _SUFFIX_AT_END.search(piece)
    base, suffix = (piece[: found.start()], found[0]) if found else (piece, "")
    if base[-2:] == "'s":
        base = base[:-2]
    parted = _GREEK_INSIDE.sub(r"-\g<0>-", _THOUSANDS.sub("", base))
    parts = [part for part in _SPLIT.split(parted) if part]
    terms = _word_terms(parts[0]) if len(parts) == 1 else _joined_terms(base, parts)
    if suffix and not _NUMBER.fullmatch(base):
        terms.append("".join(parts).lower() + suffix)
    return terms


def _word_terms(word: str) -> list[str]:
    lower = word.lower()
    if _DIGIT.search(lower):
        return _symbol_terms(lower)
    if word[-1] == "s" and word[-2:-1].isupper():
        return [lower[:-1]]  # DNAs, siRNAs: the stemmer leaves "dnas"
    stemmed = stem(lower) if lower.isascii() else lower
    # Capitals may be a symbol (AIDS, IGES) or a heading: the word as it stands, and its stem.
    if stemmed != lower and len(word) > 1 and word.isupper():
        return [lower, stemmed]
    return [stemmed]


def _symbol_terms(symbol: str) -> list[str]:
    measure = _MEASURE.fullmatch(symbol)
    if measure and measure[2] in UNITS:
        return [measure[1], measure[2]]
    unversioned, dot, version = symbol.rpartition(".")
    if dot and version.isdigit() and not _NUMBER.fullmatch(unversioned):
        return [symbol, unversioned]  # ENSG00000141510.16, NM_000546.6
    return [symbol]


def _joined_terms(base: str, parts: list[str]) -> list[str]:
    if all(_NUMBER.fullmatch(part) for part in parts):
        return _numeric_terms(base, parts)
    joined = _word_terms("".join(parts))
    if "'" in base and all(part.isalpha() for part in parts):
        return joined  # don't, O'Brien
    terms = joined + (_symbols_within(parts) if len(parts) > 2 else [])
    for part in parts:
        terms += _word_terms(part)
    return list(dict.fromkeys(terms))


def _symbols_within(parts: list[str]) -> list[str]:
    """Join neighbours that make a symbol: il6 and antiil6 in anti-IL-6-induced."""
    lower = [part.lower() for part in parts]
    # As the pair alone is written: gamma-activated is in interferon-gamma-activated.
    pairs = [_word_terms("".join(pair))[0] for pair in pairwise(lower) if _is_symbol(pair)]
    runs = [
        tuple(run)
        for is_short, run in groupby(
            lower, key=lambda part: len(part) <= _SYMBOL_LETTERS or _is_symbol((part,))
        )
        if is_short
    ]
    return pairs + ["".join(run) for run in runs if len(run) > 2 and _is_symbol(run)]


def _is_symbol(parts: Sequence[str]) -> bool:
    has_mark = any(_DIGIT.search(part) or part in GREEK_NAMES for part in parts)
    return has_mark and not all(_NUMBER.fullmatch(part) for part in parts)


def _numeric_terms(base: str, parts: list[str]) -> list[str]:
    if "," in base:
        return parts
    # 10^-6 is 10-6, and 10^6 is 106, as print without raised digits has them.
    return [base.replace("^", ""), *parts]
