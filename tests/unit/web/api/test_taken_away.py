"""What was given and is taken away: grants, tokens, ways to log in; and keys that were used."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.protocols import ProgressEvent
from aliquot.types import Collection, Grant, Permission, Role
from aliquot.web.app import create_app
from aliquot.web.jobs.kinds import Work
from web_api import FAKE, has_ended, until, working
from web_server import running

SERVED = ServeConfig(auth=("token",), administrators=("ana",))
HIDDEN = "lumenin"
ASKED = {"question": "Which doses were used?", "columns": ["dose"]}
KEY = {"Idempotency-Key": "k"}


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Library]:
    """A library of an open and a secret collection; bo edits the one and owns the other."""
    for name, what in (("open/virellin.md", "virellin"), (f"secret/{HIDDEN}.md", HIDDEN)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(f"# {what}\n\nThe dose of {what} is 9.4 µM.\n", "utf-8")
    with Library.create(tmp_path / "library", FAKE) as made:
        made.people.put_collection(Collection(name="secret", folders=(str(tmp_path / "secret"),)))
        made.people.grant(Grant("main", "bo", Role.EDITOR))
        made.people.grant(Grant("secret", "bo", Role.OWNER))
        made.add(tmp_path / "open", tmp_path / "secret")
        yield made


@pytest.fixture
def bo(fresh: Library) -> Iterator[TestClient]:
    _, secret = fresh.people.make_token("t", "bo", tuple(Permission), 1)
    headers = {"Authorization": f"Bearer {secret}"}
    app = create_app(fresh, SERVED)
    with TestClient(app, base_url="http://127.0.0.1", headers=headers) as client:
        yield client


def ended(library: Library, answer: Any) -> str:
    """Return the id of a job that was begun, once it is over."""
    assert answer.status_code == 202, answer.text
    told = answer.json()
    job_id: str = told.get("job", told)["id"]
    until(library, job_id, has_ended)
    return job_id


# ------------------------------------------------------------------------------ keys


@pytest.mark.parametrize(("path", "body"), [("/surveys", ASKED), ("/sync", {"reparse": False})])
def test_a_key_gives_back_a_job_as_it_may_be_seen_now(
    fresh: Library, bo: TestClient, tmp_path: Path, path: str, body: dict[str, Any]
) -> None:
    # What cannot be read is in the report of a sync.
    (tmp_path / "secret" / f"{HIDDEN}.pdf").write_bytes(b"%PDF-1.4 broken")
    job_id = ended(fresh, bo.post(f"/api/v1{path}", json=body, headers=KEY))
    assert HIDDEN in bo.get(f"/api/v1/jobs/{job_id}").text
    fresh.people.revoke_grant("secret", "bo")
    fresh.people.grant(Grant("main", "bo", Role.OWNER))
    again = bo.post(f"/api/v1{path}", json=body, headers=KEY)
    assert again.json()["id"] == job_id
    assert HIDDEN not in again.text


OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/surveys", {**ASKED, "where": "year > 2000"}),
    ("/surveys", {"question": "Which cell lines were used?"}),
    ("/sync", {"reparse": False}),
)


@pytest.mark.parametrize(("path", "body"), OTHERS)
def test_a_key_that_was_sent_with_other_work_is_refused(
    fresh: Library, bo: TestClient, path: str, body: dict[str, Any]
) -> None:
    ended(fresh, bo.post("/api/v1/surveys", json=ASKED, headers=KEY))
    answer = bo.post(f"/api/v1{path}", json=body, headers=KEY)
    assert answer.status_code == 422
    assert "Idempotency-Key" in answer.json()["hint"]
    assert len(fresh.jobs.list()) == 1


def upload(bo: TestClient, name: str, text: str, collection: str = "main") -> Any:
    return bo.post(
        "/api/v1/documents",
        files={"files": (name, text.encode())},
        data={"collection": collection},
        headers=KEY,
    )


@pytest.mark.parametrize(
    "other",
    [
        ("a.md", "# A\n\nThe dose is 5 µM.\n", "main"),
        ("b.md", "# A\n\nThe dose is 4 µM.\n", "main"),
        ("a.md", "# A\n\nThe dose is 4 µM.\n", "secret"),
    ],
)
def test_another_upload_under_a_key_is_refused_and_leaves_nothing(
    fresh: Library, bo: TestClient, other: tuple[str, str, str]
) -> None:
    first = ended(fresh, upload(bo, "a.md", "# A\n\nThe dose is 4 µM.\n"))
    kept = sorted((fresh.path / "uploads").rglob("*.md"))
    assert upload(bo, *other).status_code == 422
    assert sorted((fresh.path / "uploads").rglob("*.md")) == kept
    assert ended(fresh, upload(bo, "a.md", "# A\n\nThe dose is 4 µM.\n")) == first


def test_two_who_choose_one_key_have_a_job_each(fresh: Library, bo: TestClient) -> None:
    _, secret = fresh.people.make_token("t", "cy", tuple(Permission), 1)
    mine = bo.post("/api/v1/surveys", json=ASKED, headers=KEY).json()
    theirs = bo.post(
        "/api/v1/surveys", json=ASKED, headers={**KEY, "Authorization": f"Bearer {secret}"}
    ).json()
    assert (mine["person"], theirs["person"]) == ("bo", "cy")
    assert mine["id"] != theirs["id"]


def test_many_at_once_with_one_key_begin_one_job_and_keep_one_file(
    fresh: Library, bo: TestClient
) -> None:
    ids: list[str] = []

    def send() -> None:
        ids.append(upload(bo, "a.md", "# A\n\nThe dose is 4 µM.\n").json()["job"]["id"])

    threads = [threading.Thread(target=send) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(ids) == 6
    assert len(set(ids)) == 1
    assert [one.name for one in (fresh.path / "uploads").rglob("*.md")] == ["a.md"]


# ------------------------------------------------------------------------------ while it goes on


def followed(bo: TestClient, library: Library, take_away: Any) -> list[tuple[str, Any]]:
    """Return the events of a job that tells of what is hidden once something was taken away."""
    app = create_app(library, SERVED)
    go_on = threading.Event()

    def count(work: Work) -> Mapping[str, Any]:
        go_on.wait(20)
        work.progress(ProgressEvent("ingest", 1, 2, source="later"))
        rows = [{"document_ids": [HIDDEN]}]
        return {"rows": rows, "where": 'collection in ["main", "secret"]'}

    headers = {"Authorization": bo.headers["Authorization"]}
    job = library.jobs.begin("survey", "bo", {})
    with (
        working(library, kinds={"survey": count}),
        running(app) as port,
        httpx.stream(
            "GET",
            f"http://127.0.0.1:{port}/api/v1/jobs/{job.id}/events",
            headers=headers,
            timeout=20,
        ) as stream,
    ):
        lines = stream.iter_lines()
        events = [next(lines)]
        take_away()
        go_on.set()
        events += lines
    return [
        (name.partition(": ")[2], json.loads(data.partition(": ")[2]))
        for name, data in zip(
            [one for one in events if one.startswith("event: ")],
            [one for one in events if one.startswith("data: ")],
            strict=True,
        )
    ]


def test_a_stream_shows_what_may_be_seen_at_its_end(fresh: Library, bo: TestClient) -> None:
    events = followed(bo, fresh, lambda: fresh.people.revoke_grant("secret", "bo"))
    assert events[-1][0] == "done"
    assert HIDDEN not in json.dumps(events)


def test_the_same_stream_shows_it_to_who_still_may(fresh: Library, bo: TestClient) -> None:
    name, told = followed(bo, fresh, lambda: None)[-1]
    assert name == "done"
    assert HIDDEN in json.dumps(told)


def test_a_stream_ends_with_its_token(fresh: Library, bo: TestClient) -> None:
    [token] = fresh.people.tokens()
    name, told = followed(bo, fresh, lambda: fresh.people.revoke_token(token.id))[-1]
    assert (name, told["status"]) == ("error", 401)
