from __future__ import annotations

import pytest

from aliquot.findings.antibodies import Antibodies
from aliquot.findings.conditions import Conditions
from aliquot.findings.instruments import Instruments
from aliquot.findings.statistics import Statistics
from aliquot.findings.trials import Trials
from aliquot.findings.versions import Versions
from aliquot.protocols import FindingExtractor
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    Span,
)


def findings(
    extractor: FindingExtractor,
    text: str,
    kind: DocumentKind = DocumentKind.PROTOCOL,
    block: BlockType = BlockType.PARAGRAPH,
) -> list[Finding]:
    span = Span(0, len(text))
    document = Document(
        kind=kind, title="T", text=text, blocks=(Block(type=block, text=text, span=span),), id="t"
    )
    chunk = Chunk(id="t#1", document_id="t", text=text, header="", span=span)
    return list(extractor.extract(document, [chunk]))


def values(extractor: FindingExtractor, text: str) -> list[str]:
    return [one.value for one in findings(extractor, text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("quantified on the Nanodrop and stored", "Nanodrop"),
        ("sequenced on an Illumina HiSeq 2500 to depth", "Illumina HiSeq 2500"),
        ("an Illumina MiSeq Protocol", "Illumina MiSeq"),
        ("with the RNeasy Mini Kit (Qiagen)", "RNeasy Mini Kit"),
        ("a Shimadzu UV 2400 PC was used", "Shimadzu UV 2400 PC"),
        ("a scanning electron microscope (FEI, USA)", "scanning electron microscope"),
    ],
)
def test_make_model_or_trade_name_is_found(text: str, expected: str) -> None:
    assert values(Instruments(), text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Spin in a centrifuge.",
        "the test kit was used",
        "under a microscope (see Figure 2)",
        "Illumina 224,617,107 paired end reads",
    ],
)
def test_generic_things_are_no_instruments(text: str) -> None:
    assert values(Instruments(), text) == []


def test_row_of_parts_gives_maker_and_catalogue_number() -> None:
    text = "| 50 mL Centrifuge Tube | 500 | Starlab UK | E1450-0200 |"
    (found,) = findings(Instruments(), text, block=BlockType.TABLE)
    assert found.value == "50 mL Centrifuge Tube"
    assert found.details == {"maker": "Starlab UK", "catalogue": "E1450-0200"}


def test_antibody_has_what_its_clause_says() -> None:
    text = "anti-CD3 antibody (clone 17A2, BioLegend, cat. no. 100202, RRID:AB_312659, 1:200)"
    (found,) = findings(Antibodies(), text)
    assert found.kind is FindingKind.ANTIBODY
    assert found.details == {
        "target": "CD3", "clone": "17A2", "vendor": "BioLegend", "catalogue": "100202",
        "rrid": "AB_312659", "dilution": "1:200",
    }  # fmt: skip


def test_effects_are_no_antibodies() -> None:
    assert values(Antibodies(), "anti-inflammatory and anti-HIV-1 effects, antioxidant") in (
        [],
        ["anti-HIV-1"],
    )
    assert values(Antibodies(), "an anti-inflammatory drug") == []


def test_time_carries_the_speed_and_temperature_it_is_kept_at() -> None:
    found = findings(Conditions(), "Centrifuge at 300 x g for 5 min at 4 °C.")
    duration = next(one for one in found if one.kind is FindingKind.DURATION)
    assert duration.normalised == "5 min"
    assert duration.details["speed"] == "300 x g"
    assert duration.details["temperature"] == "4 °C"
    assert duration.details["action"] == "centrifuge"


def test_dose_by_weight_is_a_dose() -> None:
    (found,) = findings(Conditions(), "Rats were treated with 50 mg/kg of the drug.")
    assert (found.kind, found.normalised) == (FindingKind.DOSE, "50mg/kg")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(P < .05)", "p < 0.05"),
        ("n = 1,200 mice", "n = 1200"),
        ("by Student’s t-test", "student t test"),
        ("HR 0.75", "hazard ratio = 0.75"),
        ("95% CI 0.61-0.92", "confidence interval = 0.61-0.92"),
    ],
)
def test_statistics_meet_in_one_form(text: str, expected: str) -> None:
    assert [one.normalised for one in findings(Statistics(), text)] == [expected]


def test_gene_p53_is_no_p_value() -> None:
    assert findings(Statistics(), "p53 and P50.05 and pH 7") == []


def test_record_of_a_trial_gives_its_design_field_by_field() -> None:
    text = "Phase: Phase 3 (PHASE3)\nEnrollment: 3000 participants (actual)\nConditions: A; B"
    found = findings(Trials(), text, DocumentKind.TRIAL, BlockType.FIELD)
    assert [one.normalised for one in found] == [
        "phase: 3",
        "enrolment: 3000 participants (actual)",
        "condition: a",
        "condition: b",
    ]
    assert found[1].details["number"] == "3000"


def test_outcome_is_named_by_its_first_sentence_with_its_time_frame() -> None:
    text = "Primary outcome: Overall survival. Time frame: 12 months. By scan."
    (found,) = findings(Trials(), text, DocumentKind.TRIAL, BlockType.LIST_ITEM)
    assert (found.value, found.details["time frame"]) == ("Overall survival", "12 months")


def test_phase_in_prose_is_of_a_trial_and_not_of_a_cell_cycle() -> None:
    assert values(Trials(), "a phase II randomised trial") == ["phase II"]
    assert values(Trials(), "the phase 2 of growth") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Protocol version 2.1", "protocol 2.1"),
        ("手順書 第3版", "protocol 3"),
        ("aligned with STAR v2.7.3", "STAR 2.7.3"),
    ],
)
def test_versions_say_what_they_are_of(text: str, expected: str) -> None:
    assert [one.normalised for one in findings(Versions(), text)] == [expected]


def test_shares_by_volume_are_no_versions() -> None:
    assert findings(Versions(), "70% v/v at 100 V for 30 min") == []
