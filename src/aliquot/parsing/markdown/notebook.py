"""Read Jupyter notebooks: explanations, code and text output.

What enters: a notebook of format 3 or 4. What leaves: one `Document`, which says in its warnings
how many pictures were left out and how many outputs were shortened.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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

# Output is evidence when it is a result and noise when it is a log; results are short. Of a log
# the end is kept too: what a run came to stands there.
OUTPUT_CHARS = 2_000
END_CHARS = 500
# A data frame is shown by its first and last rows; its markup takes ten times the space.
RICH_CHARS = 60_000
TABLE = re.compile(r"<table\b", re.I)
OUTPUT_FLAG = "output"
PICTURES = "Pictures in outputs were left out"
SHORTENED = "Long outputs were shortened to their beginning and end"
TERMINAL_CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# A progress bar returns to the line's start and writes over what stood there.
OVERWRITTEN = re.compile(r"^[^\n]*\r(?=[^\r\n])", re.M)
# How Python shows a thing that has no text: <matplotlib.figure.Figure at 0x7fb8d99567d0>,
# <IPython.core.display.HTML object>, <Figure size 640x480 with 1 Axes>.
BARE_OBJECT = re.compile(
    r"[\[(]*<[\w.]+(?:[^<>]* at 0x[0-9a-f]+| object| size [\d.]+x[\d.]+[^<>]*)>[\s,\])]*", re.I
)
# What outputs are called in format 3, and since.
KINDS = {"html": "text/html", "text": "text/plain", "png": "image/png", "svg": "image/svg+xml"}


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
        dropped: Counter[str] = Counter()
        for cell in _cells(notebook):
            front = front if front != MarkdownFront() else _front_matter(cell)
            _write_cell(out, cell, dropped)
        return [_closed(out, path, metadata, front, _warnings(dropped))]


def _warnings(dropped: Mapping[str, int]) -> Iterator[str]:
    return (f"{what}: {count}." for what, count in sorted(dropped.items()) if count)


def _closed(
    out: DocumentBuilder,
    path: Path,
    metadata: Mapping[str, Any],
    front: MarkdownFront,
    warnings: Iterable[str],
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
        warnings=warnings,
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


def _write_cell(out: DocumentBuilder, cell: Mapping[str, Any], dropped: Counter[str]) -> None:
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
                _write_output(out, output, dropped)
    elif kind == "raw" and _front_matter(cell) == MarkdownFront():
        out.paragraph(text)


def _write_output(out: DocumentBuilder, output: Mapping[str, Any], dropped: Counter[str]) -> None:
    data = _data(output)
    dropped[PICTURES] += any(kind.startswith("image/") for kind in data)
    if _write_rich(out, data):
        return
    text = _printed(data.get("text/plain"))
    if output.get("output_type") in ("error", "pyerr"):
        text = f"{output.get('ename', '')}: {output.get('evalue', '')}".strip(": ")
    if not text or BARE_OBJECT.fullmatch(text):
        return
    dropped[SHORTENED] += len(text) > OUTPUT_CHARS
    out.add(BlockType.CODE, _shortened(text), flags=(OUTPUT_FLAG,))


def _data(output: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an output by media type; format 3 and printed lines have it beside the other keys."""
    data = output.get("data")
    if isinstance(data, dict):
        return data
    return {kind: output[name] for name, kind in KINDS.items() if name in output}


def _printed(shown: Any) -> str:
    """Return printed text as a notebook shows it, without colours and what was written over."""
    text = TERMINAL_CODE.sub("", _text(shown)).replace("\r\n", "\n")
    return OVERWRITTEN.sub("", text).replace("\r", "").strip()


def _shortened(text: str) -> str:
    """Return the first and the last lines of a long output."""
    if len(text) <= OUTPUT_CHARS:
        return text
    head = text[: OUTPUT_CHARS - END_CHARS].rsplit("\n", 1)[0]
    end = text[-END_CHARS:]
    return "\n".join([head, "...", end.partition("\n")[2] or end])


def _write_rich(out: DocumentBuilder, data: Mapping[str, Any]) -> bool:
    """Write a table or text of an output as what it is; tell whether there was one."""
    html, markdown = _text(data.get("text/html")), _text(data.get("text/markdown"))
    plain = _text(data.get("text/plain")).strip()
    has_text = bool(plain) and not BARE_OBJECT.fullmatch(plain)
    before = len(out)
    if html and len(html) <= RICH_CHARS and (TABLE.search(html) or not has_text):
        write_html(out, html)
        out.mark_last(OUTPUT_FLAG)
    elif markdown and len(markdown) <= RICH_CHARS:
        write_markdown(out, markdown)
        out.mark_last(OUTPUT_FLAG)
    return len(out) > before


def _text(value: Any) -> str:
    """Return a cell's text, stored as one string or as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")
