"""Shapes of names and amounts that texts of many laboratories have, each once."""

from __future__ import annotations

import pytest

from aliquot.findings.instruments import Instruments
from aliquot.findings.organisms import Organisms
from aliquot.findings.reagents import Reagents
from aliquot.protocols import FindingExtractor
from aliquot.types import Block, BlockType, Chunk, Document, DocumentKind, Finding, Span

REAGENTS, ORGANISMS, INSTRUMENTS = Reagents(), Organisms(), Instruments()


def found(extractor: FindingExtractor, text: str) -> list[Finding]:
    span = Span(0, len(text))
    is_table = text.startswith("|")
    kind = BlockType.TABLE if is_table else BlockType.PARAGRAPH
    document = Document(
        id="d", kind=DocumentKind.PROTOCOL, title="t", text=text,
        blocks=(Block(type=kind, text=text, span=span),),
    )  # fmt: skip
    chunk = Chunk(id="d#1", document_id="d", text=text, header="", span=span)
    return list(extractor.extract(document, [chunk]))


def portions(text: str) -> list[tuple[str, str]]:
    return [(one.value, one.details["amount"]) for one in found(REAGENTS, text)]


# ------------------------------------------------------------------------------ reagents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 g (NH₄)₂SO₄ per litre", [("(NH₄)₂SO₄", "1 g")]),
        ("with 2 mM Mg(OAc)2, 1 mM DTT", [("Mg(OAc)2", "2 mM"), ("DTT", "1 mM")]),
        ("Add 100 μL of N,O-Bis(trimethylsilyl)trifluoroacetamide (BSTFA).", [
            ("N,O-Bis(trimethylsilyl)trifluoroacetamide", "100 μL")
        ]),
        ("then 1 μL of oligo d (T) was added", [("oligo d (T)", "1 μL")]),
        ("Lysine - 50 g and DL-methionine - 80 g", [("Lysine", "50 g"), ("DL-methionine", "80 g")]),
        ("10 µl SYBR Select Master Mix, 0.5 µl of primer", [
            ("SYBR Select Master Mix", "10 µl"), ("primer", "0.5 µl")
        ]),
        ("| dNTP mix (10 mM) | 0.5 µL |", [("dNTP mix", "10 mM; 0.5 µL")]),
        ("Add 700 µL of Wash Buffer to the column.", [("Wash Buffer", "700 µL")]),
        ("Wash it with 500uL of wash solution.", [("wash solution", "500uL")]),
        ("0.5 μl of 0.1 μM each of the reverse and forward primers", [
            ("reverse and forward primers", "0.5 μl; 0.1 μM")
        ]),
        ("2 μL SYBR Gold Working Stock", [("SYBR Gold", "2 μL")]),
        ("Briefly, NFW (7.00 μL), 5X RT buffer (4 μL)", [
            ("NFW", "7.00 μL"), ("RT buffer", "5X; 4 μL")
        ]),
        ("grown with 10% OADC and 0.05% Tween 80", [("OADC", "10%"), ("Tween 80", "0.05%")]),
    ],
)  # fmt: skip
def test_names_of_chemicals_are_read_whole(text: str, expected: list[tuple[str, str]]) -> None:
    assert portions(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("homogenized in 20 mL of reagent-grade acetone", [("acetone", "20 mL")]),
        ("1 mL of 50 mg/mL filter-sterilised carbenicillin", [("carbenicillin", "1 mL; 50 mg/mL")]),
        ("9 μL of deionised autoclaved DEPC treated water", [("DEPC treated water", "9 μL")]),
        ("with 0.01% tissue-culture tested poly-L-lysine", [("poly-L-lysine", "0.01%")]),
        ("0.5% of commercially available garlic powder", [("garlic powder", "0.5%")]),
        ("4 mg/kg of intramuscular ketamine", [("ketamine", "4 mg/kg")]),
        ("received 10 mg oral prednisolone", [("prednisolone", "10 mg")]),
        ("9.9 mL of molecular grade water", [("molecular grade water", "9.9 mL")]),
    ],
)
def test_how_a_substance_was_bought_or_treated_is_no_part_of_its_name(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert portions(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("into 1L pure water; stir", [("pure water", "1L")]),
        ("Mix 1 part bleach with 9 parts water.", [("bleach", "1 part"), ("water", "9 parts")]),
        ("diluted in four parts of acetone", [("acetone", "four parts")]),
        ("chlortetracycline - 33.5 g/100 kg", [("chlortetracycline", "33.5 g/100 kg")]),
        ("amended with 100 kg ha-1 urea", [("urea", "100 kg ha-1")]),
        ("induced with sufentanil 0.5 microg/kg", [("sufentanil", "0.5 microg/kg")]),
        ("5X SET buffer was kept", [("SET buffer", "5X")]),
        ("CD4-FITC (clone GK1.5, 1:200), CD8-PE (1:100)", [
            ("CD4-FITC", "1:200"), ("CD8-PE", "1:100")
        ]),
        ("5 mg/kgのリポポリサッカライド（LPS）を投与した", [("リポポリサッカライド", "5 mg/kg")]),
        ("1 mlを加え、クロロホルム200 µlを添加した", [("クロロホルム", "200 µl")]),
        ("Add 80 µL of Methoxyamine (MeOx; 20 mg/1 mL of pyridine).", [
            ("Methoxyamine", "80 µL; 20 mg/1 mL")
        ]),
        ("by adding KCN to the medium in the feeder bottle to a final concentration of 20 mM", [
            ("KCN", "20 mM")
        ]),
    ],
)  # fmt: skip
def test_amounts_are_given_to_what_they_are_of(text: str, expected: list[tuple[str, str]]) -> None:
    assert portions(text) == expected


