"""What a search may be narrowed by: the filterable fields, and filters as trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["FIELDS", "And", "Comparison", "FieldSpec", "Filter", "Not", "Operator", "Or"]


class Operator(StrEnum):
    """Comparison operators of a filter."""

    EQ = "eq"
    NE = "ne"
    IN = "in"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    EXISTS = "exists"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """Type of a filterable field.

    Attributes:
        type: `text` compares without case; `number` compares as a number.
        level: `document`, or `chunk` where the value differs inside a document.
        meaning: One line for the reference.
    """

    type: str
    level: str
    meaning: str


FIELDS: Mapping[str, FieldSpec] = {
    "kind": FieldSpec("text", "document", "paper, protocol, slides, notes, trial, gene, table"),
    "title": FieldSpec("text", "document", "title, whole"),
    "authors": FieldSpec("text", "document", "family name, or the name as printed"),
    "year": FieldSpec("number", "document", "year of publication, start or version"),
    "journal": FieldSpec("text", "document", "journal or publisher"),
    "doi": FieldSpec("text", "document", "DOI without a resolver"),
    "pmid": FieldSpec("text", "document", "PubMed id"),
    "pmcid": FieldSpec("text", "document", "PubMed Central id"),
    "nct": FieldSpec("text", "document", "ClinicalTrials.gov number"),
    "accession": FieldSpec("text", "document", "UniProt, Ensembl or GenBank accession"),
    "language": FieldSpec("text", "document", "ISO 639-1 code of the text"),
    "licence": FieldSpec("text", "document", "licence as stated"),
    "source": FieldSpec("text", "document", "absolute path or URL"),
    "document_id": FieldSpec("text", "document", "document id"),
    "collection": FieldSpec("text", "document", "collection its file lies in"),
    "status": FieldSpec("text", "document", "how completely it was read"),
    "article_type": FieldSpec("text", "document", "research-article, review, retraction, ..."),
    "phase": FieldSpec("number", "document", "trial phase 1 to 4; 0.5 for early phase 1"),
    "trial_status": FieldSpec("text", "document", "recruiting, completed, ..."),
    "study_type": FieldSpec("text", "document", "interventional, observational, expanded access"),
    "sex": FieldSpec("text", "document", "all, female, male"),
    "minimum_age": FieldSpec("number", "document", "lowest age admitted, years"),
    "maximum_age": FieldSpec("number", "document", "highest age admitted, years"),
    "enrollment": FieldSpec("number", "document", "participants planned or enrolled"),
    "condition": FieldSpec("text", "document", "condition studied"),
    "intervention": FieldSpec("text", "document", "intervention studied"),
    "gene": FieldSpec("text", "document", "gene symbol"),
    "organism": FieldSpec("text", "document", "organism, scientific name"),
    "version": FieldSpec("text", "document", "version as printed"),
    "notice": FieldSpec("text", "document", "retracted, corrected, expression of concern"),
    "section": FieldSpec("text", "chunk", "a heading above the chunk"),
    "section_class": FieldSpec("text", "chunk", "abstract, introduction, methods, results, ..."),
    "page": FieldSpec("number", "chunk", "page, slide or sheet"),
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """`field operator value`; a missing value never matches, `exists` aside.

    A field with several values (authors, phase) matches when any of them does; `ne` matches when
    the field is present and none of them is equal.
    """

    field: str
    operator: Operator
    value: str | int | float | bool | tuple[str | int | float, ...] = True


@dataclass(frozen=True, slots=True)
class And:
    """Every part holds."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Filter


Filter = Comparison | And | Or | Not
