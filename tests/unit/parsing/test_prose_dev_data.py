"""Every prose file of the development data is read, and its known sentences are in the text."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.parsing.sniff import sniff
from aliquot.types import BlockType, Document, DocumentKind

DEV = (Path(__file__).parents[3] / "../shared/data/dev").resolve()
PROSE = {
    *("jats", "docx", "pptx", "html", "markdown", "text", "latex", "notebook", "protocol_json"),
    "eln",
}
FOLDERS = ("papers/jats", "protocols", "slides", "notes", "eln", "latex", "notebooks")
FILES = sorted(
    path
    for folder in FOLDERS
    for path in (DEV / folder).rglob("*")
    if path.is_file() and path.suffix != ".pdf"
)
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"), "-")

pytestmark = pytest.mark.skipif(not DEV.exists(), reason="development data not present")


def read(path: Path) -> list[Document]:
    documents: list[Document] = load("parsers", sniff(path) or "").__call__().parse(path)
    return documents


def norm(text: str) -> str:
    text = unicodedata.normalize("NFKC", html.unescape(text)).translate(DASHES).casefold()
    return re.sub(r"[\s\-\u00ad]+", "", text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DEV)))
def test_file_gives_sound_documents(path: Path) -> None:
    for document in read(path):
        assert document.title
        assert document.parser
        assert all(block.text == block.span.of(document.text) for block in document.blocks)


@pytest.mark.parametrize("path", sorted((DEV / "protocols").glob("*")), ids=lambda path: path.name)
def test_protocol_has_its_steps_in_order(path: Path) -> None:
    [document] = read(path)
    assert document.kind is DocumentKind.PROTOCOL
    steps = [block for block in document.blocks if block.type is BlockType.STEP]
    assert len(steps) >= 3


def questions() -> list[tuple[str, str, str]]:
    source = DEV / "questions.jsonl"
    found = []
    for line in source.read_text("utf-8").splitlines() if source.exists() else ():
        question = json.loads(line)
        evidence = question["evidence"]
        for quote in evidence if isinstance(evidence, list) else [evidence]:
            prose = [name for name in question["files"] if sniff(DEV / name) in PROSE]
            if quote and len(prose) == len(question["files"]):
                found.append((question["id"], quote, "|".join(prose)))
    return found


@pytest.mark.parametrize(("identifier", "quote", "names"), questions())
def test_evidence_stands_in_the_text(identifier: str, quote: str, names: str) -> None:
    texts = [norm(document.text) for name in names.split("|") for document in read(DEV / name)]
    assert any(norm(quote) in text for text in texts)
