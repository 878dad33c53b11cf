"""What has the form of a finding and is none, and spellings that are one."""

from __future__ import annotations

import pytest

from aliquot.findings.accessions import Accessions
from aliquot.findings.antibodies import Antibodies
from aliquot.findings.cell_lines import CellLines
from aliquot.findings.conditions import Conditions
from aliquot.findings.genes import Genes
from aliquot.findings.organisms import Organisms
from aliquot.findings.plasmids import Plasmids, Primers
from aliquot.findings.statistics import Statistics
from aliquot.findings.trials import Trials
from aliquot.findings.versions import Versions
from aliquot.findings.virus_names import find_viruses
from aliquot.protocols import FindingExtractor
from aliquot.types import Block, BlockType, Chunk, Document, DocumentKind, SectionClass, Span


def names(
    extractor: FindingExtractor, text: str, kind: DocumentKind = DocumentKind.PROTOCOL
) -> list[str]:
    span = Span(0, len(text))
    methods = SectionClass.METHODS
    block = Block(type=BlockType.PARAGRAPH, text=text, span=span, section_class=methods)
    document = Document(id="d", kind=kind, title="t", text=text, blocks=(block,))
    chunk = Chunk(id="d#1", document_id="d", text=text, header="", span=span, section_class=methods)
    return [one.normalised for one in extractor.extract(document, [chunk])]


@pytest.mark.parametrize(
    "text",
    [
        "goat anti-rat IgG",
        "Coated with goat antihuman IgG.",
        "Then Donkey α-Rabbit (1:500).",
        "rabbit polyclonal anti-HA",
        "10% fetal bovine serum",
        "Ongoing tobacco use is excluded.",
    ],
)
def test_hosts_sera_and_habits_are_no_organisms(text: str) -> None:
    assert names(Organisms(), text) == []


@pytest.mark.parametrize(
    "text", ["Plates were read.", "in S1 we saw", "Miami, Vero Beach; Georgia"]
)
def test_words_and_places_are_no_cell_lines(text: str) -> None:
    assert names(CellLines(), text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Vero cells grew.", "Vero"), ("Jurkat T cells", "Jurkat"), ("Plat-E cells", "Phoenix-ECO")],
)
def test_names_that_are_words_stay_cell_lines(text: str, expected: str) -> None:
    assert names(CellLines(), text)[:1] in ([expected], ["Platinum-E"])


@pytest.mark.parametrize("text", ["α-Pinene and α-MEM", "TNF-α and IL-1", "anti-HIV activity"])
def test_terpenes_media_cytokines_and_effects_are_no_antibodies(text: str) -> None:
    assert names(Antibodies(), text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rat α-FLAG Tag (1:200)", "anti-FLAG Tag"),
        ("RVFV-specific antibodies", "anti-RVFV"),
        ("antibodies against COVID-19\nKeywords", "anti-COVID-19"),
        ("Anti-CD20 Antibody Rituximab", "anti-CD20"),
        ("mouse anti-human Bcl-2", "anti-human Bcl-2"),
        ("Goat Anti-Rat IgG (Pierce)", "anti-Rat"),
    ],
)
def test_an_antibody_is_named_by_what_it_binds_alone(text: str, expected: str) -> None:
    assert names(Antibodies(), text) == [expected]


@pytest.mark.parametrize(
    "text",
    ["patients 18 years of age", "aged 40-75 years", "Minimum age: 65 Years", "N 19°26′17″E"],
)
def test_ages_and_minutes_of_arc_are_no_times(text: str) -> None:
    assert names(Conditions(), text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for 12 months", "1 year"),
        ("for 18 months", "18 months"),
        ("for 90 min", "90 min"),
        ("for 1 day", "24 h"),
        ("for 24 h", "24 h"),
        ("for 4 weeks", "28 d"),
        ("up to 2 weeks", "≤ 14 d"),
        ("at least 12 months", "≥ 1 year"),
        ("for 10-15 min", "10 min - 15 min"),
        ("for 0 min", "0 s"),
    ],
)
def test_one_time_has_one_name_however_it_is_written(text: str, expected: str) -> None:
    assert names(Conditions(), text) == [expected]


def test_an_index_of_mass_is_no_dose_and_a_body_no_part_of_one() -> None:
    assert names(Conditions(), "BMI of 18 to 35 kg/m2") == []
    assert names(Conditions(), "50 mg/kg body weight, then 500 mg/m²") == ["50mg/kg", "500mg/m2"]


@pytest.mark.parametrize("text", ["the gene GTF file", "UCSC genes", "the SV40 promoter"])
def test_formats_databases_and_promoters_of_viruses_are_no_genes(text: str) -> None:
    assert names(Genes(), text) == []


def test_member_of_a_family_keeps_its_number() -> None:
    assert names(Genes(), "expression of TLR 2 and TLR-2 mRNA, the TLR gene") == [
        "TLR2", "TLR-2", "TLR"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("TreeFam: TF331936", "TreeFam:TF331936"),
        ("SUPFAM: SSF57440 (Kringle-like), SSF50494", "SUPFAM:SSF50494"),
        ("Sequence: AC073934; note", "GenBank:AC073934"),
        ("EMBL: AB008913, AF043978", "GenBank:AF043978"),
    ],
)
def test_a_line_s_database_is_that_of_its_numbers(line: str, expected: str) -> None:
    assert names(Accessions(), f"GenBank record\n{line}")[-1] == expected


