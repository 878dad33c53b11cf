"""GenBank flat files."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.genes.genbank import GenbankParser
from aliquot.types import Document, DocumentKind

RECORD = """\
LOCUS       NC_005816               9609 bp    DNA     circular BCT 21-JUL-2008
DEFINITION  Yersinia pestis plasmid pPCP1, complete
            sequence.
ACCESSION   NC_005816
VERSION     NC_005816.1  GI:45478711
KEYWORDS    .
SOURCE      Yersinia pestis
  ORGANISM  Yersinia pestis
            Bacteria; Proteobacteria; Yersinia.
REFERENCE   1  (bases 1 to 9609)
  AUTHORS   Zhou,D. and Tong,Z.
  TITLE     Genetics of metabolic variations
  JOURNAL   J. Bacteriol. 186 (15), 5147-5152 (2004)
   PUBMED   15262951
COMMENT     PROVISIONAL REFSEQ.
FEATURES             Location/Qualifiers
     source          1..9609
                     /organism="Yersinia pestis"
                     /chromosome="21"
     gene            complement(join(87..1109,
                     1200..1300))
                     /gene="pla"
                     /locus_tag="YP_pPCP01"
     CDS             87..1109
                     /gene="pla"
                     /note="formimino transferase (EC 4.3.1.4)
                     /formimino cyclodeaminase"
                     /product="putative transposase"
                     /pseudo
                     /translation="MVTFETVMEIKILHKQ"
     repeat_region   1..1954
ORIGIN
        1 cacaggccca gagccactcc tgcctacagg
//
"""


def parse(tmp_path: Path, text: str) -> list[Document]:
    path = tmp_path / "record.gb"
    path.write_text(text, encoding="utf-8")
    return GenbankParser().parse(path)


def test_identity_of_a_record(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD)
    assert document.kind is DocumentKind.GENE
    assert document.title == "Yersinia pestis plasmid pPCP1, complete sequence"
    assert (document.accession, document.year) == ("NC_005816", 2008)
    assert dict(document.extra) == {
        "gene": ("pla",),
        "organism": "Yersinia pestis",
        "version": "NC_005816.1",
    }


def test_overview_says_length_and_what_the_source_says(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD)
    assert "Length: 9609 bp" in document.text
    assert "Chromosome: 21" in document.text
    assert "LOCUS       NC_005816               9609 bp" in document.text


def test_features_of_a_gene_stand_together(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD)
    (block,) = (block for block in document.blocks if block.text.startswith("gene complement"))
    assert block.section_path == ("Genes", "pla")
    assert block.text.splitlines() == [
        "gene complement(join(87..1109,1200..1300)) (gene pla, locus tag YP_pPCP01)",
        "CDS 87..1109 (gene pla): note: formimino transferase (EC 4.3.1.4) "
        "/formimino cyclodeaminase; product: putative transposase; pseudo",
    ]


def test_no_sequence_is_indexed(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD)
    assert "MVTFETVM" not in document.text
    assert "cacaggccca" not in document.text
    assert document.warnings == ("The sequence was not indexed.",)


def test_publication_is_one_line(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD)
    assert (
        "Zhou,D. and Tong,Z. Genetics of metabolic variations. "
        "J. Bacteriol. 186 (15), 5147-5152 (2004). PubMed:15262951"
    ) in document.text


def test_each_record_is_a_document(tmp_path: Path) -> None:
    assert len(parse(tmp_path, RECORD + RECORD)) == 2


def test_record_cut_short_is_kept_with_a_warning(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, RECORD[:900])
    assert any("cut short" in warning for warning in document.warnings)


def test_other_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="no GenBank record"):
        parse(tmp_path, "just words\n")
