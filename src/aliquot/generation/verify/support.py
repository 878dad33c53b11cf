"""What a statement may rest on: the words it quotes, and what they stand in.

What enters: citations whose quotes were found, with their chunks. What leaves: plain texts. The
words that are quoted are read in their sentence, which may deny them, and under the headings and
column names of their chunk, which say of what they speak.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.extractive.tables import column_names, said
from aliquot.generation.verify.plain import plain
from aliquot.sentences import sentence_spans
from aliquot.types import Chunk, Citation, Span

__all__ = ["Support", "support_of"]

# Line breaks that part what no sentence joins: before "Phase: 3", rows, headings, comments, items,
# and behind a line of code. Others wrap prose, which may deny on one line what stands on the next.
NEXT_UNIT = re.compile(r"(?<=[)}])\n|\n(?=[^\n:]{1,40}:\s|[|#]|[-*•]\s)")

# Words at the opening of a sentence that stand for something of the one before.
POINTS_BACK = re.compile(
    r"\s*(?:(?:this|these|those|that|it|its|they|their|both|such)\b|[こそ](?:の|れ|れら))", re.I
)

# An item of a list below a step, and the line that opens the list: "To make the gel combine:".
LIST_ITEM = re.compile(r"\s*(?:[-*•]|[a-z][.)]|\d+[.)]?)\s")
OPENS_LIST = re.compile(r"[:：]\s*$")


@dataclass(frozen=True, slots=True)
class Support:
    """Plain texts a statement is held against.

    Attributes:
        quotes: The quoted words.
        sentences: The whole sentences they stand in.
        columns: Names of the columns, where rows of a table are quoted.
        around: Title, headings, and other names of what the chunk speaks of.
        meant: What stands before and is meant: the sentence "this index" points back to, or
            the line that opens a list.
    """

    quotes: tuple[str, ...]
    sentences: tuple[str, ...]
    columns: str
    around: str
    meant: str = ""

    @property
    def said(self) -> str:
        """The sentences and the columns: what the source says."""
        return " | ".join((*self.sentences, self.columns)) if self.columns else self.stated

    @property
    def stated(self) -> str:
        """The sentences alone."""
        return " | ".join(self.sentences)


def support_of(citations: Sequence[Citation], chunks: Mapping[str, Chunk]) -> Support:
    """Gather what citations rest on.

    Args:
        citations: With spans at which their quotes stand.
        chunks: By id, at least those that are cited.
    """
    cited = [(one, chunks[one.chunk_id]) for one in citations]
    rows = [chunk for one, chunk in cited if "|" in one.quote]
    names = [name for chunk in rows for name in column_names(chunk)]
    return Support(
        quotes=tuple(plain(one.quote) for one, _ in cited),
        sentences=tuple(plain(_sentences(one, chunk)) for one, chunk in cited),
        columns=plain(" | ".join(names)),
        around=plain(" | ".join(_around(chunk for _, chunk in cited))),
        meant=plain(" | ".join(_meant(one, chunk) for one, chunk in cited)),
    )


def _sentences(citation: Citation, chunk: Chunk) -> str:
    """Return the sentences a quote touches, whole."""
    quoted = citation.span.shifted(-chunk.span.start)
    touched = [
        one for one in _units(chunk.text) if one.start < quoted.end and quoted.start < one.end
    ]
    if not touched:
        return citation.quote
    whole = chunk.text[min(quoted.start, touched[0].start) : max(quoted.end, touched[-1].end)]
    return "\n".join(
        said(line.strip(), chunk) if "|" in line else line for line in whole.split("\n")
    )


def _meant(citation: Citation, chunk: Chunk) -> str:
    """Return what a quoted sentence points back to, or the line that opens its list."""
    start = citation.span.start - chunk.span.start
    before = [one.of(chunk.text) for one in _units(chunk.text) if one.end <= start]
    if not before:
        return ""
    if POINTS_BACK.match(citation.quote):
        return before[-1]
    if LIST_ITEM.match(citation.quote):
        return next((one for one in reversed(before) if OPENS_LIST.search(one)), "")
    return ""


# The statements of one answer, and the stretches a claim is held against, share few chunks.
@lru_cache(maxsize=64)
def _units(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text, parted again before fields, comments, rows and items."""
    return tuple(_each_unit(text))


def _each_unit(text: str) -> Iterator[Span]:
    for sentence in sentence_spans(text):
        start = sentence.start
        for match in NEXT_UNIT.finditer(text, sentence.start, sentence.end):
            yield Span(start, match.start())
            start = match.end()
        yield Span(start, sentence.end)


def _around(chunks: Iterable[Chunk]) -> list[str]:
    found: dict[str, None] = {}
    for chunk in chunks:
        title = str(chunk.metadata.get("title", ""))
        found |= dict.fromkeys([title, chunk.header, *chunk.section_path, *chunk.also])
    return [one for one in found if one]
