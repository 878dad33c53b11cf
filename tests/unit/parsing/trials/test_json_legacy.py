"""The FullStudy layout of the retired ClinicalTrials.gov API, posted results included.

No older record of the development data has results, so the names come from the study structure the
registry published for that API, and what they must become from real records of API v2.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.parsing.trials.json import TrialJsonParser
from aliquot.parsing.trials.json_legacy import modernise
from aliquot.types import Document

V2 = Path(__file__).resolve().parents[4] / "../shared/data/dev/trials/json_v2"

Node = dict[str, Any]
MEASURE = ("Title", "Description", "PopulationDescription", "ParamType", "DispersionType")
ANALYSIS = (
    *("GroupDescription", "NonInferiorityType", "PValue", "PValueComment", "StatisticalMethod"),
    *("ParamType", "ParamValue", "CIPctValue", "CINumSides", "CILowerLimit", "CIUpperLimit"),
    *("DispersionType", "DispersionValue", "EstimateComment"),
)
TOTALS = ("Deaths", "Serious", "Other")


def fields(prefix: str, *names: str) -> Node:
    return {f"{prefix}{name}": f"{prefix}{name}" for name in names}


def listed(name: str, item: Any) -> Node:
    return {f"{name}List": {name: [item]}}


def groups(prefix: str, *more: str) -> Node:
    return listed(f"{prefix}Group", fields(f"{prefix}Group", "Id", "Title", "Description", *more))


def counts(prefix: str) -> Node:
    count = listed(f"{prefix}Count", fields(f"{prefix}Count", "GroupId", "Value"))
    return listed(prefix, fields(prefix, "Units") | count)


def classes(prefix: str) -> Node:
    values = ("GroupId", "Value", "Spread", "LowerLimit", "UpperLimit", "Comment")
    measurement = listed(f"{prefix}Measurement", fields(f"{prefix}Measurement", *values))
    category = listed(f"{prefix}Category", fields(f"{prefix}Category", "Title") | measurement)
    title = fields(f"{prefix}Class", "Title")
    return listed(f"{prefix}Class", title | counts(f"{prefix}ClassDenom") | category)


def subjects(name: str, of: str) -> Node:
    counted = listed(f"Flow{of}", fields(f"Flow{of}", "GroupId", "Comment", "NumSubjects"))
    return listed(f"Flow{name}", fields(f"Flow{name}", "Type") | counted)


def events(kind: str) -> Node:
    about = ("Term", "OrganSystem", "SourceVocabulary", "AssessmentType", "Notes")
    name = f"{kind}EventStats"
    stats = listed(name, fields(name, "GroupId", "NumEvents", "NumAffected", "NumAtRisk"))
    return listed(f"{kind}Event", fields(f"{kind}Event", *about) | stats)


RESULTS: Node = {
    "ParticipantFlowModule": fields("Flow", "PreAssignmentDetails", "RecruitmentDetails")
    | groups("Flow")
    | listed(
        "FlowPeriod",
        fields("FlowPeriod", "Title")
        | subjects("Milestone", "Achievement")
        | subjects("DropWithdraw", "Reason"),
    ),
    "BaselineCharacteristicsModule": fields("Baseline", "PopulationDescription")
    | groups("Baseline")
    | counts("BaselineDenom")
    | listed(
        "BaselineMeasure",
        fields("BaselineMeasure", *MEASURE, "UnitOfMeasure") | classes("Baseline"),
    ),
    "OutcomeMeasuresModule": listed(
        "OutcomeMeasure",
        fields("OutcomeMeasure", *MEASURE, "UnitOfMeasure", "Type", "TimeFrame", "ReportingStatus")
        | groups("Outcome")
        | counts("OutcomeDenom")
        | classes("Outcome")
        | listed(
            "OutcomeAnalysis",
            fields("OutcomeAnalysis", *ANALYSIS) | listed("OutcomeAnalysisGroupId", "OG000"),
        ),
    ),
    "AdverseEventsModule": fields("Events", "FrequencyThreshold", "TimeFrame", "Description")
    | groups("Event", *(f"{total}Num{end}" for total in TOTALS for end in ("Affected", "AtRisk")))
    | events("Serious")
    | events("Other"),
}


def paths(value: Any, path: str = "") -> set[str]:
    if isinstance(value, dict):
        return {one for key, part in value.items() for one in paths(part, f"{path}.{key}")}
    if isinstance(value, list):
        return {one for part in value for one in paths(part, f"{path}[]")}
    return {path}


@pytest.mark.skipif(not V2.is_dir(), reason="the development data are not here")
def test_every_name_of_posted_results_becomes_the_one_of_today() -> None:
    renamed = paths(modernise({"ResultsSection": RESULTS})["resultsSection"])
    studies = (json.loads(path.read_text("utf-8")) for path in V2.iterdir())
    today = {path for study in studies for path in paths(study.get("resultsSection", {}))}
    assert today
    # What is said of agreements and contacts is not read.
    assert {path for path in today - renamed if not path.startswith(".moreInfoModule")} == set()


def parse(tmp_path: Path, study: Node) -> Document:
    path = tmp_path / "study.json"
    path.write_text(json.dumps({"FullStudy": {"Study": study}}), encoding="utf-8")
    (document,) = TrialJsonParser().parse(path)
    return document


STUDY: Node = {
    "ProtocolSection": {
        "IdentificationModule": {"NCTId": "NCT01234567", "BriefTitle": "Virellin"},
        "StatusModule": {
            "StartDateStruct": {"StartDate": "March 2020", "StartDateType": "Actual"},
            "StudyFirstPostDateStruct": {"StudyFirstPostDate": "April 2, 2020"},
            "StatusVerifiedDate": "May 2021",
        },
        "SponsorCollaboratorsModule": {
            "ResponsibleParty": {
                "ResponsiblePartyType": "Principal Investigator",
                "ResponsiblePartyInvestigatorFullName": "Aiko Mori",
            }
        },
        "OversightModule": {"OversightHasDMC": "Yes", "IsFDARegulatedDrug": "No"},
        "IPDSharingStatementModule": {
            "IPDSharing": "Yes",
            "IPDSharingInfoTypeList": {"IPDSharingInfoType": ["Study Protocol"]},
        },
    },
    "ResultsSection": RESULTS
    | {"MoreInfoModule": {"LimitationsAndCaveatsDescription": "Stopped early."}},
    "DocumentSection": {
        "LargeDocumentModule": {
            "LargeDocList": {
                "LargeDoc": [
                    {
                        "LargeDocLabel": "Study Protocol",
                        "LargeDocDate": "May 26, 2020",
                        "LargeDocFilename": "Prot_000.pdf",
                    }
                ]
            }
        }
    },
}


def test_results_are_tables_with_a_column_for_each_group(tmp_path: Path) -> None:
    document = parse(tmp_path, STUDY)
    titles = [block.caption for block in document.blocks if block.grid]
    assert [title.partition(":")[0] for title in titles] == [
        "Participant flow",
        "Baseline characteristics",
        "OutcomeMeasureType outcome",
        "Adverse events",
    ]
    assert "OutcomeAnalysisStatisticalMethod; p-value OutcomeAnalysisPValue" in document.text
    assert "Stopped early." in document.text


def test_dates_oversight_and_documents_are_read(tmp_path: Path) -> None:
    text = parse(tmp_path, STUDY).text
    for line in (
        "Start date: March 2020 (actual)",
        "First posted: April 2, 2020",
        "Record verified: May 2021",
        "Responsible party: Principal investigator, Aiko Mori",
        "Data monitoring committee: Yes",
        "Studies a drug regulated by the FDA: No",
        "Study document: Study Protocol, May 26, 2020 (Prot_000.pdf)",
        "Study Protocol",
    ):
        assert line in text


def test_groups_are_described_once(tmp_path: Path) -> None:
    study = json.loads(json.dumps(STUDY))
    outcomes = study["ResultsSection"]["OutcomeMeasuresModule"]["OutcomeMeasureList"]
    outcomes["OutcomeMeasure"] *= 3
    text = parse(tmp_path, study).text
    assert text.count("OutcomeGroupTitle: OutcomeGroupDescription") == 1
