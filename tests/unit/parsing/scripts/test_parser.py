"""Analysis scripts: what they say of themselves, and their functions by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.errors import ParseError
from aliquot.parsing.sniff import sniff
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus


def parse(tmp_path: Path, name: str, source: str) -> Document:
    path = tmp_path / name
    path.write_text(source, "utf-8")
    assert sniff(path) == "script"
    [document] = load("parsers", "script")().parse(path)
    return document


def headings(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.HEADING]


def test_python_functions_are_code_under_their_names(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        "count.py",
        '"""Count colonies."""\nimport numpy\n\n@cache\ndef count(img):\n'
        '    """Return a number."""\n'
        "    return img  # all\n\ncount(1)\n",
    )
    assert document.kind is DocumentKind.NOTES
    assert headings(document) == ["count.py", "count", "Script"]
    assert [b.text for b in document.blocks if b.type is BlockType.PARAGRAPH] == [
        "Count colonies.",
        "Return a number.",
    ]
    code = [b.text for b in document.blocks if b.type is BlockType.CODE]
    assert code[0] == "import numpy"
    assert code[1].startswith("@cache\ndef count(img):")
    assert code[2] == "count(1)"


def test_r_script_has_chapters_and_functions(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        "norm.R",
        "# Normalise plates, 2023-04-01\nlibrary(dplyr)\n#### Load data ####\nx <- 1\n"
        "norm <- function(x) {\n  x\n}\n",
    )
    assert headings(document) == ["norm.R", "Load data", "norm"]
    assert document.blocks[1].text == "Normalise plates, 2023-04-01"
    assert document.year == 2023


@pytest.mark.parametrize("name", ["align.sh", "align"])
def test_shell_script_is_told_by_name_or_first_line(tmp_path: Path, name: str) -> None:
    document = parse(tmp_path, name, "#!/bin/bash\n# Align reads\nbwa mem ref.fa\n")
    assert [b.text for b in document.blocks[1:]] == ["Align reads", "bwa mem ref.fa"]


def test_broken_python_is_partial(tmp_path: Path) -> None:
    document = parse(tmp_path, "old.py", 'print "old"\n')
    assert (document.status, len(document.warnings)) == (DocumentStatus.PARTIAL, 1)


def test_script_of_comments_alone_is_still_read(tmp_path: Path) -> None:
    assert parse(tmp_path, "a.R", "# 抽出手順の解析\n").language == "ja"


def test_blank_script_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.R"
    path.write_text("\n \n", "utf-8")
    with pytest.raises(ParseError):
        load("parsers", "script")().parse(path)
