"""Find the abbreviations a document defines, and let its chunks be found by either form.

Source: Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in
biomedical text", Pacific Symposium on Biocomputing 8 (2003): a short form in brackets after its
long form, or the other way round; the letters of the short form stand in the long one in their
order, the first of them at its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aliquot.types import Chunk

__all__ = ["Abbreviation", "find_abbreviations", "with_other_forms"]

# A bracket and what stands in it; longer ones are asides.
_BRACKETS = re.compile(r"[(\[]([^()\[\]]{2,120})[)\]]")
# Where the long form cannot reach across.
_BOUNDARY = re.compile(r"[.;:!?()\[\]\n]\s|[;:()\[\]]|\n\s*\n")
# Two to ten signs, at most two words. Source: Schwartz and Hearst, section 3.1. A capital beside:
# without it "(see)" and "(mean)" are candidates.
_SHORT = re.compile(r"(?=.{2,10}$)(?=.*[A-Z])[A-Za-z0-9αβγδ][\w/+.-]*(?: [\w/+.-]+)?")
_WORD = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+")
# Signs of statistics, units, figures, references and labels of parts, which stand in brackets too.
_NO_SHORT_FORM = re.compile(
    r"(?:figs?|tables?|eqs?|refs?|suppl|box|appendix|panels?|see|vols?|nos?|ps?|n|SD|SEM|CI|OR|HR|RR)"
    r"[\s.]*[0-9]*[A-Z]?|[IVX]+|[0-9.,/+-]+.?|[A-Z]",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W_]")
# A name or a word in brackets: (India), (Sigma).
_CAPITALISED = re.compile(r"[A-Z][a-z]{3,}")
# Words no long form begins with, nor is counted by.
_JOINING_WORDS = "a an and as at by for from in into is of on or the to was were with"
_JOINING = frozenset(_JOINING_WORDS.split())
# An enzyme's number between its name and the short form: reductase, EC 1.6.4.2 (GR).
_ENZYME_NUMBER = re.compile(r",? ?\(?EC ?[0-9][0-9.-]*\)?$")
_JOINTS = re.compile(r"[\s\u00ad-]+|[\u2010-\u2015]")
# Abbreviations kept of one document: a thesis has two hundred.
MAX_ABBREVIATIONS = 400
# Names added to one chunk: beyond these it would be found by what it is not about.
MAX_ALSO = 12


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form with the long one its document defines it by."""

    short: str
    long: str


def find_abbreviations(text: str) -> list[Abbreviation]:
    """Return the abbreviations a text defines, in its order; one defined twice unlike is none."""
    defined: dict[str, dict[str, str]] = {}
    for found in _definitions(text):
        defined.setdefault(found.short, {}).setdefault(_plain(found.long), found.long)
    settled = [
        Abbreviation(short, next(iter(longs.values())))
        for short, longs in defined.items()
        if len(_apart(longs)) == 1
    ]
    return settled[:MAX_ABBREVIATIONS]


