"""What of a chunk can be quoted alone: sentences, steps, rows of tables, fields of records.

- A step is whole: its number, its sentences and the lines under it.
- What announces something ("The tasks are to:") takes along what it announces.
- A sentence that begins by pointing back ("It fades when frozen.") takes the one before along.
- A short sentence takes the next one of its line along, without which it says too little.
- Headings, captions, references and lines about the document are nothing to quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.generation.extractive.tables import cells_of, column_names
from aliquot.sentences import sentence_spans
from aliquot.types import RECORD_KINDS, Chunk, Span

__all__ = ["RESIDUE", "units_of"]

MIN_CHARACTERS = 12
# A quote of more is no sentence but a whole section.
MAX_CHARACTERS = 600
# A sentence of fewer characters is quoted with the next one.
SHORT = 48
# Shorter pieces without an end mark are headings and labels.
MIN_WORDS = 6
# Lines of a box on a slide are shorter, and no more of them are one thing.
PIECE = 25
MAX_PIECES = 3
END_MARKS = (".", "。", "!", "?", ":", "：", ";", ",")
LABELLED = re.compile(r"[:：]\s|^[-*•]")
STEP = re.compile(r"(?:step\s+)?\(?\d{1,3}[.)](?!\d)\s|手順\s?\d", re.IGNORECASE)
# What an export leaves of a step's fields, a word alone on its line: "1200s", "10amount".
RESIDUE = re.compile(r"[!-~]+")
# Lines about a document rather than of it, addresses, and the rule under a table's header row.
APPARATUS = re.compile(
    r"key ?words?\b|correspond(?:ence|ing author)|e-?mail\b|received\b.*\baccepted\b|©|copyright\b"
    r"|キーワード|\| ---|(?:supplementary )?(?:table|fig(?:ure)?\.?) s?\d+[.:]|[図表]\s?\d+[.:：]"
    r"|!\[|---|article type:",
    re.IGNORECASE,
)
# A reference: a journal's volume and pages with the year, or what was sent to a database.
REFERENCE = re.compile(
    r"\d+\s?:\s?[A-Z]?\d+\s?[-–]\s?[A-Z]?\d+\s?\(\d{4}\)|\b\d{4};\s?\d+\s?(?:\(\d+\))?\s?:\s?\w?\d+"
    r"|(?:\b[A-Z][\w’'-]+ [A-Z]{1,3}, ){3}"
    r"|\bSubmitted \([\w-]{6,8}\) to the |\bdoi:\s?10\.\d{4}"
)
# An address alone.
ADDRESS = re.compile(r"(?:source:\s*)?https?://\S+$", re.IGNORECASE)
# "3.1. Limits of Detection" without an end mark.
NUMBERED_HEADING = re.compile(r"\d+(?:\.\d+)+\.?\s[^.。:：]{3,90}$")
SECTION_NUMBER = re.compile(r"^[\d.\s|]+")
# Words that point back. "This study" and the like stand for the document and need nothing before.
POINTING_BACK = re.compile(
    r"(?:it|they|he|she|its|their)\b"
    r"|(?:this|these|those|such)\s(?!stud|paper|work|review|trial|protocol|article|report|method"
    r"|research|result|data|finding|analys|experiment|document|collection)"
    r"|(?:the (?:latter|former))\b"
    r"|これ|それ|この(?!論文|研究|プロトコ|資料|試験|方法|文書|講習|ページ)|その(?!他|後)",
    re.IGNORECASE,
)
ANNOUNCING = (":", "：")


def units_of(chunk: Chunk, *, with_addresses: bool = False) -> list[Span]:
    """Return what can be quoted of a chunk, in its text's own characters.

    Args:
        chunk: The chunk.
        with_addresses: Whether an address alone is something to quote.
    """
    names = column_names(chunk)
    titles = _titles(chunk)
    found = []
    for unit in _extended(chunk.text, _joined(chunk.text, list(_lines(chunk.text)))):
        text = unit.of(chunk.text)
        is_label = _plain(text) in titles or (bool(names) and cells_of(text) == names)
        is_left_out = is_label or (not with_addresses and ADDRESS.match(text))
        if not is_left_out and (_says_something(text) or _is_value(text, chunk)):
            found.append(unit)
    return found


def _says_something(text: str) -> bool:
    """Tell a sentence, row or field from a heading, a rule, a reference or a fragment."""
    if not MIN_CHARACTERS <= len(text) <= MAX_CHARACTERS or APPARATUS.match(text):
        return False
    if text.endswith(ANNOUNCING) or NUMBERED_HEADING.match(text) or REFERENCE.search(text):
        return False
    is_fragment = text[-1].isalnum() and len(text.split()) < MIN_WORDS and text.isascii()
    return not is_fragment or ":" in text or any(map(str.isdigit, STEP.sub("", text, count=1)))


def _is_value(text: str, chunk: Chunk) -> bool:
    """Tell the one word a section of a record holds: "Nucleus." under "Subcellular location"."""
    is_record = chunk.metadata.get("kind") in RECORD_KINDS
    return is_record and len(text) < MIN_CHARACTERS and text == chunk.text.strip()


def _titles(chunk: Chunk) -> set[str]:
    parts = (str(chunk.metadata.get("title", "")), *chunk.section_path, chunk.section)
    return {_plain(part) for part in parts if part}


def _plain(text: str) -> str:
    return SECTION_NUMBER.sub("", " ".join(text.split())).casefold()


def _lines(text: str) -> Iterator[Span]:
    """Yield sentences, cut again at line ends."""
    for sentence in sentence_spans(text):
        start = sentence.start
        for line in sentence.of(text).split("\n"):
            stripped = line.strip()
            if stripped:
                offset = start + line.index(stripped)
                yield Span(offset, offset + len(stripped))
            start += len(line) + 1


def _joined(text: str, lines: list[Span]) -> list[Span]:
    """Join what belongs together: a step's sentences, and a short sentence with the next."""
    units: list[Span] = []
    for span in lines:
        last = units[-1] if units else None
        if last is not None and _belongs(text, last, span):
            units[-1] = Span(last.start, span.end)
        else:
            units.append(span)
    return units


def _belongs(text: str, last: Span, span: Span) -> bool:
    if span.end - last.start > MAX_CHARACTERS or text.startswith("|", span.start):
        return False
    between = text[last.end : span.start]
    if STEP.match(text, last.start):
        is_residue = "\n" in between and RESIDUE.fullmatch(span.of(text)) is not None
        return "\n\n" not in between and not is_residue and not STEP.match(text, span.start)
    if text[: last.end].endswith(ANNOUNCING) and not text.startswith("|", last.start):
        return not STEP.match(text, span.start) or "\n\n" not in between
    if "\n" not in between:
        return len(last) < SHORT
    return between.count("\n") == 1 and _is_piece(last.of(text)) and _is_piece(span.of(text))


def _is_piece(text: str) -> bool:
    """Tell whether a text is lines of a slide's box: a name, and under it what it amounts to."""
    lines = text.split("\n")
    return len(lines) <= MAX_PIECES and all(
        len(line) < PIECE and not line.endswith(END_MARKS) and not LABELLED.search(line)
        for line in lines
    )


def _extended(text: str, units: list[Span]) -> Iterator[Span]:
    """Yield units; one that points back begins with the one before it."""
    previous: Span | None = None
    for unit in units:
        begin = unit.start
        if previous is not None and POINTING_BACK.match(text, unit.start):
            is_near = "\n" not in text[previous.end : unit.start]
            if is_near and unit.end - previous.start <= MAX_CHARACTERS:
                begin = previous.start
        yield Span(begin, unit.end)
        previous = unit
