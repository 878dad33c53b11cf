"""Questions to a small library: classes, fields of records, amounts, columns of whole values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from aliquot.library import Library

CONFIG = {"embedding": {"legs": ["fake"]}}


def trial(number: int, condition: str, where: str, *, healthy: bool) -> str:
    protocol: Mapping[str, Any] = {
        "identificationModule": {"nctId": f"NCT0000000{number}", "briefTitle": f"Trial {number}"},
        "statusModule": {"overallStatus": "COMPLETED", "startDateStruct": {"date": "2020-02"}},
        "conditionsModule": {"conditions": [condition]},
        "designModule": {"studyType": "INTERVENTIONAL", "phases": ["PHASE2"]},
        "eligibilityModule": {"minimumAge": "18 Years", "healthyVolunteers": healthy},
        "contactsLocationsModule": {
            "locations": [{"facility": "Lumen Hospital", "city": "Town", "country": where}]
        },
    }
    return json.dumps({"protocolSection": protocol})


def protocol(title: str, *steps: str) -> str:
    listed = "\n".join(f"{n}. {one}" for n, one in enumerate(steps, 1))
    return f"# {title}\n\n## Procedure\n\n{listed}\n"


FILES = {
    "trials/NCT00000001.json": trial(1, "Dry Eye", "Japan", healthy=True),
    "trials/NCT00000002.json": trial(2, "Glare", "France", healthy=False),
    "protocols/freezing.md": protocol(
        "Freezing polyps", "Put polyps in vials.", "Drop into LN2.", "Keep in the -80C freezer."
    ),
    "protocols/staining.md": protocol(
        "Staining polyps",
        "Permeabilise with 0.5 % Triton X-100 for 10 min.",
        "Block with 5 % goat serum for 1 h at 4 °C.",
        "Wash with 80 mL of water.",
        "Spin at 13,000 x g for 2 min.",
    ),
    "protocols/plates.md": protocol(
        "Pouring plates", "Autoclave the agar.", "Add 100 µg/mL ampicillin.", "Pour 25 mL a plate."
    ),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("read")
    for name, text in FILES.items():
        file = folder / "lab" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    with Library.create(folder / "library", CONFIG) as opened:
        opened.add(folder / "lab")
        yield opened


def names(library: Library, question: str) -> set[str]:
    survey = library.survey(question)
    return {one.values[survey.columns[0]] for one in survey.rows}


@pytest.mark.parametrize(
    "question",
    ["What antibiotics do our protocols use?", "プロトコルでどの抗生物質を使っていますか"],
)
def test_members_of_a_class_that_are_there_are_told(library: Library, question: str) -> None:
    assert names(library, question) == {"ampicillin"}


@pytest.mark.parametrize(
    "question", ["Which diseases do our trials study?", "どの疾患の試験がありますか"]
)
def test_what_trials_study_is_what_their_records_state(library: Library, question: str) -> None:
    survey = library.survey(question)
    assert {one.values["condition"] for one in survey.rows} == {"Dry Eye", "Glare"}
    assert all(one.citations[0].verified for one in survey.rows)


def test_countries_are_those_of_the_records(library: Library) -> None:
    assert names(library, "In which countries are our trials held?") == {"Japan", "France"}


def test_what_a_record_denies_is_not_so(library: Library) -> None:
    assert names(library, "Which trials accept healthy volunteers?") == {"nct00000001"}


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Which protocols keep things at -80 °C?", "Freezing polyps"),
        ("−80℃で保存するプロトコルは？", "Freezing polyps"),
        ("Which protocols use liquid nitrogen?", "Freezing polyps"),
        ("液体窒素を使うプロトコルは？", "Freezing polyps"),
        ("In which protocols are samples centrifuged at 13,000 g?", "Staining polyps"),
    ],
)
def test_documents_are_found_by_amounts_and_other_names(
    library: Library, question: str, title: str
) -> None:
    assert [one.values["title"] for one in library.survey(question).rows] == [title]


def test_a_word_that_is_to_be_mentioned_is_looked_for_as_it_is(library: Library) -> None:
    assert library.survey("Which protocols mention liquid nitrogen?").rows == ()


def test_columns_hold_whole_values_with_their_quotes(library: Library) -> None:
    columns = ["concentration", "temperature", "time", "濃度"]
    survey = library.survey("Which protocols describe staining?", columns)
    (row,) = survey.rows
    assert row.values["concentration"] == "0.5 % Triton X-100; 5 % goat serum"
    assert row.values["濃度"] == row.values["concentration"]
    assert row.values["temperature"].startswith("4 °C")
    assert {one.split(" (")[0] for one in row.values["time"].split("; ")} == {
        "10 min",
        "1 h",
        "2 min",
    }
    quoted = " ".join(one.quote for one in row.citations)
    for value in ("0.5 % Triton X-100", "5 % goat serum", "4 °C", "10 min", "2 min"):
        assert value in quoted
    assert all(one.verified for one in row.citations)


def test_an_amount_is_of_the_thing_that_is_asked_about(library: Library) -> None:
    survey = library.survey("Which protocols use Triton X-100?", ["concentration"])
    (row,) = survey.rows
    assert row.values["concentration"] == "0.5 % Triton X-100"


@pytest.mark.parametrize(
    "question",
    [
        "Tabulate the staining protocols with their temperature and time",
        "stainingのプロトコルの温度と時間を表にして",
    ],
)
def test_a_question_may_name_its_columns(library: Library, question: str) -> None:
    survey = library.survey(question)
    assert [one.values["title"] for one in survey.rows] == ["Staining polyps"]
    assert len(survey.columns) == 5
    assert survey.rows[0].values[survey.columns[3]].startswith("4 °C")
