"""Strains, varieties, cultivars and phages: by their words, by name and by columns of tables."""

from __future__ import annotations

import pytest

from aliquot.findings.organisms import Organisms
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    Finding,
    SectionClass,
    Span,
)
from cpu_time import cpu_time

EXTRACTOR = Organisms()


def findings(
    text: str, block_type: BlockType = BlockType.PARAGRAPH, title: str = "t"
) -> list[Finding]:
    span = Span(0, len(text))
    methods = SectionClass.METHODS
    block = Block(type=block_type, text=text, span=span, section_class=methods)
    document = Document(
        id="d", kind=DocumentKind.PAPER, title=title, text=text, blocks=(block,) if text else ()
    )
    chunk = Chunk(id="d#1", document_id="d", text=text, header="", span=span, section_class=methods)
    return list(EXTRACTOR.extract(document, [chunk]))


def names(text: str) -> list[str]:
    return [one.normalised for one in findings(text)]


def in_table(table: str, title: str = "t") -> list[str]:
    rows = [f"| {' | '.join(row.split(';'))} |" for row in table.split("\n")]
    rule = "| " + " | ".join(["---"] * rows[0].count(" | ") + ["---"]) + " |"
    text = "\n".join([rows[0], rule, *rows[1:]])
    return [one.normalised for one in findings(text, BlockType.TABLE, title)]


