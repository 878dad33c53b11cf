"""Reagents whose amount stands far from their name, or under a name given elsewhere."""

from __future__ import annotations

import pytest

from aliquot.findings.amounts import amounts_of
from aliquot.findings.portions import portions_of
from aliquot.findings.reagent_aliases import full_name
from aliquot.findings.reagents import Reagents
from aliquot.types import Chunk, Document, DocumentKind, SectionClass, Span


def portions(text: str) -> list[tuple[str, str]]:
    return [(one.name, one.written) for one in portions_of(text, amounts_of(text))]


def last_name(text: str, name: str) -> str:
    return full_name(text, name, text.rindex(name))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("anti-tubulin serum (1∶10,000 dilution, 2 h)", [("anti-tubulin serum", "1∶10,000")]),
        ("ethanol/water/acetic acid (45∶45:10, v/v)", [("ethanol/water/acetic acid", "45∶45:10")]),
        ("[³H]-thymidine (0.5 µCi/mL)", [("[³H]-thymidine", "0.5 µCi/mL")]),
        ("labelled probe (100000−200000 cpm/reaction)", [
            ("labelled probe", "100000−200000 cpm/reaction")
        ]),
        ("morphine (10 ng–5 µg/mL) was injected", [("morphine", "10 ng–5 µg/mL")]),
        ("fed curcumin at the doses of 25, 50 & 100 mg/kg", [
            ("curcumin", "25 mg/kg"), ("curcumin", "50 mg/kg"), ("curcumin", "100 mg/kg")
        ]),
        ("treated with 250 and 500 μg/g of thymol", [
            ("thymol", "250 μg/g"), ("thymol", "500 μg/g")
        ]),
        ("fixed in 10% acetic acid/25% isopropanol", [
            ("acetic acid", "10%"), ("isopropanol", "25%")
        ]),
        ("anti-FLAG (1:100 or 10 µL/mL)", [("anti-FLAG", "1:100; 10 µL/mL")]),
        ("in gradient ethanol (20, 40 and 100%, longest in 100%)", [
            ("gradient ethanol", "20, 40 and 100%")
        ]),
    ],
)  # fmt: skip
def test_ways_to_write_an_amount(sentence: str, expected: list[tuple[str, str]]) -> None:
    assert portions(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("2 ml of a 5 mM methanolic solution of quercetin", [("quercetin", "2 ml; 5 mM")]),
        ("Aqueous extract of Aloe vera (100 mg/kg) was given", [
            ("Aqueous extract of Aloe vera", "100 mg/kg")
        ]),
        ("200 mg/kg ethanolic extract of Aloe vera", [
            ("ethanolic extract of Aloe vera", "200 mg/kg")
        ]),
        ("Figure 2 Curcumin (100 mg/kg) lowered it.", [("Curcumin", "100 mg/kg")]),
        ("Prepare 50 mL of 10% FBS RPMI media", [("FBS", "10%"), ("RPMI media", "50 mL")]),
        ("Add 2 µL of RNase A. Close the tube.", [("RNase A", "2 µL")]),
        ("crude extracts at different concentrations (50 mg/ml)", [("crude extracts", "50 mg/ml")]),
        ("transfected with 0.5 µg of pHis-TTP", [("pHis-TTP", "0.5 µg")]),
        ("were given oral cetirizine 10 mg, paracetamol 1 g", [
            ("cetirizine", "10 mg"), ("paracetamol", "1 g")
        ]),
        ("4 ml fresh LB medium having kanamycin", [("LB medium", "4 ml")]),
    ],
)  # fmt: skip
def test_names_of_more_than_one_word(sentence: str, expected: list[tuple[str, str]]) -> None:
    assert portions(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Nisin 2 mg, diluted in saline to a concentration of 2 mg/ml", ("Nisin", "2 mg/ml")),
        ("The oil was diluted in acetone (10 mg/ml) and kept.", ("oil", "10 mg/ml")),
        (
            "Nisin showed activity against isolates C2 and C10 at 30 mg/ml.",
            ("Nisin", "30 mg/ml"),
        ),
        ("Quercetin inhibited the growth of HeLa cells at 50 µM.", ("Quercetin", "50 µM")),
        ("Leucovorin 400 mg/m2 and aspirin 40 mg/m2 bolus", ("aspirin", "40 mg/m2")),
    ],
)
def test_the_subject_has_the_strength_and_not_what_it_is_in_or_acts_on(
    sentence: str, expected: tuple[str, str]
) -> None:
    assert portions(sentence)[-1] == expected


def test_what_is_brought_to_a_strength_is_not_the_last_part_of_its_buffer() -> None:
    assert portions("primers diluted in 10 mM Tris, 1 mM EDTA (pH 8.0) to 25 µM") == [
        ("Tris", "10 mM"),
        ("EDTA", "1 mM"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "compounds such as thymol (2.98%), linalool (4.94%) and limonene (3.73%)",
        "The diet contained 24% protein, 0.6% calcium",
        "strains were resistant to 84% of fluconazole",
        "methyl eugenol was the major compound (72.5%)",
        "a yield of 30 mg per 100 g dry powder",
        "eluted with a gradient from 100% buffer A to 60% of solvent B",
        "injected into a 100 µL loop",
        "the mobile phase (50:50 v/v)",
    ],
)
def test_shares_found_and_parts_of_machines_are_no_reagents(text: str) -> None:
    assert portions(text) == []


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Ocimum basilicum essential oil (OBEO). We used OBEO.", "OBEO",
         "ocimum basilicum essential oil"),
        ("Aloe vera (Av) is a plant. An extract of Aloe vera was made. Rats got Av.", "Av",
         "aloe vera extract"),
        ("Aqueous extract of Aloe vera was given.", "Aqueous extract of Aloe vera",
         "aloe vera extract"),
        ("Effect of A. vera extract. Aloe vera grows here. We used the extract.", "extract",
         "aloe vera extract"),
        ("A fluorogenic HIV Protease Substrate 1 was bought. We took the substrate.", "substrate",
         "hiv protease substrate 1"),
        ("ethylenediaminetetraacetic acid (EDTA) and EDTA", "EDTA", "edta"),
        ("We used the extract.", "extract", "extract"),
        ("extracts of Aloe vera, Ocimum sanctum and others. The extract", "extract", "extract"),
    ],
)  # fmt: skip
def test_name_in_full_as_the_document_gives_it(text: str, name: str, expected: str) -> None:
    assert last_name(text, name) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Kumar et al. (2010) reported that carvone (1640 mg/kg) was less toxic.", 0),
        ("As Kumar et al. (2010) did, carvone (1640 mg/kg) was given.", 1),
    ],
)
def test_what_others_reported_is_no_reagent_of_the_results(text: str, count: int) -> None:
    document = Document(kind=DocumentKind.PAPER, title="T", text=text, blocks=(), id="t")
    span = Span(0, len(text))
    chunk = Chunk(id="t#1", document_id="t", text=text, header="", span=span,
                  section_class=SectionClass.RESULTS)  # fmt: skip
    assert len(list(Reagents().extract(document, [chunk]))) == count
