"""Every format opens at its quote, and so does every chunk of the demonstration lab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot import Library
from aliquot.library.places import place_of
from aliquot.library.viewing import View
from aliquot.types import LOCAL_PERSON, Chunk, Place
from made_files import make_files

LAB = Path(__file__).parents[2] / "examples" / "lab"
# Pictures are read where text recognition is installed, bibliographies are no documents.
WITHOUT_DOCUMENTS = {"image", "bibtex", "ris", "csl_json", "endnote", "endnote_xml"}
SETTINGS = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[View]:
    with Library.create(tmp_path_factory.mktemp("library") / "of", SETTINGS) as library:
        library.add(LAB)
        yield View(library, LOCAL_PERSON)


def inner(chunk: Chunk) -> tuple[str, str]:
    """Return the id of a citation of a chunk's middle words, and these words."""
    first = len(chunk.text) // 3
    last = max(first + 1, len(chunk.text) * 2 // 3)
    words = chunk.text[first:last]
    start = chunk.span.start + first
    return f"{chunk.id}@{start}-{start + len(words)}", words


def holds(place: Place, words: str) -> bool:
    """Tell whether a place says its quote and shows it somewhere."""
    shown = "".join(one.parts[1] for one in place.blocks)
    return place.excerpt[1] == words and "".join(words.split()) == "".join(shown.split())


def test_a_file_of_every_format_opens_at_its_quote(library: Library, tmp_path: Path) -> None:
    view = View(library, LOCAL_PERSON)
    silent = []
    for name, path in make_files(tmp_path / "made").items():
        library.add(path)
        documents = view.documents()
        if not documents:
            silent.append(name)
        for document in documents:
            for chunk in view.chunks(document.id):
                target, words = inner(chunk)
                assert holds(place_of(view, target), words), target
            # They all say the same: of several, one would stand for all.
            library.remove(document.id)
    assert set(silent) <= WITHOUT_DOCUMENTS


def test_every_chunk_of_the_demonstration_lab_is_held_by_its_place(demonstration: View) -> None:
    count = 0
    for document in demonstration.documents():
        for chunk in demonstration.chunks(document.id):
            target, words = inner(chunk)
            place = place_of(demonstration, target)
            assert holds(place, words), target
            assert all(
                0 <= edge <= 1 + 1e-9
                for page in place.pages
                for one in page.rectangles
                for edge in (one.x, one.y, one.x + one.width, one.y + one.height)
            ), target
            count += 1
    assert count > 50
