from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from aliquot.assembly import services_used
from aliquot.config import Config, known_keys, load_config
from aliquot.errors import ConfigError


def written(folder: Path, text: str) -> Path:
    path = folder / "aliquot.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_missing_file_leaves_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path / "aliquot.toml") == Config()


def test_flag_wins_over_variable_over_file_over_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "[retrieval]\nk = 3\ndepth = 30\nrrf_k = 20\n")
    monkeypatch.setenv("ALIQUOT_RETRIEVAL__K", "4")
    monkeypatch.setenv("ALIQUOT_RETRIEVAL__DEPTH", "40")
    found = load_config(path, {"retrieval": {"k": 5}}).retrieval
    assert (found.k, found.depth, found.rrf_k, found.lexical_weight) == (5, 40, 20, 1.0)


def test_lists_come_from_variables_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    assert load_config().embedding.legs == ("fake",)


def test_a_list_that_is_not_json_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", "fake")
    with pytest.raises(ConfigError) as caught:
        load_config()
    assert "JSON" in caught.value.hint


def test_the_library_variable_is_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALIQUOT_LIBRARY", "/somewhere")
    assert load_config() == Config()


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("[retrieval]\ndept = 3\n", "retrieval.depth"), ("[retreival]\nk = 3\n", "retrieval.k")],
)
def test_an_unknown_key_names_the_nearest_known_one(
    tmp_path: Path, text: str, nearest: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(written(tmp_path, text))
    assert "Unknown setting" in caught.value.message
    assert "aliquot.toml" in caught.value.message
    assert nearest in caught.value.hint


@pytest.mark.parametrize(
    ("overrides", "named"),
    [
        ({"retrieval": {"k": 0}}, "retrieval.k"),
        ({"retrieval": {"k": "many"}}, "retrieval.k"),
        ({"chunking": {"overlap": 0.9}}, "chunking.overlap"),
        ({"chunking": {"target_tokens": 500, "max_tokens": 400}}, "chunking"),
        ({"embedding": {"legs": []}}, "embedding.legs"),
        ({"ingest": 3}, "ingest"),
    ],
)
def test_a_bad_value_names_its_key(overrides: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(overrides=overrides)
    assert caught.value.message.startswith(named)


@pytest.mark.parametrize("content", [b"[retrieval\nk = 3", b"\xff\xfe\x00"])
def test_a_file_that_is_not_toml_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "aliquot.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"aliquot\.toml is not valid TOML"):
        load_config(path)


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        Config().retrieval.k = 3  # type: ignore[misc]


def test_every_known_key_can_be_reached() -> None:
    for dotted in known_keys():
        section, key = dotted.split(".")
        getattr(getattr(Config(), section), key)


def test_what_sends_texts_elsewhere_is_known_by_name() -> None:
    config = load_config(
        None,
        {
            "embedding": {"legs": ["fake", "openai:text-embedding-3-small@256"]},
            "retrieval": {"reranker": "cohere"},
        },
    )
    assert services_used(config) == ["openai:text-embedding-3-small@256", "cohere"]
    assert services_used(load_config(None, {"embedding": {"legs": ["fake"]}})) == []
