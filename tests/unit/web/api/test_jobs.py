"""Jobs: done once, told of, called off, given back, taken over."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ConfigError
from aliquot.library import Library
from aliquot.library.viewing import View
from aliquot.protocols import ProgressEvent
from aliquot.types import LOCAL_PERSON, Collection, Grant, JobState, Permission, Person, Role
from aliquot.web.jobs.asker import asker_of, with_asker
from aliquot.web.jobs.begin import begin_remove, begin_survey, begin_sync
from aliquot.web.jobs.kinds import Work
from aliquot.web.jobs.pacing import paced
from aliquot.web.problems import Refusal
from web_api import FAKE, has_ended, until, working


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Library]:
    """A library of this test alone."""
    with Library.create(tmp_path / "library", FAKE) as made:
        yield made


def step(work: Work, number: int, total: int) -> None:
    """Tell of a unit."""
    work.progress(ProgressEvent("step", number, total, source=f"/lab/{number}.md"))


# ------------------------------------------------------------------------------ the pool


def test_a_job_is_done_with_its_result_and_progress(fresh: Library) -> None:
    def count(work: Work) -> Mapping[str, Any]:
        for number in range(1, 4):
            step(work, number, 3)
        return {"counted": work.given["what"]}

    job = fresh.jobs.begin("count", "bo", {"what": "cells"})
    with working(fresh, kinds={"count": count}):
        done = until(fresh, job.id, has_ended)
    assert (done.state, done.result) == (JobState.DONE, {"counted": "cells"})
    assert (done.done, done.total) == (3, 3)


def test_each_job_is_done_once_by_many_workers(fresh: Library) -> None:
    seen: list[str] = []

    def note(work: Work) -> Mapping[str, Any]:
        seen.append(work.given["n"])
        return {}

    jobs = [fresh.jobs.begin("note", "bo", {"n": str(n)}) for n in range(12)]
    with working(fresh, jobs=4, kinds={"note": note}):
        for job in jobs:
            until(fresh, job.id, has_ended)
    assert sorted(seen) == sorted(str(n) for n in range(12))


def test_the_audit_log_names_whose_job_it_was(fresh: Library, tmp_path: Path) -> None:
    file = tmp_path / "heat.md"
    file.write_text("# Heat shock\n\nHeat the tube at 42 °C.\n", encoding="utf-8")
    with working(fresh):

        def do(kind: str, person: str, given: dict[str, Any]) -> None:
            job = until(fresh, fresh.jobs.begin(kind, person, given).id, has_ended)
            assert job.state is JobState.DONE, job.reason

        do("add", "ana", {"paths": [str(file)]})
        document = fresh.documents()[0].id
        bo = Person(name="bo", via="token", is_administrator=True)
        do("remove", "bo", with_asker({"document_ids": [document]}, bo))
        do("restore", "cy", {"path": str(file)})
        file.write_text("# Heat shock\n\nHeat the tube at 45 °C.\n", encoding="utf-8")
        do("sync", "di", {})
    entries = fresh.history.entries(10)
    noted = [(str(one.kind), one.detail["person"]) for one in entries if "documents" in one.detail]
    # Newest first.
    assert noted == [("updated", "di"), ("added", "cy"), ("removed", "bo"), ("added", "ana")]


def test_a_failed_job_says_why_and_what_to_do(fresh: Library) -> None:
    def fail(_: Work) -> Mapping[str, Any]:
        raise ConfigError("The disk is away.", hint="Connect it.")

    job = fresh.jobs.begin("fail", "bo", {})
    with working(fresh, kinds={"fail": fail}):
        failed = until(fresh, job.id, has_ended)
    assert (failed.state, failed.reason) == (JobState.FAILED, "The disk is away. Connect it.")


def test_what_nobody_foresaw_ends_one_job_and_tells_nothing_of_its_inside(
    fresh: Library, caplog: pytest.LogCaptureFixture
) -> None:
    def break_(_: Work) -> Mapping[str, Any]:
        raise ZeroDivisionError("secret inside")

    broken = fresh.jobs.begin("break", "bo", {})
    unknown = fresh.jobs.begin("unknown", "bo", {})
    sound = fresh.jobs.begin("sound", "bo", {})
    with working(fresh, kinds={"break": break_, "sound": lambda _: {}}):
        assert until(fresh, sound.id, has_ended).state is JobState.DONE
    for job in (broken, unknown):
        failed = fresh.jobs.get(job.id)
        assert failed.state is JobState.FAILED
        assert "secret" not in failed.reason
    assert "secret inside" in caplog.text


def test_a_job_called_off_ends_at_its_next_unit(fresh: Library) -> None:
    begun, go_on, units = threading.Event(), threading.Event(), []

    def long(work: Work) -> Mapping[str, Any]:
        for number in range(1, 100):
            begun.set()
            go_on.wait(10)
            step(work, number, number)
            units.append(number)
        return {}

    job = fresh.jobs.begin("long", "bo", {})
    with working(fresh, kinds={"long": long}):
        begun.wait(10)
        fresh.jobs.cancel(job.id)
        go_on.set()
        after = fresh.jobs.begin("after", "bo", {})
        until(fresh, after.id, has_ended)
    assert fresh.jobs.get(job.id).state is JobState.CANCELLED
    assert units == []


def test_a_server_that_ends_gives_its_job_back_and_the_next_one_does_it(fresh: Library) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def long(work: Work) -> Mapping[str, Any]:
        for number in range(1, 1000):
            begun.set()
            go_on.wait(0.01)
            step(work, number, number)
        return {}

    job = fresh.jobs.begin("long", "bo", {})
    with working(fresh, kinds={"long": long}):
        begun.wait(10)
    assert fresh.jobs.get(job.id).state is JobState.WAITING
    with working(fresh, kinds={"long": lambda _: {"at": "last"}}):
        assert until(fresh, job.id, has_ended).result == {"at": "last"}


def test_stopping_over_and_over_never_gives_a_job_up(fresh: Library) -> None:
    job = fresh.jobs.begin("long", "bo", {})
    for _ in range(5):
        assert fresh.jobs.claim("worker") is not None
        fresh.jobs.release(job.id)
    with working(fresh, kinds={"long": lambda _: {}}, beat_s=0.01):
        assert until(fresh, job.id, has_ended).state is JobState.DONE


def test_a_job_of_a_killed_server_is_taken_over(fresh: Library) -> None:
    job = fresh.jobs.begin("work", "bo", {})
    assert fresh.jobs.claim("a server that was killed") is not None
    with working(fresh, kinds={"work": lambda _: {}}, beat_s=0.05, stale_s=0.2):
        assert until(fresh, job.id, has_ended).state is JobState.DONE


def test_a_long_unit_is_not_taken_for_a_dead_worker(fresh: Library) -> None:
    times: list[int] = []
    go_on = threading.Event()

    def slow(_: Work) -> Mapping[str, Any]:
        times.append(1)
        go_on.wait(1.5)
        return {}

    job = fresh.jobs.begin("slow", "bo", {})
    with working(fresh, jobs=2, kinds={"slow": slow}, beat_s=0.05, stale_s=0.6):
        until(fresh, job.id, has_ended)
    assert times == [1]


# ------------------------------------------------------------------------------ the kinds


def test_files_are_added_and_each_is_told_of(fresh: Library, tmp_path: Path) -> None:
    good, empty = tmp_path / "培養.md", tmp_path / "empty.pdf"
    good.write_text("# 培養\n\nHEK293T細胞は37℃で培養する。\n", encoding="utf-8")
    empty.write_bytes(b"")
    paths = [str(good), str(empty), str(tmp_path / "gone.md")]
    job = fresh.jobs.begin("add", "bo", {"paths": paths})
    with working(fresh):
        done = until(fresh, job.id, has_ended)
    assert [one["status"] for one in done.result["files"]] == ["ok", "empty", "gone"]
    assert done.result["files"][0]["document_ids"] == ["培養"]


def test_what_is_gone_already_is_no_error_to_remove(fresh: Library, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nThe dose is 4.7 µM.\n", encoding="utf-8")
    fresh.add(tmp_path / "a.md")
    [document] = fresh.documents()
    given = with_asker({"document_ids": [document.id, "gone"]}, LOCAL_PERSON)
    job = fresh.jobs.begin("remove", "local", given)
    with working(fresh):
        assert until(fresh, job.id, has_ended).result == {"removed": [document.id]}
    assert fresh.documents() == []


def test_a_file_is_taken_out_only_of_collections_its_asker_may_change(
    fresh: Library, tmp_path: Path
) -> None:
    for folder in ("open", "shared"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.md").write_text("# A\n\nThe dose is 4.7 µM.\n", encoding="utf-8")
    fresh.people.put_collection(Collection(name="shared", folders=(str(tmp_path / "shared"),)))
    fresh.people.grant(Grant("main", "bo", Role.EDITOR))
    fresh.people.grant(Grant("shared", "cy", Role.READER))
    fresh.add(tmp_path)
    bo, cy = (Person(name=name, via="token") for name in ("bo", "cy"))
    [document] = View(fresh, bo).documents()
    job = begin_remove(View(fresh, bo), str(tmp_path / "open" / "a.md"), [document.id])
    with working(fresh):
        assert until(fresh, job.id, has_ended).result == {"removed": [document.id]}
    assert View(fresh, bo).documents() == []
    assert [one.id for one in View(fresh, cy).documents()] == [document.id]


def test_a_job_whose_asker_was_taken_their_grant_changes_nothing(
    fresh: Library, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("# A\n\nThe dose is 4.7 µM.\n", encoding="utf-8")
    fresh.add(tmp_path / "a.md")
    [document] = fresh.documents()
    fresh.people.grant(Grant("main", "bo", Role.EDITOR))
    view = View(fresh, Person(name="bo", via="token"))
    job = begin_remove(view, str(tmp_path / "a.md"), [document.id])
    fresh.people.grant(Grant("main", "bo", Role.READER))
    with working(fresh):
        assert until(fresh, job.id, has_ended).state is JobState.FAILED
    assert fresh.documents()


def test_a_survey_sees_what_its_asker_may_see(library: Library) -> None:
    bo = Person(name="bo", via="token")
    job = begin_survey(View(library, bo), "Which cell lines were used?", columns=["cell line"])
    with working(library):
        found = until(library, job.id, has_ended).result
    assert found["coverage"]["in_scope"] == 2
    assert "Jurkat" not in str(found)


def test_a_survey_without_an_asker_fails(library: Library) -> None:
    job = library.jobs.begin("survey", "bo", {"question": "Which cell lines were used?"})
    with working(library):
        assert until(library, job.id, has_ended).state is JobState.FAILED


def test_only_owners_and_administrators_begin_to_sync(fresh: Library) -> None:
    fresh.people.put_collection(Collection(name="shared"))
    fresh.people.grant(Grant("shared", "ed", Role.EDITOR))
    fresh.people.grant(Grant("shared", "ow", Role.OWNER))
    with pytest.raises(Refusal):
        begin_sync(View(fresh, Person(name="ed", via="token")))
    assert begin_sync(View(fresh, Person(name="ow", via="token"))).kind == "sync"


def test_who_asked_is_kept_whole() -> None:
    asked = Person(
        name="bo",
        groups=frozenset({"lab", "培養"}),
        permissions=frozenset({Permission.READ}),
        via="oidc",
    )
    assert asker_of(with_asker({"question": "?"}, asked)) == asked


# ------------------------------------------------------------------------------ pacing


def test_progress_is_told_in_paces_and_at_the_end() -> None:
    now, told = [0.0], []
    tell = paced(lambda event: told.append(event.done), every_s=1.0, clock=lambda: now[0])
    for done in range(1, 101):
        now[0] = done * 0.1
        tell(ProgressEvent("survey", done, 100))
    assert told[-1] == 100
    assert 10 <= len(told) <= 12
