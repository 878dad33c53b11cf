"""The records every floor speaks in: frozen, stdlib only, owned by no stage.

Conventions that hold everywhere:

- A `Span` is a half-open range of characters in `Document.text`.
- `Block.text` and `Chunk.text` are exact slices of `Document.text`; a quote can therefore always
  be found again.
- Pages are 1-based. Boxes are in points, origin at the top left of the page.
- Author names are "Family, Given" where both are known, otherwise the collective name.
- Scores: higher is better, always. Ranks are 1-based.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = [
    "FIELDS",
    "And",
    "Answer",
    "Block",
    "BlockType",
    "Box",
    "Chunk",
    "Citation",
    "Comparison",
    "Coverage",
    "Document",
    "DocumentKind",
    "DocumentStatus",
    "FailedSource",
    "FieldSpec",
    "FieldValue",
    "Filter",
    "Finding",
    "IngestReport",
    "LedgerState",
    "LegScore",
    "Location",
    "Not",
    "Operator",
    "Or",
    "Query",
    "RemovedStatement",
    "ScoredChunk",
    "SectionClass",
    "Source",
    "Span",
    "Statement",
    "Survey",
    "SurveyRow",
    "Trace",
    "Usage",
    "Verdict",
    "VerdictKind",
]

FieldValue = str | int | float | tuple[str, ...] | tuple[int, ...] | tuple[float, ...] | None


# ------------------------------------------------------------------------------ documents


class DocumentKind(StrEnum):
    """What a document is to a lab; decides how it is chunked."""

    PAPER = "paper"
    PROTOCOL = "protocol"
    SLIDES = "slides"
    NOTES = "notes"
    TRIAL = "trial"
    GENE = "gene"
    TABLE = "table"
    OTHER = "other"


class DocumentStatus(StrEnum):
    """How completely a document was read."""

    OK = "ok"
    PARTIAL = "partial"
    NEEDS_OCR = "needs_ocr"
    ENCRYPTED = "encrypted"
    FAILED = "failed"


class BlockType(StrEnum):
    """What a block is on the page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    STEP = "step"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CAPTION = "caption"
    SLIDE = "slide"
    NOTE = "note"
    REFERENCE = "reference"
    CODE = "code"
    FORMULA = "formula"
    FOOTNOTE = "footnote"
    FIELD = "field"


