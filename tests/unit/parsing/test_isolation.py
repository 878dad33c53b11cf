"""Parsers that hang, swell or crash are plugged in by replacing one in the child."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from aliquot.parsing import isolation
from aliquot.parsing.isolation import Failure, Parsed, ParserPool

# What the child runs instead: one parser whose behaviour the file's own words choose.
BOOT = """
import sys; sys.path.append(sys.argv.pop(1))
import ctypes, os, pickle, resource, threading, time
from pathlib import Path
from aliquot.parsing import worker
from aliquot.parsing.text import parser as text
from aliquot.errors import MissingExtraError, ParseError

worker.WRITTEN_BYTES, worker.ANSWER_BYTES = 1 << 22, 1 << 20

class Strange(text.TextParser):
    poisoned, hoard = False, b""
    def parse(self, path):
        words = path.read_text()
        if words.startswith("hang"): time.sleep(60)
        if words.startswith("slow"): time.sleep(0.3)
        if words.startswith("swell"): bytearray(1 << 40)
        if words.startswith("crash"): ctypes.string_at(0)
        if words.startswith("exit"): os._exit(7)
        if words.startswith("leave"): sys.exit(3)
        if words.startswith("killed"): os.kill(os.getpid(), 9)
        if words.startswith("foreign"):
            worker.pickle = type("Odd", (), {"loads": pickle.loads, "HIGHEST_PROTOCOL": 5,
                "dumps": lambda *a, **k: b"cno.such.module\\nThing\\n."})
        if words.startswith("torn"): import a_library_that_is_gone
        if words.startswith("extra"):
            raise MissingExtraError("'fast' needs swift, which is not installed.", extra="fast")
        if words.startswith("bug"): raise ZeroDivisionError("by accident")
        if words.startswith("panic"): raise type("PanicException", (BaseException,), {})("index 5")
        if words.startswith("locked"):
            raise ParseError("Locked.", status="encrypted", hint="Unlock.")
        if words.startswith("brood") and os.fork() == 0: time.sleep(60)
        if words.startswith("brood"): os._exit(7)
        if words.startswith("thread"): threading.Thread(target=time.sleep, args=(60,)).start()
        if words.startswith("swarm"):
            while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        if words.startswith("flood"):
            while True: os.write(1, b"x" * 65536)
        if words.startswith("listen"): words += sys.stdin.read() + "heard nothing"
        if words.startswith("write"): path.with_suffix(".tmp").write_bytes(bytes(1 << 23))
        if words.startswith("poison"): Strange.poisoned = True
        elif Strange.poisoned: ctypes.string_at(0)
        if words.startswith("hoard"): Strange.hoard = bytearray(300 << 20)
        if words.startswith("need"): bytearray(300 << 20)
        if words.startswith("giant"): words = "word " * 400_000
        if words.startswith("odd"): return [lambda: None]
        if words.startswith("limits"): words += str(resource.getrlimit(resource.RLIMIT_CORE))
        if words.startswith("garbage"): worker._pickled = lambda *a, **k: b"\\x80\\x05garbage."
        if words.startswith("stranger"): worker._pickled = lambda *a, **k: pickle.dumps({})
        path.write_text(words + "\\n")
        if words.startswith("talk"): print("hello", flush=True); os.write(1, b"noise")
        return super().parse(path)

