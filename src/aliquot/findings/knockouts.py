"""Animals that are named after the gene they lack or carry: `Mus musculus Trim28-/-`.

What enters: a text. What leaves: places with the genotype and the animal it is said of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.findings.vocabularies.matching import starts_of

__all__ = ["Altered", "altered"]

_MINUS = "[−–‐‑-]"
_ANIMALS = r"mice|mouse|rats?|zebrafish"
# "RNase L−/− mice", "Trim28-/-", "Apoe(−/−)", "p53+/- females".
BY_STATE = re.compile(
    rf"(?<![\w/.+-])(?P<gene>RNase\s[A-Z]\d?|[A-Za-z][A-Za-z\d-]{{1,11}}?)\s?\(?"
    rf"(?P<state>(?:{_MINUS}|\+)/{_MINUS})\)?(?!\s?[\w/]\d|\s\d|[\w/])"
    rf"(?:(?:\s[\w-]+){{0,2}}?\s(?P<animal>{_ANIMALS}|pups|littermates|embryos|animals|females|males))?"
)
# "TTP knockout mice", "Chr4-cl KO mice", "GFP transgenic mice"; "deficient" says vitamins too.
BY_WORD = re.compile(
    rf"(?<![\w/.-])(?P<gene>(?=[\w-]*[A-Z])[A-Za-z][A-Za-z\d-]{{1,11}}?)[\s-]"
    rf"(?P<how>knock-?outs?|KO|null|transgenic|Tg)\s(?P<animal>{_ANIMALS})\b"
)
# What is said of cells or of a genotype alone names no animal.
OF_CELLS = re.compile(
    r"\)?\s(?:[\w-]+\s){0,2}(?:cells?|MEFs?|macrophages|fibroblasts|BMDMs?|BMDCs?|neurons|splenocytes"
    r"|astrocytes|hepatocytes|clones?|lines?|ESCs?|iPSCs?)\b"
)
NO_GENE = re.compile(
    r"(?:WT|KO|Het|hom|and|or|the|in|of|from|with|vs|both|MUT|ES|DKO|wild-type|control|a|an|these|all"
    r"|homozygous|heterozygous|conditional|double|triple|adult|male|female|mutant|transgenic)",
    re.IGNORECASE,
)
# Congenic and mixed stocks as MGI writes them: "B6.129S7-Rag1tm1Mom/J", "B6;129-Psen1tm1Mpm".
# Source: Guidelines for nomenclature of mouse and rat strains (https://www.informatics.jax.org).
CONGENIC = re.compile(
    r"(?<![\w./;-])(?:B6|B10|C57BL/6\w{0,4}|129\w{0,7}|BALB/c\w*|C3H\w*|C|CBA\w*|D2|DBA/\d\w?|FVB\w*|NOD)"
    r"[.;](?:Cg|129\w*|B6\w*|B10\w*|C3\w*|C57\w*|D2|SJL|FVB\w*|AKR|NZB|NZW|MRL|CAST|CB17)[\w()/]{0,12}-"
    r"[A-Z][\w()/.<>-]*[\w)>](?:\s[A-Z][\w()-]*(?:tm|em|Tg)\d[\w/]*)*"
)
# What every genotype of the first form has, so that the rest of a text need not be read for it; how
# far before it, and before an animal, the gene's name may begin.
STATE = re.compile(rf"/{_MINUS}")
REACH = 30
ANIMALS = ("mice", "mouse", "rat", "rats", "zebrafish")
# A bare "Trim28-/-" is that of an animal where the text speaks of mice at all.
MICE = ("mice", "mouse", "musculus")
MOUSE = "Mus musculus"
SPECIES = {"rat": "Rattus norvegicus", "rats": "Rattus norvegicus", "zebrafish": "Danio rerio"}


@dataclass(frozen=True, slots=True)
class Altered:
    """An animal by its genotype: its place, its species and its name within that."""

    start: int
    end: int
    species: str
    name: str
    confidence: float


def altered(text: str) -> Iterator[Altered]:
    """Yield the animals a text names after a gene."""
    for match in CONGENIC.finditer(text):
        yield Altered(match.start(), match.end(), MOUSE, match[0], 0.9)
    for match in _by_state(text):
        animal = match["animal"]
        state = "+/-" if match["state"].startswith("+") else "-/-"
        is_of_cells = OF_CELLS.match(text, match.end("state")) is not None
        if NO_GENE.fullmatch(match["gene"]) or is_of_cells or (not animal and state == "+/-"):
            continue
        end, sure = (match.end(), 0.9) if animal else (match.end("state"), 0.75)
        species = SPECIES.get(animal or "", MOUSE)
        yield Altered(match.start(), end, species, f"{match['gene']}{state}", sure)
    for match in _by_word(text):
        if not NO_GENE.fullmatch(match["gene"]):
            how = "transgenic" if match["how"] in ("Tg", "transgenic") else "knockout"
            species = SPECIES.get(match["animal"], MOUSE)
            yield Altered(match.start(), match.end(), species, f"{match['gene']} {how}", 0.85)


def _by_state(text: str) -> Iterator[re.Match[str]]:
    if starts_of(text, MICE):
        for mark in STATE.finditer(text):
            match = BY_STATE.search(text, max(0, mark.start() - REACH))
            if match is not None and match.start("state") + 1 == mark.start():
                yield match


def _by_word(text: str) -> Iterator[re.Match[str]]:
    for start in starts_of(text, ANIMALS):
        match = BY_WORD.search(text, max(0, start - REACH), start + REACH)
        if match is not None and match.start("animal") == start:
            yield match
