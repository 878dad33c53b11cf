"""What the tests of the pages share: where pages are, and a small library to run them in."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# `docs/generate.py` and `docs/capture.py` are scripts beside the pages they write.
sys.path.insert(0, str(ROOT / "docs"))

# Of every kind of file one, so that pages run quickly.
SMALL_LAB = (
    "papers/osei-2022-virellin.pdf",
    "papers/brandt-2025-virellin-phase1.xml",
    "protocols/HL-P02_heat_shock_induction_v1.md",
    "protocols/HL-P02_heat_shock_induction_v2.md",
    "protocols/HL-P03_electroporation_shRNA.docx",
    "protocols/HL-P04_rna_extraction_qpcr.md",
    "protocols/HL-P06_固定と免疫染色.md",
    "slides/2023-11_virellin_programme.pptx",
    "notes/2017-09_collection_trip.md",
    "notes/2021-02_heat_shock_trials.txt",
    "notes/実験ノート_2025-03.md",
    "trials/NCT99000087.json",
    "trials/NCT99000342.json",
    "genes/A0A9Z9LUM1_lumA.json",
)


@pytest.fixture
def lab_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a new folder with `examples/lab`, with an embedder that needs no model."""
    for name in SMALL_LAB:
        place = tmp_path / "examples" / "lab" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "examples" / "lab" / name, place)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    for name in ("ALIQUOT_LIBRARY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path
