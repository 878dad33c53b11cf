"""OpenDocument presentations: titles, lists, tables and notes by slide."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.opendocument.odp import OdpParser
from aliquot.types import BlockType, Document, DocumentKind
from made_decks import open_presentation

OPEN = """<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">
<office:styles><text:list-style style:name="L1"><text:list-level-style-number text:level="1"
 style:num-format="1" style:num-suffix="."/></text:list-style></office:styles>
<office:body><office:presentation>"""
CLOSE = "</office:presentation></office:body></office:document>"
FRAME = '<draw:frame presentation:class="{}"><draw:text-box>{}</draw:text-box></draw:frame>'


def parse(tmp_path: Path, pages: str) -> Document:
    path = tmp_path / "talk.fodp"
    path.write_text(OPEN + pages + CLOSE, "utf-8")
    [document] = OdpParser().parse(path)
    return document


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def test_slide_has_its_title_text_table_and_notes(tmp_path: Path) -> None:
    listed = "".join(f"<text:list-item>{p(text)}</text:list-item>" for text in ("one", "two"))
    cells = "".join(f"<table:table-cell>{p(text)}</table:table-cell>" for text in "ab")
    document = parse(
        tmp_path,
        "<draw:page>"
        + FRAME.format("title", p("Results"))
        + FRAME.format("footer", p("Lab meeting"))
        + FRAME.format("outline", f'<text:list text:style-name="L1">{listed}</text:list>')
        + f"<draw:g><draw:custom-shape>{p('in a group')}</draw:custom-shape></draw:g>"
        + f"<draw:frame><table:table><table:table-row>{cells}</table:table-row></table:table>"
        + "</draw:frame><presentation:notes>"
        + FRAME.format("notes", p("Say thanks."))
        + "</presentation:notes></draw:page>",
    )
    assert document.kind is DocumentKind.SLIDES
    assert [(block.type, block.text.split("\n---")[0]) for block in document.blocks][:4] == [
        (BlockType.HEADING, "Results"),
        (BlockType.SLIDE, "1. one\n2. two"),
        (BlockType.SLIDE, "in a group"),
        (BlockType.TABLE, "| a | b |\n| --- | --- |"),
    ]
    assert (document.blocks[-1].type, document.blocks[-1].text) == (BlockType.NOTE, "Say thanks.")
    assert document.blocks[-1].pages == (1,)


def test_slides_without_text_are_counted(tmp_path: Path) -> None:
    page = f"<draw:page>{FRAME.format('title', p('One'))}</draw:page>"
    document = parse(tmp_path, f"{page}<draw:page/>")
    assert document.warnings == ("Slides without text, pictures only: 2.",)


def test_pictures_alone_are_an_error_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as raised:
        parse(tmp_path, "<draw:page/>")
    assert raised.value.status == "empty"


def test_what_stands_on_a_slide_has_its_place_in_points(tmp_path: Path) -> None:
    [document] = OdpParser().parse(open_presentation(tmp_path / "talk.odp"))
    assert document.page_size == pytest.approx((793.7, 446.5), abs=0.1)
    boxes = {block.text[:3]: block.locations[0].box for block in document.blocks}
    title, text, note = boxes["ポリプ"], boxes["水槽は"], boxes["餌の話"]
    assert title is not None
    assert (title.x0, title.y1) == pytest.approx((56.7, 96.4), abs=0.1)
    assert text is not None, "groups are looked through"
    assert (text.x0, text.x1) == pytest.approx((56.7, 368.5), abs=0.1)
    assert note is None, "notes stand on a page of their own"


def test_a_shape_without_a_place_is_read_all_the_same(tmp_path: Path) -> None:
    document = parse(tmp_path, f"<draw:page>{FRAME.format('title', p('One'))}</draw:page>")
    assert document.page_size is None
    assert document.blocks[0].pages == (1,)
