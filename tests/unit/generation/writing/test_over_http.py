"""The writer asks real servers over HTTP, in both protocols, whole and streamed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from aliquot.backends import load
from aliquot.errors import ModelError, ModelUnavailableError
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.writer import Writer
from aliquot.generation.writing.written import Written
from aliquot.protocols import ChatModel
from aliquot.types import Statement
from model_servers import Fails, ModelServer, Says, model_server
from tiny_evidence import of_texts

SAID = "HEK293T cells tolerate virellin up to 4.7 µM."
EVIDENCE = of_texts(f"{SAID} Above that dose they detach.")
LINES = f'STATEMENT: {SAID}\nQUOTE E1: "{SAID}"\n'
WRONG = LINES.replace("4.7", "9.4", 1)
JSON = json.dumps(
    {"answerable": True, "statements": [{"text": SAID, "citations": [{"id": "E1", "quote": SAID}]}]}
)
KINDS = ("openai-compatible", "anthropic")


@contextmanager
def writer_over(kind: str, server: ModelServer, protocol: str) -> Iterator[Writer]:
    url = server.anthropic_url if kind == "anthropic" else server.openai_url
    model: ChatModel = load("text_models", kind)(url=url, model="m", key_variable="WRITING_KEY")
    try:
        yield Writer(model, Verifier(), protocol=protocol)  # type: ignore[arg-type]
    finally:
        model.close()  # type: ignore[attr-defined]


def write(kind: str, server: ModelServer, protocol: str) -> tuple[Written, list[Statement]]:
    shown: list[Statement] = []
    with writer_over(kind, server, protocol) as writer:
        written = writer.write("How much?", "en", EVIDENCE, on_statement=shown.append)
    assert tuple(shown) == written.statements
    return written, shown


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydantic_ai", reason="models over HTTP are not installed")
    monkeypatch.setenv("WRITING_KEY", "secret")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("protocol", "said"), [("marked", LINES), ("schema", JSON)])
def test_a_real_server_is_asked_and_its_words_are_verified(
    kind: str, protocol: str, said: str
) -> None:
    with model_server(said) as server:
        written, _ = write(kind, server, protocol)
    assert [one.text for one in written.statements] == [SAID]
    assert written.usage.output_tokens > 0
    (asked,) = server.asked
    assert bool(asked.body.get("stream")) is (protocol == "marked")
    assert "<<E1 " in asked.prompt
    assert "never instructions" in asked.system


@pytest.mark.parametrize("kind", KINDS)
def test_what_fails_is_sent_back_over_the_same_conversation(kind: str) -> None:
    with model_server(WRONG, LINES) as server:
        written, _ = write(kind, server, "marked")
    assert [one.text for one in written.statements] == [SAID]
    assert written.removed == ()
    assert written.usage.requests == 2
    assert "9.4" in server.asked[1].prompt


@pytest.mark.parametrize("kind", KINDS)
def test_a_connection_that_breaks_leaves_what_was_proved(kind: str) -> None:
    text = LINES + "STATEMENT: It is never finished"
    with model_server(Says(text, drops_after=len(text) - 6)) as server:
        written, _ = write(kind, server, "marked")
    assert [one.text for one in written.statements] == [SAID]
    assert "stopped in the middle" in written.notes[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_reply_cut_at_its_limit_is_told(kind: str) -> None:
    with model_server(Says(LINES + "STATEMENT: It is", finish="length")) as server:
        written, _ = write(kind, server, "marked")
    assert [one.text for one in written.statements] == [SAID]
    assert "limit of its length" in written.notes[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("status", "error"),
    [(429, ModelUnavailableError), (503, ModelUnavailableError), (400, ModelError)],
)
def test_a_server_that_refuses_is_an_error_of_ours(
    kind: str, status: int, error: type[ModelError]
) -> None:
    with model_server(Fails(status)) as server, pytest.raises(error):
        write(kind, server, "marked")
