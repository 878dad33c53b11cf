"""Keep a measurement: one JSON file a benchmark, with commit, machine and date."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

__all__ = ["save"]

RESULTS = Path(__file__).resolve().parent / "results"


def save(name: str, result: dict[str, Any]) -> Path:
    """Write `results/NAME.json` and return its path relative to the repository."""
    root = RESULTS.parent.parent
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    context = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit or "none",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}",
        "python": platform.python_version(),
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    text = json.dumps(context | result, indent=1, ensure_ascii=False, default=str)
    path.write_text(text + "\n", encoding="utf-8")
    return path.relative_to(root)
