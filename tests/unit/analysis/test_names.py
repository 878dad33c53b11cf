"""Names in questions: what is looked up exactly."""

from __future__ import annotations

import pytest

from aliquot.analysis.names import identities_of, is_lookup, names_of


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the catalogue number NW-6106?", ["nw6106"]),
        ("IL-6, IL6 and il 6 in HEK293T", ["il6", "hek293t"]),
        ("Is p.R175H in TP53 pathogenic?", ["r175h", "tp53"]),
        ("How long was it heated?", []),
        ("Sterivex抽出の溶出条件は？", ["sterivex"]),
        ("DNA抽出の条件は？", []),
        ("Where is TNF-α made?", ["tnfalpha"]),
        ("β-actin as a loading control", ["betaactin"]),
        ("HeLa", ["hela"]),
        ("15133172", ["15133172"]),
        ("PMID: 15133172", ["15133172"]),
        ("pmid 15133172", ["15133172"]),
        ("Cat. No. 28704", ["28704"]),
        ("https://doi.org/10.1038/nbt.2514", ["10.1038/nbt.2514"]),
        ("CD4⁺", ["cd4+", "cd4"]),
        ("CHO K1", ["chok1", "k1"]),
        ("生物種", ["生物種"]),
        ("10 µM", []),
        ("10µM", []),
        ("the", []),
    ],
)
def test_names_are_identifiers_and_latin_words_in_japanese(question: str, names: list[str]) -> None:
    assert names_of(question) == names


@pytest.mark.parametrize(
    "question",
    [
        "NW-6106",
        "What is NW-6106?",
        "TP53",
        "10.1186/s12864-015-1640-z",
        "IL-6 and IL-10",
        "RRID:AB_99000102",
        "https://doi.org/10.1038/nbt.2514",
        "PMID 31234567",
        "LNCaP",
        "EGFR",
        "TGF-β",
        "beta catenin",
        "3T3 L1",
        "HLA-A*2402",
        "1-hydroxy-2-methoxy-4-allylbenzene",
    ],
)
def test_a_question_of_names_alone_is_a_lookup(question: str) -> None:
    assert is_lookup(question)


@pytest.mark.parametrize(
    "question",
    ["Where is TP53 expressed?", "heat shock", "TP53とは何ですか？", "5 µM", "10µM", "?", "the"],
)
def test_a_question_about_something_is_not_a_lookup(question: str) -> None:
    assert not is_lookup(question)


@pytest.mark.parametrize(
    ("question", "field", "identity"),
    [
        ("NCT99000342とは何ですか？", "nct", "NCT99000342"),
        ("ＮＣＴ９９０００３４２", "nct", "NCT99000342"),
        ("Who runs nct 99000342?", "nct", "nct99000342"),
        ("https://doi.org/10.5555/lap.2020.055", "doi", "10.5555/lap.2020.055"),
        ("ENSG00000141510.16", "accession", "ENSG00000141510"),
        ("NM_000546.6", "accession", "NM_000546.6"),
        ("PMID: 31234567", "pmid", "31234567"),
        ("31234567", "pmid", "31234567"),
        (
            "“Why were we losing one polyp in five”",
            "title",
            "Why were we losing one polyp in five?",
        ),
        ("Notes.", "title", "Notes"),
        ("lumA", "gene", "lumA"),
    ],
)
def test_a_question_names_a_document_by_its_identifier_or_whole_title(
    question: str, field: str, identity: str
) -> None:
    assert identity in identities_of(question)[field]


def test_a_number_in_a_sentence_is_no_pubmed_number() -> None:
    assert identities_of("Were 31234567 cells counted?")["pmid"] == []


def test_the_last_number_of_a_doi_is_no_version() -> None:
    assert "10.5555/lap.2020" not in identities_of("10.5555/lap.2020.055")["doi"]


def test_a_pasted_page_asks_for_few_identifiers() -> None:
    assert len(identities_of(" ".join(f"NCT{n:08}" for n in range(9999)))["nct"]) <= 64
