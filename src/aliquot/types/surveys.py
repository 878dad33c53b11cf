"""What a question put to every document gets: findings, rows and their coverage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from aliquot.types.citations import Citation
from aliquot.types.documents import SectionClass
from aliquot.types.spans import Span
from aliquot.types.usage import Usage

__all__ = [
    "Absence",
    "Coverage",
    "Disagreement",
    "DocumentState",
    "Finding",
    "FindingKind",
    "FindingRole",
    "Scoped",
    "Survey",
    "SurveyBudget",
    "SurveyGroup",
    "SurveyRow",
]


class FindingKind(StrEnum):
    """What kind of thing a finding names."""

    CELL_LINE = "cell line"
    ORGANISM = "organism"
    GENE = "gene"
    ANTIBODY = "antibody"
    REAGENT = "reagent"
    INSTRUMENT = "instrument or kit"
    PLASMID = "plasmid"
    PRIMER = "primer"
    ACCESSION = "accession"
    STATISTIC = "statistic"
    DOSE = "dose"
    TEMPERATURE = "temperature"
    DURATION = "duration"
    VERSION = "version"
    TRIAL = "trial"


class FindingRole(StrEnum):
    """What a document does with what it names."""

    USED = "used"
    MENTIONED = "mentioned"
    CITED = "cited"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A typed fact at the place that states it.

    Attributes:
        kind: What it names.
        value: As written.
        normalised: One form for all spellings of one thing, for merging: `HEK293T` for `293T`.
        document_id: The document.
        chunk_id: The chunk it stands in.
        span: Of the words that state it, in `Document.text`: a sentence, a row, a field.
        place: Of the value itself, within `span`.
        role: What the document does with it.
        section_class: Of the section it stands in.
        details: What belongs to it, by name: `amount`, `vendor`, `catalogue`, `clone`, ...
        extractor: Rule or model that found it, with its version.
        confidence: 0 to 1.
    """

    kind: FindingKind
    value: str
    normalised: str
    document_id: str
    chunk_id: str
    span: Span
    place: Span
    role: FindingRole = FindingRole.MENTIONED
    section_class: SectionClass = SectionClass.OTHER
    details: Mapping[str, str] = field(default_factory=dict)
    extractor: str = ""
    confidence: float = 1.0


class DocumentState(StrEnum):
    """What a survey could do with a document in its scope."""

    READ = "read"
    NO_TEXT = "no text"
    NO_SECTION = "without the section asked for"
    FAILED = "could not be read"
    SKIPPED = "skipped by the budget"


@dataclass(frozen=True, slots=True)
class Scoped:
    """A document, or a file that is none, in the scope of a survey.

    Attributes:
        source: Path or URL.
        state: What could be done with it.
        document_id: Its id; empty where a file gave no document.
        title: Its title, or the file's name.
        reason: Why it was not read; empty where it was.
    """

    source: str
    state: DocumentState
    document_id: str = ""
    title: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The denominator of a survey, in documents.

    Attributes:
        in_scope: Documents that pass the filter, and files that might.
        read: Of these, read.
        no_text: Without text, such as scans.
        no_section: Without the section in question.
        failed: Could not be read.
        skipped: Left out by the budget.
        unread: All that were not read, each with its reason.
    """

    in_scope: int
    read: int
    no_text: int = 0
    no_section: int = 0
    failed: int = 0
    skipped: int = 0
    unread: tuple[Scoped, ...] = ()


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """One row of a survey: values by column, each proved.

    Attributes:
        values: By the column's name.
        citations: Verified quotes that state them.
        documents: Ids of the documents it stands in, each once.
        merged: Spellings that were taken as one, the row's own first.
    """

    values: Mapping[str, str]
    citations: tuple[Citation, ...]
    documents: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Absence:
    """Something of the universe that no document in scope was found to name.

    Attributes:
        name: What was looked for.
        searched: How: `findings`, `words`, `meaning`.
        near: What was found that comes near: `HEK293` for `HEK293T`.
    """

    name: str
    searched: tuple[str, ...]
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SurveyGroup:
    """What falls under one value of what a survey is grouped by.

    Attributes:
        value: The year, author or version; empty where a document states none.
        documents: Ids of the documents of it that are in rows, each once.
        names: What the rows name there, in the order of the rows; titles where rows are documents.
        in_scope: Documents read that have this value, in rows or not: the group's denominator.
    """

    value: str
    documents: tuple[str, ...]
    names: tuple[str, ...] = ()
    in_scope: int = 0


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Documents that state different values of one thing, side by side.

    Attributes:
        about: What they disagree on, as a person is told: `puromycin: amount`.
        rows: One a value, each with its quotes and documents; two or more.
    """

    about: str
    rows: tuple[SurveyRow, ...]


@dataclass(frozen=True, slots=True)
class SurveyBudget:
    """What a survey may take; what it leaves out is told in the coverage.

    Attributes:
        documents: Documents read with a language model; `None` for all.
        cost_usd: Price of what a language model reads and writes; `None` for any.
    """

    documents: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """A table over every document that passes a filter, with its coverage.

    Attributes:
        question: As asked.
        language: Of the question.
        columns: Names of the columns, in order.
        rows: What was found, the most documents first unless the question orders them.
        coverage: The denominator.
        summary: What the rows come to, in a sentence or two of the question's language.
        counted: What a count counts, `documents` or the findings' kind; empty where none is asked.
        count: How many; `None` where none is asked.
        universe: What the absent are missing from, as a person is told; empty where none is asked.
        absent: What of it was not found.
        where: The filter in words; empty where there was none.
        grouped_by: `year`, `author` or `version`; empty where rows are not grouped.
        groups: Of the rows, by what they are grouped by, in its order.
        disagreements: Values that differ between documents.
        notes: What a reader should know: names merged, terms searched, what was cut.
        id: Of the stored survey; empty until it is kept.
        usage: What it cost.
    """

    question: str
    columns: tuple[str, ...]
    rows: tuple[SurveyRow, ...]
    coverage: Coverage
    language: str = "en"
    summary: str = ""
    counted: str = ""
    count: int | None = None
    universe: str = ""
    absent: tuple[Absence, ...] = ()
    where: str = ""
    grouped_by: str = ""
    groups: tuple[SurveyGroup, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    notes: tuple[str, ...] = ()
    id: str = ""
    usage: Usage = field(default_factory=Usage)
