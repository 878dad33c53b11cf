"""Write the page of the documentation that shows the tables, from the results that are kept.

What enters: `results/retrieval_*.json`. What leaves: docs/retrieval.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from retrieval_peers.table import COLUMNS

__all__ = ["write_page"]

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "retrieval.md"
TITLES = {"scifact": "SciFact", "pubmedqa": "PubMedQA", "medquad": "MedQuAD"}
# Part of the results, its heading, and the groups of systems in it, in the order of the rows.
OWN = (
    ("finding", "Legs and fusions", ("default", "legs", "fusions")),
    ("rerankers", "Rerankers, on a sample of the queries", ()),
)
HEAD = """\
# How well it finds, and how well others do

Written by `make bench-retrieval`; do not edit by hand.

Three public collections, every document a file that is read like any other, every query asked
through `Library.search`; 100 chunks are asked for, and a document stands where its first chunk
does. *Default* is what a new library does: words, names and both embedders, fused by z-scores.
Gains are in nDCG@10 with 95 % intervals of a bootstrap paired by query: one that does not hold 0 is
a difference, **bold**. CPU is the median of a query in milliseconds, its embedding
included, one process on a shared machine: ratios hold, absolute times do not.
"""
PEERS_HEAD = """\
## Beside others on the same embedder

The first line is Aliquot with words, names and bge-small-en-v1.5 alone; gains are over it, so one
below 0 means that Aliquot is ahead. *Aliquot, default* has a second embedder, which no peer has.
Every peer gets the same vectors of the same int8 model, each text embedded by itself, and is called
as its documentation shows (`benchmarks/retrieval_peers/systems.py` says where). Documents are given
whole; LangChain cuts them at its default of 4,000 characters, LlamaIndex at 1,024 tokens, the
others not at all, Aliquot as it cuts any file. bm25s has no vectors.

Peers were not tuned. Aliquot's settings were chosen with the train claims of SciFact in view, which
are the queries of its table: read that one as flattering Aliquot, and its fusions in particular.
"""


def write_page() -> Path:
    """Write the page from the results that are there; return its path in the repository."""
    parts = [HEAD]
    peers = _results("peers")
    parts += [PEERS_HEAD] * bool(peers)
    parts += [_section(name, one, one["systems"]) for name, one in peers.items()]
    if peers:
        pins = next(iter(peers.values()))["pins"]
        parts.append(f"Versions: {', '.join(f'{name} {pin}' for name, pin in pins.items())}.\n")
    for part, heading, groups in OWN:
        found = _results(part)
        parts += [f"## {heading}\n"] * bool(found)
        for name, one in found.items():
            tables = [one["systems"][group] for group in groups] if groups else [one["systems"]]
            rows = {key: row for table in tables for key, row in table.items()}
            parts.append(_section(name, one, rows))
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    return PAGE.relative_to(ROOT)


def _results(part: str) -> dict[str, dict[str, Any]]:
    """Return what was measured of a part, by collection, where it was."""
    paths = {name: RESULTS / f"retrieval_{part}_{name}.json" for name in TITLES}
    held = {name: path for name, path in paths.items() if path.exists()}
    return {name: json.loads(path.read_text("utf-8")) for name, path in held.items()}


def _section(name: str, result: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]) -> str:
    size = f"{result['queries']} queries"
    size += f", {result['documents']:,} documents" if "documents" in result else ""
    return f"### {TITLES[name]} ({size})\n\n{_table(rows)}\n{_context(result)}\n"


def _table(systems: Mapping[str, Mapping[str, Any]]) -> str:
    best = {name: max(one["measures"][name] for one in systems.values()) for name in COLUMNS}
    rows = [
        "| | " + " | ".join(COLUMNS) + " | gain [95 %] | CPU ms |",
        "|---|" + "---:|" * (len(COLUMNS) + 2),
    ]
    for name, one in systems.items():
        figures = [(one["measures"][column], best[column]) for column in COLUMNS]
        cells = [_marked(f"{mean:.3f}", is_marked=mean == top) for mean, top in figures]
        rows.append(f"| {name} | {' | '.join(cells)} | {_gain(one)} | {one['cpu ms p50']:.1f} |")
    return "\n".join(rows) + "\n"


def _gain(system: Mapping[str, Any]) -> str:
    gain = system.get("gains", {}).get("nDCG@10")
    if gain is None:
        return "–"
    low, high = gain["interval"]
    text = f"{gain['gain']:+.3f} [{low:+.3f}, {high:+.3f}]"
    return _marked(text, is_marked=low > 0 or high < 0)


def _marked(text: str, *, is_marked: bool) -> str:
    return f"**{text}**" if is_marked else text


def _context(result: Mapping[str, Any]) -> str:
    return f"Measured {result['date'][:10]} at {result['commit']} on {result['machine']}."
