"""Where settings in force come from, and that no secret is among what is shown of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.config import load_config
from aliquot.config.origins import HIDDEN, settings_in_force


def test_each_setting_says_where_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "aliquot.toml"
    path.write_text("[retrieval]\nk = 7\n", encoding="utf-8")
    monkeypatch.setenv("ALIQUOT_ANSWER__MAX_STATEMENTS", "5")
    config = load_config(path, {"ingest": {"workers": 3}})
    found = {(one.section, one.key): one for one in settings_in_force(config, path)}
    assert found["retrieval", "k"].origin == "file"
    assert found["retrieval", "k"].value == "7"
    assert found["answer", "max_statements"].origin == "variable"
    assert found["answer", "max_statements"].variable == "ALIQUOT_ANSWER__MAX_STATEMENTS"
    assert found["ingest", "workers"].origin == "given"
    assert found["ingest", "ocr"].origin == "default"


@pytest.mark.parametrize(
    "section",
    [
        {"model": {"name": "openai:m", "url": "https://me:hunter2@models.example/v1"}},
        {"model": {"name": "openai:m", "url": "https://models.example/v1?api_key=hunter2"}},
        {"model": {"name": "openai:m", "url": "https://models.example/v1?key=hunter2"}},
        {"vectors": {"location": "https://qdrant:hunter2@host:6333"}},
        {"vectors": {"options": {"api_key": "hunter2"}}},
        {"vectors": {"options": {"nested_password": "hunter2", "collection": "c"}}},
        {
            "model": {
                "name": "openai:m",
                "fallbacks": [{"name": "openai:n", "url": "https://a:hunter2@b.example"}],
            }
        },
    ],
)
def test_secrets_in_settings_are_never_shown(
    tmp_path: Path, section: dict[str, dict[str, object]]
) -> None:
    shown = settings_in_force(load_config(None, section), tmp_path / "none.toml")
    assert not [one for one in shown if "hunter2" in one.value]
    assert [one for one in shown if HIDDEN in one.value]


def test_names_of_variables_and_counts_of_tokens_are_no_secrets(tmp_path: Path) -> None:
    config = load_config(None, {"model": {"name": "openai:m", "key_variable": "LAB_KEY"}})
    shown = {(o.section, o.key): o.value for o in settings_in_force(config, tmp_path / "x.toml")}
    assert shown["model", "key_variable"] == "LAB_KEY"
    assert shown["chunking", "target_tokens"] == "300"
    assert shown["serve", "public_url"] == ""
    assert HIDDEN not in "".join(shown.values())
