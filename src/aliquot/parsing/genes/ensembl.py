"""Read what Ensembl's REST service returns: genes, transcripts, sequences.

What enters: JSON of `/lookup`, `/overlap` or `/sequence`, one record or many. What leaves: one
`Document` per record, never the sequence. Source: https://rest.ensembl.org, endpoints of that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.json_fields import Node, node, nodes, read_records, text, texts
from aliquot.parsing.writing.lines import add_fields, add_lines, filled, unique
from aliquot.types import Document, DocumentKind, FieldValue

__all__ = ["EnsemblJsonParser"]

STRANDS = {"1": ", plus strand", "-1": ", minus strand"}


class EnsemblJsonParser:
    """Read JSON of the Ensembl REST service."""

    name = "ensembl_json"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read every record of the file.

        Raises:
            ParseError: The file is damaged or holds no Ensembl record.
        """
        records = list(_records(read_records(path)))
        if not records:
            raise ParseError(
                "The file holds no Ensembl record.",
                source=str(path),
                hint="Download it again from rest.ensembl.org with content-type=application/json.",
            )
        return [self._document(record) for record in records]

    def _document(self, record: Node) -> Document:
        builder = DocumentBuilder()
        builder.heading("Overview")
        add_fields(builder, _fields(record))
        transcripts = nodes(record, "Transcript")
        if transcripts:
            builder.heading("Transcripts")
            add_lines(builder, [_transcript(part) for part in transcripts])
        id, name = _id(record), _name(record)
        return builder.build(
            kind=DocumentKind.GENE,
            title=f"{name} ({id})" if name and name != id else id,
            accession=id,
            parser=self.name,
            parser_version=self.version,
            warnings=("The sequence was not indexed.",) if text(record, "seq") else (),
            extra=_extra(record),
        )


def _records(value: Any) -> Iterator[Node]:
    if isinstance(value, list):
        for part in value:
            yield from _records(part)
    elif isinstance(value, dict) and _id(value):
        yield value
    elif isinstance(value, dict):
        # Looked up in bulk, records stand under the ids that were asked for.
        for part in value.values():
            yield from _records(part) if isinstance(part, dict) else ()


def _id(record: Node) -> str:
    return text(record, "id") or text(record, "stable_id") or text(record, "gene_id")


def _name(record: Node) -> str:
    return text(record, "display_name") or text(record, "external_name")


def _organism(record: Node) -> str:
    """Return "Homo sapiens" for "homo_sapiens"."""
    return text(record, "species").replace("_", " ").capitalize()


def _extra(record: Node) -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {
        "gene": unique((_name(record), _id(record))),
        "organism": _organism(record),
        "version": text(record, "version"),
    }
    return {name: value for name, value in fields.items() if value}


def _fields(record: Node) -> Iterator[tuple[str, str]]:
    sequence = text(record, "seq")
    unit = "amino acids" if text(record, "molecule") == "protein" else "nucleotides"
    kind = text(record, "object_type") or text(record, "feature_type").capitalize()
    yield "Ensembl id", _id(record)
    yield "Name", _name(record)
    yield "Type", ", ".join(filled(kind, text(record, "biotype").replace("_", " ")))
    yield "Description", text(record, "description") or text(record, "desc")
    yield "Organism", _organism(record)
    yield "Located on", _place(record)
    yield "Assembly", text(record, "assembly_name")
    yield "Canonical transcript", text(record, "canonical_transcript")
    yield "Version", text(record, "version")
    yield "Molecule", text(record, "molecule")
    yield "Length", f"{len(sequence):,} {unit}" if sequence else ""
    yield "Source", text(record, "source")
    yield "Synonyms", ", ".join(texts(record, "synonyms"))


def _place(record: Node) -> str:
    region, start = text(record, "seq_region_name"), text(record, "start")
    if not region or not start:
        return ""
    strand = STRANDS.get(text(record, "strand"), "")
    bare = len(region) <= 2 or region == "MT"
    name = f"chromosome {region}" if bare else f"sequence {region}"
    return f"{name}, positions {start}-{text(record, 'end')}{strand}"


def _transcript(record: Node) -> str:
    translation = node(record, "Translation")
    length = text(translation, "length")
    protein = f"protein {text(translation, 'id')}" if translation else ""
    exons = len(nodes(record, "Exon"))
    names = " ".join(unique((_name(record), _id(record))))
    details = filled(
        text(record, "biotype").replace("_", " "),
        _place(record),
        f"{exons} exons" if exons else "",
        protein + (f" of {length} amino acids" if protein and length else ""),
        "canonical" if text(record, "is_canonical") == "1" else "",
    )
    return f"Transcript {names}: {'; '.join(details)}."
