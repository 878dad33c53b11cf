"""Viruses: by abbreviation, by name, and by form before "virus"; and their strains.

What enters: a text. What leaves: places with the name that stands for all spellings. Families and
kinds (RNA viruses, lentiviruses) are no viruses of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.findings.vocabularies.matching import Names
from aliquot.findings.vocabularies.viruses import ABBREVIATIONS, TYPED, UNTYPED, VIRUSES

__all__ = ["Virus", "find_viruses"]

# What a virus is named after: a disease, a sign or a host.
NAMED_AFTER = (
    r"(?:leuka?emia|sarcoma|mosaic|fever|encephalitis|encephalomyocarditis|hepatitis|influenza|"
    r"parainfluenza|papilloma|simplex|immunodeficiency|T-lymphotropic|foamy|"
    r"mumps|measles|rabies|rubella|syncytial|dengue|zika|nile|vaccinia|disease|necrosis|wilt|"
    r"spot|curl|dwarf|stunt|distemper|anemia|anaemia|diarrh[o]?ea|stomatitis|bronchitis|arteritis|"
    r"choriomeningitis|forming|\w-related|tumou?r|variola|smallpox|cowpox|ebola|marburg|lassa|hanta|"
    r"sindbis|semliki|sendai|visna|maedi|tristeza|endogenous)"
)
BY_FORM = re.compile(
    rf"(?<![\w-])(?P<name>(?:(?!and\b|or\b|the\b|a\b|an\b|of\b|by\b|with\b|from\b|to\b|in\b|as\b"
    rf"|for\b|like\b|nor\b|than\b|both\b|either\b|neither\b|(?-i:[A-Z]{{6,}})|that\b|which\b|first\b|name\b|including\b|against\b|between\b|is\b|are\b)[A-Za-z][\w’'/-]*\s){{0,4}}?"
    rf"(?:\w[\w-]*-)?{NAMED_AFTER}\s(?:retro|herpes)?virus(?:es)?)"
    r"(?P<type>\s(?:type\s)?(?:[A-Z]?\d{1,2}|[IVl]{1,3}|[A-E])\b)?",
    re.IGNORECASE,
)
# What each such name ends with, so that the rest of a text need not be read for it; how far before
# it a name may begin, and how far behind it a type may stand.
VIRUS = re.compile(r"virus(?:es)?", re.IGNORECASE)
FORM_REACH, TYPE_REACH = 160, 20
ANIMAL_RETROVIRUS = re.compile(
    r"\b(?:murine|simian|koala|feline|avian|bovine|porcine|primate)(?:\s(?:type\s[A-D]|endogenous"
    r"|foamy))?\sretrovirus(?:es)?\b",
    re.IGNORECASE,
)
# An animal in the name of a virus is no organism of its own: "bovine and feline leukaemia viruses".
JOINED = re.compile(
    rf"\b(?P<first>bovine|feline|murine|simian|human|avian)\s(?:and|or)\s(?P<second>\w+)\s"
    rf"(?P<what>{NAMED_AFTER})\svirus(?:es)?\b",
    re.IGNORECASE,
)
# What stands before a name and is no part of it.
LEADING = re.compile(
    r"^(?:(?:novel|new|human-derived|infectious|live|attenuated|recombinant|replicating|xenotropic|"
    r"ecotropic|polytropic|amphotropic|endogenous|exogenous|several|related|other|wild|type|this|"
    r"these|both|all|some|most|many|positive|active|chronic|acute|detected|called|named|no|only|"
    r"certain|prototype(?!\sfoamy)|closely|using|within|against|such|any|known|anti|non)\s)+",
    re.IGNORECASE,
)
STRAIN = re.compile(
    r"[\s(,]{1,2}(?:isolates?|strains?|clone)?\s?"
    r"(?P<code>(?=[A-Z-]*[A-Z])[A-Z][A-Za-z]{0,4}(?:-[A-Z][a-z])?[-\s]?\d{1,4}(?:[-–]\d)?)(?!\w|\.\d|\s?%)"
)
# Only these are often followed by an isolate's code; HIV-1 is by the name of a protein.
HAS_ISOLATES = frozenset(
    ["Xenotropic MuLV-related virus", "Murine leukemia virus", "SARS-CoV-2", "Influenza A virus"]
)
# Regions and receptors of these viruses have the form of a code.
NO_STRAIN = re.compile(r"U[35]|XPR1|CD4|CCR5|CXCR4|APOBEC3\w*|TRIM5|S[12]|COVID-?19")
BEFORE = re.compile(r"\b(?P<code>[A-Z]{2,5}-\d{1,3})\s(?P<virus>MuLV|MLV)\b")
# What all tumours' viruses are called is none.
OF_A_KIND = re.compile(r"(?:(?:human|animal|DNA|RNA|oncogenic)\s)*tumou?r\svirus(?:es)?", re.I)
# Source: WHO, a revision of the system of nomenclature for influenza viruses, 1980.
INFLUENZA = re.compile(
    r"(?<![\w/])(?:[Ii]nfluenza\s(?:[ABCD]\s)?(?:virus\s)?)?"
    r"(?P<strain>(?P<type>[ABCD])/(?:[A-Z][A-Za-z .-]{2,24}/){1,2}[\w-]{1,12}/(?:19|20)?\d{2})"
    r"(?![\w/])"
)
TYPE = re.compile(r"[\s-](?:types?[\s-])?[A-D]?\d{1,2}\b(?!\s?%)")
ACCESSION = re.compile(r"[A-Z]{1,2}\s?\d{5,8}")
NAMES: Names[str] = Names(VIRUSES)


@dataclass(frozen=True, slots=True)
class Virus:
    """A virus at a place; `species` is given where the place names a strain of it."""

    start: int
    end: int
    name: str
    species: str = ""
    confidence: float = 0.9


def find_viruses(text: str) -> Iterator[Virus]:
    """Yield viruses of a text, in no order; places may overlap, the longer is the better."""
    names = list(NAMES.find(text))
    in_document = {named.entry for named in names}
    for named in names:
        written = text[named.start : named.end]
        if written.casefold() in ABBREVIATIONS and not _has_capitals(written):
            continue
        yield from _with_strain(text, named.start, named.end, _typed(named.entry, in_document))
    for match in BEFORE.finditer(text):
        name = f"{match['virus']} {match['code']}"
        yield Virus(match.start(), match.end(), name, species=NAMES.get(match["virus"]) or "")
    for match in INFLUENZA.finditer(text) if "nfluenza" in text else ():
        species = f"Influenza {match['type']} virus"
        yield Virus(match.start(), match.end(), f"{species} {match['strain']}", species=species)
    known_ends = {named.end for named in names}
    for match in _forms(text):
        if OF_A_KIND.fullmatch(match[0]):
            continue
        if match.end() not in known_ends and match.end("name") not in known_ends:
            yield _by_form(match)
    if VIRUS.search(text) is None:
        return
    for match in ANIMAL_RETROVIRUS.finditer(text):
        yield Virus(match.start(), match.end(), _singular(match[0]), confidence=0.8)
    for match in JOINED.finditer(text):
        for part in ("first", "second"):
            name = f"{match[part]} {match['what']} virus"
            # Both share the words behind; the places must differ for both to be kept.
            start = match.start(part)
            yield Virus(start, match.end() if part == "second" else match.end(part), _named(name))


def _forms(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of `BY_FORM`, looked for only before the word that ends each."""
    done = 0
    for word in VIRUS.finditer(text):
        start = max(done, word.start() - FORM_REACH)
        match = BY_FORM.search(text, start, word.end() + TYPE_REACH)
        if match is not None:
            done = match.end()
            yield match


