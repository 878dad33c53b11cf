"""What a doctor finds of collections, grants, tokens, jobs and uploads."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library
from aliquot.library.care.checked import Checked
from aliquot.types import Collection, Grant, Permission, Role

READ = [Permission.READ]


def found(library: Library, what: str) -> Checked:
    """Return what the doctor says of one thing, whose remedy is told where it is not sound."""
    (one,) = [one for one in library.care.examine().checks if one.what == what]
    assert bool(one.remedy) is (one.state != "ok")
    return one


def change(library: Library, statement: str, *values: Any) -> None:
    """Change the catalog behind the library's back."""
    with closing(sqlite3.connect(library.path / "catalog.db")) as opened, opened:
        opened.execute(statement, values)


@pytest.mark.parametrize("what", ["collections", "grants", "tokens", "jobs", "uploads"])
def test_what_is_in_use_is_sound(library: Library, tmp_path: Path, what: str) -> None:
    (tmp_path / "bench").mkdir()
    people = library.people
    people.put_collection(Collection(name="bench", folders=(str(tmp_path / "bench"),)))
    people.grant(Grant("bench", "ann", Role.READER))
    people.grant(Grant("main", "*", Role.READER))
    people.make_token("report", "ann", READ, 1)
    people.make_uploads("main")
    library.jobs.begin("sync", "ann", {})
    library.jobs.claim("worker")
    assert found(library, what).state == "ok"


def test_a_folder_of_a_collection_that_is_gone_is_named(library: Library, tmp_path: Path) -> None:
    bench = tmp_path / "bench"
    library.people.put_collection(Collection(name="bench", folders=(str(bench),)))
    gone = found(library, "collections")
    assert gone.state == "warning"
    assert "bench of 'bench'" in gone.detail
    assert "uploads" not in gone.detail
    bench.mkdir()
    assert found(library, "collections").state == "ok"


def test_a_grant_in_a_collection_that_is_gone_is_named_and_can_be_taken_back(
    library: Library,
) -> None:
    library.people.put_collection(Collection(name="bench"))
    library.people.grant(Grant("bench", "ann", Role.OWNER))
    change(library, "DELETE FROM collections")
    loose = found(library, "grants")
    assert loose.state == "warning"
    assert "bench: ann" in loose.detail
    library.people.revoke_grant("bench", "ann")
    assert found(library, "grants").state == "ok"


@pytest.mark.parametrize(
    ("column", "detail"),
    [("expires_at", "1 are over, 0 were never used"), ("created_at", "0 are over, 1 were never")],
)
def test_a_token_nobody_needs_is_told_until_it_is_revoked(
    library: Library, column: str, detail: str
) -> None:
    token, secret = library.people.make_token("nightly report", "ann", READ, 90)
    change(library, f"UPDATE tokens SET {column} = '2020-01-01T00:00:00.000+00:00'")
    told = found(library, "tokens")
    assert told.state == "warning"
    assert detail in told.detail
    assert f"{token.id} (nightly report)" in told.detail
    assert secret not in told.detail
    library.people.revoke_token(token.id)
    assert found(library, "tokens").state == "ok"


def test_an_old_token_in_use_is_no_trouble(library: Library) -> None:
    _, secret = library.people.make_token("nightly report", "ann", READ, 90)
    change(library, "UPDATE tokens SET created_at = '2020-01-01T00:00:00.000+00:00'")
    assert library.people.token(secret)
    assert found(library, "tokens").state == "ok"


def test_a_job_of_a_dead_server_is_told(library: Library) -> None:
    job = library.jobs.begin("sync", "ann", {})
    library.jobs.claim("worker")
    change(library, "UPDATE jobs SET heartbeat = '2020-01-01T00:00:00.000+00:00'")
    left = found(library, "jobs")
    assert left.state == "warning"
    assert job.id in left.detail


def test_uploads_that_cannot_be_written_are_told(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.people.make_uploads("main")
    # Nothing binds root, who may run this.
    monkeypatch.setattr("os.access", lambda path, *_, **__: Path(path).name != "main")
    told = found(library, "uploads")
    assert told.state == "warning"
    assert "uploads/main" in told.detail
