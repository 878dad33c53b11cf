from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from aliquot.protocols import ChunkRecord
from aliquot.storage import following
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import catch_up
from aliquot.storage.records import hash_text
from aliquot.types import Chunk, Document, DocumentKind, Source, Span


@dataclass
class Follower:
    """An index that remembers what it was given, and may stop in the middle."""

    name: str = "follower"
    sequence: int = 0
    held: dict[int, str] = field(default_factory=dict)
    calls: int = 0
    fails_at: int = -1

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        self.calls += 1
        if self.calls == self.fails_at:
            raise RuntimeError("power cut")
        for key in removals:
            self.held.pop(key, None)
        self.held |= {one.key: one.chunk.text for one in upserts}
        self.sequence = sequence

    def flush(self) -> None: ...

    def close(self) -> None: ...


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
    keys, _ = catalog.all_keys()
    return {key: chunk.text for key, chunk in catalog.chunks(keys).items()}


def test_a_follower_ends_with_what_the_catalog_holds(catalog: Catalog) -> None:
    follower = Follower()
    for texts in (("one", "two"), ("two", "three"), (), ("four",)):
        put(catalog, "a", *texts)
        put(catalog, "b", *reversed(texts))
        catch_up(catalog, follower)
        assert follower.held == truth(catalog)
        assert follower.sequence == catalog.sequence


def test_nothing_new_costs_no_call(catalog: Catalog) -> None:
    follower = Follower()
    put(catalog, "a", "one")
    assert catch_up(catalog, follower) == 1
    assert catch_up(catalog, follower) == 0
    assert follower.calls == 1


def test_a_follower_of_an_emptied_catalog_moves_on(catalog: Catalog) -> None:
    put(catalog, "a", "one")
    put(catalog, "a")
    follower = Follower()
    catch_up(catalog, follower)
    assert (follower.held, follower.sequence) == ({}, catalog.sequence)


def test_what_stops_half_way_is_applied_again(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "BATCH", 2)
    put(catalog, "a", *"abcdefg")
    follower = Follower(fails_at=3)
    with pytest.raises(RuntimeError):
        catch_up(catalog, follower)
    assert follower.sequence == 0
    catch_up(catalog, follower)
    assert follower.held == truth(catalog)
    assert follower.sequence == catalog.sequence


def test_chunks_without_a_vector_wait_until_it_is_announced(catalog: Catalog) -> None:
    put(catalog, "a", "one", "two")
    follower = Follower()
    catalog.vectors.put("e", [hash_text("one")], np.eye(1, 4, dtype=np.float32))
    catch_up(catalog, follower, "e")
    assert list(follower.held.values()) == ["one"]
    catalog.vectors.put("e", [hash_text("two")], np.eye(1, 4, dtype=np.float32))
    catalog.announce([hash_text("two")])
    catch_up(catalog, follower, "e")
    assert follower.held == truth(catalog)