worker.load = lambda seam, name: Strange
worker.main()
"""


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "BOOT", BOOT)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    def write(words: str) -> Path:
        path = tmp_path / f"{words.replace(' ', '_')}.txt"
        path.write_text(f"{words}\n")
        return path

    return write


def failure(outcome: Parsed | Failure) -> Failure:
    assert isinstance(outcome, Failure), outcome
    return outcome


def test_a_file_is_parsed_in_another_process(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        outcome = pool.parse(file("calm words"), "text")
    assert isinstance(outcome, Parsed)
    assert outcome.parser.startswith("text ")
    assert "calm words" in outcome.documents[0].text


@pytest.mark.usefixtures("strange")
def test_a_parser_that_hangs_is_ended_by_the_time_limit(file: Callable[[str], Path]) -> None:
    started = time.monotonic()
    with ParserPool(workers=1, timeout_s=1.5) as pool:
        failed = failure(pool.parse(file("hang"), "text"))
        after = pool.parse(file("calm"), "text")
    assert time.monotonic() - started < 20
    assert "longer than 1.5 s" in failed.error.message
    assert "ingest.timeout_s" in failed.error.hint
    assert failed.is_final
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
def test_a_parser_that_swells_fails_with_the_remedy(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1, memory_mib=512) as pool:
        failed = failure(pool.parse(file("swell"), "text"))
        after = pool.parse(file("calm"), "text")
    assert "more memory" in failed.error.message
    assert "ingest.memory_mib" in failed.error.hint
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    ("words", "is_final"), [("crash", True), ("exit", True), ("leave", True), ("killed", False)]
)
def test_a_dead_worker_costs_only_its_file(
    file: Callable[[str], Path], words: str, is_final: bool
) -> None:
    tasks = [(file(name), "text") for name in ("calm 1", words, "calm 2")]
    with ParserPool(workers=1) as pool:
        outcomes = [outcome for _, outcome in pool.parse_all(tasks)]
    assert isinstance(outcomes[0], Parsed)
    assert isinstance(outcomes[2], Parsed)
    failed = failure(outcomes[1])
    assert "died" in failed.error.message
    assert failed.error.hint
    assert failed.error.source.endswith(f"{words}.txt")
    assert failed.is_final is is_final


@pytest.mark.usefixtures("strange")
def test_an_answer_of_another_version_is_a_failure_of_its_file(
    file: Callable[[str], Path],
) -> None:
    """As when Aliquot is updated while it runs."""
    with ParserPool(workers=1) as pool:
        failed = failure(pool.parse(file("foreign"), "text"))
        after = pool.parse(file("calm"), "text")
    assert not failed.is_final
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("words", ["garbage", "stranger"])
def test_an_answer_that_is_none_is_a_failure_of_its_file(
    file: Callable[[str], Path], words: str
) -> None:
    with ParserPool(workers=1) as pool:
        failed = failure(pool.parse(file(words), "text"))
        after = pool.parse(file("calm"), "text")
    assert "no readable answer" in failed.error.message
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
def test_an_answer_beyond_all_measure_is_refused_before_it_is_read(
    file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "ANSWER_BYTES", 100)
    with ParserPool(workers=1) as pool:
        failed = failure(pool.parse(file("calm"), "text"))
    assert "announces" in failed.error.message


@pytest.mark.usefixtures("strange")
def test_more_text_than_may_be_sent_names_the_remedy(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        failed = failure(pool.parse(file("giant"), "text"))
        after = pool.parse(file("calm"), "text")
    assert "more than 1 MiB of text" in failed.error.message
    assert failed.error.hint.startswith("Split it")
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
def test_what_cannot_be_sent_is_a_failure_and_not_the_end_of_the_worker(
    file: Callable[[str], Path],
) -> None:
    with ParserPool(workers=1) as pool:
        pool.parse(file("calm"), "text")
        process = pool._idle[0]
        failed = failure(pool.parse(file("odd"), "text"))
        assert pool._idle[0] is process
    assert "cannot be handed on" in failed.error.message
    assert failed.error.hint


@pytest.mark.usefixtures("strange")
def test_a_child_left_behind_does_not_hold_the_pipe_open(file: Callable[[str], Path]) -> None:
    started = time.monotonic()
    with ParserPool(workers=1, timeout_s=2) as pool:
        failed = failure(pool.parse(file("brood"), "text"))
        after = pool.parse(file("calm"), "text")
    assert time.monotonic() - started < 20
    assert failed.error.hint
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
def test_threads_left_running_cost_the_worker_and_no_file(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        outcome = pool.parse(file("thread"), "text")
        assert not pool._idle
        after = pool.parse(file("calm"), "text")
    assert isinstance(outcome, Parsed)
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("words", ["swarm", "flood"])
def test_a_parser_out_of_hand_is_stopped(file: Callable[[str], Path], words: str) -> None:
    started = time.monotonic()
    with ParserPool(workers=1, timeout_s=2, memory_mib=512) as pool:
        failed = failure(pool.parse(file(words), "text"))
        after = pool.parse(file("calm"), "text")
    assert time.monotonic() - started < 20
    assert failed.error.hint
    assert isinstance(after, Parsed)


@pytest.mark.usefixtures("strange")
def test_a_file_does_not_pay_for_the_one_before_it(file: Callable[[str], Path]) -> None:
    """Memory that one parser corrupted or kept brings the next down; it is tried once more."""
    names = ["poison", "calm 1", "hoard", "need", "calm 2"]
    with ParserPool(workers=1, memory_mib=512) as pool:
        done = list(pool.parse_all([(file(name), "text") for name in names]))
    assert [type(outcome) for _, outcome in done] == [Parsed] * len(names)


@pytest.mark.usefixtures("strange")
def test_a_parser_cannot_read_the_requests(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1, timeout_s=5) as pool:
        outcome = pool.parse(file("listen"), "text")
    assert isinstance(outcome, Parsed)
    assert "heard nothing" in outcome.documents[0].text


@pytest.mark.usefixtures("strange")
def test_a_parser_cannot_fill_the_disk(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        failed = failure(pool.parse(file("write"), "text"))
    assert "File too large" in failed.error.message
    assert file("write").with_suffix(".tmp").stat().st_size <= 1 << 22


@pytest.mark.usefixtures("strange")
def test_a_crash_leaves_no_dump_of_memory(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        outcome = pool.parse(file("limits"), "text")
    assert isinstance(outcome, Parsed)
    assert "(0," in outcome.documents[0].text


@pytest.mark.usefixtures("strange")
def test_errors_keep_their_kind_and_name_the_file(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        bug = failure(pool.parse(file("bug"), "text"))
        locked = failure(pool.parse(file("locked"), "text"))
        gone = failure(pool.parse(Path("/nowhere/at/all.txt"), "text"))
    assert "ZeroDivisionError: by accident" in bug.error.message
    assert (locked.error.status, locked.error.hint) == ("encrypted", "Unlock.")
    assert locked.error.source.endswith("locked.txt")
    assert "cannot be read" in gone.error.message
    assert [bug.is_final, locked.is_final, gone.is_final] == [True, True, False]


@pytest.mark.usefixtures("strange")
def test_a_torn_installation_is_not_blamed_on_the_file(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        torn = failure(pool.parse(file("torn"), "text"))
        extra = failure(pool.parse(file("extra"), "text"))
    assert "a_library_that_is_gone" in torn.error.message
    assert "Install Aliquot again" in torn.error.hint
    assert "pip install 'aliquot[fast]'" in extra.error.hint
    assert not any("damaged" in failed.error.hint for failed in (torn, extra))
    # Whole again, the program reads the file the next time.
    assert [torn.is_final, extra.is_final] == [False, False]


@pytest.mark.usefixtures("strange")
def test_panic_of_a_rust_library_is_a_failure_of_its_file(file: Callable[[str], Path]) -> None:
    """It derives from `BaseException`, so that no handler of errors sees it."""
    with ParserPool(workers=1) as pool:
        pool.parse(file("calm"), "text")
        process = pool._idle[0]
        failed = failure(pool.parse(file("panic"), "text"))
        assert pool._idle[0] is process
    assert "PanicException: index 5" in failed.error.message
    assert failed.is_final


@pytest.mark.usefixtures("strange")
def test_what_a_parser_prints_does_not_break_the_answer(file: Callable[[str], Path]) -> None:
    with ParserPool(workers=1) as pool:
        assert isinstance(pool.parse(file("talk"), "text"), Parsed)


@pytest.mark.usefixtures("strange")
def test_outcomes_keep_the_order_of_the_files(file: Callable[[str], Path]) -> None:
    names = ["slow 0", *(f"calm {n}" for n in range(1, 12))]
    with ParserPool(workers=2) as pool:
        done = list(pool.parse_all([(file(name), "text") for name in names]))
    for name, ((path, _), outcome) in zip(names, done, strict=True):
        assert path.stem == name.replace(" ", "_")
        assert isinstance(outcome, Parsed)
        assert name in outcome.documents[0].text


def test_only_a_few_files_are_read_ahead(file: Callable[[str], Path]) -> None:
    taken = 0

    def tasks() -> object:
        nonlocal taken
        for n in range(100):
            taken += 1
            yield file(f"calm {n}"), "text"

    with ParserPool(workers=1) as pool:
        outcomes = pool.parse_all(tasks())  # type: ignore[arg-type]
        next(outcomes)
        assert taken <= 4


@pytest.mark.usefixtures("strange")
def test_leaving_early_does_not_wait_for_a_file_that_hangs(file: Callable[[str], Path]) -> None:
    started = time.monotonic()
    with ParserPool(workers=1, timeout_s=40) as pool:
        pool.parse(file("calm"), "text")
        pool._threads.submit(pool.parse, file("hang"), "text")
        time.sleep(0.5)
    assert time.monotonic() - started < 20


def test_worker_that_ends_after_its_answer_leaves_no_pipe_open(
    file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    parse, pipes = isolation._Worker.parse, []

    def parse_and_end(worker: isolation._Worker, path: Path, name: str) -> Parsed | Failure:
        outcome = parse(worker, path, name)
        pipes.extend([worker._process.stdin, worker._process.stdout])
        # What `close` does to a worker that has just answered.
        worker.kill()
        worker._process.wait()
        return outcome

    monkeypatch.setattr(isolation._Worker, "parse", parse_and_end)
    with ParserPool(workers=1) as pool:
        assert isinstance(pool.parse(file("calm"), "text"), Parsed)
    assert [pipe.closed for pipe in pipes if pipe] == [True, True]


ORPHAN = """
import os, sys, threading, time
from pathlib import Path
from aliquot.parsing import isolation
isolation.BOOT = sys.argv[2]
pool = isolation.ParserPool(workers=1, timeout_s=1)
threading.Thread(target=pool.parse, args=(Path(sys.argv[1]), "text"), daemon=True).start()
while not pool._all: time.sleep(0.02)
print(next(iter(pool._all))._process.pid, flush=True)
time.sleep(0.6)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarm")
def test_a_hanging_worker_ends_by_itself_when_its_parent_was_killed(
    file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    boot = BOOT.replace("worker.main()", "worker.GRACE_S = 0.5; worker.main()")
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN, str(file("hang")), boot], stdout=subprocess.PIPE, check=False
    )
    pid = int(done.stdout)
    deadline = time.monotonic() + 15
    while _is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _is_running(pid)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def test_the_callers_script_is_not_run_again(tmp_path: Path) -> None:
    """Without a main guard, `multiprocessing` would run it once more in every child."""
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from aliquot import Library\n"
        "print('running')\n"
        "library = Library.create(sys.argv[1], {'embedding': {'legs': ['fake']}})\n"
        "print(library.add(sys.argv[2]).added)\n"
    )
    (tmp_path / "note.txt").write_text("A note about buffers.\n")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "library"), str(tmp_path / "note.txt")],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["running", "1"]


def test_modules_lying_in_the_working_folder_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Callable[[str], Path]
) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('hijacked')\n")
    (tmp_path / "numpy.py").write_text("raise SystemExit('hijacked')\n")
    monkeypatch.chdir(tmp_path)
    with ParserPool(workers=1) as pool:
        assert isinstance(pool.parse(file("calm"), "text"), Parsed)
