"""Every format opens at its quote, so does every chunk of the demonstration lab, and so do quotes
drawn at random from real files."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from aliquot import Library
from aliquot.backends import load
from aliquot.errors import SourceError, UnknownDocumentError
from aliquot.library.places import place_of
from aliquot.library.places.place import find_place
from aliquot.library.places.slides import DECKS
from aliquot.library.viewing import View
from aliquot.parsing.paged.looking import PageLooker
from aliquot.parsing.sniff import sniff
from aliquot.types import LOCAL_PERSON, Chunk, Document, Place, Source
from fuzzing.promises import cut
from made_files import make_files

ROOT = Path(__file__).parents[2]
LAB = ROOT / "examples" / "lab"
DEV = ROOT.parent / "shared" / "data" / "dev"
KINDS = ("eln", "genes", "latex", "notebooks", "notes", "papers", "protocols", "slides")
KINDS += ("spreadsheets", "trials")
# Pictures are read where text recognition is installed, bibliographies are no documents.
WITHOUT_DOCUMENTS = {"image", "bibtex", "ris", "csl_json", "endnote", "endnote_xml"}
SETTINGS = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
SLOW = os.environ.get("ALIQUOT_SLOW") == "1"
# Chunks of a document that are looked at in every run: its first, its last, and some between.
SAMPLE = 6
# Quotes of a real document, and how long one may be.
QUOTES, LONGEST = 25, 400
# A real file larger than this has nothing the smaller ones have not, and takes minutes to read.
MOST_BYTES = 8 * 2**20


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


def squeezed(text: str) -> str:
    return "".join(text.split())


def check(place: Place, words: str) -> None:
    """Assert that a place says its quote, and shows it once, wherever it is shown."""
    assert place.excerpt[1] == words, place.target
    shown = "".join(one.parts[1] for one in place.blocks)
    assert squeezed(shown) == squeezed(words), place.target
    if place.slide is not None:
        texts = [*(one.block for one in place.slide.shapes), *place.slide.notes]
        on_slide = squeezed("".join(one.parts[1] for one in texts))
        # A quote may go on on the next slide.
        assert squeezed(words).startswith(on_slide), place.target
        assert bool(on_slide) == bool(squeezed(words)), place.target
    for page in place.pages:
        for one in page.rectangles:
            for edge in (one.x, one.y, one.x + one.width, one.y + one.height):
                assert -1e-9 <= edge <= 1 + 1e-9, place.target


def some(chunks: list[Chunk]) -> list[Chunk]:
    """Return a document's chunks, or as many as are looked at in every run."""
    step = 1 if SLOW else max(1, -(-len(chunks) // SAMPLE))
    return [*chunks[:-1:step], *chunks[-1:]]


def test_a_file_of_every_format_opens_at_its_quote(library: Library, tmp_path: Path) -> None:
    view = View(library, LOCAL_PERSON)
    left = make_files(tmp_path / "made")
    found = True
    while found:
        # They all say the same: of several one stands for all, and the others come once it is gone.
        library.add(*left.values())
        documents = view.documents()
        for document in documents:
            for chunk in view.chunks(document.id):
                target, words = inner(chunk)
                check(place_of(view, target), words)
            library.remove(document.id)
        read = {one.source.path for one in documents if one.source}
        found = bool(read)
        left = {name: path for name, path in left.items() if str(path) not in read}
        found = found and bool(left)
    assert set(left) <= WITHOUT_DOCUMENTS


def test_chunks_of_the_demonstration_lab_are_held_by_their_places(demonstration: View) -> None:
    count = 0
    for document in demonstration.documents():
        for chunk in some(demonstration.chunks(document.id)):
            target, words = inner(chunk)
            check(place_of(demonstration, target), words)
            count += 1
    assert count > 50


# ------------------------------------------------------------------------------ real files


@dataclass(frozen=True)
class Read:
    """Documents as they are read from a file, without a library."""

    path: Path
    documents: dict[str, Document]
    cut: dict[str, list[Chunk]]

    def document(self, document_id: str) -> Document:
        if document_id not in self.documents:
            raise UnknownDocumentError(document_id)
        return self.documents[document_id]

    def chunks(self, document_id: str) -> list[Chunk]:
        return self.cut[document_id]


def read(path: Path) -> Read:
    parser = load("parsers", sniff(path) or "none")()
    now = path.stat()
    source = Source(path=str(path), size=now.st_size, mtime_ns=now.st_mtime_ns)
    documents = {
        f"d{number}": replace(one, id=f"d{number}", source=source)
        for number, one in enumerate(parser.parse(path))
    }
    return Read(path.parent, documents, {name: cut(one) for name, one in documents.items()})


def drawn(document: Document, chunks: list[Chunk], by: random.Random) -> Iterator[tuple[str, str]]:
    """Yield ids of citations of random words, and these words."""
    for _ in range(QUOTES if chunks else 0):
        chunk = by.choice(chunks)
        start = by.randrange(chunk.span.start, chunk.span.end)
        end = min(chunk.span.end, start + by.randint(1, LONGEST))
        yield f"{chunk.id}@{start}-{end}", document.text[start:end]


@pytest.mark.skipif(not SLOW, reason="takes minutes: set ALIQUOT_SLOW=1")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", KINDS)
def test_random_quotes_of_real_files_are_held_by_their_places(kind: str) -> None:
    if not (DEV / kind).is_dir():
        pytest.skip(f"the real files are not at {DEV.name}/{kind}")
    sight = PageLooker()
    count = 0
    try:
        for path in sorted(one for one in (DEV / kind).rglob("*") if one.is_file()):
            if path.stat().st_size > MOST_BYTES or not sniff(path):
                continue
            try:
                lab = read(path)
            except SourceError:
                continue
            for document in lab.documents.values():
                by = random.Random(f"{path.name} {document.id}")
                for target, words in drawn(document, lab.chunks(document.id), by):
                    place = find_place(lab, target, sight)
                    check(place, words)
                    if document.parser in DECKS:
                        assert any(one.rectangle for one in place.slide.shapes), target
                    count += 1
    finally:
        sight.close()
    assert count > 0
