"""Decks whose slides hold a bit of everything: texts, a table, pictures, a chart, notes."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Pt

__all__ = ["METAFILE", "open_presentation", "picture", "powerpoint"]

# What a drawing of lines begins with: an enhanced metafile, which nobody draws in a browser.
METAFILE = b"\x01\x00\x00\x00\x6c\x00\x00\x00" + bytes(32) + b" EMF" + bytes(64)

OPEN = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content office:version="1.3"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:xlink="http://www.w3.org/1999/xlink">
<office:automatic-styles>
<style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm"
 fo:page-height="15.75cm"/></style:page-layout>
<style:style style:name="P1" style:family="paragraph"><style:text-properties
 fo:font-size="24pt"/></style:style>
<style:style style:name="T1" style:family="presentation"><style:text-properties
 fo:font-size="36pt"/></style:style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Default"
 style:page-layout-name="PM1"/></office:master-styles>
<office:body><office:presentation>"""
CLOSE = "</office:presentation></office:body></office:document-content>"
SLIDE = """<draw:page draw:master-page-name="Default">
<draw:frame presentation:class="title" presentation:style-name="T1" svg:x="2cm" svg:y="1cm"
 svg:width="24cm" svg:height="2.4cm"><draw:text-box><text:p>ポリプの成長</text:p></draw:text-box>
</draw:frame>
<draw:g><draw:custom-shape svg:x="2cm" svg:y="4cm" svg:width="11cm" svg:height="5cm">
<text:p text:style-name="P1">水槽は18 °Cに保ち、餌は週に三回与えた。</text:p>
</draw:custom-shape></draw:g>
<draw:frame svg:x="15cm" svg:y="4cm" svg:width="10cm" svg:height="6cm">
<draw:image xlink:href="Pictures/plot.png"/><svg:desc>Growth of polyps over ten days</svg:desc>
</draw:frame>
<draw:frame svg:x="2cm" svg:y="10cm" svg:width="12cm" svg:height="4cm"><table:table>
<table:table-row><table:table-cell><text:p>水槽</text:p></table:table-cell>
<table:table-cell><text:p>ポリプ</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>A</text:p></table:table-cell>
<table:table-cell><text:p>214</text:p></table:table-cell></table:table-row>
</table:table></draw:frame>
<draw:custom-shape svg:width="6cm" svg:height="1.2cm"
 draw:transform="rotate (1.5707963267949) translate (26cm 14cm)">
<text:p text:style-name="P1">十日間</text:p></draw:custom-shape>
<presentation:notes><draw:frame presentation:class="notes" svg:x="1cm" svg:y="15cm"
 svg:width="10cm" svg:height="5cm"><draw:text-box><text:p>餌の話を先にする。</text:p>
</draw:text-box></draw:frame></presentation:notes></draw:page>
<draw:page draw:master-page-name="Default"><draw:frame presentation:class="title" svg:x="2cm"
 svg:y="1cm" svg:width="24cm" svg:height="2.4cm"><draw:text-box><text:p>まとめ</text:p>
</draw:text-box></draw:frame></draw:page>"""


def picture(width: int = 120, height: int = 60, kind: str = "PNG") -> bytes:
    """Return a picture, left half red and right half blue."""
    made = Image.new("RGB", (width, height), "red")
    made.paste("blue", (width // 2, 0, width, height))
    file = io.BytesIO()
    made.save(file, kind)
    return file.getvalue()


def powerpoint(path: Path) -> Path:
    """Write a presentation of three slides, 720 by 540 points."""
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[5])
    slide.shapes.title.text = "Growth of the polyps"
    _text(slide, (36, 150, 300, 60), "The left tank was kept at 18 degrees and fed thrice a week.")
    _text(slide, (380, 150, 300, 60), "The right tank was kept warm and fed every day.")
    rows = [("Tank", "Polyps"), ("left", "214"), ("right", "187")]
    table = slide.shapes.add_table(3, 2, Pt(36), Pt(250), Pt(300), Pt(120)).table
    for at, row in enumerate(rows):
        for column, words in enumerate(row):
            table.cell(at, column).text = words
    plot = slide.shapes.add_picture(io.BytesIO(picture()), Pt(380), Pt(250), Pt(240), Pt(120))
    plot.crop_left = 0.5
    plot._element.nvPicPr.cNvPr.set("descr", "A plot of growth over ten days")
    slide.notes_slide.notes_text_frame.text = "Tell them of the heater."
    second = show.slides.add_slide(show.slide_layouts[5])
    second.shapes.title.text = "Ten days later"
    data = CategoryChartData()
    data.categories = ["day 1", "day 10"]
    data.add_series("Polyps", (12, 214))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(36), Pt(150), Pt(400), Pt(300), data)
    photograph = io.BytesIO(picture(kind="JPEG"))
    second.shapes.add_picture(photograph, Pt(480), Pt(150), Pt(200), Pt(100))
    third = show.slides.add_slide(show.slide_layouts[6])
    _text(third, (36, 36, 300, 60), "What stays to be done.")
    show.save(str(path))
    return path


def _text(slide: object, box: tuple[int, int, int, int], words: str) -> None:
    frame = slide.shapes.add_textbox(*map(Pt, box)).text_frame  # type: ignore[attr-defined]
    frame.word_wrap = True
    frame.text = words


def open_presentation(path: Path, slides: str = SLIDE) -> Path:
    """Write an OpenDocument presentation of two slides, 28 by 15.75 cm."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.presentation")
        archive.writestr("content.xml", OPEN + slides + CLOSE)
        archive.writestr("Pictures/plot.png", picture())
    return path
