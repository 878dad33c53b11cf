"""Read gene annotations (GTF, and GFF3 as far as genes go) as one section per gene.

What enters: a tab-separated file of nine columns. What leaves: one `Document`; each gene has a
section with its place, its transcripts, and the attributes of its line as they stand. Exons are
counted, not listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.genes.attributes import bare_id, is_gff3, read_attributes
from aliquot.parsing.writing.lines import add_fields, add_lines, filled, unique
from aliquot.parsing.writing.prose import stem
from aliquot.types import BlockType, Document, DocumentKind, FieldValue

__all__ = ["GtfParser"]

COLUMNS = 9
PRAGMA = re.compile(r"^#+!?(?P<name>[\w-]+):?\s+(?P<value>.+)$")
GENES = ("gene", "ncrna_gene", "ncRNA_gene", "pseudogene")
TRANSCRIPT_TYPES = ("transcript_biotype", "transcript_type", "biotype")
# Attributes of a transcript that tell it from its siblings, as Ensembl and GENCODE call them.
STANDING = (
    ("tags", ("tag",)),
    ("", ("ccds_id", "ccdsid")),
    ("support level", ("transcript_support_level",)),
)
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
    attributes: Mapping[str, str]


@dataclass(slots=True)
class _Gene:
    """The lines that share a gene id."""

    id: str
    rows: list[_Row] = field(default_factory=list)

    def line(self) -> _Row:
        """Return the line of the gene itself, or the first that belongs to it."""
        return next((row for row in self.rows if row.feature in GENES), self.rows[0])

    def name(self) -> str:
        """Return the gene's symbol, or its id where it has none."""
        attributes = self.line().attributes
        named = (attributes.get(name) for name in ("gene_name", "Name", "gene"))
        return next(filter(None, named), bare_id(self.id))


class GtfParser:
    """Read GTF and GFF3 files."""

    name = "gtf"
    version = "2"

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
            title=_named(only) if only else stem(path),
            accession=bare_id(only.id) if only else "",
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
        attributes=read_attributes(cells[8]),
    )


def _genes(rows: Sequence[_Row]) -> list[_Gene]:
    """Gather rows by gene id; in GFF3 the id is found through the parents."""
    parents = {
        row.attributes["ID"]: row.attributes.get("Parent", "")
        for row in rows
        if "ID" in row.attributes
    }
    genes: dict[str, _Gene] = {}
    for row in rows:
        # Whole chromosomes stand in the file as features too.
        if row.feature in ("region", "chromosome", "scaffold", "contig") and len(rows) > 1:
            continue
        id = row.attributes.get("gene_id") if not is_gff3(row.raw) else None
        id = id or _root(row, parents) or row.attributes.get("transcript_id") or "unnamed"
        genes.setdefault(id, _Gene(id)).rows.append(row)
    return list(genes.values())


def _root(row: _Row, parents: Mapping[str, str]) -> str:
    """Return the id of the outermost parent; files with parents in a circle end somewhere."""
    id = row.attributes.get("Parent", "").partition(", ")[0] or row.attributes.get("ID", "")
    seen: set[str] = set()
    while id not in seen and parents.get(id):
        seen.add(id)
        id = parents[id].partition(", ")[0]
    return id


def _extra(genes: Sequence[_Gene]) -> dict[str, FieldValue]:
    names = unique(name for gene in genes for name in (gene.name(), bare_id(gene.id)))
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
    line = gene.line()
    biotype = _biotype(line)
    kind = f", {biotype}" if biotype else ""
    start = min(row.start for row in gene.rows)
    end = max(row.end for row in gene.rows)
    place = _place(line, start, end)
    builder.heading(_named(gene))
    summary = f"Gene {_named(gene)} is on {place}{kind}."
    described = line.attributes.get("description", "")
    attributes = line.raw
    if is_gff3(line.raw):
        attributes = "; ".join(f"{name}={value}" for name, value in line.attributes.items())
    lines = filled(summary, described, f"Attributes: {attributes}")
    builder.add(BlockType.FIELD, "\n".join(lines))
    add_lines(builder, _transcript_lines(gene))


def _named(gene: _Gene) -> str:
    name, id = gene.name(), bare_id(gene.id)
    return f"{name} ({id})" if name != id else name


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
        if row.feature in GENES:
            continue
        for id in _transcript_ids(row):
            transcripts.setdefault(id, []).append(row)
    for id, rows in transcripts.items():
        yield _transcript_line(id, rows)


def _transcript_ids(row: _Row) -> list[str]:
    """Return the transcripts a row belongs to; an exon of GFF3 may be part of several."""
    attributes = row.attributes
    if not is_gff3(row.raw):
        return list(filled(attributes.get("transcript_id", "")))
    if row.feature.lower() in TRANSCRIPTS:
        return list(filled(attributes.get("ID", "")))
    return list(filled(*attributes.get("Parent", attributes.get("ID", "")).split(", ")))


def _transcript_line(id: str, rows: Sequence[_Row]) -> str:
    line = next((row for row in rows if row.feature.lower() in TRANSCRIPTS), rows[0])
    counts = Counter(row.feature for row in rows if row is not line or len(rows) == 1)
    attributes = line.attributes
    name = attributes.get("transcript_name") or attributes.get("Name", "")
    details = filled(
        _place(line, min(row.start for row in rows), max(row.end for row in rows)),
        next(filter(None, (attributes.get(name) for name in TRANSCRIPT_TYPES)), ""),
        ", ".join(_counted(feature, count) for feature, count in counts.items()),
        *_coding(rows),
        *_standing(attributes),
    )
    return f"Transcript {' '.join(unique((name, bare_id(id))))}: {'; '.join(details)}."


def _counted(feature: str, count: int) -> str:
    """Return "3 exons"; names in capitals, such as CDS, have no plural."""
    return f"{count} {feature}s" if count > 1 and feature.islower() else f"{count} {feature}"


def _standing(attributes: Mapping[str, str]) -> Iterator[str]:
    """Yield how an annotation rates a transcript: canonical, basic, well supported."""
    for label, names in STANDING:
        value = next(filter(None, map(attributes.get, names)), "")
        if value:
            yield f"{label} {value}".lstrip()


def _coding(rows: Sequence[_Row]) -> Iterator[str]:
    coding = [row for row in rows if row.feature == "CDS"]
    if coding:
        yield f"coding from {min(row.start for row in coding)} to {max(row.end for row in coding)}"
    yield from unique(
        f"protein {row.attributes['protein_id']}"
        for row in coding
        if "protein_id" in row.attributes
    )
