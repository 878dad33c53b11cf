"""Reagents as the kinds of text of a laboratory state them."""

from __future__ import annotations

import pytest

from aliquot.findings.amounts import amounts_of
from aliquot.findings.portions import portions_of


def portions(text: str) -> list[tuple[str, str]]:
    return [(one.name, one.written) for one in portions_of(text, amounts_of(text))]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            "Add 50 µl of Tris or TE buffer and wait.",
            [("Tris", "50 µl"), ("TE buffer", "50 µl")],
        ),
        (
            "Elute in 50 µl Buffer EB (10 mM Tris·Cl, pH 8.5) or water (pH 7.0).",
            [("Buffer EB", "50 µl"), ("water", "50 µl"), ("Tris·Cl", "10 mM")],
        ),
        (
            "Add 200 µl each of chloroform and isopropanol.",
            [("chloroform", "200 µl"), ("isopropanol", "200 µl")],
        ),
        ("Add 75 µL of E. coli tRNA at 20 mg/mL.", []),
        ("Add 10 µl (500 mM) EDTA.", [("EDTA", "10 µl; 500 mM")]),
        ("0.5 μl (2.5 mM each) dNTPs", [("dNTPs", "0.5 μl; 2.5 mM")]),
        ("Wash with 500 µl ice-cold 70 % ethanol.", [("ethanol", "500 µl; 70 %")]),
        ("Add 100 or 150 μl of PBS.", [("PBS", "100 or 150 μl")]),
        ("Add 50 ng of loading control DNA (stock at 25 ng/µl).", [
            ("loading control DNA", "50 ng; 25 ng/µl")
        ]),
        ("0.8 μl of each forward and reverse primer (10 μM)", [
            ("forward and reverse primer", "0.8 μl; 10 μM")
        ]),
        ("Add 3 volumes Buffer QG to 1 volume of gel.", [("Buffer QG", "3 volumes")]),
        ("Block in 5% BSA/TBST for 1 h.", [("BSA", "5%")]),
        ("Add 50 mL of CTAB mix.", [("CTAB mix", "50 mL")]),
        ("Fill the tank with1X Running Buffer.", [("Running Buffer", "1X")]),
        ("Use 1X TransferBuffer.", [("TransferBuffer", "1X")]),
        ("Add ~1mL of ECLsolution to it.", [("ECLsolution", "1mL")]),
    ],
)  # fmt: skip
def test_steps_of_protocols(step: str, expected: list[tuple[str, str]]) -> None:
    found = portions(step)
    assert found == expected if expected else {amount for _, amount in found} == {"75 µL; 20 mg/mL"}


