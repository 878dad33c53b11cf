"""Filters over real trial records, against facts read straight from the records' own files.

Every expectation is a rule over those facts, or a list of numbers checked by eye. Nothing of the
reading, the catalog or the rules for questions takes part in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from aliquot.analysis.understanding import understand
from aliquot.errors import ConfigError
from aliquot.language import detect_language
from aliquot.library import Library
from aliquot.types import FIELDS, Collection, Filter
from postgres import postgres_server

TRIALS = Path(__file__).parents[3] / "shared" / "data" / "dev" / "trials"
pytestmark = pytest.mark.skipif(not TRIALS.exists(), reason="the trial records are not here")

CONFIG = {"embedding": {"legs": ["fake"]}}
TODAY = date(2026, 11, 30)
PER_YEAR = {"year": 1.0, "month": 12.0, "week": 52.1775, "day": 365.2425}


@dataclass(frozen=True)
class Facts:
    """What a record says of its trial; ages in years, `None` without a limit."""

    nct: str
    phases: frozenset[float]
    year: int | None
    low: float | None
    high: float | None
    groups: frozenset[str]
    sex: str
    status: str
    type: str
    size: int | None
    folder: str = ""

    @property
    def states_ages(self) -> bool:
        """Whether the record has anything on who may take part."""
        return bool(self.type)

    def admits(self, low: float, high: float) -> bool:
        """Tell whether somebody from `low` to below `high` may take part."""
        is_low = self.low is None or self.low < high
        return self.states_ages and is_low and (self.high is None or self.high >= low)


def _facts(
    nct: str,
    phases: str,
    start: str,
    ages: tuple[str, str],
    groups: list[str],
    words: tuple[str, str, str],
    size: Any,
) -> Facts:
    sex, status, kind = (text.replace("_", " ").lower().strip() for text in words)
    numbers = {float(number) for number in re.findall(r"\d", phases)}
    year = re.search(r"(?:19|20)\d\d", start)
    return Facts(
        nct=nct,
        phases=frozenset({0.5} if "early" in phases.lower() else numbers),
        year=int(year[0]) if year else None,
        low=_years(ages[0]),
        high=_years(ages[1]),
        groups=frozenset(group.lower().replace("_", " ") for group in groups),
        sex=sex,
        status=status.replace("active not", "active, not"),
        type="" if kind == "n/a" else kind.split("[")[0].strip(),
        size=int(size) if size else None,
    )


def _years(age: str) -> float | None:
    found = re.match(r"(\d+) (Year|Month|Week|Day)", age)
    return int(found[1]) / PER_YEAR[found[2].lower()] if found else None


def _new(path: Path) -> Facts:
    record = json.loads(path.read_text(encoding="utf-8"))["protocolSection"]
    design, who = record.get("designModule", {}), record.get("eligibilityModule", {})
    state = record.get("statusModule", {})
    return _facts(
        record["identificationModule"]["nctId"],
        " ".join(design.get("phases", ())),
        state.get("startDateStruct", {}).get("date", ""),
        (who.get("minimumAge", ""), who.get("maximumAge", "")),
        who.get("stdAges", []),
        (who.get("sex", ""), state.get("overallStatus", ""), design.get("studyType", "")),
        design.get("enrollmentInfo", {}).get("count"),
    )


def _old(path: Path) -> Facts:
    whole = json.loads(path.read_text(encoding="utf-8"))
    record = whole.get("FullStudy", whole)["Study"]["ProtocolSection"]
    design, who = record.get("DesignModule", {}), record.get("EligibilityModule", {})
    state = record["StatusModule"]
    return _facts(
        record["IdentificationModule"]["NCTId"],
        " ".join(design.get("PhaseList", {}).get("Phase", ())),
        state.get("StartDateStruct", {}).get("StartDate", ""),
        (who.get("MinimumAge", ""), who.get("MaximumAge", "")),
        who.get("StdAgeList", {}).get("StdAge", []),
        (who.get("Gender", ""), state["OverallStatus"], design.get("StudyType", "")),
        design.get("EnrollmentInfo", {}).get("EnrollmentCount"),
    )


def _xml(path: Path) -> Facts:
    record = etree.parse(str(path)).getroot()

    def text(place: str) -> str:
        return record.findtext(place) or ""

    return _facts(
        text("id_info/nct_id"),
        text("phase"),
        text("start_date"),
        (text("eligibility/minimum_age"), text("eligibility/maximum_age")),
        [],
        (text("eligibility/gender"), text("overall_status"), text("study_type")),
        text("enrollment"),
    )


@pytest.fixture(scope="module")
def facts() -> list[Facts]:
    readers = {"json_v2": _new, "json_legacy": _old, "xml": _xml}
    return [
        replace(read(path), folder=folder)
        for folder, read in readers.items()
        for path in (TRIALS / folder).iterdir()
    ]


@pytest.fixture(scope="module")
def in_a_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.create(tmp_path_factory.mktemp("trials") / "library", CONFIG) as made:
        # Of three folders of records, two are collections, one of them made afterwards.
        made.people.put_collection(placed_in("json_legacy", "legacy"))
        assert not made.add(TRIALS).failed
        made.people.put_collection(placed_in("xml", "old-xml"))
        yield made


@pytest.fixture(scope="module")
def on_a_server(tmp_path_factory: pytest.TempPathFactory, in_a_file: Library) -> Iterator[Library]:
    """The same documents in PostgreSQL."""
    folder = tmp_path_factory.mktemp("server")
    with (
        postgres_server(folder / "files") as address,
        Library.create(folder / "library", CONFIG | {"catalog": {"url": address}}) as made,
    ):
        made.catalog.take_all(in_a_file.catalog)
        yield made


@pytest.fixture(scope="module", params=["in_a_file", "on_a_server"])
def library(request: pytest.FixtureRequest) -> Library:
    made: Library = request.getfixturevalue(request.param)
    return made


def placed_in(folder: str, name: str) -> Collection:
    """Return the collection of a folder of records."""
    return Collection(name=name, folders=(str(TRIALS / folder),))


def found(library: Library, where: str | Filter) -> set[str]:
    return {one.id.upper() for one in library.documents(where)}


def meant(library: Library, question: str) -> Filter | None:
    def known(where: Filter) -> bool:
        return bool(library.catalog.documents(where))

    return understand(question, detect_language(question), known=known, today=TODAY).where


Rule = Callable[[Facts], bool]

EXPRESSIONS: tuple[tuple[str, Rule], ...] = (
    ("kind = trial", lambda t: True),
    ("phase = 1", lambda t: 1 in t.phases),
    ("phase = 2", lambda t: 2 in t.phases),
    ("phase = 3", lambda t: 3 in t.phases),
    ("phase = 0.5", lambda t: 0.5 in t.phases),
    ("phase = 2 and phase = 3", lambda t: {2, 3} <= t.phases),
    ("phase in [1, 4]", lambda t: bool({1, 4} & t.phases)),
    ("phase >= 3", lambda t: any(n >= 3 for n in t.phases)),
    ("phase < 1", lambda t: 0.5 in t.phases),
    ("phase != 2", lambda t: bool(t.phases) and 2 not in t.phases),
    ("not phase = 2", lambda t: 2 not in t.phases),
    ("exists phase", lambda t: bool(t.phases)),
    ("not exists phase", lambda t: not t.phases),
    ("year = 2020", lambda t: t.year == 2020),
    ("year >= 2021", lambda t: t.year is not None and t.year >= 2021),
    ("year < 2010", lambda t: t.year is not None and t.year < 2010),
    ("year >= 2018 and year <= 2019", lambda t: t.year in (2018, 2019)),
    ("not year >= 2010", lambda t: t.year is None or t.year < 2010),
    ("not exists year", lambda t: t.year is None),
    ("trial_status = recruiting", lambda t: t.status == "recruiting"),
    ("trial_status = RECRUITING", lambda t: t.status == "recruiting"),
    ('trial_status = "active, not recruiting"', lambda t: t.status == "active, not recruiting"),
    (
        "trial_status in [terminated, withdrawn]",
        lambda t: t.status in ("terminated", "withdrawn"),
    ),
    ("trial_status != completed", lambda t: t.status not in ("", "completed")),
    ("study_type = observational", lambda t: t.type == "observational"),
    ("sex = female", lambda t: t.sex == "female"),
    ("sex in [male, all]", lambda t: t.sex in ("male", "all")),
    ("minimum_age >= 65", lambda t: t.low is not None and t.low >= 65),
    ("maximum_age < 18", lambda t: t.high is not None and t.high < 18),
    ("not exists maximum_age", lambda t: t.high is None),
    ("minimum_age < 1", lambda t: t.low is not None and t.low < 1),
    ("enrollment > 1000", lambda t: t.size is not None and t.size > 1000),
    (
        "phase = 2 and trial_status = recruiting and year >= 2020",
        lambda t: 2 in t.phases and t.status == "recruiting" and (t.year or 0) >= 2020,
    ),
    (
        "(phase = 4 or study_type = observational) and not sex = all",
        lambda t: (4 in t.phases or t.type == "observational") and t.sex != "all",
    ),
    ("not (phase = 2 or phase = 3)", lambda t: not {2, 3} & t.phases),
    ("nct in [NCT04780217, nct02679963]", lambda t: t.nct in ("NCT04780217", "NCT02679963")),
    ("phase = 3 and sex = male", lambda t: 3 in t.phases and t.sex == "male"),
    ("collection = legacy", lambda t: t.folder == "json_legacy"),
    ("collection = Old-XML", lambda t: t.folder == "xml"),
    ("collection = main", lambda t: t.folder == "json_v2"),
    ("collection != legacy", lambda t: t.folder != "json_legacy"),
    ("collection in [legacy, old-xml]", lambda t: t.folder != "json_v2"),
    ("not collection in [legacy, main]", lambda t: t.folder == "xml"),
    ("collection = legacy and collection = main", lambda t: False),
    ("collection = none", lambda t: False),
    ("exists collection", lambda t: True),
    ("not exists collection", lambda t: False),
    (
        "collection = legacy and (phase = 2 or not exists phase)",
        lambda t: t.folder == "json_legacy" and (2 in t.phases or not t.phases),
    ),
    (
        "not (collection = legacy or year < 2020)",
        lambda t: t.folder != "json_legacy" and not (t.year is not None and t.year < 2020),
    ),
    ("kind = paper", lambda t: False),
    ("year > 2100", lambda t: False),
    ("minimum_age > 18 and minimum_age < 18", lambda t: False),
)

QUESTIONS: tuple[tuple[str, Rule], ...] = (
    (
        "Phase 3 trials in adults since 2020",
        lambda t: 3 in t.phases and t.admits(18, 65) and (t.year or 0) >= 2020,
    ),
    ("2020年以降の第3相試験", lambda t: 3 in t.phases and (t.year or 0) >= 2020),
    ("Which Phase 2/3 trials are there?", lambda t: {2, 3} <= t.phases),
    ("Which trials are Phase II or III?", lambda t: bool({2, 3} & t.phases)),
    ("List phase 3 or later trials", lambda t: any(n >= 3 for n in t.phases)),
    ("Which early phase 1 trials are there?", lambda t: 0.5 in t.phases),
    ("Which trials enrol children?", lambda t: t.admits(0, 18)),
    ("Which trials enrol elderly patients?", lambda t: t.admits(65, 200)),
    ("Which trials are in adults only?", lambda t: t.low is not None and t.low >= 18),
    ("Which trials are in children only?", lambda t: t.high is not None and t.high < 18),
    ("Which trials are there with infants?", lambda t: t.admits(0, 2)),
    (
        "Which trials in adults or children are completed?",
        lambda t: (t.admits(0, 65)) and t.status == "completed",
    ),
    ("Which trials enrol only males?", lambda t: t.sex == "male"),
    ("Which trials in women are there?", lambda t: t.sex in ("female", "all")),
    (
        "Which recruiting trials started before 2020?",
        lambda t: t.status == "recruiting" and t.year is not None and t.year < 2020,
    ),
    (
        "List trials started between 2015 and 2018",
        lambda t: t.year is not None and 2015 <= t.year <= 2018,
    ),
    ("Show me trials from the last five years", lambda t: (t.year or 0) >= 2021),
    ("Which trials are not yet recruiting?", lambda t: t.status == "not yet recruiting"),
    (
        "Which trials that are not completed are in phase 4?",
        lambda t: t.status not in ("", "completed") and 4 in t.phases,
    ),
    (
        "Which observational trials have more than 1,000 participants?",
        lambda t: t.type == "observational" and (t.size or 0) > 1000,
    ),
    ("Which expanded access records are there?", lambda t: t.type == "expanded access"),
    ("過去5年の第2相試験は何件ありますか？", lambda t: 2 in t.phases and (t.year or 0) >= 2021),
    ("小児を対象とした臨床試験を教えてください", lambda t: t.admits(0, 18)),
    ("募集中の第2/3相試験の一覧", lambda t: {2, 3} <= t.phases and t.status == "recruiting"),
    ("女性のみを対象とした治験を挙げてください", lambda t: t.sex == "female"),
    ("Which Phase 4 trials in men only since 2022 are there?", lambda t: False),
)
# Read by eye in the records.
BY_EYE: tuple[tuple[str, str], ...] = (
    ("phase = 2 and phase = 3", "NCT01534533 NCT02654730 NCT04332835 NCT04978207"),
    ("phase = 0.5", "NCT04355897 NCT04516954 NCT04780438 NCT05595538"),
    ("sex = male", "NCT01339988 NCT01357915 NCT02654730 NCT04780282 NCT04780451"),
    ("minimum_age >= 75", "NCT04779541"),
    ("minimum_age >= 65 and phase >= 3", "NCT04656691 NCT04780464 NCT04978038"),
    ("maximum_age < 18", "NCT02028676 NCT02708238 NCT04386109 NCT04780308"),
    ("maximum_age < 1", "NCT02708238 NCT04386109"),
    ("year < 2005", "NCT00001177 NCT00081588 NCT01076361 NCT02958956 NCT04780737"),
    ("trial_status = available", "NCT01220531 NCT03133988 NCT03147742 NCT03245528"),
    ("trial_status = terminated", "NCT02654730 NCT04656691 NCT04834908"),
    ("trial_status = withdrawn", "NCT02591810 NCT04529460"),
    ("not exists study_type", "NCT00465816 NCT03182660"),
    ("phase = 3 and year >= 2021", "NCT04780464 NCT04780672 NCT04780750 NCT04978207"),
)


@pytest.mark.parametrize(("expression", "rule"), EXPRESSIONS, ids=[case[0] for case in EXPRESSIONS])
def test_an_expression_finds_what_the_records_say(
    library: Library, facts: list[Facts], expression: str, rule: Rule
) -> None:
    assert found(library, expression) == {one.nct for one in facts if rule(one)}


@pytest.mark.parametrize(("question", "rule"), QUESTIONS, ids=[case[0] for case in QUESTIONS])
def test_a_question_finds_what_the_records_say(
    library: Library, facts: list[Facts], question: str, rule: Rule
) -> None:
    where = meant(library, question)
    assert where is not None
    assert found(library, where) == {one.nct for one in facts if rule(one)}


@pytest.mark.parametrize(("expression", "numbers"), BY_EYE, ids=[case[0] for case in BY_EYE])
def test_an_expression_finds_the_trials_read_by_eye(
    library: Library, expression: str, numbers: str
) -> None:
    assert found(library, expression) == set(numbers.split())


@pytest.mark.parametrize(
    ("words", "group"), [("adults", "adult"), ("children", "child"), ("the elderly", "older adult")]
)
def test_age_groups_are_those_the_registry_gives(
    library: Library, facts: list[Facts], words: str, group: str
) -> None:
    stated = [one for one in facts if one.groups]
    assert len(stated) >= 150
    where = meant(library, f"Which trials enrol {words}?")
    assert where is not None
    admitted = found(library, where) & {one.nct for one in stated}
    assert admitted == {one.nct for one in stated if group in one.groups}


def test_an_empty_match_finds_nothing(library: Library) -> None:
    assert library.search("vaccine", where="phase = 0.5 and sex = female") == []
    assert not library.ask("Which vaccine is tested?", where="year > 2100").statements


def test_an_unknown_field_names_the_known_ones(library: Library) -> None:
    with pytest.raises(ConfigError) as caught:
        library.search("vaccine", where="colour = red")
    assert all(name in caught.value.hint for name in FIELDS)


def test_a_field_spelled_wrong_names_the_one_meant(library: Library) -> None:
    with pytest.raises(ConfigError, match="phaze") as caught:
        library.search("vaccine", where="phaze = 3")
    assert "'phase'" in caught.value.hint


@pytest.mark.parametrize(
    "expression", ["year = soon", "phase = [2, 3]", "sex > male", "phase in 2"]
)
def test_a_value_of_another_type_is_an_error(library: Library, expression: str) -> None:
    with pytest.raises(ConfigError):
        library.search("vaccine", where=expression)