def test_a_list_states_its_unit_once_before_it() -> None:
    text = "ACSF containing (in mM): 125 NaCl, 2.5 KCl, 1.25 NaH2PO4 and 25 glucose."
    expected = [("NaCl", "125 mM"), ("KCl", "2.5 mM"), ("NaH2PO4", "1.25 mM"), ("glucose", "25 mM")]
    assert portions(text) == expected
    assert portions("Saline (mM): NaCl 110, KCl 5, HEPES 10") == [
        ("NaCl", "110 mM"), ("KCl", "5 mM"), ("HEPES", "10 mM")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "at levels of 0.5 and 1.0% of the feed",
        "supplemented at 1.0 g/kg diet",
        "20% of the cells were positive",
        "HDL cholesterol 1.2 mmol/L at baseline",
        "an FDR of 1% was used",
        "transfer 100 µL of the clear supernatan to a vial",
        "lines exhibited a Muv phenotype (1 ng/μl)",
        "injected at relatively low concentrations (1–10 ng/μl)",
        "30 mL 2 times a day before meals",
        "| ?yrcene 6?99 1?38 0?.9998 11 M |",
        "26 mg of it in ethanol = 2.5 µM",
        "5'-GGTTTTTGAGGGTGAGGGT-3' (200 nmol/L)",
        "ZEA concentration was quantified as 3.23 μg/mL",
        "up to 200 mg of the gel slice",
        "pour it into a 1.0L Erlenmeyer",
        "50 ng, GeNei",
        "antibiotics (92.4% vs 77.7%) were used",
        "about 25% of clinically important drugs",
        "Three subjects on tafenoquine (0.6%) and none on mefloquine",
        "more than placebo (OR 2.88; 95% CredI 2.40 to 3.47)",
        "from 28 percent at base line to 48 percent later",
        "compared to 500 µm (0.018 mg/L) and 25 µm (0.0144 mg/L)",
        "insulin was 87.4 pmol.L-1 by ANOVA",
        "Group II 250 mg/kg body weight",
        "treated with carboplatin AUC 5 mg/mL/min",
    ],
)
def test_shares_results_and_vessels_are_no_portions(text: str) -> None:
    assert portions(text) == []


def test_what_is_given_instead_has_not_the_strength_of_what_is_tested() -> None:
    expected = [("U0126", "10 μM"), ("DMSO", "0.1%")]
    assert portions("treated with 10 μM U0126 or vehicle (0.1% DMSO)") == expected