@pytest.mark.parametrize(
    ("recipe", "expected"),
    [
        ("Tris base: 12.1 g", [("Tris base", "12.1 g")]),
        ("NaCl - 5 g", [("NaCl", "5 g")]),
        ("Agar .......... 15 g", [("Agar", "15 g")]),
        ("f. 10 µL TEMED2", [("TEMED", "10 µL")]),
        (
            "NaCl, 150 mM; Tris, 50 mM; EDTA, 1 mM",
            [("NaCl", "150 mM"), ("Tris", "50 mM"), ("EDTA", "1 mM")],
        ),
        (
            "add Tris HCl 0.666g, LDS 0.8g, EDTA 0.006g",
            [("Tris HCl", "0.666g"), ("LDS", "0.8g"), ("EDTA", "0.006g")],
        ),
        ("10 mM DBMIB\n20 mg DCMU in 40 mL ethanol", [
            ("DBMIB", "10 mM"), ("DCMU", "20 mg"), ("ethanol", "40 mL")
        ]),
        ("anti-GFP (1:1000; Abcam)", [("anti-GFP", "1:1000")]),
    ],
)  # fmt: skip
def test_lists_of_recipes(recipe: str, expected: list[tuple[str, str]]) -> None:
    assert portions(recipe) == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| 10X PCR buffer | 5 µl | 1X |", ("PCR buffer", "10X; 5 µl")),
        ("| dNTPs (10 mM) | 1 µl | 0.2 mM |", ("dNTPs", "10 mM; 1 µl")),
        ("| Primer F (10 µM) 0.5 µl |", ("Primer F", "10 µM; 0.5 µl")),
        ("| 5 M NaCl | 3 ml |", ("NaCl", "5 M; 3 ml")),
    ],
)
def test_rows_join_the_stock_with_the_volume_taken_of_it(
    row: str, expected: tuple[str, str]
) -> None:
    assert portions(row)[0] == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "The peptide was dissolved in DMSO to give a 10 mM stock.",
            [("peptide", "10 mM")],
        ),
        ("(final EDTA concentration ~50 mM)", [("EDTA", "50 mM")]),
        (
            "stimulated with M. tuberculosis recombinant antigen (5 µg/mL)",
            [("M. tuberculosis recombinant antigen", "5 µg/mL")],
        ),
        (
            "5 tuberculin units (in 0.1 mL) of purified protein derivative",
            [("purified protein derivative", "5 tuberculin units; 0.1 mL")],
        ),
        (
            "Acetyl pepstatin (AP), a known inhibitor, was used as control (10 μg/mL).",
            [("Acetyl pepstatin", "10 μg/mL")],
        ),
        (
            "An antibody against SFFV p30 Gag was dispensed onto sections at 10 μg per ml.",
            [("antibody against SFFV p30 Gag", "10 μg per ml")],
        ),
        (
            "vaccinated with the vaccine, twice intramuscularly at a dose of 0.5 ml",
            [("vaccine", "0.5 ml")],
        ),
        ("Placebo (sodium chloride, a 0.9% solution)", [("sodium chloride", "0.9%")]),
        (
            "composition: NaCl 50 mM/l; glucose 200 mM/l",
            [("NaCl", "50 mM/l"), ("glucose", "200 mM/l")],
        ),
        (
            "using Noggin (R&D, 250 ng/ml) and anti-actin (Sigma, A2228; 1:5000)",
            [("Noggin", "250 ng/ml"), ("anti-actin", "1:5000")],
        ),
        ("goat anti-mouse IgG diluted 1:5000 in buffer", [("goat anti-mouse IgG", "1:5000")]),
        ("Ampicillin (10 µg/disc) as control", [("Ampicillin", "10 µg/disc")]),
        ("protease inhibitors (10 µM) or vehicle", [("protease inhibitors", "10 µM")]),
        ("eluted with ether:acetone (3:1 v/v)", [("ether:acetone", "3:1 v/v")]),
        (
            "0.2 mM each of dATP, dCTP and dTTP",
            [("dATP", "0.2 mM"), ("dCTP", "0.2 mM"), ("dTTP", "0.2 mM")],
        ),
        (
            "The oil was dissolved in 10% DMSO at concentrations of 25 and 100 µl/ml",
            [("DMSO", "10%"), ("oil", "25 µl/ml"), ("oil", "100 µl/ml")],
        ),
        ("9 μL of DEPC treated water", [("DEPC treated water", "9 μL")]),
        ("Drug: Gefitinib. Gefitinib 250 mg tablet", [("Gefitinib", "250 mg")]),
        ("Olaparib (arm A): 600 mg daily (2 doses of 300 mg)", [("Olaparib", "600 mg; 300 mg")]),
        ("patients will receive nivolumab 480 mg", [("nivolumab", "480 mg")]),
    ],
)
def test_sentences_of_papers_and_trials(sentence: str, expected: list[tuple[str, str]]) -> None:
    assert portions(sentence) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("プロテイナーゼK（20 mg/ml）5 µl を加える", [("プロテイナーゼK", "20 mg/ml; 5 µl")]),
        ("70%エタノール 1 ml を加える", [("エタノール", "70%; 1 ml")]),
        ("Triton X-100（0.1%）", [("Triton X-100", "0.1%")]),
        ("酢酸ナトリウム（3 M, pH 5.2）を加える", [("酢酸ナトリウム", "3 M")]),
        ("1× PBSで3回洗浄", [("PBS", "1×")]),
    ],
)
def test_japanese_with_wide_brackets_and_particles(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert portions(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2 µl DNA extract was used",
        "300 µl HUVECs were plated",
        "activity against C. albicans (0.069 mg/L)",
        "anti-cytokeratin AE1/AE3 (20:1 mixture)",
        "C.P. 97310 Mérida, Yucatán",
        "over 100M website views per year",
        "soil contaminated with diesel oil (137%)",
        "the identified constituents were benzoic acid (3%) and eugenol (59%)",
        "potential inhibition of HIV-1 replication (12.5 µg/mL)",
        "related to gender (3.0 units higher in males)",
        "Treatment (95% CI 1 to 2)",
        "to afford a compound (10 mg)",
        "the resulting aqueous solution (1:3)",
        "Use of more than 10 units of alcohol per week",
        "200 ml of wine",
        "Wash beads 3x with buffer",
        "(1 unit of alcohol is equivalent to 200 ml of wine or 50 ml of alcohol)",
        "Add the powder up to the 2000 mL mark",
        "pour into 200mL high speed centrifuge jars",
        "2 μl of each purified environmental sample",
        "tested by the MTT tests (0.015%)",
    ],
)
def test_results_samples_addresses_and_drinks_are_no_reagents(text: str) -> None:
    assert portions(text) == []


def test_a_table_of_many_rows_is_read_to_its_end() -> None:
    rows = 1_000
    found = portions("| NaCl | 5 ml | 1X |\n" * rows)
    assert len(found) >= rows
