from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from aliquot.errors import ConfigError
from aliquot.storage import scopes
from aliquot.storage.catalog import Catalog
from aliquot.storage.scopes import Scopes
from aliquot.types import Chunk, Comparison, Document, DocumentKind, Operator, Source, Span

NOTES = Comparison("kind", Operator.EQ, "notes")


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def no_phrase(phrases: Sequence[str]) -> npt.NDArray[np.int64]:
    return np.empty(0, dtype=np.int64)


def put(catalog: Catalog, name: str) -> None:
    document = Document(kind=DocumentKind.NOTES, title=name, text=name, blocks=(), id=name)
    span = Span(0, len(name))
    chunk = Chunk(id=f"{name}#1", document_id=name, text=name, header="", span=span)
    source = Source(path=f"/lab/{name}")
    catalog.replace(source, [(document, [chunk])], parser="p", status="ok", receipt={}, now_ns=0)


def test_a_filter_asked_again_is_not_compiled_again(catalog: Catalog) -> None:
    put(catalog, "a")
    known = Scopes(catalog, no_phrase)
    assert known.scope(NOTES) is known.scope(Comparison("kind", Operator.EQ, "notes"))


def test_a_change_of_the_catalog_is_seen_at_once(catalog: Catalog) -> None:
    known = Scopes(catalog, no_phrase)
    assert known.scope(NOTES).keys.tolist() == []
    put(catalog, "a")
    assert known.scope(NOTES).keys.tolist() == catalog.keys().tolist()


def test_few_filters_are_remembered(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scopes, "REMEMBERED", 2)
    known = Scopes(catalog, no_phrase)
    first = known.scope(NOTES)
    for year in (2001, 2002):
        known.scope(Comparison("year", Operator.EQ, year))
    assert known.scope(NOTES) is not first


def test_a_filter_that_cannot_be_remembered_is_refused_as_any_other(catalog: Catalog) -> None:
    with pytest.raises(ConfigError):
        Scopes(catalog, no_phrase).scope(Comparison("kind", Operator.EQ, ["notes"]))  # type: ignore[arg-type]


def test_a_phrase_narrows_what_a_filter_admits(catalog: Catalog) -> None:
    for name in "abc":
        put(catalog, name)
    everything = catalog.keys()
    known = Scopes(catalog, lambda phrases: everything[1:])
    assert known.narrowed(None, ()) is None
    narrowed = known.narrowed(NOTES, ("b or c",))
    assert narrowed is not None
    assert narrowed.keys.tolist() == everything[1:].tolist()


def test_a_phrase_nothing_holds_admits_nothing(catalog: Catalog) -> None:
    put(catalog, "a")
    narrowed = Scopes(catalog, no_phrase).narrowed(None, ("as quoted",))
    assert narrowed is not None
    assert not len(narrowed.keys)
