"""One neutral record for a protein entry, whatever layout UniProt gave it in.

What enters: field values as the readers of the flat, XML and JSON layouts found them. What leaves:
a `ProteinRecord`, which `document.py` writes out as a `Document`. Names of topics and
feature types differ between the layouts; the tables here bring them together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.parsing.writing.lines import unique

__all__ = [
    "Comment",
    "CrossReference",
    "Disease",
    "Feature",
    "ProteinRecord",
    "citation",
    "feature_type",
    "interaction",
    "isoform",
    "part_name",
    "printed_place",
    "protein_change",
    "sequence_flags",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A paragraph of an entry; `topic` in capitals, `evidence` as in flat files."""

    topic: str
    text: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Disease:
    """A disease the protein is involved in; `mim` is the number alone."""

    name: str
    acronym: str = ""
    mim: str = ""
    description: str = ""
    note: str = ""
    keywords: str = ""
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A stretch of the sequence with a meaning; positions are 1-based, as printed.

    Attributes:
        type: A name of `FEATURE_TYPES`, such as "Natural variant".
        original: Residues replaced, for variants and mutations.
        variation: Residues put in their place; empty for a deletion.
    """

    type: str
    start: str
    end: str
    description: str = ""
    id: str = ""
    original: str = ""
    variation: str = ""
    hgvs: str = ""
    significance: str = ""
    cross_references: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossReference:
    """An entry of another database."""

    database: str
    id: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProteinRecord:
    """What UniProt knows of one protein.

    Attributes:
        identity_line: The ID line of a flat file as it stands.
        components: What the protein is cut into, each with its other names.
        domains: What is fused in it and has names of its own, such as two enzymes.
        flags: Whether the sequence is a precursor or a fragment.
        genes: Symbol first, then synonyms and locus names.
        organism: Scientific name.
        organism_notes: Common name, strain, other scientific names.
        updated: Date of the last change of the entry, ISO.
        warnings: What the reader dropped or doubted.
    """

    accession: str
    secondary_accessions: tuple[str, ...] = ()
    entry_name: str = ""
    identity_line: str = ""
    reviewed: str = ""
    protein_names: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    genes: tuple[str, ...] = ()
    organism: str = ""
    organism_notes: tuple[str, ...] = ()
    taxon: str = ""
    length: int | None = None
    mass: int | None = None
    existence: str = ""
    version: str = ""
    updated: str = ""
    keywords: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    diseases: tuple[Disease, ...] = ()
    features: tuple[Feature, ...] = ()
    cross_references: tuple[CrossReference, ...] = ()
    publications: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


# Flat-file key -> name in XML (without case) and JSON.
# Source: UniProt user manual, "Feature keys"; the last four were renamed in 2022.
FEATURE_TYPES: Mapping[str, str] = {
    "ACT_SITE": "Active site",
    "BINDING": "Binding site",
    "CARBOHYD": "Glycosylation",
    "CHAIN": "Chain",
    "COILED": "Coiled coil",
    "COMPBIAS": "Compositional bias",
    "CONFLICT": "Sequence conflict",
    "CROSSLNK": "Cross-link",
    "DISULFID": "Disulfide bond",
    "DNA_BIND": "DNA binding",
    "DOMAIN": "Domain",
    "HELIX": "Helix",
    "INIT_MET": "Initiator methionine",
    "INTRAMEM": "Intramembrane",
    "LIPID": "Lipidation",
    "MOD_RES": "Modified residue",
    "MOTIF": "Motif",
    "MUTAGEN": "Mutagenesis",
    "NON_CONS": "Non-adjacent residues",
    "NON_STD": "Non-standard residue",
    "NON_TER": "Non-terminal residue",
    "PEPTIDE": "Peptide",
    "PROPEP": "Propeptide",
    "REGION": "Region",
    "REPEAT": "Repeat",
    "SIGNAL": "Signal peptide",
    "SITE": "Site",
    "STRAND": "Beta strand",
    "TOPO_DOM": "Topological domain",
    "TRANSIT": "Transit peptide",
    "TRANSMEM": "Transmembrane",
    "TURN": "Turn",
    "UNSURE": "Sequence uncertainty",
    "VAR_SEQ": "Alternative sequence",
    "VARIANT": "Natural variant",
    "ZN_FING": "Zinc finger",
    "CA_BIND": "Calcium binding",
    "METAL": "Metal binding",
    "NP_BIND": "Nucleotide binding",
}
# Names of the XML and older JSON layouts that are none of the above.
OTHER_NAMES: Mapping[str, str] = {
    "calcium-binding region": "Calcium binding",
    "coiled-coil region": "Coiled coil",
    "compositionally biased region": "Compositional bias",
    "dna-binding region": "DNA binding",
    "glycosylation site": "Glycosylation",
    "intramembrane region": "Intramembrane",
    "lipid moiety-binding region": "Lipidation",
    "metal ion-binding site": "Metal binding",
    "mutagenesis site": "Mutagenesis",
    "non-consecutive residues": "Non-adjacent residues",
    "non-standard amino acid": "Non-standard residue",
    "nucleotide phosphate-binding region": "Nucleotide binding",
    "region of interest": "Region",
    "sequence variant": "Natural variant",
    "short sequence motif": "Motif",
    "signal peptide": "Signal peptide",
    "site": "Site",
    "splice variant": "Alternative sequence",
    "strand": "Beta strand",
    "topological domain": "Topological domain",
    "transmembrane region": "Transmembrane",
    "unsure residue": "Sequence uncertainty",
    "zinc finger region": "Zinc finger",
}
BY_LOWER_NAME = {name.lower(): name for name in FEATURE_TYPES.values()} | dict(OTHER_NAMES)

# What the sequence of an entry may be other than the ripe protein, whole.
SEQUENCE_FLAG = re.compile(r"\bPrecursor\b|\bFragments?\b")
AUTHORS_NAMED = 3


def feature_type(name: str) -> str:
    """Return the one name used here for a feature type of any layout."""
    return FEATURE_TYPES.get(name) or BY_LOWER_NAME.get(name.lower()) or name.capitalize()


def protein_change(feature: Feature) -> str:
    """Write a variant the way people do: `p.R175H`; empty where it cannot be derived.

    Only the replacement of one residue by one, or its deletion, has an unambiguous short name.
    """
    is_single = feature.start == feature.end and len(feature.original) == 1
    if not is_single or not feature.start.isdecimal() or len(feature.variation) > 1:
        return ""
    return f"p.{feature.original}{feature.start}{feature.variation or 'del'}"


def part_name(names: Iterable[str]) -> str:
    """Write the names of a part of a protein: "Granulin-1 (Granulin G)"."""
    first, *others = unique(names) or ("",)
    return f"{first} ({'; '.join(others)})" if others else first


def sequence_flags(text: str) -> tuple[str, ...]:
    """Return the flags that a list of them names, however it is written."""
    return unique(SEQUENCE_FLAG.findall(text))


def interaction(gene: str, accession: str, experiments: str) -> str:
    """Write a binary interaction as a sentence."""
    plural = "" if experiments == "1" else "s"
    return f"Interacts with {gene or accession} ({accession}; {experiments} experiment{plural})."


def isoform(names: Sequence[str], ids: Sequence[str], note: str = "") -> str:
    """Write a product of alternative splicing: "Isoform 2, Short: P12345-2."."""
    text = f"Isoform {', '.join(names)}: {', '.join(ids)}."
    return f"{text} {note}".rstrip() if names else ""


def printed_place(
    journal: str, *, volume: str, pages: Sequence[str], date: str, database: str
) -> str:
    """Write where something was published: "J. Biol. Chem. 266:2772-2777(1991)".

    Args:
        journal: Its name; empty for what was only submitted.
        volume: Volume.
        pages: First and last page, as far as known.
        date: Year, or year and month.
        database: Where it was submitted to.
    """
    if not journal:
        return f"Submitted ({date}) to the {database}" if database else date
    span = "-".join(dict.fromkeys(pages))
    place = ":".join(part for part in (volume, span) if part)
    return f"{journal} {place}({date})" if place else f"{journal} {date}".strip()


def citation(authors: Sequence[str], title: str, place: str, ids: Sequence[str]) -> str:
    """Write a reference on one line: `A, B, C et al. Title. Journal 2003. PubMed:123`."""
    named = ", ".join(authors[:AUTHORS_NAMED])
    named += " et al" if len(authors) > AUTHORS_NAMED else ""
    parts = (named, title.strip().strip('"'), place, ", ".join(ids))
    return ". ".join(text for part in parts if (text := part.strip().rstrip(".")))
