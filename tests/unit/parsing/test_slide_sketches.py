"""A sketch of a slide says where pictures stand and how type is set; pictures are drawn anew."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from pptx import Presentation
from pptx.util import Pt

from aliquot.errors import ParseError
from aliquot.parsing.opendocument.places import points
from aliquot.parsing.paged.decks import draw, look_at_deck
from aliquot.parsing.paged.records import PagePicture, SlideRequest, SlideSketch
from aliquot.types import Box
from made_decks import METAFILE, SLIDE, open_presentation, picture, powerpoint


def sketch(path: Path, number: int = 1) -> SlideSketch:
    [found] = look_at_deck(SlideRequest(str(path), (number,)))
    assert isinstance(found, SlideSketch)
    return found


def near(box: Box) -> tuple[object, ...]:
    return tuple(pytest.approx(edge, abs=0.1) for edge in (box.x0, box.y0, box.x1, box.y1))


def corners(box: Box) -> tuple[float, ...]:
    return (box.x0, box.y0, box.x1, box.y1)


def test_a_picture_of_powerpoint_has_its_place_its_crop_and_its_description(tmp_path: Path) -> None:
    [one] = sketch(powerpoint(tmp_path / "a.pptx")).pictures
    assert corners(one.box) == near(Box(380, 250, 620, 370))
    assert one.crop == (0.5, 0, 0, 0)
    assert one.description == "A plot of growth over ten days"


def test_a_picture_of_opendocument_has_its_place_and_its_description(tmp_path: Path) -> None:
    [one] = sketch(open_presentation(tmp_path / "a.odp")).pictures
    assert corners(one.box) == near(Box(425.2, 113.4, 708.7, 283.5))
    assert one.description == "Growth of polyps over ten days"


def test_turned_shapes_turn_about_their_middle(tmp_path: Path) -> None:
    turned = sketch(open_presentation(tmp_path / "a.odp")).texts[-1]
    middle = (turned.box.x0 + turned.box.x1) / 2, (turned.box.y0 + turned.box.y1) / 2
    # 6 by 1.2 cm, turned upwards around its corner at 26 and 14 cm.
    assert middle == pytest.approx(((26 + 0.6) * 72 / 2.54, (14 - 3) * 72 / 2.54), abs=0.1)
    assert turned.turn == pytest.approx(270)


def test_type_has_the_size_its_runs_or_its_layout_state(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "From the master"
    frame = slide.placeholders[1].text_frame
    frame.text = "Mostly small"
    frame.paragraphs[0].runs[0].font.size = Pt(15)
    frame.paragraphs[0].add_run().text = "not"
    slide.shapes.add_textbox(Pt(9), Pt(9), Pt(90), Pt(9)).text_frame.text = "Usual"
    show.save(str(tmp_path / "a.pptx"))
    assert [one.size for one in sketch(tmp_path / "a.pptx").texts] == [44, 15, 18]
    sizes = [one.size for one in sketch(open_presentation(tmp_path / "a.odp")).texts]
    assert sizes[:2] == [36, 24]


def test_what_is_hidden_is_not_sketched(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    for left in (0, 3_000):
        shown = slide.shapes.add_picture(io.BytesIO(picture()), Pt(left), 0, Pt(90), Pt(90))
    shown = slide.shapes.add_picture(io.BytesIO(picture()), 0, 0, Pt(90), Pt(90))
    shown._element.nvPicPr.cNvPr.set("hidden", "1")
    show.save(str(tmp_path / "a.pptx"))
    assert len(sketch(tmp_path / "a.pptx").pictures) == 1


@pytest.mark.parametrize(
    ("length", "expected"),
    [("2.54cm", 72), ("1in", 72), ("-10mm", -28.3), ("12pt", 12), ("4em", None), ("", None)],
)
def test_lengths_come_in_points(length: str, expected: float | None) -> None:
    found = points(length)
    assert found == (None if expected is None else pytest.approx(expected, abs=0.1))


# ------------------------------------------------------------------------------ pictures


def drawn(path: Path, slide: int, number: int, width: int = 90) -> list[bytes]:
    looked = look_at_deck(SlideRequest(str(path), (slide,), width, number))
    return [one.png for one in looked if isinstance(one, PagePicture)]


def test_pictures_are_drawn_anew_and_no_larger_than_asked_for(tmp_path: Path) -> None:
    path = powerpoint(tmp_path / "a.pptx")
    for slide, kind in ((1, "PNG"), (2, "JPEG")):
        [data] = drawn(path, slide, 1)
        with Image.open(io.BytesIO(data)) as found:
            assert (found.format, found.size) == (kind, (90, 45))
    assert drawn(open_presentation(tmp_path / "a.odp"), 1, 1)


@pytest.mark.parametrize(("slide", "number"), [(1, 2), (3, 1), (4, 1), (10**9, 1)])
def test_there_is_no_picture_where_there_is_none(tmp_path: Path, slide: int, number: int) -> None:
    assert drawn(powerpoint(tmp_path / "a.pptx"), slide, number) == []


def test_what_else_a_picture_holds_does_not_leave(tmp_path: Path) -> None:
    data = draw(picture() + b"<script>alert(1)</script>", 50)
    assert b"script" not in data
    with Image.open(io.BytesIO(data)) as found:
        assert found.format == "PNG"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(METAFILE, id="metafile"),
        pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'/>", id="svg"),
        pytest.param(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", id="postscript"),
        pytest.param(picture()[:60], id="cut short"),
        pytest.param(b"", id="empty"),
    ],
)
def test_what_is_no_picture_of_pixels_is_refused(data: bytes) -> None:
    with pytest.raises(ParseError):
        draw(data, 100)


def test_a_picture_of_too_many_pixels_is_refused_before_they_are_unpacked() -> None:
    file = io.BytesIO()
    Image.new("1", (30_000, 3_000)).save(file, "PNG")
    with pytest.raises(ParseError, match="pixels"):
        draw(file.getvalue(), 100)


def test_drawings_of_lines_are_named_but_not_drawn(tmp_path: Path) -> None:
    path = open_presentation(tmp_path / "a.odp", SLIDE.replace("plot.png", "plot.svg"))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("Pictures/plot.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    [one] = sketch(path).pictures
    assert one.part == ""
    assert drawn(path, 1, 1) == []


def test_a_picture_that_links_out_of_the_file_is_not_fetched(tmp_path: Path) -> None:
    slides = SLIDE.replace("Pictures/plot.png", "../../../etc/plot.png")
    assert drawn(open_presentation(tmp_path / "a.odp", slides), 1, 1) == []
