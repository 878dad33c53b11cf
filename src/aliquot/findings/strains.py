"""Strains, isolates, varieties and cultivars by the words around what names them.

What enters: a text, or a place in it where the name of a species ends. What leaves: places with the
label alone (`ATCC 25922`, `Genovese`, `var. italica`); whose strain it is, the caller looks up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.findings.strain_forms import (
    CAPITALS,
    CODE,
    COLLECTED,
    QUOTED,
    TITLED,
    name_of,
)
from aliquot.findings.vocabularies.matching import starts_of

__all__ = ["JOINT", "Label", "behind", "ranked"]

# Words for what is named by a code or in capitals, and for what has a name as places have.
OF_CODES = r"(?:[Ss]ub)?[Ss]trains?|[Ii]solates?|str\.|[Ss]erotypes?|[Gg]enotypes?"
OF_NAMES = r"[Cc]ultivars?|cvs?\.?|[Vv]ariet(?:y|ies)|var\.|[Ee]cotypes?|[Ll]andraces?"
# Accessions have numbers as well: only one in quotes has a name.
QUOTED_ONLY = r"accessions?"
# Lines are plants and animals only where the word before says so.
OF_LINES = (
    r"(?:(?<=inbred\s)|(?<=breeding\s)|(?<=transgenic\s)|(?<=mutant\s)|(?<=isogenic\s)"
    r"|(?<=parental\s)|(?<=backcross\s)|(?<=hybrid\s)|(?<=plant\s)|(?<=mouse\s)|(?<=fly\s)"
    r"|(?<=rice\s)|(?<=wheat\s)|(?<=maize\s)|(?<=tomato\s)|(?<=Arabidopsis\s))lines?"
)
WORD = re.compile(
    rf"(?<!cell\s)(?:(?P<code>{OF_CODES})|(?P<name>{OF_NAMES})|(?P<line>{OF_LINES})"
    rf"|(?P<quoted>{QUOTED_ONLY}))"
    r"(?:\s(?:named|called|designated|of|such\sas|including|were|was|used))?[\s:(]{1,2}"
)
# The words above as they stand in a text, to begin at; how far before one a label may begin.
WORDS = (
    "strain", "strains", "substrain", "isolate", "isolates", "str", "serotype", "serotypes",
    "genotype", "genotypes", "cultivar", "cultivars", "cv", "cvs", "variety", "varieties", "var",
    "ecotype", "ecotypes", "landrace", "landraces", "line", "lines", "accession", "accessions",
)  # fmt: skip
REACH = 30
JOINT = re.compile(r"(?:,\s(?:and\s|or\s)?|\s(?:and|or|&)\s|/)")
CATALOGUED = re.compile(COLLECTED)
CODED = re.compile(rf"{COLLECTED}|{QUOTED}|{CODE}|{CAPITALS}")
NAMED = re.compile(rf"{COLLECTED}|{QUOTED}|{TITLED}|{CODE}|{CAPITALS}")
IN_QUOTES = re.compile(QUOTED)
# "the MG1655 strain", "‘Nufar’ variety", "the Col-0 ecotype".
BEFORE = re.compile(
    rf"(?<![\w.-])(?P<label>{CODE}|{QUOTED})\s"
    r"(?P<word>strains?|isolates?|cultivars?|variet(?:y|ies)|ecotypes?|accessions?)(?![\w-])"
)
# "Gerbera jamesonii ‘Dune’", "‘Isabella’ grapes": single quotes are those of cultivars.
CULTIVAR = re.compile(r"‘[A-Z][\w.+’-]*(?:\s[A-Z\d][\w.+’-]*){0,2}’")
# "L.", "(L.) Mill.", "Linn.": who described a species, between its name and that of a variety.
AUTHOR = re.compile(
    r"\s\(?(?:L|Linn|Mill|Lam|Burm|Benth|Hook)\.\)?(?:\s(?:f\.|[A-Z][a-z]{1,9}\.))?"
)
GAP = re.compile(r"[\s(,]{0,3}")
# Authors behind such a word: "cultivars (Wang, Feng & Liu, 2009)".
CITED = re.compile(r"(?<=\()[A-Z][^()\d]{1,90}?\b(?:et al\.?)?,?\s(?:19|20)\d\d[a-z]?\b")
# Ranks below the species with a Latin word: "var. italica", "f. sp. lycopersici", "serovar Typhi".
RANKS = {
    "var": "var.", "variety": "var.", "subsp": "subsp.", "ssp": "subsp.", "subspecies": "subsp.",
    "pv": "pv.", "pathovar": "pv.", "f": "f. sp.", "forma": "f. sp.", "bv": "biovar",
    "biovar": "biovar", "serovar": "serovar", "serotype": "serovar",
}  # fmt: skip
LATIN = re.compile(
    r"(?P<rank>(?:var|subsp|ssp|pv|bv)\.?|f\.\s?sp\.|forma\sspecialis|variety|subspecies|pathovar|biovar"
    r"|serovar|serotype)\s(?P<epithet>[a-z]{4,18}(?![\w-])"
    r"|(?:(?<=serovar\s)|(?<=serotype\s)|(?<=biovar\s))(?:[A-Z][a-z]{3,14}|[A-Z]?\d\w*(?::\w+)?))"
)
# What a variety is called in Latin; "variety" is an English word too.
VARIETAL = re.compile(r".*(?:um|us|is|a|ens|ense|ensis|orum|arum|oides)")
# A code alone right behind a species: at least two capitals, or figures before a stop or a comma;
# of Leishmania with its host, country and year (WHO, 1984); and the two that have another form.
ALONE = re.compile(
    r"M[A-Z]{3}/[A-Z]{2}/\d{2,4}/[A-Z][\w-]*|(?<=subtilis\s)168\b|(?<=coelicolor\s)A3\(2\)|(?<=rhamnosus\s)GG\b"
    r"|(?=[A-Z]*\d?[A-Z\d]*\d)[A-Z]{2,6}-?[A-Z]{0,3}\d{1,5}[A-Z]?(?![\w.])"
    r"|(?!(?:19|20)\d\d)\d{4,5}(?=\s?[,;)]|\.?\s*$|\.\s[A-Z])",
    re.MULTILINE,
)
# Isolates that are only counted ("isolate C9") have no name that means anything elsewhere.
COUNTED = re.compile(r"[A-Z]?[-\s]?\d{1,3}")
ACCESSION = re.compile(r"[A-Z]{1,2}_?\d{5,8}")


@dataclass(frozen=True, slots=True)
class Label:
    """What a strain is called, without its species.

    Attributes:
        start: Where the label begins.
        end: Where it ends.
        name: The label, one form for its spellings.
        needs_owner: Whether it names a strain only beside its species: a name in quotes.
    """

    start: int
    end: int
    name: str
    needs_owner: bool = False


def behind(text: str, end: int, *, is_latin: bool = True) -> Iterator[Label]:
    """Yield the strains named right behind a species that ends at `end`.

    Args:
        text: To be read.
        end: Where the name of the species ends.
        is_latin: Whether that name is Latin; a code behind another is a gene or a product.
    """
    author = AUTHOR.match(text, end)
    gap = GAP.match(text, author.end() if author else end)
    start = gap.end() if gap else end
    if match := LATIN.match(text, start):
        yield from _below_species(match)
    elif match := WORD.match(text, start):
        yield from _list(text, match)
    elif CATALOGUED.match(text, start):
        yield from _from(text, start, CODED, "strain")
    elif is_latin and (match := CULTIVAR.match(text, start)) and name_of(match[0]):
        yield Label(start, match.end(), name_of(match[0]))
    elif is_latin and (match := ALONE.match(text, start)) and not ACCESSION.fullmatch(match[0]):
        yield Label(start, match.end(), match[0])


def _below_species(match: re.Match[str]) -> Iterator[Label]:
    rank, _, _ = match["rank"].partition(" ")
    # "the variety used" is none.
    if rank != "variety" or VARIETAL.fullmatch(match["epithet"]):
        name = f"{RANKS[rank.partition('.')[0]]} {match['epithet']}"
        code = ALONE.match(match.string, match.end() + 1)
        if code and match.string[match.end()] == " " and rank in ("serovar", "biovar"):
            yield Label(match.start(), code.end(), f"{name} {code[0]}")
        else:
            yield Label(match.start(), match.end(), name)


def ranked(text: str) -> Iterator[Label]:
    """Yield what words such as "strain" and "cultivar" call by a name, in a text."""
    for start in starts_of(text, WORDS):
        if match := WORD.match(text, start):
            yield from _list(text, match)
        if match := BEFORE.search(text, max(0, start - REACH), start + REACH):
            label = _labelled(match.start("label"), match["label"], match["word"])
            if label is not None and match.start("word") == start:
                yield label
    for match in CULTIVAR.finditer(text):
        if name := name_of(match[0]):
            yield Label(match.start(), match.end(), name, needs_owner=True)


def _list(text: str, word: re.Match[str]) -> Iterator[Label]:
    """Yield the names behind a word: "strains A, B and C"."""
    pattern = NAMED if word["name"] else IN_QUOTES if word["quoted"] else CODED
    yield from _from(text, word.end(), pattern, word[0])


def _from(text: str, start: int, pattern: re.Pattern[str], word: str) -> Iterator[Label]:
    if CITED.match(text, start):
        return
    while match := pattern.match(text, start):
        label = _labelled(start, match[0], word)
        if label is None:
            return
        yield label
        joint = JOINT.match(text, label.end)
        if joint is None:
            return
        start = joint.end()


def _labelled(start: int, written: str, word: str) -> Label | None:
    """Return the label at a place, or nothing where its form is that of another thing."""
    name = name_of(written)
    if not name or ACCESSION.fullmatch(name):
        return None
    if COUNTED.fullmatch(name) and word.casefold().startswith(("isolate", "accession", "genotype")):
        return None
    return Label(start, start + len(written), name)
