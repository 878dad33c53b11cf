"""Columns that only a language model fills: kept, resumed, within a budget, accounted for."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot import Library
from aliquot.errors import ConfigError, ModelError
from aliquot.protocols import ProgressEvent
from aliquot.storage.catalog import Catalog
from aliquot.types import DocumentState, Survey, SurveyBudget
from model_servers import AskedModel, Fails, ModelServer, Says, model_server

QUESTION = "Which documents mention virellin?"
COUNT = 6
SENTENCE = re.compile(r"Virellin was kept at (\d+) °C\.")


def write_notes(folder: Path) -> None:
    folder.mkdir()
    for n in range(COUNT):
        text = f"# Note {n}\n\nVirellin was kept at {n + 3} °C. It was blue."
        (folder / f"note{n}.md").write_text(text, encoding="utf-8")


def say(asked: AskedModel) -> Says:
    """Give the temperature of the one document that is shown."""
    found = SENTENCE.search(asked.prompt)
    assert found is not None
    return says(f"C1: {found[1]} °C", found[0])


def says(text: str, quote: str) -> Says:
    citations = [{"id": "E1", "quote": quote}]
    statements = [{"text": text, "citations": citations}]
    return Says(json.dumps({"answerable": True, "statements": statements}))


def config(server: ModelServer, **model: Any) -> dict[str, Any]:
    named = {"name": "openai-compatible:m", "url": server.openai_url, "parallel": 1, **model}
    return {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}, "model": named}


def variables(server: ModelServer) -> dict[str, str]:
    """Return a config as a process is given it; what overrides settings is not kept in files."""
    return {
        "ALIQUOT_EMBEDDING__LEGS": '["fake"]',
        "ALIQUOT_MODEL__NAME": "openai-compatible:m",
        "ALIQUOT_MODEL__URL": server.openai_url,
        "ALIQUOT_MODEL__PARALLEL": "1",
    }


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(say) as opened:
        yield opened


@pytest.fixture
def library(tmp_path: Path, server: ModelServer) -> Iterator[Library]:
    write_notes(tmp_path / "notes")
    with Library.create(tmp_path / "library", config(server)) as opened:
        opened.add(tmp_path / "notes")
        yield opened


def survey(library: Library, **how: Any) -> Survey:
    return library.survey(QUESTION, ["kept at"], **how)


def temperatures(found: Survey) -> list[str]:
    return sorted(row.values["kept at"] for row in found.rows)


ALL = sorted(f"{n + 3} °C" for n in range(COUNT))


def test_a_column_is_read_in_every_document_and_each_value_cites_its_quote(
    library: Library, server: ModelServer
) -> None:
    found = survey(library)
    assert temperatures(found) == ALL
    for row in found.rows:
        quotes = [one.quote for one in row.citations if one.verified]
        assert any(row.values["kept at"] in quote for quote in quotes)
    assert found.usage.requests == len(server.asked) == COUNT


def test_a_second_run_reads_nothing_and_shows_the_same(
    library: Library, server: ModelServer
) -> None:
    first = survey(library)
    events: list[ProgressEvent] = []
    second = library.survey(f" {QUESTION}  ", ["kept at"], progress=events.append)
    assert len(server.asked) == COUNT
    assert second.rows == first.rows
    assert second.usage.requests == 0
    assert not [one for one in events if one.stage == "read with a model"]
    assert any("had been read before" in note for note in second.notes)


def test_other_columns_are_another_form(library: Library, server: ModelServer) -> None:
    survey(library)
    library.survey(QUESTION, ["colour"])
    assert len(server.asked) == 2 * COUNT


def test_a_changed_document_is_read_again_and_no_other(
    library: Library, server: ModelServer, tmp_path: Path
) -> None:
    survey(library)
    changed = tmp_path / "notes" / "note0.md"
    changed.write_text("# Note 0\n\nVirellin was kept at 99 °C. It was blue.", encoding="utf-8")
    library.sync()
    assert "99 °C" in temperatures(survey(library))
    assert len(server.asked) == COUNT + 1


def test_a_budget_of_documents_is_kept_told_and_gone_on_from(
    library: Library, server: ModelServer
) -> None:
    events: list[ProgressEvent] = []
    found = survey(library, budget=SurveyBudget(documents=2), progress=events.append)
    assert len(found.rows) == len(server.asked) == 2
    coverage = found.coverage
    assert (coverage.in_scope, coverage.read, coverage.skipped) == (COUNT, 2, COUNT - 2)
    assert all("--max-documents" in one.reason for one in coverage.unread)
    told = [(one.done, one.total) for one in events if one.stage == "read with a model"]
    assert told == [(1, 2), (2, 2)]
    again = survey(library, budget=SurveyBudget(documents=3))
    assert len(again.rows) == len(server.asked) == 5
    assert temperatures(survey(library)) == ALL
    assert len(server.asked) == COUNT


def test_a_limited_cost_at_an_unknown_price_is_refused_before_anything_is_sent(
    library: Library, server: ModelServer
) -> None:
    with pytest.raises(ConfigError, match="price"):
        survey(library, budget=SurveyBudget(cost_usd=1.0))
    assert not server.asked


def test_a_limited_cost_ends_the_reading_and_not_the_survey(
    tmp_path: Path, server: ModelServer
) -> None:
    write_notes(tmp_path / "notes")
    # Setting aside a request takes some 1,000 tokens, at a dollar a million.
    settings = config(server, input_price=1.0, output_price=1.0)
    with Library.create(tmp_path / "library", settings) as opened:
        opened.add(tmp_path / "notes")
        found = survey(opened, budget=SurveyBudget(cost_usd=0.0025))
        assert 0 < len(found.rows) < COUNT
        assert found.coverage.skipped == COUNT - len(found.rows)
        assert found.usage.cost_usd is not None
        assert found.usage.cost_usd <= 0.0025
        assert all("budget" in one.reason for one in found.coverage.unread)


def test_a_model_that_fails_midway_leaves_what_was_read(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")
    with (
        model_server(say, say, Fails(401, "who are you")) as failing,
        Library.create(tmp_path / "library", config(failing)) as opened,
    ):
        opened.add(tmp_path / "notes")
        found = survey(opened)
    assert len(found.rows) == 2
    assert found.coverage.skipped == COUNT - 2
    assert {one.state for one in found.coverage.unread} == {DocumentState.SKIPPED}
    assert all(one.reason for one in found.coverage.unread)


def test_a_model_that_never_answers_is_an_error(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")
    with (
        model_server(Fails(401, "who are you")) as failing,
        Library.create(tmp_path / "library", config(failing)) as opened,
    ):
        opened.add(tmp_path / "notes")
        with pytest.raises(ModelError):
            survey(opened)


def test_a_document_its_provider_declines_is_left_and_the_others_read(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")
    with (
        model_server(say, Says("", finish="refused"), say) as declining,
        Library.create(tmp_path / "library", config(declining)) as opened,
    ):
        opened.add(tmp_path / "notes")
        found = survey(opened)
    assert len(found.rows) == COUNT - 1
    assert found.coverage.failed == 1


def test_an_interrupted_run_keeps_what_it_read(library: Library, server: ModelServer) -> None:
    def interrupt(event: ProgressEvent) -> None:
        if event.stage == "read with a model" and event.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey(library, progress=interrupt)
    begun = len(server.asked)
    assert 2 <= begun < COUNT
    assert temperatures(survey(library)) == ALL
    assert len(server.asked) == COUNT


def test_documents_are_read_side_by_side_and_each_once(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")

    def slowly(asked: AskedModel) -> Says:
        time.sleep(0.05)
        return say(asked)

    with (
        model_server(slowly) as slow,
        Library.create(tmp_path / "library", config(slow, parallel=3)) as opened,
    ):
        opened.add(tmp_path / "notes")
        assert temperatures(survey(opened)) == ALL
        assert len(slow.asked) == COUNT
        assert slow.most_at_a_time > 1


def test_without_a_model_the_sentence_that_says_most_stands_in_and_is_told(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")
    settings = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(tmp_path / "library", settings) as opened:
        opened.add(tmp_path / "notes")
        found = survey(opened)
    assert temperatures(found)[0].startswith("Virellin was kept at 3 °C.")
    assert any("no language model is named" in note for note in found.notes)


def test_what_cannot_be_proved_is_told_and_not_shown(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")
    with (
        model_server(says("C1: 77 °C", "Virellin was kept at 77 °C.")) as inventing,
        Library.create(tmp_path / "library", config(inventing)) as opened,
    ):
        opened.add(tmp_path / "notes")
        found = survey(opened)
    assert temperatures(found) == [""] * COUNT
    assert any(note.startswith(f"{COUNT} values could not be proved") for note in found.notes)


def test_not_stated_is_told_apart_from_unproved(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")
    silent = Says(json.dumps({"answerable": False, "statements": []}))
    with (
        model_server(silent) as opened_server,
        Library.create(tmp_path / "library", config(opened_server)) as opened,
    ):
        opened.add(tmp_path / "notes")
        assert temperatures(survey(opened)) == ["not stated"] * COUNT


def test_what_a_record_or_findings_fill_is_not_asked_of_a_model(
    library: Library, server: ModelServer
) -> None:
    found = library.survey(QUESTION, ["kind", "temperature"])
    assert not server.asked
    assert "3 °C (kept)" in {row.values["temperature"] for row in found.rows}


def test_the_question_is_not_kept(library: Library, tmp_path: Path) -> None:
    survey(library)
    catalog = Catalog.at(tmp_path / "library" / "catalog.db")
    with catalog._engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM survey_cells").fetchall()
    catalog.close()
    assert rows
    assert not re.search("mention|virellin|kept", repr(rows))


def test_a_survey_that_is_killed_goes_on_from_where_it_was(tmp_path: Path) -> None:
    write_notes(tmp_path / "notes")

    def slowly(asked: AskedModel) -> Says:
        time.sleep(0.1)
        return say(asked)

    code = (
        "import sys; from aliquot import Library\n"
        "with Library.open(sys.argv[1]) as opened:\n"
        "    opened.survey(sys.argv[2], ['kept at'])\n"
    )
    path = tmp_path / "library"
    with model_server(slowly) as slow:
        with Library.create(path, config(slow)) as opened:
            opened.add(tmp_path / "notes")
        given = [sys.executable, "-c", code, str(path), QUESTION]
        child = subprocess.Popen(given, env={**os.environ, **variables(slow)})
        while len(slow.asked) < 3 and child.poll() is None:
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        child.wait()
        before = len(slow.asked)
        with Library.open(path, config(slow)) as opened:
            assert temperatures(survey(opened)) == ALL
        # Nothing twice but the one that was under way.
        assert 3 <= before <= COUNT
        assert len(slow.asked) <= COUNT + 1
