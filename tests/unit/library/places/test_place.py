"""Every kind of document opens at its quote, and what may not be seen has no place."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from aliquot import Library
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.library.places import place_of
from aliquot.library.viewing import View
from aliquot.shapes import place_shape
from aliquot.types import LOCAL_PERSON, BlockType, Chunk, Collection, Document, Person, ShownAs

WriteLab = Callable[..., Path]
FILES = {
    "protocol.md": "# Lysis of cells\n\n## Steps\n\n1. Thaw the cells.\n2. Add 5 mL of buffer A.\n"
    "3. Wait for ten minutes.\n",
    "table.csv": "Strain,Dose (mg),Growth\n" + "".join(f"s{n},{n},fast\n" for n in range(40)),
    "notes.md": "# Notes\n\nThe first day.\n\nThe second day was dry. It rained at night.\n",
}


@pytest.fixture
def seen(library: Library, write_lab: WriteLab, tmp_path: Path) -> View:
    lab = write_lab(tmp_path / "lab", FILES)
    canvas = Canvas(str(lab / "report.pdf"), invariant=1)
    canvas.drawString(72, 700, "The plasmid was cut with one enzyme and then sealed with another.")
    canvas.save()
    library.add(lab)
    return View(library, LOCAL_PERSON)


def cited(view: View, name: str, words: str) -> tuple[Document, str]:
    """Return a document by its file's name, and the id of a citation of words in it."""
    listed = next(one for one in view.documents() if one.source and one.source.path.endswith(name))
    document = view.document(listed.id)
    start = document.text.index(words)
    chunk = next(one for one in view.chunks(listed.id) if holds(one, start))
    return document, f"{chunk.id}@{start}-{start + len(words)}"


def holds(chunk: Chunk, start: int) -> bool:
    return chunk.span.start <= start < chunk.span.end


@pytest.mark.parametrize(
    ("name", "words", "shown"),
    [
        ("protocol.md", "Add 5 mL of buffer A", ShownAs.STEPS),
        ("table.csv", "| s20 | 20 |", ShownAs.TABLE),
        ("notes.md", "It rained at night", ShownAs.TEXT),
        ("report.pdf", "cut with one enzyme", ShownAs.PDF),
    ],
)
def test_a_place_holds_its_quote(seen: View, name: str, words: str, shown: ShownAs) -> None:
    document, target = cited(seen, name, words)
    place = place_of(seen, target)
    assert (place.shown_as, place.document_id, place.file_name) == (shown, document.id, name)
    assert place.excerpt[1] == words
    assert "".join(block.parts[1] for block in place.blocks) == words


def test_a_step_is_shown_among_its_neighbours(seen: View) -> None:
    _, target = cited(seen, "protocol.md", "buffer A")
    steps = [one for one in place_of(seen, target).blocks if one.type is BlockType.STEP]
    assert [(one.marker, one.mark is not None) for one in steps] == [
        ("1.", False), ("2.", True), ("3.", False),
    ]  # fmt: skip


def test_a_row_is_shown_below_its_header_with_its_cells_marked(seen: View) -> None:
    _, target = cited(seen, "table.csv", "| s20 | 20 |")
    grid = place_of(seen, target).grid
    assert grid is not None
    assert grid.header == ("Strain", "Dose (mg)", "Growth")
    assert [grid.rows[row][column] for row, column in grid.marked] == ["s20", "20"]
    assert grid.row_count == 40
    assert grid.rows[0][0] == f"s{grid.first_row - 1}"


def test_a_page_of_a_pdf_is_marked_by_its_characters(seen: View) -> None:
    _, target = cited(seen, "report.pdf", "cut with one enzyme")
    place = place_of(seen, target)
    assert (place.page, place.is_exact) == (1, True)
    (one,) = place.pages[0].rectangles
    assert 0 < one.width < 0.5


def test_a_file_that_is_gone_is_shown_by_its_text(seen: View) -> None:
    document, target = cited(seen, "report.pdf", "cut with one enzyme")
    assert document.source is not None
    Path(document.source.path).unlink()
    place = place_of(seen, target)
    assert (place.shown_as, place.is_changed) == (ShownAs.TEXT, True)


def test_a_file_that_cannot_be_drawn_is_shown_by_its_text(
    seen: View, caplog: pytest.LogCaptureFixture
) -> None:
    _, target = cited(seen, "report.pdf", "cut with one enzyme")
    seen.library.pages.close()
    with caplog.at_level(logging.ERROR):
        place = place_of(seen, target)
    assert (place.shown_as, place.pages) == (ShownAs.TEXT, ())


def test_a_chunk_is_marked_whole_and_a_document_opens_at_its_beginning(seen: View) -> None:
    document, target = cited(seen, "notes.md", "The first day")
    chunk = place_of(seen, target.partition("@")[0])
    assert chunk.span is not None
    assert chunk.excerpt[1] == chunk.span.of(document.text)
    assert place_of(seen, document.id).blocks[0].span.start == 0


def test_a_place_is_plain_data(seen: View) -> None:
    for name, words in (("report.pdf", "sealed"), ("table.csv", "s20"), ("protocol.md", "Thaw")):
        shape = place_shape(place_of(seen, cited(seen, name, words)[1]))
        assert json.loads(json.dumps(shape)) == shape


@pytest.mark.parametrize("target", ["nothing", "nothing#text-1", "nothing#text-1@1-4"])
def test_what_is_not_there_has_no_place(seen: View, target: str) -> None:
    with pytest.raises(UnknownDocumentError):
        place_of(seen, target)


def test_a_span_beyond_the_document_is_refused(seen: View) -> None:
    document, _ = cited(seen, "notes.md", "The first day")
    with pytest.raises(ConfigError, match="shorter"):
        place_of(seen, f"{document.id}#text-1@10-99999")


def test_what_others_alone_may_see_has_no_place(seen: View, tmp_path: Path) -> None:
    _, target = cited(seen, "notes.md", "The first day")
    mine = str(tmp_path / "lab")
    seen.library.people.put_collection(Collection(name="closed", folders=(mine,)))
    with pytest.raises(UnknownDocumentError):
        place_of(View(seen.library, Person(name="guest")), target)