class SectionClass(StrEnum):
    """Which part of a paper a section plays, whatever its heading says."""

    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    METHODS = "methods"
    RESULTS = "results"
    DISCUSSION = "discussion"
    CONCLUSION = "conclusion"
    REFERENCES = "references"
    OTHER = "other"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open character range `[start, end)` in `Document.text`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """Return the characters of `text` this span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Box:
    """Rectangle on a page in points, origin at the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Location:
    """Where a line or block stands: a 1-based page (or slide, or sheet) and a box if known."""

    page: int
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A typed piece of a parsed document.

    Attributes:
        type: What it is.
        text: Exact slice of the document's text; a table's text is its Markdown rows.
        span: Where that slice stands.
        level: Heading level from 1, or nesting depth of a step or list item from 1; 0 elsewhere.
        section_path: Headings above the block, outermost first; a heading includes itself.
        section_class: The part the section plays in a paper.
        locations: One entry per line where lines are known, in reading order.
        grid: Cell texts by row for a table; the first row is the header.
        caption: Text of the caption that belongs to a table.
        marker: Number or bullet as printed, such as "3." or "a)".
        flags: `ocr`, `symbol_suspect`, `hidden_text`, `hidden_sheet`, ...
    """

    type: BlockType
    text: str
    span: Span
    level: int = 0
    section_path: tuple[str, ...] = ()
    section_class: SectionClass = SectionClass.OTHER
    locations: tuple[Location, ...] = ()
    grid: tuple[tuple[str, ...], ...] | None = None
    caption: str = ""
    marker: str = ""
    flags: frozenset[str] = frozenset()

    @property
    def pages(self) -> tuple[int, ...]:
        """Pages the block touches, ascending, each once."""
        return tuple(sorted({location.page for location in self.locations}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a document's bytes come from.

    Attributes:
        path: Absolute path or URL.
        sha256: Hex digest of the bytes.
        mtime_ns: Modification time in nanoseconds, 0 for what has none.
        size: Bytes.
    """

    path: str
    sha256: str = ""
    mtime_ns: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One ingested item: identity, text and blocks.

    Attributes:
        id: Readable and stable, such as `2023-smith-nature`; empty until committed.
        extra: Typed fields beyond bibliography (phase, sex, organism, ...); names are in `FIELDS`.
        warnings: What was dropped or doubted while reading, for the receipt.
    """

    kind: DocumentKind
    title: str
    text: str
    blocks: tuple[Block, ...]
    id: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    journal: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    nct: str = ""
    accession: str = ""
    language: str = "en"
    licence: str = ""
    source: Source | None = None
    parser: str = ""
    parser_version: str = ""
    status: DocumentStatus = DocumentStatus.OK
    warnings: tuple[str, ...] = ()
    extra: Mapping[str, FieldValue] = field(default_factory=dict)

    @property
    def fields(self) -> dict[str, FieldValue]:
        """Every filterable field the document has, by the names in `FIELDS`; none empty."""
        found: dict[str, FieldValue] = {
            name: getattr(self, name)
            for name in ("title", "authors", "year", "journal", "doi", "pmid", "pmcid", "nct")
        }
        found |= {"kind": str(self.kind), "status": str(self.status), "document_id": self.id}
        found |= {"accession": self.accession, "language": self.language, "licence": self.licence}
        found["source"] = self.source.path if self.source else ""
        found |= self.extra
        return {name: value for name, value in found.items() if value not in (None, "", ())}

    @property
    def page_count(self) -> int:
        """Highest page any block stands on; 0 where there are no pages."""
        return max((page for block in self.blocks for page in block.pages), default=0)


# Letters beside digits below which a chunk is numeric. Plate-reader exports have next to none; the
# sparsest table of the development papers has 0.08.
NUMERIC_SHARE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """The unit indexed, retrieved and cited.

    Attributes:
        id: Readable and stable, such as `2023-smith-nature#results-3`.
        document_id: The document it was cut from.
        text: Exact slice `span` of the document's text.
        header: Title and section path, embedded and searched with the text but never quoted.
        span: Where the text stands in the document.
        pages: 1-based pages (or slides, or sheets) it touches.
        locations: Pages and boxes of its lines, for highlighting.
        section_path: Headings above it.
        section_class: The part its section plays in a paper.
        flags: Union of its blocks' flags.
        metadata: The document's fields by the names in `FIELDS`, for filters and labels.
    """

    id: str
    document_id: str
    text: str
    header: str
    span: Span
    pages: tuple[int, ...] = ()
    locations: tuple[Location, ...] = ()
    section_path: tuple[str, ...] = ()
    section_class: SectionClass = SectionClass.OTHER
    flags: frozenset[str] = frozenset()
    metadata: Mapping[str, FieldValue] = field(default_factory=dict)

    @property
    def section(self) -> str:
        """Innermost heading, or an empty string."""
        return self.section_path[-1] if self.section_path else ""

    @property
    def searchable_text(self) -> str:
        """What is embedded and indexed: header, then text."""
        return f"{self.header}\n{self.text}" if self.header else self.text

    @property
    def is_numeric(self) -> bool:
        """Whether it is numbers almost alone, as instruments write them.

        Such a chunk is found by its terms; a vector of it would mean nothing and costs as much as
        one of prose.
        """
        letters = sum(map(str.isalpha, self.text))
        digits = sum(map(str.isdigit, self.text))
        return letters < NUMERIC_SHARE * digits


# ------------------------------------------------------------------------------ filters


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


# ------------------------------------------------------------------------------ retrieval


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched: one question becomes one or more of these.

    Attributes:
        text: The words searched.
        language: ISO 639-1 code of the text.
        weight: Weight of its rankings when they are fused.
    """

    text: str
    language: str = "en"
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LegScore:
    """Where one leg ranked a chunk, and with what score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A chunk with its fused score and rank; a list of them, best first, is a ranking.

    Attributes:
        chunk: The chunk.
        score: Fused score.
        rank: 1-based place in the ranking.
        legs: Rank and score in each leg that found it, by the leg's name.
    """

    chunk: Chunk
    score: float
    rank: int
    legs: Mapping[str, LegScore] = field(default_factory=dict)


