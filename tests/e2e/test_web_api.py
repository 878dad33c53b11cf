"""The API as programs use it: whatever they send, files brought in, a server that is killed."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Grant, Permission, Role
from aliquot.web.app import create_app
from web_api import FAKE
from web_server import running

API = "/api/v1"
WAITS_S = 60.0

# ------------------------------------------------------------------------------ whatever is sent

# What the schema cannot say (the grammar of filters, the words of a question, strategies that need
# a model) is refused with 422, too long an address with 414.
CHECKS = {
    "positive_data_acceptance": {
        "expected-statuses": ["2xx", 401, 403, 404, 409, 415, 422, 429],
    },
    "negative_data_rejection": {
        "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422, 429],
    },
}
SERVED = ServeConfig(
    auth=("token",), administrators=("ana",), requests_per_minute=0, questions_per_minute=0
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, FastAPI]]:
    """A small library and what serves it to those with a token."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "virellin.md").write_text(
        "# Virellin\n\nThe dose of virellin is 4.7 µM in HEK293T cells.\n", encoding="utf-8"
    )
    with Library.create(tmp_path_factory.mktemp("made") / "library", FAKE) as library:
        library.add(folder)
        library.people.grant(Grant("main", "bo", Role.EDITOR))
        yield library, create_app(library, SERVED)


def token_of(library: Library, person: str) -> dict[str, str]:
    """Return the header a person's program sends."""
    _, secret = library.people.make_token("test", person, tuple(Permission), 1)
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture(scope="module")
def described(served: tuple[Library, FastAPI]) -> Any:
    """The API as its document describes it."""
    config = SchemathesisConfig.from_dict({"checks": CHECKS})
    headers = token_of(served[0], "ana")
    return schemathesis.openapi.from_asgi(
        "/openapi.json", served[1], config=config, headers=headers
    )


# Each kind of data comes with a few; more are tried where there is time.
EXAMPLES = 60 if os.environ.get("ALIQUOT_SLOW") else 6
few = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("person", ["ana", "bo", "cy"])
def test_everyone_gets_what_the_document_says(
    served: tuple[Library, FastAPI], described: Any, person: str, mode: GenerationMode
) -> None:
    headers = token_of(served[0], person)
    for found in described.get_all_operations():
        operation = found.ok()

        @given(operation.as_strategy(generation_mode=mode))
        @few
        def check(case: Any) -> None:
            case.call_and_validate(headers=headers)

        # Where there is nothing to be sent wrongly, nothing is.
        with suppress(Unsatisfiable):
            check()


def test_nobody_gets_nothing(served: tuple[Library, FastAPI]) -> None:
    app = served[1]
    with TestClient(app, base_url="http://127.0.0.1") as client:
        for path, operations in app.openapi()["paths"].items():
            for method in operations:
                answer = client.request(method, path.replace("{", "").replace("}", ""))
                assert answer.status_code == 401, (method, path)
                assert answer.headers["content-type"] == "application/problem+json"


