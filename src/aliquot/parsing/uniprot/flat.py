"""Read protein entries in UniProt's flat files, of any release since the 1990s.

What enters: a text file of one or more entries, each closed by `//`. What leaves: one `Document`
per entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.files.flat import flat_records, join_wrapped
from aliquot.parsing.uniprot.document import protein_documents
from aliquot.parsing.uniprot.evidence import evidence_of, without_evidence
from aliquot.parsing.uniprot.flat_features import read_features
from aliquot.parsing.uniprot.record import (
    Comment,
    CrossReference,
    Disease,
    ProteinRecord,
    citation,
    interaction,
    isoform,
    part_name,
    sequence_flags,
)
from aliquot.parsing.writing.lines import filled, unique
from aliquot.types import Document

__all__ = ["UniprotFlatParser"]

LENGTH = re.compile(r"(\d+)\s+AA\b")
MASS = re.compile(r"(\d+)\s+MW\b")
VERSION = re.compile(r"entry version (\d+)", re.I)
DATE = re.compile(r"\d{2}-[A-Z]{3}-\d{4}")
TAXON = re.compile(r"NCBI_TaxID=(\d+)")
# `RecName: Full=Claudin-1;`, `Short=PEPI;`, `EC=3.6.5.2;`
NAME_PART = re.compile(
    r"\b(?P<kind>Full|Short|EC|INN|CD_antigen|Allergen|Biotech)=(?P<name>.*?)\s*(?:;|$)"
)
# Before 2008: `Proto-oncogene protein c-fos (Cellular oncogene fos) (G0/G1 ...).`
OLD_NAME = re.compile(r"^(?P<first>.*?)(?P<others>(?:\s\([^()]*\))*)\.?$")
# What a protein is cut into, and what is fused in it: each has a paragraph of names.
PART_HEAD = re.compile(r"^(?P<kind>Contains|Includes):")
FLAGS = "Flags"
# Before 2008: `[Contains: Granulin-1 (Granulin G); Granulin-2]`.
OLD_PARTS = re.compile(r"\s*\[(?P<kind>Contains|Includes): (?P<names>[^\[\]]*)\]", re.I)
OWN_NAMES = "Own"
GENE_PART = re.compile(r"\b(?:Name|Synonyms|OrderedLocusNames|ORFNames)=(?P<names>.*?)\s*(?:;|$)")
# Name (acronym) [MIM:number]: description
DISEASE = re.compile(
    r"^(?P<name>[^\[\]]+?) \((?P<acronym>[^()\s]+)\) \[MIM:(?P<mim>\d+)\]: (?P<rest>.*)$", re.S
)
# `Name=Beta; Synonyms=B; IsoId=P49023-1; Sequence=Displayed; Note=No experimental ...;`
PART = re.compile(r"\b(Name|Synonyms|IsoId|Note)=\s*(.*?)\s*(?:;|$)")
COMMENT = re.compile(r"\bComment=(.*?);?\s*$")
ASSIGNMENT = re.compile(r"\b(Note|Event|Named isoforms|Name|IsoId|Sequence|Comment|Xref)=")
INTERACTION = re.compile(
    r"(?:[\w-]+;\s*)?(?P<id>[\w-]+):\s?(?P<gene>[^;]+);.*?NbExp=(?P<count>\d+)"
)


class UniprotFlatParser:
    """Read UniProtKB flat files."""

    name = "uniprot_flat"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read every entry of the file.

        Raises:
            ParseError: The file holds no UniProt entry.
        """
        records = map(_read_entry, flat_records(read_text(path)))
        return protein_documents(
            records, path, layout="text", parser=self.name, parser_version=self.version
        )


