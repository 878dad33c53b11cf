"""A lab of small files, and what becomes of it while a command runs."""

from __future__ import annotations

import random
from pathlib import Path

__all__ = ["FILES", "QUESTIONS", "replace_files", "write_lab"]

FILES = 40
# Enough text for several groups of chunks, so that a kill falls between commits.
PARAGRAPHS = 12
QUESTIONS = ("virellin dose in HEK293T cells", "batch 17 buffer", "サンプル 7 の濃度", "reading 23")
WORDS = ("virellin", "lumenin", "HEK293T", "buffer", "dose", "plate", "cells", "ethanol", "column")


def write_lab(folder: Path) -> Path:
    """Write a lab of small text, Markdown, CSV and JSON files, some alike in title or bytes."""
    choose = random.Random(7)
    folder.mkdir(parents=True)
    for n in range(FILES):
        paragraphs = [_paragraph(choose, n) for _ in range(PARAGRAPHS)]
        match n % 5:
            case 0:
                # Titles repeat, so that ids must be told apart in the same way.
                text, name = f"# Batch {n % 3}\n\n" + "\n\n".join(paragraphs), f"{n:02}.md"
            case 1:
                text, name = "\n\n".join([f"Notes {n}", *paragraphs]), f"{n:02}.txt"
            case 2:
                rows = [f"{choose.choice(WORDS)},{m},{choose.random():.3f}" for m in range(60)]
                text, name = "\n".join(["sample,number,reading", *rows]), f"{n:02}.csv"
            case 3:
                text, name = (
                    f"# サンプル {n}\n\nサンプル {n} の濃度は {n} mM である。",
                    f"{n:02}_試料.md",
                )
            case _:
                text, name = "# The same\n\n" + "Copies are read once.", f"{n:02}_copy.md"
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def replace_files(folder: Path) -> None:
    """Replace notes by longer and shorter ones, take a file away and bring one."""
    choose = random.Random(8)
    for n in range(1, FILES, 5):
        text = "\n\n".join([f"Notes {n}", *(_paragraph(choose, n + 100) for _ in range(n % 17))])
        (folder / f"{n:02}.txt").write_text(text, encoding="utf-8")
    (folder / "02.csv").unlink()
    (folder / "new.md").write_text("# New\n\nA note on lumenin.", encoding="utf-8")


def _paragraph(choose: random.Random, number: int) -> str:
    said = " ".join(choose.choice(WORDS) for _ in range(40))
    return f"Batch {number} began with {said}. It ended with reading {choose.randrange(99)}."
