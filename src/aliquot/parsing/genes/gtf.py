"""Read gene annotations (GTF, and GFF3 as far as genes go) as one section per gene.

What enters: a tab-separated file of nine columns. What leaves: one `Document`; each gene has a
section with its place, its transcripts, and the attributes of its line as they stand. Exons are
counted, not listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.writing.lines import add_fields, add_lines, filled, unique
from aliquot.parsing.writing.prose import stem
from aliquot.types import BlockType, Document, DocumentKind, FieldValue

__all__ = ["GtfParser"]

COLUMNS = 9
# `gene_name "Cntnap1";` in GTF, `Name=Cntnap1;` in GFF3
ATTRIBUTE = re.compile(r'\s*([\w.-]+)(?:\s+"([^"]*)"|\s*=\s*([^;]*)|\s+([^;]*))\s*(?:;|$)')
PRAGMA = re.compile(r"^#+!?(?P<name>[\w-]+):?\s+(?P<value>.+)$")
TRANSCRIPTS = ("transcript", "mrna", "lnc_rna", "ncrna", "trna", "rrna")
# All genes of a region serve as a filter; those of a genome would swell every chunk's metadata.
GENES_NAMED = 100


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the file."""

    sequence: str
    source: str
    feature: str
    start: int
    end: int
    strand: str
    raw: str
    attributes: dict[str, str]


@dataclass(slots=True)
class _Gene:
    """The lines that share a gene id."""

    id: str
    rows: list[_Row] = field(default_factory=list)

    def line(self) -> _Row:
        """Return the line of the gene itself, or the first that belongs to it."""
        return next((row for row in self.rows if row.feature == "gene"), self.rows[0])

    def name(self) -> str:
        """Return the gene's symbol, or its id where it has none."""
        attributes = self.line().attributes
        return attributes.get("gene_name") or attributes.get("Name") or self.id


