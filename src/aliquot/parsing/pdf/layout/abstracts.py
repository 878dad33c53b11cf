"""Give the abstract its heading where the page does not, and keep front matter out of it.

Publishers print "Abstract" as a heading, as the first word of the paragraph, or not at all. A block
that says so is split; otherwise the longest paragraph of prose before the first section is it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.roles import SECTION_NAME, Body
from aliquot.parsing.pdf.records import LayoutBlock
from aliquot.types import BlockType, SectionClass

__all__ = ["label_abstract"]

RUN_IN = re.compile(
    r"(?P<label>abstract|summary|a b s t r a c t|要旨|要約|抄録)\s*"
    r"(?:[:.：|—–-]+\s*|\s(?=[A-Z“\"'α-ω\d]))",
    re.IGNORECASE,
)
ABSTRACT_HEADING = re.compile(r"(\w+ )?(abstract|summary|要旨|要約|抄録)\W*", re.IGNORECASE)
STRUCTURED_PART = re.compile(
    r"(background|objectives?|aims?|purpose|materials? and methods?|methods?|methodology|results?|"
    r"findings|conclusions?|significance|principal findings|methodology/principal findings|"
    r"conclusions?/significance)\W*",
    re.IGNORECASE,
)
FIRST_SECTION = re.compile(
    r"([\dIVX]+[.|]?\s*\|?\s*)?(introduction|background|緒言|はじめに|序論|背景)\W*", re.IGNORECASE
)
OPENING = re.compile(
    r"([\dIVX１]+[.．|]?\s*\|?\s*)?(introduction|緒言|はじめに|序論)\W*", re.IGNORECASE
)
# Long paragraphs of a first page that are none: licences, addresses, dates, key words.
NO_ABSTRACT = re.compile(
    r"licen[sc]e|copyright|©|correspond|universit|department|@|received|^keywords?|^key words|"
    r"^citation|^funding|^how to cite|^edited by|^academic editor|conflict of interest|"
    r"competing interest|all rights reserved",
    re.IGNORECASE,
)
# Source: the abstracts of the dev papers have 90 to 350 words; a shorter text may be a teaser.
MINIMUM_WORDS = 60
MINIMUM_JAPANESE_CHARACTERS = 120
# The abstract stands on the first page, or on the second behind a cover.
LAST_PAGE = 1


def label_abstract(blocks: list[LayoutBlock], body: Body) -> list[LayoutBlock]:
    """Return the blocks with the abstract under a heading "Abstract", if one is found."""
    front = _front(blocks)
    for index, block in enumerate(blocks[:front]):
        if block.type is BlockType.HEADING and ABSTRACT_HEADING.fullmatch(block.text):
            return blocks
        match = RUN_IN.match(block.text)
        if match and block.type is BlockType.PARAGRAPH:
            return [*blocks[:index], *_split(block, match), *blocks[index + 1 :]]
    if front == len(blocks):
        return blocks
    return _label_structured(blocks, front) or _label_unlabelled(blocks, front, body)


def _front(blocks: Sequence[LayoutBlock]) -> int:
    """Return the index of the heading that opens the body, the number of blocks if none does.

    "Background", "Methods" and so on before "Introduction" belong to a structured abstract.
    """
    first = len(blocks)
    opening = _introduction(blocks)
    for index, block in enumerate(blocks):
        if block.lines and block.lines[0].page > LAST_PAGE:
            break
        if index == opening:
            return index
        if opening is not None and STRUCTURED_PART.fullmatch(block.text):
            continue
        if block.type is BlockType.HEADING and FIRST_SECTION.fullmatch(block.text):
            if "introduction" in block.text.lower() or first == len(blocks):
                return index
        elif block.type is BlockType.HEADING and SECTION_NAME.fullmatch(_bare(block.text)):
            first = min(first, index)
    return first


def _introduction(blocks: Sequence[LayoutBlock]) -> int | None:
    """Return the index of the heading "Introduction" of the first pages."""
    for index, block in enumerate(blocks):
        if block.lines and block.lines[0].page > LAST_PAGE:
            return None
        if block.type is BlockType.HEADING and OPENING.fullmatch(block.text):
            return index
    return None


def _bare(text: str) -> str:
    return re.sub(r"^[\dIVX]+[.|]?\s*\|?\s*", "", text)


def _split(block: LayoutBlock, match: re.Match[str]) -> list[LayoutBlock]:
    label = match["label"].strip()
    block.text = block.text[match.end() :].lstrip()
    return [_heading(label if len(label) < 10 else "Abstract", block), block]


def _heading(
    text: str, block: LayoutBlock, section_class: SectionClass = SectionClass.ABSTRACT
) -> LayoutBlock:
    return LayoutBlock(
        BlockType.HEADING, text, block.lines[:1], level=1, section_class=section_class
    )


def _label_structured(blocks: list[LayoutBlock], front: int) -> list[LayoutBlock] | None:
    """Put "Background", "Methods", ... before the introduction under a heading "Abstract"."""
    parts = [
        index
        for index, block in enumerate(blocks[:front])
        if block.type is BlockType.HEADING and STRUCTURED_PART.fullmatch(block.text)
    ]
    if len(parts) < 2:
        return None
    for index in parts:
        blocks[index].level = 2
        blocks[index].section_class = SectionClass.ABSTRACT
    return [*blocks[: parts[0]], _heading("Abstract", blocks[parts[0]]), *blocks[parts[0] :]]


def _label_unlabelled(blocks: list[LayoutBlock], front: int, body: Body) -> list[LayoutBlock]:
    """Label the first paragraph of prose, if it is alone or set otherwise than the body."""
    long = [index for index, block in enumerate(blocks[:front]) if _may_be_abstract(block)]
    if not long:
        return blocks
    first = long[0]
    line = blocks[first].lines[0]
    if len(long) > 1 and line.font == body.font and abs(line.size - body.size) < 0.3:
        return blocks
    labelled = [*blocks[:first], _heading("Abstract", blocks[first]), blocks[first]]
    rest = blocks[first + 1 :]
    opens_body = len(long) > 1 and not FIRST_SECTION.fullmatch(blocks[front].text)
    if opens_body:  # prose goes on without a heading: the introduction
        opening = _heading("Introduction", blocks[long[1]], SectionClass.INTRODUCTION)
        cut = long[1] - first - 1
        rest = [*rest[:cut], opening, *rest[cut:]]
    return labelled + rest


def _may_be_abstract(block: LayoutBlock) -> bool:
    text = block.text
    words = len(text.split())
    is_long = words >= MINIMUM_WORDS or (words < 10 and len(text) >= MINIMUM_JAPANESE_CHARACTERS)
    return (
        is_long
        and block.type in {BlockType.PARAGRAPH, BlockType.FOOTNOTE}
        and not NO_ABSTRACT.search(text[:400])
    )
