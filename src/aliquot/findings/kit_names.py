"""Find kits and reference materials by the names they are sold under.

What enters: a text. What leaves: places: "... kit" with a name of its own or with its maker beside
it, families of kits and beads that are known by their names, and reference materials. "ELISA kits"
are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.named_things import IS_MAKER, MAKER, NamedThing, any_of, name_start
from aliquot.findings.vocabularies.instruments import AMBIGUOUS, FAMILIES_OF_KITS, MODELS
from aliquot.findings.vocabularies.kits import COMMON_WORDS, KIT_WORDS, REFERENCE_MATERIALS
from aliquot.findings.vocabularies.makers import MAKERS
from aliquot.types import Span

__all__ = ["family_at", "kits", "material_at"]

# "... kit", and what is sold as a system and is one; read backwards from the word.
KIT = re.compile(
    r"(?:[Kk]it|KIT)(?<![A-Za-z]...)[sS]?\b(?!\s?[=:]\s?\d)(?:\s[vV]\d(?:\.\d)?\b)?"
    r"|Reagents?\b(?:(?<=Assay Reagent)|(?<=Assay Reagents))"
    r"|Systems?\b(?:(?<=Assay System)|(?<=Isolation System)|(?<=Amplification System)"
    r"|(?<=Synthesis System))|キット",
    re.ASCII,
)
KIT_REACH = 90
BRANDS = frozenset(name.casefold() for name in (*FAMILIES_OF_KITS, *MODELS, *AMBIGUOUS))
# A name of its own has capitals inside a word, letters with digits or a mark.
OWN_NAME = re.compile(r"[a-z][A-Z]|[®™]|[A-Z][a-z]+[A-Z]|^[A-Z]{2,}[a-z]{2,}")
CAPITAL = re.compile(r"^[A-ZÀ-Ü0-9]")
MAKER_WORD = re.compile(rf"(?:{MAKER})(?:[’']s)?(?![\w-])")
MAKER_BEHIND = re.compile(
    rf"[”\"]?\s?[(,]?\s?(?:from\s|by\s|of\s)?(?:the\s)?(?P<maker>(?:{MAKER})\b)"
)
# "kit following the manufacturer's instructions (Maker": said between a kit and its maker.
ADVISED_BEHIND = re.compile(
    r"(?:,?\s(?:following|according\sto|as\sper|per|as\s(?:recommended|described|directed)\sby))"
    rf"\s[^.;()\n]{{0,50}}\((?P<maker>(?:{MAKER})\b)"
)
# "kit and antibodies (mouse) were purchased from Maker": said later in the sentence.
BOUGHT_BEHIND = re.compile(
    r"[^.;\n]{0,160}?\s(?:was|were|is|are)\s(?:\w+ly\s)?"
    r"(?:purchased|obtained|procured|bought|acquired|ordered|supplied|provided|sourced)\s(?:from|by)\s"
    rf"(?:the\s)?(?P<maker>(?:{MAKER})\b)"
)
# What belongs to a kit's name behind the word: "Kit with SYBR Green (Maker)".
WITH = re.compile(r"\swith\s[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,2}(?=\s?\((?P<inside>[^()]{3,140})\))")
BRACKET_BEHIND = re.compile(r"[®™]?\s?[(（](?P<inside>[^()（）]{3,140})[)）]")
# "HyperPrep and Library Quantification kits": the second has the brand of the first.
SHARED_BRAND = re.compile(r"(?P<brand>[A-Z]\w+)[®™]?\s[A-Z][\w-]+\sand\s$")
FIRST_OF_BRANDS = frozenset(name.split()[0] for name in (*FAMILIES_OF_KITS, *MAKERS))
FAMILIES = re.compile(rf"(?:{any_of(FAMILIES_OF_KITS)})[®™]?(?![a-z])")
# What follows a family's name in its own words: what it is for, sizes, versions.
FOLLOWING = re.compile(
    rf"(?:[®™]?[ -](?:(?i:(?:{any_of(KIT_WORDS)})s?)|[A-Z]{{1,4}}\d?|[A-Z][a-z]+[A-Z]\w+"
    r"|[vV]\d|\d{1,2}-cycle|Technology"
    r"|[A-Z][a-z]+(?=\s(?:[Kk]it|Library|Assay)))(?![\w-])){0,8}"
)
# Small words at the end of a name without "kit" that are what was done with it.
DONE_WITH = re.compile(
    r"(?:[ -](?:purification|cleanup|clean-up|clean|extraction|isolation|preparation|reaction|plus"
    r"|sequencing|libraries|staining|amplification|quantification|samples?|cells?|dna|DNA|RNA|rna|cycle"
    r"|analysis|generation|PCR|pool|mix|tagging|digestion|synthesis|recovery|assay|assays|bead"
    r"|free|probes?|elution|binding|reactions?|positive|expression|test|tests))+$"
)
MATERIAL = re.compile(rf"(?:{'|'.join(REFERENCE_MATERIALS)})(?!\w)")


def kits(text: str) -> Iterator[NamedThing]:
    """Yield the kits of a text that a name or a maker tells from others."""
    for match in KIT.finditer(text):
        start = name_start(text, match.start(), KIT_REACH)
        if start == match.start():
            continue
        end = _end_with(text, match.end())
        details = maker_behind(text, end) or _maker_further(text, end)
        name = text[start : match.start()]
        shared = SHARED_BRAND.search(text, max(0, start - 60), start)
        if shared and shared["brand"] in FIRST_OF_BRANDS and match[0].endswith("s"):
            value = f"{shared['brand']} {name.strip()}"
            yield NamedThing(Span(start, end), 0.85, details, value)
        elif _has_own_name(name, match[0]) or (details and _is_specific(name)):
            yield NamedThing(Span(start, end), 0.9, details)


def _end_with(text: str, end: int) -> int:
    """Return where a kit's name ends that goes on with what is in it, before its maker."""
    match = WITH.match(text, end)
    is_named = match is not None and IS_MAKER.search(match["inside"])
    return match.end() if match and is_named and not MAKER_WORD.search(match[0]) else end


