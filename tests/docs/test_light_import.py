"""`import aliquot` and `aliquot --help` load nothing heavy and are quick."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Sequence

import pytest

HEAVY = (
    "numpy",
    "sqlalchemy",
    "onnxruntime",
    "tokenizers",
    "lxml",
    "pydantic",
    "tantivy",
    "pypdfium2",
    "usearch",
    "openpyxl",
    "docx",
    "pptx",
)
IMPORT = "import aliquot"
HELP = """
import sys
sys.argv = ["aliquot", "--help"]
from aliquot.cli import main
try:
    main()
except SystemExit:
    pass
"""
LOADED = f"""
import sys
print("loaded:", *[name for name in {HEAVY!r} if name in sys.modules])
"""

resource = pytest.importorskip("resource", reason="CPU time of a child needs POSIX")


def child_cpu_s(arguments: Sequence[str]) -> float:
    """Return the CPU seconds, user and system, of a fresh process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


@pytest.mark.parametrize("code", [IMPORT, HELP], ids=["import", "help"])
def test_nothing_heavy_is_loaded(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code + LOADED], check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1].split() == ["loaded:"]


# What a start takes cannot be had for less than its parts: Python alone, and Typer for commands. Of
# these `import aliquot` takes 2.3 times as much and help 2.1 times, whatever else the machine does;
# NumPy alone would make it 20 and 4, SQLAlchemy more.
@pytest.mark.parametrize(
    ("code", "least", "ratio"),
    [(IMPORT, "", 6.0), (HELP, "import typer", 3.0)],
    ids=["import", "help"],
)
def test_start_takes_little_more_than_its_parts(code: str, least: str, ratio: float) -> None:
    taken = [
        (child_cpu_s([sys.executable, "-c", code]), child_cpu_s([sys.executable, "-c", least]))
        for _ in range(5)
    ]
    assert statistics.median(whole / part for whole, part in taken) <= ratio
