"""Run the passes over the pages of a document: lines in, blocks in reading order out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aliquot.parsing.pdf.layout.abstract_book import (
    Abstract,
    find_abstracts,
    headings_of_book,
)
from aliquot.parsing.pdf.layout.abstracts import label_abstract
from aliquot.parsing.pdf.layout.blocks import build_blocks
from aliquot.parsing.pdf.layout.captions import mark_captions
from aliquot.parsing.pdf.layout.columns import reading_order, usual_gutter
from aliquot.parsing.pdf.layout.drafts import Parts
from aliquot.parsing.pdf.layout.furniture import mark_furniture, strip_line_numbers
from aliquot.parsing.pdf.layout.headings import find_headings
from aliquot.parsing.pdf.layout.labels import join_labels
from aliquot.parsing.pdf.layout.list_items import find_items
from aliquot.parsing.pdf.layout.roles import Body, find_body, mark_cells, mark_roles
from aliquot.parsing.pdf.layout.run_ins import split_run_ins
from aliquot.parsing.pdf.layout.tables import take_sideways, take_tables
from aliquot.parsing.pdf.records import LayoutBlock, Line, Page, Role

__all__ = ["Layout", "lay_out"]


class Layout(NamedTuple):
    """Blocks in reading order, the style of the body, and the abstracts of a conference book."""

    blocks: list[LayoutBlock]
    body: Body
    abstracts: list[Abstract]


def lay_out(pages: Sequence[Page]) -> Layout:
    """Return the blocks of a document; lines of `pages` get their roles."""
    for page in pages:
        strip_line_numbers(page)
    mark_furniture(pages)
    body = find_body(pages)
    tables = take_tables(pages, body)
    captions = {table.caption[0] for table in tables}
    sideways = take_sideways(pages, body)
    flowing = [
        [line for line in page.lines if line.role is Role.TEXT or line in captions]
        for page in pages
    ]
    usual = usual_gutter(flowing, body.includes)
    flow: list[Line] = []
    read = [
        reading_order(join_labels(lines, usual), body.includes, usual=usual) for lines in flowing
    ]
    for page, ordered in zip(pages, mark_captions(read, body), strict=True):
        mark_cells(ordered, page, body)
        mark_roles(ordered, page, body)
        flow += ordered
        flow += (table.caption[0] for table in sideways if table.caption[0].page == page.number)
    flow = split_run_ins(flow, body)
    items = find_items(flow, body)
    headings = find_headings(flow, body, items)
    abstracts = find_abstracts(flow, body)
    if abstracts:
        headings = headings_of_book(abstracts, headings)
    blocks = build_blocks(flow, Parts(headings, [*tables, *sideways], items), body)
    return Layout(blocks if abstracts else label_abstract(blocks, body), body, abstracts)
