"""A slide is drawn with its texts at their places and the quote marked in its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pptx import Presentation
from pptx.util import Inches

from aliquot import Library
from aliquot.errors import UnknownDocumentError
from aliquot.library.places import place_of, slide_of
from aliquot.library.viewing import View
from aliquot.types import LOCAL_PERSON, Rectangle, SlidePlace
from made_decks import open_presentation, powerpoint


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


# ------------------------------------------------------------------------------ as it looks


def slide_at(library: Library, path: Path, words: str) -> SlidePlace:
    library.add(path)
    view = View(library, LOCAL_PERSON)
    (document,) = view.documents()
    start = view.document(document.id).text.index(words)
    chunk = next(one for one in view.chunks(document.id) if one.span.start <= start < one.span.end)
    found = place_of(view, f"{chunk.id}@{start}-{start + len(words)}").slide
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("write", "name", "words", "size"),
    [
        (powerpoint, "tank.pptx", "fed thrice a week", 18),
        (open_presentation, "talk.odp", "週に三回", 24),
    ],
)
def test_a_text_is_set_as_large_as_in_its_file(
    library: Library,
    tmp_path: Path,
    write: Callable[[Path], Path],
    name: str,
    words: str,
    size: int,
) -> None:
    shown = slide_at(library, write(tmp_path / name), words)
    [quoted] = [one for one in shown.shapes if one.block.mark]
    assert quoted.size == size
    assert quoted.rectangle is not None
    assert [one.number for one in shown.pictures] == [1]


@pytest.mark.parametrize(
    ("write", "name"), [(powerpoint, "tank.pptx"), (open_presentation, "talk.odp")]
)
def test_a_table_on_a_slide_has_its_cell_marked(
    library: Library, tmp_path: Path, write: Callable[[Path], Path], name: str
) -> None:
    shown = slide_at(library, write(tmp_path / name), "214")
    [grid] = [one.block.grid for one in shown.shapes if one.block.grid is not None]
    assert [grid.rows[row][column] for row, column in grid.marked] == ["214"]


def test_any_slide_of_a_deck_may_be_looked_at(library: Library, tmp_path: Path) -> None:
    library.add(powerpoint(tmp_path / "tank.pptx"))
    view = View(library, LOCAL_PERSON)
    (document,) = view.documents()
    shown = slide_of(view, document.id, 2)
    assert (shown.title, shown.holds, shown.count) == ("Ten days later", "", 3)
    for number in (0, 4):
        with pytest.raises(UnknownDocumentError):
            slide_of(view, document.id, number)
