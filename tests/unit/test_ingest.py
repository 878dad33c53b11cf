"""The ingest story on small folders: what changes on disk and what the library makes of it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from types import ModuleType

import pytest

from aliquot.assembly import make_ingest
from aliquot.assembly import reading as assembly
from aliquot.backends import BACKENDS, Backend
from aliquot.chunking.notes import NotesChunker
from aliquot.errors import ConfigError, StoreError
from aliquot.ingest import Ingest
from aliquot.ingest import plan as ingest_plan
from aliquot.library import Library
from aliquot.parsing.isolation import Parsed, ParserPool
from aliquot.parsing.sniff import sniff
from aliquot.storage.ledger import Ledger
from aliquot.testing.fakes import FakeEmbedder
from aliquot.types import Chunk, Document, IngestReport, LedgerState, Span
from permissions import NOBODY, as_nobody

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}


def write(folder: Path, **texts: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def age(path: Path, seconds: float = 3600) -> None:
    """Set a modification time so old that it can be trusted."""
    moment = time.time() - seconds
    os.utime(path, (moment, moment))


def ids(library: Library) -> list[str]:
    return [one.id for one in library.documents()]


def counts(report: IngestReport) -> dict[str, int]:
    """Return what is not nothing."""
    names = ("added", "updated", "unchanged", "removed", "duplicates", "embedded")
    found = {name: getattr(report, name) for name in names} | {"failed": len(report.failed)}
    return {name: count for name, count in found.items() if count}


def last_line(text: str) -> str:
    """Leave out what stands before it: a heading may be part of a chunk."""
    return text.splitlines()[-1]


def texts(library: Library) -> set[str]:
    return {last_line(c.text) for one in library.documents() for c in library.chunks(one.id)}


def found(library: Library, question: str) -> str:
    return last_line(library.search(question, k=1)[0].chunk.text)


# ------------------------------------------------------------------------------ again


def test_an_unchanged_second_run_embeds_nothing(filled: Library, lab: Path) -> None:
    before = (filled.catalog.sequence, texts(filled))
    report = filled.add(lab)
    assert counts(report) == {"unchanged": 5}
    assert report.files == 5
    assert (filled.catalog.sequence, texts(filled)) == before


def test_a_settled_file_is_not_even_read(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "lab", old="Old words.", new="New words.")
    age(tmp_path / "lab" / "old.md")
    library.add(tmp_path / "lab")
    read: list[str] = []
    monkeypatch.setattr(ingest_plan, "_hash_file", lambda path: read.append(path.name) or "")
    library.sync()
    assert read == ["new.md"]


def test_everything_committed_is_marked_indexed(filled: Library) -> None:
    assert filled.catalog.ledger.counts() == {str(LedgerState.INDEXED): 5}


def test_every_chunk_stands_where_its_span_says(filled: Library) -> None:
    for listed in filled.documents():
        document = filled.document(listed.id)
        for chunk in filled.chunks(listed.id):
            assert chunk.span.of(document.text) == chunk.text


# ------------------------------------------------------------------------------ change


def test_a_changed_file_is_read_again(library: Library, tmp_path: Path) -> None:
    write(tmp_path, a="# Buffer\n\nThe buffer is Tris.", b="# Dye\n\nThe dye is blue.")
    library.add(tmp_path / "a.md", tmp_path / "b.md")
    write(tmp_path, a="# Buffer\n\nThe buffer is HEPES.")
    assert counts(library.sync()) == {"updated": 1, "unchanged": 1, "embedded": 1}
    assert found(library, "buffer HEPES") == "The buffer is HEPES."
    assert not any("Tris" in text for text in texts(library))
    assert ids(library) == ["buffer", "dye"]


def test_a_change_within_the_clocks_step_is_seen(library: Library, tmp_path: Path) -> None:
    """Same size, same time: only the bytes tell, and the time is too fresh to be trusted."""
    path = tmp_path / "a.md"
    path.write_text("dose 1")
    library.add(path)
    stamp = path.stat().st_mtime_ns
    path.write_text("dose 2")
    os.utime(path, ns=(stamp, stamp))
    assert counts(library.sync()) == {"updated": 1, "embedded": 1}


def test_a_change_while_others_are_read_is_seen_next_time(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts is when the file was looked at, not when the run came to an end."""
    path = tmp_path / "a.md"
    path.write_text("dose 1")
    moments = chain([time.time_ns()], repeat(time.time_ns() + 3600 * 10**9))
    clocked = partial(Ingest, clock_ns=lambda: next(moments))
    monkeypatch.setattr("aliquot.assembly.reading.Ingest", clocked)
    library.add(path)
    monkeypatch.undo()
    stamp = path.stat().st_mtime_ns
    path.write_text("dose 2")
    os.utime(path, ns=(stamp, stamp))
    assert counts(library.sync()) == {"updated": 1, "embedded": 1}


