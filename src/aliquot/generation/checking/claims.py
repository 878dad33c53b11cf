"""What of a text claims something: its sentences, without headings, questions, references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.sentences import sentence_spans

__all__ = ["Claim", "claims_of"]

# Marks of citation in a draft: [12], [3-5, 7], [@smith2020], \\cite{smith}, (Smith et al., 2020;
# Lee 2019), raised digits after a word. "(May 2020)" and "(2020)" are dates.
MARKS = re.compile(
    r"\s?\[(?:\d+(?:\s?[-–,;]\s?\d+)*|@[^\]]+)\]"
    r"|\s?\\cite\w*\{[^}]*\}"
    r"|\s?\((?:(?:see|e\.g\.,?|cf\.)\s)?(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))"
    r"[A-ZÀ-Þ\u4e00-\u9fff][^()\d]*(?:19|20)\d\d[a-z]?(?:;[^()]*(?:19|20)\d\d[a-z]?)*\)"
    r"|(?<=[.,;a-z])[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,–-][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*(?=\s|$)"
)
REFERENCES = re.compile(
    r"^#*\s*(?:references|bibliography|works cited|参考文献|引用文献)\s*:?$", re.I
)
HEADING = re.compile(r"^\s*#{1,6}\s|^\s*(?:[-*_]\s?){3,}$|^\s*(?:\|\s?:?-+)")
BULLET = re.compile(r"^\s*(?:[-*•・]|\d{1,3}[.)])\s+")
# A line of fewer words, or characters of Japanese, that no mark ends is a heading or a label.
MIN_WORDS = 4
MIN_CHARACTERS = 8
END_MARKS = (".", "。", "!", "！", ";", "；")
QUESTION_MARKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that claims something.

    Attributes:
        written: As it stands in the text.
        text: Without marks of citation and bullets; what is checked.
    """

    written: str
    text: str


def claims_of(text: str) -> Iterator[Claim]:
    """Yield the sentences of a text that claim something, in order; a reference list ends it."""
    for paragraph in _paragraphs(text):
        for span in sentence_spans(paragraph):
            written = " ".join(span.of(paragraph).split())
            said = " ".join(_without_marks(written).split())
            if _claims_something(said):
                yield Claim(written, said)


def _paragraphs(text: str) -> Iterator[str]:
    """Yield runs of lines that belong together; a list item or a heading is its own."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        is_item = BULLET.match(line) is not None
        if not line.strip() or HEADING.match(line) or is_item:
            if lines:
                yield "\n".join(lines)
            lines = []
        if REFERENCES.match(line.strip()):
            return
        if line.strip() and not HEADING.match(line):
            lines.append(BULLET.sub("", line, count=1) if is_item else line)
    if lines:
        yield "\n".join(lines)


def _without_marks(sentence: str) -> str:
    return MARKS.sub("", sentence)


def _claims_something(sentence: str) -> bool:
    if sentence.endswith(QUESTION_MARKS):
        return False
    if sentence.endswith(END_MARKS):
        return len(sentence) > 3
    words = sentence.split()
    is_spaced = sentence.isascii() or len(words) >= MIN_WORDS
    return len(words) >= MIN_WORDS if is_spaced else len(sentence) >= MIN_CHARACTERS
