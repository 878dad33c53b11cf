"""What adapters share: names every engine takes, places shown, keys that stay unread."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.config import VectorIndexConfig
from aliquot.errors import ConfigError
from aliquot.storage.engines.engine import CollectionSettings
from aliquot.storage.engines.keys import assert_unread, key_for
from aliquot.storage.engines.opening import collection_settings, shown

POSTGRESQL_BYTES = 63
LIBRARY = "0123456789abcdef" * 2
LONG = "hub:sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2@384"


def name_of(leg: str, collection: str = "") -> str:
    options = {"collection": collection} if collection else {}
    settings = VectorIndexConfig(backend="qdrant", options=options)
    return collection_settings(leg, 8, LIBRARY, settings).name


@pytest.mark.parametrize("leg", ["fake", LONG, "x" * 300, "培養" * 40, "hub:a/b@64"])
@pytest.mark.parametrize("collection", ["", "lab", "1st", "c" * 200])
def test_a_name_and_what_is_put_behind_it_are_not_cut(leg: str, collection: str) -> None:
    name = name_of(leg, collection)
    assert len(f"{name}_state".encode()) <= POSTGRESQL_BYTES
    assert name.isascii()
    assert name.isidentifier()
    assert name == name_of(leg, collection)


def test_long_names_that_begin_alike_stay_apart() -> None:
    names = {name_of(f"{LONG}-{n}") for n in range(50)}
    assert len(names) == 50


def test_a_short_name_stays_readable() -> None:
    assert name_of("bge-small-en-v1.5") == "aliquot_0123456789ab_bge_small_en_v1_5"


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("http://[fd00::7]:6333", "http://[fd00::7]:6333"),
        ("https://[::1]", "https://[::1]"),
        ("postgresql://anna@[fd00::7]:5432/lab", "postgresql://[fd00::7]:5432/lab"),
        ("http://user:hunter2@host:6333/x?key=hunter2", "http://host:6333/x"),
    ],
)
def test_a_place_is_shown_as_it_can_be_typed_again(location: str, expected: str) -> None:
    assert shown(location, Path("folder")) == expected


def collection_at(location: str, **options: bool) -> CollectionSettings:
    settings = VectorIndexConfig(backend="qdrant", location=location, options=options)
    return collection_settings("fake", 8, LIBRARY, settings)


@pytest.mark.parametrize("backend", ["qdrant", "chroma", "weaviate", "milvus"])
def test_no_key_goes_readable_to_another_machine(
    monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    monkeypatch.setenv("LAB_KEY", "hunter2")
    with pytest.raises(ConfigError, match="plain http") as caught:
        key_for(backend, "LAB_KEY", collection_at("http://10.0.0.7:80"))
    assert "hunter2" not in f"{caught.value}{caught.value.hint}"
    for fine in (
        collection_at("https://10.0.0.7"),
        collection_at("http://[::1]:80"),
        collection_at("http://10.0.0.7:80", plain_http=True),
    ):
        assert key_for(backend, "LAB_KEY", fine) == "hunter2"
        assert_unread(backend, "LAB_KEY", fine)


def test_where_there_is_no_key_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAB_KEY", raising=False)
    assert key_for("weaviate", "LAB_KEY", collection_at("http://10.0.0.7")) is None
