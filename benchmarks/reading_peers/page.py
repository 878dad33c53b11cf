"""Write the page of the documentation that shows the tables.

What enters: the measured table. What leaves: docs/reading.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reading_peers.measures import LOWER_IS_BETTER

__all__ = ["write_page"]

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reading.md"
HEAD = """\
# How whole each format is read

Written by `python benchmarks/reading.py --save`; do not edit by hand.

Every reader gets the same files. Peers have permissive licences (MIT, BSD, Apache-2.0), run in an
environment of their own and are called as their documentation advises for Markdown; *as is* is the
file's own characters, without a parser. The best of a row is **bold**; a dash means that the reader
has nothing to count. Truths come from small scripts that share no code with the parsers
(`benchmarks/reading_peers/truths.py`): for PDF papers the publisher's JATS, elsewhere the raw file.

What the measures leave out: peers give Markdown, so pages, boxes, typed fields, quantities and what
was dropped are not compared. Values of database records are found by any reader that passes the
characters on; what counts there is whether a value that spans lines stays whole. Some readers
also answer what is not asked here (pictures, OCR, layout models). Not measured: unstructured, which
loads a language model from elsewhere at its first call, and docling's PDF pipeline, whose weights
are not in its package.

Tables called *made* hold one small file that was written for this purpose, because no real one of a
free licence is at hand: they show that a structure survives, not how often.
"""


def write_page(
    table: Mapping[str, Mapping[str, Mapping[str, float | None]]],
    counts: Mapping[str, int],
    pins: Mapping[str, str],
) -> Path:
    """Write the page and return its path relative to the repository."""
    parts = [HEAD]
    parts += [_section(name, counts[name], readers) for name, readers in table.items()]
    versions = ", ".join(f"{name} {pin}" for name, pin in pins.items())
    parts.append(f"## Versions\n\n{versions}.\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    return PAGE.relative_to(ROOT)


def _section(name: str, files: int, readers: Mapping[str, Mapping[str, float | None]]) -> str:
    rows = [
        f"## {name} ({files} file{'s' * (files != 1)})\n",
        "| measure | " + " | ".join(readers) + " |",
        "|---|" + "---:|" * len(readers),
    ]
    for measure in dict.fromkeys(m for values in readers.values() for m in values):
        values = [values.get(measure) for values in readers.values()]
        rows.append(f"| {measure} | " + " | ".join(_cells(measure, values)) + " |")
    return "\n".join(rows) + "\n"


def _cells(measure: str, values: list[float | None]) -> list[str]:
    known = [value for value in values if value is not None]
    best = (min if measure in LOWER_IS_BETTER else max)(known) if known else None
    shown = ["–" if value is None else _number(measure, value) for value in values]
    top = "" if best is None else _number(measure, best)
    # Where all are equal, nobody is best.
    return shown if len(set(shown)) == 1 else [f"**{s}**" if s == top else s for s in shown]


def _number(measure: str, value: float) -> str:
    if measure == "running heads a page":
        return f"{value:.2f}"
    return f"{value:.0f}" if measure == "pages a CPU second" else f"{100 * value:.1f} %"
