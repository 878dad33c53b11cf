"""Slides: text in order, notes, tables, charts, hidden slides; the slide is the page."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from aliquot.errors import ParseError
from aliquot.parsing.pptx.parser import PptxParser
from aliquot.types import BlockType, Document, DocumentKind

AREA = (Inches(1), Inches(2), Inches(4), Inches(3))


def parse(tmp_path: Path, show: Presentation) -> Document:
    path = tmp_path / "a.pptx"
    show.save(str(path))
    [document] = PptxParser().parse(path)
    return document


def add_slide(show: Presentation, title: str, *lines: str):  # type: ignore[no-untyped-def]
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = title
    slide.placeholders[1].text = "\n".join(lines)
    return slide


def test_slide_is_a_heading_and_blocks_with_its_number(tmp_path: Path) -> None:
    show = Presentation()
    add_slide(show, "Results", "First", "Second")
    add_slide(show, "Results", "Third")
    document = parse(tmp_path, show)
    assert document.kind is DocumentKind.SLIDES
    assert document.title == "Results"
    assert [(b.type, b.text, b.pages) for b in document.blocks] == [
        (BlockType.HEADING, "Results", (1,)),
        (BlockType.SLIDE, "First\nSecond", (1,)),
        (BlockType.HEADING, "Results", (2,)),
        (BlockType.SLIDE, "Third", (2,)),
    ]


def test_speaker_notes_are_notes_of_their_slide(tmp_path: Path) -> None:
    show = Presentation()
    add_slide(show, "A", "x")
    add_slide(show, "B", "y").notes_slide.notes_text_frame.text = "Think lab protocol."
    note = parse(tmp_path, show).blocks[-1]
    assert (note.type, note.text, note.pages) == (BlockType.NOTE, "Think lab protocol.", (2,))


def test_groups_are_looked_through(tmp_path: Path) -> None:
    show = Presentation()
    group = add_slide(show, "A", "x").shapes.add_group_shape()
    group.shapes.add_group_shape().shapes.add_textbox(*AREA).text_frame.text = "inside"
    assert parse(tmp_path, show).blocks[-1].text == "inside"


def test_table_keeps_its_grid(tmp_path: Path) -> None:
    show = Presentation()
    table = add_slide(show, "A", "x").shapes.add_table(2, 3, *AREA).table
    for index, text in enumerate(("Primer", "µM", "n", "F", "10", "3")):
        table.cell(index // 3, index % 3).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    block = parse(tmp_path, show).blocks[-1]
    assert block.grid is not None
    assert block.grid[0][0] == "Primer"
    assert block.grid[1] == ("F", "10", "3")


def test_chart_data_are_a_table(tmp_path: Path) -> None:
    show = Presentation()
    data = CategoryChartData()
    data.categories = ["WT", "KO"]
    data.add_series("OD600", (0.1 + 0.2, 1.5))
    add_slide(show, "A", "x").shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *AREA, data)
    block = parse(tmp_path, show).blocks[-1]
    assert block.grid == (("", "OD600"), ("WT", "0.3"), ("KO", "1.5"))


def test_hidden_slide_is_flagged(tmp_path: Path) -> None:
    show = Presentation()
    add_slide(show, "A", "x")
    add_slide(show, "B", "y")._element.set("show", "0")
    document = parse(tmp_path, show)
    assert [b.text for b in document.blocks if "hidden_slide" in b.flags] == ["B", "y"]
    assert "2" in document.warnings[0]


def test_slide_without_title_is_named_by_its_number(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    slide.shapes.add_textbox(*AREA).text_frame.text = "alone"
    assert parse(tmp_path, show).blocks[0].text == "Slide 1"


def test_slides_of_pictures_ask_for_ocr(tmp_path: Path) -> None:
    show = Presentation()
    show.slides.add_slide(show.slide_layouts[6])
    with pytest.raises(ParseError) as raised:
        parse(tmp_path, show)
    assert raised.value.status == "needs_ocr"


def test_picture_slide_among_others_is_reported(tmp_path: Path) -> None:
    show = Presentation()
    add_slide(show, "A", "x")
    show.slides.add_slide(show.slide_layouts[6])
    assert parse(tmp_path, show).warnings == ("Slides without text, pictures only: 2.",)


def test_program_made_titles_are_ignored(tmp_path: Path) -> None:
    show = Presentation()
    show.core_properties.title = "PowerPoint Presentation"
    show.core_properties.author = "山田 花子"
    add_slide(show, "Sequencing", "x")
    document = parse(tmp_path, show)
    assert (document.title, document.authors) == ("Sequencing", ("山田 花子",))


def test_year_is_that_of_the_talk_not_of_the_file(tmp_path: Path) -> None:
    show = Presentation()
    show.core_properties.modified = datetime(2025, 5, 1)
    show.core_properties.author = "Priya Nair"
    add_slide(show, "The programme", "Advisory board, 16 November 2023")
    document = parse(tmp_path, show)
    assert (document.year, document.authors) == (2023, ("Nair, Priya",))


def test_deck_without_a_date_has_no_year(tmp_path: Path) -> None:
    show = Presentation()
    show.core_properties.modified = datetime(2025, 5, 1)
    add_slide(show, "The programme", "Where we stand")
    assert parse(tmp_path, show).year is None
