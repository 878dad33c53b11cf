"""Which things a question asks for: their sort, what they have to be, and members of a class."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.classes import members_asked
from aliquot.generation.surveying.qualifying import qualifier_of
from aliquot.generation.surveying.recorded import field_asked
from aliquot.generation.surveying.sorts import Sort, sort_asked
from aliquot.types import Finding, FindingKind, Span


def finding(kind: FindingKind, value: str, **details: str) -> Finding:
    return Finding(
        kind=kind, value=value, normalised=value, document_id="one", chunk_id="one#0",
        span=Span(0, 9), place=Span(0, 9), details=details,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sort", "admitted", "left_out"),
    [
        (Sort("kit"), "DNeasy Blood & Tissue Kit", "Trans-Blot Turbo"),
        (Sort("kit"), "KAPA Library Quantification", "50 mL centrifuge tube"),
        (Sort("instrument"), "NanoDrop", "QIAquick Gel Extraction Kit"),
        (Sort("instrument"), "Bioanalyzer", "200 µL filter tip"),
    ],
)
def test_kits_are_told_from_instruments_and_both_from_ware(
    sort: Sort, admitted: str, left_out: str
) -> None:
    assert sort.admits(finding(FindingKind.INSTRUMENT, admitted))
    assert not sort.admits(finding(FindingKind.INSTRUMENT, left_out))


def test_strains_are_of_a_species_and_buffers_called_so() -> None:
    strain = finding(FindingKind.ORGANISM, "DH5α", species="Escherichia coli")
    assert Sort("strain").admits(strain)
    assert not Sort("strain").admits(finding(FindingKind.ORGANISM, "Escherichia coli"))
    assert Sort("virus").admits(finding(FindingKind.ORGANISM, "Dengue virus"))
    assert not Sort("virus").admits(strain)
    assert Sort("buffer").admits(finding(FindingKind.REAGENT, "lysis buffer"))
    assert not Sort("buffer").admits(finding(FindingKind.REAGENT, "ethanol"))


@pytest.mark.parametrize(
    ("question", "admitted", "left_out"),
    [
        ("List the GEO series accessions.", ("GSE8847", "GEO"), ("GSM219988", "GEO")),
        ("List the SRA run accessions.", ("SRR1653607", "SRA"), ("SRX760129", "SRA")),
        ("List the SRA accessions.", ("PRJNA267195", "BioProject"), ("GSE8847", "GEO")),
        ("GEOのアクセッション番号の一覧", ("GSM219988", "GEO"), ("SRR1653607", "SRA")),
    ],
)
def test_accessions_are_of_the_registry_and_level_asked_for(
    question: str, admitted: tuple[str, str], left_out: tuple[str, str]
) -> None:
    sort, _ = sort_asked(question, question, FindingKind.ACCESSION)
    assert sort.admits(finding(FindingKind.ACCESSION, admitted[0], registry=admitted[1]))
    assert not sort.admits(finding(FindingKind.ACCESSION, left_out[0], registry=left_out[1]))


@pytest.mark.parametrize(
    ("text", "kind", "qualifier"),
    [
        ("What E. coli strains do documents use?", FindingKind.ORGANISM, "E. coli"),
        ("Which antibodies against FLAG are used?", FindingKind.ANTIBODY, "FLAG"),
        ("大腸菌の株をリストアップして", FindingKind.ORGANISM, "大腸菌"),
        ("Which cell lines are used?", FindingKind.CELL_LINE, ""),
        ("プロトコルで使っているキットの一覧", FindingKind.INSTRUMENT, ""),
    ],
)
def test_what_qualifies_a_thing_is_told_from_where_it_is(
    text: str, kind: FindingKind, qualifier: str
) -> None:
    assert qualifier_of(text, kind)[0] == qualifier


@pytest.mark.parametrize(
    ("text", "kind", "field"),
    [
        ("From which organisms are our documents?", "gene", "organism"),
        ("Which diseases do documents study?", "trial", "condition"),
        ("Which drugs are tested in documents?", "trial", "intervention"),
        ("Which journals do our documents come from?", "paper", "journal"),
        ("どの疾患の 文書がありますか", "trial", "condition"),
        ("Which organisms are in our documents?", "protocol", ""),
        ("Which documents study diseases?", "trial", ""),
        ("Which diseases have no documents?", "trial", ""),
    ],
)
def test_what_records_state_is_read_from_their_field(text: str, kind: str, field: str) -> None:
    assert field_asked(text, kind)[0] == field


@pytest.mark.parametrize(
    ("text", "member"),
    [
        ("What antibiotics are used?", "ampicillin"),
        ("Which restriction enzymes appear?", "EcoRI"),
        ("In which countries are documents held?", "Japan"),
        ("どの抗生物質を使っていますか", "kanamycin"),
    ],
)
def test_a_class_of_things_is_asked_for_by_its_members(text: str, member: str) -> None:
    members, left = members_asked(text)
    assert member in members
    assert members_asked(left) == ((), left)


@pytest.mark.parametrize(
    "text", ["Which documents use antibiotics?", "Is ampicillin used?", "抗生物質を使う文書は？"]
)
def test_documents_are_asked_for_by_a_class_and_not_the_class(text: str) -> None:
    assert members_asked(text) == ((), text)
