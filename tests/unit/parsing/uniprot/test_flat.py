"""UniProt flat files, of today and of the nineties."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.uniprot.flat import UniprotFlatParser
from aliquot.types import BlockType, Document, DocumentKind

TODAY = """\
ID   CLD1_HUMAN              Reviewed;         211 AA.
AC   O95832; Q00001;
DT   30-MAY-2000, integrated into UniProtKB/Swiss-Prot.
DT   12-OCT-2022, entry version 186.
DE   RecName: Full=Claudin-1 {ECO:0000303|PubMed:1};
DE            EC=3.6.5.2;
DE   AltName: Full=Senescence-associated epithelial membrane
DE            protein;
DE   Contains:
DE     RecName: Full=Something else;
GN   Name=CLDN1 {ECO:0000312|HGNC:1}; Synonyms=CLD1, SEMP1;
OS   Homo sapiens (Human).
OX   NCBI_TaxID=9606;
RN   [1]
RX   PubMed=9931503; DOI=10.1016/s0378;
RA   Swisshelm K.L., Machl A., Planitzer S., Robertson R.;
RT   "SEMP1, a senescence-associated
RT   cDNA.";
RL   Gene 226:285-295(1999).
CC   -!- FUNCTION: Claudins are constituents of the tight junction
CC       complexes (PubMed:23407391). {ECO:0000269|PubMed:23407391}.
CC   -!- INTERACTION:
CC       O95832; Q07108: CD69; NbExp=3; IntAct=EBI-723889, EBI-2836595;
CC   -!- DISEASE: Ichthyosis-sclerosing cholangitis neonatal syndrome (NISCH)
CC       [MIM:607626]: A rare syndrome. {ECO:0000269|PubMed:1}. Note=The
CC       disease is caused by variants.
CC   -----------------------------------------------------------------------
CC   Copyrighted by the UniProt Consortium
CC   -----------------------------------------------------------------------
DR   GO; GO:0016338; P:cell-cell adhesion; IDA:UniProtKB.
PE   1: Evidence at protein level;
KW   Ichthyosis; Tight junction {ECO:0000269|PubMed:1}.
FT   TRANSMEM        8..28
FT                   /note="Helical"
FT                   /evidence="ECO:0000255"
FT   MUTAGEN         32
FT                   /note="I->M: Loss of HCV receptor
FT                   activity."
FT   VARIANT         62
FT                   /note="R -> H (in NISCH; dbSNP:rs1)"
FT                   /id="VAR_1"
FT   HELIX           70..80
SQ   SEQUENCE   211 AA;  22744 MW;  07269000E6C214CE CRC64;
     MANAGLQLLG FILAFLGWIG AIVSTALPQW RIYSYAGDNI VTAQAMYEGL WMSCVSQSTG
