"""Evidence the tests of strategies share."""

from __future__ import annotations

import pytest

from aliquot.types import ScoredChunk
from strategy_fakes import A, B, C, ranked


@pytest.fixture
def three() -> list[ScoredChunk]:
    """Evidence of three documents, `a` the best."""
    return ranked((A, 10.0), (B, 9.0), (C, 8.0))
