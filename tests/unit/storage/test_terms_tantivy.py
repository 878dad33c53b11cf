"""The tantivy term index survives what happens to files and processes."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.errors import IndexMismatchError, StoreError
from aliquot.storage.terms_tantivy import TantivyTermIndex
from aliquot.testing.contract_term_indexes import keys_of, record, scope

Opener = Callable[..., TantivyTermIndex]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "terms"


@pytest.fixture
def open_index(folder: Path) -> Opener:
    def open_it(*, read_only: bool = False) -> TantivyTermIndex:
        return TantivyTermIndex(
            folder, name="terms", analyser=StandardAnalyser(), heap_mb=15, read_only=read_only
        )

    return open_it


@pytest.fixture
def written(open_index: Opener) -> None:
    """Leave an index of 300 chunks on disk, standing at 5."""
    index = open_index()
    index.apply([record(n, f"insulin w{n} w{n % 7}", "Mice") for n in range(300)], [], 5)
    index.close()


class TestIdentifiers:
    @pytest.mark.parametrize("question", ["IL-6", "IL6", "il 6", "IL\u20116"])
    def test_any_spelling_finds_every_other_before_its_neighbours(
        self, open_index: Opener, question: str
    ) -> None:
        index = open_index()
        texts = ["IL-6 rose", "IL6 rose", "IL 6 rose", "IL-10 rose", "IL-8 rose", "6 mice rose"]
        index.apply([record(key, text) for key, text in enumerate(texts)], [], 1)
        assert set(keys_of(index, question, 3)) == {0, 1, 2}

    def test_japanese_word_is_found_inside_a_phrase(self, open_index: Opener) -> None:
        index = open_index()
        index.apply([record(1, "遺伝子編集の効率"), record(2, "細胞の培養")], [], 1)
        assert keys_of(index, "遺伝子編集") == [1]


class TestWeights:
    def test_terms_count_by_their_weights(self, folder: Path) -> None:
        index = TantivyTermIndex(
            folder,
            name="terms",
            analyser=StandardAnalyser(),
            weigh=lambda text: {"zinc": 1.0, "copper": 0.1},
        )
        index.apply([record(1, "copper"), record(2, "zinc")], [], 1)
        assert keys_of(index, "any words") == [2, 1]
        index.close()


class TestState:
    def test_state_is_written_with_the_segments(
        self, open_index: Opener, folder: Path, written: None
    ) -> None:
        state = json.loads((folder / "state.json").read_text())
        assert state["sequence"] == 5
        assert state["analyser"] == StandardAnalyser.id

    def test_state_behind_the_segments_is_caught_up_without_doubles(
        self, open_index: Opener, folder: Path, written: None
    ) -> None:
        state = json.loads((folder / "state.json").read_text())
        (folder / "state.json").write_text(json.dumps(state | {"sequence": 0}))
        index = open_index()
        assert index.sequence == 0
        index.apply([record(n, f"insulin w{n} w{n % 7}", "Mice") for n in range(300)], [], 5)
        assert sorted(keys_of(index, "insulin", 1000)) == list(range(300))
        index.close()

    def test_another_analyser_is_refused(self, folder: Path, written: None) -> None:
        class Other(StandardAnalyser):
            id = "other-1"

        with pytest.raises(IndexMismatchError, match=re.escape(StandardAnalyser.id)) as caught:
            TantivyTermIndex(folder, name="terms", analyser=Other())
        assert "rebuilt" in caught.value.hint

    def test_another_format_is_refused(
        self, open_index: Opener, folder: Path, written: None
    ) -> None:
        state = json.loads((folder / "state.json").read_text())
        (folder / "state.json").write_text(json.dumps(state | {"format": 0}))
        with pytest.raises(IndexMismatchError, match="format 0"):
            open_index()

    @pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 1}', "null", "\0\0"])
    def test_damaged_state_is_refused(
        self, open_index: Opener, folder: Path, written: None, content: str
    ) -> None:
        (folder / "state.json").write_text(content)
        with pytest.raises(IndexMismatchError):
            open_index()

    def test_missing_state_is_refused(
        self, open_index: Opener, folder: Path, written: None
    ) -> None:
        (folder / "state.json").unlink()
        with pytest.raises(IndexMismatchError, match="state file is missing"):
            open_index()

    def test_missing_segments_are_refused(
        self, open_index: Opener, folder: Path, written: None
    ) -> None:
        shutil.rmtree(folder / "segments")
        with pytest.raises(IndexMismatchError, match="segments are missing"):
            open_index()

    def test_folder_that_cannot_be_made_is_an_error_with_a_hint(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreError) as caught:
            TantivyTermIndex(tmp_path / "file" / "t", name="t", analyser=StandardAnalyser())
        assert "permissions" in caught.value.hint


class TestDamage:
    @pytest.mark.parametrize("suffix", [".idx", ".term", ".fast", ".fieldnorm"])
    @pytest.mark.parametrize("damage", ["truncated", "zeroed", "scrambled", "removed"])
    def test_damaged_files_are_never_anything_but_a_mismatch(
        self, open_index: Opener, folder: Path, written: None, suffix: str, damage: str
    ) -> None:
        path = next((folder / "segments").glob(f"*{suffix}"))
        content = path.read_bytes()
        path.unlink()
        replacement = {
            "truncated": content[: len(content) // 2],
            "zeroed": bytes(len(content)),
            "scrambled": bytes([181]) * (len(content) // 2) + content[len(content) // 2 :],
        }
        if damage in replacement:
            path.write_bytes(replacement[damage])
        if damage == "scrambled":  # may happen to make sense; what it may not do is escape
            with suppress(IndexMismatchError):
                open_index().search("insulin w1 w2", 10)
            return
        with pytest.raises(IndexMismatchError, match="damaged") as caught:
            open_index().search("insulin w1 w2", 10)
        assert "Delete the folder" in caught.value.hint


class TestManyProcesses:
    def test_reader_opens_while_another_holds_the_writer(self, open_index: Opener) -> None:
        writer = open_index()
        writer.apply([record(1, "insulin")], [], 1)
        writer.search("insulin", 1)
        assert keys_of(open_index(), "insulin") == [1]
        writer.close()

    def test_read_only_writes_nothing(self, open_index: Opener, folder: Path) -> None:
        index = open_index(read_only=True)
        index.apply([record(1, "insulin")], [], 1)
        index.flush()
        assert keys_of(index, "insulin") == [1]
        assert not folder.exists()

    def test_changes_in_memory_mask_those_on_disk(self, open_index: Opener, written: None) -> None:
        index = open_index(read_only=True)
        index.apply([record(3, "zinc insulin")], [4, 5], 6)
        found = keys_of(index, "insulin", 1000)
        assert len(found) == len(set(found)) == 298
        assert not {4, 5} & set(found)
        assert keys_of(index, "zinc") == [3]
        assert keys_of(index, "w3", 1000, scope(3)) == []

    def test_refresh_takes_over_what_another_process_wrote(
        self, open_index: Opener, written: None
    ) -> None:
        reader, writer = open_index(read_only=True), open_index()
        reader.apply([record(400, "insulin zinc")], [], 6)
        writer.apply([record(400, "insulin zinc"), record(401, "insulin zinc")], [], 7)
        writer.close()
        reader.refresh()
        assert reader.sequence == 7
        assert sorted(keys_of(reader, "zinc")) == [400, 401]

    def test_changes_ahead_of_the_disk_survive_a_refresh(
        self, open_index: Opener, written: None
    ) -> None:
        reader, writer = open_index(read_only=True), open_index()
        reader.apply([record(400, "zinc"), record(401, "zinc")], [], 7)
        writer.apply([record(400, "zinc")], [], 6)
        writer.close()
        reader.refresh()
        assert reader.sequence == 7
        assert sorted(keys_of(reader, "zinc")) == [400, 401]

    def test_changes_kept_in_memory_are_written_once_the_lock_is_free(
        self, open_index: Opener, written: None
    ) -> None:
        first, second = open_index(), open_index()
        first.apply([record(400, "zinc")], [], 6)
        second.apply([record(400, "zinc"), record(401, "zinc")], [1], 7)
        first.close()
        second.flush()
        reopened = open_index()
        assert reopened.sequence == 7
        assert sorted(keys_of(reopened, "zinc")) == [400, 401]
        assert keys_of(reopened, "w1", 1000, scope(1)) == []
        second.close()

    def test_stale_catch_up_does_not_bring_back_what_another_process_removed(
        self, open_index: Opener, written: None
    ) -> None:
        stale, other = open_index(), open_index()
        other.apply([], [400], 8)
        other.close()
        stale.apply([record(400, "zinc")], [], 7)
        assert stale.sequence == 8
        assert keys_of(stale, "zinc") == []
        stale.close()

    def test_batches_of_one_catch_up_all_arrive(self, open_index: Opener, written: None) -> None:
        holder, follower = open_index(), open_index()
        holder.apply([record(400, "zinc"), record(401, "zinc"), record(402, "zinc")], [], 8)
        holder.search("zinc", 1)
        follower.apply([record(400, "zinc"), record(401, "zinc")], [], 5)
        follower.apply([record(402, "zinc")], [], 8)
        assert follower.sequence == 8
        assert sorted(keys_of(follower, "zinc")) == [400, 401, 402]
        holder.close()
        follower.close()


KILLED_WRITER = """
    import sys
    from pathlib import Path
    from aliquot.analysis.analyser import StandardAnalyser
    from aliquot.storage.terms_tantivy import TantivyTermIndex
    from aliquot.testing.contract_term_indexes import record

    folder = Path(sys.argv[1])
    index = TantivyTermIndex(folder, name="t", analyser=StandardAnalyser(), heap_mb=15)
    n = index.sequence
    while True:
        n += 1
        index.apply([record(n, f"insulin w{n}")], [], n)
        index.flush()
        sys.stdout.write(f"{n}\\n")
        sys.stdout.flush()
