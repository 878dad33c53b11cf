"""Surveys for values, by year and side by side, over a small library."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aliquot import Library
from aliquot.errors import ConfigError
from aliquot.types import Survey

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
NOTES = {
    "lysis.md": "# Tissue lysis\n\n1. Add 5 µL proteinase K (20 mg/ml) and incubate at 55 °C.\n"
    "2. Denature at 95 °C for 2 min.\n3. Store the lysate at -20 °C.\n",
    "coral.md": "# Coral DNA\n\n1. Add 100 µg/ml proteinase K and incubate at 50 °C for 3 h.\n"
    "2. Keep the tube on ice for 10 min.\n",
    "pcr.md": "# Barcode PCR\n\nIt ran: denaturation at 94 °C for 30 s, annealing at 52 °C for"
    " 45 s, extension at 72 °C for 60 s.\n\n"
    "Tubes were autoclaved and dried at 60 °C.\n",
    "trial.md": "# Mutabilin in quails\n\nQuails received mutabilin 500 mg twice a day with"
    " ostrazine 0.5 mg/kg for a week. Mutabilin 200 mg was given to the others.\n",
    "nested.md": "# Nested PCR\n\nAnnealing at 57 °C for 45 sec.\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("values")
    for name, content in NOTES.items():
        (folder / name).write_text(content, encoding="utf-8")
    with Library.create(folder / "library", CONFIG) as opened:
        opened.add(*(folder / name for name in NOTES))
        yield opened


def told(survey: Survey, column: str) -> set[str]:
    return {row.values[column] for row in survey.rows}


@pytest.mark.parametrize(
    "question",
    ["Which annealing temperatures did we use?", "どのアニーリング温度を使いましたか？"],
)
def test_only_values_of_the_step_asked_for_are_rows(library: Library, question: str) -> None:
    survey = library.survey(question)
    assert told(survey, "temperature") == {"52 °C", "57 °C"}
    assert all(one.verified for row in survey.rows for one in row.citations)


def test_values_of_another_step_in_the_same_sentence_are_not_rows(library: Library) -> None:
    survey = library.survey("At which temperatures do we autoclave?")
    assert "temperature" not in survey.columns
    assert "no temperature was found" in survey.notes[0]


def test_a_step_is_found_by_its_other_words(library: Library) -> None:
    survey = library.survey("What temperatures do we use for storage?")
    assert told(survey, "temperature") == {"-20 °C", "on ice"}


def test_one_duration_in_two_spellings_is_one_row(library: Library) -> None:
    (row,) = library.survey("Which annealing times did we use?").rows
    assert len(row.documents) == 2


def test_concentrations_that_differ_stand_side_by_side(library: Library) -> None:
    survey = library.survey("Do our documents disagree on the concentration of proteinase K?")
    (differing,) = survey.disagreements
    assert {row.values["concentration"] for row in differing.rows} == {"20 mg/ml", "100 µg/ml"}
    assert all(row.citations for row in differing.rows)


def test_a_dose_is_of_the_drug_it_stands_by(library: Library) -> None:
    survey = library.survey("Which doses of ostrazine were given?")
    assert told(survey, "dose") == {"0.5 mg/kg"}
    others = library.survey("Which doses of mutabilin were given?")
    assert all(row.values.get("dose") != "0.5 mg/kg" for row in others.rows)


def test_a_step_of_one_kind_of_protocol_is_found_by_its_title(library: Library) -> None:
    survey = library.survey("Which annealing temperatures does the nested PCR use?")
    assert "57 °C" in told(survey, "temperature")
    assert "94 °C" not in told(survey, "temperature")


def test_where_no_value_is_found_the_documents_that_name_the_thing_are_rows(
    library: Library,
) -> None:
    survey = library.survey("Which doses of proteinase K did we use?")
    assert len(survey.rows) == 2
    assert "no dose was found" in survey.notes[0]


def test_groups_have_the_documents_read_as_denominators(library: Library) -> None:
    survey = library.survey("Which annealing temperatures did we use?", group_by="version")
    (group,) = survey.groups
    assert (survey.grouped_by, group.value, len(group.documents)) == ("version", "", 2)
    assert group.in_scope == survey.coverage.read


def test_a_question_asks_for_its_groups_itself_and_the_caller_wins(library: Library) -> None:
    question = "How many documents mention annealing per year?"
    assert library.survey(question).count == 2
    assert library.survey(question).grouped_by == "year"
    assert library.survey(question, group_by="author").grouped_by == "author"


def test_nothing_else_can_be_grouped_by(library: Library) -> None:
    with pytest.raises(ConfigError, match="colour"):
        library.survey("Which documents mention PCR?", group_by="colour")
