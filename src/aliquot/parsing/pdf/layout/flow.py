"""Run the passes over the pages of a document: lines in, blocks in reading order out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aliquot.parsing.pdf.layout.abstracts import label_abstract
from aliquot.parsing.pdf.layout.blocks import build_blocks
from aliquot.parsing.pdf.layout.columns import reading_order, usual_gutter
from aliquot.parsing.pdf.layout.furniture import mark_furniture, strip_line_numbers
from aliquot.parsing.pdf.layout.headings import find_headings
from aliquot.parsing.pdf.layout.roles import Body, find_body, mark_cells, mark_roles
from aliquot.parsing.pdf.layout.run_ins import split_run_ins
from aliquot.parsing.pdf.layout.tables import take_tables
from aliquot.parsing.pdf.records import LayoutBlock, Line, Page, Role

__all__ = ["Layout", "lay_out"]


class Layout(NamedTuple):
    """Blocks in reading order, and the style of the body."""

    blocks: list[LayoutBlock]
    body: Body


def lay_out(pages: Sequence[Page]) -> Layout:
    """Return the blocks of a document; lines of `pages` get their roles."""
    for page in pages:
        strip_line_numbers(page)
    mark_furniture(pages)
    body = find_body(pages)
    tables = [table for page in pages for table in take_tables(page, body)]
    captions = {table.caption[0] for table in tables}
    flowing = [
        [line for line in page.lines if line.role is Role.TEXT or line in captions]
        for page in pages
    ]
    usual = usual_gutter(flowing, body.includes)
    flow: list[Line] = []
    for page, lines in zip(pages, flowing, strict=True):
        ordered = reading_order(lines, body.includes, usual=usual)
        mark_cells(ordered, page, body)
        mark_roles(ordered, page, body)
        flow += ordered
    flow = split_run_ins(flow, body)
    headings = find_headings(flow, body)
    return Layout(label_abstract(build_blocks(flow, headings, tables, body), body), body)
