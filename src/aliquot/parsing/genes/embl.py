"""Read EMBL flat files by rewriting them as GenBank's, whose feature table they share.

What enters: a text file of one or more records, each closed by `//`. What leaves: one `Document`
per record. Source: EMBL-EBI, "The European Nucleotide Archive user manual", 3.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.files.flat import flat_records
from aliquot.parsing.genes.genbank import KEYWORD_WIDTH, genbank_document
from aliquot.types import Document

__all__ = ["EmblParser"]

# `ID   X56734; SV 1; linear; mRNA; STD; PLN; 1859 BP.`; before 2006 without SV.
IDENTITY = re.compile(r"^ID {3}(?P<name>[^;\s]+).*?(?P<about>;.*)?;\s*(?P<length>\d+) BP\.", re.I)
SEQUENCE_VERSION = re.compile(r"\bSV (\d+)")
DATE = re.compile(r"\d{2}-[A-Z]{3}-\d{4}")
# Line code -> keyword of GenBank. The lineage goes on with what the species began.
KEYWORDS = {
    "AC": "ACCESSION",
    "DE": "DEFINITION",
    "KW": "KEYWORDS",
    "OC": "",
    "DR": "DBLINK",
    "CC": "COMMENT",
    "RN": "REFERENCE",
    "RA": "  AUTHORS",
    "RG": "  CONSRTM",
    "RT": "  TITLE",
    "RL": "  JOURNAL",
}
PUBMED = re.compile(r"PUBMED; (\d+)", re.I)


class EmblParser:
    """Read EMBL and ENA flat files."""

    name = "embl"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read every record of the file.

        Raises:
            ParseError: The file holds no EMBL record.
        """
        records = list(flat_records(read_text(path)))
        records = [lines for lines in records if any(map(IDENTITY.match, lines))]
        if not records:
            raise ParseError(
                "The file holds no EMBL record (there is no ID line with a length in BP).",
                source=str(path),
                hint="Download the record again from ENA in EMBL format.",
            )
        return [
            genbank_document(list(_as_genbank(lines)), parser=self.name, version=self.version)
            for lines in records
        ]


def _as_genbank(lines: Sequence[str]) -> Iterator[str]:
    yield from _locus(lines)
    previous = ""
    for line in lines:
        code, text = line[:2], line[5:].strip()
        if code != "OC":
            text = text.strip('";')
        if code == "FT":
            if previous != "FT":
                yield "FEATURES             Location/Qualifiers"
            yield f"  {line[2:]}"
        elif code == "RX" and (match := PUBMED.search(text)):
            yield f"{'   PUBMED':<{KEYWORD_WIDTH}}{match[1]}"
        elif code == "SQ":
            yield "ORIGIN"
        elif code == "//":
            yield line
        elif code == "OS":
            yield f"{'SOURCE':<{KEYWORD_WIDTH}}{text}"
            yield f"{'  ORGANISM':<{KEYWORD_WIDTH}}{text.partition(' (')[0]}"
        elif code in KEYWORDS:
            keyword = "" if code == previous else KEYWORDS[code]
            yield f"{keyword:<{KEYWORD_WIDTH}}{text}"
        previous = code


def _locus(lines: Sequence[str]) -> Iterator[str]:
    """Yield LOCUS and VERSION from the ID line and the last date."""
    match = next(filter(None, map(IDENTITY.match, lines)), None)
    if match is None:
        return
    dates = [date for line in lines if line.startswith("DT") for date in DATE.findall(line)]
    about = [part.strip() for part in (match["about"] or "").split(";")]
    words = [part for part in about if part and not SEQUENCE_VERSION.match(part)]
    date = dates[-1] if dates else ""
    yield f"LOCUS       {match['name']} {match['length']} bp {' '.join(words)} {date}".rstrip()
    version = SEQUENCE_VERSION.search(match["about"] or "")
    if version:
        yield f"VERSION     {match['name']}.{version[1]}"
