"""What a person was shown, looked at again after a grant was taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import UnknownDocumentError
from aliquot.library import Library
from aliquot.library.viewing import View
from aliquot.library.withholding import WITHHELD
from aliquot.shapes import answer_shape, document_shape, receipt_shape, survey_shape
from aliquot.types import Collection, Grant, Job, JobState, Permission, Person, Role
from two_people import ANN, BEN, leaks, shown

Revoke = Callable[[], View]


@pytest.fixture
def revoke(shared: Library) -> Revoke:
    """Take ben's grant to the hidden collection back; give what he sees then."""

    def taken_back() -> View:
        shared.people.revoke_grant("vault", "group:dosing")
        return View(shared, BEN)

    return taken_back


# ------------------------------------------------------------------------------ answers


def test_a_refusal_names_no_file_that_is_out_of_sight_by_now(ben: View, revoke: Revoke) -> None:
    answer = ben.ask("What does the scan show of Zorbium?")
    assert answer.abstained
    assert leaks(shown(answer_shape(ben.explain(answer.trace.id).stored.answer)))
    later = revoke()
    (listed,) = later.answers()
    explained = later.explain(answer.trace.id)
    assert not leaks(shown(answer_shape(listed.answer), str(listed), str(explained)))
    assert explained.stored.answer.reason == WITHHELD


def test_an_answer_on_what_is_still_seen_stays_without_what_was_said_beside_it(
    ben: View, revoke: Revoke
) -> None:
    answer = ben.ask("How hot is the tube of competent cells?", where="title = 'heat shock'")
    whole = ben.ask("How hot is the tube of competent cells?")
    later = revoke()
    for one in (answer, whole):
        explained = later.explain(one.trace.id)
        assert not leaks(shown(answer_shape(explained.stored.answer), str(explained)))
    assert "vault" not in shown(str(later.answers()))


def test_nothing_is_withheld_from_whoever_sees_as_much_as_before(ben: View, ann: View) -> None:
    for view in (ann, ben):
        answer = view.ask("How hot is the tube of competent cells?")
        refused = view.ask("Who discovered penicillin in 1928?")
        assert view.explain(answer.trace.id).stored.answer.statements == answer.statements
        assert view.explain(refused.trace.id).stored.answer.reason == refused.reason


def test_who_sees_more_than_before_keeps_all(shared: Library, ann: View) -> None:
    refused = ann.ask("Who discovered penicillin in 1928?")
    shared.people.grant(Grant("vault", "ann", Role.READER))
    assert View(shared, ANN).explain(refused.trace.id).stored.answer.reason == refused.reason


def test_who_is_no_administrator_any_more_loses_what_was_said_of_everything(
    shared: Library,
) -> None:
    chief = Person(name="ann", via="oidc", is_administrator=True)
    refused = View(shared, chief).ask("What does the scan show of Zorbium?")
    assert leaks(shown(answer_shape(refused)))
    assert not leaks(shown(str(View(shared, ANN).explain(refused.trace.id))))


# ------------------------------------------------------------------------------ surveys and jobs


def done(library: Library, kind: str, person: str, result: dict[str, Any]) -> Job:
    """Return a job that was done."""
    job = library.jobs.begin(kind, person, {})
    assert library.jobs.claim("worker")
    return library.jobs.finish(job.id, result)


@pytest.mark.parametrize(
    "question", ["Which documents name HEK293T?", "Which documents name competent cells?"]
)
def test_a_finished_survey_goes_with_the_grant(
    shared: Library, ben: View, revoke: Revoke, question: str
) -> None:
    job = done(shared, "survey", "ben", survey_shape(ben.survey(question)))
    assert ben.job(job.id) == job
    later = revoke()
    looks = (later.job(job.id), *later.jobs(), later.cancel_job(job.id))
    assert not leaks(shown([dict(one.result) for one in looks]))
    assert {one.reason for one in looks} == {WITHHELD}
    assert {one.state for one in looks} == {JobState.DONE}


