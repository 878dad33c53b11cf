"""What of a chunk is the same for every question: its terms, and what of it can be quoted.

Enters: a chunk. Leaves: its terms in parts, and its units with theirs. Remembered for the chunks
read last, since questions of one week are about the same documents: cutting a chunk into sentences
and those into terms is two thirds of what an extracted answer takes beside its embedding.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from aliquot.generation.extractive.tables import column_names
from aliquot.generation.extractive.units import units_of
from aliquot.protocols import Analyser
from aliquot.types import Chunk, Span

__all__ = ["ChunkReader", "ReadChunk", "ReadUnit"]

# Evidence of some hundred questions: 30 kB a chunk, most of it the terms of its units.
REMEMBERED_CHUNKS = 1024

# What a document is called by its kind, which its own text need not say.
KIND_WORDS: Mapping[str, str] = {
    "slides": "slide lecture talk presentation deck speaker notes",
    "paper": "paper article study review publication",
    "protocol": "protocol method procedure prep step",
    "trial": "trial study record",
    "gene": "gene entry record protein",
    "table": "table sheet spreadsheet list",
    "notes": "notes document",
}

# "Limits of Detection (LODs)", "Curcuma longa (Cl)": an abbreviation behind what it stands for.
INTRODUCED = re.compile(r"((?:[\w-]+\s){0,6}[\w-]+)\s\(([A-Za-z][\w-]{1,7}?)s?\)")
WORD = re.compile(r"[A-Za-z][\w-]*\w")

# What others found, marked by a reference; the caption of a figure.
ASIDE = re.compile(
    r"\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]|\bet al\b|^(?:fig(?:ure)?\.?)\s?\d", re.IGNORECASE
)
ASIDE_SECTION = re.compile(
    r"(?:publications?|cross-references|acknowledge?ments?|funding|author contributions"
    r"|competing interests|conflicts? of interest|abbreviations)\b",
    re.IGNORECASE,
)

Terms = frozenset[str]


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """What can be quoted alone.

    Attributes:
        span: In `Document.text`.
        text: Verbatim.
        words: All its terms.
        written_out: These, and those of what its abbreviations stand for.
        is_aside: Whether it is about something else than its document: what others found, a
            figure's caption, a list of publications, thanks.
    """

    span: Span
    text: str
    words: Terms
    written_out: Terms
    is_aside: bool


class ReadChunk:
    """A chunk as every question reads it; each part is read when it is first needed."""

    def __init__(self, chunk: Chunk, terms_of: Callable[[str], list[str]]) -> None:
        """Take a chunk; nothing is read yet.

        Args:
            chunk: The chunk.
            terms_of: Text to its analysed terms.
        """
        self.chunk = chunk
        self._terms_of = terms_of

    def is_of(self, chunk: Chunk) -> bool:
        """Tell whether another chunk would be read the same: its id may stand for another text."""
        return chunk is self.chunk or _read_of(chunk) == _read_of(self.chunk)

    @cached_property
    def under(self) -> Terms:
        """Terms of its section's heading and its columns' names."""
        return self._terms(" ".join([self.chunk.section, *column_names(self.chunk)]))

    @cached_property
    def header(self) -> Terms:
        """Terms of its header."""
        return self._terms(self.chunk.header)

    @cached_property
    def whole(self) -> Terms:
        """Terms of its text."""
        return self._terms(self.chunk.text)

    @cached_property
    def known(self) -> Terms:
        """Terms of header and text, of what is known of its document, and of what that is."""
        chunk = self.chunk
        described = " ".join(str(value) for value in chunk.metadata.values())
        kind = KIND_WORDS.get(str(chunk.metadata.get("kind")), "")
        beside = self._terms(f"{' '.join(chunk.also)}\n{described}\n{kind}")
        # No term crosses the end of a line: parts give the terms of the whole.
        return self.header | self.whole | beside

    @cached_property
    def units(self) -> tuple[ReadUnit, ...]:
        """What can be quoted of it, but for addresses alone."""
        return tuple(self._units(with_addresses=False))

    @cached_property
    def units_with_addresses(self) -> tuple[ReadUnit, ...]:
        """What can be quoted of it."""
        return tuple(self._units(with_addresses=True))

    def _units(self, *, with_addresses: bool) -> Iterator[ReadUnit]:
        chunk = self.chunk
        long_forms = {short: self._terms(long) for short, long in _abbreviations(chunk.text)}
        is_aside = ASIDE_SECTION.match(chunk.section) is not None
        for unit in units_of(chunk, with_addresses=with_addresses):
            text = unit.of(chunk.text)
            words = self._terms(text)
            yield ReadUnit(
                span=unit.shifted(chunk.span.start),
                text=text,
                words=words,
                written_out=words | _written_out(text, long_forms),
                is_aside=is_aside or ASIDE.search(text) is not None,
            )

    def _terms(self, text: str) -> Terms:
        return frozenset(self._terms_of(text))


class ChunkReader:
    """Reads chunks and remembers those read last; may be asked from several threads."""

    def __init__(self, analyser: Analyser, *, remembered: int = REMEMBERED_CHUNKS) -> None:
        """Take what turns text into terms.

        Args:
            analyser: The same as the term index's.
            remembered: Chunks kept, the last ones read.
        """
        self.analyser = analyser
        self._remembered = remembered
        self._known: OrderedDict[str, ReadChunk] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, chunk: Chunk) -> ReadChunk:
        """Return a chunk as every question reads it."""
        with self._lock:
            known = self._known.get(chunk.id)
            if known is None or not known.is_of(chunk):
                known = self._known[chunk.id] = ReadChunk(chunk, self.analyser.terms)
            self._known.move_to_end(chunk.id)
            while len(self._known) > self._remembered:
                self._known.popitem(last=False)
        return known


def _read_of(chunk: Chunk) -> tuple[object, ...]:
    """Return all that is read of a chunk."""
    place = (chunk.span.start, chunk.section_path)
    return (chunk.text, chunk.header, *place, chunk.also, chunk.metadata)


def _abbreviations(text: str) -> Iterator[tuple[str, str]]:
    """Yield every abbreviation a text introduces, with what it stands for."""
    for found in INTRODUCED.finditer(text):
        words = found[1].split()
        nearest = len(words) - len(found[2]) - 1
        for start in range(len(words) - 1, max(nearest, 0) - 1, -1):
            if words[start][0].casefold() == found[2][0].casefold():
                yield found[2], " ".join(words[start:])
                break


def _written_out(text: str, long_forms: Mapping[str, Terms]) -> Terms:
    if not long_forms:
        return frozenset()
    words = {form for word in WORD.findall(text) for form in (word, word.removesuffix("s"))}
    return frozenset().union(*(terms for short, terms in long_forms.items() if short in words))
