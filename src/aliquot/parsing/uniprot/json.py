"""Read protein entries in UniProt's JSON: whole ones, and any part of one.

What enters: a file with one entry, a list of entries, or a search result. What leaves: one
`Document` per entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot.parsing.files.json_fields import Node, node, nodes, read_records, text, texts, whole
from aliquot.parsing.uniprot.document import protein_documents
from aliquot.parsing.uniprot.evidence import without_evidence
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
    sequence_flags,
)
from aliquot.parsing.writing.lines import filled, unique
from aliquot.types import Document

__all__ = ["UniprotJsonParser"]

SPECIAL_NAMES = ("allergenName", "biotechName", "cdAntigenNames", "innNames")
GENE_PARTS = ("geneName", "synonyms", "orderedLocusNames", "orfNames")
# Properties of a cross-reference that say what the entry is.
NOTES = ("GoTerm", "EntryName", "PathwayName", "Method", "MoleculeType", "phenotype")


class UniprotJsonParser:
    """Read UniProtKB JSON."""

    name = "uniprot_json"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read every entry of the file.

        Raises:
            ParseError: The file is damaged or holds no UniProt entry.
        """
        records = map(_read_entry, _entries(read_records(path)))
        return protein_documents(
            records, path, layout="JSON", parser=self.name, parser_version=self.version
        )


def _entries(value: Any) -> Iterator[Node]:
    if isinstance(value, list):
        for part in value:
            yield from _entries(part)
    elif isinstance(value, dict) and value.get("primaryAccession"):
        yield value
    elif isinstance(value, dict) and isinstance(value.get("results"), list):
        yield from _entries(value["results"])


def _read_entry(entry: Node) -> ProteinRecord:
    audit = node(entry, "entryAudit")
    comments = nodes(entry, "comments")
    return ProteinRecord(
        accession=text(entry, "primaryAccession"),
        secondary_accessions=tuple(texts(entry, "secondaryAccessions")),
        entry_name=text(entry, "uniProtkbId"),
        reviewed=text(entry, "entryType").removeprefix("UniProtKB "),
        protein_names=unique(_names(node(entry, "proteinDescription"))),
        components=_parts(nodes(entry, "proteinDescription", "contains")),
        domains=_parts(nodes(entry, "proteinDescription", "includes")),
        flags=sequence_flags(text(entry, "proteinDescription", "flag")),
        genes=unique(_gene_names(entry)),
        organism=text(entry, "organism", "scientificName"),
        organism_notes=unique(
            (text(entry, "organism", "commonName"), *texts(entry, "organism", "synonyms"))
        ),
        taxon=text(entry, "organism", "taxonId"),
        length=whole(entry, "sequence", "length"),
        mass=whole(entry, "sequence", "molWeight"),
        existence=text(entry, "proteinExistence").rpartition(": ")[2],
        version=text(audit, "entryVersion"),
        updated=text(audit, "lastAnnotationUpdateDate"),
        keywords=unique(text(keyword, "name") for keyword in nodes(entry, "keywords")),
        comments=tuple(_comments(comments)),
        diseases=tuple(_disease(part) for part in comments if node(part, "disease")),
        features=tuple(map(_feature, nodes(entry, "features"))),
        cross_references=tuple(map(_cross_reference, nodes(entry, "uniProtKBCrossReferences"))),
        publications=unique(map(_publication, nodes(entry, "references"))),
        warnings=tuple(_missing_parts(entry)),
    )


def _missing_parts(entry: Node) -> Iterator[str]:
    """Warn where a trimmed file says how many variants the whole entry has."""
    total, kept = whole(entry, "nNaturalVariantsInSource"), nodes(entry, "features")
    variants = sum(feature_type(text(part, "type")) == "Natural variant" for part in kept)
    if total is not None and total > variants:
        yield f"The file holds {variants} of the entry's {total} natural variants."


def _names(description: Node) -> Iterator[str]:
    """Yield the names of a protein, or of a part of one."""
    names = [node(description, "recommendedName")]
    names += nodes(description, "submissionNames") + nodes(description, "alternativeNames")
    for name in names:
        yield text(name, "fullName", "value")
        yield from (text(part, "value") for part in nodes(name, "shortNames"))
        yield from (f"EC {text(part, 'value')}" for part in nodes(name, "ecNumbers"))
    for key in SPECIAL_NAMES:
        for name in (node(description, key), *nodes(description, key)):
            yield text(name, "value")


def _parts(parts: list[Node]) -> tuple[str, ...]:
    return unique(part_name(_names(part)) for part in parts)


def _gene_names(entry: Node) -> Iterator[str]:
    for gene in nodes(entry, "genes"):
        for key in GENE_PARTS:
            for name in (node(gene, key), *nodes(gene, key)):
                yield text(name, "value")


