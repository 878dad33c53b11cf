"""Read protein entries in UniProt's XML; a file may hold many.

What enters: a `uniprot` document. What leaves: one `Document` per `entry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import etree

from aliquot.parsing.files.xml import parse_xml
from aliquot.parsing.files.xml_fields import all_texts, attribute, find_all, find_first, text
from aliquot.parsing.uniprot.document import protein_documents
from aliquot.parsing.uniprot.record import (
    Comment,
    CrossReference,
    Disease,
    Feature,
    ProteinRecord,
    citation,
    feature_type,
    interaction,
    isoform,
    part_name,
    printed_place,
)
from aliquot.parsing.writing.lines import filled, unique
from aliquot.types import Document

__all__ = ["UniprotXmlParser"]

NAME_TAGS = ("recommendedName", "submittedName", "alternativeName")
SPECIAL_NAME_TAGS = ("allergenName", "biotechName", "cdAntigenName", "innName")
FRAGMENTS = {"single": "Fragment", "multiple": "Fragments"}
# Kinds of names of an organism beside the scientific one, as flat files order them.
ORGANISM_NOTES = ("common", "synonym")
# Properties of a cross-reference that say what the entry is.
NOTES = ("term", "type", "entry name", "pathway name", "method", "molecule type")
# Topics that XML names otherwise than flat files do.
TOPICS = {"ONLINE INFORMATION": "WEB RESOURCE", "ENZYME REGULATION": "ACTIVITY REGULATION"}
REVIEWED = {"Swiss-Prot": "reviewed (Swiss-Prot)", "TrEMBL": "unreviewed (TrEMBL)"}


class UniprotXmlParser:
    """Read UniProtKB XML."""

    name = "uniprot_xml"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read every entry of the file.

        Raises:
            ParseError: The file is damaged or holds no UniProt entry.
        """
        records = map(_read_entry, parse_xml(path).iter("{*}entry"))
        return protein_documents(
            records, path, layout="XML", parser=self.name, parser_version=self.version
        )


def _read_entry(entry: etree._Element) -> ProteinRecord:
    accessions = all_texts(entry, "accession")
    sequence = find_first(entry, "sequence")
    length, mass = attribute(sequence, "length"), attribute(sequence, "mass")
    comments = list(find_all(entry, "comment"))
    sources = dict(map(_source, find_all(entry, "evidence")))
    return ProteinRecord(
        accession="".join(accessions[:1]),
        secondary_accessions=accessions[1:],
        entry_name=text(entry, "name"),
        reviewed=REVIEWED.get(attribute(entry, "dataset"), attribute(entry, "dataset")),
        protein_names=unique(
            name for protein in find_all(entry, "protein") for name in _names(protein)
        ),
        components=_parts(entry, "protein/component"),
        domains=_parts(entry, "protein/domain"),
        flags=_flags(sequence),
        genes=all_texts(entry, "gene/name"),
        organism="".join(_organism_names(entry, "scientific")[:1]),
        organism_notes=unique(
            name for kind in ORGANISM_NOTES for name in _organism_names(entry, kind)
        ),
        taxon=attribute(find_first(entry, "organism/dbReference"), "id"),
        length=int(length) if length.isdecimal() else None,
        mass=int(mass) if mass.isdecimal() else None,
        existence=attribute(find_first(entry, "proteinExistence"), "type").capitalize(),
        version=attribute(entry, "version"),
        updated=attribute(entry, "modified"),
        keywords=all_texts(entry, "keyword"),
        comments=tuple(_comments(comments, sources)),
        diseases=tuple(
            _disease(part, sources) for part in comments if find_first(part, "disease") is not None
        ),
        features=tuple(_feature(part, sources) for part in find_all(entry, "feature")),
        cross_references=tuple(map(_cross_reference, find_all(entry, "dbReference"))),
        publications=unique(map(_publication, find_all(entry, "reference"))),
    )


def _names(protein: etree._Element) -> Iterator[str]:
    """Yield the names of a protein, or of a part of one."""
    for tag in NAME_TAGS:
        for name in find_all(protein, tag):
            yield from all_texts(name, "fullName")
            yield from all_texts(name, "shortName")
            yield from (f"EC {number}" for number in all_texts(name, "ecNumber"))
    for tag in SPECIAL_NAME_TAGS:
        yield from all_texts(protein, tag)


def _parts(entry: etree._Element, path: str) -> tuple[str, ...]:
    return unique(part_name(_names(part)) for part in find_all(entry, path))


def _flags(sequence: etree._Element | None) -> tuple[str, ...]:
    precursor = "Precursor" if attribute(sequence, "precursor") == "true" else ""
    return filled(precursor, FRAGMENTS.get(attribute(sequence, "fragment"), ""))


def _organism_names(entry: etree._Element, kind: str) -> list[str]:
    names = find_all(entry, "organism/name")
    return [text(name) for name in names if attribute(name, "type") == kind]


def _source(evidence: etree._Element) -> tuple[str, str]:
    """Return the key of an evidence, and what it says as flat files write it."""
    reference = find_first(evidence, "source/dbReference")
    source = ":".join(filled(attribute(reference, "type"), attribute(reference, "id")))
    return attribute(evidence, "key"), "|".join(filled(attribute(evidence, "type"), source))


