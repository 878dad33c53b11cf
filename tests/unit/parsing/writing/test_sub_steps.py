"""Reagents, cycles and remarks set as headings are parts of their step."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.markdown.parser import MarkdownParser
from aliquot.types import BlockType, Document

SOURCE = "Source: https://www.protocols.io/view/1"
STEPS = "1. Add 5 µL buffer\n2. Incubate 1 h at 56 °C\n3. Spin down at 5 °C"


def read(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "a.md"
    path.write_text(f"# Cloning\n\n{SOURCE}\n\n## Steps\n\n{STEPS}\n\n{text}\n", "utf-8")
    [document] = MarkdownParser().parse(path)
    return document


def headings(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.HEADING]


@pytest.mark.parametrize(
    "line",
    [
        *("a. 2 µL T4 DNA Ligase Buffer", "57 °C for 30 seconds", "Held at 4 °C", "30 cycles"),
        *("Twenty cycles of 95 °C for 15 seconds", "14.880 mL Milli-Q water", "20ul of dye"),
        *("Rat anti-FLAG Tag (1:100 or 10 µL/mL)", "CAT AGT GGG GTA TCT AAT", "NB: store cold"),
        *("Primer barcode 6: CTTGTA", "Note:", "NOTES keep it dry", "RESULT Plate: pYPQ131A"),
        *("keep pestle in rack afterwards", "Open tube carefully without breaking the lid"),
        "Final concentration of 5 μM",
    ],
)
def test_part_of_a_step_is_no_heading(tmp_path: Path, line: str) -> None:
    document = read(
        tmp_path, f"### {line}\n\n4. Go on at 4 °C" if line[0] != "O" else f"### {line}"
    )
    assert headings(document) == ["Cloning", "Steps"]
    assert line in document.text
    assert document.blocks[-1].section_path == ("Cloning", "Steps")


@pytest.mark.parametrize(
    "line",
    [
        *("Quality control, PCR clean-up", "Day 2 - RNase digestion", "Prepare the lysis buffer"),
        *("siRNA transfection", "qPCR with the new primer set", "in vitro transcription of RNA"),
        *("Day 0- Sample preparation for storage at -80", "2 h incubation", "16S amplification"),
    ],
)
def test_name_of_a_section_stays_a_heading(tmp_path: Path, line: str) -> None:
    document = read(tmp_path, f"### {line}\n\n4. Go on at 4 °C")
    assert headings(document)[-1] == line


def test_amount_over_a_list_of_ingredients_is_a_heading(tmp_path: Path) -> None:
    document = read(tmp_path, "## 500 mL LB medium\n\n- 5 g tryptone\n- 2.5 g yeast extract")
    assert headings(document)[-1] == "500 mL LB medium"


def test_label_over_taken_back_reagents_goes_with_them(tmp_path: Path) -> None:
    document = read(tmp_path, "### For 15 samples (1 mL per sample):\n\n### 120 μL 25X SET")
    assert headings(document) == ["Cloning", "Steps"]


def test_blocks_are_slices_of_the_text(tmp_path: Path) -> None:
    document = read(
        tmp_path, "### a. 2 µL buffer\n\n### 57 °C for 30 seconds\n\n### Sequencing\n\nx"
    )
    assert all(block.text == block.span.of(document.text) for block in document.blocks)
    assert document.blocks[-1].section_path == ("Cloning", "Steps", "Sequencing")
