"""What was read: documents, their blocks, the chunks cut from them, and where each stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from aliquot.types.quantities import Quantity
from aliquot.types.references import Reference
from aliquot.types.spans import Span

__all__ = [
    "RECORD_KINDS",
    "Block",
    "BlockType",
    "Box",
    "Chunk",
    "Document",
    "DocumentKind",
    "DocumentStatus",
    "FieldValue",
    "Location",
    "SectionClass",
    "Source",
]

FieldValue = str | int | float | tuple[str, ...] | tuple[int, ...] | tuple[float, ...] | None


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


# Entries of registers: made of sections and fields that are always the same.
RECORD_KINDS = frozenset({DocumentKind.GENE, DocumentKind.TRIAL})


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
        quantities: Amounts it states, in canonical units; found in protocols.
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
    quantities: tuple[Quantity, ...] = ()

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
        provenance: How each bibliographic field was found (`front page`, `library.bib`, ...), by
            the field's name.
        warnings: What was dropped or doubted while reading, for the receipt.
        references: What a bibliography file states about other works; not brought back with a
            document from the catalog, which keeps them apart.
        parts: Paths of other files read with it, as chapters are; not brought back either.
        page_size: Width and height in points of the slides its boxes stand on.
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
    provenance: Mapping[str, str] = field(default_factory=dict)
    references: tuple[Reference, ...] = ()
    parts: tuple[str, ...] = ()
    page_size: tuple[float, float] | None = None

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
        also: Names it stands for and does not write, such as the long form of an abbreviation its
            document defines elsewhere; searched for less, never quoted, not embedded.
        context: What a language model wrote to place it in its document; embedded, searched for
            less, and no part of the evidence: never quoted, shown or judged by.
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
    also: tuple[str, ...] = ()
    context: str = ""
    metadata: Mapping[str, FieldValue] = field(default_factory=dict)

    @property
    def section(self) -> str:
        """Innermost heading, or an empty string."""
        return self.section_path[-1] if self.section_path else ""

    @property
    def searchable_text(self) -> str:
        """What is searched and read as evidence: header, then text."""
        return f"{self.header}\n{self.text}" if self.header else self.text

    @property
    def embedded_text(self) -> str:
        """What is embedded: header, context, then text."""
        return "\n".join(part for part in (self.header, self.context, self.text) if part)

    @property
    def is_numeric(self) -> bool:
        """Whether it is numbers almost alone, as instruments write them.

        Such a chunk is found by its terms; a vector of it would mean nothing and costs as much as
        one of prose.
        """
        letters = sum(map(str.isalpha, self.text))
        digits = sum(map(str.isdigit, self.text))
        return letters < NUMERIC_SHARE * digits

    @property
    def is_reference(self) -> bool:
        """Whether it is of a paper's list of references, and not what the paper itself says.

        A bibliography file is nothing but references, and is evidence of what the lab reads.
        """
        is_paper = self.metadata.get("kind") == DocumentKind.PAPER
        return is_paper and self.section_class is SectionClass.REFERENCES

    @property
    def is_embedded(self) -> bool:
        """Whether it gets a vector; numbers and references are found by their terms alone."""
        return not (self.is_numeric or self.is_reference)