def _evidence(element: etree._Element, sources: Mapping[str, str]) -> tuple[str, ...]:
    """Return the evidence that an element or a part of it refers to, each once."""
    keys = (key for part in element.iter() for key in attribute(part, "evidence").split())
    return tuple(dict.fromkeys(sources[key] for key in keys if key in sources))


def _comments(comments: list[etree._Element], sources: Mapping[str, str]) -> Iterator[Comment]:
    for comment in comments:
        topic = attribute(comment, "type").upper()
        body = _comment_text(comment)
        if body and find_first(comment, "disease") is None:
            yield Comment(
                topic=TOPICS.get(topic, topic), text=body, evidence=_evidence(comment, sources)
            )


def _comment_text(comment: etree._Element) -> str:
    molecule = text(comment, "molecule")
    values = (
        f"[{molecule}]" if molecule else "",
        attribute(comment, "name"),
        *(_location(part) for part in find_all(comment, "subcellularLocation")),
        *(text(part, "text") for part in find_all(comment, "reaction")),
        *(text(part, "name") for part in find_all(comment, "cofactor")),
        _interaction(comment),
        *(_isoform(part) for part in find_all(comment, "isoform")),
        *_texts(comment),
        *(attribute(link, "uri") for link in find_all(comment, "link")),
    )
    return " ".join(filled(*values)).replace("Note=", "Note: ")


def _texts(comment: etree._Element) -> Iterator[str]:
    status = attribute(comment, "status")
    for said_text in all_texts(comment, "text"):
        is_note = find_first(comment, "subcellularLocation") is not None
        said = f"Note: {said_text}" if is_note else said_text
        yield f"{said.rstrip('.')} ({status.capitalize()})." if status else said


def _location(part: etree._Element) -> str:
    tags = ("location", "topology", "orientation")
    return "; ".join(name for tag in tags for name in all_texts(part, tag)) + "."


def _interaction(comment: etree._Element) -> str:
    partners = list(find_all(comment, "interactant"))
    if len(partners) < 2:
        return ""
    partner = partners[1]
    return interaction(text(partner, "label"), text(partner, "id"), text(comment, "experiments"))


def _isoform(part: etree._Element) -> str:
    note = text(part, "note") or text(part, "text")
    return isoform(all_texts(part, "name"), all_texts(part, "id"), note)


def _disease(comment: etree._Element, sources: Mapping[str, str]) -> Disease:
    disease = find_first(comment, "disease")
    reference = None if disease is None else find_first(disease, "dbReference")
    is_mim = attribute(reference, "type") == "MIM"
    return Disease(
        name=text(disease, "name"),
        acronym=text(disease, "acronym"),
        mim=attribute(reference, "id") if is_mim else "",
        description=text(disease, "description"),
        note=text(comment, "text"),
        evidence=_evidence(comment, sources),
    )


def _feature(feature: etree._Element, sources: Mapping[str, str]) -> Feature:
    place = find_first(feature, "location")
    start = end = "?"
    if place is not None:
        position = attribute(find_first(place, "position"), "position")
        start = position or _position(find_first(place, "begin"))
        end = position or _position(find_first(place, "end"))
    return Feature(
        type=feature_type(attribute(feature, "type")),
        start=start,
        end=end,
        description=_description(feature),
        id=attribute(feature, "id"),
        original=text(feature, "original"),
        variation="/".join(all_texts(feature, "variation")),
        evidence=_evidence(feature, sources),
    )


def _position(end: etree._Element | None) -> str:
    """Return where a feature begins or ends, with the mark of flat files where it is unsure."""
    unsure = "?" if attribute(end, "status") == "uncertain" else ""
    return f"{unsure}{attribute(end, 'position')}" or "?"


def _description(feature: etree._Element) -> str:
    """Return the description with its ligand; before 2014 evidence was a word beside it."""
    said = " ".join(filled(attribute(feature, "description").rstrip("."), _ligand(feature)))
    status = attribute(feature, "status").capitalize()
    return f"{said} ({status})" if said and status else said or status


def _ligand(feature: etree._Element) -> str:
    return " ".join(all_texts(feature, "ligand/name"))


def _cross_reference(reference: etree._Element) -> CrossReference:
    properties = {
        attribute(part, "type"): attribute(part, "value")
        for part in find_all(reference, "property")
    }
    return CrossReference(
        database=attribute(reference, "type"),
        id=attribute(reference, "id"),
        note=", ".join(filled(*(properties.get(key, "") for key in NOTES))),
    )


def _publication(reference: etree._Element) -> str:
    cited = find_first(reference, "citation")
    if cited is None:
        return ""
    authors = [
        attribute(author, "name")
        for kind in ("person", "consortium")
        for author in find_all(cited, f"authorList/{kind}")
    ]
    place = printed_place(
        attribute(cited, "name"),
        volume=attribute(cited, "volume"),
        pages=filled(attribute(cited, "first"), attribute(cited, "last")),
        date=attribute(cited, "date"),
        database=attribute(cited, "db"),
    )
    references = find_all(cited, "dbReference")
    ids = [f"{attribute(part, 'type')}:{attribute(part, 'id')}" for part in references]
    return citation(authors, text(cited, "title"), place, ids)
