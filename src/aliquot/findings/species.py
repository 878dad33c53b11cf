"""Species and genera a text names, in Latin, by common names and in Japanese.

What enters: a text and the common names. What leaves: places with the name that stands for all. The
animal an antibody or a serum comes from is no organism, nor is a human that is no material.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.findings.binomials import find_binomials
from aliquot.findings.vocabularies import words
from aliquot.findings.vocabularies.matching import Names
from aliquot.findings.vocabularies.organisms import BOUND_NAMES

__all__ = ["Species", "find_species"]

# Names of people, products and places when capitalised ("Rice", "Cat #", "Hen").
SMALL_ONLY = words(
    """
    cat dog hen chick calf calves lamb goat horse rice corn tobacco cinnamon neem pig cow hemp
    sheep canine bovine porcine ovine equine murine rat rats mice barley wheat
    """
) - {"rat", "rats", "mice"}
CAPITALISED = re.compile(r"[A-Z]")
# A program's name, not a tree: "FigTree".
JOINED = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")
WORD_AFTER = re.compile(r"[\s-]{0,2}([A-Za-z]+\d?\w?)")
# An antibody's host: "goat anti-rat", "goat antihuman", "Donkey α-Rabbit", "rabbit polyclonal".
HOST_AFTER = re.compile(r"[\s-]{1,2}(?:(?:poly|mono)clonal\s)?(?:anti|α[-\s])", re.IGNORECASE)
# "goat anti-rat", "anti-mouse", "rabbit anti", "cat. no.", "cat #".
BOUND_BEFORE = re.compile(
    r"(?:anti[-\s]|fetal\s|foetal\s|α-|donkey\s|goat\s|(?:goat|rabbit|sheep|donkey)\santi[-\s])$",
    re.IGNORECASE,
)
CATALOGUE = re.compile(r"\s?(?:\.|#|no\b|n[o°]\.)", re.IGNORECASE)
VIRUS_AFTER = re.compile(r"(?:[\s-]+[\w-]+){0,4}?[\s-]+(?:retro|herpes)?virus(?:es)?\b")
BEFORE_REACH = 20
HUMAN = re.compile(
    r"\b[Hh]umans?\b(?=\s(?:[\w-]+\s){0,2}?(?:teeth|tooth|dna|rna|cdna|cells?|tissues?|plasma|serum|"
    r"blood|liver|brain|genome|genomic|chromosome|prostate|prostatic|placenta|skin|saliva|urine|"
    r"lymphocytes?|fibroblasts?|keratinocytes?|GRCh\w*|reference|transcriptome|exome|embryos?|"
    r"hepatocytes?|neurons?|leukocytes?|erythrocytes?|PBMCs?|biopsy|biopsies|milk|islets?)\b)",
    re.IGNORECASE,
)
HUMAN_ALONE = re.compile(
    r"[Hh]uman(?:(?<=\bfor [Hh]uman)|(?<=\bOrganism: [Hh]uman))s?\b(?=\s*[).;|]|\s*$)", re.MULTILINE
)
# Names of people, streets and towns too: none beside another word with a capital.
OF_PEOPLE = words(
    """
    rosemary leek walnut lemon olive basil peach apple ginger jasmine lavender quail poplar oats
    rye dill melon almond papaya mango willow hops pigeon donkey llama mink sage
    """
)
CAPITAL_AFTER = re.compile(r"\s[A-Z][a-z]")
CAPITAL_BEFORE = re.compile(r"(?:[A-Z][\w’'-]*[a-z]|[A-Z]\.)\s$")
# A katakana name is no part of a longer word: ラット in プラットフォーム, イヌ in イヌリン.
KATAKANA = re.compile("[ァ-ヺー]")
SHORT_KATAKANA = re.compile("[ァ-ヺー]{2,4}")
KATAKANA_BEHIND = re.compile(
    "(?:ゲノム|モデル|ミトコンドリア|マクロファージ|タンパク|サンプル|クローン)"
)
SURE = 0.95


@dataclass(frozen=True, slots=True)
class Species:
    """A species or a genus at a place.

    Attributes:
        start: Where the name begins.
        end: Where it ends.
        name: The name that stands for all.
        confidence: 0 to 1.
        is_species: Whether it is more than a genus.
        is_latin: Whether it is written in Latin, so that a code behind it names a strain.
    """

    start: int
    end: int
    name: str
    confidence: float = SURE
    is_species: bool = True
    is_latin: bool = False


def find_species(text: str, common: Names[str]) -> Iterator[Species]:
    """Yield the species and genera of a text, in no order; places may overlap.

    Args:
        text: To be looked through.
        common: The common names, with the species each is of.
    """
    for one in find_binomials(text):
        name = (common.get(one.name) if one.epithet else None) or one.name
        is_species = bool(one.epithet) or text.startswith("sp.", one.end - 3)
        yield Species(one.start, one.end, name, one.confidence, is_species, is_latin=is_species)
    for named in common.find(text):
        if not _is_bound(text, named.start, named.end):
            yield Species(named.start, named.end, named.entry)
    for pattern in (HUMAN, HUMAN_ALONE):
        for match in pattern.finditer(text):
            if not _is_bound(text, match.start(), match.end()):
                yield Species(match.start(), match.end(), "Homo sapiens", 0.9)


def _is_bound(text: str, start: int, end: int) -> bool:
    """Tell whether an animal's or plant's name is part of another thing's name."""
    written = text[start:end]
    if SHORT_KATAKANA.fullmatch(written) and _is_in_katakana(text, start, end):
        return True
    if _is_of_people(text, start, end) or JOINED.fullmatch(written):
        return True
    if written.casefold() in SMALL_ONLY and CAPITALISED.match(written):
        return True
    if written.casefold() == "cat" and CATALOGUE.match(text, end):
        return True
    if written.isascii() and VIRUS_AFTER.match(text, end):
        return True
    if BOUND_BEFORE.search(text[max(0, start - BEFORE_REACH) : start]):
        return True
    if HOST_AFTER.match(text, end):
        return True
    after = WORD_AFTER.match(text, end)
    return bool(after and after[1].casefold() in BOUND_NAMES)


def _is_of_people(text: str, start: int, end: int) -> bool:
    """Tell whether a name with a capital is that of a person or a place: "Walnut Creek"."""
    written = text[start:end]
    if not written[0].isupper() or written.casefold() not in OF_PEOPLE:
        return False
    before = text[max(0, start - BEFORE_REACH) : start]
    return bool(CAPITAL_AFTER.match(text, end) or CAPITAL_BEFORE.search(before))


def _is_in_katakana(text: str, start: int, end: int) -> bool:
    """Tell whether a short katakana name is a part of a longer word; マウス ends many."""
    is_behind = start > 0 and KATAKANA.match(text, start - 1) is not None
    if is_behind and text[start:end] != "マウス":
        return True
    is_before = end < len(text) and KATAKANA.match(text, end) is not None
    return is_before and end - start == 2 and KATAKANA_BEHIND.match(text, end) is None
