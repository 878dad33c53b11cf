"""What a reader made of a file, in one shape for all: our documents and peers' Markdown.

What enters: documents, or Markdown. What leaves: a `Reading` that answers what the measures ask.
The Markdown reader is neutral: nothing but headings, tables, fences and paragraphs.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from lxml import etree
from lxml import html as lxml_html

from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import BlockType, Document, DocumentKind

__all__ = ["Reading", "Tally", "bare", "of_documents", "of_markdown", "share"]

# Beyond letters and digits, what changes a number's meaning.
KEPT = frozenset("±%<>=+°")
# Letters below which a text is found by chance inside another.
ALONE_BELOW = 12
HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
RULE = re.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")
FENCE = re.compile(r"^\s*(```|~~~)")
TAG = re.compile(
    r"</?(?:a|b|i|em|strong|sup|sub|br|p|span|u|div|img|code|small|font|li|ol|ul)\b[^<>]*>", re.I
)
ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>&$:])")
LINK = re.compile(r"!?\[([^\]]*)\]\([^()\s]*(?:\([^()]*\))?[^()]*\)")
COMMAND = re.compile(r"\\[A-Za-z]+")


class Tally:
    """A ratio that adds up over files.

    Args:
        right: Its upper part.
        total: Its lower part.
    """

    def __init__(self, right: float = 0, total: float = 0) -> None:
        self.right, self.total = right, total

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.total + other.total)

    @property
    def value(self) -> float | None:
        """The ratio; `None` where there is nothing to count."""
        return self.right / self.total if self.total else None


def share(found: Iterable[bool]) -> Tally:
    """Count how many are true."""
    answers = list(found)
    return Tally(sum(answers), len(answers))


@lru_cache(4096)
def _letters(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).casefold().replace("μ", "µ")
    return "".join(part for part in plain if part.isalnum() or part in KEPT)


def bare(text: str) -> str:
    """Reduce text to letters, digits and a few signs, whatever it was written in."""
    return "".join(map(_letters, text))


class Reading:
    """A document as its reader gave it.

    Args:
        document: Blocks in reading order; a marker stands before its block's text.
    """

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def text(self) -> str:
        """All text with the printed numbers of steps and items."""
        return "\n\n".join(map(_marked, self.document.blocks))

    @cached_property
    def _bare(self) -> tuple[str, list[int]]:
        letters: list[str] = []
        places: list[int] = []
        for place, character in enumerate(self.text):
            found = _letters(character)
            letters.append(found)
            places += [place] * len(found)
        return "".join(letters), places

    @cached_property
    def headings(self) -> list[str]:
        """Texts of the headings in order."""
        return [block.text for block in self.document.blocks if block.type is BlockType.HEADING]

    @cached_property
    def rows(self) -> list[list[str]]:
        """Rows of all tables, as cells."""
        grids = (block.grid for block in self.document.blocks if block.grid)
        return [list(row) for grid in grids for row in grid]

    @cached_property
    def without_commands(self) -> str:
        """Bare text without the commands of TeX, for formulas."""
        return bare(COMMAND.sub(" ", self.text))

    def find(self, text: str, start: int = 0) -> int:
        """Return where in `self.text` a text begins, from a place on; -1 where it is not."""
        letters, places = self._bare
        wanted = bare(text)
        low = bisect_left(places, start)
        found = letters.find(wanted, low) if wanted else -1
        return places[found] if found >= 0 else -1

    def holds(self, text: str) -> bool:
        """Tell whether a text stands in it whole; short ones must stand alone."""
        if len(bare(text)) >= ALONE_BELOW:
            return self.holds_words(text)
        plain = _plain(text)
        if plain in self._words:
            return True
        alone = rf"(?<![\w.]){re.escape(plain)}(?!\w)"
        return plain in self._plain and bool(re.search(alone, self._plain))

    def holds_words(self, text: str) -> bool:
        """Tell whether a text of several words stands in it whole."""
        wanted = bare(text)
        return len(wanted) >= ALONE_BELOW and wanted in self._bare[0]

    @cached_property
    def _plain(self) -> str:
        return _plain(self.text)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self._plain.split())


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(text.replace("_", " ").split())


def _marked(block: object) -> str:
    marker, text = block.marker, block.text  # type: ignore[attr-defined]
    return text if not marker or text.startswith(marker) else f"{marker} {text}"


def of_documents(documents: Sequence[Document]) -> Reading:
    """Join the documents of one file."""
    if len(documents) == 1:
        return Reading(documents[0])
    out = DocumentBuilder()
    for document in documents:
        for block in document.blocks:
            if block.type is BlockType.HEADING:
                out.heading(block.text, max(block.level, 1))
            else:
                out.add(block.type, block.text, marker=block.marker, grid=block.grid)
    return Reading(out.build(kind=DocumentKind.OTHER, title=""))


# ------------------------------------------------------------------------------ Markdown


def of_markdown(text: str) -> Reading:
    """Read a peer's Markdown, or plain text."""
    out = DocumentBuilder()
    parts = list(_parts(text))
    title = _lone_title(parts)
    for kind, part in parts:
        match kind:
            case "heading":
                level, _, words = part.partition(" ")
                if part == title:
                    out.add(BlockType.FIELD, _inline(words))
                else:
                    out.heading(_inline(words), int(level))
            case "table":
                _add_table(out, [_cells(line) for line in part.split("\n") if not RULE.match(line)])
            case "html":
                for grid in _html_grids(part):
                    _add_table(out, grid)
            case "code":
                out.add(BlockType.CODE, part)
            case _:
                out.paragraph(_inline(part))
    return Reading(out.build(kind=DocumentKind.OTHER, title=""))


