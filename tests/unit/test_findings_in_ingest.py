"""The story of findings: each document once for each version, whatever happens in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from aliquot.errors import ModelUnavailableError, SourceError, StoreError
from aliquot.findings.extracting import FindingExtractors
from aliquot.ingest import findings as module
from aliquot.ingest.findings import read_findings
from aliquot.library import Library
from aliquot.protocols import ProgressEvent
from aliquot.types import Chunk, Document, Finding, FindingKind, Span

# More than are read before the kill below, so that it comes in the middle.
DOCUMENTS = 6
SETTINGS = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1, "findings": False}}


class Naming:
    """Names each place of a word; slow or faulty where it is told to be."""

    name = "naming"

    def __init__(self, version: str = "1", *, pause_s: float = 0.0) -> None:
        self.version = version
        self.read: list[str] = []
        self._pause_s = pause_s

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        self.read.append(document.id)
        for chunk in chunks:
            start = document.text.find("HEK293T", chunk.span.start, chunk.span.end)
            if start >= 0:
                yield found(document, chunk, start)
        time.sleep(self._pause_s)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library whose documents nothing reads for findings but what a test does."""
    with Library.create(tmp_path / "library", SETTINGS) as made:
        yield made


def found(document: Document, chunk: Chunk, start: int) -> Finding:
    return Finding(
        kind=FindingKind.CELL_LINE,
        value="HEK293T",
        normalised="HEK293T",
        document_id=document.id,
        chunk_id=chunk.id,
        span=chunk.span,
        place=Span(start, start + len("HEK293T")),
        extractor="naming/1",
    )


def places(library: Library) -> list[tuple[str, str]]:
    texts = {one.id: library.document(one.id).text for one in library.documents()}
    kept = library.catalog.findings.by_kind()
    return [(one.document_id, one.place.of(texts[one.document_id])) for one in kept]


# ------------------------------------------------------------------------------ what is read


def test_every_document_is_read_and_its_findings_kept(filled: Library) -> None:
    report = read_findings(filled.catalog, Naming())
    assert report.read == len(filled.documents())
    assert [value for _, value in places(filled)] == ["HEK293T"] * 2
    assert report.findings == 2


def test_findings_of_a_japanese_document_stand_in_its_text(filled: Library) -> None:
    read_findings(filled.catalog, Naming())
    (memo,) = [one for one in filled.documents() if one.title == "培養メモ"]
    (one,) = filled.catalog.findings.of([memo.id])
    assert "HEK293T細胞は37" in one.span.of(filled.document(memo.id).text)


def test_an_unchanged_library_is_not_read_again(filled: Library) -> None:
    read_findings(filled.catalog, Naming())
    again = Naming()
    assert read_findings(filled.catalog, again).read == 0
    assert again.read == []


def test_another_version_reads_all_again(filled: Library) -> None:
    read_findings(filled.catalog, Naming("1"))
    again = Naming("2")
    read_findings(filled.catalog, again)
    assert again.read == sorted(one.id for one in filled.documents())
    assert len(places(filled)) == 2


def test_only_a_document_that_changed_is_read_again(filled: Library, lab: Path) -> None:
    read_findings(filled.catalog, Naming())
    note = lab / "notes" / "2024-05_virellin.txt"
    note.write_text("Virellin trials, May 2024\n\nHeLa cells were taken instead.\n", "utf-8")
    filled.sync()
    again = Naming()
    read_findings(filled.catalog, again)
    assert len(again.read) == 1
    assert len(places(filled)) == 1


def test_progress_is_told_after_each_document(filled: Library) -> None:
    told: list[ProgressEvent] = []
    read_findings(filled.catalog, Naming(), told.append)
    total = len(filled.documents())
    assert [one.done for one in told] == list(range(1, total + 1))
    assert {(one.stage, one.total) for one in told} == {("findings", total)}


