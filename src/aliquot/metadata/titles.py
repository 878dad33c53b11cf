"""Tell whether two titles name the same work, however they were typed or cut short.

What enters: two titles. What leaves: one of four answers. Case, hyphens, accents, Greek letters,
markup, raised digits, British spelling and a missing subtitle make no difference; a number, "Part
II", "Correction:" or "Reply to" does. A wrong "same" joins two papers for good, so what is only
alike is `CLOSE`, and who asks must have another reason to take it for the same.
"""

from __future__ import annotations

import html
import re
import unicodedata
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from aliquot.metadata.notices import split_role

__all__ = [
    "TitleMatch",
    "compare_titles",
    "is_telling",
    "plain_words",
    "stands_in",
    "title_key",
    "weight",
]


class TitleMatch(StrEnum):
    """What a comparison of titles says."""

    SAME = "same"
    CLOSE = "close"
    DIFFERENT = "different"
    # One is empty or in another script: a translation cannot be told from another paper.
    INCOMPARABLE = "incomparable"


TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
NOT_LETTERS = re.compile(r"[\W_]+")
DIGITS = re.compile(r"\d+")
CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
LATIN = re.compile("[a-z]")
# British and American spelling, and Latin digraphs, written one way. Applied to both titles, so
# words it would spoil ("four" to "for") are spoilt alike.
SPELLINGS = (
    (re.compile("ae|oe"), "e"),
    (re.compile("our"), "or"),
    (re.compile("is(?=[ei])"), "iz"),
)
GREEK = {
    code: unicodedata.name(chr(code)).rsplit(" ", 1)[-1].lower().replace("lamda", "lambda")
    for code in (*range(0x3B1, 0x3C2), *range(0x3C3, 0x3CA))
} | {0x3C2: "sigma", 0xB5: "mu"}
# `\textit{...}`, `{\it ...}`, `$\alpha$` as BibTeX titles carry them.
TEX = re.compile(
    rf"\\({'|'.join(sorted(set(GREEK.values())))})(?![A-Za-z])|\\[A-Za-z]+\s*|[{{}}$\\]"
)
ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
PART = re.compile(
    r"\b(?:part|pt|volume|vol|chapter|section|no|number|paper|study|phase)\.?\s*"
    r"(\d{1,3}|[ivx]{1,4}|one|two|three|four)\b"
    r"|[.:,(]\s*([ivx]{1,4})\b\s*(?:[.:)]|$)|^([ivx]{1,4})\.\s",
    re.I,
)
WORD_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
SUBTITLE = re.compile(r"\s*[:.?!—–;]\s+|\s+[-–—]\s+|\s*\(")
CUT_OFF = re.compile(r"(?:…|\.\.\.|\u2025)\s*$")
# What a subtitle says that makes another work of it.
OTHER_WORK = re.compile(
    r"\b(?:protocol|study design|rationale and design|commentary|reply|response|correction|erratum"
    r"|supplement\w*|appendix|abstract|follow-?up|update[ds]?|extension|preliminary|editorial)\b",
    re.I,
)

# Letters a title must have to tell a paper from another; a Japanese character says more.
TELLING_LETTERS = 20
CJK_WEIGHT = 2.5
# A cut title must still hold this many letters.
CUT_LETTERS = 30
# Share of letters in common, from which two titles are alike. Real pairs of one paper (printed and
# in a bibliography, the development papers) have 0.97 and more once normalised; a trial and its
# published protocol have about 0.85.
CLOSE_SHARE = 0.9
# Longer titles are compared by their beginnings: the time grows with the square.
COMPARED_LETTERS = 400


@lru_cache(maxsize=8192)
def title_key(title: str) -> str:
    """Return letters and digits alone, in one spelling; equal keys name the same title."""
    return _key(title)


def _key(text: str) -> str:
    return plain_words(text).replace(" ", "")