@pytest.mark.parametrize("moment", [0, 86_400 * 365 * 200])
def test_a_clock_that_is_wrong_hides_no_change(
    library: Library, tmp_path: Path, moment: int
) -> None:
    path = tmp_path / "a.md"
    path.write_text("first words")
    os.utime(path, (moment, moment))
    library.add(path)
    assert counts(library.sync()) == {"unchanged": 1}
    path.write_text("other words, and more of them")
    os.utime(path, (moment, moment))
    assert counts(library.sync()) == {"updated": 1, "embedded": 1}


YEAR_NS = 365 * 86_400 * 10**9


def set_clock(monkeypatch: pytest.MonkeyPatch, ahead_ns: int) -> None:
    clocked = partial(Ingest, clock_ns=lambda: time.time_ns() + ahead_ns)
    monkeypatch.setattr("aliquot.assembly.reading.Ingest", clocked)


@pytest.mark.parametrize("ahead_ns", [YEAR_NS, -YEAR_NS, 3600 * 10**9, -3600 * 10**9])
def test_a_clock_that_jumps_hides_no_change_and_embeds_nothing_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead_ns: int
) -> None:
    """What was looked at by a wrong clock is looked at again, down to its bytes."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text(f"dose 1 of {name}")
    set_clock(monkeypatch, ahead_ns)
    library.add(tmp_path / "a.md", tmp_path / "b.md")
    monkeypatch.undo()
    # Of the same size, in the same step of the share's clock as the first.
    stamp = (tmp_path / "a.md").stat().st_mtime_ns
    (tmp_path / "a.md").write_text("dose 2 of a")
    os.utime(tmp_path / "a.md", ns=(stamp, stamp))
    assert counts(library.sync()) == {"updated": 1, "unchanged": 1, "embedded": 1}
    assert counts(library.sync()) == {"unchanged": 2}


def test_files_are_not_read_for_ever_once_the_clock_is_right_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.md"
    path.write_text("dose 1")
    age(path)
    set_clock(monkeypatch, YEAR_NS)
    library.add(path)
    monkeypatch.undo()
    library.sync()
    read: list[Path] = []
    monkeypatch.setattr(ingest_plan, "_hash_file", read.append)
    assert counts(library.sync()) == {"unchanged": 1}
    assert read == []


def test_touching_a_file_changes_nothing(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("words")
    library.add(path)
    sequence = library.catalog.sequence
    age(path)
    assert counts(library.sync()) == {"unchanged": 1}
    assert library.catalog.sequence == sequence
    entry = library.catalog.ledger.entries()[str(path)]
    assert entry.mtime_ns == path.stat().st_mtime_ns


def test_a_file_that_turns_bad_no_longer_answers(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"note": "virellin works"}')
    library.add(path)
    path.write_bytes(b"\x00\xff\x00\x01" * 100)
    assert counts(library.sync()) == {"failed": 1}
    assert library.documents() == []
    assert library.search("virellin") == []


# ------------------------------------------------------------------------------ rename, delete


def test_a_renamed_file_is_not_embedded_again(library: Library, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    write(lab, a="# Buffer\n\nThe buffer is Tris.")
    library.add(lab)
    (lab / "a.md").rename(lab / "b.md")
    assert counts(library.sync()) == {"added": 1, "removed": 1}
    assert ids(library) == ["buffer"]
    assert library.search("buffer")[0].chunk.metadata["source"] == str(lab / "b.md")


def test_a_deleted_file_leaves_the_library(filled: Library, lab: Path) -> None:
    (lab / "protocols" / "heat_shock.md").unlink()
    assert counts(filled.sync()) == {"removed": 1, "unchanged": 4}
    assert "heat-shock-transformation" not in ids(filled)
    assert all("42 °C" not in one.chunk.text for one in filled.search("42 °C", k=10))


def test_a_deleted_subfolder_leaves_the_library(filled: Library, lab: Path) -> None:
    shutil.rmtree(lab / "notes")
    assert counts(filled.sync()) == {"removed": 2, "unchanged": 3}


def test_nothing_is_deleted_when_the_folder_is_out_of_reach(filled: Library, lab: Path) -> None:
    lab.rename(lab.parent / "elsewhere")
    report = filled.sync()
    assert counts(report) == {"failed": 1}
    assert report.failed[0].status == "missing"
    assert "aliquot remove --source" in report.failed[0].reason
    assert len(filled.documents()) == 5
    (lab.parent / "elsewhere").rename(lab)
    assert counts(filled.sync()) == {"unchanged": 5}


def test_adding_one_folder_leaves_others_alone(library: Library, tmp_path: Path) -> None:
    write(tmp_path / "lab", a="one")
    write(tmp_path / "lab2", b="two")
    library.add(tmp_path / "lab", tmp_path / "lab2")
    (tmp_path / "lab2" / "b.md").unlink()
    assert counts(library.add(tmp_path / "lab")) == {"unchanged": 1}
    assert len(library.documents()) == 2


# ------------------------------------------------------------------------------ duplicates


@pytest.fixture
def twins(library: Library, tmp_path: Path) -> Path:
    """Two files with the same bytes, in the library."""
    write(
        tmp_path / "lab", a="# Buffer\n\nThe buffer is Tris.", b="# Buffer\n\nThe buffer is Tris."
    )
    assert counts(library.add(tmp_path / "lab")) == {"added": 1, "duplicates": 1, "embedded": 1}
    return tmp_path / "lab"


def test_the_same_bytes_come_in_once(library: Library, twins: Path) -> None:
    assert ids(library) == ["buffer"]
    assert counts(library.sync()) == {"unchanged": 2}


def test_a_duplicate_steps_in_when_its_original_goes(library: Library, twins: Path) -> None:
    (twins / "a.md").unlink()
    assert counts(library.sync()) == {"added": 1, "removed": 1}
    assert ids(library) == ["buffer"]
    assert library.documents()[0].source is not None
    assert library.documents()[0].source.path == str(twins / "b.md")


def test_a_duplicate_steps_in_when_its_original_changes(library: Library, twins: Path) -> None:
    write(twins, a="# Buffer\n\nThe buffer is HEPES.")
    report = library.sync()
    assert (report.added + report.updated, report.embedded) == (2, 1)
    assert texts(library) == {"The buffer is Tris.", "The buffer is HEPES."}


def test_a_changed_duplicate_is_a_document_of_its_own(library: Library, twins: Path) -> None:
    write(twins, b="# Dye\n\nThe dye is blue.")
    assert counts(library.sync()) == {"added": 1, "unchanged": 1, "embedded": 1}
    assert ids(library) == ["buffer", "dye"]


def test_a_file_that_becomes_a_duplicate_leaves_one_document(
    library: Library, tmp_path: Path
) -> None:
    lab = tmp_path / "lab"
    write(lab, a="one", b="two")
    library.add(lab)
    write(lab, b="one")
    assert counts(library.sync()) == {"duplicates": 1, "unchanged": 1}
    assert len(library.documents()) == 1


def test_empty_files_are_not_duplicates_of_each_other(library: Library, tmp_path: Path) -> None:
    write(tmp_path / "lab", a="", b="")
    report = library.add(tmp_path / "lab")
    assert counts(report) == {"failed": 2}
    assert {one.status for one in report.failed} == {"empty"}


def test_documents_of_the_same_title_get_ids_of_their_own(library: Library, tmp_path: Path) -> None:
    write(tmp_path / "lab", a="# Buffer\n\nTris.", b="# Buffer\n\nHEPES.")
    library.add(tmp_path / "lab")
    assert ids(library) == ["buffer", "buffer-2"]
    write(tmp_path / "lab", a="# Buffer\n\nTris, pH 8.")
    library.sync()
    assert ids(library) == ["buffer", "buffer-2"]
    assert [last_line(one.text) for one in library.chunks("buffer")] == ["Tris, pH 8."]


# ------------------------------------------------------------------------------ by hand


def test_what_was_removed_does_not_return_by_itself(filled: Library, lab: Path) -> None:
    filled.remove("heat-shock-transformation")
    assert counts(filled.sync()) == {"unchanged": 5}
    assert counts(filled.add(lab)) == {"unchanged": 5}
    assert "heat-shock-transformation" not in ids(filled)


def test_what_was_removed_returns_when_named(filled: Library, lab: Path) -> None:
    filled.remove("heat-shock-transformation")
    report = filled.add(lab / "protocols" / "heat_shock.md")
    assert report.embedded == 0
    assert "heat-shock-transformation" in ids(filled)


def test_what_was_removed_does_not_return_through_a_copy(library: Library, twins: Path) -> None:
    library.remove("buffer")
    assert counts(library.sync()) == {"unchanged": 2}
    assert ids(library) == []
    library.add(twins / "b.md")
    assert ids(library) == ["buffer"]


def test_a_removed_document_is_found_no_more(filled: Library) -> None:
    filled.remove("heat-shock-transformation")
    ranking = filled.search("42 °C for 45 s", k=10)
    assert "heat-shock-transformation" not in {one.chunk.document_id for one in ranking}


def test_a_forgotten_folder_is_no_longer_synced(filled: Library, lab: Path) -> None:
    assert len(filled.remove_source(lab)) == 5
    assert filled.sync().files == 0
    assert filled.documents() == []


def test_forgetting_a_folder_leaves_its_namesake_in_other_case(
    library: Library, tmp_path: Path
) -> None:
    write(tmp_path / "lab" / "Notes", a="one")
    write(tmp_path / "lab" / "notes", b="two")
    library.add(tmp_path / "lab")
    assert library.remove_source(tmp_path / "lab" / "Notes") == ["a"]
    assert ids(library) == ["b"]


def test_a_folder_is_forgotten_however_its_accents_are_typed(
    library: Library, tmp_path: Path
) -> None:
    for name in ("e\u0301tude", "データ"):
        write(tmp_path / unicodedata.normalize("NFD", name), a=f"words of {name}")
        library.add(tmp_path / unicodedata.normalize("NFD", name))
        assert library.remove_source(tmp_path / unicodedata.normalize("NFC", name)) == ["a"]


def test_adding_one_file_does_not_read_the_whole_ledger(
    filled: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "other", a="other words")
    read: list[int] = []
    entries = Ledger.entries

    def counting(ledger: Ledger, places: Sequence[str] | None = None) -> object:
        found = entries(ledger, places)
        read.append(len(found))
        return found

    monkeypatch.setattr(Ledger, "entries", counting)
    filled.add(tmp_path / "other" / "a.md")
    assert read == [0]


def test_a_copy_given_apart_is_still_a_duplicate(library: Library, tmp_path: Path) -> None:
    write(tmp_path / "lab", a="the same words")
    write(tmp_path / "elsewhere", b="the same words")
    library.add(tmp_path / "lab")
    assert counts(library.add(tmp_path / "elsewhere")) == {"duplicates": 1}
    assert counts(library.sync()) == {"unchanged": 2}


def test_a_path_that_is_not_there_is_refused_and_nothing_is_remembered(
    library: Library, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        library.add(tmp_path / "gone")
    assert library.catalog.ledger.roots() == []


# ------------------------------------------------------------------------------ failures


def test_a_failure_is_remembered_and_not_tried_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.bin").write_bytes(bytes(range(256)) * 8)
    first = library.add(tmp_path / "bad.bin")
    monkeypatch.setattr("aliquot.assembly.reading.sniff", lambda path: pytest.fail("tried again"))
    second = library.sync()
    assert first.failed == second.failed
    assert first.failed[0].source == str(tmp_path / "bad.bin")
    assert first.failed[0].reason


def test_a_failure_is_tried_again_when_the_file_is_named(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bad.bin"
    path.write_bytes(bytes(range(256)) * 8)
    library.add(path)
    monkeypatch.setattr("aliquot.assembly.reading.sniff", lambda path: "text")
    library.add(path)
    entry = library.catalog.ledger.entries()[str(path)]
    assert not entry.parser.startswith("none")


def test_a_failure_is_tried_again_when_a_limit_is_raised(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("x" * (2 * 2**20))
    small = FAKE | {"ingest": {"workers": 1, "max_file_mib": 1}}
    with Library.open(library.path, small) as opened:
        assert "max_file_mib" in opened.add(path).failed[0].reason
        assert opened.sync().failed
    assert counts(library.sync()).get("failed") is None


def test_one_bad_file_does_not_stop_the_others(library: Library, lab: Path) -> None:
    (lab / "bad.bin").write_bytes(bytes(range(256)) * 8)
    (lab / "empty.md").write_bytes(b"")
    report = library.add(lab)
    assert counts(report)["added"] == 5
    assert [Path(one.source).name for one in report.failed] == ["bad.bin", "empty.md"]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_file_that_vanishes_while_it_is_read_is_reported_once(
    library: Library, lab: Path, monkeypatch: pytest.MonkeyPatch, is_late: bool
) -> None:
    victim = lab / "tables" / "doses.csv"

    def vanishing(path: Path) -> str | None:
        answer = sniff(path) if is_late else None
        if path == victim:
            victim.unlink()
        return answer or sniff(path)

    monkeypatch.setattr("aliquot.assembly.reading.sniff", vanishing)
    report = library.add(lab)
    assert counts(report)["added"] == 4
    assert [one.source for one in report.failed] == [str(victim)]
    assert counts(library.sync()) == {"removed": 1, "unchanged": 4}


def read_by_an_older_parser(library: Library) -> None:
    with sqlite3.connect(library.path / "catalog.db") as connection:
        connection.execute("UPDATE sources SET parser = 'markdown 0' WHERE path LIKE '%.md'")
    connection.close()


def test_reparse_reads_what_an_older_parser_read_and_embeds_nothing_unchanged(
    filled: Library,
) -> None:
    read_by_an_older_parser(filled)
    assert counts(filled.sync(reparse=True)) == {"updated": 2, "unchanged": 3}
    assert counts(filled.sync(reparse=True)) == {"unchanged": 5}


def test_a_plain_sync_leaves_what_an_older_parser_read_and_counts_it(filled: Library) -> None:
    read_by_an_older_parser(filled)
    report = filled.sync()
    assert counts(report) == {"unchanged": 5}
    assert report.outdated == 2


def test_reparse_cuts_anew_what_was_cut_to_other_sizes(filled: Library) -> None:
    settings = {**FAKE, "chunking": {"target_tokens": 40, "max_tokens": 80}}
    with Library.open(filled.path, settings) as smaller:
        assert smaller.sync().outdated == 5
        assert counts(smaller.sync(reparse=True))["updated"] == 5
        assert smaller.sync().outdated == 0


def test_a_file_given_by_name_is_read_by_the_newer_parser(filled: Library, lab: Path) -> None:
    read_by_an_older_parser(filled)
    [file, *_] = sorted(lab.rglob("*.md"))
    assert counts(filled.add(file)) == {"updated": 1}


def test_a_failure_of_an_older_parser_is_tried_again_unasked(
    filled: Library, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 and nothing else")
    assert len(filled.add(bad).failed) == 1
    with sqlite3.connect(filled.path / "catalog.db") as connection:
        connection.execute("UPDATE sources SET parser = 'pdf 0, ...' WHERE path LIKE '%.pdf'")
    connection.close()
    bad.unlink()
    bad.write_bytes(b"%PDF-1.7 and nothing else")
    assert filled.sync().failed[0].status == "failed"
    entry = filled.catalog.ledger.entry(str(bad))
    assert entry is not None
    assert not entry.parser.startswith("pdf 0")


def test_a_parser_that_is_gone_is_no_reason_to_stop(filled: Library) -> None:
    with sqlite3.connect(filled.path / "catalog.db") as connection:
        connection.execute("UPDATE sources SET parser = 'plugin 3' WHERE path LIKE '%.csv'")
    connection.close()
    assert counts(filled.sync()) == {"updated": 1, "unchanged": 4}


def chunker_that(act: Callable[[Document], list[Chunk]]) -> Callable[..., object]:
    """Return a chunker for one text, and the usual one for any other."""

    def make(**settings: object) -> Callable[[Document], list[Chunk]]:
        usual = NotesChunker(**settings)  # type: ignore[arg-type]
        return lambda document: act(document) if "BAD" in document.text else usual(document)

    return make


def same_id_twice(document: Document) -> list[Chunk]:
    span = Span(0, 3)
    chunk = Chunk(id="x#1", document_id=document.id, text=document.text[:3], header="", span=span)
    return [chunk, chunk]


@pytest.mark.parametrize("act", [lambda document: 1 // 0, same_id_twice])
def test_a_chunker_that_fails_on_a_document_fails_that_file_alone(
    library: Library,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Document], list[Chunk]],
) -> None:
    write(tmp_path / "lab", a="good words", b="BAD words", c="fine words")
    usual = assembly.load

    def load(seam: str, name: str) -> object:
        return chunker_that(act) if seam == "chunkers" else usual(seam, name)

    monkeypatch.setattr(assembly, "load", load)
    report = library.add(tmp_path / "lab")
    assert counts(report) == {"added": 2, "embedded": 2, "failed": 1}
    assert report.failed[0].source == str(tmp_path / "lab" / "b.md")
    assert "not cut into chunks" in report.failed[0].reason
    monkeypatch.undo()
    assert counts(library.sync()) == {"added": 1, "unchanged": 2, "embedded": 1}


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ({"colour": "blue"}, "'colour', which does not exist"),
        ({"phase": "three"}, "'phase', which is not number"),
        ({"enrollment": float("nan")}, "'enrollment', which is not number"),
        ({"sex": 3}, "'sex', which is not text"),
        ({"gene": ("TP53", "\ud800")}, "'gene', which is not text"),
    ],
)
def test_a_field_no_filter_could_mean_fails_that_file_alone(
    library: Library,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    extra: Mapping[str, object],
    reason: str,
) -> None:
    write(tmp_path / "lab", a="good words", b="BAD words")
    parse_all = ParserPool.parse_all

    def with_fields(pool: ParserPool, tasks: object) -> Iterator[object]:
        for task, outcome in parse_all(pool, tasks):  # type: ignore[arg-type]
            assert isinstance(outcome, Parsed)
            if "BAD" in outcome.documents[0].text:
                documents = [replace(outcome.documents[0], extra=extra)]
                outcome = replace(outcome, documents=documents)
            yield task, outcome

    monkeypatch.setattr(ParserPool, "parse_all", with_fields)
    report = library.add(tmp_path / "lab")
    assert counts(report) == {"added": 1, "embedded": 1, "failed": 1}
    assert reason in report.failed[0].reason


def test_a_file_that_can_no_longer_be_cut_no_longer_answers(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, a="virellin works")
    library.add(tmp_path / "a.md")
    write(tmp_path, a="BAD words")
    usual = assembly.load
    broken = chunker_that(lambda document: 1 // 0)  # type: ignore[arg-type, return-value]
    monkeypatch.setattr(
        assembly, "load", lambda seam, name: broken if seam == "chunkers" else usual(seam, name)
    )
    assert counts(library.sync()) == {"failed": 1}
    assert library.search("virellin") == []


# ------------------------------------------------------------------------------ permissions


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that belongs to whom `as_nobody` makes us; pytest's own is closed to others."""
    place = Path(tempfile.mkdtemp(prefix="aliquot-"))
    if os.geteuid() == 0:
        os.chown(place, NOBODY, NOBODY)
    yield place
    for folder, _, _ in os.walk(place):
        Path(folder).chmod(0o700)
    shutil.rmtree(place)


