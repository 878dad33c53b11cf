"""Jupyter notebooks of both formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.markdown.notebook import OUTPUT_CHARS, NotebookParser
from aliquot.types import BlockType, Document


def parse(tmp_path: Path, notebook: Any) -> Document:
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(notebook), "utf-8")
    [document] = NotebookParser().parse(path)
    return document


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def stream(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "text": [text]}


def test_cells_become_blocks(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# K-mers\n", "\n", "text"]},
        code("x", stream("3")),
    ]
    document = parse(tmp_path, {"nbformat": 4, "cells": cells})
    assert document.title == "K-mers"
    assert [(b.type, b.text) for b in document.blocks] == [
        (BlockType.HEADING, "K-mers"),
        (BlockType.PARAGRAPH, "text"),
        (BlockType.CODE, "x"),
        (BlockType.CODE, "3"),
    ]
    assert document.blocks[-1].flags == {"output"}


def test_format_3_keeps_cells_in_worksheets(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Counts"]},
        {
            "cell_type": "code",
            "input": ["ls"],
            "outputs": [{"output_type": "pyout", "text": ["5"]}],
        },
    ]
    document = parse(tmp_path, {"nbformat": 3, "worksheets": [{"cells": cells}]})
    assert [b.text for b in document.blocks] == ["Counts", "ls", "5"]


def test_long_and_empty_outputs_are_limited(tmp_path: Path) -> None:
    figure = {"output_type": "execute_result", "data": {"text/plain": "<Figure at 0x7fb8>"}}
    picture = {"output_type": "display_data", "data": {"image/png": "AAAA"}}
    document = parse(
        tmp_path, {"cells": [code("x", figure, picture, stream("line\n" * OUTPUT_CHARS))]}
    )
    assert len(document.blocks) == 2
    assert len(document.blocks[1].text) <= OUTPUT_CHARS + 4


def test_terminal_colours_are_removed(tmp_path: Path) -> None:
    document = parse(tmp_path, {"cells": [code("x", stream("done\x1b[0m\r\n"))]})
    assert document.blocks[1].text == "done"


def test_sequence_in_brackets_is_not_a_colour(tmp_path: Path) -> None:
    document = parse(tmp_path, {"cells": [code("x", stream("a[0] [ACGT] [1]"))]})
    assert document.blocks[1].text == "a[0] [ACGT] [1]"


@pytest.mark.parametrize("notebook", [[], {"cells": []}, {"cells": [None, 3]}, {"cells": "x"}])
def test_notebook_without_cells_is_an_error(tmp_path: Path, notebook: Any) -> None:
    with pytest.raises(ParseError):
        parse(tmp_path, notebook)


def display(**data: str) -> dict[str, Any]:
    named = {name.replace("_", "/"): text for name, text in data.items()}
    return {"output_type": "display_data", "data": named}


def test_data_frames_are_tables(tmp_path: Path) -> None:
    html = "<style>td {}</style><table><tr><th>gene</th></tr><tr><td>TP53</td></tr></table>"
    cells = [code("df", display(text_html=html, text_plain="  gene\n0 TP53"))]
    document = parse(tmp_path, {"nbformat": 4, "cells": cells})
    [table] = [block for block in document.blocks if block.type is BlockType.TABLE]
    assert table.grid == (("gene",), ("TP53",))
    assert "output" in table.flags
    assert document.text.count("TP53") == 1


def test_raw_front_matter_gives_identity_and_is_no_text(tmp_path: Path) -> None:
    raw = {"cell_type": "raw", "source": "---\ntitle: Growth\nauthor: Ann Smith\n---"}
    document = parse(tmp_path, {"nbformat": 4, "cells": [raw, code("x = 1")]})
    assert (document.title, document.authors) == ("Growth", ("Smith, Ann",))
    assert "author:" not in document.text
    assert document.provenance["title"] == "front matter"
