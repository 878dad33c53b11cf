"""Write long two-column PDFs, and read one in a process of its own to see what that takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from .pdf_pages import PageWriter

__all__ = ["Cost", "cost_of_reading", "write_long_pdf"]

TEXT = (
    "cells of the leaf were kept in cold medium for the whole night and then counted by two "
    "persons who did not know of each other while the medium was changed every day at noon"
)
WORDS = TEXT.split()
LINES, WORDS_PER_LINE = 52, 8
# Measured in a child: memory that the tests before left behind would hide what a page takes.
MEASURE = """
import resource, sys, time
from pathlib import Path
from aliquot.parsing.pdf.parser import PdfParser
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
started = time.process_time()
(document,) = PdfParser().parse(Path(sys.argv[1]))
cpu_s = time.process_time() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(cpu_s, before, peak, len(document.text), document.page_count)
"""


class Cost(NamedTuple):
    """What reading a file took: CPU seconds, memory in kilobytes, and what came of it."""

    cpu_s: float
    before_kb: int
    peak_kb: int
    characters: int
    pages: int


def write_long_pdf(path: Path, pages: int, *, lines: int = LINES) -> Path:
    """Write pages of two columns under a running header, a heading every fifth page."""
    page = PageWriter(path)
    for number in range(pages):
        page.text(70, 40, "Cells in the cold", 8).text(300, 815, str(number + 1), 8)
        if number % 5 == 0:
            page.text(50, 75, f"{number // 5 + 1}. Cells of leaf {number}", 13, "Helvetica-Bold")
        for column in (50, 310):
            for row in range(lines):
                start = (number * 31 + row * 7 + column) % len(WORDS)
                words = [WORDS[(start + step) % len(WORDS)] for step in range(WORDS_PER_LINE)]
                text = " ".join(words) + ("." if row % 6 == 5 else "")
                page.text(column, 95 + 13.5 * row, text, 9.5)
        page.page()
    return page.save()


def cost_of_reading(path: Path) -> Cost:
    """Read a PDF in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True
    )
    cpu_s, before, peak, characters, pages = done.stdout.split()
    return Cost(float(cpu_s), int(before), int(peak), int(characters), int(pages))
