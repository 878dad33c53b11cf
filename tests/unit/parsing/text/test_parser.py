"""Plain text: paragraphs, steps, careful headings."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.text.parser import TextParser
from aliquot.types import Block, BlockType, Document, DocumentKind


def parse(tmp_path: Path, text: str, encoding: str = "utf-8") -> Document:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    [document] = TextParser().parse(path)
    return document


def items(document: Document) -> list[Block]:
    return [b for b in document.blocks if b.type in (BlockType.STEP, BlockType.LIST_ITEM)]


def headings(document: Document) -> list[str]:
    return [b.text for b in document.blocks if b.type is BlockType.HEADING]


def test_first_line_is_the_title(tmp_path: Path) -> None:
    document = parse(tmp_path, "Immunoprecipitation\n\nWe do this.\n")
    assert document.title == "Immunoprecipitation"
    assert document.blocks[-1].section_path == ("Immunoprecipitation",)


def test_steps_keep_what_follows_them(tmp_path: Path) -> None:
    document = parse(
        tmp_path, "IP\n\n1. Rinse with 5 mL PBS.\nNOTES twice\n2. Spin\n1200s\n3. Freeze\n"
    )
    assert document.kind is DocumentKind.PROTOCOL
    assert [b.text for b in document.blocks[1:]] == [
        "1. Rinse with 5 mL PBS.",
        "NOTES twice",
        "2. Spin\n1200s",
        "3. Freeze",
    ]


def test_empty_item_under_a_heading_leaves_the_heading(tmp_path: Path) -> None:
    document = parse(tmp_path, "T\n\nPREPARATION OF GELS\n1.\n\n2. Add 5 µL\n3. Mix\n4. Spin\n")
    assert headings(document) == ["T", "PREPARATION OF GELS"]
    assert "1." not in document.text


def test_placeholders_of_an_export_are_dropped(tmp_path: Path) -> None:
    document = parse(tmp_path, "T\n\nNone\n1. Add 5 µL\n5amount\nreagents\n2. Mix\n3. Spin\n")
    assert "None" not in document.text
    assert items(document)[0].text == "1. Add 5 µL"


@pytest.mark.parametrize(
    ("line", "marker"),
    [
        ("1. Add", "1."), ("2) Add", "2)"), ("(3) Add", "(3)"), ("2.1 Add", "2.1"),
        ("Step 4: Add", "Step 4:"), ("手順1 加える", "手順1"), ("① 加える", "①"), ("１．", None),
        ("3.5 mL of water", None), ("a) Add", "a)"), ("• Add", "•"), ("- Add", "•"),
        ("1.5 × 10", None), ("6.0 M NaCl", None), ("2019 was warm", None), ("e.g. this", None),
        ("-20 °C overnight", None),
    ],
)  # fmt: skip
def test_numbered_lines(tmp_path: Path, line: str, marker: str | None) -> None:
    document = parse(tmp_path, f"Title line\n\n{line}\n")
    assert [b.marker for b in items(document)] == ([marker] if marker else [])


def test_wrapped_lines_are_one_paragraph_and_short_lines_are_not(tmp_path: Path) -> None:
    wrapped = (
        "These words fill the width of a page that somebody wrapped\n"
        "by hand at sixty characters or so, as editors used to do it\nand end."
    )
    document = parse(tmp_path, f"T\n\n{wrapped}\n\nNaCl 5 g\nTris 2 g\n")
    assert document.blocks[1].text == wrapped.replace("\n", " ")
    assert document.blocks[2].text == "NaCl 5 g\nTris 2 g"


def test_headings_by_underline_capitals_colon_and_before_steps(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        "T\n\nMethods\n=======\nx.\n\nSAMPLE PREPARATION\n\ny.\n\n"
        "Reagents:\n\nz.\n\nWash\n1. Add\n",
    )
    assert headings(document) == ["T", "Methods", "SAMPLE PREPARATION", "Reagents", "Wash"]


@pytest.mark.parametrize("line", ["TP53", "DNA", "IL-6", "See http://a.b:", "It works like this."])
def test_short_lines_are_not_all_headings(tmp_path: Path, line: str) -> None:
    assert headings(parse(tmp_path, f"T\n\n{line}\n\nwords\n")) == ["T"]


def test_indented_sub_steps_are_deeper(tmp_path: Path) -> None:
    document = parse(tmp_path, "T\n\n1. Mix\n   a) buffer\n   b) salt\n2. Spin\n")
    assert [b.level for b in items(document)] == [1, 2, 2, 1]


def test_shift_jis_note_is_read(tmp_path: Path) -> None:
    document = parse(
        tmp_path, "抽出手順\n\n1. 緩衝液を5 mL加える\n2. 静置する\n3. 遠心する\n", "cp932"
    )
    assert (document.language, document.kind) == ("ja", DocumentKind.PROTOCOL)
    assert document.title == "抽出手順"


def test_long_lines_and_many_lines_stay_fast(tmp_path: Path) -> None:
    parse(tmp_path, "word " * 400_000)
    parse(tmp_path, "\n".join(f"{n}. add {n} ml" for n in range(5000)))
