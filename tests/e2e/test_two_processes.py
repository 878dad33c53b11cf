"""Searching while another process writes: whole documents only, and the new ones at the end."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from aliquot.library import Library

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
