"""Several processes over one library: workers of one server, and the command line beside it."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from aliquot.library import Library
from aliquot.types.history import AuditKind
from aliquot.web.app import create_app
from postgres import new_database, postgres_server
from web_process import Serving, serving
from web_server import running

API = "/api/v1"
WAITS_S = 60.0
# Connections opened until each worker has taken one: the chance that one takes all is 2**-29.
TRIES = 30
JOBS = 6
FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1, "ocr": ""}}


# ------------------------------------------------------------------------------ two workers


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A library whose catalog is in PostgreSQL."""
    with postgres_server(tmp_path_factory.mktemp("server")) as address:
        folder = tmp_path_factory.mktemp("made") / "library"
        url = new_database(address)
        Library.create(folder, {**FAKE, "catalog": {"url": url}}).close()
        settings = folder / "aliquot.toml"
        written = settings.read_text(encoding="utf-8")
        if url not in written:
            settings.write_text(f'{written}\n[catalog]\nurl = "{url}"\n', encoding="utf-8")
        yield folder


def asked(client: httpx.Client) -> int:
    """Return how often the process behind a connection was asked who someone is."""
    figures = client.get("/metrics").text
    found = re.search(r'requests_total\{[^}]*route="/api/v1/me"[^}]*\} ([0-9.]+)', figures)
    return int(float(found[1])) if found else 0


def are_one_process(one: httpx.Client, other: httpx.Client) -> bool:
    """Tell whether two connections end in one process, which counts the requests of both."""
    before = asked(one)
    other.get(f"{API}/me")
    return asked(one) > before


def each_worker(server: Serving, opened: ExitStack) -> tuple[httpx.Client, httpx.Client]:
    """Return a connection to each of two workers."""
    clients = [
        opened.enter_context(httpx.Client(base_url=server.url, timeout=WAITS_S))
        for _ in range(TRIES)
    ]
    first = clients[0]
    for other in clients[1:]:
        if not are_one_process(first, other):
            return first, other
    raise AssertionError("one worker took every connection")


def note(number: int) -> bytes:
    """Return a note like no other."""
    return f"# Note {number}\n\nSample {number} was kept at {number} °C for a week.\n".encode()


def upload(client: httpx.Client, number: int, key: str = "") -> str:
    """Bring one note in; return its job's id."""
    sent = client.post(
        f"{API}/documents",
        files={"files": (f"{number}.md", note(number))},
        headers={"Idempotency-Key": key} if key else {},
    )
    assert sent.status_code == 202, sent.text
    job_id: str = sent.json()["job"]["id"]
    return job_id


def ended(client: httpx.Client, job_id: str) -> dict[str, Any]:
    """Return a job once it is over."""
    until = time.monotonic() + WAITS_S
    while time.monotonic() < until:
        job: dict[str, Any] = client.get(f"{API}/jobs/{job_id}").json()
        if job["state"] not in ("waiting", "running"):
            return job
        time.sleep(0.05)
    raise AssertionError(job)


def test_two_workers_share_one_library_and_end_in_order(shared: Path) -> None:
    with serving(shared, "--workers", "2") as server:
        with ExitStack() as opened:
            one, other = each_worker(server, opened)
            jobs = [upload(one if n % 2 else other, n, key=f"note {n}") for n in range(JOBS)]
            # The same key through the other worker is the same job.
            assert upload(other, 1, key="note 1") == jobs[1]
            assert [ended(one, job)["state"] for job in jobs] == ["done"] * JOBS
            # What came through one is found through the other, at once.
            for client in (one, other):
                assert client.get(f"{API}/documents").json()["total"] == JOBS
                found = client.post(
                    f"{API}/ask", json={"question": "At which temperature was sample 4 kept?"}
                )
                assert "4 °C" in found.json()["answer"]
        assert server.end() in {0, -15}
    with Library.open(shared) as library:
        added = library.history.entries(50, AuditKind.ADDED)
        assert len(added) == JOBS
        assert {job.state for job in library.jobs.list()} == {"done"}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/documents/%00", None),
        ("GET", "/library/file?path=%00", None),
        ("GET", f"{API}/documents?collection=%00", None),
        ("GET", f"{API}/jobs?before=%00", None),
        ("POST", f"{API}/search", {"question": "which \x00 buffer"}),
        ("POST", f"{API}/ask", {"question": "which \x00 buffer"}),
        ("POST", f"{API}/check", {"text": "The buffer \x00 is 4.7 mM."}),
    ],
)
def test_a_text_no_database_takes_is_refused_and_no_failure(
    shared: Path, method: str, path: str, body: dict[str, str] | None
) -> None:
    with (
        Library.open(shared) as library,
        TestClient(create_app(library), base_url="http://127.0.0.1") as client,
    ):
        assert client.request(method, path, json=body).status_code in {404, 422}


def test_several_workers_over_a_catalog_in_a_file_are_refused(aliquot: Any) -> None:
    done = aliquot("serve", "--port", "0", "--workers", "2")
    assert done.code != 0
    assert "PostgreSQL" in done.err
    assert "Traceback" not in done.err


# ------------------------------------------------------------------------------ the command beside


def write_notes(folder: Path, count: int) -> Path:
    """Write notes of several chunks each."""
    folder.mkdir()
    for n in range(count):
        parts = [
            f"## Part {m}\n\nBatch {n} had reading {n * m}. " + "More was said of it. " * 60
            for m in range(8)
        ]
        (folder / f"{n:02}.md").write_text(f"# Note number {n}\n\n" + "\n\n".join(parts))
    return folder


def chunks_by_document(client: httpx.Client) -> dict[str, tuple[str, ...]]:
    """Return the ids of each document's chunks, as they are served at this moment."""
    listed = client.get(f"{API}/documents", params={"count": 200}).json()["documents"]
    return {
        one["document_id"]: tuple(
            chunk["chunk_id"]
            for chunk in client.get(f"{API}/documents/{one['document_id']}/chunks").json()
        )
        for one in listed
    }


def test_what_the_command_line_adds_is_served_whole_and_without_a_restart(
    aliquot: Any, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path / "notes", 12)
    question = {"question": "Which reading had batch 7?"}
    seen: list[dict[str, tuple[str, ...]]] = []
    with (
        Library.create(aliquot.library, FAKE) as library,
        running(create_app(library)) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAITS_S) as client,
    ):
        assert client.post(f"{API}/search", json=question).json() == []
        adding = aliquot.start("add", notes, stdout=subprocess.DEVNULL)
        while adding.poll() is None:
            found = client.post(f"{API}/search", json={**question, "k": 20})
            assert found.status_code == 200, found.text
            seen.append(chunks_by_document(client))
            in_list = {one["document_id"] for one in found.json()}
            assert in_list <= seen[-1].keys()
        assert adding.returncode == 0
        best = client.post(f"{API}/search", json={**question, "k": 1}).json()[0]
        final = chunks_by_document(client)
    assert "Batch 7 had reading" in json.dumps(best)
    assert len(final) == 12
    assert all(final[name] == chunks for moment in seen for name, chunks in moment.items())
    assert seen
