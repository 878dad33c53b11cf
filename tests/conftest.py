"""Fixtures for every test: a small lab of text files, a library over it with a fake embedder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from aliquot.library import Library

settings.register_profile(
    "aliquot",
    deadline=None,  # Shared machines stall; a slow example is not a wrong one.
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("aliquot")

ROOT = Path(__file__).parents[1]
FAKE: Mapping[str, Any] = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}

LAB = {
    "protocols/heat_shock.md": """\
# Heat shock transformation

## Materials

Competent DH5α cells, SOC medium, plates with 100 µg/mL ampicillin.

## Procedure

1. Thaw the cells on ice for 10 min.
2. Add 5 µL of plasmid DNA and wait 30 min on ice.
3. Heat the tube at 42 °C for 45 s without shaking.
4. Add 250 µL SOC medium and shake at 37 °C for 1 h.
""",
    "notes/2024-05_virellin.txt": """\
Virellin trials, May 2024

HEK293T cells tolerate virellin up to 4.7 µM. Above that dose the cells detach within two days.
TP53 levels rose threefold after six hours.
""",
    "notes/培養メモ.md": """\
# 培養メモ

HEK293T細胞は37℃、5%CO2で培養する。継代は三日ごとに行う。
""",
    "tables/doses.csv": "sample,dose_um,viability\nA,0.5,98\nB,4.7,81\nC,9.4,12\n",
    "tables/instrument.json": '{"instrument": "Plate reader", "note": "Gain 80 for lumenin"}\n',
}


def _write_lab(folder: Path, files: Mapping[str, str] = LAB) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def write_lab() -> Callable[..., Path]:
    """Write files (by name, with their text) under a folder, and return the folder."""
    return _write_lab


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A small lab folder: a protocol, notes in two languages, a table, a record."""
    return _write_lab(tmp_path / "lab")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library with the fake embedder."""
    with Library.create(tmp_path / "library", FAKE) as made:
        yield made


@pytest.fixture
def filled(library: Library, lab: Path) -> Library:
    """The library with the small lab in it."""
    library.add(lab)
    return library


@pytest.fixture(scope="session")
def shared_dev() -> Path:
    """Real files of a lab, beside the repository; tests that need them skip without."""
    folder = ROOT.parent / "shared" / "data" / "dev"
    if not folder.is_dir():
        pytest.skip("the shared development files are not beside this repository")
    return folder