def test_a_survey_of_what_is_still_seen_stays(
    shared: Library, ann: View, ben: View, revoke: Revoke
) -> None:
    asked = ben.survey("Which documents name HEK293T?", where="collection = main")
    job = done(shared, "survey", "ben", survey_shape(asked))
    assert revoke().job(job.id).result["rows"]


def test_a_sync_tells_its_person_of_their_own_files_alone(shared: Library, ben: View) -> None:
    listed = [{"source": one.source, "status": one.status} for one in View(shared, BEN).receipts()]
    report = {"files": 5, "failed": listed, "partial": [], "notes": ["quaxine scan.pdf is broken"]}
    mine = done(shared, "sync", "ann", {"report": report})
    theirs = done(shared, "sync", "ben", {"report": report})
    told = View(shared, ANN).job(mine.id)
    assert not leaks(shown(dict(told.result)))
    assert len(told.result["report"]["failed"]) == 2
    assert len(ben.job(theirs.id).result["report"]["failed"]) == 5
    running = shared.jobs.begin("sync", "ann", {})
    shared.jobs.claim("worker")
    shared.jobs.progress(running.id, 1, 2, "ingest: merger.md")
    assert not leaks(shown(str(View(shared, ANN).jobs())))


def test_a_job_of_another_cannot_be_called_off(shared: Library, ann: View, ben: View) -> None:
    job = shared.jobs.begin("sync", "ann", {})
    with pytest.raises(UnknownDocumentError):
        ben.cancel_job(job.id)
    assert ann.cancel_job(job.id).state is JobState.CANCELLED


# ------------------------------------------------------------------------------ bibliographies

BIB = """@article{q, title = {Heat shock of competent cells}, author = {Tanabe, Mika},
  journal = {Lett Photobiol}, year = {2020}, doi = {10.5555/lum.2020.1}, file = {../open/heat.md}}
"""


@pytest.mark.parametrize("attached", ["heat.md", "viability.md"])
def test_a_hidden_bibliography_is_not_named(shared: Library, tmp_path: Path, attached: str) -> None:
    lab = tmp_path / "lab"
    hidden = lab / "vault/quaxine.bib"
    hidden.write_text(BIB.replace("heat.md", attached), encoding="utf-8")
    shared.add(lab)
    everything = View(shared, Person(name="chief", via="oidc", is_administrator=True))
    seen = [
        [document_shape(one) for one in everything.documents("collection = main")],
        [receipt_shape(one) for one in everything.receipts() if one.collection == "main"],
    ]
    assert "quaxine.bib" in shown(seen)
    ann = View(shared, ANN)
    told = shown(
        [document_shape(one) for one in ann.documents()],
        [document_shape(ann.document(one.id)) for one in ann.documents()],
        [receipt_shape(one) for one in ann.receipts()],
        receipt_shape(ann.receipt(lab / "open/heat.md")),
    )
    assert not leaks(told)


# ------------------------------------------------------------------------------ who did it


def test_the_audit_log_names_who_brought_in_took_out_and_brought_back(
    shared: Library, tmp_path: Path
) -> None:
    new = tmp_path / "lab/open/new.md"
    new.write_text("# New\n\nLumenin glows.\n", encoding="utf-8")
    shared.sync(by="dora")
    shared.add(new, by="ann")
    editor = Person(name="emil", via="proxy", permissions=frozenset(Permission))
    shared.people.grant(Grant("main", "emil", Role.EDITOR))
    view = View(shared, editor)
    document = next(one.id for one in view.documents() if one.title == "New")
    (path,) = view.remove(document)
    view.restore(path)
    noted = [
        (str(one.kind), one.detail.get("person", ""))
        for one in shared.history.entries(20)
        if str(one.kind) in ("added", "removed")
    ]
    assert noted[:3] == [("added", "emil"), ("removed", "emil"), ("added", "dora")]


def test_who_sits_at_the_machine_is_nobody_in_particular(shared: Library, tmp_path: Path) -> None:
    shared.people.put_collection(Collection(name="other", folders=(str(tmp_path / "x"),)))
    (latest, *_) = shared.history.entries(1)
    assert "person" not in latest.detail
