"""Say who a document is: complete its fields from its bibliography and look-ups, and check them.

What enters: a document as parsed, the references of the library's bibliography files, and what
look-ups found. What leaves: the completed document with the provenance of each field, and a
verdict. How to call it:

    book = ReferenceBook(references)                  # once for a run
    found = identify(document, book)                  # for each document, without the network
    found = identify(document, book, lookups.resolve(found.document))    # where look-ups are on
    if found.verdict is IdentityVerdict.MISMATCH: ...  # quarantine; `found.reason` says why

A bibliography file is believed before a look-up, and neither is believed against the document's
own first page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath

from aliquot.metadata.bibliography import ReferenceBook, Way
from aliquot.metadata.claims import Agreement, Standing, same_identifier, weigh
from aliquot.metadata.completing import complete
from aliquot.metadata.identifiers import is_preprint_doi, normal_doi
from aliquot.metadata.own_identity import (
    RECORD_PARSERS,
    OwnIdentity,
    own_identity,
    related_dois,
)
from aliquot.types import Document, DocumentKind
from aliquot.types.references import Reference

__all__ = ["Identified", "IdentityVerdict", "identify"]


class IdentityVerdict(StrEnum):
    """How sure it is who a document is."""

    AGREES = "agrees"
    UNCONFIRMED = "unconfirmed"
    MISMATCH = "mismatch"


@dataclass(frozen=True, slots=True)
class Identified:
    """A document with its identity.

    Attributes:
        document: With fields completed, and the provenance of each.
        verdict: How sure it is.
        reason: Why, in one sentence.
        notes: What was dropped or left open, for the receipt.
        related: DOIs of the works it corrects, retracts, precedes or follows: see `linking`.
    """

    document: Document
    verdict: IdentityVerdict
    reason: str
    notes: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Claim:
    """A reference held against the document."""

    reference: Reference
    origin: str
    way: str
    agreement: Agreement

    @property
    def is_by_file(self) -> bool:
        return self.way == Way.FILE

    @property
    def may_warn(self) -> bool:
        """Whether to believe it of a retraction: a missed one is worse than a doubtful one."""
        standing = self.agreement.standing
        is_open = standing is Standing.OPEN and self.is_by_identifier
        return is_open or standing is Standing.AGREES

    @property
    def is_by_identifier(self) -> bool:
        return self.way.startswith(("DOI", "PubMed", "PMC"))


# Records of registers are named by their number; a bibliography says nothing of them.
NOT_IN_BIBLIOGRAPHIES = frozenset({DocumentKind.TRIAL, DocumentKind.GENE, DocumentKind.TABLE})
KNOWN_BY_NUMBER = "A record of a register is known by its own number."
# A deck or a notebook page may bear a paper's title and is not the paper.
CITED_BY_TITLE = frozenset({DocumentKind.PAPER, DocumentKind.PROTOCOL, DocumentKind.OTHER})


def identify(
    document: Document, book: ReferenceBook, looked_up: Iterable[Reference] = ()
) -> Identified:
    """Complete a document's identity and judge it.

    Args:
        document: As parsed, with its source.
        book: The references of the library's bibliography files.
        looked_up: What look-up services state of this document, preferred ones first.
    """
    if document.kind in NOT_IN_BIBLIOGRAPHIES:
        is_table = document.kind is DocumentKind.TABLE
        reason = "A table is known by its name." if is_table else KNOWN_BY_NUMBER
        return Identified(complete(document, ()), IdentityVerdict.AGREES, reason)
    own = own_identity(document)
    claims = _claims(own.document, book, looked_up)
    accepted = [one for one in claims if one.agreement.standing is Standing.AGREES]
    kept, doi_notes = _with_fitting_doi(own, accepted)
    completed = complete(
        own.document,
        [(one.reference, one.origin) for one in kept],
        [(one.reference, one.origin) for one in claims if one.may_warn],
    )
    verdict, reason = _judge(own, claims, kept)
    related = related_dois(own.document, [one.reference for one in kept])
    notes = (*own.notes, *doi_notes, *_overruled(own.document, claims, kept))
    document = _without_wrong_doi(own, completed, claims)
    return Identified(document, verdict, reason, notes, related)


def _claims(
    document: Document, book: ReferenceBook, looked_up: Iterable[Reference]
) -> list[_Claim]:
    """Hold every reference that may speak of a document against it."""
    claims = []
    for found in book.find(document):
        if found.way is not Way.FILE and document.kind not in CITED_BY_TITLE:
            continue
        way = str(found.way)
        if found.way is not Way.FILE:
            way = same_identifier(document, found.reference) or way
        origin = PurePath(found.reference.origin).name or "bibliography"
        agreement = weigh(document, found.reference)
        if found.way is Way.BEGINNING and agreement.standing is not Standing.AGREES:
            continue
        claims.append(_Claim(found.reference, origin, way, agreement))
    for reference in looked_up:
        way = same_identifier(document, reference) or str(Way.TITLE)
        origin = reference.origin or "look-up"
        claims.append(_Claim(reference, origin, way, weigh(document, reference)))
    return claims


def _overruled(
    document: Document, claims: Sequence[_Claim], kept: Sequence[_Claim]
) -> Iterator[str]:
    """Word the entry that is wrong about a document others confirm."""
    wrong = _contradiction(claims)
    if kept and wrong is not None:
        yield _contradicted(document, wrong)


# ------------------------------------------------------------------------------ DOIs that differ


def _with_fitting_doi(
    own: OwnIdentity, accepted: Sequence[_Claim]
) -> tuple[list[_Claim], list[str]]:
    """Keep the accepted references of this very publication, and note those of another.

    A preprint and its paper share title and authors; so do a paper and its entry with a mistyped
    DOI. What the first page prints stands.
    """
    stated = own.document.doi
    kept: list[_Claim] = []
    notes: list[str] = []
    for one in accepted:
        doi = normal_doi(one.reference.doi)
        if not doi or not stated or doi == stated or doi in own.head_dois:
            kept.append(one)
        elif own.is_doi_printed or own.document.parser in RECORD_PARSERS:
            which = (
                "its preprint or published form" if _are_versions(doi, stated) else "another DOI"
            )
            notes.append(f"{one.origin} gives {which}, {doi}, under this title.")
        else:
            kept.append(one)
            notes.append(
                f"The DOI {stated} gave way to {doi} of {one.origin}, which has the title."
            )
    return kept, notes


def _are_versions(doi: str, other: str) -> bool:
    return is_preprint_doi(doi) != is_preprint_doi(other)


# ------------------------------------------------------------------------------ the verdict


def _judge(
    own: OwnIdentity, claims: Sequence[_Claim], kept: Sequence[_Claim]
) -> tuple[IdentityVerdict, str]:
    """Return the verdict and its reason."""
    wrong = _contradiction(claims)
    if kept:
        best = kept[0]
        by = best.agreement.by
        return (
            IdentityVerdict.AGREES,
            f"{best.origin}: {by if best.way == by else f'{best.way}, {by}'}.",
        )
    if wrong is not None:
        # A record is right about itself; a title known here with another DOI may be mistyped there.
        is_excused = own.document.parser in RECORD_PARSERS or any(
            one.agreement.standing is Standing.AGREES for one in claims
        )
        verdict = IdentityVerdict.UNCONFIRMED if is_excused else IdentityVerdict.MISMATCH
        return verdict, _contradicted(own.document, wrong)
    if own.named_doi and own.is_doi_printed:
        return _judge_name(own)
    return _judge_alone(own, claims)


def _contradiction(claims: Sequence[_Claim]) -> _Claim | None:
    """Return the first reference that should be the document's and names another work.

    What was found by title or key alone claims nothing.
    """
    return next(
        (
            one
            for one in claims
            if one.agreement.standing is Standing.CONTRADICTS
            and (one.is_by_file or one.is_by_identifier)
        ),
        None,
    )


def _contradicted(document: Document, wrong: _Claim) -> str:
    theirs, ours = wrong.reference.title, document.title
    if wrong.is_by_file:
        return f"{wrong.origin} attaches this file to “{theirs}”, but it is “{ours}”."
    return f"{wrong.way} is “{theirs}” in {wrong.origin}, but the document is “{ours}”."


def _judge_name(own: OwnIdentity) -> tuple[IdentityVerdict, str]:
    """Judge a file named by another DOI than it prints."""
    printed = own.document.doi
    reason = f"The file is named by the DOI {own.named_doi}, but its first page prints {printed}."
    if _are_versions(own.named_doi, printed):
        return IdentityVerdict.UNCONFIRMED, reason
    return IdentityVerdict.MISMATCH, reason


def _judge_alone(own: OwnIdentity, claims: Sequence[_Claim]) -> tuple[IdentityVerdict, str]:
    """Judge a document that nothing else speaks for or against."""
    document = own.document
    if document.parser in RECORD_PARSERS and document.title and document.doi:
        return IdentityVerdict.AGREES, "The file is a record that states title and DOI together."
    if own.is_named:
        return IdentityVerdict.AGREES, f"The file is named by the DOI it prints, {document.doi}."
    if claims:
        nearest = claims[0]
        title, by = nearest.reference.title, nearest.agreement.by
        return IdentityVerdict.UNCONFIRMED, f"{nearest.origin} has “{title}”, but {by}."
    return IdentityVerdict.UNCONFIRMED, "Nothing here to check it against."


def _without_wrong_doi(own: OwnIdentity, completed: Document, claims: Sequence[_Claim]) -> Document:
    """Drop a DOI that proved to be another paper's and that nothing confirms."""
    wrong = _contradiction(claims)
    is_wrong = wrong is not None and wrong.way == f"DOI {completed.doi}"
    is_confirmed = any(
        one.agreement.standing is Standing.AGREES and normal_doi(one.reference.doi) == completed.doi
        for one in claims
    )
    if not is_wrong or is_confirmed or own.document.parser in RECORD_PARSERS:
        return completed
    provenance = {name: how for name, how in completed.provenance.items() if name != "doi"}
    return replace(completed, doi="", provenance=provenance)
