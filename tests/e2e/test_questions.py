"""The questions about the shared files, with the real models: minutes, so only when asked for.

ALIQUOT_SLOW=1 python -m pytest tests/e2e/test_questions.py
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

import pytest

from aliquot import Library
from aliquot.backends import available

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(
        os.environ.get("ALIQUOT_SLOW") != "1", reason="takes minutes; ALIQUOT_SLOW=1 runs it"
    ),
]

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
# Issue 2, "Must show": the English questions over every file.
FILE_HIT = 0.95
EVIDENCE_HIT = 0.87


@pytest.fixture(scope="module")
def scores(shared_dev: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The scores by language and kind, as the benchmark prints them."""
    if not available("embedders", "multilingual-e5-small"):
        pytest.skip("the extra 'multilingual' is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        benchmark = runpy.run_path(str(BENCHMARKS / "questions.py"))
    dev = shared_dev.resolve()
    with Library.create(tmp_path_factory.mktemp("questions")) as library:
        benchmark["read"](library, dev)
        found: dict[str, Any] = benchmark["measure"](library, dev)["scores"]
    return found


def test_english_questions_find_the_right_file(scores: dict[str, Any]) -> None:
    assert scores["language en"]["file@5"] >= FILE_HIT


def test_english_questions_find_the_evidence(scores: dict[str, Any]) -> None:
    assert scores["language en"]["evidence@5"] >= EVIDENCE_HIT
