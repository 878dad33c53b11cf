"""The command survey, as it is typed."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from aliquot.cli import surveying
from aliquot.errors import ConfigError
from aliquot.library import Library
from aliquot.types import Coverage, Survey, SurveyBudget

NOTE = "# Lumen buffer\n\nLumen buffer | is stored at 4 °C.\n"
FORMULA = "# =cmd()\n\nThe lumen buffer of this note is stored at 5 °C.\n"
QUESTION = "Which documents mention lumen buffer?"
Run = Callable[..., Result]


@pytest.fixture
def run(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name, text in (("buffer.md", NOTE), ("formula.md", FORMULA)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        library.add(tmp_path / name)
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(library.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    app.command()(surveying.survey)

    def started(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    return started


def test_a_table_ends_with_its_coverage(run: Run) -> None:
    done = run(QUESTION)
    assert done.exit_code == 0
    assert "Lumen buffer" in done.stdout
    assert "Coverage: 2 of 2 in scope were read." in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_rows_left_out_are_counted(run: Run) -> None:
    assert "and 1 more rows" in run(QUESTION, "--limit", "1").stdout


def test_json_has_every_row_with_quotes(run: Run) -> None:
    shape = json.loads(run(QUESTION, "--json", "--limit", "1").stdout)
    assert len(shape["rows"]) == 2
    assert all(row["citations"][0]["verified"] for row in shape["rows"])


def test_markdown_keeps_a_bar_inside_its_cell(run: Run) -> None:
    table = run(QUESTION, "--md").stdout
    assert "Lumen buffer \\| is stored" in table
    assert "Coverage: 2 of 2" in table


def test_csv_holds_no_formula_and_opens_in_a_spreadsheet(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    assert run(QUESTION, "--export", str(path)).exit_code == 0
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["title"] for row in rows} == {"Lumen buffer", "'=cmd()"}
    assert all(row["quote"] for row in rows)


def test_a_table_that_cannot_be_written_says_so(run: Run, tmp_path: Path) -> None:
    for name in ("missing/table.csv", "table.doc", "buffer.md"):
        done = run(QUESTION, "--export", str(tmp_path / name))
        assert isinstance(done.exception, ConfigError)
        assert not done.stdout


def test_several_files_are_written_and_noted(run: Run, library: Library, tmp_path: Path) -> None:
    names = ("a.xlsx", "a.svg", "a.json")
    words = [word for name in names for word in ("--export", str(tmp_path / name))]
    done = run(QUESTION, "--by", "year", *words)
    assert done.exit_code == 0
    assert "Coverage: 2 of 2" in done.stdout
    assert all((tmp_path / name).stat().st_size for name in names)
    noted = [one.detail for one in library.history.entries() if one.detail.get("what") == "survey"]
    assert {one["name"] for one in noted} == set(names)


def test_a_budget_and_groups_reach_the_survey(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}

    def survey(_library: Library, *_words: object, **options: object) -> Survey:
        asked.update(options)
        return Survey(question="?", columns=(), rows=(), coverage=Coverage(in_scope=0, read=0))

    monkeypatch.setattr(Library, "survey", survey)
    run(QUESTION, "--by", "author", "--max-documents", "3", "--max-cost", "0.5")
    assert asked["group_by"] == "author"
    assert asked["budget"] == SurveyBudget(3, 0.5)


def test_columns_are_those_named(run: Run) -> None:
    shape = json.loads(run(QUESTION, "--columns", "kind, storage", "--json").stdout)
    assert shape["columns"][-2:] == ["kind", "storage"]