def _maker_further(text: str, end: int) -> dict[str, str]:
    """Return the maker that the rest of the sentence gives."""
    match = ADVISED_BEHIND.match(text, end) or BOUGHT_BEHIND.match(text, end)
    return {"maker": match["maker"]} if match else {}


def _is_specific(name: str) -> bool:
    """Tell whether a kit without a name of its own is said to be more than "assay kit"."""
    words = MAKER_WORD.sub("", name).split()
    return len(words) > 1 or any(word.isupper() for word in words)


def _has_own_name(name: str, kit: str) -> bool:
    """Tell whether a kit's name says which it is: a brand, or a title beside a maker's name."""
    without_maker = MAKER_WORD.sub("", name)
    words = [word.strip("'\"“”") for word in without_maker.split()]
    own = [word for word in words if word.casefold() not in COMMON_WORDS]
    if any(OWN_NAME.search(word) or word.casefold().strip("®™") in BRANDS for word in own):
        return True
    if without_maker != name:
        return bool(words)
    is_titled = kit.startswith("K") and sum(bool(CAPITAL.match(word)) for word in words) >= 2
    return is_titled and (bool(own) or len(words) >= 3)


def maker_behind(text: str, end: int) -> dict[str, str]:
    """Return the maker that is stated behind a name that ends there."""
    if match := MAKER_BEHIND.match(text, end):
        return {"maker": match["maker"]}
    bracket = BRACKET_BEHIND.match(text, end)
    if bracket and IS_MAKER.search(bracket["inside"]):
        return {"maker": bracket["inside"].strip()}
    return {}


def family_at(text: str, start: int) -> NamedThing | None:
    """Return the kit or beads whose family's name begins at a place."""
    family = FAMILIES.match(text, start)
    if family is None:
        return None
    following = FOLLOWING.match(text, family.end())
    end = following.end() if following else family.end()
    if not re.search(r"(?i:kits?|systems?|beads?)$", text[family.end() : end]):
        end -= len(match[0]) if (match := DONE_WITH.search(text[family.end() : end])) else 0
    return NamedThing(Span(start, end), 0.85, maker_behind(text, end))


def material_at(text: str, start: int) -> NamedThing | None:
    """Return the reference material whose name begins at a place."""
    match = MATERIAL.match(text, start)
    return NamedThing(Span(*match.span()), 0.9) if match else None