# ------------------------------------------------------------------------------ files brought in


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library of this test alone."""
    with Library.create(tmp_path / "library", FAKE) as made:
        yield made


@pytest.fixture
def client(library: Library) -> Iterator[httpx.Client]:
    """Its real server, on this machine."""
    with (
        running(create_app(library)) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAITS_S) as made,
    ):
        yield made


def note(number: int) -> bytes:
    """Return a note like no other."""
    return f"# Note {number}\n\nSample {number} was kept at {number} °C for {number} h.\n".encode()


def files_of(contents: dict[str, bytes]) -> list[tuple[str, tuple[str, bytes]]]:
    """Return files as a request brings them."""
    return [("files", (name, content)) for name, content in contents.items()]


def events(client: httpx.Client, job_id: str) -> list[tuple[str, dict[str, Any]]]:
    """Follow a job to its end."""
    told = []
    name = ""
    with client.stream("GET", f"{API}/jobs/{job_id}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                told.append((name, json.loads(line.removeprefix("data: "))))
    return told


def test_twenty_files_are_brought_in_and_each_is_told_of(client: httpx.Client) -> None:
    contents = {f"培養メモ {number}.md": note(number) for number in range(20)}
    answer = client.post(f"{API}/documents", files=files_of(contents))
    assert answer.status_code == 202, answer.text
    told = events(client, answer.json()["job"]["id"])
    assert [name for name, _ in told[:-1]] == ["progress"] * (len(told) - 1)
    name, job = told[-1]
    assert name == "done"
    assert [one["name"] for one in job["result"]["files"]] == list(contents)
    assert {one["status"] for one in job["result"]["files"]} == {"ok"}
    assert client.get(f"{API}/documents").json()["total"] == 20
    found = client.post(f"{API}/ask", json={"question": "At which temperature was sample 7 kept?"})
    assert "7 °C" in found.json()["answer"]


def test_an_upload_sent_again_with_its_key_is_done_once(
    client: httpx.Client, library: Library
) -> None:
    headers = {"Idempotency-Key": "one upload"}
    sent = [
        client.post(f"{API}/documents", files=files_of({"a.md": note(1)}), headers=headers).json()
        for _ in range(3)
    ]
    assert len({one["job"]["id"] for one in sent}) == 1
    # What was changed meanwhile is other work, and is not taken for the first.
    other = client.post(f"{API}/documents", files=files_of({"b.md": note(2)}), headers=headers)
    assert other.status_code == 422
    kept = [one.name for one in (library.path / "uploads" / "main").iterdir()]
    assert kept == ["a.md"]


def test_nothing_of_an_upload_lies_about_afterwards(client: httpx.Client, library: Library) -> None:
    client.post(f"{API}/documents", files=files_of({"a.md": note(1), "b.bin": bytes(4096)}))
    client.post(
        f"{API}/documents",
        content=b'--x\r\nContent-Disposition: form-data; name="files"; filename="c"\r\n\r\ncut',
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )
    assert list((library.path / "uploads" / ".incoming").iterdir()) == []


def test_a_full_disk_is_said_and_nothing_of_the_upload_is_kept(
    client: httpx.Client, library: Library
) -> None:
    incoming = library.path / "uploads" / ".incoming"
    incoming.mkdir(parents=True)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(incoming)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        answer = client.post(f"{API}/documents", files=files_of({"a.md": note(1) * 20_000}))
        assert answer.status_code == 507
        assert "room" in answer.json()["hint"]
        assert list(incoming.iterdir()) == []
        assert client.get(f"{API}/jobs").json() == []
    finally:
        subprocess.run(["umount", str(incoming)], check=True)


# ------------------------------------------------------------------------------ hostile files


def zip_bomb() -> bytes:
    """Return a text document of 40 KB that unpacks to forty megabytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b" " * 40_000_000)
    return made.getvalue()


def nested_zip_bomb() -> bytes:
    """Return a presentation of which a part is such a bomb again."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("ppt/presentation.xml", "<p/>")
        archive.writestr("ppt/embeddings/inner.zip", zip_bomb() * 20)
    return made.getvalue()


def pdf(page: bytes, stream: bytes, filters: bytes, kids: bytes = b"[3 0 R]") -> bytes:
    """Return a PDF of one page with a stream, its table of objects left to the reader to mend."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids " + kids + b">>",
        b"<</Type/Page/Parent 2 0 R/Contents 4 0 R" + page + b">>",
        b"<</Length %d/Filter %s>>stream\n%s\nendstream" % (len(stream), filters, stream),
    )
    body = b"".join(b"%d 0 obj%s endobj\n" % (n, one) for n, one in enumerate(objects, start=1))
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R/Size 5>>\n%%EOF"


