"""How well does `aliquot check` tell what a library supports from what it contradicts?

The claims of `data/check_claims.jsonl` were written by hand from the development files: true
paraphrases; the same with a number, unit, identifier, negation, direction, comparison or pairing
changed; claims whose halves stand in two documents or two chunks; rows of tables; Japanese claims,
over Japanese and over English files; an abstract with marks of citation; and claims that no file
makes. A claim may admit more than one verdict: what a changed identifier is said of may be unknown
here. Half of them, by the hash of their first file, are held out: never looked at one by one.

    python benchmarks/check.py --library FOLDER [--show] [--save]

FOLDER holds the development files (`benchmarks/questions.py --library FOLDER` makes it).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.types import Verdict, VerdictKind
from record import save

CLAIMS = Path(__file__).with_name("data") / "check_claims.jsonl"
SUPPORTED, CONTRADICTED = VerdictKind.SUPPORTED.value, VerdictKind.CONTRADICTED.value
HALVES = ("tuning", "held out")


@dataclass(frozen=True)
class Checked:
    """A claim with its verdict.

    Attributes:
        claim: As it stands in the file of claims.
        verdict: What `check` said.
        cpu_ms: What it took.
    """

    claim: dict[str, Any]
    verdict: Verdict
    cpu_ms: float

    @property
    def said(self) -> str:
        """The verdict's kind."""
        return self.verdict.kind.value

    @property
    def is_right(self) -> bool:
        """Whether the claim admits the verdict."""
        return self.said in self.claim["expected"]

    @property
    def is_well_cited(self) -> bool:
        """Whether a source it names is one the claim was written from."""
        cited = {one.source for one in self.verdict.citations}
        return any(source.endswith(file) for source in cited for file in self.claim["files"])


def checked(library: Library, claims: Iterable[dict[str, Any]]) -> list[Checked]:
    """Check every claim, as a sentence of a draft."""
    found = []
    for claim in claims:
        started = time.process_time()
        (verdict,) = library.check_text(claim["claim"])
        found.append(Checked(claim, verdict, 1000 * (time.process_time() - started)))
    return found


def figures(rows: Sequence[Checked]) -> dict[str, Any]:
    """Return the confusion table and what follows from it."""
    confusion: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        confusion[row.claim["expected"][0]][row.said] += 1
    said = [row for row in rows if row.said == SUPPORTED]
    supported = [row for row in rows if row.claim["expected"] == [SUPPORTED]]
    false = [row for row in rows if row.claim["expected"] == [CONTRADICTED]]
    return {
        "claims": len(rows),
        "confusion": {name: dict(sorted(one.items())) for name, one in sorted(confusion.items())},
        "precision of supported": _share(row.is_right for row in said),
        "recall of supported": _share(row.is_right for row in supported),
        "supported from a right file": _share(row.is_well_cited for row in said),
        "contradicted caught": _share(row.said == CONTRADICTED for row in false),
        "contradicted not supported": _share(row.said != SUPPORTED for row in false),
        "right": _share(row.is_right for row in rows),
    }


def by_kind(rows: Sequence[Checked]) -> dict[str, dict[str, int]]:
    """Count claims and right verdicts by kind and change."""
    groups: dict[str, list[Checked]] = defaultdict(list)
    for row in rows:
        change = row.claim["change"]
        groups[row.claim["kind"] + (f", {change} changed" if change else "")].append(row)
    return {
        name: {
            "n": len(own),
            "right": sum(row.is_right for row in own),
            "wrongly supported": sum(row.said == SUPPORTED and not row.is_right for row in own),
        }
        for name, own in sorted(groups.items())
    }


def _share(found: Iterable[bool]) -> float | None:
    values = list(found)
    return round(sum(values) / len(values), 3) if values else None


def main() -> int:
    """Measure, print and perhaps keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--show", action="store_true", help="print wrong ones of the tuning half")
    parser.add_argument("--half", choices=HALVES, help="measure one half alone")
    parser.add_argument("--only", default="", help="ids to measure, by commas")
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    claims = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    halves = [options.half] if options.half else HALVES
    only = set(options.only.split(",")) - {""}
    chosen = [one for one in claims if one["half"] in halves and (not only or one["id"] in only)]
    with Library.open(options.library) as library:
        library.check(chosen[0]["claim"])  # Models are loaded before anything is timed.
        rows = checked(library, chosen)
    result: dict[str, Any] = {
        half: figures([row for row in rows if row.claim["half"] == half]) for half in halves
    }
    result["all"] = figures(rows)
    result["by kind"] = by_kind(rows)
    times = [row.cpu_ms for row in rows]
    result["cpu ms a sentence"] = {
        "median": round(statistics.median(times)),
        "mean": round(statistics.fmean(times)),
        "most": round(max(times)),
    }
    _print(result)
    if options.show:
        for row in rows:
            if row.claim["half"] == "tuning" and not row.is_right:
                _say(_shown(row))
    if options.save:
        _say(str(save("check", result)))
    return 0


def _print(result: dict[str, Any]) -> None:
    for name, value in result.items():
        _say(name)
        for key, inner in value.items():
            if key == "confusion":
                for expected, said in inner.items():
                    _say(f"  {expected:14} -> {said}")
            else:
                _say(f"  {key:38} {inner}")


def _shown(row: Checked) -> str:
    lines = [f"{row.claim['id']} {row.claim['expected']} but {row.said}: {row.claim['claim']}"]
    lines += [f"    {reason}" for reason in row.verdict.reasons]
    lines += [f"    “{' '.join(one.quote.split())[:300]}”" for one in row.verdict.citations]
    if row.claim["quotes"]:
        lines.append(f"    wanted: {row.claim['quotes']}")
    return "\n".join(lines)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