# ------------------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize(
    "fault", [ValueError("no number"), IndexError(), RecursionError(), TypeError(), KeyError("x")]
)
def test_a_document_rules_fail_on_does_not_stop_the_others(
    filled: Library, fault: Exception
) -> None:
    class Failing(Naming):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            if document.title == "培養メモ":
                raise fault
            yield from super().extract(document, chunks)

    together = FindingExtractors([Failing()])
    report = read_findings(filled.catalog, together)
    (failed,) = filled.catalog.findings.failures().items()
    assert f"naming: {type(fault).__name__}" in failed[1]
    assert failed[0] in report.notes[0]
    assert len(places(filled)) == 1
    assert filled.catalog.findings.lacking(together.version) == []


def test_what_was_read_before_a_fault_is_kept_with_the_reason(filled: Library) -> None:
    class Partly(Naming):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            yield from super().extract(document, chunks)
            raise SourceError("organisms: ValueError")

    assert read_findings(filled.catalog, Partly()).findings == 2
    assert len(places(filled)) == 2
    assert set(filled.catalog.findings.failures().values()) == {"organisms: ValueError"}


def test_many_failures_are_counted(filled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Naming):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            raise SourceError("naming: ValueError")

    monkeypatch.setattr(module, "TOLD", 1)
    notes = read_findings(filled.catalog, Failing()).notes
    assert len(notes) == 2
    assert f"{len(filled.documents()) - 1} more" in notes[1]


def test_a_model_out_of_reach_leaves_documents_unread(filled: Library) -> None:
    class Unreachable(Naming):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            raise ModelUnavailableError("It does not answer.", hint="Start it.")

    report = read_findings(filled.catalog, Unreachable())
    assert (report.read, len(report.notes)) == (0, 1)
    assert "Start it." in report.notes[0]
    assert len(filled.catalog.findings.lacking("1")) == len(filled.documents())


def test_a_full_disk_is_no_fault_of_a_document(
    filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(filled.catalog.findings, "put", full)
    with pytest.raises(StoreError):
        read_findings(filled.catalog, Naming())


@pytest.mark.parametrize(
    "change",
    [
        {"chunk_id": "nowhere#1"},
        {"document_id": "another"},
        {"place": Span(0, 10**6)},
        {"span": Span(-5, 10**6)},
        {"place": Span(3, 3)},
    ],
)
def test_a_finding_that_does_not_stand_where_it_says_is_left_out(
    filled: Library, change: dict[str, object]
) -> None:
    class Misplacing(Naming):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            for one in super().extract(document, chunks):
                yield replace(one, **change)  # type: ignore[arg-type]

    assert read_findings(filled.catalog, Misplacing()).findings == 0
    assert filled.catalog.findings.lacking("1") == []


# ------------------------------------------------------------------------------ kill -9

RUN = """
import sys
sys.path.insert(0, sys.argv[2])
from aliquot.ingest.findings import read_findings
from aliquot.storage.catalog import Catalog
from pathlib import Path
from test_findings_in_ingest import Naming
read_findings(Catalog.at(Path(sys.argv[1])), Naming(pause_s=0.1), lambda event: print(event.done, flush=True))
"""  # noqa: E501 -- a program of its own


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_a_killed_run_goes_on_where_it_was(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(DOCUMENTS):
        (folder / f"n{number}.md").write_text(f"# Note {number}\n\nHEK293T cells.\n", "utf-8")
    library.add(folder)
    catalog = library.path / "catalog.db"
    command = [sys.executable, "-c", RUN, str(catalog), str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ)) as process:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    left = library.catalog.findings.lacking("1")
    assert 0 < len(left) <= DOCUMENTS - 2
    assert len(places(library)) == DOCUMENTS - len(left), "a document is kept whole or not at all"
    going_on = Naming()
    read_findings(library.catalog, going_on)
    assert going_on.read == left
    assert len(places(library)) == DOCUMENTS
    upkeep = library.catalog.upkeep
    assert upkeep.integrity() + upkeep.loose_rows() == []
