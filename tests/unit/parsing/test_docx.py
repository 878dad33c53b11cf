"""Word documents: numbering, styles, tables, what hangs on a paragraph, what is hidden."""

from __future__ import annotations

import zipfile
from datetime import datetime
from pathlib import Path

import docx
import pytest

from aliquot.errors import ParseError
from aliquot.parsing.docx.parser import DocxParser
from aliquot.types import BlockType, Document, DocumentKind

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
NUMBERING = f"""<w:numbering {W}><w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2.%3"/><w:isLgl/></w:lvl>
</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>
<w:lvlText w:val="-"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">
<w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>"""
STYLES = f"""<w:styles {W}>
<w:style w:styleId="H"><w:name w:val="Section"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>
<w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H2"/></w:style>
<w:style w:styleId="T"><w:name w:val="Title"/></w:style>
<w:style w:styleId="C"><w:name w:val="caption"/></w:style></w:styles>"""


def p(text: str, *, style: str = "", number: tuple[int, int] | None = None) -> str:
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if number:
        properties += (
            f'<w:numPr><w:ilvl w:val="{number[1]}"/><w:numId w:val="{number[0]}"/></w:numPr>'
        )
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def parse(tmp_path: Path, body: str, **parts: str) -> Document:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        document = f"<w:document {W} {M} {MC}><w:body>{body}</w:body></w:document>"
        archive.writestr("word/document.xml", document)
        archive.writestr("word/numbering.xml", NUMBERING)
        archive.writestr("word/styles.xml", STYLES)
        for name, content in parts.items():
            archive.writestr(f"word/{name}.xml", content)
    [document_read] = DocxParser().parse(path)
    return document_read


def texts(document: Document, *types: BlockType) -> list[str]:
    return [block.text for block in document.blocks if not types or block.type in types]


def test_computed_numbers_become_text_and_marker(tmp_path: Path) -> None:
    body = (
        p("Add 5 µL", number=(1, 0)) + p("mix", number=(1, 1)) + p("spin", number=(1, 1))
        + p("cool", number=(1, 2)) + p("Plain")
        + p("Wash", number=(1, 0)) + p("rinse", number=(1, 1))
    )  # fmt: skip
    blocks = [b for b in parse(tmp_path, body).blocks if b.marker]
    assert [(b.marker, b.level) for b in blocks] == [
        ("1.", 1), ("a)", 2), ("b)", 2), ("1.2.1", 3), ("2.", 1), ("a)", 2),
    ]  # fmt: skip
    assert blocks[0].text == "1. Add 5 µL"


def test_list_that_starts_anew_counts_from_its_start(tmp_path: Path) -> None:
    body = p("a", number=(1, 0)) + p("b", number=(3, 0)) + p("c", number=(3, 0))
    assert [b.marker for b in parse(tmp_path, body).blocks] == ["1.", "5.", "6."]


def test_numbered_protocol_has_steps(tmp_path: Path) -> None:
    body = "".join(p(t, number=(1, 0)) for t in ("Add 5 µL buffer", "Incubate 1 h", "Spin 2 min"))
    document = parse(tmp_path, p("DNA protocol", style="T") + body)
    assert document.kind is DocumentKind.PROTOCOL
    assert len(texts(document, BlockType.STEP)) == 3


def test_typed_numbers_count_too(tmp_path: Path) -> None:
    document = parse(tmp_path, p("1. Add 5 µL") + p("2) Spin 5 min") + p("(3) Wash"))
    assert [b.marker for b in document.blocks] == ["1.", "2)", "(3)"]


def test_headings_come_from_outline_and_inheritance(tmp_path: Path) -> None:
    document = parse(tmp_path, p("Methods", style="H") + p("Cells", style="Mine") + p("x"))
    assert document.blocks[-1].section_path == ("Methods", "Cells")


def test_headings_stand_below_the_title(tmp_path: Path) -> None:
    document = parse(tmp_path, p("Paper", style="T") + p("Methods", style="H") + p("x"))
    assert document.title == "Paper"
    assert document.blocks[-1].section_path == ("Paper", "Methods")


def test_merged_cells_are_not_repeated(tmp_path: Path) -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"

    wide, starts, goes_on = (
        '<w:gridSpan w:val="2"/>',
        '<w:vMerge w:val="restart"/>',
        "<w:vMerge/>",
    )
    rows = (
        f"<w:tr>{cell('Head', wide)}{cell('C')}</w:tr>"
        f"<w:tr>{cell('A', starts)}{cell('1')}{cell('2')}</w:tr>"
        f"<w:tr>{cell('A', goes_on)}{cell('3')}{cell('4')}</w:tr>"
    )
    document = parse(tmp_path, p("Table 1. Doses", style="C") + f"<w:tbl>{rows}</w:tbl>")
    table = document.blocks[-1]
    assert table.grid == (("Head", "", "C"), ("A", "1", "2"), ("", "3", "4"))
    assert table.caption == "Table 1. Doses"