def _read_entry(lines: Sequence[str]) -> ProteinRecord:
    by_code: dict[str, list[str]] = {}
    for line in lines:
        by_code.setdefault(line[:2], []).append(line[5:])
    identity = "".join(by_code.get("ID", ())[:1])
    accessions = unique(" ".join(by_code.get("AC", ())).split(";"))
    comments = [*_comments(by_code.get("CC", ()))]
    diseases = tuple(disease for part in comments if (disease := _disease(part)))
    organism, organism_notes = _organism(by_code.get("OS", ()))
    names = _names(by_code.get("DE", ()))
    return ProteinRecord(
        accession="".join(accessions[:1]),
        secondary_accessions=accessions[1:],
        entry_name="".join(identity.split()[:1]),
        identity_line=f"ID   {identity}" if identity else "",
        reviewed=_status(identity),
        protein_names=unique(names.get(OWN_NAMES, ())),
        components=unique(names.get("Contains", ())),
        domains=unique(names.get("Includes", ())),
        flags=unique(names.get(FLAGS, ())),
        genes=unique(_genes(by_code.get("GN", ()))),
        organism=organism,
        organism_notes=organism_notes,
        taxon=_first(TAXON, by_code.get("OX", ())),
        length=_number(LENGTH, by_code, "ID", "SQ"),
        mass=_number(MASS, by_code, "SQ"),
        existence=_existence(by_code.get("PE", ())),
        version=_first(VERSION, reversed(by_code.get("DT", []))),
        updated=_iso(_first(DATE, reversed(by_code.get("DT", [])))),
        keywords=_keywords(by_code.get("KW", ())),
        comments=tuple(part for part in comments if _disease(part) is None),
        diseases=diseases,
        features=tuple(read_features(by_code.get("FT", ()))),
        cross_references=tuple(_cross_references(by_code.get("DR", ()))),
        publications=tuple(_publications(lines)),
        warnings=() if "//" in by_code else ("The entry is cut short: it has no // at its end.",),
    )


def _first(pattern: re.Pattern[str], lines: Iterable[str]) -> str:
    matches = (pattern.search(line) for line in lines)
    return next((match[match.re.groups] for match in matches if match), "")


def _iso(date: str) -> str:
    """Return "2010-01-19" for "19-JAN-2010", as the other layouts write it."""
    try:
        return datetime.strptime(date, "%d-%b-%Y").date().isoformat()
    except ValueError:
        return date


def _number(pattern: re.Pattern[str], by_code: dict[str, list[str]], *codes: str) -> int | None:
    found = _first(pattern, (line for code in codes for line in by_code.get(code, ())))
    return int(found) if found else None


def _status(identity: str) -> str:
    for word in ("Unreviewed", "Reviewed"):
        if word in identity:
            database = "TrEMBL" if word == "Unreviewed" else "Swiss-Prot"
            return f"{word.lower()} ({database})"
    return ""


def _existence(lines: Sequence[str]) -> str:
    return join_wrapped(lines).partition(":")[2].strip(" ;")


def _keywords(lines: Sequence[str]) -> tuple[str, ...]:
    return unique(without_evidence(join_wrapped(lines)).rstrip(".").split(";"))


