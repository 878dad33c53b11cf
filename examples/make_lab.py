"""Write the binary files of the demonstration lab from their plain-text sources.

`lab_sources/` enters; the PDFs, Word protocols, slide decks and the workbook of `lab/` leave. The other files of `lab/` are
plain text and are edited in place. Dates are fixed, so the same sources and library versions give the same bytes.

Usage: `python examples/make_lab.py`
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docx
import openpyxl
import pptx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl.styles import Alignment, Font
from pptx.util import Inches, Pt
from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
SOURCES = HERE / "lab_sources"
LAB = HERE / "lab"

FOOTER = "Invented for demonstration: nothing described here is real. CC0-1.0."
STAMP = datetime(2025, 4, 1, 9, 0, 0)
ZIP_STAMP = (1980, 1, 1, 0, 0, 0)


# Sources


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a source: heading, paragraph, table, figure, step, bullet, warning, notes or rule."""

    kind: str
    text: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A source file: its `key: value` lines and the blocks below them."""

    meta: dict[str, str]
    blocks: list[Block]

    def parts(self, kind: str) -> Iterator[list[Block]]:
        """Split the blocks at each `##` heading, or at each rule.

        Args:
            kind: `heading` (each starts its part) or `rule` (left out of the parts).

        Yields:
            The blocks of one part; empty parts are skipped.
        """
        part: list[Block] = []
        for block in self.blocks:
            starts = block.kind == kind and (kind == "rule" or block.level == 2)
            if starts and part:
                yield part
                part = []
            if not (starts and kind == "rule"):
                part.append(block)
        if part:
            yield part


LINE_KINDS: list[tuple[str, re.Pattern[str], int]] = [
    ("rule", re.compile(r"()---$"), 0),
    ("heading", re.compile(r"# (.+)"), 1),
    ("heading", re.compile(r"## (.+)"), 2),
    ("heading", re.compile(r"### (.+)"), 3),
    ("warning", re.compile(r"> (.+)"), 0),
    ("notes", re.compile(r"Notes: (.+)"), 0),
    ("bullet", re.compile(r"- (.+)"), 0),
    ("step", re.compile(r"\d+\. (.+)"), 0),
    ("step", re.compile(r" +[a-z]\. (.+)"), 1),
    ("paragraph", re.compile(r"(.+)"), 0),
]


def read_source(path: Path) -> Source:
    """Read one source file."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    meta = dict(line.split(": ", 1) for line in head.splitlines())
    blocks: list[Block] = []
    lines = iter(body.splitlines())
    for line in lines:
        if line.startswith("```"):
            rows = []
            while not (line := next(lines)).startswith("```"):
                rows.append(tuple(line.split(": ", 1)))
            blocks.append(Block("figure", rows=tuple(rows)))
        elif line.startswith("|"):
            _add_row(blocks, tuple(cell.strip() for cell in line.strip("|").split("|")))
        elif line:
            blocks.append(_line_block(line))
    return Source(meta, blocks)


def _add_row(blocks: list[Block], row: tuple[str, ...]) -> None:
    if all(set(cell) == {"-"} for cell in row):
        return
    if blocks[-1].kind == "table":
        blocks[-1] = Block("table", rows=(*blocks[-1].rows, row))
    else:
        blocks.append(Block("table", rows=(row,)))


def _line_block(line: str) -> Block:
    for kind, pattern, level in LINE_KINDS:
        if match := pattern.fullmatch(line):
            return Block(kind, match[1], level)
    raise ValueError(f"no block kind fits the line {line!r}")


# Papers (PDF)

MARGIN = 20 * mm
GUTTER = 7 * mm
COLUMN = (A4[0] - 2 * MARGIN - GUTTER) / 2
TOP = A4[1] - 22 * mm
BOTTOM = 20 * mm

