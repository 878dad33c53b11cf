"""False statements made of real files are caught, true ones pass.

A part of what `benchmarks/attacks.py` measures, over files of both halves; see there.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from aliquot.generation.verify import Verifier
from attacking.pairs import DEV, pairs_of
from attacks import measure

pytestmark = pytest.mark.skipif(not DEV.exists(), reason="the development files are not here")

# Papers, a protocol, Japanese notes and a trial: the smallest set with every kind of attack.
FILES = (
    "papers/jats/journal.pmed.1001518.xml",
    "papers/jats/journal.ppat.0020025.xml",
    "papers/jats/journal.pone.0026358.xml",
    "papers/jats/pntd.0002065.nxml",
    "protocols/genner-lab_pcr-dna-barcoding.md",
    "notes/ja/AJACS96_03_morioka.md",
)
# Fewer than this of a kind say nothing of a share.
LEAST = 40
CAUGHT, REJECTED = 0.98, 0.02


@cache
def counts() -> dict[str, Any]:
    pairs = pairs_of([DEV / name for name in FILES])
    return measure(pairs, Verifier())[0]


def test_there_are_hundreds_of_attacks() -> None:
    assert sum(one["n"] for name, one in counts().items() if "caught" in one) >= 200


def test_true_statements_pass() -> None:
    true = [one for name, one in counts().items() if name.startswith("true")]
    assert sum(one["rejected"] for one in true) <= REJECTED * sum(one["n"] for one in true)


@pytest.mark.parametrize(
    "kind", ["number", "unit", "identifier", "negation", "direction", "quote altered",
             "quote swapped", "source", "source and quote"],
)  # fmt: skip
def test_false_statements_are_caught(kind: str) -> None:
    of_kind = [one for name, one in counts().items() if name.split(", ")[0] == kind]
    n = sum(one["n"] for one in of_kind)
    if n < LEAST:
        pytest.skip(f"only {n} attacks of this kind in these files")
    assert sum(one["caught"] for one in of_kind) >= CAUGHT * n
