"""What the finders of instruments and kits share: a named place, and where a name begins.

What enters: a text and where a name ends in it. What leaves: where the name begins, read backwards
over words that names are made of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from aliquot.findings.vocabularies.alternatives import any_of
from aliquot.findings.vocabularies.instruments import (
    AMBIGUOUS,
    COUNTRIES,
    DESCRIBING,
    FAMILIES_OF_KITS,
    MODELS,
    NUMBERED,
)
from aliquot.findings.vocabularies.kits import KIT_WORDS
from aliquot.findings.vocabularies.makers import MAKERS
from aliquot.types import Span

__all__ = [
    "IS_MAKER",
    "LOWER_DESCRIBING",
    "MAKER",
    "NamedThing",
    "any_of",
    "name_start",
    "parted",
    "spaced",
]


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A place that names an instrument, kit or ware."""

    span: Span
    confidence: float
    details: dict[str, str] = field(default_factory=dict)
    # Where the name is not what stands at the place: "HyperPrep and Library Quantification kits".
    value: str = ""


def spaced(names: Iterable[str]) -> str:
    """Return a pattern of names with a space or hyphen where their capitals or numbers begin."""
    ordered = sorted(names, key=len, reverse=True)
    joints = [SEAM.sub("[ -]?", name) for name in ordered if name.isalnum()]
    return "|".join(joint for joint in joints if "[" in joint)


def parted(name: str) -> str:
    """Return a name with a space where its capitals or numbers begin."""
    return SEAM.sub(" ", name)


# Where the parts of a name that is written as one word meet: "Light|Cycler", "CFX|96".
SEAM = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[A-Za-z]{3})(?=\d{2})")
MAKER = any_of(MAKERS)
LEGAL = (
    r"(?:Inc|Ltd|GmbH|Co|Corp|Corporation|Limited|LLC|AG|S\.?A|Pvt|Company|Laboratories"
    r"|Technologies|Systems|Instruments|Diagnostics|Scientific|Biotech|Biosciences)\b"
)
# What a bracket holds that gives a maker: its name, a legal form, or an address at its end.
IS_MAKER = re.compile(
    rf"^(?:from\s)?(?:{MAKER})\b|[;,]\s(?:{MAKER})\b|\b{LEGAL}|,\s?(?:{any_of(COUNTRIES)})\.?$"
    r"|,\s[A-Z]{2}(?:,|$)"
)
# A name's word: no white space and none of the marks that end a clause.
WORD = re.compile(r"[^\s,;:()|\[\]{}。、，（）「」をはがにでのと社製]+")
CLAUSE_END = re.compile(r"[.;:]\s|[(),|\[\]。、，（）「」]\s?")
# A kit or instrument ends behind these words, read backwards; imperatives begin steps.
STOPS = frozenset(
    """
    the a an with using by from of and or in on to for as per used was were is are both via this
    that these those each our their its another all any some one two three several many different
    same new following appropriate commercial commercially available according through under
    manufacturer's manufacturer’s use standard we were perform prepare purify extract run follow
    add image quantify measure clean load take place open apply among no not if when then after
    before between other such available provided purchased it they sterile step protocol
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
LOWER_MODELS = frozenset(
    name.casefold() for name in (*MODELS, *FAMILIES_OF_KITS, *AMBIGUOUS, *NUMBERED)
)
LOWER_DESCRIBING = frozenset(word.casefold() for word in DESCRIBING)
NUMBER = re.compile(r"\d+(?:[.,]\d+)?$")
# Capitals, digits and marks are signs of a name of its own.
SIGN = re.compile(r"[A-ZÀ-Ü0-9®™]")


# Sizes inside a name, behind their number: "C18 5 µm ST".
SIZE_UNITS = frozenset({"µ", "μ", "µm", "μm", "mm", "cm", "nm", "å", "ml", "µl", "μl"})
# "Blood & Tissue Kit" goes on before the sign where a brand stands there.
JOINED = frozenset({"&", "and"})
BRAND_REACH = 3
LATIN = frozenset({"Situ", "Vitro", "Vivo", "situ", "vitro", "vivo"})


def name_start(text: str, end: int, reach: int, small_words: Collection[str] = KIT_WORDS) -> int:
    """Return where the name that goes on at `end` begins; `end` where it has no word before.

    Args:
        text: Of the document.
        end: Where the known part of the name begins.
        reach: How many characters a name may have before it.
        small_words: Words in small letters that names hold, besides models and descriptions.
    """
    first = max(0, end - reach, text.rfind("\n", 0, end) + 1)
    cut = max((match.end() for match in CLAUSE_END.finditer(text, first, end)), default=first)
    words = [match.span() for match in WORD.finditer(text, cut, end)]
    if words and cut == end - reach and text[cut - 1 : cut].isalnum():
        words = words[1:]
    start = end
    for index in range(len(words) - 1, -1, -1):
        word = text[slice(*words[index])]
        before = [text[slice(*place)] for place in words[max(0, index - BRAND_REACH) : index]]
        behind = text[slice(*words[index + 1])] if index + 1 < len(words) else ""
        is_next = not text[words[index][1] : start].strip()
        if not is_next or not (_belongs(word, before, small_words) or _joins(word, before, behind)):
            break
        start = words[index][0]
    return start


def _belongs(word: str, before: Sequence[str], small_words: Collection[str]) -> bool:
    """Tell whether a word is a part of a name; a number is one behind a word of the name."""
    low = word.casefold().strip("-")
    if low in STOPS:
        return False
    if NUMBER.match(word):
        return bool(before) and _is_word_of_name(before[-1])
    if low in SIZE_UNITS:
        return len(before) > 1 and bool(NUMBER.match(before[-1])) and _is_word_of_name(before[-2])
    if SIGN.search(word):
        return not re.match(r"\d+(?:[.,]\d+)?(?:x|×|%|µl|μl|ml|mg|ng)$", low)
    return low in small_words or low in LOWER_DESCRIBING or low in LOWER_MODELS


def _is_word_of_name(word: str) -> bool:
    return bool(SIGN.search(word)) and word.casefold() not in STOPS and word[:1].isalpha()


def _joins(word: str, before: Sequence[str], behind: str) -> bool:
    """Tell whether a word joins what is behind it to a brand before it, or begins "In Situ"."""
    if word == "In":
        return behind in LATIN
    return word in JOINED and any(one.casefold().strip("®™") in LOWER_MODELS for one in before)
