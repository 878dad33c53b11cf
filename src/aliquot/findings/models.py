"""Recognise models of instruments and wares by the names of their families.

What enters: a text and a place. What leaves: the model whose name begins there, with the maker
before it and the kind of thing behind it; and the words a model's or a maker's name may begin with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from aliquot.findings.named_things import IS_MAKER, MAKER, NamedThing, any_of, parted, spaced
from aliquot.findings.vocabularies.instruments import (
    AMBIGUOUS,
    DESCRIBING,
    EXACT,
    HEADS,
    LOOSE_HEADS,
    MODELS,
    NUMBERED,
    SUFFIXES,
    WARE_HEADS,
)
from aliquot.findings.vocabularies.kits import COMMON_WORDS
from aliquot.findings.vocabularies.makers import MAKERS
from aliquot.types import Span

__all__ = [
    "DESCRIBED",
    "HEAD",
    "LOOSE",
    "OPENING",
    "SOFTWARE_BEHIND",
    "UNIT",
    "alternative_behind",
    "begins_model",
    "model_at",
    "opening_words",
    "tells",
]

# Methods by which their instruments are called, unless their columns or data are meant.
_BY_METHOD = (
    r"(?:GC|LC|HPLC|UPLC|UHPLC|CE|ICP)[-/–](?:MS(?:[-/]MS)?|FID|ECD|NPD|TOF|QTOF|OES|AES|DAD)"
    r"(?!\s(?:columns?|anal|data|method|grade|profil|spectr|software|system|chromatogr))"
)
HEAD = rf"(?:{any_of(HEADS)}|{_BY_METHOD})"
LOOSE = any_of(LOOSE_HEADS)
DESCRIBED = rf"(?:(?i:{any_of(DESCRIBING)})[ -]){{0,6}}"
# What a number of a sentence is followed by and one of a model is not.
UNIT = (
    r"\d[\d.,]*\s?-?(?:µ|μ|m[lLgMm]\b|ng|nm|bp|nt\b|h\b|hours?|min|s\b|°|%|x\s?\d|×|million|samples"
    r"|cycles?|reads|runs?|times|genes|patients|mice|cells)"
)
# A number or letters of a model: "2500", "X-10", "SP2", "v2", "II", "PC".
SUFFIX = (
    rf"(?:[®™]?(?:[ -]|\.(?=[A-Z]\d))?(?!{UNIT})"
    r"(?:[A-Z]{0,3}-?\d(?:[\w+]|[.-](?=[\dA-Z])|/(?=\d\d?(?!\d)))*)"
    r"(?![a-z])|(?<=\d)[A-Z]{1,2}(?![A-Za-z-])"
    rf"|[®™]?[ -](?:v\d[\w.]*|(?:{any_of(SUFFIXES)})(?![\w-])))"
)
HEADED = rf"(?:[®™]?\s{DESCRIBED}(?i:{HEAD}|{LOOSE})s?(?![\w-]))?"
MODEL = re.compile(
    rf"(?:(?P<maker>{MAKER})(?:[’']s)?[®™]?\s(?:[A-Z][\w®™-]+\s|\d{{4}}\s)?)?"
    rf"(?:(?P<sure>(?i:{any_of(set(MODELS) - set(EXACT))})|{any_of(EXACT)}|{spaced(MODELS)})"
    rf"|(?P<unsure>{any_of(AMBIGUOUS)})"
    rf"|(?P<numbered>(?i:{any_of(NUMBERED)})))"
    rf"(?P<mark>[®™]?)(?![a-z])(?!(?<=\d\d)\d)(?P<suffix>{SUFFIX}{{0,4}})(?P<between>\s(?:{MAKER}))?"
    rf"(?P<head>{HEADED})",
    re.ASCII,
)
# What belongs to a model and stands before it: "v2 500-cycle MiSeq", "C18 Jupiter", and the numbers
# Agilent puts before its names ("2100 Bioanalyzer").
BEFORE_MODEL = re.compile(
    r"(?:(?:v\d )?\d{2,3}-cycle |C\d{1,2} |\b(?:2100|2200|4150|4200|5200|5300) )$"
)
BEFORE_REACH = 16
# Capitals between a model and the bracket that gives its maker: "MicroBeta JET (PerkinElmer".
UP_TO_MAKER = re.compile(
    r"(?P<more>(?:\s[A-Z][A-Za-z0-9-]*){1,2})(?=\s?\((?P<inside>[^()]{3,140})\))"
)
# A ware's size before its name: "2 mL LoBind tubes".
SIZE_BEFORE = re.compile(r"(?<![\w.])\d[\d.]*\s?(?:m[lL]|[µμ][lL])\s$")
WARE_AT_END = re.compile(rf"(?:{any_of(WARE_HEADS)})s?$", re.IGNORECASE)
# A second model of the family: "HiSeq 2500/4000", "HiSeq 2500 RR/X 10" (a mode between).
ALTERNATIVE = re.compile(
    r"(?:\s[A-Z]{2})?\s?/\s?(?P<other>X\s?\d{1,2}|\d{3,4}[A-Z]{0,2})(?![\w.-])"
)
NUMBER_AT_END = re.compile(r"[ -]?\d{3,4}\w{0,2}$")
# What a model or maker is named for and is none: its programs, and water of a purifier.
SOFTWARE_BEHIND = re.compile(
    r"[®™]?\s?(?:v(?:ersion)?\s?[\d.]+\s)?(?:[\w-]+\s)?"
    r"(?:software|program(?:me)?s?\b|packages?\b|suite\b|pipeline|water\b|H2O\b|ddH2O|dH2O)"
)
# Words that may begin a model or a maker: a capital, a number, or small letters before a capital.
# Of numbers only those with letters behind, and the few that begin a model.
OPENING = re.compile(
    r"\b(?<!-)(?:(?:[A-Z]|[a-z]{1,6}(?=[A-Z])|\d{1,4}(?=[A-Za-z]{2})|\d{4}(?=[A-Z]\b)|fmax|cobas)"
    r"[A-Za-z0-9]*"
    r"|(?:454|7[359]00)(?=[ -][GFRH]))|[ÄÅ][A-Z]+",
    re.ASCII,
)


def opening_words(names: Iterable[str]) -> frozenset[str]:
    """Return the first words of names, by which a search for them is spared where none stands."""
    words = (re.match(r"[A-Za-zÀ-ü0-9]+", name) for name in names)
    return frozenset(word[0] for word in words if word)


OF_MODELS = frozenset(
    map(str.casefold, opening_words((*MODELS, *AMBIGUOUS, *NUMBERED, *map(parted, MODELS))))
)
# A model's first word may be run together with its number: "HiSeq2000".
JOINED = re.compile(r"(?P<word>[A-Za-z]{2,}?)\d+[A-Za-z]*$")


def begins_model(word: str) -> bool:
    """Tell whether a word begins a model's name, alone or run together with its number."""
    joined = JOINED.match(word)
    return word.casefold() in OF_MODELS or (
        joined is not None and joined["word"].casefold() in OF_MODELS
    )


