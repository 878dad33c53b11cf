"""A slide is drawn with its texts at their places and the quote marked in its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx import Presentation
from pptx.util import Inches

from aliquot import Library
from aliquot.library.places import place_of
from aliquot.library.viewing import View
from aliquot.types import LOCAL_PERSON, Rectangle, SlidePlace


@pytest.fixture
def shown(library: Library, tmp_path: Path) -> SlidePlace:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[5])
    slide.shapes.title.text = "Growth of the polyps"
    places = {"left": Inches(0), "right": Inches(5)}
    for side, left in places.items():
        box = slide.shapes.add_textbox(left, Inches(3.75), Inches(5), Inches(6))
        box.text_frame.text = f"The {side} tank was kept warm."
    slide.notes_slide.notes_text_frame.text = "Tell them of the heater."
    show.save(str(tmp_path / "talk.pptx"))
    library.add(tmp_path / "talk.pptx")
    view = View(library, LOCAL_PERSON)
    (document,) = view.documents()
    chunk = view.chunks(document.id)[0]
    start = view.document(document.id).text.index("right tank")
    slide_shown = place_of(view, f"{chunk.id}@{start}-{start + 10}").slide
    assert slide_shown is not None
    return slide_shown


def test_texts_stand_at_their_places_on_a_slide_of_its_size(shown: SlidePlace) -> None:
    assert (shown.width, shown.height) == (720, 540)
    left, right = (one.rectangle for one in shown.shapes if not one.is_title)
    assert left == Rectangle(0, 0.5, 0.5, 0.5), "what stands out of the slide is cut"
    assert right == Rectangle(0.5, 0.5, 0.5, 0.5)


def test_the_quote_is_marked_in_its_own_text_alone(shown: SlidePlace) -> None:
    marks = [one.block.parts[1] for one in shown.shapes if one.block.mark]
    assert marks == ["right tank"]
    assert shown.holds == "slide"


def test_notes_are_kept_apart_from_the_slide(shown: SlidePlace) -> None:
    assert [one.text for one in shown.notes] == ["Tell them of the heater."]