_style = partial(ParagraphStyle, fontName="Times-Roman", fontSize=10.4, leading=13.6)
STYLES = {
    "journal": _style("journal", fontName="Times-Italic", textColor=colors.HexColor("#1f4e6b")),
    "title": _style(
        "title", fontName="Times-Bold", fontSize=17, leading=20, spaceBefore=6, spaceAfter=6
    ),
    "authors": _style("authors", fontSize=11, leading=14, spaceAfter=2),
    "small": _style("small", fontSize=9, leading=11.4, spaceAfter=3),
    "abstract": _style("abstract", alignment=TA_JUSTIFY, spaceAfter=5),
    "abstract_heading": _style(
        "abstract_heading", fontName="Times-Bold", fontSize=11, leading=14, spaceBefore=6
    ),
    2: _style(
        "section",
        fontName="Times-Bold",
        fontSize=12,
        leading=15,
        spaceBefore=10,
        spaceAfter=3,
        keepWithNext=1,
    ),
    3: _style(
        "subsection", fontName="Times-BoldItalic", spaceBefore=6, spaceAfter=2, keepWithNext=1
    ),
    "paragraph": _style("paragraph", alignment=TA_JUSTIFY, firstLineIndent=9),
    "caption": _style("caption", fontSize=9, leading=11.2, spaceBefore=4, spaceAfter=4),
    "cell": _style("cell", fontSize=8.8, leading=10.6),
    "reference": _style(
        "reference", fontSize=9, leading=11.4, leftIndent=11, firstLineIndent=-11, spaceAfter=2
    ),
}
RULE_COLOUR = colors.HexColor("#1f4e6b")


