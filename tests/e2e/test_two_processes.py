"""Two processes at once: readers see whole documents only, and writers wait for each other."""

from __future__ import annotations

import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library
from aliquot.storage.lock import writer_lock

CONFIG = {"embedding": {"legs": ["fake"]}}
FILES = 24


def write_notes(folder: Path) -> Path:
    folder.mkdir()
    for n in range(FILES):
        parts = [
            f"## Part {m}\n\nBatch {n} had reading {n * m}. " + "More was said of it. " * 60
            for m in range(8)
        ]
        (folder / f"{n:02}.md").write_text(f"# Note number {n}\n\n" + "\n\n".join(parts))
    return folder


def test_a_reader_sees_whole_documents_and_the_new_ones_without_reopening(
    aliquot: Any, lab: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path / "notes")
    seen: list[dict[str, tuple[str, ...]]] = []
    with Library.create(aliquot.library, CONFIG) as reader:
        reader.add(lab)
        assert "note-number-7" not in {one.id for one in reader.documents()}
        writer = aliquot.start("add", notes, stdout=subprocess.DEVNULL)
        while writer.poll() is None:
            ranking = reader.search("batch reading heat tube", k=50)
            listed = {one.id for one in reader.documents()}
            assert {one.chunk.document_id for one in ranking} <= listed
            seen.append({name: tuple(c.id for c in reader.chunks(name)) for name in listed})
        assert writer.returncode == 0
        best = reader.search("Note number 7, reading of batch 7", k=1)[0]
        final = {one.id: tuple(c.id for c in reader.chunks(one.id)) for one in reader.documents()}
    assert best.chunk.document_id == "note-number-7"
    assert len(final) == 5 + FILES
    for moment in seen:
        for name, chunks in moment.items():
            assert chunks == final[name]
    assert len(seen) > 1


def test_a_removal_by_another_process_is_seen_at_once(aliquot: Any, lab: Path) -> None:
    with Library.create(aliquot.library, CONFIG) as reader:
        reader.add(lab)
        question = "heat the tube at 42 °C"
        assert reader.search(question, k=1)[0].chunk.document_id == "heat-shock-transformation"
        assert aliquot("remove", "heat-shock-transformation").code == 0
        found = {one.chunk.document_id for one in reader.search(question, k=20)}
        assert "heat-shock-transformation" not in found


def engine_library(aliquot: Any, backend: str) -> None:
    aliquot.library.mkdir()
    text = f'[embedding]\nlegs = ["fake"]\n\n[vectors]\nbackend = "{backend}"\n'
    (aliquot.library / "aliquot.toml").write_text(text)


@pytest.mark.parametrize("backend", ["local", "chroma"])
def test_questions_are_answered_in_time_while_another_process_adds(
    aliquot: Any, lab: Path, tmp_path: Path, backend: str
) -> None:
    if backend == "chroma" and find_spec("chromadb") is None:
        pytest.skip("the extra 'chroma' is not installed")
    notes = write_notes(tmp_path / "notes")
    engine_library(aliquot, backend)
    took: list[float] = []
    with Library.open(aliquot.library) as reader:
        reader.add(lab)
        writer = aliquot.start("add", notes, stdout=subprocess.DEVNULL)
        while writer.poll() is None:
            began = time.monotonic()
            assert reader.search("heat the tube at 42 °C", k=5)
            took.append(time.monotonic() - began)
        assert writer.returncode == 0
        found = {one.chunk.document_id for one in reader.search("reading of batch 7", k=50)}
    assert "note-number-7" in found
    # Far above what a question takes, far below what waiting for the writer would.
    assert sorted(took)[len(took) // 2] < 2


def test_a_second_writer_waits_says_so_and_then_does_its_work(
    aliquot: Any, lab: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path / "notes")
    Library.create(aliquot.library, CONFIG).close()
    with writer_lock(aliquot.library / "writer.lock", doing="adding files"):
        waiting = [
            aliquot.start("add", one, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for one in (lab, notes)
        ]
        said = [one.stderr.readline().decode() for one in waiting]
    for one, line in zip(waiting, said, strict=True):
        assert "is already adding files; waiting" in line
        assert aliquot.finish(one).code == 0
    with Library.open(aliquot.library, CONFIG) as library:
        assert len(library.documents()) == 5 + FILES
        assert library.sync().embedded == 0
        assert not library.care.examine().faults


def test_a_survey_or_a_question_never_waits_for_a_writer(aliquot: Any, lab: Path) -> None:
    with Library.create(aliquot.library, CONFIG) as library:
        library.add(lab)
    with writer_lock(aliquot.library / "writer.lock"):
        assert aliquot("search", "heat the tube at 42 °C", "--json").json
        assert aliquot("survey", "Which cell lines were used?").code == 0


def test_a_sync_while_vectors_move_loses_nothing(aliquot: Any, lab: Path, tmp_path: Path) -> None:
    if find_spec("chromadb") is None:
        pytest.skip("the extra 'chroma' is not installed")
    notes = write_notes(tmp_path / "notes")
    engine_library(aliquot, "local")
    kept = {k: v for k, v in aliquot.environment.items() if "EMBEDDING" not in k}
    with Library.open(aliquot.library) as library:
        library.add(lab)
    commands = [("add", str(notes)), ("move", "--to", "chroma"), ("sync",)]
    started = [
        subprocess.Popen(
            aliquot.arguments(*words), env=kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for words in commands
    ]
    done = [aliquot.finish(one) for one in started]
    assert [one.code for one in done] == [0, 0, 0], [one.err for one in done]
    with Library.open(aliquot.library) as library:
        assert library.config.vectors.backend == "chroma"
        (dense,) = library._opened.parts.dense
        library.sync()
        held = sorted(one.key for one in dense.index.engine.rows())
        assert held == library.catalog.vectors.keys(dense.embedder.id).tolist()
        assert len(library.documents()) == 5 + FILES


def test_two_that_move_at_once_do_not_both(aliquot: Any, lab: Path) -> None:
    engine_library(aliquot, "local")
    with Library.open(aliquot.library) as library:
        library.add(lab)
        with writer_lock(aliquot.library / "move.lock", doing="moving vectors"):
            done = aliquot("move", "--to", "chroma", ALIQUOT_EMBEDDING__LEGS="")
    assert done.code != 0
    assert (aliquot.library / "aliquot.toml").read_text().count("local") == 1
