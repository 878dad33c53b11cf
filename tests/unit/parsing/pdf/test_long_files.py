"""Long PDFs are read in time that grows with their pages, and in memory that grows with text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .long_pdf import cost_of_reading, write_long_pdf

slow = pytest.mark.skipif(
    os.environ.get("ALIQUOT_SLOW") != "1", reason="takes a minute: set ALIQUOT_SLOW=1"
)
# What the document itself keeps of a character: its text in two copies, and the place of its line.
BYTES_PER_CHARACTER = 12


def test_no_page_of_a_long_file_is_lost(tmp_path: Path) -> None:
    cost = cost_of_reading(write_long_pdf(tmp_path / "long.pdf", 60, lines=12))
    assert cost.pages == 60
    assert cost.cpu_s < 5


@slow
def test_book_of_700_pages_is_read_within_a_minute_and_little_memory(tmp_path: Path) -> None:
    short = cost_of_reading(write_long_pdf(tmp_path / "short.pdf", 100))
    book = cost_of_reading(write_long_pdf(tmp_path / "book.pdf", 700))
    assert book.pages == 700
    assert book.cpu_s < 60
    assert book.cpu_s < 7 * short.cpu_s * 1.5
    kept = [cost.characters * BYTES_PER_CHARACTER // 1024 for cost in (short, book)]
    assert book.peak_kb - kept[1] < 1.5 * (short.peak_kb - kept[0])
