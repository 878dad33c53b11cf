"""Signs in records of databases and bibliographies: tags and columns that nothing else has."""

from __future__ import annotations

import re

from aliquot.parsing.signs.text import Text

__all__ = [
    "is_bibtex",
    "is_embl",
    "is_fasta",
    "is_genbank",
    "is_gtf",
    "is_medline",
    "is_reads",
    "is_ris",
    "is_uniprot",
]

# Entries of UniProt state their length in residues; EMBL's, which look alike, in base pairs.
UNIPROT = re.compile(r"\s*ID   \S+\s+\w+;\s+(?:PRT;\s+)?\d+ AA\.")
GENBANK = re.compile(r"\s*(?:.*\n){0,10}?LOCUS {2,}\S+\s+\d+ (?:bp|aa)\b", re.I)
EMBL = re.compile(r"\s*ID {3}[^;\s]+(?:;.*| .*)?\d+ BP\.\s*\n", re.I)
# A header, and a line of letters of sequence alone under it; prose quotes with ">" as well.
FASTA = re.compile(r"\s*(?:;.*\n)*>[^\n]*\S[^\n]*\n(?:;.*\n)*[A-Za-z*-]{10,}\s*(?:\n|\Z)")
# A header, a line of bases and a plus sign; a long read may be cut before its end.
# Source: Cock et al. 2010, doi:10.1093/nar/gkp1137.
READS = re.compile(
    r"\s*@[^\n]*\S[^\n]*\n(?:[ACGTUNRYSWKMBDHV.]+\r?\n\+|[ACGTUNRYSWKMBDHV.]{10000,}\Z)", re.I
)
# What PubMed exports as .nbib; the tag takes four columns, the hyphen the fifth.
MEDLINE = re.compile(r"\s*PMID- ?\d+\s*\n(?:[A-Z]{2,4} *- .*\n| {6}.*\n)+")
RIS = re.compile(r"\s*(?:\d+\.\s*\n)?TY {2}- ")
BIBTEX_TYPES = (
    "article|book|booklet|conference|inbook|incollection|inproceedings|manual|mastersthesis|misc"
    "|online|phdthesis|proceedings|report|software|techreport|thesis|unpublished|dataset|patent"
)
BIBTEX = re.compile(
    rf"\A(?:\s*(?:%.*|Encoding:.*|This file was created.*)\n)*\s*@(?:{BIBTEX_TYPES}|string|comment"
    r"|preamble)\s*[{(]",
    re.I,
)
BIBTEX_ENTRY = re.compile(rf"^\s*@(?:{BIBTEX_TYPES})\s*[{{(]", re.I | re.M)
GTF_FRAME = frozenset("012.")
GTF_STRAND = ("+", "-", ".", "?")


def is_uniprot(file: Text) -> bool:
    """Tell entries of UniProt in its flat format."""
    return bool(UNIPROT.match(file.text))


def is_genbank(file: Text) -> bool:
    """Tell GenBank's records, below what a service wrote above them."""
    return bool(GENBANK.match(file.text))


def is_embl(file: Text) -> bool:
    """Tell EMBL's records."""
    return bool(EMBL.match(file.text))


def is_fasta(file: Text) -> bool:
    """Tell sequences under their headers."""
    return bool(FASTA.match(file.text))


def is_reads(file: Text) -> bool:
    """Tell the reads of a sequencer (FASTQ)."""
    return bool(READS.match(file.text))


def is_medline(file: Text) -> bool:
    """Tell PubMed's records with tags."""
    return bool(MEDLINE.match(file.text))


def is_ris(file: Text) -> bool:
    """Tell bibliographies in RIS."""
    return bool(RIS.match(file.text))


def is_bibtex(file: Text) -> bool:
    """Tell bibliographies in BibTeX."""
    if BIBTEX.match(file.text):
        return True
    return file.suffix == ".bib" and bool(BIBTEX_ENTRY.search(file.text))


def is_gtf(file: Text) -> bool:
    """Tell annotations of a genome by their nine columns."""
    rows = [line.split("\t") for line in file.lines[:500] if not line.startswith("#")][:20]
    return bool(rows) and all(map(_is_feature, rows))


def _is_feature(row: list[str]) -> bool:
    if len(row) != 9:
        return False
    start, end, strand, frame = row[3], row[4], row[6], row[7]
    return start.isdigit() and end.isdigit() and strand in GTF_STRAND and frame in GTF_FRAME