def _names(lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the protein's own names, its parts ("Contains", "Includes") and its flags."""
    own, flags, parts = list[str](), list[str](), list[tuple[str, list[str]]]()
    for line in lines:
        if head := PART_HEAD.match(line):
            parts.append((head["kind"], []))
        elif line.startswith(f"{FLAGS}:"):
            flags += sequence_flags(line)
        else:
            (parts[-1][1] if parts else own).append(line)
    text = without_evidence(join_wrapped(own))
    is_new = "=" in text
    names = {OWN_NAMES: [*_stated_names(text)], FLAGS: flags} if is_new else _old_names(text)
    for kind, group in parts:
        stated = _stated_names(without_evidence(join_wrapped(group)))
        names.setdefault(kind, []).append(part_name(stated))
    return names


def _stated_names(text: str) -> Iterator[str]:
    for match in NAME_PART.finditer(text):
        yield f"EC {match['name']}" if match["kind"] == "EC" else match["name"]


def _old_names(text: str) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for parts in OLD_PARTS.finditer(text):
        names.setdefault(parts["kind"].capitalize(), []).extend(parts["names"].split("; "))
    if own := OLD_NAME.match(OLD_PARTS.sub("", text)):
        others = re.findall(r"\(([^()]*)\)", own["others"])
        names[FLAGS] = [other for other in others if sequence_flags(other) == (other,)]
        names[OWN_NAMES] = [own["first"], *(name for name in others if name not in names[FLAGS])]
    return names


def _genes(lines: Sequence[str]) -> Iterator[str]:
    text = without_evidence(join_wrapped(lines))
    if "=" not in text:
        # Before 2005: `GNAT3 OR GUST.`
        yield from re.split(r"\s+(?:OR|AND)\s+", text.rstrip("."))
    for match in GENE_PART.finditer(text):
        yield from match["names"].split(",")


def _organism(lines: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Split "Homo sapiens (Human)." into the name and what is in parentheses."""
    name, _, notes = join_wrapped(lines).rstrip(".").partition(" (")
    return name, unique(notes.removesuffix(")").split(") ("))


# ------------------------------------------------------------------------------ comments


def _comments(lines: Sequence[str]) -> Iterator[Comment]:
    topic, body = "", list[str]()
    for line in lines:
        if line.startswith("---"):
            break
        if line.startswith("-!-"):
            if topic:
                yield _comment(topic, body)
            topic, _, first = line[3:].strip().partition(":")
            body = [first.strip()]
        else:
            body.append(line.strip())
    if topic:
        yield _comment(topic, body)


def _comment(topic: str, lines: Sequence[str]) -> Comment:
    whole = join_wrapped(lines)
    if topic == "INTERACTION":
        text = " ".join(filter(None, map(_interaction, lines)))
    elif topic == "ALTERNATIVE PRODUCTS" and "IsoId=" in whole:
        text = _isoforms(without_evidence(whole))
    else:
        # `Note=The disease ...`, `Reaction=...; EC=...;`
        text = ASSIGNMENT.sub(r"\1: ", without_evidence(whole))
    return Comment(topic=topic, text=text, evidence=evidence_of(whole))


def _isoforms(text: str) -> str:
    """Return "Isoform Beta: P49023-1. Isoform Alpha: P49023-2." and the comment on all."""
    head, *parts = re.split(r"(?:^|\s)Name=", text)
    values = [dict(PART.findall(f"Name={part}")) for part in parts]
    comment = COMMENT.search(head)
    written = (
        isoform(
            (found.get("Name", ""), *filled(*found.get("Synonyms", "").split(", "))),
            (found.get("IsoId", ""),),
            found.get("Note", "").strip(),
        )
        for found in values
    )
    return " ".join(filled(*written, comment[1].strip() if comment else ""))


def _interaction(line: str) -> str:
    match = INTERACTION.match(line)
    if not match:
        return line
    gene = match["gene"].removesuffix("-").strip()
    return interaction(gene, match["id"], match["count"])


def _disease(comment: Comment) -> Disease | None:
    match = DISEASE.match(comment.text) if comment.topic == "DISEASE" else None
    if not match:
        return None
    return Disease(
        name=match["name"],
        acronym=match["acronym"],
        mim=match["mim"],
        description=match["rest"],
        evidence=comment.evidence,
    )


# ------------------------------------------------------------------------------ references


def _cross_references(lines: Sequence[str]) -> Iterator[CrossReference]:
    for line in lines:
        parts = [part.strip() for part in line.rstrip(".").split(";")]
        if len(parts) < 2:
            continue
        database, id, *rest = parts
        wanted = (
            rest[:1] if database in ("GO", "InterPro", "Pfam", "MIM", "PDB", "Reactome") else []
        )
        note = ", ".join(filled(*(part.strip("-") for part in wanted)))
        yield CrossReference(database=database, id=id, note=note)


def _publications(lines: Sequence[str]) -> Iterator[str]:
    reference: dict[str, list[str]] = {}
    for line in lines:
        code = line[:2]
        if code == "RN" and reference:
            yield _publication(reference)
            reference = {}
        if code.startswith("R"):
            reference.setdefault(code, []).append(line[5:])
    if reference:
        yield _publication(reference)


def _publication(reference: dict[str, list[str]]) -> str:
    def joined(code: str) -> str:
        return join_wrapped(reference.get(code, ())).strip(" ;")

    authors = unique((joined("RA") or joined("RG")).split(","))
    ids = unique(joined("RX").replace("=", ":").split(";"))
    return citation(authors, joined("RT").rstrip(";"), joined("RL"), ids)
