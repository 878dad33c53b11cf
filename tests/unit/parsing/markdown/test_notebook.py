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


def shown(**data: str) -> dict[str, Any]:
    kinds = {"plain": "text/plain", "html": "text/html", "markdown": "text/markdown"}
    return {
        "output_type": "display_data",
        "data": {kinds.get(name, f"image/{name}"): text for name, text in data.items()},
    }


def outputs(tmp_path: Path, *shown: dict[str, Any]) -> list[str]:
    document = parse(tmp_path, {"cells": [code("x", *shown)]})
    return [block.text for block in document.blocks if "output" in block.flags]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (shown(plain="<IPython.core.display.HTML object>", html="<p>Kept 41 reads</p>"), "Kept 41"),
        (shown(html="<b>Kept 41 reads</b>"), "Kept 41"),
        (
            shown(plain="<IPython.core.display.Markdown object>", markdown="word " * 900),
            "word word",
        ),
        ({"output_type": "pyout", "html": ["<table><tr><td>a</td><td>41</td></tr></table>"]}, "41"),
        ({"output_type": "stream", "name": "stderr", "text": ["Warning: 3 reads"]}, "Warning: 3"),
    ],
    ids=["html", "html alone", "long markdown", "format 3", "stderr"],
)
def test_output_is_read_in_whatever_form_it_has_text(
    tmp_path: Path, output: dict[str, Any], expected: str
) -> None:
    assert expected in " ".join(outputs(tmp_path, output))


def test_progress_shows_its_last_state(tmp_path: Path) -> None:
    text = "Start\r\n  1% (1/3)\r 66% (2/3)\r100% (3/3)\x1b[K\r\nEnd\r"
    assert outputs(tmp_path, stream(text)) == ["Start\n100% (3/3)\nEnd"]


def test_long_output_keeps_its_end_and_says_so(tmp_path: Path) -> None:
    log = "\n".join(f"epoch {number}" for number in range(1_000))
    notebook = {"cells": [code("x", stream(log + "\nAUC 0.93"), stream(log))]}
    document = parse(tmp_path, notebook)
    text = document.blocks[1].text
    assert text.startswith("epoch 0\n")
    assert text.endswith("\nAUC 0.93")
    assert document.warnings == ("Long outputs were shortened to their beginning and end: 2.",)


def test_pictures_left_out_are_counted(tmp_path: Path) -> None:
    figure = shown(plain="<Figure size 640x480 with 1 Axes>", png="AAAA")
    old = {"output_type": "display_data", "png": "AAAA"}
    document = parse(tmp_path, {"cells": [code("x", figure, old)]})
    assert [block.text for block in document.blocks] == ["x"]
    assert document.warnings == ("Pictures in outputs were left out: 2.",)
