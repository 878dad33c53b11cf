"""Warnings and tips are blocks of their own behind their step, with its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.markdown.parser import MarkdownParser
from aliquot.parsing.text.parser import TextParser
from aliquot.types import Block, BlockType, Document, DocumentKind

STEPS = "1. Add 5 µL buffer\n2. Incubate 1 h at 56 °C\n{}\n3. Spin down at 5 °C\n"


def read(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "a.txt"
    path.write_text(f"Cloning protocol\n\n{text}", "utf-8")
    [document] = TextParser().parse(path)
    assert document.kind is DocumentKind.PROTOCOL
    assert all(block.text == block.span.of(document.text) for block in document.blocks)
    return document


def notes(document: Document) -> list[tuple[str, str]]:
    return [(b.marker, b.text) for b in document.blocks if b.type is BlockType.NOTE]


def steps(document: Document) -> list[Block]:
    return [b for b in document.blocks if b.type is BlockType.STEP]


@pytest.mark.parametrize(
    "line",
    ["Note: keep cold", "NOTES keep it dry", "CAUTION: phenol burns", "Warning: toxic",
     "Critical step: do not vortex", "▲ CRITICAL STEP do not vortex", "! CAUTION Wear gloves",
     "■ PAUSE POINT Store at -20 °C", "Pause point: store at -20 °C", "Tip: use wide tips",
     "Important: mix well", "N.B.: light sensitive", "Expected result: a white pellet",
     "RESULT Plate with colonies", "Troubleshooting: no pellet, spin again", "注意：泡立てない",
     "【注意】泡立てない", "※遮光する", "警告：有毒", "メモ：遮光する", "(注) 遮光する",
     "Notes 1) If bubbles appear", "SAFETY Note: DO NOT OVERFILL"],
)  # fmt: skip
def test_note_under_a_step_bears_its_number(tmp_path: Path, line: str) -> None:
    document = read(tmp_path, STEPS.format(line))
    assert notes(document) == [("2.", line)]
    assert [step.marker for step in steps(document)] == ["1.", "2.", "3."]


@pytest.mark.parametrize(
    "line",
    ["Note the colour of the pellet", "Stop the pump", "Results are shown in Table 1",
     "Tip the tube gently", "注射器で吸う", "Safety cabinet must be on",
     "Important cells are green"],
)  # fmt: skip
def test_order_is_no_note(tmp_path: Path, line: str) -> None:
    assert notes(read(tmp_path, STEPS.format(line))) == []


def test_note_glued_to_a_step_is_set_apart(tmp_path: Path) -> None:
    document = read(tmp_path, "1. Dry 5 min.NOTES Check it\n2. Add 5 µL\n3. Spin\n")
    assert notes(document) == [("1.", "NOTES Check it")]
    assert steps(document)[0].text == "1. Dry 5 min."


def test_note_without_words_is_dropped(tmp_path: Path) -> None:
    assert notes(read(tmp_path, STEPS.format("NOTES ?"))) == []


def test_label_alone_takes_the_paragraph_under_it(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"# PCR\n\n{STEPS.format('')}\n### Note:\n\nKeep cold.\n", "utf-8")
    [document] = MarkdownParser().parse(path)
    assert notes(document) == [("3.", "Note:\nKeep cold.")]


def test_indented_text_of_an_export_is_no_code(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    text = f"# PCR\n\n{STEPS.format('')}\n### Wash\n\n    NOTES Keep cold.\n\n4. Mix\n"
    path.write_text(text, "utf-8")
    [document] = MarkdownParser().parse(path)
    assert BlockType.CODE not in {block.type for block in document.blocks}
    assert notes(document) == [("", "NOTES Keep cold.")]