def with_other_forms(text: str, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return a document's chunks with the forms they stand for and do not write.

    Args:
        text: The document's text.
        chunks: What it was cut into.
    """
    abbreviations = find_abbreviations(text)
    if not abbreviations:
        return list(chunks)
    finders = [(one, _short_finder(one.short), _plain(one.long)) for one in abbreviations]
    return [_with_also(chunk, finders) for chunk in chunks]


def _with_also(chunk: Chunk, finders: Iterable[tuple[Abbreviation, re.Pattern[str], str]]) -> Chunk:
    written = chunk.searchable_text
    plain = f" {_plain(written)} "
    also: list[str] = []
    for abbreviation, short, long in finders:
        has_short, has_long = short.search(written) is not None, long in plain
        if has_short != has_long:
            also.append(abbreviation.long if has_short else abbreviation.short)
    return replace(chunk, also=tuple(also[:MAX_ALSO])) if also else chunk


def _short_finder(short: str) -> re.Pattern[str]:
    """Return what finds a short form as it is written, or its plural."""
    return re.compile(rf"(?<![\w-]){re.escape(short)}s?(?!\w)")


def _plain(text: str) -> str:
    """Return a text in one case, its words joined by single spaces alone."""
    return _JOINTS.sub(" ", text.lower()).strip()


def _apart(longs: Mapping[str, str]) -> list[str]:
    """Return long forms that are not spellings or plurals of one another."""
    apart: list[str] = []
    for long in longs:
        if not any(_is_akin(long, other) for other in apart):
            apart.append(long)
    return apart


def _is_akin(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return longer.endswith(shorter) or longer.rstrip("s") == shorter.rstrip("s")


# ------------------------------------------------------------------------------ definitions


def _definitions(text: str) -> Iterator[Abbreviation]:
    for bracket in _BRACKETS.finditer(text):
        inside = re.split(r"[;,]|\bor\b", bracket[1])[0].strip(" \"'“”‘’-")
        before = _clause_before(text, bracket.start())
        if _is_short_form(inside):
            if long := _long_form(inside, before):
                yield Abbreviation(inside, long)
        elif found := _of_short_before(before, bracket[1].strip()):
            yield found


def _clause_before(text: str, end: int) -> str:
    """Return what stands before a place, as far as its sentence goes: at most 200 characters."""
    window = text[max(0, end - 200) : end]
    bounds = list(_BOUNDARY.finditer(window))
    return window[bounds[-1].end() :] if bounds else window


def _of_short_before(before: str, inside: str) -> Abbreviation | None:
    """Return `HDL (high-density lipoprotein)` as an abbreviation."""
    words = before.split()
    if not words or not _is_short_form(words[-1]) or " " not in inside:
        return None
    long = _long_form(words[-1], inside)
    is_whole = long is not None and len(long) == len(inside)
    return Abbreviation(words[-1], inside) if is_whole else None


def _is_short_form(text: str) -> bool:
    if _SHORT.fullmatch(text) is None or _CAPITALISED.fullmatch(text):
        return False
    if _NO_SHORT_FORM.fullmatch(text):
        return False
    letters = sum(map(str.isalpha, text))
    return letters >= 2 and letters * 2 >= len(text)


def _long_form(short: str, before: str) -> str | None:
    """Return the shortest end of `before` that a short form abbreviates."""
    letters = [letter.lower() for letter in _LETTERS.findall(short)]
    # Source: Schwartz and Hearst, section 3.1: min(|A| + 5, |A| * 2) words.
    most = min(len(short) + 5, len(short) * 2)
    words = list(_WORD.finditer(before))[-most:]
    if not words:
        return None
    candidate = before[words[0].start() :].rstrip()
    at = _start_by_initials(letters, candidate)
    at = _start(letters, candidate) if at is None else at
    if at is None:
        return None
    long = _ENZYME_NUMBER.sub("", candidate[at:]).strip(" ,\"'“”‘’-")
    return long if _is_long_form(long, short) else None


def _start_by_initials(letters: Sequence[str], candidate: str) -> int | None:
    """Return where words begin whose initials are the letters, joining words aside.

    The algorithm alone takes "protective equipment" for PPE.
    """
    parts = [part for part in _PART.finditer(candidate) if part[0].lower() not in _JOINING]
    last = parts[-len(letters) :]
    is_found = [part[0][0].lower() for part in last] == list(letters)
    return last[0].start() if is_found and last else None


def _start(letters: Sequence[str], candidate: str) -> int | None:
    """Return where the long form begins: letters match from the right, the first at a word."""
    lower = candidate.lower()
    at = len(lower)
    for number in range(len(letters) - 1, -1, -1):
        at = lower.rfind(letters[number], 0, at)
        while at > 0 and number == 0 and lower[at - 1].isalnum():
            at = lower.rfind(letters[0], 0, at)
        if at < 0:
            return None
    return _start_of_twin(letters[0], candidate, at)


def _start_of_twin(letter: str, candidate: str, at: int) -> int:
    """Return where the word before begins if it has the same initial: colorectal carcinoma."""
    words = list(_WORD.finditer(candidate, 0, at))
    is_twin = words and words[-1][0][0].lower() == letter and words[-1][0].isalpha()
    return words[-1].start() if is_twin and words[-1][0].lower() not in _JOINING else at


def _is_long_form(long: str, short: str) -> bool:
    """Tell what a long form may be: longer, of words, and not holding the short form itself."""
    words = long.lower().split()
    is_list = ", and " in long or ", or " in long
    if not words or words[0] in _JOINING or is_list or len(long) <= len(short) + 2:
        return False
    if re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long):
        return False
    counted = sum(word not in _JOINING for word in words)
    return counted <= len(_LETTERS.findall(short)) + 1
