from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from aliquot.protocols import ChunkRecord
from aliquot.storage import following
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Follower, Followers, catch_up
from aliquot.storage.records import hash_text
from aliquot.testing.fakes import FakeEmbedder
from aliquot.types import Chunk, Document, DocumentKind, Source, Span


@dataclass
class Held:
    """An index that remembers what it was given, and may stop in the middle."""

    name: str = "follower"
    sequence: int = 0
    held: dict[int, str] = field(default_factory=dict)
    calls: int = 0
    fails_at: int = -1
    flushed_at: list[int] = field(default_factory=list)

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        self.calls += 1
        if self.calls == self.fails_at:
            raise RuntimeError("power cut")
        for key in removals:
            self.held.pop(key, None)
        self.held |= {one.key: one.chunk.text for one in upserts}
        self.sequence = sequence

    def flush(self) -> None:
        self.flushed_at.append(self.sequence)

    def close(self) -> None: ...


EMBEDDER = FakeEmbedder()


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def put(catalog: Catalog, name: str, *texts: str) -> None:
    document = Document(kind=DocumentKind.NOTES, title="", text="", blocks=(), id=name)
    chunks = [
        Chunk(id=f"{name}#{n}", document_id=name, text=text, header="", span=Span(0, len(text)))
        for n, text in enumerate(texts)
    ]
    contents = [(document, chunks)] if texts else []
    source = Source(path=f"/lab/{name}")
    catalog.replace(source, contents, parser="p 1", status="ok", receipt={}, now_ns=0)


def truth(catalog: Catalog) -> dict[int, str]:
    return {key: chunk.text for key, chunk in catalog.chunks(catalog.keys().tolist()).items()}


def test_a_follower_ends_with_what_the_catalog_holds(catalog: Catalog) -> None:
    follower = Held()
    for texts in (("one", "two"), ("two", "three"), (), ("four",)):
        put(catalog, "a", *texts)
        put(catalog, "b", *reversed(texts))
        catch_up(catalog, Follower(follower))
        assert follower.held == truth(catalog)
        assert follower.sequence == catalog.sequence


def test_nothing_new_costs_no_call(catalog: Catalog) -> None:
    follower = Held()
    put(catalog, "a", "one")
    assert catch_up(catalog, Follower(follower)) == 1
    assert catch_up(catalog, Follower(follower)) == 0
    assert follower.calls == 1


def test_a_follower_of_an_emptied_catalog_moves_on(catalog: Catalog) -> None:
    put(catalog, "a", "one")
    put(catalog, "a")
    follower = Held()
    catch_up(catalog, Follower(follower))
    assert (follower.held, follower.sequence) == ({}, catalog.sequence)


def test_what_stops_half_way_goes_on_from_there(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "BATCH", 2)
    put(catalog, "a", *"abcdefg")
    follower = Held(fails_at=3)
    with pytest.raises(RuntimeError):
        catch_up(catalog, Follower(follower))
    assert 0 < follower.sequence < catalog.sequence
    catch_up(catalog, Follower(follower))
    assert follower.held == truth(catalog)
    assert follower.sequence == catalog.sequence


def test_chunks_without_a_vector_wait_until_it_is_announced(catalog: Catalog) -> None:
    put(catalog, "a", "one", "two")
    follower = Held()
    catalog.vectors.put(EMBEDDER.id, [hash_text("one")], np.eye(1, 4, dtype=np.float32))
    catch_up(catalog, Follower(follower, EMBEDDER))
    assert list(follower.held.values()) == ["one"]
    catalog.vectors.put(EMBEDDER.id, [hash_text("two")], np.eye(1, 4, dtype=np.float32))
    catalog.announce([hash_text("two")])
    catch_up(catalog, Follower(follower, EMBEDDER))
    assert follower.held == truth(catalog)


def test_an_index_is_made_durable_before_it_holds_too_much(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "BATCH", 2)
    monkeypatch.setattr(following, "FLUSH_CHUNKS", 4)
    put(catalog, "a", *"abcdefghi")
    follower = Held()
    catch_up(catalog, Follower(follower), is_durable=True)
    assert follower.flushed_at == [4, 8, 9]


def test_one_thread_at_a_time_brings_an_index_on(catalog: Catalog) -> None:
    class Watched(Held):
        inside = 0

        def apply(self, *changes: object) -> None:
            self.inside += 1
            assert self.inside == 1
            time.sleep(0.001)
            super().apply(*changes)  # type: ignore[arg-type]
            self.inside -= 1

    follower = Watched()
    followers = Followers(catalog, [Follower(follower)])
    with ThreadPoolExecutor(4) as threads:
        for n in range(20):
            put(catalog, f"d{n}", "one", "two")
            done = [threads.submit(followers.catch_up) for _ in range(3)]
            done.append(threads.submit(followers.make_durable))
            for one in done:
                one.result()
    assert follower.held == truth(catalog)
