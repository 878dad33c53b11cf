"""Bacteriophages, which are named by a letter, a symbol or a code beside the word "phage".

What enters: a text. What leaves: places with one name for all spellings: `Phage λ`, `Phage φX174`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.strains import Label

__all__ = ["phages"]

NAME = (
    r"(?:λ(?:[A-Z\d]\w*)?|lambda\b|M13(?:mp\d+|KO7)?|MS2|Qβ|[φΦϕ]\s?[A-Z]?\w{1,8}|[Pp]hi-?[A-Z]?\d\w{0,4}"
    r"|Mu\b|fd\b|f1\b|SPP1|[α-ωΑ-Ω]\b|[B-HJ-Z](?![\w.’'-])|(?=[\w-]*\d)[A-Z][\w-]{0,14})"
)
# Names behind the word, or one before it; "phage" is the end of other words, such as macrophage.
PHAGES = re.compile(
    rf"(?<!\w)(?i:bacterio|coli|cyano|vibrio|myco|pro)?(?i:phages?)(?:\sstrains?)?[ (]{{1,2}}"
    rf"(?P<names>{NAME}(?:(?:,\s(?:and\s)?|\sand\s|\sor\s){NAME})*)"
    rf"|(?<![\w-])(?P<before>{NAME})[\s-]?(?:bacterio|coli)?(?:phages?\b|ファージ)"
)
NAMES = re.compile(NAME)
# "phage T4 DNA ligase" is an enzyme; "M2 phage" is short for macrophages.
NO_PHAGE = re.compile(
    r"\s(?:DNA\s|RNA\s)?(?:ligase|polymerase|polynucleotide|kinase|lysozyme)", re.IGNORECASE
)
POLARISED = re.compile(r"M[012]")


def phages(text: str) -> Iterator[Label]:
    """Yield the phages a text names."""
    if "hage" not in text and "ファージ" not in text:
        return
    for match in PHAGES.finditer(text):
        if NO_PHAGE.match(text, match.end()):
            continue
        if match["before"]:
            if not POLARISED.fullmatch(match["before"]):
                yield Label(match.start(), match.end(), _named(match["before"]))
            continue
        names = list(NAMES.finditer(text, match.start("names"), match.end("names")))
        for place, name in enumerate(names):
            yield Label(name.start() if place else match.start(), name.end(), _named(name[0]))


def _named(written: str) -> str:
    name = re.sub(r"^(?:[Pp]hi-?|[φΦϕ]\s?)", "φ", written)
    return f"Phage {'λ' if name == 'lambda' else name}"
