"""Patterns of identifiers that plain word rules would break, and the terms each one gives.

A pattern finds the identifier in normalised text; its function returns the terms, so that every
usual way of writing it shares at least one. Identifiers made of letters, digits and hyphens (gene
symbols, cell lines, accession and catalogue numbers, RRIDs) need no pattern: `tokens` keeps them
whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["IDENTIFIERS", "UNITS"]

# Units printed against their number ("10ml"); split, so that "10 ml" is found. Letters that also
# end names (3T3, 16S, 2D, 5G) are left out.
_UNITS = """
    ng ug mg kg pg nl ul ml dl nm um mm cm km bp kb kbp mbp gb tb da kda mda nmol umol mmol pmol
    mol fmol hz khz mhz ghz rpm hr hrs h min mins sec ms kv mv iu mci uci gy kpa mpa psi ppm ppb
    mosm db wk yr wt vol xg l g
"""
UNITS = frozenset(_UNITS.split())

# Source: IUPAC-IUB one- and three-letter codes; Ter and * are the HGVS stop.
_ONE_LETTER = {
    "ala": "a", "arg": "r", "asn": "n", "asp": "d", "cys": "c", "gln": "q", "glu": "e", "gly": "g",
    "his": "h", "ile": "i", "leu": "l", "lys": "k", "met": "m", "phe": "f", "pro": "p", "ser": "s",
    "thr": "t", "trp": "w", "tyr": "y", "val": "v", "ter": "*", "sec": "u",
}  # fmt: skip
_LONG_RESIDUE = (
    "(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Ter)"
)
_RESIDUE = rf"(?:[A-Z*]|{_LONG_RESIDUE})"
_FRAMESHIFT = r"fs[A-Za-z*0-9]*"
_THREE_LETTERS = re.compile("|".join(_ONE_LETTER))


_ATOMS = r"(?:[A-Z][a-z]?[0-9]{0,2})"

_DOI_PART = re.compile(r"[a-z]*[0-9]{3,}[a-z0-9]*")


def _doi(text: str) -> list[str]:
    whole = text.lower()
    # The numbers of its suffix too: a file is often named after them.
    return [whole, *_DOI_PART.findall(whole.split("/", 1)[1])]


def _protein_change(text: str) -> list[str]:
    short = _THREE_LETTERS.sub(
        lambda match: _ONE_LETTER[match[0]], text.lower().removeprefix("p.").strip("()")
    )
    terms = [short, f"p.{short}"] if text[:2].lower() == "p." else [short]
    # What is lost too: F508del is also written ΔF508.
    return [*terms, short.removesuffix("del")] if short.endswith("del") else terms


def _nucleotide_change(text: str) -> list[str]:
    whole = text.lower()
    return [whole, whole.split(".", 1)[1]]


def _allele(text: str) -> list[str]:
    gene, _, number = text.lower().replace(":", "").partition("*")
    bare = gene.removeprefix("hla").removeprefix("-")
    # Written with HLA it is found as it is written, before those that are written without.
    return [*([f"hla{bare}{number}"] if bare != gene else []), f"{bare}{number}", f"hla{bare}"]


def _strain(text: str) -> list[str]:
    joined = text.lower().replace("/", "")
    of_all_sublines = ["c57bl6"] if joined.startswith("c57bl6") else []
    return list(dict.fromkeys([joined, *of_all_sublines, *text.lower().split("/")]))


def _bracketed_formula(text: str) -> list[str]:
    lower = text.lower()
    return [re.sub(r"[()]", "", lower), *re.findall(r"[a-z0-9]+", lower)]


# In the order they are tried. Each pattern stands at a word's beginning and captures no group.
IDENTIFIERS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    # Source: Crossref, "DOIs and matching regular expressions" (2015), without the ; : < > of
    # DOIs from before 2000, which would swallow what follows ("10.1186/...;PMID").
    (r"10\.[0-9]{4,9}/[-._()/A-Za-z0-9]*[A-Za-z0-9]", _doi),
    # Source: HGVS nomenclature 21.0, protein and DNA substitutions, deletions, duplications.
    (
        rf"p\.\(?{_RESIDUE}[0-9]+(?:{_RESIDUE}(?:{_FRAMESHIFT})?|{_FRAMESHIFT}|del|dup|=)\)?",
        _protein_change,
    ),
    (rf"{_LONG_RESIDUE}[0-9]+(?:{_LONG_RESIDUE}|\*|del)", _protein_change),
    (r"[ACDEFGHIKLMNPQRSTVWY][0-9]{1,4}del", _protein_change),
    (
        r"[cgmnr]\.[-*]?[0-9][0-9_+*-]*"
        r"(?:[ACGTUacgtu]+>[ACGTUacgtu]+|(?:del|dup|ins|inv)[A-Za-z]*|=)",
        _nucleotide_change,
    ),
    # Source: WHO Nomenclature Committee for Factors of the HLA System (2010): HLA-A*02:01; before
    # that without colons, HLA-A*0201.
    (
        r"(?:(?i:HLA)-?[A-Za-z]{1,4}|[A-Z]{1,4})[0-9]?\*[0-9]{2,8}(?::[0-9]{2,3}){0,3}",
        _allele,
    ),
    # Ca(OH)2, Al2(SO4)3, (NH4)2SO4
    (rf"{_ATOMS}*\({_ATOMS}+\)[0-9]{{1,2}}{_ATOMS}*", _bracketed_formula),
    # Source: Jackson Laboratory, "Mouse nomenclature": inbred strains with their sublines.
    (r"(?i:C57/?BL/?6)[A-Za-z]{0,3}", _strain),
    (r"(?i:C57L|BALB|C3H|DBA|FVB|CBA|AKR|SJL|SWR|C58)/[0-9]?[A-Za-z]{1,6}", _strain),
)
