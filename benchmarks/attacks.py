"""How many false statements are caught, and how many true ones rejected?

True statements are sentences of the development files and paraphrases of them written by hand;
each is made false in every way of `attacking.corruptions` that it offers a place for. Half of the
files, by the hash of their names, were held out until 2026-11-30, as was `second set`, paraphrases
in both languages and across them; `third set` is since. Reported by kind and origin, with the gate
that caught, and once more over the true statements alone that pass; `--show` prints what slipped
through or was rejected, of the first half and the second set.

    python benchmarks/attacks.py [--show N] [--save]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from aliquot.generation.verify import Verifier
from aliquot.types import Verification
from attacking.corruptions import CORRUPTIONS
from attacking.pairs import DEV, Pair, cited, crossing, is_held_out, pairs_of, second_set, third_set
from record import save

SEED = 5
# What gates are developed on, and may be looked at.
SHOWN = {"development", "second set"}


def attacks(pairs: Sequence[Pair], pool: Sequence[Pair]) -> Iterator[tuple[str, Pair, Pair]]:
    """Yield the kind, a pair, and the pair made false; always the same ones."""
    for pair in pairs:
        for kind, corrupt in CORRUPTIONS.items():
            rng = random.Random(f"{SEED} {kind} {pair.text}")
            false = corrupt(pair, pool, rng)
            if false is not None and _given(false) != _given(pair):
                yield kind, pair, false


def _given(pair: Pair) -> tuple[str, str, str]:
    return pair.text, pair.quote, pair.chunk.id


def judged(pair: Pair, verifier: Verifier) -> Verification:
    """Verify a pair with its chunk at hand."""
    return verifier.verify(cited(pair), {pair.chunk.id: pair.chunk})


def measure(
    pairs: Sequence[Pair], verifier: Verifier, show: int = 0
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return counts, and examples of what went wrong by kind.

    A gate that rejects everything catches everything: what is caught is counted once more over
    the pairs alone that are accepted while they are true.
    """
    accepted: set[int] = set()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        checked = judged(pair, verifier)
        name = f"true, {pair.origin}"
        counts[name]["n"] += 1
        counts[name]["rejected"] += not checked.passed
        if checked.passed:
            accepted.add(id(pair))
        else:
            reasons = "; ".join(checked.removed.reasons)
            wrong[name].append(f"{reasons}\n  S {pair.text}\n  Q {' '.join(pair.quote.split())}")
    for kind, pair, false in attacks(pairs, pairs):
        checked = judged(false, verifier)
        name = f"{kind}, {false.origin}"
        counts[name]["n"] += 1
        counts[name]["caught"] += not checked.passed
        counts[name]["n of accepted"] += id(pair) in accepted
        counts[name]["caught of accepted"] += id(pair) in accepted and not checked.passed
        for gate in checked.removed.failed_gates:
            counts[name][f"by {gate}"] += 1
        if checked.passed:
            wrong[name].append(f"\n  S {false.text}\n  Q {' '.join(false.quote.split())}")
    return {name: dict(sorted(one.items())) for name, one in sorted(counts.items())}, wrong


def main() -> int:
    """Measure, print and perhaps keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--only", default="", help="show kinds that begin so")
    parser.add_argument("--dev", action="store_true", help="leave the third set alone")
    parser.add_argument("--save", action="store_true")
    arguments = parser.parse_args()
    if not DEV.exists():
        sys.exit("the development files are not here")
    pairs = pairs_of()
    halves = {
        "development": [*(one for one in pairs if not is_held_out(one.file)), *crossing()],
        "held out": [one for one in pairs if is_held_out(one.file)],
    }
    halves["second set"] = second_set()
    if not arguments.dev:
        halves["third set"] = third_set()
    result: dict[str, Any] = {}
    for half, own in halves.items():
        started = time.process_time()
        result[half], wrong = measure(own, Verifier())
        result[half]["cpu_seconds"] = round(time.process_time() - started, 1)
        _print(half, result[half])
        if half in SHOWN and arguments.show:
            for name, examples in sorted(wrong.items()):
                if name.startswith(arguments.only):
                    _say(f"## {name}", *examples[: arguments.show])
    if arguments.save:
        _say(str(save("attacks", result)))
    return 0


def _print(half: str, result: dict[str, Any]) -> None:
    _say(half)
    for name, counts in result.items():
        if isinstance(counts, dict):
            hits = counts.get("caught", counts.get("rejected", 0))
            word = "caught" if "caught" in counts else "rejected"
            line = f"  {name:32} {word} {hits:5} of {counts['n']:5}  {hits / counts['n']:.3f}"
            if counts.get("n of accepted"):
                own, n = counts["caught of accepted"], counts["n of accepted"]
                line += f"; of accepted {own:5} of {n:5}  {own / n:.3f}"
            _say(line)


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