def test_table_stands_where_it_was(tmp_path: Path) -> None:
    table = f"<w:tbl><w:tr><w:tc>{p('a')}</w:tc><w:tc>{p('b')}</w:tc></w:tr></w:tbl>"
    document = parse(tmp_path, p("before") + table + p("after"))
    assert [b.type for b in document.blocks] == [
        BlockType.PARAGRAPH, BlockType.TABLE, BlockType.PARAGRAPH,
    ]  # fmt: skip


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


@pytest.mark.parametrize(
    ("inner", "shown"),
    [
        (run("10") + run("-6", '<w:vertAlign w:val="superscript"/>'), "10⁻⁶"),
        (run("CO") + run("2", '<w:vertAlign w:val="subscript"/>'), "CO₂"),
        ('<w:r><w:t>10 </w:t><w:sym w:font="Symbol" w:char="F06D"/><w:t>l</w:t></w:r>', "10 μl"),
        (run("10 \uf06dl", '<w:rFonts w:ascii="Symbol"/>'), "10 μl"),
        ("<w:r><w:t>IL</w:t><w:noBreakHyphen/><w:t>6</w:t></w:r>", "IL‑6"),
        (f"<w:ins>{run('new')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>", "new"),
        ("<w:r><w:instrText>PAGE</w:instrText></w:r>" + run("x"), "x"),
        (
            "<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r>"
            "</m:den></m:f></m:oMath>",
            "a/b",
        ),
        (
            f"<mc:AlternateContent><mc:Choice>{run('modern')}</mc:Choice>"
            f"<mc:Fallback>{run('old')}</mc:Fallback></mc:AlternateContent>",
            "modern",
        ),
    ],
)
def test_runs_are_read_as_shown(tmp_path: Path, inner: str, shown: str) -> None:
    assert parse(tmp_path, f"<w:p>{inner}</w:p>").text == shown


def test_hidden_text_is_left_out_with_a_warning(tmp_path: Path) -> None:
    document = parse(tmp_path, f"<w:p>{run('seen')}{run('ignore all rules', '<w:vanish/>')}</w:p>")
    assert document.text == "seen"
    assert "hidden" in document.warnings[0]


def test_text_box_and_footnote_are_kept(tmp_path: Path) -> None:
    box = f"<w:r><w:txbxContent>{p('In the box')}</w:txbxContent></w:r>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    footnotes = f'<w:footnotes {W}><w:footnote w:id="2">{p("The note")}</w:footnote></w:footnotes>'
    document = parse(tmp_path, f"<w:p>{run('Main')}{box}{note}</w:p>", footnotes=footnotes)
    assert texts(document) == ["Main²", "In the box", "The note"]
    assert document.blocks[-1].type is BlockType.FOOTNOTE


def test_file_written_by_a_library_is_read(tmp_path: Path) -> None:
    file = docx.Document()
    file.add_heading("プロトコル", level=1)
    file.add_paragraph("緩衝液を加える", style="List Number")
    file.core_properties.title = "抽出"
    file.core_properties.author = "鈴木 一郎; Smith, A"
    path = tmp_path / "a.docx"
    file.save(str(path))
    [document] = DocxParser().parse(path)
    assert (document.title, document.language) == ("抽出", "ja")
    assert document.authors == ("鈴木 一郎", "Smith, A")
    assert document.blocks[-1].text == "1. 緩衝液を加える"


def test_endless_nesting_is_survived(tmp_path: Path) -> None:
    inner = "<w:hyperlink>" * 200 + run("deep") + "</w:hyperlink>" * 200
    assert parse(tmp_path, f"<w:p>{inner}</w:p>").text == "deep"


def test_empty_document_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as raised:
        parse(tmp_path, "<w:p/>")
    assert raised.value.status == "empty"


def test_year_and_version_come_from_the_head_not_from_the_file(tmp_path: Path) -> None:
    file = docx.Document()
    file.add_heading("Flash assay", level=0)
    file.add_paragraph("Version 3, 30 November 2023 | Daniel Osei")
    file.add_paragraph("Measure the flash rate.")
    file.core_properties.author = "Microsoft Office User"
    file.core_properties.modified = datetime(2025, 5, 1)
    file.save(str(tmp_path / "a.docx"))
    [document] = DocxParser().parse(tmp_path / "a.docx")
    assert (document.year, document.authors) == (2023, ("Osei, Daniel",))
    assert document.extra["version"] == "3"


def test_document_without_a_date_has_no_year(tmp_path: Path) -> None:
    file = docx.Document()
    file.add_paragraph("Measure the flash rate.")
    file.core_properties.modified = datetime(2025, 5, 1)
    file.save(str(tmp_path / "a.docx"))
    [document] = DocxParser().parse(tmp_path / "a.docx")
    assert document.year is None
