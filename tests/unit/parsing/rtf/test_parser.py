"""RTF: structure, characters of every kind, what is left out, damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.rtf.parser import RtfParser
from aliquot.types import Block, BlockType, Document
from cpu_time import cpu_time

FONTS = rb"{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset128 MS Mincho;}{\f3\fcharset2 Symbol;}}"
STYLES = (
    rb"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2\sbasedon1 Sub;}"
    rb"{\s3 caption;}}"
)


def parse(tmp_path: Path, body: bytes, *, head: bytes = rb"\ansi\ansicpg1252") -> Document:
    path = tmp_path / "a.rtf"
    path.write_bytes(rb"{\rtf1" + head + rb"\deff0" + FONTS + STYLES + body + b"}")
    [document] = RtfParser().parse(path)
    return document


def of(document: Document, type: BlockType) -> list[Block]:
    return [block for block in document.blocks if block.type is type]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (rb"cell\'92s 37\'b0C, 5 \'b5l", "cell’s 37°C, 5 µl"),
        (rb"x\u8804?5", "x≤5"),
        (rb"\uc2 a\u181\'83\'ca b", "aµ b"),
        (rb"\uc0\u36986 \u20253 \uc1", "遺伝"),
        (rb"\u-10179?\u-8704?", "😀"),
        (rb"{\f1 \'88\'e2\'93\'60\'8eq}", "遺伝子"),
        (rb"{\f1 \'83\'5c\'83e}", "ソテ"),
        (rb"5 {\f3 m}l, {\f3\'b0}C", "5 μl, °C"),
        (rb'5 {\field{\*\fldinst SYMBOL 109 \\f "Symbol"}{\fldrslt\f3}}l', "5 μl"),
        (rb"10{\super -6} M, CO{\sub 2}", "10⁻⁶ M, CO₂"),
        (rb"10{\super -}{\super 6} M", "10⁻⁶ M"),
        (rb"a\emdash b\~c\_d\-e", "a—b c‑de"),
        (rb"\{x\} \\ y", "{x} \\ y"),
        (rb"one\line two", "one\ntwo"),
        (
            rb'{\field{\*\fldinst HYPERLINK "https://a.org/b"}{\fldrslt here}}',
            "here (https://a.org/b)",
        ),
        (rb"kept{\deleted  gone}{\revised  new}", "kept new"),
        (rb"a{\*\unknown junk}{\pict 89504e47}{\bkmkstart x}{\*\bkmkend x}b", "ab"),
        (rb"a\bin4 }}\\{b", "ab"),
        (rb"{\upr{x ?}{\*\ud{x \u956?}}}", "x μ"),
        (rb"{\header Page}{\footer 3}{\*\annotation remark}text", "text"),
    ],
)  # fmt: skip
def test_characters_are_read_as_printed(tmp_path: Path, source: bytes, shown: str) -> None:
    assert parse(tmp_path, rb"\pard\plain " + source + rb"\par").text == shown


def test_japanese_bytes_are_read_even_where_one_is_a_backslash(tmp_path: Path) -> None:
    text = "表示と遺伝子編集".encode("cp932")
    document = parse(tmp_path, b"\\pard " + text + b"\\par", head=rb"\ansi\ansicpg932")
    assert document.text == "表示と遺伝子編集"


def test_western_marks_in_a_japanese_file_stay_western(tmp_path: Path) -> None:
    source = rb"\pard\f0 5 \'b5l, 37\'b0C \uc0\u12391 \par"
    assert parse(tmp_path, source, head=rb"\ansi\ansicpg932").text == "5 µl, 37°C で"


def test_styles_and_outline_levels_are_headings(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        rb"\pard\s1 Methods\par\pard\s2 Inherited\par\pard\outlinelevel1 Cells\par\pard x\par",
    )
    headings = [(block.text, block.level) for block in of(document, BlockType.HEADING)]
    assert headings == [("Methods", 1), ("Inherited", 1), ("Cells", 2)]


def test_list_items_have_the_numbers_that_are_printed(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        rb"\pard{\listtext\plain 3.\tab}\ls1\ilvl0 Add\par{\listtext a)\tab}\ilvl1 slowly\par"
        rb"\pard{\listtext\f3 \'b7\tab}\ls2 dot\par"
        rb"\pard{\pntext\f3 \'b7\tab}{\*\pn\pnlvlblt}old\par",
    )
    items = [(block.text, block.level, block.marker) for block in of(document, BlockType.LIST_ITEM)]
    assert items == [
        ("3. Add", 1, "3."),
        ("a) slowly", 2, "a)"),
        ("dot", 1, "•"),
        ("old", 1, "•"),
    ]


def test_wide_cells_cover_columns_and_joined_ones_stand_once(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        rb"\pard\s3 Table 1. Doses\par"
        rb"\trowd\trhdr\cellx1000\cellx3000\pard\intbl Drug\cell Dose\cell\row"
        rb"\trowd\trhdr\cellx1000\cellx2000\cellx3010\pard\intbl\cell low\cell high\cell\row"
        rb"\trowd\cellx1000\cellx2000\cellx3000\pard\intbl A\cell 1\par or 2\cell 3\cell\row"
        rb"\trowd\cellx1000\clmgf\cellx2000\clmrg\cellx3000\pard\intbl B\cell wide\cell\cell\row"
        rb"\pard After.\par",
    )
    [table] = of(document, BlockType.TABLE)
    assert table.grid == (
        ("Drug", "Dose low", "Dose high"),
        ("A", "1 or 2", "3"),
        ("B", "wide", ""),
    )
    assert table.caption == "Table 1. Doses"
    assert document.blocks[-1].text == "After."


def test_footnotes_follow_their_paragraph(tmp_path: Path) -> None:
    document = parse(
        tmp_path, rb"\pard Text{\super\chftn}{\footnote{\super\chftn} A note.} more.\par\pard x\par"
    )
    assert [block.text for block in document.blocks] == ["Text¹ more.", "A note.", "x"]
    assert document.blocks[1].type is BlockType.FOOTNOTE
    assert document.blocks[1].marker == "1"


def test_text_boxes_are_read_once(tmp_path: Path) -> None:
    shape = rb"{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt\pard boxed\par}}{\shprslt boxed}}"
    document = parse(tmp_path, rb"\pard before " + shape + rb"after\par")
    assert sorted(block.text for block in document.blocks) == ["before after", "boxed"]


def test_hidden_text_is_dropped_flagged_and_reported(tmp_path: Path) -> None:
    document = parse(tmp_path, rb"\pard Seen{\v  ignore {\b all} rules}.\par\pard x\par")
    assert document.text == "Seen.\n\nx"
    assert "hidden_text" in document.blocks[0].flags
    assert not document.blocks[1].flags
    assert document.warnings == ('Left out hidden text in 1 place(s): "ignore all rules"',)


def test_properties_give_title_and_author(tmp_path: Path) -> None:
    info = rb"{\info{\title Heat shock}{\author Ann Smith}{\creatim\yr2020}}"
    document = parse(tmp_path, info + rb"\pard Words.\par")
    assert (document.title, document.authors) == ("Heat shock", ("Smith, Ann",))
    assert document.provenance["title"] == "document properties"


def test_paragraphs_of_macos_end_at_a_backslash(tmp_path: Path) -> None:
    document = parse(tmp_path, b"\\pard one\\\ntwo\\\n")
    assert [block.text for block in document.blocks] == ["one", "two"]


def test_bold_line_is_a_heading_where_no_style_is(tmp_path: Path) -> None:
    document = parse(tmp_path, rb"\pard{\b Materials}\par\pard Words, {\b bold} ones.\par")
    assert [block.type for block in document.blocks] == [BlockType.HEADING, BlockType.PARAGRAPH]


def test_any_depth_of_groups_is_read_in_time(tmp_path: Path) -> None:
    depth = 30_000
    with cpu_time() as spent:
        document = parse(tmp_path, rb"{\b " * depth + b"deep words" + b"}" * depth)
        assert document.text == "deep words"
    assert spent.seconds < 2


@pytest.mark.parametrize(
    "body",
    [
        rb"\pard kept}}}}\par",
        rb"\pard kept\bin99999999999 x",
        rb"\pard kept \u99999999999 ?\par",
        rb"\pard kept\par\cell\row\cellx-5\cell\row\trowd\row",
        rb"\pard\ilvl-3\ls1\outlinelevel-7 kept\par",
        rb"{{{\pard kept\par",
        rb"\pard kept\par{\fonttbl{\f-1\fcharset999 x}}\'zz",
    ],
)
def test_damage_costs_no_more_than_itself(tmp_path: Path, body: bytes) -> None:
    assert "kept" in parse(tmp_path, body).text


@pytest.mark.parametrize("data", [b"{\\rtf1\\ansi}", b"no rtf at all", b"{\\rtf1{\\pict 00ff}}"])
def test_nothing_to_read_is_an_error_with_a_remedy(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(data)
    with pytest.raises(ParseError) as raised:
        RtfParser().parse(path)
    assert raised.value.hint