def test_a_plasmid_is_named_whole_without_what_is_done_with_it() -> None:
    text = "pLenti6.2/V5-DEST, pCR2.1-TOPO, pLKO.1-transduced cultures, the plasmids (pHis-hTTP)"
    assert names(Plasmids(), text) == ["pLenti6.2/V5-DEST", "pCR2.1-TOPO", "pLKO.1", "pHis-hTTP"]


def test_reads_and_alignments_hold_no_primers() -> None:
    text = "5' CCGGCGTGGTTGGTGAGGTCACTG 3'"
    assert names(Primers(), text, DocumentKind.GENE) == []
    assert names(Primers(), f"primer {text}") == ["CCGGCGTGGTTGGTGAGGTCACTG"]


@pytest.mark.parametrize(
    "text", ["| 2 | V2 | Ocimum", "Biol. Rev. 67:86", "Syst Rev. 2021 Sep", "BRAF non-V600"]
)
def test_codes_and_journals_are_no_versions(text: str) -> None:
    assert names(Versions(), text) == []


def test_a_version_of_a_program_for_a_system_names_both() -> None:
    assert names(Versions(), "with SPSS for Windows, version 14.0") == ["SPSS for Windows 14.0"]
    assert names(Versions(), "existence: Predicted\nEntry version: 37") == ["Entry 37"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("95% CI 41%–85%", "confidence interval = 41%–85%"),
        ("95% CI −3.72 to −1.21", "confidence interval = -3.72 to -1.21"),
        ("Spearman's test", "spearman"),
        ("unpaired t-tests", "unpaired t test"),
    ],
)
def test_spellings_of_a_statistic_are_one(text: str, expected: str) -> None:
    assert names(Statistics(), text) == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Phase: Not applicable (NA)", "phase: not applicable"),
        ("Phase: N/A", "phase: not applicable"),
        ("Phase: Early Phase 1", "phase: early 1"),
        ("Primary outcome: Stress in wave one vs. wave two. Time frame: 1 year.",
         "primary outcome: stress in wave one vs. wave two"),
    ],
)  # fmt: skip
def test_a_trial_s_phases_and_outcomes_are_whole(line: str, expected: str) -> None:
    assert names(Trials(), line, DocumentKind.TRIAL) == [expected]


@pytest.mark.parametrize(
    "text",
    ["the Rift Valley fever virus", "bovine leukemia viruses and measles virus", "no such word"],
)
def test_viruses_by_form_are_those_of_the_whole_text(text: str) -> None:
    padded = f"{'; ' * 300}{text}{' ;' * 300}"
    assert [one.name for one in find_viruses(padded)] == [one.name for one in find_viruses(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Wilcoxon rank-sum test",
        "Heterozygous missense mutation",
        "Hydrops fetalis",
        "Mycosis fungoides",
        "Unstable angina",
        "Syndrome coronavirus",
        "Drosophilid oogenesis",
    ],
)
def test_diseases_and_tests_are_no_binomials(text: str) -> None:
    assert names(Organisms(), text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("anti-TB treatment was given", []),
        ("anti-HCV therapy", []),
        ("anti-TNF therapy", ["anti-TNF"]),
        ("anti-HCV positive", ["anti-HCV"]),
    ],
)
def test_a_treatment_of_a_disease_is_no_antibody(text: str, expected: list[str]) -> None:
    assert names(Antibodies(), text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("with SPSS 18.0 (IBM)", ["SPSS 18.0"]),
        ("IBM SPSS Statistics 25 was", ["SPSS 25"]),
        ("per CTCAE 4.0 criteria", ["CTCAE 4.0"]),
        ("[CTCAE] version [v]4 grade", ["CTCAE 4"]),
        ("Graph Pad Prism 6 (La Jolla)", ["GraphPad Prism 6"]),
        ("in R 3.5.1 and", ["R 3.5.1"]),
        ("SAS 20 samples, R 2 h, MEGA 5%", []),
    ],
)
def test_a_number_behind_a_program_is_its_version(text: str, expected: list[str]) -> None:
    assert names(Versions(), text) == expected


@pytest.mark.parametrize("text", ["MT-4 cells", "MT4 cell line", "MT-4 cell line"])
def test_a_hyphen_makes_no_other_cell_line(text: str) -> None:
    assert names(CellLines(), text) == ["MT-4"]


def test_a_line_of_no_vocabulary_is_one_with_and_without_a_hyphen() -> None:
    assert names(CellLines(), "KG-99 cell line; KG99 cell line") == ["KG99", "KG99"]


def test_a_paper_whose_headings_were_not_read_states_conditions() -> None:
    text = "Annealing at 55 °C for 30 s."
    for section, count in ((SectionClass.OTHER, 2), (SectionClass.REFERENCES, 0)):
        span = Span(0, len(text))
        block = Block(type=BlockType.PARAGRAPH, text=text, span=span, section_class=section)
        document = Document(id="d", kind=DocumentKind.PAPER, title="t", text=text, blocks=(block,))
        chunk = Chunk(
            id="d#1", document_id="d", text=text, header="", span=span, section_class=section
        )
        assert len(list(Conditions().extract(document, [chunk]))) == count
