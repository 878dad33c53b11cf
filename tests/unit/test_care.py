"""Looking after a library: what a doctor finds and mends, proved copies, room given back."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aliquot.errors import MissingExtraError, StoreError
from aliquot.library import Library
from aliquot.library.care.archive import MANIFEST, opened_archive
from aliquot.library.care.importing import import_library
from aliquot.library.care.restoring import restore
from aliquot.storage.catalog import Catalog
from aliquot.storage.migrations import LATEST
from aliquot.types import Permission

FAKE: Mapping[str, Any] = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
QUESTION = "heat the tube at 42 °C for 45 s"


@pytest.fixture
def place(tmp_path: Path, lab: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library's folder, whose settings come from the environment as for a command."""
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    with Library.create(tmp_path / "library") as library:
        library.add(lab)
    return tmp_path / "library"


@pytest.fixture
def library(place: Path) -> Iterator[Library]:
    with Library.open(place) as opened:
        yield opened


def states(library: Library, *, fix: bool = False) -> dict[str, str]:
    return {one.what: one.state for one in library.care.examine(fix=fix).checks}


def found(library: Library) -> list[tuple[str, float]]:
    questions = (QUESTION, "virellin HEK293T", "培養", "viability")
    ranked = [one for question in questions for one in library.search(question, k=5)]
    return [(one.chunk.id, round(one.score, 9)) for one in ranked]


def change(place: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(place / "catalog.db")) as opened, opened:
        opened.execute(statement, values)


# ------------------------------------------------------------------------------ doctor


def test_a_sound_library_passes_every_check(library: Library) -> None:
    checks = library.care.examine().checks
    assert len(checks) >= 30
    assert [one for one in checks if one.state != "ok"] == []


def test_each_check_has_its_own_name(library: Library) -> None:
    names = [one.what for one in library.care.examine().checks]
    assert len(names) == len(set(names))


def test_whatever_is_not_sound_has_a_remedy(place: Path, lab: Path) -> None:
    (lab / "tables" / "doses.csv").unlink()
    change(place, "UPDATE sources SET checked_ns = ?", 2**62)
    with Library.open(place) as library:
        troubles = [one for one in library.care.examine().checks if one.state != "ok"]
    assert len(troubles) == 2
    assert all(one.remedy for one in troubles)


def _unlog(place: Path) -> None:
    change(place, "DELETE FROM changes WHERE key = (SELECT min(key) FROM chunks)")


def _misname(place: Path) -> None:
    change(place, "UPDATE chunks SET text = 'other' WHERE key = (SELECT min(key) FROM chunks)")


def _shorten(place: Path) -> None:
    change(place, "UPDATE vectors SET vector = x'003c' WHERE rowid = 1")


def _loosen(place: Path) -> None:
    change(place, "DELETE FROM documents WHERE ordinal = 0 AND rowid = 1")


def _break_audit(place: Path) -> None:
    change(place, "DROP TRIGGER audit_never_updated")
    change(place, "UPDATE audit SET who = 'nobody' WHERE sequence = 1")


def _spoil_cell(place: Path) -> None:
    change(
        place,
        "INSERT INTO survey_cells SELECT 'form', id, '{' FROM documents LIMIT 1",
    )


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (_unlog, "change log"),
        (_misname, "chunks"),
        (_shorten, "vector cache"),
        (_loosen, "catalog rows"),
        (_spoil_cell, "surveys"),
    ],
)
def test_damage_of_the_catalog_is_a_fault(
    place: Path, spoil: Callable[[Path], None], what: str
) -> None:
    spoil(place)
    with Library.open(place) as library:
        assert states(library)[what] == "fault"


def test_a_changed_audit_log_is_a_fault(place: Path) -> None:
    with Library.open(place) as library:
        library.ask("How long is the tube heated?")
    _break_audit(place)
    with Library.open(place) as library:
        assert states(library)["audit log"] == "fault"


def test_chunks_the_log_lost_are_logged_again(place: Path) -> None:
    _unlog(place)
    shutil.rmtree(place / "index")
    with Library.open(place) as library:
        assert states(library, fix=True)["change log"] == "ok"
        assert "fault" not in states(library).values()


