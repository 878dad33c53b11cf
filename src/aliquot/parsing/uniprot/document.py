"""Write a `ProteinRecord` as a `Document`: one writer for the flat, XML and JSON layouts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.uniprot.evidence import evidence_note
from aliquot.parsing.uniprot.record import (
    Comment,
    CrossReference,
    Disease,
    Feature,
    ProteinRecord,
    protein_change,
)
from aliquot.parsing.writing.lines import add_fields, add_lines, filled, unique
from aliquot.types import BlockType, Document, DocumentKind, FieldValue

__all__ = ["protein_documents"]

# Heading -> topics of comments below it, in reading order. Topics not named go under "Notes".
# Source: UniProt user manual, "Comments".
TOPICS: Mapping[str, tuple[str, ...]] = {
    "Function": (
        "FUNCTION",
        "CATALYTIC ACTIVITY",
        "COFACTOR",
        "ACTIVITY REGULATION",
        "BIOPHYSICOCHEMICAL PROPERTIES",
        "PATHWAY",
    ),
    "Subunit and interactions": ("SUBUNIT", "INTERACTION"),
    "Subcellular location": ("SUBCELLULAR LOCATION",),
    "Tissue specificity and expression": (
        "TISSUE SPECIFICITY",
        "DEVELOPMENTAL STAGE",
        "INDUCTION",
    ),
    "Disease": (
        "DISEASE",
        "DISRUPTION PHENOTYPE",
        "ALLERGEN",
        "TOXIC DOSE",
        "BIOTECHNOLOGY",
        "PHARMACEUTICAL",
    ),
    "Variants": ("POLYMORPHISM",),
    "Post-translational modifications (PTM)": ("PTM", "MASS SPECTROMETRY"),
    "Features and structure": ("DOMAIN", "SIMILARITY"),
    "Isoforms": ("ALTERNATIVE PRODUCTS", "RNA EDITING"),
}
NOTES = "Notes"
# Topics that would only repeat their heading.
UNLABELLED = (
    "FUNCTION",
    "SUBUNIT",
    "INTERACTION",
    "SUBCELLULAR LOCATION",
    "TISSUE SPECIFICITY",
    "PTM",
    "DISEASE",
)

# Heading -> types of features below it; types not named go under "Features and structure".
VARIANTS = ("Natural variant", "Mutagenesis")
MODIFICATIONS = (
    "Modified residue",
    "Glycosylation",
    "Lipidation",
    "Disulfide bond",
    "Cross-link",
    "Signal peptide",
    "Transit peptide",
    "Propeptide",
    "Initiator methionine",
)
ISOFORMS = ("Alternative sequence",)
# Only positions: one count says as much as a hundred lines.
SECONDARY_STRUCTURE = ("Helix", "Beta strand", "Turn")
# What differs between sequencing papers, not between proteins.
LEFT_OUT = ("Sequence conflict", "Sequence uncertainty", "Non-adjacent residues")

# A database with more entries than this is counted and sampled: one HLA entry has 400 structures.
IDS_LISTED = 12
GO_ASPECTS: Mapping[str, str] = {
    "F": "Molecular function (GO)",
    "P": "Biological process (GO)",
    "C": "Cellular component (GO)",
}
WORD = re.compile(r"[\w-]+")
YEAR = re.compile(r"\b(?:19|20)\d{2}\b")


def protein_documents(
    records: Iterable[ProteinRecord], path: Path, *, layout: str, parser: str, parser_version: str
) -> list[Document]:
    """Return the document of each entry that has an accession.

    Args:
        records: The entries of one file.
        path: The file, for the error.
        layout: What uniprot.org calls the layout, for the hint.
        parser: Name of the parser.
        parser_version: Its version.

    Raises:
        ParseError: None has.
    """
    entries = [record for record in records if record.accession]
    if not entries:
        raise ParseError(
            "The file holds no UniProt entry: nothing in it has an accession.",
            source=str(path),
            hint=f"Download the entry again from uniprot.org as {layout}.",
        )
    return [_document(record, parser, parser_version) for record in entries]


def _document(record: ProteinRecord, parser: str, parser_version: str) -> Document:
    """Return the document of one entry: overview, function, interactions, disease, ..."""
    builder = DocumentBuilder()
    _write_overview(builder, record)
    by_topic = _comments_by_heading(record.comments)
    lines = _feature_lines(record.features)
    variants = _variants_by_disease(record)
    diseases = [_disease(disease, variants[disease.acronym]) for disease in record.diseases]
    for heading in (*TOPICS, NOTES):
        named = diseases if heading == "Disease" else ()
        _write_section(builder, heading, named, by_topic.get(heading, ()), lines.get(heading, ()))
    _write_cross_references(builder, record.cross_references)
    if record.publications:
        builder.heading("Publications")
        for publication in record.publications:
            builder.add(BlockType.LIST_ITEM, publication, level=1)
    year = YEAR.search(record.updated)
    return builder.build(
        kind=DocumentKind.GENE,
        title=_title(record),
        year=int(year[0]) if year else None,
        accession=record.accession,
        parser=parser,
        parser_version=parser_version,
        warnings=_warnings(record),
        extra=_extra(record),
    )


def _title(record: ProteinRecord) -> str:
    """Return "Claudin-1 (CLDN1, O95832), Homo sapiens"."""
    names = filled(*record.protein_names[:1], *record.genes[:1], record.accession)
    title = f"{names[0]} ({', '.join(names[1:])})" if len(names) > 1 else "".join(names)
    return ", ".join(filled(title, record.organism))


def _extra(record: ProteinRecord) -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {
        "gene": record.genes,
        "organism": record.organism,
        "version": record.version,
    }
    return {name: value for name, value in fields.items() if value}


def _warnings(record: ProteinRecord) -> tuple[str, ...]:
    if record.length is None:
        return record.warnings
    return (*record.warnings, f"The sequence ({record.length} residues) was not indexed.")


def _write_overview(builder: DocumentBuilder, record: ProteinRecord) -> None:
    builder.heading("Overview")
    symbol, synonyms = record.genes[:1], record.genes[1:]
    organism = record.organism + "".join(f" ({note})" for note in record.organism_notes)
    also = f" (synonyms: {', '.join(synonyms)})" if synonyms else ""
    fields = (
        ("UniProt accession", record.accession),
        ("Secondary accessions", ", ".join(record.secondary_accessions)),
        ("Entry name", record.entry_name),
        ("Protein names", "; ".join(record.protein_names)),
        ("Cleaved into", "; ".join(record.components)),
        ("Includes", "; ".join(record.domains)),
        ("Sequence status", "; ".join(record.flags)),
        ("Gene names", "".join(symbol) + also),
        ("Organism", organism),
        ("NCBI taxonomy", record.taxon),
        ("Length", f"{record.length} amino acids" if record.length is not None else ""),
        ("Molecular mass", f"{record.mass} Da" if record.mass is not None else ""),
        ("Entry status", record.reviewed),
        ("Protein existence", record.existence),
        ("Entry version", record.version),
        ("Last updated", record.updated),
        ("Keywords", "; ".join(record.keywords)),
    )
    add_fields(builder, fields)
    builder.add(BlockType.FIELD, record.identity_line)


def _comments_by_heading(comments: Iterable[Comment]) -> dict[str, list[Comment]]:
    places = {topic: heading for heading, topics in TOPICS.items() for topic in topics}
    order = [topic for topics in TOPICS.values() for topic in topics]
    known = sorted(
        (comment for comment in comments if comment.topic in places),
        key=lambda comment: order.index(comment.topic),
    )
    by_heading: dict[str, list[Comment]] = {}
    for comment in (*known, *(other for other in comments if other.topic not in places)):
        by_heading.setdefault(places.get(comment.topic, NOTES), []).append(comment)
    return by_heading


def _write_section(
    builder: DocumentBuilder,
    heading: str,
    diseases: Sequence[str],
    comments: Sequence[Comment],
    lines: Sequence[str],
) -> None:
    if not (comments or diseases or lines):
        return
    builder.heading(heading)
    for disease in diseases:
        builder.paragraph(disease)
    for topic, group in groupby(comments, key=lambda comment: comment.topic):
        label = "" if topic in UNLABELLED else f"{_topic_words(topic)}: "
        texts = [_with_evidence(comment) for comment in group]
        # The XML and flat layouts give each partner a comment of its own.
        for text in [" ".join(texts)] if topic == "INTERACTION" else texts:
            builder.paragraph(label + text)
    add_lines(builder, lines)


def _with_evidence(comment: Comment) -> str:
    return " ".join(filled(comment.text, evidence_note(comment.evidence, text=comment.text)))


def _topic_words(topic: str) -> str:
    return topic if topic in ("PTM", "RNA EDITING") else topic.capitalize()


def _variants_by_disease(record: ProteinRecord) -> Counter[str]:
    """Count the natural variants whose description names a disease by its acronym."""
    acronyms = {disease.acronym for disease in record.diseases if disease.acronym}
    counts: Counter[str] = Counter()
    for feature in record.features:
        if feature.type == "Natural variant":
            counts.update(acronyms & set(WORD.findall(feature.description)))
    return counts


def _disease(disease: Disease, variants: int) -> str:
    """Return "Parkinson disease 8 (PARK8), MIM:607060: A slowly progressive ..."."""
    acronym = f" ({disease.acronym})" if disease.acronym else ""
    mim = f", MIM:{disease.mim}" if disease.mim else ""
    keywords = f"Keywords: {disease.keywords.replace(',', ', ')}." if disease.keywords else ""
    listed = f"Natural variants of this disease listed here: {variants}." if variants else ""
    stated = " ".join(filled(disease.description, disease.note, keywords, listed))
    text = " ".join(filled(stated, evidence_note(disease.evidence, text=stated)))
    return f"{disease.name}{acronym}{mim}" + (f": {text}" if text else "")


# ------------------------------------------------------------------------------ features


def _feature_lines(features: Sequence[Feature]) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for feature in features:
        if feature.type not in (*SECONDARY_STRUCTURE, *LEFT_OUT):
            lines.setdefault(_feature_heading(feature.type), []).append(_feature(feature))
    counts = Counter(part.type for part in features if part.type in SECONDARY_STRUCTURE)
    if counts:
        counted = ", ".join(f"{count} {name.lower()}" for name, count in counts.items())
        lines.setdefault("Features and structure", []).append(f"Secondary structure: {counted}.")
    return lines


def _feature_heading(type: str) -> str:
    if type in VARIANTS:
        return "Variants"
    if type in MODIFICATIONS:
        return "Post-translational modifications (PTM)"
    return "Isoforms" if type in ISOFORMS else "Features and structure"


def _feature(feature: Feature) -> str:
    """Return one line, such as "Variant p.R793M (p.Arg793Met), position 793: PARK8"."""
    names = unique((protein_change(feature), feature.hgvs))
    change = f" {names[0]}" if names else ""
    change += f" ({', '.join(names[1:])})" if len(names) > 1 else ""
    replaced = "" if names else _replacement(feature)
    details = "; ".join(
        filled(
            replaced,
            feature.description.rstrip("."),
            feature.significance,
            ", ".join(feature.cross_references),
            feature.id,
        )
    )
    details = " ".join(filled(details, evidence_note(feature.evidence, text=details)))
    comma = "," if change else ""
    type = "Variant" if feature.type == "Natural variant" else feature.type
    text = f"{type}{change}{comma} {_position(feature)}"
    return f"{text}: {details}" if details else text


def _replacement(feature: Feature) -> str:
    if feature.original and feature.variation:
        return f"{feature.original} -> {feature.variation}"
    is_change = feature.type in (*VARIANTS, *ISOFORMS)
    is_said = feature.description.lower().startswith("missing")
    return "Missing" if is_change and not is_said else ""


def _position(feature: Feature) -> str:
    if feature.start == feature.end:
        return f"position {feature.start}"
    return f"positions {feature.start}-{feature.end}"


# ------------------------------------------------------------------------------ other databases


def _write_cross_references(builder: DocumentBuilder, references: Sequence[CrossReference]) -> None:
    if references:
        builder.heading("Cross-references")
        add_lines(builder, _cross_reference_lines(references))


def _cross_reference_lines(references: Sequence[CrossReference]) -> Iterator[str]:
    by_database: dict[str, list[CrossReference]] = {}
    for reference in references:
        by_database.setdefault(reference.database, []).append(reference)
    for aspect, label in GO_ASPECTS.items():
        terms = [term for term in by_database.get("GO", ()) if term.note.startswith(f"{aspect}:")]
        if terms:
            yield f"{label}: {'; '.join(f'{term.note[2:]} ({term.id})' for term in terms)}"
    for database, found in by_database.items():
        if database != "GO":
            ids = unique(_cross_reference(reference) for reference in found)
            more = f" and {len(ids) - IDS_LISTED} more" if len(ids) > IDS_LISTED else ""
            yield f"{database}: {', '.join(ids[:IDS_LISTED])}{more}"


def _cross_reference(reference: CrossReference) -> str:
    has_note = reference.note not in ("", reference.id)
    return f"{reference.id} ({reference.note})" if has_note else reference.id