@pytest.mark.parametrize("locked", ["notes", "a.md"])
def test_what_cannot_be_opened_is_listed_and_kept(
    open_place: Path, write_lab: Callable[..., Path], locked: str
) -> None:
    lab = write_lab(open_place / "lab", {"a.md": "one", "notes/b.md": "two"})
    with Library.create(open_place / "library", FAKE) as library:
        library.add(lab)
        if os.geteuid() == 0:
            for path in (open_place, *open_place.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        (lab / "a.md").write_text("ONE")
        (lab / locked).chmod(0o000)
        with as_nobody():
            plan = make_ingest(
                library.config, library.catalog, library._opened.parts.followers
            )._planner.plan([lab])
        assert [one.source for one in plan.failed] == [str(lab / locked)]
        assert "permissions" in plan.failed[0].reason
        assert plan.missing == []


def test_a_library_that_cannot_be_made_says_where(open_place: Path) -> None:
    open_place.chmod(0o500)
    with as_nobody(), pytest.raises(StoreError) as caught:
        Library.create(open_place / "library")
    assert str(open_place) in caught.value.message
    assert "--library" in caught.value.hint


# ------------------------------------------------------------------------------ names


@pytest.mark.parametrize("name", ["実験ノート 2025.md", "line\nbreak.md", "-rf *.md", "🧬.md"])
def test_files_of_any_name_come_in(library: Library, tmp_path: Path, name: str) -> None:
    (tmp_path / "lab").mkdir()
    path = tmp_path / "lab" / name
    path.write_text("The buffer is Tris.", encoding="utf-8")
    assert counts(library.add(tmp_path / "lab")) == {"added": 1, "embedded": 1}
    assert library.search("buffer")[0].chunk.metadata["source"] == str(path)
    assert counts(library.sync()) == {"unchanged": 1}


def test_a_name_that_is_not_text_is_listed_and_the_rest_goes_on(
    library: Library, tmp_path: Path
) -> None:
    lab = tmp_path / "lab"
    write(lab, good="words")
    try:
        (lab / os.fsdecode(b"bad\xff.md")).write_text("words")
    except OSError:
        pytest.skip("this file system takes only names that are text")
    report = library.add(lab)
    assert counts(report) == {"added": 1, "embedded": 1, "failed": 1}
    assert report.failed[0].source.endswith("bad\\xff.md")
    assert "rename" in report.failed[0].reason
    with pytest.raises(ConfigError, match="cannot be reached"):
        library.add(lab / os.fsdecode(b"bad\xff.md"))


def test_links_that_lead_in_circles_end(library: Library, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    write(lab / "sub", a="words")
    (lab / "sub" / "again").symlink_to(lab, target_is_directory=True)
    assert counts(library.add(lab)) == {"added": 1, "embedded": 1}


def test_a_library_inside_its_own_folder_does_not_read_itself(tmp_path: Path) -> None:
    write(tmp_path / "lab", a="words")
    with Library.create(tmp_path / "lab", FAKE) as library:
        assert counts(library.add(tmp_path / "lab")) == {"added": 1, "embedded": 1}
        assert counts(library.sync()) == {"unchanged": 1}


# ------------------------------------------------------------------------------ embedders


@pytest.fixture
def other_embedder(monkeypatch: pytest.MonkeyPatch) -> str:
    """A second embedder, by name."""
    module = ModuleType("other_fake")
    module.make = lambda: FakeEmbedder(dimension=32)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "other_fake", module)
    embedders = BACKENDS["embedders"]
    assert isinstance(embedders, dict)
    monkeypatch.setitem(embedders, "other", Backend("other_fake:make"))
    return "other"


def test_an_embedder_that_comes_later_catches_up(filled: Library, other_embedder: str) -> None:
    filled.close()
    config: Mapping[str, object] = FAKE | {"embedding": {"legs": ["fake", other_embedder]}}
    with Library.open(filled.path, config) as library:
        lacking = {one["name"]: one["lacking"] for one in library.status()["embedder"]}
        assert lacking["other"] > lacking["fake"] == 0
        report = library.sync()
        assert counts(report) == {"unchanged": 5, "embedded": lacking["other"]}
        legs = library.search("How long is the tube heated?", k=1)[0].legs
        assert {"dense:fake", "dense:other", "lexical"} >= set(legs) >= {"dense:other"}
        assert counts(library.sync()) == {"unchanged": 5}


def test_rebuilding_the_indexes_embeds_nothing(
    filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = ("heat 42 °C", "HEK293T 培養", "TP53")
    before = [[(one.chunk.id, one.rank) for one in filled.search(q)] for q in questions]
    filled.close()
    shutil.rmtree(filled.path / "index")
    embed = FakeEmbedder.embed

    def only_queries(self: FakeEmbedder, texts: list[str], role: str) -> object:
        assert role == "query"
        return embed(self, texts, role)  # type: ignore[arg-type]

    monkeypatch.setattr(FakeEmbedder, "embed", only_queries)
    with Library.open(filled.path, FAKE) as library:
        after = [[(one.chunk.id, one.rank) for one in library.search(q)] for q in questions]
        assert after == before
        library.care.rebuild()
        assert not library.care.examine().faults
        assert [[(o.chunk.id, o.rank) for o in library.search(q)] for q in questions] == before
