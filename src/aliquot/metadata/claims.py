"""Hold what others state of a document against the document itself.

What enters: a document and a reference that may be its record. What leaves: how far the two agree.
Title pages are misread, so a title that the parser did not find counts when it is printed in the
head of the document.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aliquot.metadata.identifiers import head_of, normal_doi, normal_pmcid, normal_pmid
from aliquot.metadata.notices import split_role
from aliquot.metadata.people import share_authors
from aliquot.metadata.titles import (
    TitleMatch,
    compare_titles,
    is_telling,
    stands_in,
    title_key,
)
from aliquot.types import Document
from aliquot.types.references import Reference

__all__ = ["Agreement", "Standing", "same_identifier", "weigh"]

# A preprint and its print, a submission and its volume: years differ by this much at most.
YEARS_APART = 2


class Standing(StrEnum):
    """How far a reference agrees with a document."""

    AGREES = "agrees"
    OPEN = "open"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a reference agrees with a document, and by what.

    Attributes:
        by: What decided, in words.
    """

    standing: Standing
    by: str


def weigh(document: Document, reference: Reference) -> Agreement:
    """Say whether a reference may be this document's record, by title, authors and year."""
    match = compare_titles(document.title, reference.title)
    if match is TitleMatch.SAME:
        return _same_title(document, reference)
    if _prints(document, reference):
        return Agreement(Standing.AGREES, "its title is printed on the first page")
    if match is TitleMatch.DIFFERENT:
        return _other_title(document, reference)
    if match is TitleMatch.INCOMPARABLE:
        return Agreement(Standing.OPEN, "the titles cannot be compared")
    if share_authors(document.authors, reference.authors) and _near(document, reference):
        return Agreement(Standing.AGREES, "nearly the same title, by the same authors")
    return Agreement(Standing.OPEN, "its title is only nearly the same")


def _prints(document: Document, reference: Reference) -> bool:
    """Tell whether the first page prints a title the parser did not take for the title.

    A comment prints the title it answers: where the document's own title stands there too, the
    authors must be the same.
    """
    if not _stands_apart(document, reference):
        return False
    is_own = stands_in(document.title, head_of(document))
    return not is_own or share_authors(document.authors, reference.authors) is True


def _stands_apart(document: Document, reference: Reference) -> bool:
    """Tell whether the first page prints a title outside the document's own.

    "Correction: X" holds X, and "X. Part II" holds "X. Part I" but for a letter.
    """
    (role, bare), (other_role, other) = split_role(document.title), split_role(reference.title)
    is_inside = title_key(other) in title_key(bare)
    return role is other_role and not is_inside and stands_in(other, head_of(document))


def _same_title(document: Document, reference: Reference) -> Agreement:
    """Accept the same title, unless it says little or other people wrote under it."""
    if share_authors(document.authors, reference.authors) is False:
        return Agreement(Standing.OPEN, "same title, but other authors")
    if not is_telling(document.title) and not _near(document, reference):
        return Agreement(Standing.OPEN, "same title, which is too short to name one paper")
    return Agreement(Standing.AGREES, "same title")


def _other_title(document: Document, reference: Reference) -> Agreement:
    """Tell another paper from a title page that was misread."""
    if not is_telling(document.title) or not is_telling(reference.title):
        return Agreement(Standing.OPEN, "the titles differ, and one says too little")
    if not stands_in(document.title, head_of(document)):
        return Agreement(Standing.OPEN, "the titles differ, and the first page prints neither")
    if _stands_apart(document, reference):
        return Agreement(Standing.OPEN, "the titles differ, and the first page prints both")
    return Agreement(Standing.CONTRADICTS, "its title is another")


def _near(document: Document, reference: Reference) -> bool:
    year = reference.year_number
    return year is None or document.year is None or abs(year - document.year) <= YEARS_APART


def same_identifier(document: Document, reference: Reference) -> str:
    """Name the identifier both state, such as "DOI 10.1000/x"; empty where they share none."""
    pairs = (
        ("DOI", normal_doi(document.doi), normal_doi(reference.doi)),
        ("PubMed number", normal_pmid(document.pmid), normal_pmid(reference.pmid)),
        ("", normal_pmcid(document.pmcid), normal_pmcid(reference.pmcid)),
    )
    return next(
        (f"{name} {ours}".strip() for name, ours, theirs in pairs if ours and ours == theirs), ""
    )
