"""Organisms, cell lines, accessions, genes, plasmids and primers, and where they stand."""

from __future__ import annotations

import pytest

from aliquot.findings.accessions import Accessions
from aliquot.findings.cell_lines import CellLines
from aliquot.findings.genes import Genes
from aliquot.findings.organisms import Organisms
from aliquot.findings.places import found
from aliquot.findings.plasmids import Plasmids, Primers
from aliquot.protocols import FindingExtractor
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    SectionClass,
    Span,
)
from cpu_time import cpu_time


def of_text(
    text: str,
    block_type: BlockType = BlockType.PARAGRAPH,
    section: SectionClass = SectionClass.METHODS,
) -> tuple[Document, list[Chunk]]:
    span = Span(0, len(text))
    block = Block(type=block_type, text=text, span=span, section_class=section)
    document = Document(
        id="d", kind=DocumentKind.PAPER, title="t", text=text, blocks=(block,) if text else ()
    )
    chunk = Chunk(id="d#1", document_id="d", text=text, header="", span=span, section_class=section)
    return document, [chunk]


def findings(extractor: FindingExtractor, text: str) -> list[Finding]:
    return list(extractor.extract(*of_text(text)))


def names(extractor: FindingExtractor, text: str) -> list[str]:
    return [one.normalised for one in findings(extractor, text)]


# ------------------------------------------------------------------------------ places


def test_a_finding_quotes_the_sentence_around_its_place() -> None:
    text = "We waited. HeLa cells were grown. Then we left."
    one = findings(CellLines(), text)[0]
    assert one.span.of(text) == "HeLa cells were grown."
    assert one.place.of(text) == "HeLa"
    assert one.section_class is SectionClass.METHODS


def test_a_finding_in_a_table_quotes_its_row() -> None:
    text = "| Item | Code |\n| HeLa | 12 |\n| A549 | 13 |"
    document, chunks = of_text(text, BlockType.TABLE)
    quotes = [one.span.of(text) for one in CellLines().extract(document, chunks)]
    assert quotes == ["| HeLa | 12 |", "| A549 | 13 |"]


def test_a_place_that_no_chunk_holds_is_no_finding() -> None:
    document, _ = of_text("HeLa cells were grown.")
    assert (
        found(document, [], FindingKind.CELL_LINE, 0, 4, normalised="HeLa", extractor="x") is None
    )


def test_references_of_a_paper_state_nothing_of_it() -> None:
    document, chunks = of_text("HeLa cells in culture.", section=SectionClass.REFERENCES)
    assert list(CellLines().extract(document, chunks)) == []


def test_a_quote_from_text_without_stops_stays_readable() -> None:
    one = findings(CellLines(), "word " * 5000 + "HeLa " + "word " * 5000)[0]
    assert len(one.span) < 1000


@pytest.mark.parametrize(
    "extractor", [Organisms(), CellLines(), Accessions(), Genes(), Plasmids(), Primers()]
)
def test_an_empty_document_has_no_findings(extractor: FindingExtractor) -> None:
    assert findings(extractor, "") == []


@pytest.mark.parametrize(
    "text", ["ACGT" * 20_000, "ACG ACG " * 10_000, "A. b " * 20_000, "a-" * 40_000]
)
@pytest.mark.parametrize(
    "extractor", [Organisms(), CellLines(), Accessions(), Genes(), Plasmids(), Primers()]
)
def test_hostile_text_takes_linear_time(extractor: FindingExtractor, text: str) -> None:
    with cpu_time() as spent:
        findings(extractor, "primer " + text)
    assert spent.seconds < 3


# ------------------------------------------------------------------------------ cell lines


@pytest.mark.parametrize("written", ["HEK293T", "293T", "HEK 293T", "HEK-293T", "hek293t cells"])
def test_spellings_of_a_cell_line_are_one(written: str) -> None:
    assert names(CellLines(), f"The {written} were used.") in (["HEK293T"], [])
    assert names(CellLines(), f"The {written.upper()} were used.")[:1] == ["HEK293T"]


def test_a_cell_line_before_japanese_is_found() -> None:
    assert names(CellLines(), "HeLa細胞を培養した。") == ["HeLa"]


def test_a_code_called_a_cell_line_is_one() -> None:
    assert names(CellLines(), "The HOX.R9 cell line and R187 cells.") == ["HOX.R9", "R187"]


@pytest.mark.parametrize(
    "text",
    ["CD4 cells and Th17 cells", "TOP10 cells", "as shown in S1 Table", "Plates were washed",
     "S2 was added", "binds to PTK2/FAK1"],
)  # fmt: skip
def test_markers_bacteria_and_tables_are_no_cell_lines(text: str) -> None:
    assert names(CellLines(), text) == []


# ------------------------------------------------------------------------------ organisms


@pytest.mark.parametrize("written", ["mouse", "mice", "Mus musculus", "マウス"])
def test_names_of_the_mouse_are_one(written: str) -> None:
    assert names(Organisms(), f"We used {written} here.") == ["Mus musculus"]


