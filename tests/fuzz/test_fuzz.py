"""Damaged files over all parsers: no crash, no hang, no lie; each failure is one of our errors.

A few files are read in every run, the same ones each time; 2,000 with ALIQUOT_SLOW=1, and any
number with `python benchmarks/fuzz.py`.
"""

from __future__ import annotations

import hashlib
import os
import resource
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import pytest

from aliquot.backends import BACKENDS
from fuzz import PARENT_MIB, Seed, damaged, fuzz, seeds
from fuzzing.damage import DAMAGES, mutate

# Chosen so that the run takes under 20 s of CPU; every format comes four times.
COUNT = 150
SLOW_COUNT = 2_000


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Seed]:
    return seeds(tmp_path_factory.mktemp("seeds"))


def test_there_is_a_seed_for_every_parser(sources: Sequence[Seed]) -> None:
    assert {seed.format for seed in sources} == set(BACKENDS["parsers"])


def test_damage_can_be_made_again_from_its_number_at_any_time(
    sources: Sequence[Seed], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [(label, data) for label, _, data in damaged(sources, 40, seed=3)]
    monkeypatch.setattr("time.time", lambda: 1_000_000_000.0)
    again = [(label, data) for label, _, data in damaged(sources, 40, seed=3)]
    other = [(label, data) for label, _, data in damaged(sources, 40, seed=4)]
    # Compared by digest: a difference of binary files cannot be read.
    assert digests(first) == digests(again)
    assert digests(first) != digests(other)


def digests(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, str]]:
    return [(label, hashlib.sha256(data).hexdigest()) for label, data in files]


def test_every_kind_of_damage_is_done(sources: Sequence[Seed]) -> None:
    labels = " ".join(label for label, _, _ in damaged(sources, SLOW_COUNT, seed=1))
    assert all(name in labels for name in DAMAGES)


@pytest.mark.parametrize("name", sorted(DAMAGES))
def test_nothing_is_too_small_to_be_damaged(name: str) -> None:
    for data in (b"", b"x", b"PK\x03\x04"):
        assert isinstance(DAMAGES[name](data, Random(1)), bytes)
        assert isinstance(mutate(data, [b"", b"other"], Random(2))[0], bytes)


def run(sources: Sequence[Seed], folder: Path, count: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    findings = fuzz(sources, folder, count=count)
    gained_mib = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert findings.broken == []
    assert gained_mib < PARENT_MIB
    # Damage that nothing survives would prove nothing.
    assert findings.outcomes["read"] > count / 4


def test_damaged_files_break_no_promise(sources: Sequence[Seed], tmp_path: Path) -> None:
    run(sources, tmp_path, COUNT)


@pytest.mark.slow
@pytest.mark.timeout(3_000)
@pytest.mark.skipif(not os.environ.get("ALIQUOT_SLOW"), reason="set ALIQUOT_SLOW=1 to run it")
def test_two_thousand_damaged_files_break_no_promise(
    sources: Sequence[Seed], tmp_path: Path
) -> None:
    run(sources, tmp_path, SLOW_COUNT)
