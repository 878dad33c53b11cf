"""Promises of everything that is read: over random documents, every format, and the real files.

Block spans rebuild the text; a chunk's text is its span; a box lies on its page; a section path is
made of headings; all evidence is in a chunk. The check is in `benchmarks/fuzzing/promises.py`.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from aliquot.backends import BACKENDS, load
from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.sniff import sniff
from aliquot.types import Block, BlockType, Box, Document, DocumentKind, Location, Span
from fuzzing.promises import broken_promises, page_sizes
from made_files import MAKERS

ROOT = Path(__file__).parents[3]
DEV = ROOT.parent / "shared" / "data" / "dev"
LAB = ROOT / "examples" / "lab"
SLOW = bool(os.environ.get("ALIQUOT_SLOW"))


def read(path: Path) -> list[Document]:
    documents: list[Document] = load("parsers", sniff(path) or "none")().parse(path)
    return documents


def broken(path: Path) -> list[str]:
    sizes = page_sizes(path) if path.suffix == ".pdf" else None
    return [problem for document in read(path) for problem in broken_promises(document, sizes)]


# ------------------------------------------------------------------------- random documents

# What damaged files hold, and what ends a line, a block or a cell.
WORDS = [
    "cells",
    "42",
    "°C",
    "遺伝子",
    "p53",
    "|",
    "#",
    "1.",
    "\n",
    "\n\n",
    "\ud800",
    "\x00",
    "10⁻⁶",
]
words = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
types = st.sampled_from([kind for kind in BlockType if kind is not BlockType.HEADING])
grids = st.lists(st.lists(words, min_size=1, max_size=3), max_size=4)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    out = DocumentBuilder()
    for _ in range(draw(st.integers(0, 8))):
        match draw(st.sampled_from(["heading", "table", "block"])):
            case "heading":
                out.heading(draw(words), draw(st.integers(1, 4)), pages=(1,))
            case "table":
                out.table(draw(grids), caption=draw(words))
            case _:
                out.add(draw(types), draw(words), level=draw(st.integers(0, 2)), marker="1.")
    kind = draw(st.sampled_from(list(DocumentKind)))
    lead = draw(st.booleans())
    return out.build(kind=kind, title=draw(words), lead_with_title=lead, id="it")


@given(documents())
def test_whatever_is_built_keeps_every_promise(document: Document) -> None:
    problems = broken_promises(document)
    assert problems == ([] if document.blocks else ["it has no block"])


# ------------------------------------------------------------------------- the check can fail


def built() -> Document:
    out = DocumentBuilder()
    out.heading("Methods", 1)
    out.paragraph("Cells were grown.", locations=[Location(1, Box(10, 10, 90, 20))])
    return out.build(kind=DocumentKind.NOTES, title="Growth", id="growth")


def with_block(**changes: object) -> Document:
    document = built()
    heading, paragraph = document.blocks
    changed: Block = replace(paragraph, **changes)  # type: ignore[arg-type]
    return replace(document, blocks=(heading, changed))


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (with_block(span=Span(0, 17)), "is not the text"),
        (with_block(text="Cells were lost."), "do not make up"),
        (with_block(section_path=("Results",)), "is not the path"),
        (with_block(locations=(Location(1, Box(10, 10, 900, 20)),)), "not on a page"),
        (with_block(locations=(Location(1, Box(50, 10, 40, 20)),)), "not on a page"),
        (with_block(locations=(Location(1, Box(10, float("nan"), 40, 20)),)), "not on a page"),
        (with_block(locations=(Location(2),)), "no page 2"),
        (replace(built(), blocks=(), text=""), "no block"),
        (replace(built(), extra={"mood": "good"}), "unknown fields"),
        (replace(built(), title="\ud800"), "cannot be stored"),
    ],
)
def test_a_broken_promise_is_found(document: Document, problem: str) -> None:
    assert any(problem in found for found in broken_promises(document, [(100, 100)]))


def test_a_sound_document_has_none_broken() -> None:
    assert broken_promises(built(), [(100, 100)]) == []


# ------------------------------------------------------------------------- every format


def test_there_is_a_file_of_every_format() -> None:
    assert set(MAKERS) == set(BACKENDS["parsers"])


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_file_of_every_format_keeps_every_promise(tmp_path: Path, name: str) -> None:
    file, write = MAKERS[name]
    write(tmp_path / file)
    assert sniff(tmp_path / file) == name
    assert broken(tmp_path / file) == []


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (50, 60, 500, 700)])
def test_boxes_lie_on_pages_that_are_turned_and_cropped(
    tmp_path: Path, turn: int, crop: tuple[int, int, int, int] | None
) -> None:
    path = tmp_path / "page.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)
    canvas.setPageRotation(turn)
    if crop:
        canvas.setCropBox(crop)
    for row in range(20):
        canvas.drawString(100, 560 - 20 * row, "The cells were kept in the cold for a whole week.")
    canvas.save()
    [document] = read(path)
    boxes = [location.box for block in document.blocks for location in block.locations]
    assert len(boxes) == 20
    assert broken_promises(document, page_sizes(path)) == []
    assert document.text.count("The cells were kept in the cold") == 20


# ------------------------------------------------------------------------- real files


def real(folder: Path) -> list[Path]:
    found = [path for path in sorted(folder.rglob("*.*")) if path.is_file()]
    left_out = ("benchmarks", "pdf_special", "questions.jsonl", "ground_truth.jsonl")
    return [path for path in found if not any(name in path.parts for name in left_out)]


def sampled(paths: list[Path]) -> list[Path]:
    """Return a few of each kind, or all where time is no matter."""
    if SLOW:
        return paths
    kinds: dict[tuple[str, str], list[Path]] = {}
    for path in paths:
        kinds.setdefault((path.parent.name, path.suffix), []).append(path)
    small = (min(group, key=lambda path: path.stat().st_size) for group in kinds.values())
    return [path for path in small if path.stat().st_size < 2_000_000]


@pytest.mark.parametrize("path", sampled(real(LAB)), ids=lambda path: path.name)
def test_lab_files_keep_every_promise(path: Path) -> None:
    assert broken(path) == []


@pytest.mark.skipif(not DEV.is_dir(), reason="the development data are not here")
@pytest.mark.parametrize("path", sampled(real(DEV)), ids=lambda path: path.name)
def test_real_files_keep_every_promise(path: Path) -> None:
    assert broken(path) == []


@pytest.mark.skipif(not DEV.is_dir(), reason="the development data are not here")
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("empty.pdf", "empty"),
        ("encrypted_user_password_PMC4945999.pdf", "encrypted"),
        ("not_a_pdf.pdf", "failed"),
        ("truncated_PMC4569613.pdf", "failed"),
    ],
)
def test_special_files_end_with_their_true_status(name: str, status: str) -> None:
    with pytest.raises(ParseError) as raised:
        read(DEV / "papers" / "pdf_special" / name)
    assert raised.value.status == status
    assert raised.value.hint


@pytest.mark.skipif(not DEV.is_dir(), reason="the development data are not here")
def test_owner_password_alone_hinders_no_reader() -> None:
    assert broken(DEV / "papers" / "pdf_special" / "encrypted_owner_only_PMC5450247.pdf") == []