class GtfParser:
    """Read GTF and GFF3 files."""

    name = "gtf"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: No line has the nine columns of a feature.
        """
        lines = read_text(path).splitlines()
        rows = [row for line in lines if (row := _row(line))]
        if not rows:
            raise ParseError(
                "The file holds no annotated features.",
                source=str(path),
                hint="A GTF line has nine columns separated by tabs; check how it was exported.",
            )
        genes = _genes(rows)
        builder = DocumentBuilder()
        _write_overview(builder, lines, genes)
        for gene in genes:
            _write_gene(builder, gene)
        only = genes[0] if len(genes) == 1 else None
        document = builder.build(
            kind=DocumentKind.GENE,
            title=f"{only.name()} ({only.id})" if only else stem(path),
            accession=only.id if only else "",
            parser=self.name,
            parser_version=self.version,
            warnings=("Exons and coding segments were counted, not listed one by one.",),
            extra=_extra(genes),
        )
        return [document]


def _row(line: str) -> _Row | None:
    cells = line.split("\t")
    if line.startswith("#") or len(cells) < COLUMNS:
        return None
    if not (cells[3].isdecimal() and cells[4].isdecimal()):
        return None
    return _Row(
        sequence=cells[0],
        source=cells[1],
        feature=cells[2],
        start=int(cells[3]),
        end=int(cells[4]),
        strand=cells[6],
        raw=cells[8].strip(),
        attributes=_attributes(cells[8]),
    )


def _attributes(text: str) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for name, *values in ATTRIBUTE.findall(text):
        attributes.setdefault(name, next(filter(None, values), "").strip())
    return attributes


def _genes(rows: Sequence[_Row]) -> list[_Gene]:
    """Gather rows by gene id; in GFF3 the id is found through the parents."""
    owners: dict[str, str] = {}
    genes: dict[str, _Gene] = {}
    for row in rows:
        attributes = row.attributes
        parent = attributes.get("Parent", "").split(",")[0]
        own = attributes.get("ID", "")
        id = attributes.get("gene_id") or owners.get(parent) or parent or own
        id = id or attributes.get("transcript_id") or "unnamed"
        if own:
            owners[own] = id
        genes.setdefault(id, _Gene(id)).rows.append(row)
    return list(genes.values())


def _extra(genes: Sequence[_Gene]) -> dict[str, FieldValue]:
    names = unique(name for gene in genes for name in (gene.name(), gene.id))
    return {"gene": names} if len(genes) <= GENES_NAMED else {}


# ------------------------------------------------------------------------------ text


def _write_overview(builder: DocumentBuilder, lines: Sequence[str], genes: Sequence[_Gene]) -> None:
    builder.heading("Overview")
    pragmas = (PRAGMA.match(line) for line in lines if line.startswith("#"))
    sequences = unique(_sequence(gene.line().sequence) for gene in genes)
    shown = ", ".join(gene.name() for gene in genes[:GENES_NAMED])
    fields = (
        ("Annotation", "; ".join(unique(gene.line().source for gene in genes))),
        ("Located on", ", ".join(sequences[:GENES_NAMED])),
        ("Number of genes", str(len(genes))),
        ("Genes", shown + (", ..." if len(genes) > GENES_NAMED else "")),
        *(
            (match["name"].replace("-", " ").capitalize(), match["value"])
            for match in pragmas
            if match
        ),
    )
    add_fields(builder, fields)


def _write_gene(builder: DocumentBuilder, gene: _Gene) -> None:
    line, name = gene.line(), gene.name()
    biotype = _biotype(line)
    kind = f", {biotype}" if biotype else ""
    start = min(row.start for row in gene.rows)
    end = max(row.end for row in gene.rows)
    place = _place(line, start, end)
    named = f"{name} ({gene.id})" if name != gene.id else name
    builder.heading(named)
    summary = f"Gene {named} is on {place}{kind}."
    builder.add(BlockType.FIELD, f"{summary}\nAttributes: {line.raw}")
    add_lines(builder, _transcript_lines(gene))


def _place(row: _Row, start: int, end: int) -> str:
    strand = {"+": ", plus strand", "-": ", minus strand"}.get(row.strand, "")
    return f"{_sequence(row.sequence)}, positions {start}-{end}{strand}"


def _sequence(name: str) -> str:
    """Return "chromosome 11" for "11" and "chr11"; scaffolds keep their names."""
    bare = re.sub(r"^chr(?:omosome)?_?", "", name, flags=re.I)
    is_chromosome = bare != name or re.fullmatch(r"\d{1,2}[A-Za-z]?|[IVX]+|[XYZWM]|MT|Mt|Pt", name)
    return f"chromosome {bare}" if is_chromosome else f"sequence {name}"


def _biotype(row: _Row) -> str:
    names = ("gene_biotype", "gene_type", "biotype")
    biotype = next((row.attributes[name] for name in names if row.attributes.get(name)), "")
    return biotype.replace("_", " ")


def _transcript_lines(gene: _Gene) -> Iterator[str]:
    transcripts: dict[str, list[_Row]] = {}
    for row in gene.rows:
        names = ("transcript_id", "Parent", "ID")
        id = next(filter(None, (row.attributes.get(name) for name in names)), "")
        if row.feature != "gene" and id:
            transcripts.setdefault(id, []).append(row)
    for id, rows in transcripts.items():
        yield _transcript_line(id, rows)


def _transcript_line(id: str, rows: Sequence[_Row]) -> str:
    line = next((row for row in rows if row.feature.lower() in TRANSCRIPTS), rows[0])
    counts = Counter(row.feature for row in rows if row is not line or len(rows) == 1)
    attributes = line.attributes
    name = attributes.get("transcript_name", "")
    details = filled(
        _place(line, min(row.start for row in rows), max(row.end for row in rows)),
        attributes.get("transcript_biotype") or attributes.get("transcript_type", ""),
        ", ".join(f"{count} {feature}" for feature, count in counts.items()),
        *_coding(rows),
    )
    return f"Transcript {' '.join(unique((name, id)))}: {'; '.join(details)}."


def _coding(rows: Sequence[_Row]) -> Iterator[str]:
    coding = [row for row in rows if row.feature == "CDS"]
    if coding:
        yield f"coding from {min(row.start for row in coding)} to {max(row.end for row in coding)}"
    yield from unique(
        f"protein {row.attributes['protein_id']}"
        for row in coding
        if "protein_id" in row.attributes
    )
