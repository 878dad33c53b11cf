"""How often does a library refuse what nothing in it answers, and answer what something does?

The questions of `aliquot eval refusal`: made of the library by rules and a seed, without labels.
Prints rates with 95 % Wilson intervals by set and kind; the result holds every question.

    python benchmarks/refusal_items.py --library DIR [--count 100] [--seed 0] [--save]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from aliquot import Library
from aliquot.analysis.content_words import content_terms
from aliquot.evaluation.refusal import RefusalReport, ask_items
from aliquot.evaluation.refusal_items import build_items
from record import save


def measure(library: Library, count: int, seed: int) -> RefusalReport:
    """Build the sets and ask every question once."""
    items = build_items(library, count, seed=seed)
    return ask_items(
        items,
        lambda asked, where: library.ask(asked, where, keep=False),
        terms_of=content_terms,
    )


def show(report: RefusalReport) -> None:
    """Print the table."""
    for which, rate in report.sets().items():
        bounds = f"{rate.low:.3f} to {rate.high:.3f}"
        print(f"{which:<24} n={report.counts()[which]:<5} right={rate.figure:.3f} ({bounds})")
    for names, rate in report.kinds().items():
        print(f"  {' '.join(names):<24} right={rate.figure:.3f}")


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True, help="made by questions.py")
    parser.add_argument("--count", type=int, default=100, help="questions of each set")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    with Library.open(options.library) as library:
        report = measure(library, options.count, options.seed)
    show(report)
    if options.save:
        asked = {"count": options.count, "seed": options.seed}
        print(f"saved {save('refusal_items', asked | report.shape())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
