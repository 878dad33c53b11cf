"""Find the wares of tables of parts, which give maker and order number beside each.

What enters: a document. What leaves: a place for each row whose first cell names a ware, an
instrument or a kit and whose other cells hold a known maker; substances are the reagents' part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.models import HEAD
from aliquot.findings.named_things import MAKER, NamedThing
from aliquot.findings.vocabularies.makers import MAKERS
from aliquot.types import BlockType, Document, Span

__all__ = ["rows_of_parts"]

CELL = re.compile(r"[^|\n\t]+")
CELL_MAKER = re.compile(rf"\s*(?:{MAKER})\b", re.IGNORECASE)
# Looked up first: most cells of most tables hold no maker.
FIRST_WORDS = frozenset(re.split(r"\W", maker.casefold())[0] for maker in MAKERS)
FIRST_WORD = re.compile(r"\s*([^\W\d_]\w*)")
CATALOGUE = re.compile(
    r"^\s*(?:[Cc]at\.?\s?#\s?)?(?:[A-Z]{1,4}[\d-]*\d[\w./-]{2,}|\d{4,}[\w-]*)\s*$"
)
WARES = re.compile(
    r"\b(?:kits?|tubes?|tips?|box(?:es)?|plates?|filters?|columns?|flasks?|dish(?:es)?|strips?"
    rf"|cartridges?|syringes?|needles?|gloves|seals?|films?|racks?|slides?|membranes?|vials?|{HEAD})\b",
    re.IGNORECASE,
)
# Cells that say what kind of row it is, in tables of key resources; the name is the next cell.
KIND_OF_ROW = re.compile(
    r"^\s*(?:commercial assays?|other\b|equipment|instruments?\b|kits?\s*$)", re.I
)
# What is said of the order and not of the ware.
REMARK = re.compile(
    r"\s*\((?:refill|optional|sterile|pack|box|case|each)[^()]*\)\s*$", re.IGNORECASE
)


def rows_of_parts(document: Document) -> Iterator[NamedThing]:
    """Yield the ware of each row that names its maker."""
    for block in document.blocks:
        if block.type is not BlockType.TABLE:
            continue
        start = block.span.start
        for line in block.text.splitlines(keepends=True):
            named = _row(line, start)
            if named is not None:
                yield named
            start += len(line)


def _row(line: str, start: int) -> NamedThing | None:
    cells = [match for match in CELL.finditer(line) if match[0].strip()]
    if len(cells) > 1 and KIND_OF_ROW.match(cells[0][0]):
        cells = cells[1:]
    maker = next((cell[0].strip() for cell in cells[1:] if _is_maker(cell[0])), "")
    if not maker or not WARES.search(cells[0][0]):
        return None
    name = REMARK.sub("", cells[0][0])
    left = cells[0].start() + len(name) - len(name.lstrip())
    details = {"maker": maker}
    number = next((cell[0].strip() for cell in cells[1:] if CATALOGUE.match(cell[0])), "")
    if number:
        details["catalogue"] = number
    return NamedThing(Span(start + left, start + left + len(name.strip())), 0.9, details)


def _is_maker(cell: str) -> bool:
    first = FIRST_WORD.match(cell)
    return (
        first is not None
        and first[1].casefold() in FIRST_WORDS
        and CELL_MAKER.match(cell) is not None
    )
