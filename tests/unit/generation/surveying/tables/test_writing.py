"""A survey to a file."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest

from aliquot.errors import ConfigError
from aliquot.generation.surveying.tables.writing import write_survey
from aliquot.types import SurveyGroup
from made_surveys import made_row, made_survey

SURVEY = made_survey(made_row("ヒト"), grouped_by="year", groups=(SurveyGroup("2020", ("a",)),))


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.csv", b"\xef\xbb\xbfcell line"),
        ("a.xlsx", b"PK"),
        ("a.md", b"## "),
        ("a.json", b"{\n"),
        ("a.b.SVG", b"<svg"),
    ],
)
def test_the_ending_says_the_format(name: str, begins: bytes, tmp_path: Path) -> None:
    content = write_survey(SURVEY, tmp_path / name, date(2026, 11, 30))
    assert (tmp_path / name).read_bytes() == content
    assert content.startswith(begins)
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_json_is_the_shape_of_every_face(tmp_path: Path) -> None:
    shape = json.loads(write_survey(SURVEY, tmp_path / "a.json"))
    assert shape["groups"] == [{"value": "2020", "document_ids": ["a"], "names": [], "in_scope": 0}]


@pytest.mark.parametrize("name", ["table", "table.pdf", "table.csv.gz", ".csv"])
def test_another_ending_is_refused_with_those_there_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        write_survey(SURVEY, tmp_path / name)
    assert ".xlsx" in caught.value.hint


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("by hand")
    with pytest.raises(ConfigError, match="exists"):
        write_survey(SURVEY, path)
    assert path.read_text() == "by hand"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no folder"):
        write_survey(SURVEY, tmp_path / "missing" / "a.csv")


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigError, match="No space left on device"):
        write_survey(SURVEY, tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []


def test_halves_of_characters_do_not_stop_a_file(tmp_path: Path) -> None:
    survey = made_survey(
        made_row("a\ud800b"), grouped_by="author", groups=(SurveyGroup("\udcff", ("a",)),)
    )
    for ending in ("csv", "xlsx", "md", "json", "svg"):
        assert write_survey(survey, tmp_path / f"a.{ending}")