# ------------------------------------------------------------------------------ in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aspergillus flavus strain NKDHV8", ["Aspergillus flavus NKDHV8"]),
        ("Oryza sativa cv. Nipponbare", ["Oryza sativa Nipponbare"]),
        ("Gerbera jamesonii cv. ‘Dune’", ["Gerbera jamesonii Dune"]),
        ("Ocimum basilicum L. ‘Dark Opal’", ["Ocimum basilicum Dark Opal"]),
        ("Myrtus communis var. italica", ["Myrtus communis var. italica"]),
        ("Hordeum vulgare subsp. distichum", ["Hordeum vulgare subsp. distichum"]),
        ("Fusarium oxysporum f.sp. basilici", ["Fusarium oxysporum f. sp. basilici"]),
        ("Yersinia pestis biovar Microtus", ["Yersinia pestis biovar Microtus"]),
        ("Pseudomonas sp. strain B13", ["Pseudomonas B13"]),
        ("Bacillus subtilis ATCC® 6,633", ["Bacillus subtilis ATCC 6633"]),
        ("Synechocystis sp. PCC 6803", ["Synechocystis PCC 6803"]),
        ("Candida krusei 6258, then", ["Candida krusei 6258"]),
    ],
)
def test_a_strain_named_with_its_species_is_one_finding(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S. aureus ATCC 25923 and ATCC 29213", {"ATCC 25923", "ATCC 29213"}),
        ("Sinorhizobium fredii strains NGR234 and USDA257", {"NGR234", "USDA257"}),
        ("strains A12, B13 and C14 of Salmonella enterica", {"A12", "B13", "C14"}),
    ],
)
def test_strains_of_a_list_have_one_species(text: str, expected: set[str]) -> None:
    strains = [one for one in findings(text) if "species" in one.details]
    assert {one.normalised.removeprefix(one.details["species"] + " ") for one in strains} == (
        expected
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("E. coli DH5α, BL21(DE3), Top10", "Escherichia coli BL21(DE3)"),
        ("E. coli DH5α, BL21(DE3), Top10", "Escherichia coli TOP10"),
        ("yeast W303-1A and S288C", "Saccharomyces cerevisiae W303"),
        ("Col-0 plants", "Arabidopsis thaliana Col-0"),
        ("NOD/SCID mice", "Mus musculus NOD/SCID"),
        ("Wistar albino rats", "Rattus norvegicus Wistar"),
        ("イネ品種コシヒカリ", "Oryza sativa Koshihikari"),
        ("大腸菌DH5α株", "Escherichia coli DH5α"),
        ("Trim28-/- mice", "Mus musculus Trim28-/-"),
        ("TTP knockout mice", "Mus musculus TTP knockout"),
    ],
)
def test_strains_are_known_by_name(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("phages λ, T4, phiX174 and M13", ["Phage λ", "Phage T4", "Phage φX174", "Phage M13"]),
        ("the lambda phage", ["Phage λ"]),
        ("phage T4 DNA ligase", []),
        ("T4 polynucleotide kinase", []),
        ("M1 macrophages and macrophage A", []),
    ],
)
def test_phages_are_named_by_letters_and_symbols(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_a_label_that_is_told_once_holds_for_the_document() -> None:
    text = "Strain EN2A grew.\n\nBacillus pumilus strain EN2A was kept."
    assert names(text) == ["Bacillus pumilus EN2A", "Bacillus pumilus EN2A"]


def test_quotes_are_cultivars_only_where_some_surely_are() -> None:
    basil = "‘Caesar’ basil, ‘Nufar’ basil, ‘Eleonora’ basil. Then ‘Camphor’ came."
    assert "Camphor" in names(basil)
    assert names("It was ‘Mild’ or ‘Severe’.") == []


@pytest.mark.parametrize(
    "text",
    [
        "the strains were grown at 37 °C",
        "MDR strains and WT isolates",
        "isolate C9 and isolates C2 and C11",
        "accession number KJ953906 and accession Q5S007",
        "the strain (E24=65%)",
        "the center (+/- 90 degrees)",
        "a variety of plants; the variety used",
    ],
)
def test_what_only_stands_behind_such_words_is_no_strain(text: str) -> None:
    assert names(text) == []


def test_an_altered_cell_is_no_animal() -> None:
    assert names("Trim28-/- MEFs of mice") == ["Mus musculus"]


@pytest.mark.parametrize(
    "text",
    ["Rosemary Pegoraro", "Walnut Creek", "grape-like clusters", "プラットフォーム", "イヌリン"],
)
def test_people_places_and_longer_words_are_no_organisms(text: str) -> None:
    assert names(text) == []


def test_a_misspelt_genus_is_that_of_the_known_species() -> None:
    assert names("Azadiracta indica and Syzgium cumini")[0] == "Azadirachta indica"


# ------------------------------------------------------------------------------ in tables


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "Strain;Growth\nNGR234ᵃ;1\nUSDA257*;2\n17;3\nn.d.;4",
            ["Sinorhizobium fredii NGR234", "USDA257"],
        ),
        ("Cultivar;Yield\n‘Dark Opal’;1\nGenovese;2\nMean;3", ["Dark Opal", "Genovese"]),
        ("Candida isolates;MIC\nC1;1\nCA-112;2", ["Candida", "Candida CA-112"]),
        ("Phage;Titre\nA;1\nλ;2", ["Phage A", "Phage λ"]),
        ("Species;n\nStreptococcus mitis;1\nMixed;2", ["Streptococcus mitis"]),
        ("Fungal strains;MIC\nCandida krusei 6258;1", ["Candida krusei 6258"]),
        ("菌株名;結果\nNBRC-X1;1", ["NBRC-X1"]),
        ("Genotype;n\nAG;1\n+/+;2\nWT;3\nII;4", []),
        ("Strain;n\n0;1\n1;2", []),
        ("Cell line;n\nQX-7;1", []),
    ],
)
def test_a_column_of_strains_gives_its_cells(table: str, expected: list[str]) -> None:
    assert in_table(table) == expected


def test_names_below_one_title_are_strains_too() -> None:
    assert in_table("Compound;Cultivar / Genovese;Cultivar / Dark Opal\nlinalool;1;2") == [
        "Genovese",
        "Dark Opal",
    ]


def test_breeds_are_those_of_the_one_species_in_the_title() -> None:
    assert in_table("Breed;n\nTexel;1", title="Lentivirus in sheep") == ["Ovis aries Texel"]


@pytest.mark.parametrize(
    "text", ["strain A1, " * 20_000, "-/- mice " * 20_000, "phage A, B, " * 20_000, "‘A" * 40_000]
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    with cpu_time() as spent:
        findings(text)
    assert spent.seconds < 3
