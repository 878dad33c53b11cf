"""One library asks one language model, whoever in it asks."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot import Library
from aliquot.assembly.models import LibraryModel
from aliquot.config import load_config
from model_servers import model_server

NOTE = "# Storage\n\nLumen buffer is stored at 4 °C.\n\n# Colour\n\nLumen buffer is blue."


def test_what_completes_and_what_converses_is_one_model(tmp_path: Path) -> None:
    config = load_config(
        overrides={
            "model": {"name": "openai-compatible:m", "url": "http://127.0.0.1:9/v1"},
        }
    )
    model = LibraryModel(config, tmp_path)
    assert model.chat() is not None
    assert model.text() is model.chat()
    model.close()


def test_without_a_name_there_is_none(tmp_path: Path) -> None:
    model = LibraryModel(load_config(), tmp_path)
    assert model.chat() is None
    assert model.text() is None
    model.close()


def test_a_conversation_builds_no_second_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aliquot.assembly import models

    built: list[object] = []
    make = models.make_chat_model

    def counted(*given: object) -> object:
        built.append(make(*given))  # type: ignore[arg-type]
        return built[-1]

    monkeypatch.setattr(models, "make_chat_model", counted)
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    with model_server("NO ANSWER") as server:
        config = {
            "embedding": {"legs": ["fake"]},
            "ingest": {"workers": 1},
            "model": {"name": "openai-compatible:m", "url": server.openai_url, "timeout_s": 5},
        }
        with Library.create(tmp_path / "library", config) as library:
            library.add(tmp_path / "note.md")
            session = library.conversation()
            for question in ("How is Lumen buffer stored?", "And its colour?", "And its pH?"):
                session.ask(question)
    assert len(built) == 1
