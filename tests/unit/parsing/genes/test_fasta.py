"""FASTA files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.genes.fasta import FastaParser
from aliquot.parsing.sniff import sniff
from aliquot.types import Document

P53 = (
    ">sp|P04637|P53_HUMAN Cellular tumor antigen p53 OS=Homo sapiens OX=9606 GN=TP53 PE=1 SV=4\n"
    "MEEPQSDPSVEPPLSQETFSDLWKLL\nPENNVLSPLPSQ*\n"
)
MRNA = ">NM_000546.6 Homo sapiens tumor protein p53 (TP53), transcript variant 1, mRNA\nGGCCAATT\n"
PRIMERS = ">M13F primer\nGTAAAACGACGGCCAGT\n>M13R\nCAGGAAACAGCTATGAC\n"


def parse(tmp_path: Path, text: str, name: str = "records.fasta") -> Document:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (document,) = FastaParser().parse(path)
    return document


def test_protein_is_named_and_counted_and_its_letters_left_out(tmp_path: Path) -> None:
    document = parse(tmp_path, P53)
    assert document.accession == "P04637"
    assert document.extra == {"gene": ("TP53",), "organism": "Homo sapiens"}
    assert "SV=4: 38 amino acids" in document.text
    assert "MEEPQSD" not in document.text
    assert document.warnings == ("The sequences themselves were not indexed.",)


def test_nucleic_acid_has_its_share_of_gc(tmp_path: Path) -> None:
    document = parse(tmp_path, MRNA)
    assert document.accession == "NM_000546.6"
    assert document.extra["gene"] == ("TP53",)
    assert "8 nucleotides, GC 50.0 %" in document.text


def test_list_of_primers_is_one_document(tmp_path: Path) -> None:
    document = parse(tmp_path, PRIMERS, "primers.fa")
    assert document.title == "primers"
    assert "Number of sequences: 2" in document.text
    assert "M13F primer: 17 nucleotides" in document.text


def test_large_file_is_listed_in_part(tmp_path: Path) -> None:
    document = parse(tmp_path, "".join(f">s{number}\nACGT\n" for number in range(5_100)))
    assert document.status == "partial"
    assert "s4999:" in document.text
    assert "s5000:" not in document.text


@pytest.mark.parametrize(
    ("text", "format_name"),
    [
        (P53, "fasta"),
        (MRNA.replace("GGCCAATT", "GGCCAATTGG"), "fasta"),
        ("> quoted words of a colleague\n> more of them\n", "text"),
        (">From the desk of\nDear colleagues, see below.\n", "text"),
    ],
)
def test_content_tells_sequences_from_quotations(
    tmp_path: Path, text: str, format_name: str
) -> None:
    path = tmp_path / "unnamed.txt"
    path.write_text(text, encoding="utf-8")
    assert sniff(path) == format_name


def test_compressed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "p53.fa.gz"
    path.write_bytes(gzip.compress(P53.encode()))
    assert sniff(path) == "fasta"
    assert FastaParser().parse(path)[0].accession == "P04637"


def test_headers_without_sequences_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as caught:
        parse(tmp_path, ">a\n>b\n")
    assert caught.value.status == "empty"
