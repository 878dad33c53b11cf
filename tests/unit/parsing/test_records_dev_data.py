"""Every record and table of the development data is read, and holds what is asked about it."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.parsing.sniff import sniff
from aliquot.types import FIELDS, Document

DEV = Path(__file__).resolve().parents[3] / "../shared/data/dev"
FOLDERS = ("trials", "genes", "spreadsheets", "bibliography")
FILES = sorted(
    str(path.relative_to(DEV))
    for folder in FOLDERS
    for path in (DEV / folder).rglob("*")
    if path.is_file()
)
DASHES = re.compile("[\u2010-\u2015\u2212\ufe63\uff0d]")

pytestmark = pytest.mark.skipif(not FILES, reason="the development data are not here")


@cache
def parse(name: str) -> tuple[Document, ...]:
    path = DEV / name
    return tuple(load("parsers", sniff(path) or "text")().parse(path))


def normal(text: str) -> str:
    text = DASHES.sub("-", unicodedata.normalize("NFKC", text)).casefold()
    return re.sub(r"[\s\-]+", "", text)


def evidence() -> list[tuple[str, str]]:
    path = DEV / "questions.jsonl"
    questions = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if FILES else []
    pairs = []
    for question in questions:
        files = " ".join(name for name in question["files"] if name in FILES)
        quotes = question["evidence"]
        quotes = [quotes] if isinstance(quotes, str) else quotes
        pairs += [(files, quote) for quote in quotes if files and quote]
    return pairs


@pytest.mark.parametrize("name", FILES)
def test_file_gives_documents_with_text_and_typed_fields(name: str) -> None:
    documents = parse(name)
    assert documents
    for document in documents:
        assert document.title
        assert document.text.strip()
        assert set(document.extra) <= set(FIELDS)
        assert all(block.span.of(document.text) == block.text for block in document.blocks)


@pytest.mark.parametrize(("files", "quote"), evidence())
def test_evidence_stands_in_the_text(files: str, quote: str) -> None:
    texts = [document.text for name in files.split() for document in parse(name)]
    assert normal(quote) in normal(" ".join(texts))