def inline(text: str) -> str:
    """Turn `*italic*` and `^superscript^` into reportlab's markup."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)
    return re.sub(r"\^(.+?)\^", r"<super>\1</super>", text)


def write_paper(source: Source, path: Path) -> None:
    """Write a paper as a two-column PDF."""
    front, body = _front_matter(source), _body(source)
    width = A4[0] - 2 * MARGIN
    height = sum(_height(item, width) for item in front) + 4 * mm
    document = BaseDocTemplate(
        str(path),
        pagesize=A4,
        title=source.meta["title"],
        author=source.meta["authors"],
        subject=f"{source.meta['citation']}. doi:{source.meta['doi']}. Invented for demonstration.",
        keywords=source.meta["keywords"],
        invariant=1,
        pageCompression=1,
    )
    frame = partial(Frame, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    left, right = MARGIN, MARGIN + COLUMN + GUTTER
    first = [frame(MARGIN, TOP - height, width, height)]
    first += [frame(x, BOTTOM, COLUMN, TOP - height - BOTTOM) for x in (left, right)]
    later = [frame(x, BOTTOM, COLUMN, TOP - BOTTOM) for x in (left, right)]
    furniture = _page_furniture(source.meta)
    document.addPageTemplates(
        [
            PageTemplate("first", first, onPage=furniture),
            PageTemplate("later", later, onPage=furniture),
        ]
    )
    document.build([*front, FrameBreak(), NextPageTemplate("later"), *body])


def _height(item: Flowable, width: float) -> float:
    return item.wrap(width, A4[1])[1] + item.getSpaceBefore() + item.getSpaceAfter()


def _front_matter(source: Source) -> list[Flowable]:
    meta = source.meta
    abstract = next(part for part in source.parts("heading") if part[0].text == "Abstract")
    return [
        Paragraph(f"{meta['journal']} | Research Article", STYLES["journal"]),
        Paragraph(meta["title"], STYLES["title"]),
        Paragraph(meta["authors"], STYLES["authors"]),
        Paragraph(meta["affiliation"], STYLES["small"]),
        Paragraph(meta["dates"], STYLES["small"]),
        Paragraph(f"{meta['citation']}. https://doi.org/{meta['doi']}", STYLES["small"]),
        Paragraph("Abstract", STYLES["abstract_heading"]),
        *[Paragraph(inline(block.text), STYLES["abstract"]) for block in abstract[1:]],
        Paragraph(f"<b>Keywords:</b> {meta['keywords']}", STYLES["small"]),
    ]


def _body(source: Source) -> list[Flowable]:
    story: list[Flowable] = []
    for heading, *blocks in source.parts("heading"):
        if heading.text == "Abstract":
            continue
        story.append(Paragraph(heading.text, STYLES[2]))
        captions = {
            i: _float(blocks, i) for i, b in enumerate(blocks) if b.kind in {"table", "figure"}
        }
        floated = {i + 1 if blocks[i].kind == "figure" else i - 1 for i in captions}
        for i, block in enumerate(blocks):
            if i in captions:
                story.append(captions[i])
            elif i not in floated:
                story.append(_text(block, number=i + 1))
    return story


def _text(block: Block, number: int) -> Flowable:
    if block.kind == "heading":
        return Paragraph(inline(block.text), STYLES[block.level])
    if block.kind == "step":
        return Paragraph(f"{number}. {inline(block.text)}", STYLES["reference"])
    return Paragraph(inline(block.text), STYLES["paragraph"])


def _float(blocks: list[Block], i: int) -> Flowable:
    """Join a table with the caption above it, or a figure with the caption below it."""
    if blocks[i].kind == "table":
        parts = [_caption(blocks[i - 1].text), _table(blocks[i].rows)]
    else:
        parts = [_bar_chart(blocks[i].rows), _caption(blocks[i + 1].text)]
    return KeepTogether([Spacer(0, 7), *parts, Spacer(0, 8)])


def _caption(text: str) -> Paragraph:
    label, rest = text.split(". ", 1)
    return Paragraph(f"<b>{label}.</b> {inline(rest)}", STYLES["caption"])


def _table(rows: tuple[tuple[str, ...], ...]) -> Table:
    head, *body = rows
    cells = [[Paragraph(f"<b>{inline(cell)}</b>", STYLES["cell"]) for cell in head]]
    cells += [[Paragraph(inline(cell), STYLES["cell"]) for cell in row] for row in body]
    rules = [
        ("LINEABOVE", (0, 0), (-1, 0), 0.8, colors.black),
        ("LINEBELOW", (0, 0), (-1, 0), 0.4, colors.black),
        ("LINEBELOW", (0, -1), (-1, -1), 0.8, colors.black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
    ]
    return Table(cells, colWidths=[COLUMN / len(head)] * len(head), style=TableStyle(rules))


def _bar_chart(rows: tuple[tuple[str, ...], ...]) -> Drawing:
    """Draw a bar chart; the first row names the axis, the others are label and value."""
    (_, axis), *bars = rows
    values = [float(value) for _, value in bars]
    drawing = Drawing(COLUMN, 126)
    left, bottom, height = 20.0, 18.0, 80.0
    slot = (COLUMN - left) / len(bars)
    drawing.add(String(0, bottom + height + 18, axis, fontName="Times-Italic", fontSize=8))
    drawing.add(Line(left, bottom, left, bottom + height + 6, strokeWidth=0.6))
    drawing.add(Line(left, bottom, COLUMN, bottom, strokeWidth=0.6))
    for i, ((label, text), value) in enumerate(zip(bars, values, strict=True)):
        middle, top = left + slot * (i + 0.5), height * value / max(values)
        drawing.add(
            Rect(
                middle - slot * 0.28,
                bottom,
                slot * 0.56,
                top,
                fillColor=RULE_COLOUR,
                strokeColor=None,
            )
        )
        for y, words in ((bottom + top + 3, text), (bottom - 10, label)):
            drawing.add(
                String(middle, y, words, fontName="Times-Roman", fontSize=8, textAnchor="middle")
            )
    return drawing


def _page_furniture(meta: dict[str, str]) -> Callable[[Any, Any], None]:
    def draw(canvas: Any, _document: Any) -> None:
        page = canvas.getPageNumber()
        right, header = A4[0] - MARGIN, A4[1] - 14 * mm
        canvas.saveState()
        canvas.setStrokeColor(RULE_COLOUR)
        canvas.setLineWidth(0.5)
        canvas.line(MARGIN, header - 4, right, header - 4)
        canvas.setFont("Times-Italic", 8.5)
        canvas.drawString(MARGIN, header, meta["journal"] if page == 1 else meta["running"])
        canvas.drawRightString(right, header, f"doi:{meta['doi']}")
        canvas.setFont("Times-Roman", 9)
        canvas.drawCentredString(A4[0] / 2, 13 * mm, str(int(meta["first_page"]) + page - 1))
        canvas.setFont("Times-Roman", 6.5)
        canvas.drawCentredString(A4[0] / 2, 8 * mm, FOOTER)
        canvas.restoreState()

    return draw


# Protocols (DOCX)

STEP_NUMBERING = f"""
<w:abstractNum {nsdecls("w")} w:abstractNumId="90">
  <w:multiLevelType w:val="multilevel"/>
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/>
    <w:pPr><w:ind w:left="425" w:hanging="425"/></w:pPr></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2."/><w:lvlJc w:val="left"/>
    <w:pPr><w:ind w:left="850" w:hanging="425"/></w:pPr></w:lvl>
</w:abstractNum>"""


def write_protocol(source: Source, path: Path) -> None:
    """Write a protocol as a Word file whose steps carry Word's own numbering."""
    document = docx.Document()
    _stamp(document.core_properties, source.meta)
    document.sections[0].footer.paragraphs[0].text = FOOTER
    document.add_heading(source.meta["title"], 0)
    document.add_paragraph(f"{source.meta['version']} | {source.meta['author']}")
    document.add_heading("Purpose", 1)
    document.add_paragraph(source.meta["purpose"])
    numbering = document.part.numbering_part.element
    numbering.insert(0, parse_xml(STEP_NUMBERING))
    for part in source.parts("heading"):
        number = numbering.add_num(90)
        number.add_lvlOverride(ilvl=0).add_startOverride(1)
        for block in part:
            _add_protocol_block(document, block, number.numId)
    document.save(str(path))


