"""The fake embedder is a backend like any other, configured in the same words."""

from __future__ import annotations

from pathlib import Path

from aliquot import Library
from aliquot.testing.fakes import FakeTextModel

CONFIG = {"embedding": {"legs": ["fake"], "threads": 2}, "ingest": {"workers": 1}}


def test_every_setting_of_embedding_reaches_the_fake(tmp_path: Path, lab: Path) -> None:
    with Library.create(tmp_path / "library", CONFIG) as library:
        assert library.add(lab).embedded > 0


def test_the_fake_model_writes_the_same_for_the_same_prompt() -> None:
    model = FakeTextModel(model="m")
    assert model.complete("Elute the column") == model.complete("Elute the column")
    assert model.asked == ["Elute the column"] * 2
    assert model.id != FakeTextModel().id
