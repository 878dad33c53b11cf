from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from aliquot.errors import ConfigError, IndexMismatchError, StoreError, UnknownDocumentError
from aliquot.library import Library
from aliquot.library.parts import Parts, open_parts
from aliquot.storage.catalog import Catalog
from permissions import as_nobody

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}


@pytest.fixture
def read_only(lab: Path) -> Iterator[Path]:
    """A library that may be read and not written."""
    place = Path(tempfile.mkdtemp(prefix="aliquot-"))
    with Library.create(place / "library", FAKE) as library:
        library.add(lab)
    with Library.open(place / "library", FAKE) as library:
        # Import all that is needed: nobody may not be let into the folder of Python itself.
        library.ask("How long is the tube heated?")
    paths = [place, *place.rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield place / "library"
    for path in paths:
        path.chmod(0o755)
    shutil.rmtree(place)


def test_a_library_that_cannot_be_written_still_answers(read_only: Path) -> None:
    with as_nobody(), Library.open(read_only, FAKE) as library:
        assert len(library.documents()) == 5
        assert "42 °C" in library.search("heat the tube at 42 °C for 45 s", k=1)[0].chunk.text
        assert not library.ask("How long is the tube heated at 42 °C?").abstained


def test_writing_to_it_says_what_to_check(read_only: Path, lab: Path) -> None:
    with as_nobody(), Library.open(read_only, FAKE) as library:
        with pytest.raises(StoreError) as caught:
            library.remove("heat-shock-transformation")
        assert "permissions" in caught.value.hint


def test_what_was_frozen_is_looked_at_anew(read_only: Path, lab: Path) -> None:
    """A reader that began on a full or read-only disk sees what is written once it can be."""
    with as_nobody(), Library.open(read_only, FAKE) as library:
        assert len(library.documents()) == 5
        os.seteuid(os.getuid())
        for path in (read_only, *read_only.rglob("*")):
            path.chmod(0o755)
        with Library.open(read_only, FAKE) as writer:
            writer.remove("heat-shock-transformation")
        assert len(library.documents()) == 4


def test_a_library_is_made_once_and_opened_again(tmp_path: Path, lab: Path) -> None:
    with Library.create(tmp_path / "deep" / "library", FAKE) as first:
        first.add(lab)
    settings = tmp_path / "deep" / "library" / "aliquot.toml"
    settings.write_text("[retrieval]\nk = 2\n")
    with Library.create(tmp_path / "deep" / "library", FAKE) as second:
        assert len(second.documents()) == 5
        assert len(second.search("cells")) == 2
    assert settings.read_text() == "[retrieval]\nk = 2\n"


def test_opening_what_is_none_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        Library.open(tmp_path)
    assert f"aliquot init {tmp_path}" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "library").write_text("x")
    with pytest.raises(StoreError, match="No library can be made"):
        Library.create(tmp_path / "library")


def test_a_copied_folder_is_a_moved_library(filled: Library, tmp_path: Path) -> None:
    expected = [(one.chunk.id, one.rank) for one in filled.search("heat the tube")]
    filled.close()
    shutil.copytree(filled.path, tmp_path / "copy")
    shutil.rmtree(filled.path)
    with Library.open(tmp_path / "copy", FAKE) as moved:
        assert [(one.chunk.id, one.rank) for one in moved.search("heat the tube")] == expected


@pytest.mark.parametrize("k", [0, -3])
def test_asking_for_no_chunks_is_refused(library: Library, k: int) -> None:
    with pytest.raises(ConfigError):
        library.search("x", k=k)


@pytest.mark.parametrize("question", ["x" * 5000, 'a" OR (b AND', "的", "heat\ud800", "* : ~ a"])
def test_any_words_are_answered_or_refused(filled: Library, question: str) -> None:
    assert isinstance(filled.search(question), list)
    assert filled.ask(question).text


@pytest.mark.parametrize("question", ["", "   ", "\x00", "\ud800", "?" * 5000, "、。！"])
def test_a_question_without_words_is_an_error_with_a_hint(filled: Library, question: str) -> None:
    for ask in (filled.search, filled.ask):
        with pytest.raises(ConfigError) as caught:
            ask(question)
        assert caught.value.hint


def test_the_same_question_gets_the_same_ranking(filled: Library) -> None:
    rankings = [
        [(one.chunk.id, one.score) for one in filled.search("HEK293T cells")] for _ in range(3)
    ]
    assert rankings[0] == rankings[1] == rankings[2]