def pdf_bomb() -> bytes:
    """Return a page with 60 MB of strokes in some hundred bytes."""
    twice = zlib.compress(zlib.compress(b"0 0 m " * 10_000_000))
    return pdf(SMALL_PAGE, twice, b"[/FlateDecode/FlateDecode]")


SMALL_PAGE = b"/MediaBox[0 0 200 200]"
HOSTILE: dict[str, Callable[[], bytes]] = {
    "bomb.docx": zip_bomb,
    "bomb in bomb.pptx": nested_zip_bomb,
    "bomb.pdf": pdf_bomb,
    "loop.pdf": lambda: pdf(SMALL_PAGE, b"", b"[]", kids=b"[2 0 R 2 0 R 2 0 R]"),
    "huge page.pdf": lambda: pdf(b"/MediaBox[0 0 1e30 1e30]", b"", b"[]"),
    "script.pdf": lambda: pdf(
        SMALL_PAGE + b"/AA<</O<</S/Launch/F(/bin/sh)>>>>", b"", b"[]", kids=b"[3 0 R]"
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_contained_and_said_to_be_and_all_else_goes_on(
    tmp_path: Path, name: str
) -> None:
    bounded = {**FAKE, "ingest": {**FAKE["ingest"], "timeout_s": 20, "memory_mib": 1024}}
    with (
        Library.create(tmp_path / "library", bounded) as library,
        running(create_app(library)) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAITS_S) as client,
    ):
        sent = files_of({name: HOSTILE[name](), "good.md": note(7)})
        answer = client.post(f"{API}/documents", files=sent)
        assert answer.status_code == 202, answer.text
        job = events(client, answer.json()["job"]["id"])[-1][1]
        assert job["state"] == "done", job
        told = {one["name"]: one for one in (*answer.json()["refused"], *job["result"]["files"])}
        assert told[name]["reason"], told
        assert told[name].get("status") != "ok"
        assert told["good.md"]["status"] == "ok"
        found = client.post(f"{API}/ask", json={"question": "At which temperature was sample 7?"})
        assert "7 °C" in found.json()["answer"]


# ------------------------------------------------------------------------------ a killed server

# As `aliquot serve`, but for how soon a killed worker is missed.
SERVER = """
import sys
from functools import partial
import uvicorn
from aliquot.library import Library
from aliquot.web import app
app.JobPool = partial(app.JobPool, beat_s=0.2, stale_s=1.0)
library = Library.open(sys.argv[1], {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}})
uvicorn.run(app.create_app(library), fd=int(sys.argv[2]), log_level="error")
"""


@contextmanager
def served_apart(folder: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes]]]:
    """Serve a library in a process of its own."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port, handle = listening.getsockname()[1], listening.fileno()
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(folder), str(handle)], pass_fds=[handle]
        )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAITS_S) as client:
        try:
            yield client, process
        finally:
            process.kill()
            process.wait()


def wait_for(client: httpx.Client, job_id: str, is_so: Callable[[dict[str, Any]], bool]) -> Any:
    """Return a job once something holds of it."""
    end = time.monotonic() + WAITS_S
    while time.monotonic() < end:
        job = client.get(f"{API}/jobs/{job_id}").json()
        if is_so(job):
            return job
        time.sleep(0.02)
    raise AssertionError(job)


def test_a_server_killed_amid_an_upload_goes_on_with_it_when_started_again(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    Library.create(folder, FAKE).close()
    contents = {f"{number}.md": note(number) * 50 for number in range(6)}
    with served_apart(folder) as (client, process):
        job_id = client.post(f"{API}/documents", files=files_of(contents)).json()["job"]["id"]
        wait_for(client, job_id, lambda job: job["state"] == "running")
        process.kill()
    with served_apart(folder) as (client, _):
        done = wait_for(client, job_id, lambda job: job["state"] not in ("waiting", "running"))
        assert done["state"] == "done", done
        assert client.get(f"{API}/documents").json()["total"] == len(contents)
