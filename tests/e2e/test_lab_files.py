"""Every real file of a lab: read or listed with a reason, none the end of the run.

The fake embedder serves, since what is tested here is reading; one library for all tests.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from aliquot import IngestReport, Library
from questions import FOLDERS

STATUSES = {"failed", "unsupported", "encrypted", "needs_ocr", "empty"}
# The only files that hold nothing to read, with their status and words of the remedy.
UNREADABLE = {
    "empty.pdf": ("empty", "Export or download it again."),
    "encrypted_user_password_PMC4945999.pdf": ("encrypted", "save an unlocked copy"),
    "not_a_pdf.pdf": ("failed", "rename it to .html"),
    "scanned_PMC4562040_noocr.pdf": ("needs_ocr", "set ingest.ocr to 'rapidocr'"),
    "truncated_PMC4569613.pdf": ("failed", "Download it again"),
}
# What a file that crashed, hung or swelled its parser is listed with.
ACCIDENTS = ("parser failed", "process died", "took longer than", "more memory than")
# One assembly's details lie among the genes, and one handout on portrait pages among the slides.
KINDS = {
    "papers/pdf": {"paper"},
    "papers/jats": {"paper"},
    "protocols": {"protocol"},
    "trials": {"trial"},
    "genes": {"gene", "other"},
    "slides": {"slides", "other"},
    "notes": {"notes"},
    "eln": {"notes", "protocol"},
    "spreadsheets": {"table"},
}


@dataclass(frozen=True)
class Timed:
    """What a run reported and took, its parser processes included."""

    report: IngestReport
    wall_s: float
    cpu_s: float


@dataclass(frozen=True)
class Reading:
    """A library over every file, read twice."""

    dev: Path
    library: Library
    first: Timed
    second: Timed

    @property
    def files(self) -> set[str]:
        """The files on disk."""
        found = (path for folder in FOLDERS for path in (self.dev / folder).rglob("*"))
        return {str(path) for path in found if path.is_file()}

    def folder_of(self, path: str) -> str:
        """The folder of `FOLDERS` a file lies in."""
        place = Path(path).relative_to(self.dev).as_posix()
        return next(folder for folder in FOLDERS if place.startswith(f"{folder}/"))


def timed(run: Callable[[], IngestReport]) -> Timed:
    """Run and measure; processes that have ended count, and every parser has."""
    wall, cpu = time.perf_counter(), sum(os.times()[:4])
    report = run()
    return Timed(report, time.perf_counter() - wall, sum(os.times()[:4]) - cpu)


@pytest.fixture(scope="module")
def reading(shared_dev: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    """Every file, read once and then looked at again."""
    place = tmp_path_factory.mktemp("lab_files")
    dev = shared_dev.resolve()
    folders = [dev / folder for folder in FOLDERS]
    # Recognition takes seconds a page and is tested on its own.
    settings = {"embedding": {"legs": ["fake"]}, "ingest": {"ocr": ""}}
    with Library.create(place, settings) as library:
        first = timed(lambda: library.add(*folders))
        second = timed(library.sync)
        yield Reading(dev, library, first, second)


# ------------------------------------------------------------------------------ all accounted for


def test_every_file_is_read_or_listed(reading: Reading) -> None:
    report = reading.first.report
    read = {str(one.source.path) for one in reading.library.documents() if one.source}
    listed = {one.source for one in report.failed}
    assert read.isdisjoint(listed)
    left = reading.files - read - listed
    assert len(left) == report.duplicates, sorted(left)
    assert read | listed <= reading.files


def test_the_report_adds_up(reading: Reading) -> None:
    report = reading.first.report
    assert report.files == len(reading.files)
    assert report.files == report.added + len(report.failed) + report.duplicates
    assert (report.updated, report.unchanged, report.removed) == (0, 0, 0)


def test_no_file_crashes_its_parser(reading: Reading) -> None:
    reasons = {Path(one.source).name: one.reason for one in reading.first.report.failed}
    assert not {n: r for n, r in reasons.items() if any(word in r for word in ACCIDENTS)}


def test_what_is_not_read_is_named_with_status_and_remedy(reading: Reading) -> None:
    failed = {Path(one.source).name: one for one in reading.first.report.failed}
    assert set(failed) == set(UNREADABLE)
    for name, (status, remedy) in UNREADABLE.items():
        assert failed[name].status in STATUSES
        assert failed[name].status == status
        assert remedy in failed[name].reason


# ------------------------------------------------------------------------------ all whole


def test_every_document_has_a_title_text_and_chunks(reading: Reading) -> None:
    for listed in reading.library.documents():
        document = reading.library.document(listed.id)
        assert document.title.strip(), listed.source
        assert document.text.strip(), listed.source
        assert reading.library.chunks(listed.id), listed.source


def test_every_document_is_of_its_folders_kind(reading: Reading) -> None:
    found: dict[str, set[str]] = {}
    for one in reading.library.documents():
        assert one.source is not None
        found.setdefault(reading.folder_of(one.source.path), set()).add(str(one.kind))
    for folder, kinds in KINDS.items():
        assert found[folder] <= kinds, folder
    # The one readable file there is a copy of a paper in `papers/pdf`.
    assert set(found) == set(FOLDERS) - {"papers/pdf_special"}


def test_the_same_paper_in_another_file_is_not_there_twice(reading: Reading) -> None:
    copy = reading.dev / "papers/pdf_special/encrypted_owner_only_PMC5450247.pdf"
    receipt = reading.library.receipt(copy)
    assert receipt.duplicate_of == str(reading.dev / "papers/pdf/PMC5450247.pdf")
    assert "the same DOI" in receipt.reason


def test_every_chunk_stands_where_its_span_says(reading: Reading) -> None:
    seen: set[str] = set()
    for listed in reading.library.documents():
        text = reading.library.document(listed.id).text
        for chunk in reading.library.chunks(listed.id):
            assert chunk.span.of(text) == chunk.text, chunk.id
            assert chunk.text.strip(), chunk.id
            assert chunk.id not in seen
            seen.add(chunk.id)
    assert len(seen) == reading.first.report.chunks


def test_the_library_is_sound(reading: Reading) -> None:
    assert reading.library.care.examine().faults == ()


# ------------------------------------------------------------------------------ again


def test_a_second_run_adds_and_embeds_nothing(reading: Reading) -> None:
    first, second = reading.first.report, reading.second.report
    assert (second.added, second.updated, second.removed) == (0, 0, 0)
    assert (second.chunks, second.embedded) == (0, 0)
    assert second.files == first.files
    assert second.unchanged == first.added + first.duplicates
    assert {one.source for one in second.failed} == {one.source for one in first.failed}


def test_a_second_run_takes_under_a_tenth_of_the_first(reading: Reading) -> None:
    assert reading.second.cpu_s < reading.first.cpu_s / 10
    assert reading.second.wall_s < reading.first.wall_s / 10