def _comments(comments: list[Node]) -> Iterator[Comment]:
    for comment in comments:
        body = _comment_text(comment)
        if body:
            topic = text(comment, "commentType").upper()
            yield Comment(topic=topic, text=body, evidence=_evidence(comment))


def _comment_text(comment: Node) -> str:
    values = [text(part, "value") for part in nodes(comment, "texts")]
    values += [_location(part) for part in nodes(comment, "subcellularLocations")]
    values += [_interaction(part) for part in nodes(comment, "interactions")]
    values += [_isoform(part) for part in nodes(comment, "isoforms")]
    values += [text(part, "name") for part in nodes(comment, "cofactors")]
    values.append(text(comment, "reaction", "name"))
    note = " ".join(text(part, "value") for part in nodes(comment, "note", "texts"))
    if not node(comment, "disease"):
        values.append(f"Note: {note}" if note and nodes(comment, "subcellularLocations") else note)
    molecule = text(comment, "molecule")
    body = " ".join(filled(*map(without_evidence, values)))
    return f"[{molecule}] {body}" if molecule and body else body


def _location(part: Node) -> str:
    names = (text(part, key, "value") for key in ("location", "topology", "orientation"))
    return "; ".join(filled(*names)) + "."


def _interaction(part: Node) -> str:
    partner = node(part, "interactantTwo")
    accession = text(partner, "uniProtKBAccession")
    return interaction(text(partner, "geneName"), accession, text(part, "numberOfExperiments"))


def _isoform(part: Node) -> str:
    names = (text(part, "name", "value"), *(text(o, "value") for o in nodes(part, "synonyms")))
    note = " ".join(text(one, "value") for one in nodes(part, "note", "texts"))
    return isoform(filled(*names), texts(part, "isoformIds"), note)


def _disease(comment: Node) -> Disease:
    disease = node(comment, "disease")
    reference = node(disease, "diseaseCrossReference")
    return Disease(
        name=text(disease, "diseaseId"),
        acronym=text(disease, "acronym"),
        mim=text(reference, "id") if text(reference, "database") == "MIM" else "",
        description=without_evidence(text(disease, "description")),
        note=" ".join(text(part, "value") for part in nodes(comment, "note", "texts")),
        keywords=text(disease, "keywords"),
        evidence=_evidence(comment),
    )


def _feature(feature: Node) -> Feature:
    change = node(feature, "alternativeSequence")
    return Feature(
        type=feature_type(text(feature, "type")),
        start=text(feature, "location", "start", "value") or "?",
        end=text(feature, "location", "end", "value") or "?",
        description=without_evidence(text(feature, "description")),
        id=text(feature, "featureId"),
        original=text(change, "originalSequence"),
        variation="/".join(texts(change, "alternativeSequences")),
        hgvs=text(feature, "hgvs"),
        significance=text(feature, "clinicalSignificance"),
        cross_references=unique(
            ":".join(filled(text(part, "database"), text(part, "id")))
            for part in nodes(feature, "featureCrossReferences")
        ),
        evidence=_evidence(feature),
    )


def _evidence(value: Any) -> tuple[str, ...]:
    """Return the evidence anywhere inside a part, each once, as flat files write it."""
    if isinstance(value, list):
        return tuple(dict.fromkeys(one for part in value for one in _evidence(part)))
    if not isinstance(value, dict):
        return ()
    own = []
    for part in nodes(value, "evidences"):
        source = ":".join(filled(text(part, "source"), text(part, "id")))
        own.append("|".join(filled(text(part, "evidenceCode"), source)))
    inner = _evidence([part for key, part in value.items() if key != "evidences"])
    return tuple(dict.fromkeys((*filled(*own), *inner)))


def _cross_reference(reference: Node) -> CrossReference:
    properties = {text(part, "key"): text(part, "value") for part in nodes(reference, "properties")}
    return CrossReference(
        database=text(reference, "database"),
        id=text(reference, "id"),
        note=", ".join(filled(*(properties.get(key, "").strip("-") for key in NOTES))),
    )


def _publication(reference: Node) -> str:
    cited = node(reference, "citation")
    authors = [*texts(cited, "authors"), *texts(cited, "authoringGroup")]
    place = printed_place(
        text(cited, "journal"),
        volume=text(cited, "volume"),
        pages=filled(text(cited, "firstPage"), text(cited, "lastPage")),
        date=text(cited, "publicationDate"),
        database=text(cited, "submissionDatabase"),
    )
    references = nodes(cited, "citationCrossReferences")
    ids = [f"{text(part, 'database')}:{text(part, 'id')}" for part in references]
    return citation(authors, text(cited, "title"), place, ids)
