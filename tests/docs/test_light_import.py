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
# A person notices a command line from about 0.3 s on.
LIMIT_CPU_S = 0.3

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


@pytest.mark.parametrize("code", [IMPORT, HELP], ids=["import", "help"])
def test_start_is_quick(code: str) -> None:
    times = [child_cpu_s([sys.executable, "-c", code]) for _ in range(5)]
    assert statistics.median(times) <= LIMIT_CPU_S
