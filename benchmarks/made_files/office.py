"""Write the known text as Word, PowerPoint, Excel and PDF files.

What enters: a path. What leaves: a file there, with what such files are known to hide: numbers that
are not text, grouped shapes, charts, hidden sheets, formulas that were never calculated.
"""

from __future__ import annotations

from pathlib import Path

import docx
import openpyxl
import pptx
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from made_files.known import (
    AUTHOR,
    CAPTION,
    HEADINGS,
    NOTE,
    PARAGRAPHS,
    STEPS,
    TABLE,
    TITLE,
)

__all__ = [
    "CHART_VALUES",
    "FOOTNOTE",
    "GENE_DATE",
    "GROUPED",
    "HIDDEN_CELL",
    "HIDDEN_SHEET",
    "TEXT_BOX",
    "write_docx",
    "write_pdf",
    "write_pptx",
    "write_xlsx",
]

TEXT_BOX = "Wear goggles when opening the liquid nitrogen."
FOOTNOTE = "Ampicillin loses strength after four weeks at 4 °C."
GROUPED = "Cells settle at the bottom"
CHART_VALUES = (218.25, 412.75, 389.5)
HIDDEN_SHEET = "Old batch"
HIDDEN_CELL = "discarded lot 7731"
# SEPT2 after Excel has taken it for a date.
GENE_DATE = "2-Sep"

NUMBERING = """
<w:numbering {ns}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>
<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"""
BOX = """
<w:r {ns} xmlns:v="urn:schemas-microsoft-com:vml"><w:pict><v:shape><v:textbox><w:txbxContent>
<w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>"""


def write_docx(path: Path) -> None:
    """Write a protocol whose numbers are Word's own, resumed after a note."""
    document = docx.Document()
    document.core_properties.title = TITLE
    document.core_properties.author = AUTHOR
    _own_numbering(document)
    document.add_heading(TITLE, 1)
    for heading in HEADINGS:
        document.add_heading(heading, 2)
        if heading == "Procedure":
            for number, step in enumerate(STEPS):
                if number == 2:
                    document.add_paragraph(f"Note: {NOTE}")
                _numbered(document.add_paragraph(step))
        else:
            document.add_paragraph(PARAGRAPHS[heading])
    box = BOX.format(ns=nsdecls("w"), text=TEXT_BOX)
    document.add_paragraph()._p.append(parse_xml(box))
    document.add_paragraph(CAPTION)
    table = document.add_table(len(TABLE) + 1, len(TABLE[0]))
    for row, cells in zip(table.rows, TABLE, strict=False):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    # One cell over the whole width, which careless readers repeat for each column.
    merged = table.cell(len(TABLE), 0).merge(table.cell(len(TABLE), len(TABLE[0]) - 1))
    merged.text = "Mean of three plates"
    document.save(str(path))


def _own_numbering(document: docx.document.Document) -> None:
    root = document.part.numbering_part.element
    for child in list(root):
        root.remove(child)
    for child in parse_xml(NUMBERING.format(ns=nsdecls("w"))):
        root.append(child)


def _numbered(paragraph: docx.text.paragraph.Paragraph) -> None:
    numbering = OxmlElement("w:numPr")
    for name, value in (("w:ilvl", "0"), ("w:numId", "1")):
        part = OxmlElement(name)
        part.set(qn("w:val"), value)
        numbering.append(part)
    paragraph._p.get_or_add_pPr().append(numbering)


def write_pptx(path: Path) -> None:
    """Write a deck: text, a table, a chart, grouped shapes, notes."""
    deck = pptx.Presentation()
    deck.core_properties.title = TITLE
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = TITLE
    first.placeholders[1].text = AUTHOR
    for heading in HEADINGS:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = heading
        slide.placeholders[1].text = PARAGRAPHS.get(heading) or "\n".join(STEPS)
        slide.notes_slide.notes_text_frame.text = f"Say for {heading}: {NOTE}"
    _add_table(deck)
    _add_chart(deck)
    deck.save(str(path))


def _add_table(deck: pptx.presentation.Presentation) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = CAPTION
    place = (Inches(1), Inches(2), Inches(6), Inches(2))
    table = slide.shapes.add_table(len(TABLE), len(TABLE[0]), *place).table
    for row, cells in enumerate(TABLE):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text


def _add_chart(deck: pptx.presentation.Presentation) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Colonies in a chart"
    chart = CategoryChartData()
    chart.categories = ["thirty", "forty-five", "sixty"]
    chart.add_series("Colonies counted", CHART_VALUES)
    place = (Inches(1), Inches(2), Inches(6), Inches(3))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, chart)
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_group_shape()
    inner.shapes.add_textbox(*place).text_frame.text = GROUPED


def write_xlsx(path: Path) -> None:
    """Write a workbook with a merged head, a formula, a gene turned date and a hidden sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Colonies"
    sheet.append([CAPTION, None, None])
    sheet.merge_cells("A1:C1")
    sheet.append(list(TABLE[0]))
    for row in TABLE[1:]:
        sheet.append([float(cell) if "." in cell else int(cell) for cell in row])
    sheet["D2"] = "Total"
    # Never calculated: no program has opened the file, so no value stands beside the formula.
    sheet["D3"] = "=B3+B4"
    genes = book.create_sheet("Genes")
    for line in (("Gene", "Fold"), ("TP53", 2.5), (GENE_DATE, 1.25), ("遺伝子X", 3.75)):
        genes.append(line)
    hidden = book.create_sheet(HIDDEN_SHEET)
    hidden.append(["Lot", HIDDEN_CELL])
    hidden.sheet_state = "hidden"
    book.save(path)


def write_pdf(path: Path) -> None:
    """Write one column of headings, prose, steps and a table."""
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    styles = getSampleStyleSheet()
    story: list[Flowable] = [Paragraph(TITLE, styles["Title"])]
    for heading in HEADINGS:
        story.append(Paragraph(heading, styles["Heading2"]))
        if heading == "Procedure":
            story += [
                Paragraph(f"{n}. {step}", styles["Normal"]) for n, step in enumerate(STEPS, 1)
            ]
        else:
            text = PARAGRAPHS[heading].replace("<", "&lt;")
            japanese, _, english = text.rpartition("。")
            text = f'<font name="HeiseiMin-W3">{japanese}。</font>{english}' if japanese else text
            story.append(Paragraph(text, styles["Normal"]))
    story += [Paragraph(CAPTION, styles["Normal"]), Table([list(row) for row in TABLE])]
    SimpleDocTemplate(str(path), invariant=1, title=TITLE).build(story)
