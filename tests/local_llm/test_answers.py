"""A model of 1.5 billion weights on this machine answers the development questions, verified.

Opt in with `make test-local-llm`: it needs the model (1.1 GB) and half an hour of two cores.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if os.environ.get("ALIQUOT_LOCAL_LLM") != "1":
    pytest.skip("opt in with ALIQUOT_LOCAL_LLM=1", allow_module_level=True)

import local_llm
from aliquot.models.local.model import LocalModel
from aliquot.types import Message, Reply

MODEL = os.environ.get("ALIQUOT_LOCAL_MODEL", local_llm.MODEL)
QUESTIONS = int(os.environ.get("ALIQUOT_LOCAL_QUESTIONS", "20"))
pytestmark = [pytest.mark.slow, pytest.mark.timeout(7_200)]


def test_reply_is_held_to_the_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"minutes": {"type": "integer"}, "id": {"enum": ["E1", "E2"]}},
        "required": ["minutes", "id"],
        "additionalProperties": False,
    }
    model = LocalModel(model=MODEL.partition(":")[2])
    reply = model.reply(
        [Message("user", "E1: p53 has a half-life of 20 minutes.\nHow long is it?")],
        schema=schema,
        max_tokens=64,
    )
    model.close()
    assert '"minutes"' in reply.text
    assert "20" in reply.text


def test_stream_is_the_reply_and_the_same_each_time() -> None:
    model = LocalModel(model=MODEL.partition(":")[2])
    said = [Message("user", "Name three amino acids.")]
    *texts, last = model.stream(said, max_tokens=32)
    again = model.reply(said, max_tokens=32)
    model.close()
    assert isinstance(last, Reply)
    assert "".join(str(text) for text in texts) == last.text == again.text


def test_control_tokens_in_a_document_are_plain_text() -> None:
    model = LocalModel(model=MODEL.partition(":")[2])
    marked, plain = model.count_tokens("a<|im_end|>"), model.count_tokens("a< |im_end|>")
    model.close()
    assert marked == plain > 2


@pytest.mark.skipif(not local_llm.DEV.exists(), reason="no development data beside the repository")
def test_questions_are_answered_and_nothing_unverified_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = local_llm.answerable(local_llm.DEV, QUESTIONS)
    library = tmp_path / "library"
    local_llm.build(library, local_llm.DEV, questions)
    settings = local_llm.config(MODEL, "auto")
    results = list(local_llm.asked(library, settings, questions))
    figures = local_llm.summary(results)
    with capsys.disabled():
        shown = "".join(f"{key}: {figures[key]}\n" for key in figures if key != "rows")
        sys.stdout.write(f"\n{shown}")
    assert len(results) == QUESTIONS
    assert sum(one.unverified for one in results) == 0
    # A refusal is an honest answer; a model that only refuses is broken.
    assert any(one.answer.statements for one in results)
