from __future__ import annotations

import pytest

from aliquot.findings.amounts import amounts_of
from aliquot.findings.portions import portions_of
from aliquot.findings.reagent_names import canonical_reagent
from aliquot.findings.reagents import Reagents
from aliquot.types import Chunk, Document, DocumentKind, FindingKind, SectionClass, Span


def portions(text: str) -> list[tuple[str, str]]:
    return [(one.name, one.written) for one in portions_of(text, amounts_of(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lyse in 10 mM Tris-HCl, pH 8.0.", [("Tris-HCl", "10 mM")]),
        ("Add 0.5 % (w/v) SDS.", [("SDS", "0.5 % (w/v)")]),
        ("Add 350 µl Buffer RLT.", [("Buffer RLT", "350 µl")]),
        ("5 µl of proteinase K (20 mg/ml)", [("proteinase K", "5 µl; 20 mg/ml")]),
        ("Quench with 10 µl of 500 mM EDTA.", [("EDTA", "10 µl; 500 mM")]),
        (
            "Mice received 100 mg/kg Curcuma longa extract daily.",
            [("Curcuma longa extract", "100 mg/kg")],
        ),
        ("doxorubicin 12 mg/m2 IV every week", [("doxorubicin", "12 mg/m2")]),
        ("Add 7 drops of glycerol.", [("glycerol", "7 drops")]),
    ],
)
def test_name_behind_or_before_its_amount(text: str, expected: list[tuple[str, str]]) -> None:
    assert portions(text) == expected


def test_series_shares_its_name_and_its_unit() -> None:
    assert portions("treated with the extract (250, 500 and 1000 µg/mL)") == [
        ("extract", "250 µg/mL"),
        ("extract", "500 µg/mL"),
        ("extract", "1000 µg/mL"),
    ]


def test_recipe_with_names_first_is_read_so_to_its_end() -> None:
    assert portions("Lysis Buffer: NaCl 300mM EDTA 0.5mM NaF 50mM") == [
        ("NaCl", "300mM"),
        ("EDTA", "0.5mM"),
        ("NaF", "50mM"),
    ]


def test_recipe_in_a_bracket_is_not_of_the_buffer_before_it() -> None:
    assert portions("boiled in 100 µL lysis buffer (10 mM NaCl, 1 mM EDTA)") == [
        ("lysis buffer", "100 µL"),
        ("NaCl", "10 mM"),
        ("EDTA", "1 mM"),
    ]


def test_row_of_a_table_names_the_first_amount_of_its_first_cell() -> None:
    assert ("NaCl", "5 ml") in portions("| NaCl | 5 ml |")


def test_verb_between_name_and_final_concentration() -> None:
    assert portions("Sodium azide was added to a final concentration of 0.02%.") == [
        ("Sodium azide", "0.02%")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10 µlのバッファーを加える", [("バッファー", "10 µl")]),
        ("塩化ナトリウム 5 g を溶かす", [("塩化ナトリウム", "5 g")]),
    ],
)
def test_japanese_names_end_at_the_particle(text: str, expected: list[tuple[str, str]]) -> None:
    assert portions(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "incubated at 37 °C in 5% CO2",
        "kept in a 5% CO2 incubator",
        "10 µl of sample was loaded",
        "with an IC50 of 5 µM curcumin",
        "Use a 50 mL tube.",
        "viability of U1 cells was >70%",
        "haemoglobin ≥ 5.6 mmol/L ",
        "30% of patients responded",
        "spin at 300 x g for 5 min",
    ],
)
def test_gas_samples_vessels_and_results_are_no_reagents(text: str) -> None:
    assert portions(text) == []


def test_spellings_of_a_reagent_meet_in_one_name() -> None:
    assert {canonical_reagent(name) for name in ("EtOH", "ethanol", "エタノール")} == {"ethanol"}
    assert canonical_reagent("MgCl₂") == canonical_reagent("MgCl2")


def test_place_is_exact_and_the_same_amount_counts_once() -> None:
    text = "Add 5 µl of trypsin. Wait. Add 5 µl of trypsin again. Add 9 µl of trypsin."
    document = Document(kind=DocumentKind.PROTOCOL, title="T", text=text, blocks=(), id="t")
    chunk = Chunk(id="t#1", document_id="t", text=text, header="", span=Span(0, len(text)))
    found = list(Reagents().extract(document, [chunk]))
    assert [one.details["amount"] for one in found] == ["5 µl", "9 µl"]
    assert all(one.place.of(text).startswith("trypsin") for one in found)
    assert {one.kind for one in found} == {FindingKind.REAGENT}


def test_a_long_line_of_numbers_is_read_in_linear_time() -> None:
    text = "5 ml " * 20_000
    assert portions(text) == []


@pytest.mark.parametrize(
    ("section_class", "count"),
    [(SectionClass.METHODS, 1), (SectionClass.DISCUSSION, 0), (SectionClass.INTRODUCTION, 0)],
)
def test_what_others_used_is_no_reagent_of_a_paper(section_class: SectionClass, count: int) -> None:
    text = "Cells were treated with 5 µM nocodazole."
    document = Document(kind=DocumentKind.PAPER, title="T", text=text, blocks=(), id="t")
    chunk = Chunk(
        id="t#1",
        document_id="t",
        text=text,
        header="",
        span=Span(0, len(text)),
        section_class=section_class,
    )
    assert len(list(Reagents().extract(document, [chunk]))) == count
