"""`make demo` runs this script: what it imports must be there."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_demonstration_script_loads() -> None:
    script = runpy.run_path(str(ROOT / "examples" / "demo.py"), run_name="demo")
    assert callable(script["main"])