# ------------------------------------------------------------------------------ answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A chunk, a span and a verbatim quote that stands there.

    Attributes:
        label: `[authors, year, section]` as shown, without brackets.
        quote: Verbatim words of the document.
        span: Where they stand in `Document.text`.
        source: Path or URL of the document.
        page: 1-based page, slide or sheet; `None` where there is none.
        verified: Whether the quote was found at `span` and supports the statement.
        flags: Doubts about the text itself, such as `ocr` or `symbol_suspect`.
    """

    label: str
    quote: str
    span: Span
    chunk_id: str
    document_id: str
    source: str
    section: str
    page: int | None
    verified: bool
    flags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of an answer with what proves it."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class RemovedStatement:
    """A statement that failed verification, with the gates it failed."""

    text: str
    failed_gates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost; unknown prices stay `None`, never 0."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How an answer came about; kept in the catalog, replayable.

    Attributes:
        id: Unique, sortable by time.
        question: As asked.
        queries: As sent.
        where: The filter in words; empty where there was none.
        evidence: Chunk id, score and per-leg ranks, best first.
        strategy: How it was answered.
        timings_s: Seconds per stage.
        notes: What a reader should know, such as a leg that was left out and why.
    """

    id: str
    question: str
    queries: tuple[str, ...]
    where: str
    evidence: tuple[tuple[str, float, Mapping[str, int]], ...]
    strategy: str
    timings_s: Mapping[str, float]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Cited statements, or an abstention with its reason.

    Attributes:
        question: As asked.
        language: Language of the question, which the answer uses.
        statements: Best first; empty where `abstained`.
        abstained: Whether the library does not answer the question.
        refusal: The sentence shown instead, in the question's language; empty otherwise.
        reason: Why it abstained; empty otherwise.
        evidence: The ranking it was drawn from.
        removed: Statements that failed verification.
        hints: What the reader could do, such as installing an extra or rephrasing.
        trace: How it came about.
        usage: What it cost.
    """

    question: str
    language: str
    statements: tuple[Statement, ...]
    abstained: bool
    reason: str
    evidence: tuple[ScoredChunk, ...]
    trace: Trace
    refusal: str = ""
    removed: tuple[RemovedStatement, ...] = ()
    hints: tuple[str, ...] = ()
    usage: Usage = Usage()

    @property
    def text(self) -> str:
        """The statements joined, or the refusal."""
        if self.abstained:
            return self.refusal
        return " ".join(statement.text for statement in self.statements)

    def citations(self) -> Iterator[Citation]:
        """Yield every citation in order."""
        for statement in self.statements:
            yield from statement.citations


class VerdictKind(StrEnum):
    """What a check of a statement against the library says."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of checking one statement against the library."""

    statement: str
    kind: VerdictKind
    failed_gates: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()


# ------------------------------------------------------------------------------ surveys


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A typed fact with the quote that states it.

    Attributes:
        type: `cell_line`, `dose`, `statistic`, ...
        value: As written.
        normalised: Canonical form, for merging.
        role: `used`, `mentioned`, `cited`, `excluded`.
        extractor: Rule or model that found it, with its version.
        confidence: 0 to 1.
    """

    type: str
    value: str
    normalised: str
    citation: Citation
    role: str = "mentioned"
    extractor: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The denominator of a survey, in documents."""

    in_scope: int
    read: int
    no_text: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """One row of a survey: values by column, each proved."""

    values: Mapping[str, str]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """A table over every document that passes a filter, with its coverage."""

    question: str
    columns: tuple[str, ...]
    rows: tuple[SurveyRow, ...]
    coverage: Coverage


# ------------------------------------------------------------------------------ ingest


class LedgerState(StrEnum):
    """How far a source has come; each state implies the ones before it."""

    DISCOVERED = "discovered"
    PARSED = "parsed"
    EMBEDDED = "embedded"
    COMMITTED = "committed"
    INDEXED = "indexed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FailedSource:
    """A source that is not in the library, and why."""

    source: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What one `add` or `sync` did.

    Attributes:
        files: Sources looked at.
        added: Sources new to the library.
        updated: Sources whose content changed.
        unchanged: Sources left as they were.
        removed: Sources that are gone.
        duplicates: Sources whose bytes another source already brought.
        failed: Sources that could not be read, with the reason.
        partial: Sources of which something was not read, and what.
        chunks: Chunks written.
        embedded: Texts embedded, summed over embedders; cached ones do not count.
        seconds: Wall time.
    """

    files: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    duplicates: int = 0
    failed: tuple[FailedSource, ...] = ()
    partial: tuple[FailedSource, ...] = ()
    chunks: int = 0
    embedded: int = 0
    seconds: float = 0.0