def model_at(text: str, start: int) -> NamedThing | None:
    """Return the model whose name begins at a place, with its maker; `None` for none."""
    match = MODEL.match(text, start)
    if match is None or SOFTWARE_BEHIND.match(text, match.end()):
        return None
    is_told = match["maker"] or match["head"] or match["mark"] or _is_in_bracket(text, match)
    if match["numbered"] and not match["suffix"]:
        return None
    if match["unsure"] and not (is_told or re.search(r"\d", match["suffix"])):
        return None
    first = max(0, start - BEFORE_REACH)
    before = BEFORE_MODEL.search(text, first, start)
    if before is None and WARE_AT_END.search(match["head"]):
        before = SIZE_BEFORE.search(text, first, start)
    place = Span(before.start() if before else start, _end_before_maker(text, match))
    return NamedThing(place, 0.9, {"maker": match["maker"]} if match["maker"] else {})


def _end_before_maker(text: str, match: re.Match[str]) -> int:
    """Return where a model ends, with capitals up to the bracket that gives its maker."""
    more = None if match["head"] else UP_TO_MAKER.match(text, match.end())
    return more.end("more") if more and IS_MAKER.search(more["inside"]) else match.end()


def alternative_behind(text: str, named: NamedThing) -> NamedThing | None:
    """Return the second model of a family behind a stroke: "HiSeq 2500/4000"."""
    match = ALTERNATIVE.match(text, named.span.end)
    family = NUMBER_AT_END.sub("", named.span.of(text)) if match else ""
    if match is None or family in ("", named.span.of(text)):
        return None
    return NamedThing(Span(*match.span("other")), 0.8, named.details, f"{family} {match['other']}")


def _is_in_bracket(text: str, match: re.Match[str]) -> bool:
    """Tell whether a name has its maker behind it: "(Infinite, Tecan)"."""
    return re.match(rf"\s?[(,;]\s?(?:{MAKER})\b", text[match.end() : match.end() + 40]) is not None


WORDS_OF_MAKERS = frozenset(part for maker in MAKERS for part in maker.split())


def tells(name: str) -> bool:
    """Tell whether words say which thing is meant and not only of what kind."""
    words = [word for word in name.split() if word.casefold() not in COMMON_WORDS]
    return any(
        re.match(r"[A-Z].*|\d+\w*[A-Z]", word) and word not in WORDS_OF_MAKERS for word in words
    )
