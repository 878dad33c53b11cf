"""`kill -9` anywhere loses nothing and leaves nothing half visible.

The rounds are those of `benchmarks/crash_safety.py`; ALIQUOT_CRASH_ROUNDS asks for more of them.
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "crash_safety.py"
SEED = 20_261


def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    rounds = int(os.environ.get("ALIQUOT_CRASH_ROUNDS", "8"))
    run_rounds = runpy.run_path(str(BENCHMARK))["run_rounds"]
    met = list(run_rounds(rounds, SEED, tmp_path))
    assert len(met) == rounds
    assert [one.faults for one in met if one.faults] == []
    assert not all(one.was_late for one in met), "every kill came too late to matter"