def test_a_filter_in_words_means_what_one_built_by_hand_means(filled: Library) -> None:
    assert [one.id for one in filled.documents("kind = table")] == ["doses"]
    assert filled.documents("  ") == filled.documents()
    assert {one.chunk.document_id for one in filled.search("cells", where="kind = table")} == {
        "doses"
    }


def test_an_unknown_strategy_is_refused(filled: Library) -> None:
    with pytest.raises(ConfigError):
        filled.ask("x", strategy="guess")  # type: ignore[arg-type]


def test_an_unknown_document_is_an_error(filled: Library) -> None:
    with pytest.raises(UnknownDocumentError):
        filled.document("nope")


def test_progress_counts_every_source_to_the_end(
    library: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    events = []
    lab = write_lab(tmp_path / "lab")
    (lab / "empty.md").write_bytes(b"")
    library.add(lab, progress=events.append)
    read = [event for event in events if event.stage == "ingest"]
    assert [event.done for event in read] == list(range(1, 7))
    assert {event.total for event in read} == {6}


def test_searching_in_threads_while_one_removes_is_safe(filled: Library) -> None:
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(filled.search, "heat the tube", 5) for _ in range(20)]
        filled.remove("doses")
        for one in asked:
            assert one.result()
    assert "doses" not in {one.chunk.document_id for one in filled.search("virellin", k=10)}


def test_searching_in_threads_while_one_adds_is_safe(
    filled: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    with ThreadPoolExecutor(4) as threads:
        for n in range(5):
            lab = write_lab(tmp_path / str(n), {"a.md": f"# Zorbine {n}\n\nIt melts at {n} °C."})
            asked = [threads.submit(filled.search, "heat the tube", 5) for _ in range(8)]
            filled.add(lab)
            assert filled.search(f"Zorbine {n}")[0].chunk.metadata["title"] == f"Zorbine {n}"
            for one in asked:
                assert one.result()


def test_threads_that_open_a_library_together_open_its_indexes_once(
    filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.close()
    opened: list[Path] = []

    def slowly(*arguments: Any) -> Parts:
        opened.append(arguments[-1])
        time.sleep(0.05)
        return open_parts(*arguments)

    monkeypatch.setattr("aliquot.library.opened.open_parts", slowly)
    with Library.open(filled.path, FAKE) as library, ThreadPoolExecutor(4) as threads:
        for found in threads.map(library.search, ["heat the tube"] * 8):
            assert found
    assert len(opened) == 1


def test_threads_that_meet_a_damaged_index_build_it_again_once(
    filled: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected = [one.chunk.id for one in filled.search("heat the tube")]
    broken = filled._opened.parts
    gate = Barrier(4)

    def damaged(*arguments: object, **options: object) -> None:
        gate.wait(10)
        raise IndexMismatchError("damaged")

    monkeypatch.setattr(broken.retriever, "search_many", damaged)
    rebuilt: list[str] = []
    monkeypatch.setattr(shutil, "rmtree", lambda *given, **options: rebuilt.append(str(given[0])))
    with ThreadPoolExecutor(4) as threads:
        rankings = list(threads.map(filled.search, ["heat the tube"] * 4))
    assert [[one.chunk.id for one in ranking] for ranking in rankings] == [expected] * 4
    assert rebuilt == [str(filled.path / "index")]


def test_an_index_brought_on_while_it_is_opened_is_not_thrown_away(
    filled: Library, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """Another process may add while this one opens: then the index is ahead of what was seen."""
    filled.close()

    class Late(Catalog):
        """Commits, and another process indexes it, just before each look at the number."""

        @property
        def sequence(self) -> int:
            if not added:
                added.append(True)
                (tmp_path / "late.md").write_text("# Late\n\nIt came late.")
                with Library.open(filled.path, FAKE) as other:
                    other.add(tmp_path / "late.md")
            return super().sequence

    added: list[bool] = []
    catalog = Late.at(filled.path / "catalog.db")
    parts = open_parts(filled.config, catalog, filled.path / "index", filled.path)
    parts.followers.catch_up()
    assert parts.ask.search("came late", 1)[0].chunk.document_id == "late"
    parts.close()
    catalog.close()
    assert not caplog.records


def test_a_closed_library_leaves_nothing_open(filled: Library) -> None:
    filled.search("heat the tube")
    filled.close()
    filled.close()
    assert not [one for one in threading.enumerate() if one.name.startswith(("leg", "parse"))]
