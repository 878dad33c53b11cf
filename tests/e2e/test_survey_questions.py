"""Fresh questions to every shared file, which rules were mended by: minutes of reading.

ALIQUOT_SLOW=1 python -m pytest tests/e2e/test_survey_questions.py
"""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot import Library

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        os.environ.get("ALIQUOT_SLOW") != "1", reason="takes minutes; ALIQUOT_SLOW=1 runs it"
    ),
]

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
CONFIG = {"embedding": {"legs": ["fake"]}}
# Issue 6, "Must show": precision and recall over the expected documents.
LEAST = 0.9


@pytest.fixture(scope="module")
def library(shared_dev: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.create(tmp_path_factory.mktemp("survey"), CONFIG) as opened:
        opened.add(shared_dev.resolve())
        yield opened


@pytest.fixture(scope="module")
def judging() -> dict[str, Any]:
    return runpy.run_path(str(BENCHMARKS / "survey_fresh.py"))


def test_the_documents_named_and_left_out_are_those_a_reader_finds(
    library: Library, judging: dict[str, Any]
) -> None:
    asked = judging["questions"](judging["QUESTIONS"])
    results = judging["summary"](judging["judged"](library, asked))
    assert min(results["precision"], results["recall"]) >= LEAST


def test_questions_to_every_document_are_told_from_others(
    library: Library, judging: dict[str, Any]
) -> None:
    asked = judging["questions"](judging["RECOGNITION"], "tune")
    found = judging["recognised"](library, asked)
    assert found["recall"] >= LEAST
    assert found["false alarms"] == 0
