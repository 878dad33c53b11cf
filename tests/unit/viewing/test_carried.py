"""Who sees what, and no secret, goes along where a library is exported, backed up or moved."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import StoreError
from aliquot.library import Library
from aliquot.library.care.importing import import_library
from aliquot.library.care.manifest import NOT_CARRIED
from aliquot.library.care.restoring import restore
from aliquot.library.viewing import View
from aliquot.shapes import document_shape, receipt_shape
from aliquot.storage.catalog import Catalog
from aliquot.types import Collection, Grant, Permission, Role
from two_people import ANN, BEN, leaks, shown

# All of a secret: it may itself hold the mark that stands before it.
SECRET_CHARACTERS = 43


@pytest.fixture(autouse=True)
def fake_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries made by the way embed as those of the tests do."""
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("ALIQUOT_INGEST__WORKERS", "1")


@pytest.fixture
def secrets(shared: Library) -> list[str]:
    """A token and a login of the library, as their holders have them."""
    _, token = shared.people.make_token("report", "ann", [Permission.READ], 30)
    return [token, shared.people.begin_session(ANN, 8)]


@pytest.fixture
def exported(shared: Library, tmp_path: Path) -> Path:
    shared.care.export(tmp_path / "out")
    return tmp_path / "out"


def seen(library: Library) -> list[list[str]]:
    """Return which documents and files each of the two people sees."""
    views = [View(library, one) for one in (ANN, BEN)]
    return [
        sorted([*(one.id for one in view.documents()), *(one.source for one in view.receipts())])
        for view in views
    ]


def as_written_by_others(exported: Path, name: str, lines: list[dict[str, Any]] | None) -> None:
    """Give an export another table in place of one of its own; `None` takes it out."""
    file = exported / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    if lines is None:
        del manifest["tables"][name]
    else:
        text = "".join(f"{json.dumps(one)}\n" for one in lines).encode()
        (exported / f"{name}.jsonl").write_bytes(text)
        digest = hashlib.sha256(text).hexdigest()
        manifest["tables"][name] |= {"rows": len(lines), "sha256": digest}
    file.write_text(json.dumps(manifest), encoding="utf-8")


# ------------------------------------------------------------------------------ export, import


def test_an_import_shows_everyone_what_they_saw(
    shared: Library, exported: Path, tmp_path: Path
) -> None:
    before = seen(shared)
    import_library(exported, tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert seen(again) == before
        assert again.people.grants() == shared.people.grants()
        assert again.people.collections() == shared.people.collections()
        again.sync()
        assert seen(again) == before
        text = shown([document_shape(one) for one in View(again, ANN).documents()])
        assert not leaks(text + shown([receipt_shape(one) for one in View(again, ANN).receipts()]))


def test_an_import_takes_uploads_and_files_to_come_as_the_library_did(
    shared: Library, tmp_path: Path
) -> None:
    upload = View(shared, BEN).upload_folder("vault") / "quaxine.md"
    upload.write_text("# Quaxine upload\n\nQuaxine smells.\n", encoding="utf-8")
    shared.add(upload)
    shared.care.export(tmp_path / "out")
    import_library(tmp_path / "out", tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        before = seen(again)
        assert before == seen(shared)
        fresh = View(again, BEN).upload_folder("vault") / "more.md"
        fresh.write_text("# Quaxine more\n\nQuaxine burns.\n", encoding="utf-8")
        (tmp_path / "lab/vault/late.md").write_text("# Quaxine late\n\nToo late.\n", "utf-8")
        again.sync()
        again.add(fresh)
        assert seen(again)[0] == before[0]
        assert len(seen(again)[1]) == len(before[1]) + 4


@pytest.mark.parametrize("lacking", [["collections", "grants"], ["grants"]])
def test_an_export_that_names_no_collections_opens_nothing(
    exported: Path, tmp_path: Path, lacking: list[str]
) -> None:
    for name in lacking:
        as_written_by_others(exported, name, None)
    import_library(exported, tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert seen(again) == [[], []]
        again.people.grant(Grant("main", "ann", Role.READER))
        again.people.put_collection(Collection(name="other", folders=(str(tmp_path / "x"),)))
        again.sync()
        text = shown(seen(again), [document_shape(one) for one in View(again, ANN).documents()])
        assert len(View(again, ANN).documents()) == 2
        assert not leaks(text)
        assert again.people.file_counts() == {"main": 2, "vault": 3}


def test_a_collection_without_its_folders_keeps_its_files(exported: Path, tmp_path: Path) -> None:
    as_written_by_others(exported, "collections", [{"name": "vault", "title": "", "folders": []}])
    import_library(exported, tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        again.people.put_collection(Collection(name="other", folders=(str(tmp_path / "x"),)))
        assert again.people.file_counts() == {"main": 2, "vault": 3}
        assert len(View(again, ANN).documents()) == 2


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("collections", {"name": "../../etc", "title": "", "folders": []}),
        ("collections", {"name": "vault", "title": "", "folders": ["relative"]}),
        ("collections", {"name": "vault"}),
        ("grants", {"collection": "none", "to": "ann", "role": "reader"}),
        ("grants", {"collection": "main", "to": "ann", "role": "king"}),
        ("grants", {"collection": "main", "to": "", "role": "reader"}),
    ],
)
def test_an_export_that_would_mean_something_else_is_refused_whole(
    exported: Path, tmp_path: Path, table: str, line: dict[str, Any]
) -> None:
    as_written_by_others(exported, table, [line])
    with pytest.raises(StoreError):
        import_library(exported, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_no_token_and_no_login_is_exported(
    shared: Library, secrets: list[str], tmp_path: Path
) -> None:
    exported = shared.care.export(tmp_path / "out").folder
    kept = b"".join(one.read_bytes() for one in exported.iterdir())
    for secret in secrets:
        for part in (secret[-SECRET_CHARACTERS:], hashlib.sha256(secret.encode()).hexdigest()):
            assert part.encode() not in kept
    assert any("tokens" in one for one in NOT_CARRIED)
    import_library(exported, tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert again.people.tokens() == []
        assert [again.people.token(secrets[0]), again.people.session(secrets[1])] == [None, None]


# ------------------------------------------------------------------------------ backup, move


def test_a_backup_keeps_tokens_and_nobody_logged_in(
    shared: Library, secrets: list[str], tmp_path: Path
) -> None:
    before = seen(shared)
    shared.care.back_up(tmp_path / "library.aliquot")
    restore(tmp_path / "library.aliquot", tmp_path / "again")
    assert shared.people.session(secrets[1]) == ANN
    with Library.open(tmp_path / "again") as again:
        assert again.people.token(secrets[0]) is not None
        assert again.people.session(secrets[1]) is None
        assert seen(again) == before


def test_a_moved_catalog_keeps_tokens_and_nobody_logged_in(
    shared: Library, secrets: list[str], tmp_path: Path
) -> None:
    with closing(Catalog.at(tmp_path / "moved.db")) as moved:
        moved.take_all(shared.catalog)
        assert moved.tokens.of(secrets[0]) is not None
        assert moved.sessions.of(secrets[1]) is None
        assert moved.collections.grants() == shared.people.grants()