//
"""

OLD = """\
ID   OPSD_HUMAN     STANDARD;      PRT;   348 AA.
AC   P08100;
DT   24-JUL-2007, entry version 93.
DE   Proto-oncogene protein c-fos (Cellular oncogene fos) (G0/G1 switch
DE   regulatory protein 7).
GN   GNAT3 OR GUST.
OS   Homo sapiens (Human).
FT   VARIANT      23     23       P -> H (in RP4; most common variant,
FT                                leads to interaction).
FT                                /FTId=VAR_004768.
FT   CHAIN         ?    348       Rhodopsin.
//
"""


def parse(tmp_path: Path, text: str) -> list[Document]:
    path = tmp_path / "entry.txt"
    path.write_text(text, encoding="utf-8")
    return UniprotFlatParser().parse(path)


def section(document: Document, heading: str) -> str:
    blocks = (block for block in document.blocks if block.section_path == (heading,))
    return "\n".join(block.text for block in blocks if block.type is not BlockType.HEADING)


def test_identity_of_an_entry(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    assert document.kind is DocumentKind.GENE
    assert document.title == "Claudin-1 (CLDN1, O95832), Homo sapiens"
    assert (document.accession, document.year) == ("O95832", 2022)
    assert dict(document.extra) == {
        "gene": ("CLDN1", "CLD1", "SEMP1"),
        "organism": "Homo sapiens",
        "version": "186",
    }


def test_overview_has_length_and_the_identity_line_as_it_stands(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    overview = section(document, "Overview")
    assert "Length: 211 amino acids" in overview
    assert "ID   CLD1_HUMAN              Reviewed;         211 AA." in overview
    assert "Protein names: Claudin-1; EC 3.6.5.2; Senescence-associated epithelial" in overview
    assert "Cleaved into: Something else" in overview


def test_sequence_is_never_prose(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    assert "MANAGLQLLG" not in document.text
    assert any("sequence" in warning for warning in document.warnings)


def test_comments_lose_line_breaks_and_say_their_evidence_in_words(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    assert section(document, "Function") == (
        "Claudins are constituents of the tight junction complexes (PubMed:23407391). "
        "[experimental evidence (ECO:0000269)]"
    )
    assert "{ECO:" not in document.text
    assert "Copyrighted" not in document.text


def test_disease_is_one_paragraph_with_its_mim_number(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    disease = section(document, "Disease")
    assert disease.startswith("Ichthyosis-sclerosing cholangitis neonatal syndrome (NISCH), ")
    assert "MIM:607626: A rare syndrome. Note: The disease is caused by variants." in disease
    assert "Natural variants of this disease listed here: 1." in disease


def test_variants_are_named_the_way_people_do(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    assert section(document, "Variants").splitlines() == [
        "Mutagenesis p.I32M, position 32: Loss of HCV receptor activity",
        "Variant p.R62H, position 62: in NISCH; dbSNP:rs1; VAR_1",
    ]


def test_interactions_are_sentences(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    interactions = section(document, "Subunit and interactions")
    assert interactions == "Interacts with CD69 (Q07108; 3 experiments)."


def test_secondary_structure_is_counted(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    features = section(document, "Features and structure")
    assert "Transmembrane positions 8-28: Helical" in features
    assert "Secondary structure: 1 helix." in features


def test_publication_keeps_a_word_cut_at_its_hyphen(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY)
    assert section(document, "Publications") == (
        "Swisshelm K.L., Machl A., Planitzer S. et al. SEMP1, a senescence-associated cDNA. "
        "Gene 226:285-295(1999). PubMed:9931503, DOI:10.1016/s0378"
    )


def test_old_entries_are_read_as_well(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, OLD)
    assert document.extra["gene"] == ("GNAT3", "GUST")
    assert "Cellular oncogene fos; G0/G1 switch regulatory protein 7" in document.text
    assert (
        "Variant p.P23H, position 23: in RP4; most common variant, leads to interaction; VAR_004768"
    ) in section(document, "Variants")
    assert "Chain positions ?-348: Rhodopsin" in document.text


def test_parts_in_brackets_of_old_entries_are_told_apart_from_names(tmp_path: Path) -> None:
    names = "Granulins precursor (PEPI) (Fragment) [Contains: Acrogranin; Granulin-1 (Granulin G)]."
    start, end = OLD.index("Proto-oncogene"), OLD.index("\nGN ")
    (document,) = parse(tmp_path, OLD[:start] + names + OLD[end:])
    overview = section(document, "Overview").splitlines()
    assert "Protein names: Granulins precursor; PEPI" in overview
    assert "Cleaved into: Acrogranin; Granulin-1 (Granulin G)" in overview
    assert "Sequence status: Fragment" in overview


def test_each_entry_is_a_document(tmp_path: Path) -> None:
    documents = parse(tmp_path, TODAY + OLD)
    assert [document.accession for document in documents] == ["O95832", "P08100"]


def test_entry_cut_short_is_kept_with_a_warning(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, TODAY[:900])
    assert document.accession == "O95832"
    assert any("cut short" in warning for warning in document.warnings)


def test_other_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="no UniProt entry"):
        parse(tmp_path, "ID   nothing\nXX\n")