"""

DISK_FULL = """
    import resource, signal, sys
    from pathlib import Path
    from aliquot.analysis.analyser import StandardAnalyser
    from aliquot.errors import StoreError
    from aliquot.storage.terms_tantivy import TantivyTermIndex
    from aliquot.testing.contract_term_indexes import record

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    folder = Path(sys.argv[1])
    index = TantivyTermIndex(folder, name="t", analyser=StandardAnalyser(), heap_mb=15)
    many = [record(n, " ".join(f"w{n}x{m}" for m in range(100))) for n in range(1000, 1120)]
    whole = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, whole[1]))
    try:
        index.apply(many, [], 6)
        index.flush()
        sys.exit("nothing was raised")
    except StoreError as exc:
        assert "free space" in exc.hint, exc.hint
    assert index.sequence == 5, index.sequence
    assert len(index.search("insulin", 1000)) == 300
    resource.setrlimit(resource.RLIMIT_FSIZE, whole)
    index.apply(many, [], 6)
    index.flush()
    assert [hit.key for hit in index.search("w1100x3", 5)] == [1100]
    index.close()
"""


def _script(source: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(source)]


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")
class TestAccidents:
    @pytest.mark.parametrize("changes", [1, 2, 5, 9])
    def test_killed_writer_loses_nothing_it_flushed(
        self, folder: Path, open_index: Opener, changes: int
    ) -> None:
        with subprocess.Popen(
            [*_script(KILLED_WRITER), str(folder)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for _ in range(changes):
                flushed = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
        index = open_index()
        assert index.sequence >= flushed
        assert set(range(1, index.sequence + 1)) <= set(keys_of(index, "insulin", 1000))
        index.apply([record(5000, "zinc")], [], 5000)
        assert keys_of(index, "zinc") == [5000]
        index.close()

    @pytest.mark.parametrize("removals", [[3], [], [3, 4, 299]])
    def test_a_writer_killed_just_before_its_commit_does_not_stop_the_next(
        self, folder: Path, open_index: Opener, written: None, removals: list[int]
    ) -> None:
        kept = [folder / "segments" / "meta.json", folder / "state.json"]
        before = [one.read_bytes() for one in kept]

        def change() -> None:
            index = open_index()
            assert index.sequence == 5
            index.apply([record(500, "zinc")], removals, 6)
            index.close()

        change()
        # As when it was killed: its files are all there, and the commit is not.
        for path, content in zip(kept, before, strict=True):
            path.write_bytes(content)
        change()
        index = open_index()
        assert (index.sequence, len(index)) == (6, 301 - len(removals))
        assert keys_of(index, "zinc") == [500]
        index.close()

    def test_full_disk_is_an_error_with_a_hint_and_keeps_the_last_commit(
        self, folder: Path, open_index: Opener, written: None
    ) -> None:
        finished = subprocess.run(
            [*_script(DISK_FULL), str(folder)], capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, finished.stderr
        index = open_index()
        assert index.sequence == 6
        assert len(index.search("insulin", 1000)) == 300
        index.close()
