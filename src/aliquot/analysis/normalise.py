"""Bring the many spellings of one character sequence to one.

Text of any script enters, text of the same case leaves, with superscripts, ligatures, widths,
dashes, primes, micro signs, Greek letters and accents unified. Lengths change, so the result is
for terms only and never for quotes.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["GREEK_NAMES", "normalise"]

# Transliteration of the letters used as symbols in biology; final sigma and the script variants
# come out of NFKC as the plain letters. Source: ISO 31-11 and IUPAC names of the letters.
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu",
    "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "ς": "sigma", "τ": "tau",
    "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip

# Names long enough to be told apart from letters of a word ("mu", "pi", "nu", "xi" are not).
GREEK_NAMES = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "kappa", "lambda", "sigma",
    "omega",
)  # fmt: skip

# Before NFKC, which would turn "Sterivex™" into "SterivexTM", "37 ºC" into "37 oC" and "´" into
# a space with a combining accent.
_BEFORE_NFKC = str.maketrans({"™": " ", "℠": " ", "®": " ", "©": " ", "º": "°", "´": "'"})

# A digit raised after a digit is an exponent: marked, so that 10⁶ is found as 10^6.
_EXPONENT = re.compile(r"(?<=[0-9])(?=⁻?[⁰¹²³⁴-⁹])")
# A digit raised after a word is a footnote or reference mark, not a part of it.
_NOTE_MARK = re.compile(r"(?<=[a-z]{4})(?=[⁰¹²³⁴-⁹])")
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴-⁹]")

# μ before a unit is the prefix micro, typed "u" where a keyboard has no μ.
_MICRO = re.compile(
    r"μ(?=(?:[lLmMgsAVWJNFEUx]|l[sS]|mol|mole|moles|mols|Ci|Sv|Gy|Pa|Hz|Eq|IU|cm|litre|liter)"
    r"(?![A-Za-z]))"
)
_GREEK_LETTER = "[α-ωΑ-Ω]"
# Three Greek letters in a row are a Greek word, not symbols.
_GREEK_SYMBOLS = re.compile(rf"(?<!{_GREEK_LETTER}){_GREEK_LETTER}{{1,2}}(?!{_GREEK_LETTER})")

_DASHES = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"
_LONG_DASHES = "\u2014\u2015\ufe58"
_PRIMES = "\u2018\u2019\u201b\u2032\u2035\u02b9\u02bc`"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
# Letters that do not decompose into a letter and a mark.
_LETTERS = {"ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "ı": "i",
            "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ð": "d", "þ": "th"}  # fmt: skip


def _after_nfkc() -> dict[int, str]:
    table = {ord(character): "-" for character in _DASHES}
    table |= {ord(character): " " for character in _LONG_DASHES}
    table |= {ord(character): "'" for character in _PRIMES}
    table |= {ord(character): "" for character in _INVISIBLE}
    table |= {ord(character): plain for character, plain in _LETTERS.items()}
    # Combining accents, and the Latin and Greek letters that carry one.
    table |= dict.fromkeys(range(0x0300, 0x0370), "")
    for code in (*range(0x00C0, 0x0250), *range(0x0386, 0x03D0), *range(0x1E00, 0x2000)):
        base = unicodedata.normalize("NFD", chr(code))[0]
        if base.isascii() or base.lower() in _GREEK:
            table[code] = base
    return table


_AFTER_NFKC = _after_nfkc()


def normalise(text: str) -> str:
    """Unify the spellings of characters, keeping case.

    Greek letters become their names, set off by hyphens from letters and digits beside them, so
    that TNFα and TNF-α are both "TNF-alpha".
    """
    if not text.isascii():
        text = _fold(text)
    if "(+)" in text:  # CD8(+) as abstracts print it
        text = text.replace("(+)", "+")
    return text


def _fold(text: str) -> str:
    text = text.translate(_BEFORE_NFKC)
    if _SUPERSCRIPT.search(text):
        text = _NOTE_MARK.sub(" ", _EXPONENT.sub("^", text))
    text = unicodedata.normalize("NFKC", text).translate(_AFTER_NFKC)
    if "(+)" in text:
        text = text.replace("(+)", "+")
    return _GREEK_SYMBOLS.sub(_greek_name, _MICRO.sub("u", text))


def _greek_name(match: re.Match[str]) -> str:
    name = "-".join(_GREEK.get(letter.lower(), letter) for letter in match[0])
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return f"{'-' * _is_plain(before)}{name}{'-' * _is_plain(after)}"


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isalnum()
