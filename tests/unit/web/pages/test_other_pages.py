"""Uploads, surveys, evaluations, settings, the audit log and jobs as pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Collection, Grant, Job, Permission, Role
from aliquot.web.app import create_app
from web_api import FAKE, has_ended, until

SITE = "http://localhost"
SCRIPT = {"hx-request": "true"}
QUESTIONS = (
    {"id": "1", "question": "What does zorbium melt at?", "answer": "41 °C", "files": ["z.md"]},
    {"id": "2", "question": "What is the mass of quux?", "answer": "7 kg", "files": ["q.md"]},
)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of this module alone; its settings name a server with a password."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in {
        "open/z.md": "# Zorbium\n\nZorbium melts at 41 °C. HEK293T cells were used.\n",
        "open/h.md": "# HeLa work\n\nHeLa cells were kept at 37 °C.\n",
        "shut/s.md": "# Secret\n\nJurkat cells were used for the secret.\n",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with Library.create(folder / "library", FAKE) as made:
        made.people.put_collection(Collection(name="shut", folders=(str(folder / "shut"),)))
        made.people.grant(Grant("main", "bo", Role.EDITOR))
        made.people.grant(Grant("main", "cy", Role.READER))
        made.add(folder / "open", folder / "shut")
        yield made


@pytest.fixture(scope="module")
def ana(own: Library) -> Iterator[TestClient]:
    """Someone at this machine, who administrates it."""
    headers = {"accept": "text/html", "origin": SITE}
    with TestClient(create_app(own), base_url=SITE, headers=headers) as made:
        yield made


@pytest.fixture(scope="module")
def people(own: Library) -> Iterator[dict[str, TestClient]]:
    """An editor and a reader of the open collection, with tokens."""
    app = create_app(own, ServeConfig(auth=("token",), administrators=("ana",)))
    made = {}
    for name in ("bo", "cy"):
        _, secret = own.people.make_token("test", name, tuple(Permission), 1)
        headers = {"accept": "text/html", "authorization": f"Bearer {secret}"}
        made[name] = TestClient(app, base_url=SITE, headers=headers)
    yield made
    for one in made.values():
        one.close()


def _ended(library: Library, address: str) -> Job:
    return until(library, address.rpartition("/")[2], has_ended)


# ------------------------------------------------------------------------------ people


def test_two_people_with_different_grants_see_different_libraries(
    ana: TestClient, people: dict[str, TestClient]
) -> None:
    assert "s.md" in ana.get("/library", headers=SCRIPT).text
    for person in people.values():
        page = person.get("/library").text
        assert "z.md" in page
        assert "s.md" not in page
        assert "shut" not in page


def test_a_receipt_of_what_others_alone_may_see_is_not_there(
    own: Library, people: dict[str, TestClient]
) -> None:
    (path,) = [one.source for one in own.receipts() if one.source.endswith("s.md")]
    assert people["bo"].get("/library/file", params={"path": path}).status_code == 404
    assert people["bo"].post("/library/remove", data={"path": path}).status_code == 404


def test_a_reader_is_offered_and_allowed_nothing_that_changes(
    own: Library, people: dict[str, TestClient]
) -> None:
    page = people["cy"].get("/library").text
    assert "/library/remove" not in page
    assert 'href="/library/upload"' not in page
    (path,) = [one.source for one in own.receipts() if one.source.endswith("z.md")]
    assert people["cy"].post("/library/remove", data={"path": path}).status_code == 403
    assert people["cy"].get("/library/upload").status_code == 403


def test_an_editor_may_add_to_their_collections_alone(people: dict[str, TestClient]) -> None:
    page = people["bo"].get("/library/upload").text
    assert 'value="main"' in page
    assert 'value="shut"' not in page


@pytest.mark.parametrize("page", ["/settings", "/settings/health", "/audit", "/audit/proof"])
def test_pages_of_administrators_are_refused_to_others(
    people: dict[str, TestClient], page: str
) -> None:
    assert people["bo"].get(page).status_code == 403


# ------------------------------------------------------------------------------ surveys


def test_a_survey_becomes_a_table_with_its_coverage_and_files(
    ana: TestClient, own: Library
) -> None:
    begun = ana.post("/survey", data={"question": "Which cell lines are used?"})
    address = begun.url.path
    _ended(own, address)
    page = ana.get(address).text
    assert "HEK293T" in page
    assert "3 of 3 in scope were read" in page
    assert 'class="cite"' in page
    table = ana.get(f"{address}/table.csv")
    assert table.headers["content-disposition"].startswith("attachment")
    assert "HEK293T" in table.text
    assert ana.get(f"{address}/table.xlsx").content.startswith(b"PK")
    assert ana.get(f"{address}/table.exe").status_code == 404


def test_columns_make_rows_of_documents_and_groups_a_plot(ana: TestClient, own: Library) -> None:
    asked = {"question": "Which cells?", "column": ["cell line", " "], "group_by": "year"}
    address = ana.post("/survey", data=asked).url.path
    _ended(own, address)
    page = ana.get(f"{address}?sort=0&down=1&q=hela").text
    assert "HeLa" in page
    assert "HEK293T" not in page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert own.jobs.get(address.rpartition("/")[2]).given["columns"] == ["cell line"]


def test_a_survey_that_cannot_be_asked_comes_back_with_what_was_typed(ana: TestClient) -> None:
    asked = {"question": "Which cells?", "where": "year ==== soon"}
    answer = ana.post("/survey", data=asked)
    assert answer.status_code == 422
    assert "year ==== soon" in answer.text
    assert 'role="alert"' in answer.text


def test_a_survey_belongs_to_who_asked_it(
    ana: TestClient, own: Library, people: dict[str, TestClient]
) -> None:
    address = ana.post("/survey", data={"question": "Which cell lines are used?"}).url.path
    _ended(own, address)
    assert people["bo"].get(address).status_code == 404
    assert people["bo"].get(f"{address}/table.csv").status_code == 404


def test_a_survey_is_withheld_once_its_documents_may_not_be_seen(
    own: Library, people: dict[str, TestClient], ana: TestClient
) -> None:
    assert ana.get("/jobs").status_code == 200  # its server does the jobs
    address = people["bo"].post("/survey", data={"question": "Which cell lines are used?"}).url.path
    job = _ended(own, address)
    assert "Jurkat" not in json.dumps(job.result)
    assert people["bo"].get(address).status_code == 200
    own.people.revoke_grant("main", "bo")
    try:
        withheld = people["bo"].get(address)
    finally:
        own.people.grant(Grant("main", "bo", Role.EDITOR))
    assert withheld.status_code == 404
    assert "HEK293T" not in withheld.text


# ------------------------------------------------------------------------------ evaluation


def test_questions_of_a_file_are_measured_and_shown_with_what_failed(
    ana: TestClient, own: Library
) -> None:
    lines = "\n".join(json.dumps(one) for one in QUESTIONS).encode()
    sent = ana.post("/evaluation", files={"questions": ("bench.jsonl", lines)})
    assert sent.status_code == 200
    (job,) = [one for one in own.jobs.list() if one.kind == "evaluate"]
    ended = until(own, job.id, has_ended)
    assert ended.result["questions"] == len(QUESTIONS)
    page = ana.get("/evaluation").text
    assert "bench" in page
    assert "<svg" in page
    one = ana.get(f"/evaluation/{ended.result['evaluation_id']}").text
    assert "What is the mass of quux?" in one
    assert "7 kg" in one


def test_a_file_without_questions_is_refused_with_what_to_write(ana: TestClient) -> None:
    for content in (b"", b"not json", b'{"answer": "41"}'):
        answer = ana.post("/evaluation", files={"questions": ("../x.jsonl", content)})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert "/tmp" not in answer.text


def test_what_was_answered_in_an_evaluation_is_for_administrators(
    people: dict[str, TestClient],
) -> None:
    assert people["bo"].get("/evaluation").status_code == 200
    assert people["bo"].get("/evaluation/anything").status_code == 403
    assert people["bo"].post("/evaluation").status_code == 403


# ------------------------------------------------------------------------------ settings


def test_a_token_is_shown_once_and_never_again(ana: TestClient) -> None:
    made = ana.post("/settings/tokens", data={"name": "lab robot", "permission": "read"})
    (secret,) = set(re.findall(r"alq_[0-9a-z]+_[\w-]{43}", made.text))
    assert made.headers["cache-control"] == "no-store"
    again = ana.get("/settings").text
    assert "lab robot" in again
    assert secret not in again
    assert secret not in ana.get("/audit").text


def test_a_collection_is_made_granted_and_dropped(ana: TestClient, own: Library) -> None:
    ana.post("/settings/collections", data={"name": "team", "title": "Team", "folders": ""})
    ana.post("/settings/grants", data={"collection": "team", "to": "dee", "role": "reader"})
    page = ana.get("/settings").text
    assert "dee" in page
    assert Grant("team", "dee", Role.READER) in own.people.grants("team")
    ana.post("/settings/grants/revoke", data={"collection": "team", "to": "dee"})
    ana.post("/settings/collections/remove", data={"name": "team"})
    assert "team" not in [one.name for one in own.people.collections()]


def test_what_cannot_be_done_is_said_where_it_was_tried(ana: TestClient) -> None:
    answer = ana.post("/settings/collections", data={"name": "Not A Name", "folders": ""})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_settings_show_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2-key")
    settings = {**FAKE, "model": {"name": "openai:m", "url": "https://me:hunter2@m.example/v1"}}
    with (
        Library.create(tmp_path / "library", settings) as library,
        TestClient(create_app(library), base_url=SITE, headers={"accept": "text/html"}) as client,
    ):
        for page in ("/settings", "/settings/holdings", "/settings/health"):
            assert "hunter2" not in client.get(page).text
        assert "m.example" in client.get("/settings").text


def test_the_library_is_examined_on_request(ana: TestClient) -> None:
    page = ana.get("/settings/health").text
    assert "looked at" in page


# ------------------------------------------------------------------------------ audit log, jobs


def test_the_audit_log_is_proved_filtered_and_paged(ana: TestClient, own: Library) -> None:
    for number in range(60):
        own.history.note_export("test", f"file-{number}", "0" * 64)
    first = ana.get("/audit?kind=exported").text
    assert "file-59" in first
    assert "file-0<" not in first
    (older,) = set(re.findall(r'href="(/audit\?before=\d+&(?:amp;)?kind=exported)"', first))
    assert "file-5" in ana.get(older.replace("&amp;", "&")).text
    assert "The log is sound" in ana.get("/audit/proof").text


def test_jobs_are_listed_with_what_came_of_them(ana: TestClient, own: Library) -> None:
    failed = own.jobs.begin("restore", "local", {"path": "/nowhere/x.pdf"})
    until(own, failed.id, has_ended)
    page = ana.get("/jobs").text
    assert "x.pdf" in page
    assert "Failed" in page
    assert "was never given" in ana.get("/jobs?state=failed", headers=SCRIPT).text


def test_a_job_of_someone_else_is_neither_seen_nor_cancelled(
    own: Library, people: dict[str, TestClient]
) -> None:
    job = own.jobs.begin("restore", "local", {"path": "/nowhere/private.pdf"})
    assert "private.pdf" not in people["bo"].get("/jobs").text
    assert people["bo"].get(f"/jobs/{job.id}/toast").status_code == 404
    assert people["bo"].post(f"/jobs/{job.id}/cancel").status_code == 404


def test_the_audit_log_says_in_the_readers_language_what_was_done(
    ana: TestClient, own: Library
) -> None:
    ana.post("/", data={"question": "Which catalogue number does the Green qPCR mix have?"})
    page = ana.get("/audit?kind=answered", headers={"accept-language": "ja"}).text
    assert "方法: " in page
    assert not re.search(r"\bstrategy\b|\bcited\b", page)
