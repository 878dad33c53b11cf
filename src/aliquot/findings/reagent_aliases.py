"""What a document calls a substance by: short forms it defines, plants it extracts, words back.

What enters: the text of a document and a name of a substance in it. What leaves: the name that the
document gives in full: `Cl` where it says "Curcuma longa (Cl)" and doses the extract is "curcuma
longa extract", and so is "the extract" further on. A short form that laboratories share stays as it
is (`EDTA`), so that documents meet under it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from aliquot.findings.portion_names import words_before
from aliquot.findings.reagent_names import Sureness, canonical_reagent, sureness_of
from aliquot.findings.reagent_words import SAYS_NOTHING
from aliquot.types import Span

__all__ = ["full_name"]

# A short form has few letters, one of them large.
SHORT = re.compile(r"(?=\S*[A-Z])[\w∗*+-]{2,8}")
LONGEST_WORDS = 6
# A list of plants is no longer: "extracts of Allium sativum, Azadirachta indica and ...".
LIST_REACH = 160
# The name of a species, whole or with its genus as an initial.
SPECIES = re.compile(r"(?P<genus>[A-Z](?:[a-z]{2,}|\.))\s(?P<epithet>[a-z][a-z-]{2,})")
# What is drawn from a plant and dosed under its name; before "of" or behind the plant.
PREPARATION = r"(?:essential\s)?(?:extract|oil|juice|decoction|tincture|infusion)"
DRAWN = re.compile(rf"(?P<what>{PREPARATION})s?\sof\s(?:the\s)?(?P<plant>[A-Z].*)", re.IGNORECASE)
DRAWN_BEFORE = re.compile(
    rf"\b({PREPARATION})s?\sof\s(?:the\s)?(?:[A-Z][^.;\n]*(?:,|and)\s)?$", re.IGNORECASE
)
DRAWN_BEHIND = re.compile(rf"\s(?:\w+\s)?({PREPARATION})", re.IGNORECASE)
# A word that says no more than that one thing was named before: "the extract", "of substrate".
POINTING = re.compile(
    r"(?:(?:this|the|that|each|crude)\s)*(?:extract|oil|substrate|inhibitor|peptide|antiserum|vaccine|drug|toxin)",
    re.IGNORECASE,
)
OF_SPECIES = re.compile(rf"\sof\s(?:the\s)?({SPECIES.pattern})(?!,|\sand\s[A-Z])")
# One of several plants, which "the extract" behind them does not mean.
LIST_WORD = len(" and ")
LISTED_AFTER = re.compile(r"(?:,|\sand)\s$")
LISTED_BEFORE = re.compile(r",\s[A-Z]|,?\sand\s[A-Z]")
# The number behind a name: "HIV Protease Substrate 1".
NUMBERED = re.compile(r"\s\d{1,2}(?![\w.,%])")
NAME_REACH = 80
# Not further back than a long section, so that a book is not searched for each pronoun.
REACH = 20_000


def full_name(text: str, name: str, start: int) -> str:
    """Return the canonical name of a substance as its document has it in full.

    Args:
        text: Of the document.
        name: As written.
        start: Where it is written.
    """
    if POINTING.fullmatch(name):
        return _of_preparation(text, _named_before(text, name, start) or name)
    if SHORT.fullmatch(name) and sureness_of(name) is not Sureness.SURE:
        return _of_preparation(text, _long_form(text, name) or name)
    return _of_preparation(text, name)


def _of_preparation(text: str, name: str) -> str:
    """Return the canonical name, that of a plant with what is drawn of it."""
    drawn = DRAWN.search(name)
    if drawn:
        return canonical_reagent(f"{_species_in_full(text, drawn['plant'])} {drawn['what']}")
    name = _species_in_full(text, name)
    is_plant = SPECIES.fullmatch(name) and sureness_of(name) is not Sureness.SURE
    what = _drawn_of(text, name) if is_plant else ""
    return canonical_reagent(f"{name} {what}".strip())


@lru_cache(maxsize=8)
def _drawn_of(text: str, plant: str) -> str:
    """Return what a document draws from a plant, nothing where it draws nothing."""
    place = text.find(plant)
    while place >= 0:
        end = place + len(plant)
        drawn = DRAWN_BEFORE.search(text, max(0, place - LIST_REACH), place)
        drawn = drawn or DRAWN_BEHIND.match(text, end)
        if drawn:
            return drawn[1].casefold()
        place = text.find(plant, end)
    return ""


@lru_cache(maxsize=8)
def _species_in_full(text: str, name: str) -> str:
    """Return a name whose species has its genus written out where the document does so."""
    species = SPECIES.match(name)
    if species is None or not species["genus"].endswith("."):
        return name
    genus = re.search(rf"\b({species['genus'][0]}[a-z]{{2,}})\s{species['epithet']}\b", text)
    return name.replace(species["genus"], genus[1], 1) if genus else name


@lru_cache(maxsize=8)
def _long_form(text: str, short: str) -> str:
    """Return what a document defines a short form as: "zearalenone (ZEA)"."""
    opening = text.find(f" ({short})")
    words = text[max(0, opening - 120) : max(0, opening)].split()[-LONGEST_WORDS:]
    letter = short[0].casefold()
    for place in range(len(words) - 1, -1, -1):
        long = " ".join(words[place:])
        if words[place][0].casefold() == letter and _abbreviates(short, long):
            return long
    return ""


def _abbreviates(short: str, long: str) -> bool:
    """Tell whether the letters of a short form stand in a long one in their order."""
    letters = iter(long.casefold())
    return all(one in letters for one in short.casefold() if one.isalpha())


def _named_before(text: str, name: str, start: int) -> str:
    """Return the last full name that a word points back to, nothing where there is none."""
    head = name.split()[-1].casefold()
    first = max(0, start - REACH)
    named = re.compile(rf"\b(?i:{head})\b|{SPECIES.pattern}")
    for match in reversed(list(named.finditer(text, first, start))):
        is_species = match["genus"] is not None
        full = _plant_at(text, match, head) if is_species else _full_name_at(text, match.end())
        if full:
            return full
    return ""


def _plant_at(text: str, plant: re.Match[str], head: str) -> str:
    """Return a plant with what is drawn of it, nothing where it is one of several or none."""
    first = max(0, plant.start() - LIST_WORD)
    if LISTED_AFTER.search(text, first, plant.start()) or LISTED_BEFORE.match(text, plant.end()):
        return ""
    what = _drawn_of(text, _species_in_full(text, plant[0]))
    return f"{plant[0]} {what}" if what.endswith(head) else ""


def _full_name_at(text: str, end: int) -> str:
    """Return the name that ends at a place, or goes on there, if it names one thing."""
    words = words_before(text, max(0, end - NAME_REACH), end)
    species = OF_SPECIES.match(text, end)
    if species:
        return f"{species[1]} {words[-1].of(text)}" if words else ""
    naming = [place for place, word in enumerate(words[:-1]) if _is_naming(word, text)]
    if not naming:
        return ""
    number = NUMBERED.match(text, end)
    return text[words[naming[0]].start : number.end() if number else end]


def _is_naming(word: Span, text: str) -> bool:
    """Tell a word that is a name from one that describes: a capital within a sentence, a number."""
    written = word.of(text)
    opens = text[: word.start].rstrip()[-1:] in {"", ".", ":", "\n"}
    is_initial = len(written) == len("O.") and written.endswith(".")
    if written.casefold() in SAYS_NOTHING or (opens and written[1:].islower() and not is_initial):
        return False
    return any(map(str.isupper, written))
