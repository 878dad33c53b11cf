"""What counts as a protocol, and which of its lines are steps."""

from __future__ import annotations

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.markdown.parser import write_markdown
from aliquot.parsing.writing.protocols import recognise_protocol
from aliquot.types import BlockType, Document, DocumentKind


def read(text: str) -> Document:
    out = DocumentBuilder()
    write_markdown(out, text)
    return recognise_protocol(out.build(kind=DocumentKind.NOTES, title=""))


def steps(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.STEP]


def test_numbered_bench_work_is_a_protocol() -> None:
    document = read("# DNA\n\n1. Add 5 µL buffer\n2. Incubate 1 h at 56°C\n3. Spin down")
    assert document.kind is DocumentKind.PROTOCOL
    assert steps(document) == ["1. Add 5 µL buffer", "2. Incubate 1 h at 56°C", "3. Spin down"]


def test_japanese_bench_work_is_a_protocol() -> None:
    document = read("# 抽出手順\n\n1. 緩衝液を加える\n2. 56度で1時間静置する\n3. 遠心する")
    assert document.kind is DocumentKind.PROTOCOL


def test_numbered_agenda_is_not_a_protocol() -> None:
    document = read("# Meeting\n\n1. Budget for 2024\n2. Who presents next\n3. Holidays")
    assert document.kind is DocumentKind.NOTES


def test_software_instructions_are_not_a_protocol() -> None:
    document = read("# Genome browser\n\n1. Click the tab\n2. Choose hg38\n3. Press go")
    assert document.kind is DocumentKind.NOTES


def test_list_of_materials_is_not_steps() -> None:
    document = read(
        "# P\n\n## Materials\n\n* Ethanol 50 mL\n* Tubes\n\n## Steps\n\n1. Add ethanol\n2. Mix"
        "\n3. Spin"
    )
    assert steps(document) == ["1. Add ethanol", "2. Mix", "3. Spin"]


def test_bullets_under_a_step_heading_are_steps() -> None:
    document = read(
        "# Extraction protocol\n\n### Step 1. Lysis\n\n* Add 5 µL\n* Vortex\n\n### Step 2: Spin"
        "\n\n* When clear, spin 5 min"
    )
    assert document.kind is DocumentKind.PROTOCOL
    assert len(steps(document)) == 3


def test_text_is_the_same_whatever_the_kind() -> None:
    document = read("# DNA\n\n1. Add 5 µL\n2. Incubate\n3. Spin")
    assert all(block.text == block.span.of(document.text) for block in document.blocks)
