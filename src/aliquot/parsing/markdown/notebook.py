"""Read Jupyter notebooks: explanations, code and text output.

What enters: a notebook of format 3 or 4. What leaves: one `Document`; pictures are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_json
from aliquot.parsing.html.body import write_html
from aliquot.parsing.markdown.front_matter import MarkdownFront, split_front_matter
from aliquot.parsing.markdown.parser import write_markdown
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.provenance import found_in
from aliquot.types import BlockType, Document

__all__ = ["NotebookParser"]

# Output is evidence when it is a result and noise when it is a log; results are short.
OUTPUT_CHARS = 2_000
# A data frame is shown by its first and last rows; its markup takes ten times the space.
TABLE_CHARS = 60_000
TABLE = re.compile(r"<table\b", re.I)
OUTPUT_FLAG = "output"
TERMINAL_CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# How Python shows a thing that has no text: <matplotlib.figure.Figure at 0x7fb8d99567d0>.
BARE_OBJECT = re.compile(r"[\[(]*<[\w.]+[^<>]* at 0x[0-9a-f]+>[\s,\])]*", re.I)


class NotebookParser:
    """Parse Jupyter notebooks."""

    name = "notebook"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the notebook as one document.

        Raises:
            ParseError: The file is not JSON, holds no cells, or only empty ones.
        """
        notebook = read_json(path)
        if not isinstance(notebook, dict):
            raise ParseError(
                "The JSON is not a notebook.",
                source=str(path),
                hint="Open it in Jupyter and save it again.",
            )
        metadata = notebook.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        out = DocumentBuilder()
        front = MarkdownFront()
        for cell in _cells(notebook):
            front = front if front != MarkdownFront() else _front_matter(cell)
            _write_cell(out, cell)
        return [_closed(out, path, metadata, front)]


def _closed(
    out: DocumentBuilder, path: Path, metadata: Mapping[str, Any], front: MarkdownFront
) -> Document:
    fields = front.found_in("front matter")
    if not front.title and not front.authors:
        fields = found_in(
            "notebook metadata",
            title=str(metadata.get("title") or ""),
            authors=tuple(_authors(metadata)),
        )
    return close_prose(
        out,
        path,
        language=front.language,
        version=front.version,
        parser=NotebookParser.name,
        parser_version=NotebookParser.version,
        **fields,
    )


def _front_matter(cell: Mapping[str, Any]) -> MarkdownFront:
    """Return what a raw cell states in the way of Quarto."""
    if cell.get("cell_type") != "raw":
        return MarkdownFront()
    return split_front_matter(_text(cell.get("source")).strip() + "\n")[0]


def _cells(notebook: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the cells; format 3 keeps them in worksheets."""
    sheets = notebook.get("worksheets")
    holders = sheets if isinstance(sheets, list) else [notebook]
    for holder in holders:
        cells = holder.get("cells") if isinstance(holder, dict) else None
        yield from (cell for cell in cells or () if isinstance(cell, dict))


def _authors(metadata: Mapping[str, Any]) -> Iterator[str]:
    authors = metadata.get("authors")
    for author in authors if isinstance(authors, list) else ():
        name = author.get("name") if isinstance(author, dict) else author
        if isinstance(name, str) and name.strip():
            yield name.strip()


def _write_cell(out: DocumentBuilder, cell: Mapping[str, Any]) -> None:
    kind = cell.get("cell_type")
    text = _text(cell.get("source", cell.get("input", "")))
    if kind == "markdown":
        write_markdown(out, text)
    elif kind == "heading":
        level = cell.get("level")
        out.heading(text, level if isinstance(level, int) and 0 < level < 7 else 1)
    elif kind == "code":
        out.add(BlockType.CODE, text)
        for output in cell.get("outputs") or ():
            if isinstance(output, dict):
                _write_output(out, output)
    elif kind == "raw" and _front_matter(cell) == MarkdownFront():
        out.paragraph(text)


def _write_output(out: DocumentBuilder, output: Mapping[str, Any]) -> None:
    data = output.get("data")
    if isinstance(data, dict) and _write_rich(out, data):
        return
    shown = data.get("text/plain") if isinstance(data, dict) else output.get("text")
    text = TERMINAL_CODE.sub("", _text(shown)).replace("\r", "").strip()
    if output.get("output_type") in ("error", "pyerr"):
        text = f"{output.get('ename', '')}: {output.get('evalue', '')}".strip(": ")
    if BARE_OBJECT.fullmatch(text):
        return
    if len(text) > OUTPUT_CHARS:
        text = text[:OUTPUT_CHARS].rsplit("\n", 1)[0] + "\n..."
    if text:
        out.add(BlockType.CODE, text, flags=(OUTPUT_FLAG,))


def _write_rich(out: DocumentBuilder, data: Mapping[str, Any]) -> bool:
    """Write a table or text of an output as what it is; tell whether there was one."""
    html, markdown = _text(data.get("text/html")), _text(data.get("text/markdown"))
    before = len(out)
    if TABLE.search(html) and len(html) <= TABLE_CHARS:
        write_html(out, html)
        out.mark_last(OUTPUT_FLAG)
    elif markdown and len(markdown) <= OUTPUT_CHARS:
        write_markdown(out, markdown)
        out.mark_last(OUTPUT_FLAG)
    return len(out) > before


def _text(value: Any) -> str:
    """Return a cell's text, stored as one string or as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")
