from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import StoreError
from aliquot.storage.audit import GENESIS, AuditLog, canonical, chain_hash, proof_of
from aliquot.storage.catalog import Catalog
from aliquot.storage.connection import open_engine, writing
from aliquot.types.history import AuditKind

APPEND = """
import sys
from pathlib import Path
from aliquot.storage.catalog import Catalog
from aliquot.types.history import AuditKind
log = Catalog.at(Path(sys.argv[1])).history.audit
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    log.append(AuditKind.ASKED, {"number": number, "by": sys.argv[3]})
"""
# More than a test waits for: the process is killed long before.
FOREVER = 1_000_000


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "catalog.db"


@pytest.fixture
def log(place: Path) -> Iterator[AuditLog]:
    made = Catalog.at(place)
    yield made.history.audit
    made.close()


def fill(log: AuditLog, count: int = 5) -> None:
    for number in range(count):
        log.append(AuditKind.ASKED, {"question": f"質問{number}", "n": number})


def tamper(place: Path, *statements: str) -> None:
    """Change the file as someone would who knows of the triggers."""
    with sqlite3.connect(place) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in names.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


def start(place: Path, count: int, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", APPEND, str(place), str(count), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_an_empty_log_is_sound(log: AuditLog) -> None:
    assert log.verify().is_sound
    assert log.verify().head == GENESIS


def test_each_entry_follows_the_one_before(log: AuditLog) -> None:
    fill(log)
    newest, *_, first = log.recent(9)
    assert (first.sequence, newest.sequence) == (1, 5)
    assert first.previous == GENESIS
    assert log.verify().head == newest.hash


@pytest.mark.parametrize(
    ("statements", "broken_at", "words"),
    [
        (["UPDATE audit SET detail = '{\"n\":9}' WHERE sequence = 3"], 3, "changed"),
        (["UPDATE audit SET at = '1999' WHERE sequence = 2"], 2, "changed"),
        (["UPDATE audit SET who = 'x' WHERE sequence = 1"], 1, "changed"),
        (["DELETE FROM audit WHERE sequence = 3"], 3, "missing"),
        (["DELETE FROM audit WHERE sequence = 1"], 1, "missing"),
        (
            [
                "DELETE FROM audit WHERE sequence = 3",
                "UPDATE audit SET sequence = sequence - 1 WHERE sequence > 3",
            ],
            3,
            "does not follow",
        ),
        (["UPDATE audit SET detail = 'damaged' WHERE sequence = 4"], 4, "cannot be read"),
        (["UPDATE audit SET detail = x'ff00' WHERE sequence = 4"], 4, "cannot be read"),
        (["UPDATE audit SET hash = '' WHERE sequence = 5"], 5, "changed"),
    ],
)
def test_the_first_entry_that_does_not_fit_is_named(
    log: AuditLog, place: Path, statements: list[str], broken_at: int, words: str
) -> None:
    fill(log)
    tamper(place, *statements)
    proof = log.verify()
    assert proof.broken_at == broken_at
    assert words in proof.reason


def test_a_damaged_entry_is_still_listed(log: AuditLog, place: Path) -> None:
    fill(log)
    tamper(place, "UPDATE audit SET detail = '{' WHERE sequence = 5")
    assert log.recent(1)[0].detail == {"damaged": "cannot be read"}


def test_a_log_cut_at_its_end_is_found_by_a_hash_noted_earlier(log: AuditLog, place: Path) -> None:
    fill(log)
    noted = log.verify().head
    assert log.verify(noted).is_sound
    tamper(place, "DELETE FROM audit WHERE sequence = 5")
    assert log.verify().is_sound
    assert not log.verify(noted).is_sound


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit SET detail = '{}' WHERE sequence = 1",
        "DELETE FROM audit",
        "INSERT OR REPLACE INTO audit SELECT 1, at, who, kind, '{}', previous, hash FROM audit",
        "INSERT INTO audit SELECT 9, at, who, kind, detail, previous, hash FROM audit LIMIT 1",
    ],
)
def test_the_table_is_only_appended_to(log: AuditLog, place: Path, statement: str) -> None:
    fill(log)
    with sqlite3.connect(place) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)
    assert log.verify().entries == 5


def test_a_wrong_clock_does_not_break_the_order(place: Path) -> None:
    Catalog.at(place).close()
    engine = open_engine(f"sqlite:///{place}")
    clock = cycle(["2030-01-01", "1970-01-01", ""])
    log = AuditLog(engine, clock=lambda: next(clock))
    fill(log, 6)
    assert [one.detail["n"] for one in log.recent(9)] == [5, 4, 3, 2, 1, 0]
    assert log.verify().is_sound
    engine.dispose()


def test_an_entry_goes_with_the_transaction_it_is_of(log: AuditLog, place: Path) -> None:
    fill(log, 1)
    engine = open_engine(f"sqlite:///{place}")

    def fail() -> None:
        with writing(engine) as connection:
            log.append_within(connection, AuditKind.ADDED, {})
            connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(StoreError):
        fail()
    engine.dispose()
    fill(log, 1)
    assert log.verify().entries == 2


def test_text_that_is_none_is_hashed_as_it_is_kept(log: AuditLog) -> None:
    log.append(AuditKind.ASKED, {"question": "x\ud800", "é": "e\u0301", "n": 10**30})
    assert log.verify().is_sound


def test_threads_keep_one_chain(log: AuditLog) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: fill(log, 5), range(4)))
    proof = log.verify()
    assert proof.is_sound
    assert proof.entries == 20


def test_two_processes_keep_one_chain(log: AuditLog, place: Path) -> None:
    both = [start(place, 40, name) for name in ("a", "b")]
    for one in both:
        one.communicate(timeout=60)
        assert one.returncode == 0
    proof = log.verify()
    assert proof.is_sound
    assert proof.entries == 80
    assert {entry.detail["by"] for entry in log.recent(99)} == {"a", "b"}


def test_a_process_that_is_killed_leaves_a_sound_chain(log: AuditLog, place: Path) -> None:
    writer = start(place, FOREVER, "killed")
    assert writer.stdout is not None
    writer.stdout.readline()
    deadline = time.monotonic() + 30
    while log.verify().entries < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    writer.kill()
    writer.communicate(timeout=30)
    before = log.verify()
    assert before.is_sound
    assert before.entries >= 5
    fill(log, 1)
    assert log.verify().entries == before.entries + 1


def test_lines_prove_themselves(log: AuditLog) -> None:
    fill(log)
    lines = [canonical(one) for one in log.lines()]
    assert proof_of(map(json.loads, lines)).is_sound
    changed = [line.replace("質問2", "質問9") for line in lines]
    assert proof_of(map(json.loads, changed)).broken_at == 3


@pytest.mark.parametrize("line", [{}, {"sequence": 1}, {"sequence": 1, "hash": GENESIS}])
def test_a_line_that_lacks_a_part_breaks_the_chain(line: dict[str, Any]) -> None:
    assert proof_of([line]).broken_at == 1


def test_the_hash_is_the_documented_one() -> None:
    """Worked by hand: a change of the form would make every exported log look forged."""
    entry = {"sequence": 1, "at": "t", "who": "w", "kind": "asked", "detail": {"b": 1, "a": "é"}}
    assert canonical(entry) == (
        '{"at":"t","detail":{"a":"é","b":1},"kind":"asked","sequence":1,"who":"w"}'
    )
    assert chain_hash(GENESIS, entry) == (
        "bab3efa4cce31f4f43675bcd660d0fad2c105b64bd33ed5c7cc3e24ce39e6c50"
    )
