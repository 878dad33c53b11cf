"""What a file's name says of its content: a DOI, a PubMed Central number, a version, a part.

What enters: a path or a name. What leaves: what people and publishers put into names. A name is a
hint and never a proof: whoever asks must hold it against the content.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath
from urllib.parse import unquote

from aliquot.metadata.identifiers import normal_doi

__all__ = ["doi_in_name", "is_supplement_name", "pmcid_in_name", "same_doi_in_name", "stem_of"]

# A DOI's slash cannot stand in a name; these stand for it.
DOI_NAME = re.compile(r"(?<!\d)10\.(\d{4,9})[/_@:+&\s-]+(\S.*)", re.S)
# Copies and versions: "paper (1)", "paper copy", "paper_v2", "paper-final".
COPY = re.compile(
    r"(?:\s*\(\d{1,2}\)|[\s_-]+(?:copy|final|v\d{1,2}|printed?|annotated|ocr))+$", re.I
)
# PLOS names files by the DOI's suffix; its prefix is always the same.
PLOS = re.compile(r"journal\.p[a-z]{3}\.\d{7}", re.I)
PMCID_NAME = re.compile(r"PMC\d{4,9}", re.I)
# Source: names publishers give to supplements: PLOS (.s001), Springer Nature (_MOESM1_ESM),
# Elsevier (mmc1), Wiley (-sup-0001), Frontiers (Data_Sheet_1), PNAS (.sapp), Science (_SM).
SUPPLEMENT = re.compile(
    r"[._-]s\d{2,3}$|moesm\d|(?:^|[._-])mmc\d|-sup-|[._-]sapp$|補足|付録"
    r"|(?:^|[\W_\d])(?:supp?(?:l|info)?|supplement\w*|supporting|appendix|si|esm|data[_ ]?sheet"
    r"|additional[_ ]file)(?:[\W_]|\d|$)",
    re.I,
)
LETTERS = re.compile(r"[\W_]+")


def stem_of(path: str) -> str:
    """Return a file's name without extension and without marks of a copy."""
    name = PurePosixPath(path.replace("\\", "/")).name
    stem, dot, extension = unquote(name).rpartition(".")
    # The dots of a DOI are not those of an extension.
    whole = stem if dot and 1 < len(extension) + 1 <= 6 and not extension.isdigit() else name
    return COPY.sub("", unicodedata.normalize("NFKC", whole)).strip()


def doi_in_name(path: str) -> str:
    """Return the DOI a file is named by; empty where it is not."""
    stem = stem_of(path)
    found = DOI_NAME.search(stem)
    if found:
        return normal_doi(f"10.{found[1]}/{found[2]}")
    plos = PLOS.match(stem)
    return f"10.1371/{plos[0].lower()}" if plos else ""


def same_doi_in_name(named: str, doi: str) -> bool:
    """Tell whether the DOI in a name may be this one, its punctuation aside.

    Names lose slashes and brackets, and go on behind the DOI ("..._reviewed").
    """
    bare, other = (LETTERS.sub("", one.casefold()) for one in (named, doi))
    return bool(other) and bare.startswith(other)


def pmcid_in_name(path: str) -> str:
    """Return the PubMed Central number that is a file's whole name, copies aside."""
    stem = stem_of(path)
    return stem.upper() if PMCID_NAME.fullmatch(stem) else ""


def is_supplement_name(path: str) -> bool:
    """Tell a supplement by its name; it carries its paper's DOI and is not the paper."""
    return bool(SUPPLEMENT.search(stem_of(path)))