def test_vectors_of_no_chunk_are_dropped_and_lost_ones_put_back(place: Path) -> None:
    with Library.open(place) as library:
        index = library._opened.parts.dense[0].index
        key = int(library.catalog.keys()[0])
        record = library.catalog.records([key], library._opened.parts.dense[0].embedder.id)[0]
        vector = record.vector
        other = type(record)(10**6, record.chunk, vector)
        index.apply([other, type(record)(10**6 + 1, record.chunk, vector)], [key], index.sequence)
        index.flush()
        assert states(library)["orphans fake"] == "fault"
        after = library.care.examine(fix=True)
        assert "dropped 2 vectors of no chunk, put back 1" in after.mended
    with Library.open(place) as library:
        assert "fault" not in states(library).values()


def test_vectors_that_are_others_are_built_again(library: Library) -> None:
    one = library._opened.parts.dense[0]
    records = library.catalog.records(library.catalog.keys().tolist(), one.embedder.id)
    moved = np.roll([each.vector for each in records], 1, axis=0)
    wrong = [
        type(each)(each.key, each.chunk, vector)
        for each, vector in zip(records, moved, strict=True)
    ]
    one.index.apply(wrong, [], one.index.sequence)
    one.index.flush()
    assert states(library)["vectors fake"] == "fault"
    assert "fault" not in states(library, fix=True).values()


def test_an_index_folder_that_is_gone_is_built_again(place: Path) -> None:
    shutil.rmtree(place / "index")
    with Library.open(place) as library:
        assert states(library)["indexes on disk"] == "warning"
        library.care.examine(fix=True)
    with Library.open(place) as library:
        assert [one for one in library.care.examine().checks if one.state != "ok"] == []


def test_terms_of_chunks_that_are_none_are_a_fault_until_rebuilt(library: Library) -> None:
    terms = library._opened.parts.terms
    terms.apply([], [int(library.catalog.keys()[0])], terms.sequence)
    terms.flush()
    assert states(library)["term count"] == "fault"
    assert states(library, fix=True)["term count"] == "ok"


def test_files_gone_changed_and_dated_ahead_are_told_apart(library: Library, lab: Path) -> None:
    import os

    (lab / "tables" / "doses.csv").unlink()
    (lab / "tables" / "instrument.json").write_text('{"instrument": "another"}', encoding="utf-8")
    os.utime(lab / "notes" / "2024-05_virellin.txt", (2**33, 2**33))
    found = {one.what: one for one in library.care.examine().checks}
    assert "doses.csv" in found["files"].detail
    assert "instrument.json" in found["changed files"].detail
    assert "virellin" in found["clock"].detail


def test_a_folder_that_is_away_is_named_and_its_files_are_not(library: Library, lab: Path) -> None:
    lab.rename(lab.with_name("elsewhere"))
    found = states(library)
    assert (found["folders"], found["files"]) == ("warning", "ok")


def test_a_clock_behind_the_library_is_told(place: Path) -> None:
    change(place, "UPDATE sources SET checked_ns = ?", 2**62)
    with Library.open(place) as library:
        assert states(library)["clock"] == "warning"


def test_unrelated_documents_with_one_doi_are_told(place: Path) -> None:
    change(place, "UPDATE documents SET kind = 'protocol'")
    change(place, "INSERT INTO fields SELECT id, 'doi', '10.1000/same', NULL FROM documents")
    with Library.open(place) as library:
        assert states(library)["identities"] == "warning"


def test_documents_not_read_for_findings_are_read(place: Path) -> None:
    change(place, "DELETE FROM findings_read")
    with Library.open(place) as library:
        assert states(library)["findings"] == "warning"
        assert states(library, fix=True)["findings"] == "ok"


def test_a_file_half_read_is_told_and_finished(place: Path) -> None:
    change(place, "UPDATE sources SET state = 'committed'")
    with Library.open(place) as library:
        assert states(library)["unfinished files"] == "warning"
        assert states(library, fix=True)["unfinished files"] == "ok"


@pytest.mark.parametrize(
    "line",
    ['location = "postgresql://lab:hunter2@host/db"', 'api_key = "hunter2"', 'token = "hunter2"'],
)
def test_a_secret_in_the_settings_is_told_and_not_repeated(library: Library, line: str) -> None:
    (library.path / "aliquot.toml").write_text(f"[vectors.options]\n{line}\n", encoding="utf-8")
    found = {one.what: one for one in library.care.examine().checks}["settings"]
    assert found.state == "warning"
    assert "hunter2" not in found.detail + found.remedy


def test_fixing_never_touches_the_originals(place: Path, lab: Path) -> None:
    before = {one: one.stat().st_mtime_ns for one in lab.rglob("*")}
    _unlog(place)
    change(place, "UPDATE sources SET state = 'committed'")
    with Library.open(place) as library:
        library.care.examine(fix=True)
    assert {one: one.stat().st_mtime_ns for one in lab.rglob("*")} == before