# ------------------------------------------------------------------------------ organisms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Agrobacterium tumefaciens strain GV3101", ["Agrobacterium tumefaciens GV3101"]),
        ("Streptomyces coelicolor A3(2)", ["Streptomyces coelicolor A3(2)"]),
        ("Bacillus subtilis 168 was", ["Bacillus subtilis 168"]),
        ("Prorocentrum lima CCMP 2579", ["Prorocentrum lima CCMP 2579"]),
        ("Ostreopsis cf. ovata", ["Ostreopsis ovata"]),
        ("Leishmania donovani (MHOM/IN/80/DD8)", ["Leishmania donovani MHOM/IN/80/DD8"]),
        ("influenza A/Puerto Rico/8/34", ["Influenza A virus A/Puerto Rico/8/34"]),
        ("Human papillomavirus type 16", ["Human papillomavirus 16"]),
        ("B6.129S7-Rag1tm1Mom/J", ["Mus musculus B6.129S7-Rag1tm1Mom/J"]),
        ("280 Ven Cobb broilers", ["Gallus gallus Ven Cobb", "Gallus gallus"]),
        ("finger millet and okra", ["Eleusine coracana", "Abelmoschus esculentus"]),
        ("in Allium and Arachis", ["Allium", "Arachis"]),
        ("Manduca sexta and Oncorhynchus mykiss", ["Manduca sexta", "Oncorhynchus mykiss"]),
        ("Lactobacillus rhamnosus GG", ["Lactobacillus rhamnosus GG"]),
        ("grown with human T-cell leukemia virus type 1", ["Human T-cell leukemia virus type 1"]),
    ],
)
def test_organisms_by_forms_of_many_fields(text: str, expected: list[str]) -> None:
    assert [one.normalised for one in found(ORGANISMS, text)] == expected


def test_a_genus_alone_means_its_only_species_in_a_text() -> None:
    text = "Extracts of Azadirachta indica were made. Azadirachta was the strongest."
    assert {one.normalised for one in found(ORGANISMS, text)} == {"Azadirachta indica"}
    text = "Candida albicans and Candida krusei. Candida was cultured."
    assert "Candida" in {one.normalised for one in found(ORGANISMS, text)}


def test_a_genotype_in_brackets_is_no_part_of_a_strain() -> None:
    text = "| Strain | n |\n| --- | --- |\n| IN56 (WT) | 2 |\n| SYP026 (λ cI857 S(A52G) Cam) | 3 |"
    assert [one.value for one in found(ORGANISMS, text)] == ["IN56", "SYP026"]


@pytest.mark.parametrize(
    "text",
    [
        "for identifying cultivars (Wang, Feng, Lu, Shi, & Liu, 2009)",
        "visualized using FigTree 1.4.2",
        "the Proteus phenomenon",
        "a four hour donkey ride",
        "thickened with guar gum",
        "Despite intense study",
        "Ataxia telangiectasia is a disease",
        "Polyarteritis nodosa",
    ],
)
def test_authors_programs_and_goods_are_no_organisms(text: str) -> None:
    assert found(ORGANISMS, text) == []


# ------------------------------------------------------------------------------ instruments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an Agilent 7890A gas chromatograph coupled to a 5975C mass spectrometer", [
            "Agilent 7890A gas chromatograph", "5975C mass spectrometer"
        ]),
        ("using a Varian model 3900 GC-FID with an Rxi-35 column", [
            "Varian model 3900 GC-FID", "Rxi-35 column"
        ]),
        ("with a Turner Trilogy fluorometer", ["Turner Trilogy fluorometer"]),
        ("into a 250 mL PYREX Glass Erlenmeyer Flask", ["PYREX Glass Erlenmeyer Flask"]),
        ("blotted on Kimwipes", ["Kimwipes"]),
        ("with 1.8x AMPure XP beads", ["AMPure XP beads"]),
        ("on a Lachat QuikChem 8500 autoanalyzer", ["Lachat QuikChem 8500 autoanalyzer"]),
        ("遠心機（MX-305、トミー精工）で遠心した", ["MX-305"]),
        ("with the CellTiter-Glo assay", ["CellTiter-Glo"]),
        ("a Zeiss Axio Imager.M2", ["Zeiss Axio Imager.M2"]),
    ],
)  # fmt: skip
def test_instruments_by_forms_of_many_makers(text: str, expected: list[str]) -> None:
    assert [one.value for one in found(INSTRUMENTS, text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "under a Fluorescence Microscope",
        "an FT-IR Spectrometer was used",
        "inferred in Evolution 2016",
        "analysed by HPLC-MS analysis",
        "75013 Paris Cedex 10, France",
    ],
)
def test_methods_are_no_instruments(text: str) -> None:
    assert found(INSTRUMENTS, text) == []