def _add_protocol_block(document: Any, block: Block, number_id: int) -> None:
    if block.kind == "heading":
        document.add_heading(block.text, 1)
    elif block.kind == "table":
        table = document.add_table(rows=0, cols=len(block.rows[0]), style="Light Grid Accent 1")
        for row in block.rows:
            for cell, text in zip(table.add_row().cells, row, strict=True):
                cell.text = text
    elif block.kind == "step":
        properties = document.add_paragraph(block.text)._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = block.level
        properties.get_or_add_numId().val = number_id
    else:
        style = {"warning": "Intense Quote", "bullet": "List Bullet", "paragraph": "Normal"}[
            block.kind
        ]
        document.add_paragraph(block.text, style=style)


# Slides (PPTX)

TITLE_LAYOUT, BULLET_LAYOUT, TABLE_LAYOUT = 0, 1, 5


def write_slides(source: Source, path: Path) -> None:
    """Write a deck: a title slide, then one slide per part, each with its speaker notes."""
    deck = pptx.Presentation()
    _stamp(deck.core_properties, source.meta)
    for i, part in enumerate(source.parts("rule")):
        slide = _title_slide(deck, source.meta) if i == 0 else _content_slide(deck, part)
        slide.notes_slide.notes_text_frame.text = " ".join(
            b.text for b in part if b.kind == "notes"
        )
    deck.save(str(path))


def _title_slide(deck: Any, meta: dict[str, str]) -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[TITLE_LAYOUT])
    slide.shapes.title.text = meta["title"]
    slide.placeholders[1].text = meta["subtitle"]
    return slide


def _content_slide(deck: Any, part: list[Block]) -> Any:
    table = next((block for block in part if block.kind == "table"), None)
    slide = deck.slides.add_slide(deck.slide_layouts[TABLE_LAYOUT if table else BULLET_LAYOUT])
    slide.shapes.title.text = next(block.text for block in part if block.kind == "heading")
    if table:
        _slide_table(slide, table.rows)
    else:
        slide.placeholders[1].text = "\n".join(
            block.text for block in part if block.kind == "bullet"
        )
    return slide


def _slide_table(slide: Any, rows: tuple[tuple[str, ...], ...]) -> None:
    size = (Inches(0.5), Inches(1.9), Inches(9), Inches(0.5 * len(rows)))
    grid = slide.shapes.add_table(len(rows), len(rows[0]), *size).table
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            grid.cell(i, j).text = text
            grid.cell(i, j).text_frame.paragraphs[0].font.size = Pt(16)


# Workbook (XLSX)


def write_workbook(source: Source, path: Path) -> None:
    """Write a workbook with one sheet per heading; ISO dates become real dates."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    _stamp(book.properties, source.meta)
    for heading, table in source.parts("heading"):
        sheet = book.create_sheet(heading.text)
        for row in table.rows:
            sheet.append([_cell_value(text) for text in row])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
            cell.alignment = Alignment(wrap_text=True)
        for column in sheet.columns:
            sheet.column_dimensions[column[0].column_letter].width = 2 + max(
                len(str(c.value)) for c in column
            )
        sheet.freeze_panes = "B2"
    book.save(path)


def _cell_value(text: str) -> str | date:
    return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else text


# Reproducible Office files


def _stamp(properties: Any, meta: dict[str, str]) -> None:
    properties.title = meta["title"]
    properties.creator = properties.author = meta["author"]
    properties.created = properties.modified = STAMP
    properties.description = properties.comments = FOOTER


def repack(path: Path) -> None:
    """Rewrite an Office file with fixed times, which its library takes from the clock."""
    with zipfile.ZipFile(path) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    modified = f"{STAMP.isoformat()}Z".encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + modified, content)
            info = zipfile.ZipInfo(name, ZIP_STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


WRITERS: dict[str, tuple[Callable[[Source, Path], None], str]] = {
    "papers": (write_paper, ".pdf"),
    "protocols": (write_protocol, ".docx"),
    "slides": (write_slides, ".pptx"),
    "reagents": (write_workbook, ".xlsx"),
}


def main() -> None:
    """Write every binary file of the lab."""
    for folder, (write, suffix) in WRITERS.items():
        (LAB / folder).mkdir(parents=True, exist_ok=True)
        for path in sorted((SOURCES / folder).glob("*.md")):
            target = LAB / folder / f"{path.stem}{suffix}"
            write(read_source(path), target)
            if suffix != ".pdf":
                repack(target)


if __name__ == "__main__":
    main()
