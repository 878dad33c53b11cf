"""Answers a language model writes, from the question to the page, over a real local server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot import Library
from aliquot.errors import ConfigError, ModelUnavailableError
from aliquot.types import Answer, Gate, RefusalKind, Statement
from model_servers import AskedModel, Call, Fails, ModelServer, Says, model_server

NOTE = (
    "# Storage of Lumen buffer\n\nLumen buffer is stored at 4 °C for no longer than 14 days."
    " It fades when frozen.\n\n# Preparation\n\nLumen buffer holds 20 mM Tris and 150 mM NaCl."
)
QUESTION = "How is Lumen buffer stored?"
SENTENCE = "Lumen buffer is stored at 4 °C for no longer than 14 days."


def marked(text: str, quote: str = SENTENCE, label: str = "E1") -> str:
    return f'STATEMENT: {text}\nQUOTE {label}: "{quote}"\n'


def structured(text: str, quote: str = SENTENCE) -> str:
    citations = [{"id": "E1", "quote": quote}]
    return json.dumps({"answerable": True, "statements": [{"text": text, "citations": citations}]})


def in_form(text: str, quote: str = SENTENCE) -> Callable[[AskedModel], str]:
    """Say a statement as the request wants it: as JSON or as marked-up lines."""

    def say(asked: AskedModel) -> str:
        wants_json = "JSON object" in asked.prompt
        return structured(text, quote) if wants_json else marked(text, quote)

    return say


@pytest.fixture
def make_library(tmp_path: Path) -> Callable[..., Library]:
    def make(server: ModelServer | None = None, **model: Any) -> Library:
        (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
        url = {} if server is None else {"url": server.openai_url}
        config = {
            "embedding": {"legs": ["fake"]},
            "ingest": {"workers": 1},
            "model": {"name": "openai-compatible:m", "timeout_s": 5} | url | model,
        }
        library = Library.create(tmp_path / "library", config)
        library.add(tmp_path / "note.md")
        return library

    return make


def test_a_written_answer_is_cited_and_verified(make_library: Callable[..., Library]) -> None:
    said = "Keep Lumen buffer at 4 °C, for 14 days at most."
    with model_server(in_form(said)) as server, make_library(server) as library:
        answer = library.ask(QUESTION)
    assert not answer.abstained
    assert [one.text for one in answer.statements] == [said]
    (citation,) = answer.statements[0].citations
    assert citation.verified
    assert citation.quote == SENTENCE
    assert {one.gate for one in answer.statements[0].gates} >= {Gate.QUOTE, Gate.NUMBERS}
    assert answer.strategy == "stuff"
    assert answer.usage.requests == 1
    assert answer.usage.cost_usd is None


def test_a_wrong_number_is_sent_back_once_and_then_not_shown(
    make_library: Callable[..., Library],
) -> None:
    wrong = in_form("Lumen buffer is stored at 40 °C for no longer than 14 days.")
    with model_server(wrong) as server, make_library(server) as library:
        answer = library.ask(QUESTION)
        requests = len(server.asked)
    assert requests == 2
    assert answer.abstained
    assert answer.refusal_kind is RefusalKind.UNPROVED
    assert [one.failed_gates for one in answer.removed] == [("numbers",)]


def test_what_is_mended_when_sent_back_is_shown(make_library: Callable[..., Library]) -> None:
    right = "Lumen buffer is stored at 4 °C."
    with (
        model_server(in_form("Lumen buffer is stored at 40 °C."), in_form(right)) as server,
        make_library(server) as library,
    ):
        answer = library.ask(QUESTION)
    assert [one.text for one in answer.statements] == [right]


def test_a_stream_shows_only_verified_statements_and_ends_with_the_answer(
    make_library: Callable[..., Library],
) -> None:
    lines = marked(SENTENCE) + marked("Lumen buffer boils at 90 °C.", "boils at 90 °C")
    with model_server(lines, "NO ANSWER") as server, make_library(server) as library:
        parts = list(library.stream(QUESTION))
    assert [one.text for one in parts[:-1] if isinstance(one, Statement)] == [SENTENCE]
    assert isinstance(parts[-1], Answer)
    assert [one.text for one in parts[-1].statements] == [SENTENCE]
    assert len(parts[-1].removed) == 1


def test_a_model_that_finds_no_answer_makes_a_refusal(
    make_library: Callable[..., Library],
) -> None:
    none = json.dumps({"answerable": False, "statements": []})
    with (
        model_server(
            lambda asked: none if "JSON object" in asked.prompt else "NO ANSWER"
        ) as server,
        make_library(server) as library,
    ):
        answer = library.ask("Which antibody binds Lumen buffer?")
    assert answer.abstained
    assert answer.text == "Not found in our lab's materials."
    assert answer.refusal_kind is RefusalKind.NO_ANSWER
    assert answer.near


def test_a_model_out_of_reach_leaves_sentences_and_says_so(
    make_library: Callable[..., Library],
) -> None:
    with (
        model_server(Fails(503)) as server,
        make_library(server) as library,
    ):
        answer = library.ask(QUESTION)
    assert answer.strategy == "extract"
    assert any("not a written answer" in hint for hint in answer.hints)
    assert answer.statements[0].text.startswith("Lumen buffer is stored at 4 °C")


def test_a_model_that_was_insisted_on_and_is_out_of_reach_is_an_error(
    make_library: Callable[..., Library],
) -> None:
    with (
        model_server(Fails(503)) as server,
        make_library(server) as library,
        pytest.raises(ModelUnavailableError),
    ):
        library.ask(QUESTION, strategy="stuff")


def test_extract_asks_no_model(make_library: Callable[..., Library]) -> None:
    with model_server(Says("no")) as server, make_library(server) as library:
        answer = library.ask(QUESTION, strategy="extract")
        assert not server.asked
    assert answer.strategy == "extract"
    assert answer.usage.requests == 0


def test_a_strategy_without_a_model_says_what_is_missing(tmp_path: Path) -> None:
    with (
        Library.create(tmp_path / "library", {"embedding": {"legs": ["fake"]}}) as library,
        pytest.raises(ConfigError, match="needs a language model"),
    ):
        library.ask(QUESTION, strategy="map")


def test_an_unknown_strategy_names_the_known_ones(make_library: Callable[..., Library]) -> None:
    with model_server(Says("no")) as server, make_library(server) as library:
        with pytest.raises(ConfigError) as caught:
            library.ask(QUESTION, strategy="guess")
        assert "stuff" in caught.value.hint


def test_a_long_reading_says_what_it_takes_before_anything_is_sent(
    make_library: Callable[..., Library],
) -> None:
    with (
        model_server(in_form(SENTENCE)) as server,
        make_library(server, context_tokens=32_000, input_price=1.0, output_price=2.0) as library,
    ):
        expected = library.estimate_long(QUESTION)
        assert not server.asked
        answer = library.ask(QUESTION, strategy="long")
    assert expected.chunks == 1
    assert expected.fits
    assert expected.cost_usd is not None
    assert answer.strategy == "long"
    assert [one.text for one in answer.statements] == [SENTENCE]
    assert answer.usage.cost_usd is not None
    assert answer.usage.cost_usd <= expected.cost_usd


def test_each_document_is_read_apart_and_joined(make_library: Callable[..., Library]) -> None:
    with model_server(in_form(SENTENCE)) as server, make_library(server) as library:
        answer = library.ask(QUESTION, strategy="map")
    assert answer.strategy == "map"
    assert [one.text for one in answer.statements] == [SENTENCE]
    assert answer.confidence is not None


def test_an_agent_looks_things_up_before_it_answers(make_library: Callable[..., Library]) -> None:
    def play(asked: AskedModel) -> str | Says:
        if not asked.tools:
            return in_form("Lumen buffer holds 20 mM Tris.", "20 mM Tris and 150 mM NaCl")(asked)
        if "tool" not in {one["role"] for one in asked.body["messages"]}:
            return Says(calls=[Call("search", {"query": "Lumen buffer preparation Tris"})])
        return "DONE"

    with model_server(play) as server, make_library(server) as library:
        answer = library.ask("What is in Lumen buffer?", strategy="agent")
    assert any("search" in step for step in answer.trace.steps)
    assert [one.text for one in answer.statements] == ["Lumen buffer holds 20 mM Tris."]