def test_a_strain_is_a_finding_with_its_species() -> None:
    strain, species = findings(Organisms(), "C57BL/6J mice were bred.")
    assert strain.normalised == "Mus musculus C57BL/6J"
    assert strain.details == {"species": "Mus musculus"}
    assert species.normalised == "Mus musculus"


def test_a_shortened_name_is_read_by_its_document() -> None:
    text = "Ocimum gratissimum was grown; O. gratissimum flowers. O. suave did not."
    assert names(Organisms(), text) == ["Ocimum gratissimum"] * 2 + ["Ocimum suave"]


def test_e_coli_is_known_without_its_whole_name() -> None:
    assert names(Organisms(), "grown in E. coli cells") == ["Escherichia coli"]


def test_a_strain_of_a_collection_is_named_with_its_species() -> None:
    text = "Enterococcus faecalis ATCC 29212 was used."
    assert names(Organisms(), text) == ["Enterococcus faecalis ATCC 29212"]


def test_an_accession_behind_a_species_is_no_strain() -> None:
    assert names(Organisms(), "Nerium oleander KJ953906.1") == ["Nerium oleander"]


@pytest.mark.parametrize(
    "text",
    ["S. Lee and A. Kumar", "goat anti-rat IgG", "fetal bovine serum", "A. mice", "Cat. no. 5",
     "Diabetes mellitus patients", "Multiple sclerosis", "Top 10 hits", "Serum analysis",
     "Absorption spectra", "human subjects agreed", "Rice University"],
)  # fmt: skip
def test_what_only_looks_like_an_organism_is_none(text: str) -> None:
    assert [one for one in names(Organisms(), text) if one != "Mus musculus"] == []


def test_an_animal_in_the_name_of_a_virus_is_none() -> None:
    assert names(Organisms(), "the feline leukaemia virus") == ["Feline leukemia virus"]


def test_hiv_is_hiv_1_where_the_document_names_no_other() -> None:
    name = "Human immunodeficiency virus 1"
    assert names(Organisms(), "HIV-1 was grown. HIV spread.") == [name, name]


# ------------------------------------------------------------------------------ accessions


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("NM_001030287.4", "RefSeq:NM_001030287"),
        ("SRR619473", "SRA:SRR619473"),
        ("PRJNA267195", "BioProject:PRJNA267195"),
        ("GenBank accession no. X02611", "GenBank:X02611"),
        ("UniProt accession: O60260", "UniProt:O60260"),
        ("(PDB ID: 1CQE)", "PDB:1CQE"),
        ("NCT04780035", "ClinicalTrials.gov:NCT04780035"),
        ("EudraCT no. 2007-007973-22", "EudraCT:2007-007973-22"),
        ("MTCC, 1893", "MTCC:1893"),
        ("ATCC® 14,053", "ATCC:14053"),
        ("RRID:AB_2118291", "RRID:AB_2118291"),
        ("rs2227312", "dbSNP:rs2227312"),
        ("Addgene plasmid #42230", "Addgene:42230"),
        ("| Qiagen | 69506 | 39.62 |", "catalogue:69506"),
    ],
)
def test_an_accession_is_named_by_its_registry(text: str, normalised: str) -> None:
    assert names(Accessions(), text) == [normalised]


def test_every_number_behind_a_catalogue_label_is_found() -> None:
    assert names(Accessions(), "(catalog #28704 and 28706)") == [
        "catalogue:28704",
        "catalogue:28706",
    ]


@pytest.mark.parametrize(
    "text", ["Figure 12 and Table S3", "C6H12O6", "MCC-17-0605", "grant A12345", "CD4", "2011-2012"]
)
def test_figures_formulas_and_grants_are_no_accessions(text: str) -> None:
    assert names(Accessions(), text) == []


# ------------------------------------------------------------------------------ genes, plasmids


def test_a_gene_of_the_records_is_found_under_its_symbol() -> None:
    genes = Genes({"PRKN": "PRKN", "PARK2": "PRKN"})
    assert names(genes, "PARK2 and PRKN were cloned.") == ["PRKN", "PRKN"]


def test_a_symbol_is_a_gene_only_where_it_is_called_one() -> None:
    assert names(Genes(), "TUSC3 gene; the A13V variant; PCR gene; TUSC4 buffer") == ["TUSC3"]


def test_plasmids_are_found_and_ph_is_none() -> None:
    assert names(Plasmids(), "pcDNA3.1 and the pAD16 vector at pH7 vector") == ["pcDNA3.1", "pAD16"]


def test_a_primer_is_its_sequence_with_its_name_and_direction() -> None:
    one = findings(Primers(), "primers PKS13-R: 5'-AGC TGG CTA AGC GAG GCA-3'")[0]
    assert one.normalised == "AGCTGGCTAAGCGAGGCA"
    assert one.details == {"name": "PKS13-R", "direction": "reverse"}