def _lone_title(parts: Iterable[tuple[str, str]]) -> str:
    """Return the first heading where it stands above all others: a title is no section."""
    headings = [part for kind, part in parts if kind == "heading"]
    above = [part for part in headings if part[0] <= headings[0][0]]
    return headings[0] if len(above) == 1 < len(headings) else ""


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield what the lines make up: headings, tables, fences, paragraphs."""
    held: list[str] = []
    state = "text"
    for line in [*text.splitlines(), ""]:
        after = _state(state, line)
        if (
            state == "text"
            and held
            and (after != "text" or not line.strip() or HEADING.match(line))
        ):
            yield "text", "\n".join(held)
            held = []
        if state == "table" and after != "table":
            yield "table", "\n".join(held)
            held = []
        if after == "text" and (match := HEADING.match(line)):
            yield "heading", f"{len(match.group(1))} {match.group(2)}"
        elif after != "ended" and (after != "text" or line.strip()):
            held.append(line)
        elif after == "ended":
            yield state, "\n".join([*held, line])
            held, after = [], "text"
        state = after
    if held:
        yield state, "\n".join(held)


def _state(state: str, line: str) -> str:
    """Return what a line belongs to; `ended` where it closes what was open."""
    if state == "code":
        return "ended" if FENCE.match(line) else "code"
    if state == "html" or line.lstrip().startswith("<table"):
        return "ended" if "</table>" in line else "html"
    if FENCE.match(line):
        return "code"
    return "table" if line.lstrip().startswith("|") else "text"


def _cells(line: str) -> list[str]:
    line = line.strip().strip("|")
    return [_inline(cell).strip() for cell in re.split(r"(?<!\\)\|", line)]


def _html_grids(text: str) -> Iterator[list[list[str]]]:
    try:
        root = lxml_html.fromstring(text)
    except etree.ParserError:
        return
    for table in root.iter("table"):
        yield [
            [" ".join(cell.text_content().split()) for cell in row if cell.tag in ("td", "th")]
            for row in table.iter("tr")
        ]


def _add_table(out: DocumentBuilder, grid: list[list[str]]) -> None:
    out.table([row or [""] for row in grid])


def _inline(text: str) -> str:
    text = html.unescape(TAG.sub("", LINK.sub(r"\1", text)))
    return ESCAPE.sub(r"\1", text).replace("**", "").replace("<!--", "").replace("-->", "")
