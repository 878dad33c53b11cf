"""PDFs that are no papers in English: protocols, lists, theses, Japanese papers, vertical text."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Block, BlockType, Document, DocumentKind, SectionClass

from .pdf_pages import PROSE, PageWriter

MINCHO = "HeiseiMin-W3"


def parse(page: PageWriter) -> Document:
    (document,) = PdfParser().parse(page.save())
    return document


def of_type(document: Document, kind: BlockType) -> list[Block]:
    return [block for block in document.blocks if block.type is kind]


def write_protocol(path: Path) -> PageWriter:
    page = PageWriter(path)
    page.text(70, 80, "Extraction of DNA from basil leaves", 18, "Helvetica-Bold")
    page.text(70, 100, "Version 2.1, 5 March 2021", 9)
    page.text(70, 130, "Materials", 13, "Helvetica-Bold")
    page.text(70, 150, "• CTAB buffer, 10 ml").text(70, 164, "• Chloroform, 5 ml")
    page.text(70, 178, "• Tubes of 2 ml")
    page.text(70, 210, "Procedure", 13, "Helvetica-Bold")
    page.text(70, 230, "1. Grind 100 mg of leaves in liquid nitrogen and add 600 ul of warm buffer")
    page.text(84, 242, "to the powder.")
    page.text(70, 256, "2. Incubate at 65 C for 30 min.")
    page.text(84, 270, "a) Invert the tube every 10 min.")
    page.text(84, 284, "b) Keep the lid closed.")
    page.text(70, 298, "3. Add one volume of chloroform and mix.")
    page.text(70, 312, "4. Spin at 10000 g for 5 min")
    page.page().text(70, 80, "5. Transfer the upper phase to a fresh tube.")
    page.text(70, 110, "Washing", 13, "Helvetica-Bold")
    page.text(70, 130, "6. Wash the pellet with 70 % ethanol.")
    page.text(70, 144, "7. Dry the pellet for 10 min and dissolve it in water.")
    return page


def test_protocol_has_steps_with_their_numbers(tmp_path: Path) -> None:
    document = parse(write_protocol(tmp_path / "a.pdf"))
    assert document.kind is DocumentKind.PROTOCOL
    steps = [block for block in of_type(document, BlockType.STEP) if block.level == 1]
    assert [step.marker for step in steps] == ["1.", "2.", "3.", "4.", "5.", "6.", "7."]
    assert steps[0].text.endswith("add 600 ul of warm buffer to the powder.")
    assert steps[5].section_path[-1] == "Washing"


def test_sub_steps_stand_below_their_step(tmp_path: Path) -> None:
    document = parse(write_protocol(tmp_path / "a.pdf"))
    lettered = [block for block in document.blocks if block.marker in {"a)", "b)"}]
    assert [(block.marker, block.level) for block in lettered] == [("a)", 2), ("b)", 2)]


def test_reagents_of_a_protocol_are_a_list(tmp_path: Path) -> None:
    document = parse(write_protocol(tmp_path / "a.pdf"))
    items = of_type(document, BlockType.LIST_ITEM)
    assert [item.text for item in items if item.section_path[-1] == "Materials"] == [
        "CTAB buffer, 10 ml",
        "Chloroform, 5 ml",
        "Tubes of 2 ml",
    ]


def test_version_and_year_of_a_protocol_are_read(tmp_path: Path) -> None:
    document = parse(write_protocol(tmp_path / "a.pdf"))
    assert (document.extra["version"], document.year) == ("2.1", 2021)


def test_paper_with_a_few_steps_stays_a_paper(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 80, "Growth of Ocimum cells in cold medium", 18, "Helvetica-Bold")
    page.text(70, 120, "Abstract", 13, "Helvetica-Bold")
    y = page.lines(70, 140, PROSE)
    page.text(70, y + 16, "Introduction", 13, "Helvetica-Bold")
    y = page.lines(70, y + 34, PROSE * 5)
    page.text(70, y + 16, "Procedure", 13, "Helvetica-Bold")
    page.text(70, y + 34, "1. Add 5 ml of buffer.").text(70, y + 46, "2. Mix for 5 min.")
    page.text(70, y + 58, "3. Spin the tube for 10 min.")
    page.page().text(70, 80, "Results", 13, "Helvetica-Bold")
    page.lines(70, 98, PROSE * 6)
    document = parse(page)
    assert document.kind is DocumentKind.PAPER
    assert len(of_type(document, BlockType.LIST_ITEM)) == 3


def test_line_that_begins_with_a_number_opens_no_item(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.lines(70, 80, ("The number of cells in the tubes that were kept at the cold was", "2."))
    page.lines(
        70, 104, ("3. That of the others was not known to either of those who had seen it.",)
    )
    document = parse(page)
    assert of_type(document, BlockType.LIST_ITEM) == []


def test_paragraph_after_a_list_is_no_part_of_its_last_item(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(84, 80, "1. Cells of the leaf that were kept in the cold for the whole of the night")
    page.text(98, 92, "and then moved.")
    page.text(84, 104, "2. Cells of the root.")
    page.lines(70, 116, PROSE)
    document = parse(page)
    assert [block.type for block in document.blocks] == [
        BlockType.LIST_ITEM,
        BlockType.LIST_ITEM,
        BlockType.PARAGRAPH,
    ]


def test_equation_of_the_text_is_a_formula(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    y = page.lines(70, 80, PROSE)
    y = page.lines(70, y, ("The rate was taken from the counts by the formula:",))
    page.text(200, y + 20, "R = (A - B) / C").text(480, y + 20, "(1)")
    page.lines(70, y + 52, PROSE)
    formulas = of_type(parse(page), BlockType.FORMULA)
    assert [formula.text for formula in formulas] == ["R = (A - B) / C (1)"]


def test_chapters_stand_above_sections(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    for number, name in ((1, "Cells in the cold"), (2, "Cells in the heat")):
        page.text(70, 90, f"Chapter {number}", 20, "Helvetica-Bold")
        page.text(70, 130, "Introduction", 14, "Helvetica-Bold")
        page.lines(70, 150, PROSE * 4)
        page.text(70, 380, name, 14, "Helvetica-Bold")
        page.lines(70, 400, PROSE * 4)
        page.page()
    headings = of_type(parse(page), BlockType.HEADING)
    assert [(heading.text, heading.level) for heading in headings] == [
        ("Chapter 1", 1),
        ("Introduction", 2),
        ("Cells in the cold", 2),
        ("Chapter 2", 1),
        ("Introduction", 2),
        ("Cells in the heat", 2),
    ]


def test_lines_of_the_contents_are_no_headings(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 80, "Contents", 14, "Helvetica-Bold")
    for row, name in enumerate(("Introduction", "Methods", "Results")):
        page.text(70, 110 + 20 * row, f"{row + 1} {name} ............ {row + 3}", 10, "Times-Bold")
    page.page().text(70, 80, "1 Introduction", 14, "Helvetica-Bold")
    page.lines(70, 100, PROSE * 6)
    headings = [heading.text for heading in of_type(parse(page), BlockType.HEADING)]
    assert not any("...." in heading for heading in headings)
    assert "1 Introduction" in headings


JAPANESE_PROSE = (
    "細胞は摂氏三十七度で一晩培養し、翌日に計数した。この操作を三回繰り返し、平均値を求め",
    "た。結果は表に示す。培地は毎日交換し、温度は常に一定に保った。計数は二人が別々に行い、",
    "一致しない場合は再び数えた。この方法はこれまでの報告に従った。",
)


def write_japanese(path: Path) -> PageWriter:
    pdfmetrics.registerFont(UnicodeCIDFont(MINCHO))
    page = PageWriter(path)
    page.text(70, 70, "バジル細胞の低温培地における増殖について", 16, MINCHO)
    y = 100.0
    for name in ("要　旨", "１．緒言", "２．材料および方法", "３．結　果", "４．考察", "謝辞"):
        page.text(70, y, name, 12, MINCHO)
        for row, line in enumerate(JAPANESE_PROSE):
            page.text(70, y + 18 + 14 * row, line, 10, MINCHO)
        y += 90
    page.text(70, y, "文　献", 12, MINCHO)
    page.text(70, y + 18, "1) 山田花子: 細胞の増殖. 植物学雑誌 12: 1-9, 2010.", 9, MINCHO)
    page.text(70, y + 30, "2) 鈴木一郎: 低温と細胞. 植物学雑誌 13: 3-8, 2011.", 9, MINCHO)
    return page


def test_sections_of_a_japanese_paper_are_classified(tmp_path: Path) -> None:
    document = parse(write_japanese(tmp_path / "ja.pdf"))
    classes = {
        block.section_class
        for block in of_type(document, BlockType.PARAGRAPH)
        if block.section_path
    }
    assert classes >= {
        SectionClass.ABSTRACT,
        SectionClass.INTRODUCTION,
        SectionClass.METHODS,
        SectionClass.RESULTS,
        SectionClass.DISCUSSION,
    }
    assert (document.language, document.kind) == ("ja", DocumentKind.PAPER)


def test_japanese_references_are_entries_of_their_own(tmp_path: Path) -> None:
    references = of_type(parse(write_japanese(tmp_path / "ja.pdf")), BlockType.REFERENCE)
    assert [reference.text[:6] for reference in references] == ["1) 山田花", "2) 鈴木一"]


def test_letter_spaced_japanese_heading_is_closed(tmp_path: Path) -> None:
    headings = of_type(parse(write_japanese(tmp_path / "ja.pdf")), BlockType.HEADING)
    assert "要旨" in [heading.text for heading in headings]


def test_vertical_japanese_is_read_from_right_to_left(tmp_path: Path) -> None:
    font = UnicodeCIDFont(MINCHO, isVertical=True)
    font.fontName = font.name = "HeiseiMin-V"
    pdfmetrics.registerFont(font)
    page = PageWriter(tmp_path / "v.pdf")
    columns = (
        "細胞は摂氏三十七度で一晩培養し、翌日に計数した。この操作",
        "を三回繰り返し、平均値を求めた。結果は表に示す。培地は毎",
        "日交換し、温度は常に一定に保った。",
    )
    for index, column in enumerate(columns):
        page.text(500 - 20 * index, 80, column, 12, "HeiseiMin-V")
    document = parse(page)
    assert "".join(columns) in document.text
    first = document.blocks[-1].locations[0].box
    assert first is not None
    assert 480 < first.x0 < first.x1 < 520