def _has_capitals(written: str) -> bool:
    return sum(map(str.isupper, written)) >= 2


def _with_strain(text: str, start: int, end: int, name: str) -> Iterator[Virus]:
    """Yield a virus, with the strain behind it where one is named."""
    number = TYPE.match(text, end) if name in TYPED else None
    if number is not None:
        yield Virus(start, number.end(), f"{name} {number[0].split()[-1]}", species=name)
        return
    strain = STRAIN.match(text, end) if name in HAS_ISOLATES else None
    if strain is None or ACCESSION.fullmatch(strain["code"]) or NO_STRAIN.fullmatch(strain["code"]):
        yield Virus(start, end, name, confidence=0.95)
        return
    code = re.sub(r"\s", "", strain["code"])
    written = re.sub(r"(?<=V)s$", "", _singular(text[start:end]))
    yield Virus(start, strain.end("code"), f"{written} {code}", species=name)


def _typed(name: str, in_document: set[str]) -> str:
    types = [one for one in UNTYPED.get(name, ()) if one in in_document]
    return types[0] if len(types) == 1 else name


def _by_form(match: re.Match[str]) -> Virus:
    leading = LEADING.match(match["name"])
    start = match.start() + (leading.end() if leading else 0)
    name = match["name"][leading.end() if leading else 0 :] + (match["type"] or "")
    return Virus(start, match.end(), _named(name), confidence=0.8)


def _named(name: str) -> str:
    return NAMES.get(_singular(name)) or _singular(name)


def _singular(name: str) -> str:
    """Return a name with "virus" for "viruses", its first letter a capital."""
    name = " ".join(re.sub(r"viruses\b", "virus", name).split())
    return name[:1].upper() + name[1:]
