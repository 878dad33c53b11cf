"""ClinicalTrials.gov JSON of both layouts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.trials.json import TrialJsonParser
from aliquot.types import BlockType, Document, DocumentKind

V2: dict[str, Any] = {
    "protocolSection": {
        "identificationModule": {
            "nctId": "NCT01234567",
            "briefTitle": "Virellin in the Elderly",
            "officialTitle": "A Randomised Trial of Virellin in People of 65 and Older",
        },
        "statusModule": {
            "overallStatus": "NOT_YET_RECRUITING",
            "startDateStruct": {"date": "2021-09-01", "type": "ESTIMATED"},
        },
        "conditionsModule": {"conditions": ["Sarcoma"]},
        "descriptionModule": {"briefSummary": "We compare.\n\nIt takes \\>= 12 weeks."},
        "designModule": {
            "studyType": "INTERVENTIONAL",
            "phases": ["PHASE2", "PHASE3"],
            "designInfo": {
                "allocation": "RANDOMIZED",
                "maskingInfo": {"masking": "DOUBLE", "whoMasked": ["PARTICIPANT"]},
            },
            "enrollmentInfo": {"count": 185, "type": "ESTIMATED"},
        },
        "armsInterventionsModule": {
            "armGroups": [{"label": "Arm A", "type": "EXPERIMENTAL", "description": "weekly"}],
            "interventions": [{"type": "DRUG", "name": "Virellin", "otherNames": ["VRL-1"]}],
        },
        "outcomesModule": {
            "primaryOutcomes": [{"measure": "Survival", "timeFrame": "5 years"}],
        },
        "eligibilityModule": {
            "eligibilityCriteria": "Inclusion Criteria:\n\n* Age 65 or older\n  * with a carer\n\n"
            "Exclusion Criteria:\n\n* Pregnancy",
            "healthyVolunteers": False,
            "sex": "FEMALE",
            "minimumAge": "65 Years",
        },
        "contactsLocationsModule": {
            "locations": [{"facility": "Ward 1", "city": "Osaka", "country": "Japan"}],
        },
    },
    "hasResults": False,
}

LEGACY: dict[str, Any] = {
    "FullStudy": {
        "Study": {
            "ProtocolSection": {
                "IdentificationModule": {"NCTId": "NCT07654321", "BriefTitle": "Old Layout"},
                "StatusModule": {
                    "OverallStatus": "Active, not recruiting",
                    "StartDateStruct": {"StartDate": "June 2019", "StartDateType": "Actual"},
                },
                "ConditionsModule": {"ConditionList": {"Condition": ["COVID-19", "Fever"]}},
                "DesignModule": {
                    "StudyType": "Observational",
                    "PhaseList": {"Phase": ["Early Phase 1"]},
                    "EnrollmentInfo": {"EnrollmentCount": "60", "EnrollmentType": "Actual"},
                    "DesignInfo": {
                        "DesignMaskingInfo": {
                            "DesignMasking": "Triple",
                            "DesignWhoMaskedList": {"DesignWhoMasked": ["Investigator"]},
                        }
                    },
                },
                "EligibilityModule": {
                    "EligibilityCriteria": "Adults",
                    "Gender": "All",
                    "MinimumAge": "6 Months",
                    "HealthyVolunteers": "Accepts Healthy Volunteers",
                },
                "ArmsInterventionsModule": {
                    "ArmGroupList": {
                        "ArmGroup": [
                            {
                                "ArmGroupLabel": "Cases",
                                "ArmGroupInterventionList": {
                                    "ArmGroupInterventionName": ["Drug: X"]
                                },
                            }
                        ]
                    },
                    "InterventionList": {
                        "Intervention": [{"InterventionType": "Drug", "InterventionName": "X"}]
                    },
                },
            },
            "ResultsSection": {
                "OutcomeMeasuresModule": {
                    "OutcomeMeasureList": {
                        "OutcomeMeasure": [
                            {
                                "OutcomeMeasureType": "Primary",
                                "OutcomeMeasureTitle": "Titre",
                                "OutcomeMeasureParamType": "Mean",
                                "OutcomeMeasureUnitOfMeasure": "U/ml",
                                "OutcomeGroupList": {
                                    "OutcomeGroup": [
                                        {"OutcomeGroupId": "OG0", "OutcomeGroupTitle": "Cases"}
                                    ]
                                },
                                "OutcomeClassList": {
                                    "OutcomeClass": [
                                        {
                                            "OutcomeCategoryList": {
                                                "OutcomeCategory": [
                                                    {
                                                        "OutcomeMeasurementList": {
                                                            "OutcomeMeasurement": [
                                                                {
                                                                    "OutcomeMeasurementGroupId": (
                                                                        "OG0"
                                                                    ),
                                                                    "OutcomeMeasurementValue": (
                                                                        "41.5"
                                                                    ),
                                                                }
                                                            ]
                                                        }
                                                    }
                                                ]
                                            }
                                        }
                                    ]
                                },
                            }
                        ]
                    }
                }
            },
        }
    }
}


def parse(tmp_path: Path, value: Any) -> list[Document]:
    path = tmp_path / "trial.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return TrialJsonParser().parse(path)


def section(document: Document, heading: str) -> list[str]:
    return [
        block.text
        for block in document.blocks
        if heading in block.section_path and block.type is not BlockType.HEADING
    ]


def test_fields_for_filters_are_typed(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    assert document.kind is DocumentKind.TRIAL
    assert (document.nct, document.year) == ("NCT01234567", 2021)
    assert dict(document.extra) == {
        "phase": (2, 3),
        "trial_status": "not yet recruiting",
        "study_type": "interventional",
        "sex": "female",
        "minimum_age": 65,
        "enrollment": 185,
        "condition": ("Sarcoma",),
        "intervention": ("Virellin",),
    }


def test_missing_age_limit_is_absent_rather_than_zero(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    assert "maximum_age" not in document.extra


def test_overview_says_codes_in_words_and_as_printed(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    (overview,) = section(document, "Overview")
    assert "Status: Not yet recruiting (NOT_YET_RECRUITING)" in overview
    assert "Phase: Phase 2 (PHASE2)/Phase 3 (PHASE3)" in overview
    assert "Official title: A Randomised Trial" in overview
    assert "Results posted: No" in overview


def test_age_stands_in_the_text_as_printed(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    assert "Minimum age: 65 Years" in section(document, "Eligibility")[0]


def test_criteria_become_list_items_with_depth(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    items = [
        (block.text, block.level, block.section_path[-1])
        for block in document.blocks
        if block.type is BlockType.LIST_ITEM and "Eligibility" in block.section_path
    ]
    assert items == [
        ("Age 65 or older", 1, "Inclusion Criteria"),
        ("with a carer", 2, "Inclusion Criteria"),
        ("Pregnancy", 1, "Exclusion Criteria"),
    ]


def test_markdown_escapes_are_undone(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    assert "It takes >= 12 weeks." in section(document, "Summary")


def test_design_and_outcomes_are_readable(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, V2)
    design = "\n".join(section(document, "Design"))
    assert "Masking: Double (Participant)" in design
    assert "Arm: Arm A (Experimental). weekly." in design
    assert "Intervention: Drug: Virellin. Also called: VRL-1." in design
    assert section(document, "Outcomes") == ["Primary outcome: Survival. Time frame: 5 years."]


def test_available_expanded_access_says_so(tmp_path: Path) -> None:
    study = json.loads(json.dumps(V2))
    study["protocolSection"]["statusModule"]["overallStatus"] = "AVAILABLE"
    study["protocolSection"]["designModule"] = {
        "studyType": "EXPANDED_ACCESS",
        "expandedAccessTypes": {"individual": True},
    }
    (document,) = parse(tmp_path, study)
    assert "Status: Available" in document.text
    assert "Expanded access: Yes for individual patients" in document.text
    assert document.extra["study_type"] == "expanded access"


def test_older_layout_gives_the_same_fields(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, LEGACY)
    assert (document.nct, document.title, document.year) == ("NCT07654321", "Old Layout", 2019)
    assert document.extra["phase"] == (0.5,)
    assert document.extra["minimum_age"] == 0.5
    assert document.extra["enrollment"] == 60
    assert document.extra["condition"] == ("COVID-19", "Fever")
    assert "Masking: Triple (Investigator)" in document.text
    assert "Accepts healthy volunteers: Yes" in document.text
    assert "Arm: Cases. Interventions: Drug: X." in document.text


def test_older_layout_keeps_its_results(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, LEGACY)
    (table,) = (block for block in document.blocks if block.type is BlockType.TABLE)
    assert table.grid == (("Mean, U/ml", "Cases"), ("Mean", "41.5"))
    assert table.section_path == ("Results", "Primary outcome: Titre")


def test_list_of_studies_gives_one_document_each(tmp_path: Path) -> None:
    documents = parse(tmp_path, {"studies": [V2, V2]})
    assert [document.nct for document in documents] == ["NCT01234567"] * 2


def test_many_sites_are_named_by_city(tmp_path: Path) -> None:
    study = json.loads(json.dumps(V2))
    study["protocolSection"]["contactsLocationsModule"]["locations"] = [
        {"facility": f"Hospital {number}", "city": city, "state": "Texas", "country": "US"}
        for number in range(20)
        for city in ("Austin", "Dallas")
    ]
    (document,) = parse(tmp_path, study)
    assert section(document, "Locations") == ["US (40 sites): Texas: Austin, Dallas"]


@pytest.mark.parametrize("content", ['{"protocolSection": {"identif', '{"studies": []}', "[1, 2]"])
def test_damaged_or_foreign_json_says_what_to_do(tmp_path: Path, content: str) -> None:
    path = tmp_path / "trial.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ParseError) as caught:
        TrialJsonParser().parse(path)
    assert caught.value.hint


def test_values_of_the_wrong_type_are_left_out(tmp_path: Path) -> None:
    study = json.loads(json.dumps(V2))
    study["protocolSection"]["designModule"] = ["not", "an", "object"]
    study["protocolSection"]["outcomesModule"] = {"primaryOutcomes": "none"}
    (document,) = parse(tmp_path, study)
    assert document.nct == "NCT01234567"
    assert "phase" not in document.extra


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "trial.json"
    path.write_text('{"studies": ' + "[" * 400 + "]" * 400 + "}", encoding="utf-8")
    with pytest.raises(ParseError, match="nested"):
        TrialJsonParser().parse(path)