def plain_words(title: str) -> str:
    """Return a title's lower-case words of letters and digits, in one spelling."""
    text = html.unescape(title) if "&" in title else title
    if "<" in text:
        text = TAG.sub("", text)
    if "\\" in text or "{" in text or "$" in text:
        text = TEX.sub(lambda command: command[1] or "", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold()
    if not text.isascii():
        text = _unaccented(text.translate(GREEK))
    words = NOT_LETTERS.sub(" ", text).strip()
    for pattern, spelling in SPELLINGS:
        words = pattern.sub(spelling, words)
    return words


def weight(key: str) -> float:
    """Return how much a normalised title says, in Latin letters."""
    if key.isascii():
        return len(key)
    wide = len(CJK.findall(key))
    return len(key) + (CJK_WEIGHT - 1) * wide


def is_telling(title: str) -> bool:
    """Tell whether a title alone can name a paper; "Introduction" and "Western Blot" cannot."""
    return weight(title_key(title)) >= TELLING_LETTERS


def stands_in(title: str, text: str) -> bool:
    """Tell whether a telling title is printed in a text, across line breaks and hyphens."""
    return is_telling(title) and title_key(title) in _key(text)


def compare_titles(first: str, second: str) -> TitleMatch:
    """Say whether two titles name the same work."""
    role, bare = split_role(first)
    other_role, other_bare = split_role(second)
    key, other_key = title_key(bare), title_key(other_bare)
    if not key or not other_key:
        return TitleMatch.INCOMPARABLE
    if role is not other_role:
        return TitleMatch.DIFFERENT
    if key == other_key:
        return TitleMatch.SAME
    if _is_cjk(key) != _is_cjk(other_key) or _is_translated(first, second):
        return TitleMatch.INCOMPARABLE
    if _part(bare) != _part(other_bare):
        return TitleMatch.DIFFERENT
    long, short = (bare, other_bare) if len(key) >= len(other_key) else (other_bare, bare)
    if title_key(long).startswith(title_key(CUT_OFF.sub("", short))):
        return _compare_cut(CUT_OFF.sub("", short), long, is_marked=bool(CUT_OFF.search(short)))
    if DIGITS.findall(key) != DIGITS.findall(other_key):
        return TitleMatch.DIFFERENT
    return TitleMatch.CLOSE if _share(key, other_key) >= CLOSE_SHARE else TitleMatch.DIFFERENT


def _compare_cut(short: str, long: str, *, is_marked: bool) -> TitleMatch:
    """Judge a title that begins another: a subtitle left out, an end cut off, or another paper."""
    key = title_key(short)
    rest = long[_end_of(key, long) :]
    letters = weight(key)
    if is_marked or _is_in_word(key, long):
        return TitleMatch.SAME if letters >= CUT_LETTERS else TitleMatch.CLOSE
    if OTHER_WORK.search(rest):
        return TitleMatch.DIFFERENT
    if SUBTITLE.match(rest) and letters >= TELLING_LETTERS and not _is_number(rest):
        return TitleMatch.SAME
    return TitleMatch.DIFFERENT if _is_number(rest) else TitleMatch.CLOSE


def _end_of(key: str, long: str) -> int:
    """Return where in a title the letters of `key` end."""
    low, high = 0, len(long)
    while low < high:
        middle = (low + high) // 2
        if len(_key(long[:middle])) < len(key):
            low = middle + 1
        else:
            high = middle
    return low


def _is_in_word(key: str, long: str) -> bool:
    """Tell whether a title was cut inside a word, as fields of fixed length do."""
    end = _end_of(key, long)
    return long[end - 1 : end + 1].isalpha() and len(long[end - 1 : end + 1]) == 2


def _is_number(rest: str) -> bool:
    words = plain_words(rest).split()
    return all(word.isdigit() or word in ROMAN for word in words)


def _part(title: str) -> int:
    """Return the number of a part, 0 where a title has none."""
    found = PART.search(unicodedata.normalize("NFKC", title))
    if not found:
        return 0
    word = next(group for group in found.groups() if group).lower()
    return int(word) if word.isdigit() else ROMAN.get(word) or WORD_NUMBERS.get(word, 0)


def _share(key: str, other: str) -> float:
    matcher = SequenceMatcher(
        None, key[:COMPARED_LETTERS], other[:COMPARED_LETTERS], autojunk=False
    )
    if matcher.real_quick_ratio() < CLOSE_SHARE or matcher.quick_ratio() < CLOSE_SHARE:
        return 0.0
    return matcher.ratio()


def _is_cjk(key: str) -> bool:
    return not key.isascii() and len(CJK.findall(key)) > len(LATIN.findall(key)) / 3


def _is_translated(first: str, second: str) -> bool:
    """Tell PubMed's mark of a title it has translated: square brackets around the whole."""
    return any(title.strip().startswith("[") for title in (first, second))


def _unaccented(text: str) -> str:
    if text.isascii():
        return text
    plain = "".join(
        mark for mark in unicodedata.normalize("NFD", text) if not "\u0300" <= mark <= "\u036f"
    )
    return unicodedata.normalize("NFC", plain)
