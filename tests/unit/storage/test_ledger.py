from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.storage.catalog import Catalog
from aliquot.storage.ledger import Ledger, LedgerEntry
from aliquot.types import LedgerState, Source

SOURCE = Source(path="/lab/a", sha256="aa", size=3, mtime_ns=5)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


@pytest.fixture
def ledger(catalog: Catalog) -> Ledger:
    return catalog.ledger


def entry(ledger: Ledger, path: str = "/lab/a") -> LedgerEntry:
    return ledger.entries()[path]


def test_roots_are_kept_once_and_sorted(ledger: Ledger) -> None:
    ledger.add_roots(["/b", "/a", "/b"])
    ledger.add_roots(["/a"])
    assert ledger.roots() == ["/a", "/b"]


def test_discovering_puts_a_known_source_back_but_keeps_its_digest(ledger: Ledger) -> None:
    ledger.fail(SOURCE, status="encrypted", reason="Locked.", parser="pdf 1", now_ns=9)
    ledger.discover(["/lab/a", "/lab/b"])
    assert {one.state for one in ledger.entries().values()} == {LedgerState.DISCOVERED}
    assert entry(ledger).sha256 == "aa"


def test_a_failure_is_remembered_with_its_reason(ledger: Ledger) -> None:
    ledger.fail(SOURCE, status="encrypted", reason="Locked.", parser="pdf 1", now_ns=9)
    found = entry(ledger)
    assert (found.state, found.status, found.reason) == (
        LedgerState.FAILED,
        "encrypted",
        "Locked.",
    )
    assert (found.parser, found.size, found.mtime_ns, found.checked_ns) == ("pdf 1", 3, 5, 9)


def test_a_failed_source_is_no_longer_a_duplicate(catalog: Catalog) -> None:
    ledger = catalog.ledger
    catalog.set_aside(SOURCE, "/lab/original", now_ns=1)
    assert entry(ledger).duplicate_of == "/lab/original"
    ledger.fail(SOURCE, status="failed", reason="", parser="", now_ns=2)
    assert entry(ledger).duplicate_of == ""


def test_touching_moves_size_and_time_only(catalog: Catalog) -> None:
    ledger = catalog.ledger
    catalog.set_aside(SOURCE, "/lab/original", now_ns=1)
    ledger.touch([("/lab/a", 8, 9)], 10)
    found = entry(ledger)
    assert (found.size, found.mtime_ns, found.checked_ns) == (8, 9, 10)
    assert (found.sha256, found.state) == ("aa", LedgerState.INDEXED)


def test_only_committed_sources_become_indexed(ledger: Ledger) -> None:
    ledger.discover(["/lab/a", "/lab/b"])
    ledger.set_state(["/lab/a"], LedgerState.COMMITTED)
    ledger.mark_indexed()
    assert ledger.counts() == {"indexed": 1, "discovered": 1}


def test_thousands_of_sources_at_once(ledger: Ledger) -> None:
    paths = [f"/lab/{n}" for n in range(2500)]
    ledger.discover(paths)
    ledger.set_state(paths, LedgerState.PARSED)
    assert ledger.counts() == {"parsed": 2500}


def test_nothing_is_fine_everywhere(ledger: Ledger) -> None:
    ledger.add_roots([])
    ledger.discover([])
    ledger.set_state([], LedgerState.PARSED)
    ledger.touch([], 0)
    assert ledger.entries() == {}


def test_entries_are_those_of_the_places_asked_for(ledger: Ledger) -> None:
    paths = ["/lab/a", "/lab/a.md", "/lab/a/b", "/Lab/a/b", "/lab/ab", "/c"]
    ledger.discover(paths)
    assert list(ledger.entries(["/lab/a"])) == ["/lab/a", "/lab/a/b"]
    assert set(ledger.entries(["/"])) == set(paths)
    assert ledger.entries([]) == {}
    assert set(ledger.entries()) == set(paths)


def test_many_places_are_answered_with_every_source(ledger: Ledger) -> None:
    ledger.discover(["/lab/a"])
    assert list(ledger.entries([f"/{n}" for n in range(5000)])) == ["/lab/a"]


def test_sources_are_found_by_their_bytes_wherever_they_are(ledger: Ledger) -> None:
    ledger.fail(SOURCE, status="encrypted", reason="Locked.", parser="pdf 1", now_ns=9)
    found = ledger.entries_of({SOURCE.sha256, *(str(n) for n in range(1200))})
    assert [one.path for one in found] == [SOURCE.path]


def test_a_mark_is_kept_and_replaced(ledger: Ledger) -> None:
    assert ledger.mark("linked") == ""
    ledger.set_mark("linked", "3")
    ledger.set_mark("linked", "4")
    assert ledger.mark("linked") == "4"


def test_sources_are_yielded_one_by_one_as_they_are_read_whole(ledger: Ledger) -> None:
    ledger.discover(f"/lab/{number:04}" for number in range(1_001))
    assert list(ledger.each()) == list(ledger.entries().values())
    assert list(ledger.each(["shut"])) == []


def test_copies_are_found_by_what_brings_the_same_and_by_collection(
    ledger: Ledger, catalog: Catalog
) -> None:
    ledger.fail(SOURCE, status="encrypted", reason="Locked.", parser="pdf 1", now_ns=9)
    for name in ("c", "b"):
        copy = Source(path=f"/lab/{name}", sha256="aa", size=3, mtime_ns=5)
        catalog.set_aside(copy, SOURCE.path, now_ns=9)
    assert ledger.copies() == {"/lab/a": ["/lab/b", "/lab/c"]}
    assert ledger.copies(["shut"]) == {}
    assert ledger.outside(["shut"]) == {"/lab/a"}
    assert ledger.outside(["main"]) == set()
