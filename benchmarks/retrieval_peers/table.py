"""Figures of a system as JSON keeps them, and as a table on the terminal."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from aliquot.evaluation.intervals import Interval
from aliquot.evaluation.report import DECIMALS, System

__all__ = ["COLUMNS", "print_table", "shape_of"]

COLUMNS = ("nDCG@10", "R@10", "R@100", "RR@10")


def shape_of(system: System, base: System | None = None) -> dict[str, Any]:
    """Return means with 95 % intervals, median CPU time, and gains over another system.

    Args:
        system: What was measured.
        base: What it is compared with, on the same queries.
    """
    cpu_ms = [one.cpu_ms for one in system.spent.values()]
    shape: dict[str, Any] = {
        "measures": {name: round(mean, DECIMALS) for name, mean in system.means().items()},
        "intervals": {name: _bounds(one) for name, one in system.intervals().items()},
        "cpu ms p50": round(statistics.median(cpu_ms), 1),
        "cpu ms mean": round(statistics.mean(cpu_ms), 1),
    }
    if base is not None:
        shape["gains"] = {
            name: {"gain": round(one.figure, DECIMALS), "interval": _bounds(one)}
            for name, one in system.gains_over(base).items()
        }
    return shape


def print_table(title: str, systems: Mapping[str, Mapping[str, Any]]) -> None:
    """Print one line a system."""
    print(f"\n{title}\n{'':34}" + "".join(f"{name:>10}" for name in COLUMNS) + f"{'CPU ms':>10}")
    for name, shape in systems.items():
        cells = "".join(f"{shape['measures'][one]:>10.4f}" for one in COLUMNS)
        gain = shape.get("gains", {}).get("nDCG@10")
        beside = f"  {gain['gain']:+.4f} {gain['interval']}" if gain else ""
        print(f"{name:34}{cells}{shape['cpu ms p50']:>10.1f}{beside}", flush=True)


def _bounds(interval: Interval) -> list[float]:
    return [round(interval.low, DECIMALS), round(interval.high, DECIMALS)]
