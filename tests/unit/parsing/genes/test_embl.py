"""EMBL flat files."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.genes.embl import EmblParser
from aliquot.parsing.sniff import sniff
from aliquot.types import Document

RECORD = """\
ID   X56734; SV 1; linear; mRNA; STD; PLN; 1859 BP.
XX
AC   X56734; S46826;
XX
DT   12-SEP-1991 (Rel. 29, Created)
DT   25-NOV-2005 (Rel. 85, Last updated, Version 11)
XX
DE   Trifolium repens mRNA for non-cyanogenic beta-glucosidase
XX
KW   beta-glucosidase.
XX
OS   Trifolium repens (white clover)
OC   Eukaryota; Viridiplantae; Streptophyta;
OC   Trifolium.
XX
RN   [5]
RP   1-1859
RX   DOI; 10.1007/BF00039495.
RX   PUBMED; 1907511.
RA   Oxtoby E., Dunn M.A.;
RT   "Nucleotide and derived amino acid sequence of the beta-glucosidase
RT   (linamarase) from white clover";
RL   Plant Mol. Biol. 17(2):209-219(1991).
XX
FH   Key             Location/Qualifiers
FH
FT   source          1..1859
FT                   /organism="Trifolium repens"
FT                   /tissue_type="leaves"
FT   CDS             14..1495
FT                   /product="beta-glucosidase"
FT                   /gene="li"
FT                   /protein_id="CAA40058.1"
XX
SQ   Sequence 1859 BP; 609 A; 314 C; 355 G; 581 T; 0 other;
     aaacaaacca aatatggatt ttattgtagc catatttgct        60
//
"""


def parse(tmp_path: Path, text: str) -> list[Document]:
    path = tmp_path / "x56734.embl"
    path.write_text(text, encoding="utf-8")
    return EmblParser().parse(path)


def test_record_is_read_as_a_genbank_record_would_be(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD)
    assert document.title == "Trifolium repens mRNA for non-cyanogenic beta-glucosidase"
    assert (document.accession, document.year) == ("X56734", 2005)
    assert document.extra == {
        "gene": ("li",),
        "organism": "Trifolium repens",
        "version": "X56734.1",
    }
    assert document.parser == "embl"
    for words in (
        "Length: 1859 bp",
        "Lineage: Eukaryota; Viridiplantae; Streptophyta; Trifolium",
        "Source: Trifolium repens (white clover)",
        "Tissue type: leaves",
        "CDS 14..1495 (gene li): product: beta-glucosidase; protein id: CAA40058.1",
        "(linamarase) from white clover. Plant Mol. Biol. 17(2):209-219(1991). PubMed:1907511",
    ):
        assert words in document.text
    assert "aaacaaacca" not in document.text


def test_several_records_are_several_documents(tmp_path: Path) -> None:
    assert len(parse(tmp_path, RECORD + RECORD.replace("X56734", "X99999"))) == 2


def test_content_tells_embl_from_uniprot(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(RECORD, encoding="utf-8")
    assert sniff(path) == "embl"


def test_cut_record_is_doubted(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD[:900])
    assert any("cut short" in warning for warning in document.warnings)


def test_file_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as caught:
        parse(tmp_path, "Notes on clover\n")
    assert caught.value.hint