# ------------------------------------------------------------------------------ backup


def test_a_restored_library_finds_the_same_and_embeds_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = found(library)
    library.care.back_up(tmp_path / "lab.zip")
    monkeypatch.setattr("aliquot.testing.fakes.FakeEmbedder.embed", _refuse_documents())
    restore(tmp_path / "lab.zip", tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert again.catalog.id == library.catalog.id
        assert found(again) == expected


def _refuse_documents() -> Callable[..., Any]:
    from aliquot.testing.fakes import FakeEmbedder

    embed = FakeEmbedder.embed

    def refusing(self: Any, texts: Any, role: str) -> Any:
        assert role == "query", "a document was embedded"
        return embed(self, texts, role)

    return refusing


def test_a_restore_tells_of_tokens_that_work_again(library: Library, tmp_path: Path) -> None:
    kept, _ = library.people.make_token("kept", "ana", [Permission.READ], 1)
    lost, secret = library.people.make_token("lost", "ana", [Permission.READ], 1)
    ended, _ = library.people.make_token("ended", "ana", [Permission.READ], 1)
    library.people.revoke_token(ended.id)
    library.care.back_up(tmp_path / "lab.zip")
    library.people.revoke_token(lost.id)
    assert restore(tmp_path / "lab.zip", tmp_path / "again").tokens == 2
    with Library.open(tmp_path / "again") as again:
        assert {one.id for one in again.people.tokens() if not one.revoked_at} == {kept.id, lost.id}
        assert again.people.token(secret) is not None


def test_indexes_come_along_when_asked_for(library: Library, tmp_path: Path) -> None:
    done = library.care.back_up(tmp_path / "lab.zip", with_indexes=True)
    assert any(name.startswith("index/fake/") for name in done.manifest.members)
    restore(tmp_path / "lab.zip", tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert found(again) == found(library)


def test_originals_come_along_by_their_path_below_the_root(
    library: Library, lab: Path, tmp_path: Path
) -> None:
    (lab / "tables" / "doses.csv").unlink()
    done = library.care.back_up(tmp_path / "lab.zip", with_originals=True)
    assert [Path(one).name for one in done.manifest.missing] == ["doses.csv"]
    restore(tmp_path / "lab.zip", tmp_path / "again")
    memo = next((tmp_path / "again" / "originals").rglob("培養メモ.md"))
    assert memo.read_bytes() == (lab / "notes" / "培養メモ.md").read_bytes()


def test_a_backup_made_while_another_adds_is_of_one_moment(
    library: Library, tmp_path: Path
) -> None:
    with Library.open(library.path) as other:
        other.remove("heat-shock-transformation")
        library.care.back_up(tmp_path / "lab.zip")
    restore(tmp_path / "lab.zip", tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert len(again.documents()) == 4
        assert "fault" not in states(again).values()


def test_no_file_is_overwritten(library: Library, tmp_path: Path) -> None:
    (tmp_path / "lab.zip").write_bytes(b"mine")
    with pytest.raises(StoreError, match="already"):
        library.care.back_up(tmp_path / "lab.zip")
    assert (tmp_path / "lab.zip").read_bytes() == b"mine"


def test_a_backup_leaves_nothing_behind_but_itself(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    library.care.back_up(folder / "lab.zip")
    assert [one.name for one in folder.iterdir()] == ["lab.zip"]


def test_a_folder_that_is_not_empty_is_left_alone(library: Library, tmp_path: Path) -> None:
    library.care.back_up(tmp_path / "lab.zip")
    target = tmp_path / "full"
    target.mkdir()
    (target / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="not empty"):
        restore(tmp_path / "lab.zip", target)
    assert [one.name for one in target.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_damaged_backup_is_refused_whole(library: Library, tmp_path: Path, share: float) -> None:
    file = tmp_path / "lab.zip"
    library.care.back_up(file)
    content = bytearray(file.read_bytes())
    at = int(len(content) * share)
    content[at : at + 64] = bytes(byte ^ 0xFF for byte in content[at : at + 64])
    file.write_bytes(content)
    with pytest.raises(StoreError):
        restore(file, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert not list(tmp_path.glob(".again*"))


def test_a_backup_damaged_anywhere_is_told_as_damaged(library: Library, tmp_path: Path) -> None:
    """Packed bytes, when changed, are no longer a stream that can be unpacked, or give others."""
    library.care.back_up(tmp_path / "lab.zip")
    content = (tmp_path / "lab.zip").read_bytes()
    damaged = tmp_path / "damaged.zip"
    for at in range(0, len(content) - 64, len(content) // 40):
        turned = bytes(byte ^ 0xFF for byte in content[at : at + 64])
        damaged.write_bytes(content[:at] + turned + content[at + 64 :])
        with pytest.raises(StoreError), opened_archive(damaged) as archive:
            archive.verify()


def rewritten(file: Path, change: Callable[[dict[str, Any]], None], **extra: bytes) -> Path:
    """Return a copy of a backup with another manifest and further members."""
    hostile = file.with_name("hostile.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(hostile, "w") as new:
        for name in old.namelist():
            if name != MANIFEST:
                new.writestr(name, old.read(name))
        manifest = json.loads(old.read(MANIFEST))
        change(manifest)
        for name, content in extra.items():
            new.writestr(name, content)
        new.writestr(MANIFEST, json.dumps(manifest))
    return hostile


@pytest.mark.parametrize(
    "name", ["../out.txt", "/out.txt", "a/../../out.txt", "C:/out.txt", "a\\..\\out.txt"]
)
def test_names_that_lead_out_are_refused(library: Library, tmp_path: Path, name: str) -> None:
    import hashlib

    library.care.back_up(tmp_path / "lab.zip")
    digest = hashlib.sha256(b"out").hexdigest()

    def add(manifest: dict[str, Any]) -> None:
        manifest["members"][name] = {"size": 3, "sha256": digest}

    hostile = rewritten(tmp_path / "lab.zip", add, **{name: b"out"})
    with pytest.raises(StoreError, match="leads out"):
        restore(hostile, tmp_path / "again")
    assert not (tmp_path / "out.txt").exists()


def test_a_member_longer_than_its_manifest_says_is_not_unpacked(
    library: Library, tmp_path: Path
) -> None:
    library.care.back_up(tmp_path / "lab.zip")

    def add(manifest: dict[str, Any]) -> None:
        manifest["members"]["bomb.txt"] = {"size": 10, "sha256": "0" * 64}

    hostile = rewritten(tmp_path / "lab.zip", add, **{"bomb.txt": b"0" * 50_000_000})
    with pytest.raises(StoreError, match="longer"):
        restore(hostile, tmp_path / "again")


def test_a_manifest_larger_than_the_disk_is_refused_before_unpacking(
    library: Library, tmp_path: Path
) -> None:
    library.care.back_up(tmp_path / "lab.zip")

    def grow(manifest: dict[str, Any]) -> None:
        manifest["members"]["catalog.db"]["size"] = 2**60

    with pytest.raises(StoreError, match="free"):
        restore(rewritten(tmp_path / "lab.zip", grow), tmp_path / "again")


def test_members_the_manifest_does_not_name_are_refused(library: Library, tmp_path: Path) -> None:
    library.care.back_up(tmp_path / "lab.zip")
    hostile = rewritten(tmp_path / "lab.zip", lambda _: None, **{"extra.txt": b"x"})
    with pytest.raises(StoreError, match="manifest names"):
        restore(hostile, tmp_path / "again")


@pytest.mark.parametrize("field", ["format", "schema"])
def test_a_newer_backup_names_the_version_it_needs(
    library: Library, tmp_path: Path, field: str
) -> None:
    library.care.back_up(tmp_path / "lab.zip")

    def age(manifest: dict[str, Any]) -> None:
        manifest |= {field: 999, "aliquot": "7.8.9"}
        manifest[field] = 999

    with pytest.raises(StoreError) as caught:
        restore(rewritten(tmp_path / "lab.zip", age), tmp_path / "again")
    assert "7.8.9" in caught.value.hint


def test_a_file_that_is_no_backup_is_named(tmp_path: Path) -> None:
    (tmp_path / "lab.zip").write_bytes(b"PK nothing")
    with pytest.raises(StoreError, match="no backup"):
        restore(tmp_path / "lab.zip", tmp_path / "again")


def test_a_damaged_catalog_is_not_backed_up(place: Path, tmp_path: Path) -> None:
    _loosen(place)
    with Library.open(place) as library, pytest.raises(StoreError, match="damaged"):
        library.care.back_up(tmp_path / "lab.zip")
    assert not (tmp_path / "lab.zip").exists()


def test_a_manifest_names_every_member_with_its_hash(library: Library, tmp_path: Path) -> None:
    library.care.back_up(tmp_path / "lab.zip")
    with opened_archive(tmp_path / "lab.zip") as archive:
        archive.verify()
        assert {"catalog.db", "aliquot.toml"} <= set(archive.manifest.members)


# ------------------------------------------------------------------------------ export


def test_an_import_of_an_export_finds_the_same_and_embeds_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = found(library)
    library.care.export(tmp_path / "out")
    monkeypatch.setattr("aliquot.testing.fakes.FakeEmbedder.embed", _refuse_documents())
    done = import_library(tmp_path / "out", tmp_path / "again")
    assert done.to_embed == 0
    with Library.open(tmp_path / "again") as again:
        assert found(again) == expected
        for document in library.documents():
            assert again.document(document.id) == library.document(document.id)
            assert again.chunks(document.id) == library.chunks(document.id)
        assert list(again.findings()) == list(library.findings())


def test_an_imported_library_is_sound_and_its_sync_reads_nothing_anew(
    library: Library, tmp_path: Path
) -> None:
    library.care.export(tmp_path / "out")
    import_library(tmp_path / "out", tmp_path / "again")
    with Library.open(tmp_path / "again") as again:
        assert set(states(again).values()) == {"ok"}
        report = again.sync()
        assert (report.added, report.updated) == ((), ()) or not (report.added or report.updated)


def test_chunks_stand_in_the_stored_form(library: Library, tmp_path: Path) -> None:
    library.care.export(tmp_path / "out")
    lines = (tmp_path / "out" / "chunks.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    assert {"id", "vector", "content", "metadata"} <= set(first)
    assert abs(float(np.linalg.norm(first["vector"])) - 1) < 1e-3


def test_numbers_come_back_to_the_very_bits(library: Library, tmp_path: Path) -> None:
    library.care.export(tmp_path / "out")
    import_library(tmp_path / "out", tmp_path / "again")
    query = "SELECT embedder, text_hash, vector FROM vectors ORDER BY 1, 2"
    with (
        closing(sqlite3.connect(library.path / "catalog.db")) as old,
        closing(sqlite3.connect(tmp_path / "again" / "catalog.db")) as new,
    ):
        assert new.execute(query).fetchall() == old.execute(query).fetchall()


@pytest.mark.parametrize("table", ["chunks", "documents", "findings", "sources"])
def test_a_changed_export_is_refused_whole(library: Library, tmp_path: Path, table: str) -> None:
    library.care.export(tmp_path / "out")
    file = tmp_path / "out" / f"{table}.jsonl"
    file.write_bytes(file.read_bytes().replace(b"a", b"o", 1))
    with pytest.raises(StoreError):
        import_library(tmp_path / "out", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_newer_export_names_the_version_it_needs(library: Library, tmp_path: Path) -> None:
    library.care.export(tmp_path / "out")
    file = tmp_path / "out" / "manifest.json"
    newer = json.loads(file.read_text(encoding="utf-8")) | {"schema": 999, "aliquot": "7.8.9"}
    file.write_text(json.dumps(newer), encoding="utf-8")
    with pytest.raises(StoreError) as caught:
        import_library(tmp_path / "out", tmp_path / "again")
    assert "7.8.9" in caught.value.hint


def test_parquet_without_its_package_names_the_extra(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "aliquot.library.care.parquet", raising=False)
    with pytest.raises(MissingExtraError, match="pyarrow") as caught:
        library.care.export(tmp_path / "out", parquet=True)
    assert "aliquot[parquet]" in caught.value.hint
    assert not (tmp_path / "out").exists()


def test_parquet_holds_what_the_lines_hold(library: Library, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    library.care.export(tmp_path / "out", parquet=True)
    table = parquet.read_table(tmp_path / "out" / "chunks.parquet").to_pylist()
    lines = (tmp_path / "out" / "chunks.jsonl").read_text(encoding="utf-8").splitlines()
    assert [one["id"] for one in table] == [json.loads(line)["id"] for line in lines]
    assert np.allclose(table[0]["vector"], json.loads(lines[0])["vector"])


# ------------------------------------------------------------------------------ vacuum


def test_vacuum_drops_what_nothing_uses_and_nothing_else(place: Path) -> None:
    with Library.open(place) as library:
        library.remove("heat-shock-transformation")
        expected = found(library)
        library.catalog.vectors.put("old-embedder", ["a" * 64], np.ones((1, 8), np.float32))
        (place / "state.new").write_bytes(b"left")
        (place / f"catalog.db.before-{LATEST - 1}").write_bytes(b"kept")
        freed = library.care.vacuum()
        assert freed.vectors > 1
        assert freed.files == (f"catalog.db.before-{LATEST - 1}", "state.new")
        assert found(library) == expected
        (dense,) = library._opened.parts.dense
        assert library.catalog.vectors.lacking_count(dense.embedder.id) == 0
        assert library.care.vacuum().vectors == 0
        assert set(states(library).values()) == {"ok"}


def test_vacuum_keeps_the_change_log_for_indexes_it_cannot_know(
    place: Path, tmp_path: Path
) -> None:
    shutil.copytree(place / "index", tmp_path / "old-index")
    with Library.open(place) as library:
        library.remove("heat-shock-transformation")
        library.care.vacuum()
    shutil.rmtree(place / "index")
    shutil.copytree(tmp_path / "old-index", place / "index")
    with Library.open(place) as library:
        assert states(library)["orphans fake"] == "ok"


# ------------------------------------------------------------------------------ format


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalog as an older version left it."""
    from aliquot.storage import migrations

    every = migrations._scripts()
    path = tmp_path / "older" / "catalog.db"
    path.parent.mkdir()
    with monkeypatch.context() as then:
        then.setattr(migrations, "_scripts", lambda: {n: every[n] for n in every if n <= 3})
        then.setattr(migrations, "LATEST", 3)
        then.setattr("aliquot.storage.upgrading.LATEST", 3)
        Catalog.at(path).close()
    change(path.parent, "INSERT INTO sources (path, state) VALUES ('/lab/a.md', 'indexed')")
    return path


def version_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        query = "SELECT value FROM meta WHERE name = 'schema'"
        return int(opened.execute(query).fetchone()[0])


def test_an_older_catalog_is_upgraded_beside_a_copy_of_it(older: Path) -> None:
    catalog = Catalog.at(older)
    assert list(catalog.ledger.entries()) == ["/lab/a.md"]
    catalog.close()
    copy = older.with_name("catalog.db.before-3")
    assert (version_in(older), version_in(copy)) == (LATEST, 3)


def test_without_room_for_a_copy_nothing_is_upgraded(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage(older.parent)._replace(free=1000)
    monkeypatch.setattr("aliquot.storage.sqlite_files.shutil.disk_usage", lambda _: full)
    with pytest.raises(StoreError) as caught:
        Catalog.at(older)
    assert "Free" in caught.value.hint
    assert version_in(older) == 3
    assert not list(older.parent.glob("*.before-*"))


def test_a_present_catalog_is_not_copied(place: Path) -> None:
    Library.open(place).close()
    assert not list(place.glob("*.before-*"))


def test_a_newer_catalog_names_the_version_it_needs(place: Path) -> None:
    change(place, "UPDATE meta SET value = '999' WHERE name = 'schema'")
    change(place, "UPDATE meta SET value = '7.8.9' WHERE name = 'schema written by'")
    with pytest.raises(StoreError) as caught:
        Library.open(place)
    assert "7.8.9" in caught.value.hint


# ------------------------------------------------------------------------------ copies of a folder


def test_a_copy_of_the_folder_is_told_and_given_its_own_id(place: Path) -> None:
    copy = place.with_name("copy")
    shutil.copytree(place, copy)
    with Library.open(place) as one, Library.open(copy) as other:
        assert one.catalog.id == other.catalog.id
        before = found(other)
        assert states(one)["library id"] == "ok"
        assert states(other)["library id"] == "warning"
        examined = other.care.examine(fix=True)
        assert "gave this copy an id of its own" in examined.mended
        assert {one.what: one.state for one in examined.checks}["library id"] == "ok"
        assert one.catalog.id != other.catalog.id
        assert found(other) == before == found(one)
        assert other.sync().embedded == 0
    with Library.open(copy) as other:
        assert states(other)["library id"] == "ok"
        assert found(other) == before


def test_a_copy_warns_when_it_is_written(
    place: Path, lab: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copy = place.with_name("copy")
    shutil.copytree(place, copy)
    with Library.open(copy) as other:
        other.sync()
    assert "is a copy of" in caplog.text


def test_a_library_that_was_moved_is_no_copy(place: Path) -> None:
    moved = place.rename(place.with_name("moved"))
    with Library.open(moved) as library:
        assert states(library)["library id"] == "ok"
        library.sync()
    shutil.copytree(moved, place)
    with Library.open(moved) as library:
        assert states(library)["library id"] == "ok"
    with Library.open(place) as library:
        assert states(library)["library id"] == "warning"
