"""Measure identity and reference lists of PDF papers against the publishers' records.

Imported by `pdf_layout.py`, which reads the files. An identity field is right where its letters
agree with the record's; a reference is right where one block holds it whole and nothing of another.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from aliquot.types import BlockType, Document

__all__ = [
    "IdentityScore",
    "Reference",
    "read_records",
    "read_references",
    "score_identity",
    "score_references",
]

# A title's beginning identifies a reference; its end may hold symbols that JATS writes otherwise.
TITLE_LETTERS = 60
# Shorter titles ("Ocimum sanctum Linn", names of books) stand in other entries too.
MINIMUM_LETTERS = 25
# The first author stands at the beginning of an entry, behind its number.
OPENING_LETTERS = 30
# The subtitle that PubMed Central adds to some names ("Molecules : A Journal of ...").
SUBTITLE = re.compile(r"\s+:\s.*")


@dataclass(frozen=True)
class Reference:
    """One entry of the true list, reduced to letters; empty where it has none."""

    title: str
    author: str


@dataclass
class IdentityScore:
    """What of one file's identity is right, and what its record says instead."""

    right: dict[str, bool] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def letters(text: str) -> str:
    """Reduce text to letters and digits without accents or case."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(filter(str.isalnum, plain))


def read_records(path: Path) -> dict[str, dict[str, Any]]:
    """Read the ground truth, one JSON record a line, by the stem of the file it describes."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {Path(row["file"]).stem: row for row in rows}


def score_identity(document: Document, record: dict[str, Any]) -> IdentityScore:
    """Compare a document's identity with its record.

    `authors` wants the names as printed, in order; `authors_split` also family and given names as
    the record parts them.
    """
    people = [(person["given"] or "", person["family"] or "") for person in record["authors"]]
    found = [tuple(reversed(name.partition(", ")[::2])) for name in document.authors]
    score = IdentityScore()
    pairs: dict[str, tuple[Any, Any]] = {
        "title": (letters(document.title), letters(record["title"])),
        "authors": ([letters("".join(n)) for n in found], [letters("".join(n)) for n in people]),
        "authors_split": (
            [tuple(map(letters, name)) for name in found],
            [tuple(map(letters, name)) for name in people],
        ),
        "year": (document.year, record["year"]),
        "doi": (document.doi, (record["doi"] or "").lower()),
        "journal": (
            letters(document.journal).removeprefix("the"),
            letters(SUBTITLE.sub("", record["journal"])).removeprefix("the"),
        ),
    }
    for name, (ours, theirs) in pairs.items():
        score.right[name] = ours == theirs
        if ours != theirs:
            score.wrong.append(f"{name}: {ours!r} is {theirs!r}")
    return score


def read_references(path: Path) -> list[Reference]:
    """Read the reference list of a JATS file."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    return [_reference(entry) for entry in etree.parse(path, parser).getroot().iter("ref")]


def _reference(entry: etree._Element) -> Reference:
    title = entry.find(".//article-title")
    author = entry.find(".//surname")
    key = letters("".join(title.itertext())) if title is not None else ""
    name = letters("".join(author.itertext())) if author is not None else ""
    return Reference(key[:TITLE_LETTERS] if len(key) >= MINIMUM_LETTERS else "", name)


def score_references(document: Document, truth: list[Reference]) -> tuple[int, int, int, list[str]]:
    """Return entries found, true entries comparable by title, those right, and those wrong."""
    blocks = [b.text for b in document.blocks if b.type is BlockType.REFERENCE]
    entries = [letters(text) for text in blocks]
    titled = [reference for reference in truth if reference.title]
    wrong = [reference.title for reference in titled if not _is_apart(reference, titled, entries)]
    return len(entries), len(titled), len(titled) - len(wrong), wrong


def _is_apart(reference: Reference, others: list[Reference], entries: list[str]) -> bool:
    holding = [entry for entry in entries if reference.title in entry]
    if not holding:
        return False
    entry = min(holding, key=len)
    alone = sum(other.title in entry for other in {other.title: other for other in others}.values())
    begins = reference.author in entry[: OPENING_LETTERS + len(reference.author)]
    return alone == 1 and begins
