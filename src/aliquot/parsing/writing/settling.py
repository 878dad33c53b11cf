"""Settle a protocol once all of it is read: steps, numbers, notes, identity, amounts.

What enters: a document that is a protocol, as its format shows it. What leaves: the same words with
every step, sub-step and note a block of its own, true numbers, and the amounts they state.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aliquot.parsing.builder import rejoined
from aliquot.parsing.writing.heads import head_lines
from aliquot.parsing.writing.licences import licence_name
from aliquot.parsing.writing.numbering import resume_numbers, split_inner_lists
from aliquot.parsing.writing.protocols import as_protocol
from aliquot.parsing.writing.step_notes import mark_notes, set_notes_apart
from aliquot.parsing.writing.sub_steps import take_back_headings
from aliquot.types import Block, BlockType, Document

__all__ = ["settle_protocol"]

# Source: DOI handbook; 10.17504 is the prefix of protocols.io, which ends it with the version.
PROTOCOL_DOI = re.compile(r"10\.17504/protocols\.io\.[a-z0-9]+(?:/v(?P<version>\d+))?", re.I)
PROTOCOL_ADDRESS = re.compile(
    r"protocols\.io/(?:view|edit|run)/[\w.-]+?(?:[/-]v(?P<version>\d+))(?!\w)"
)
LONE_NUMBER = re.compile(r"\s*\d{1,3}[.)]\s*")
LICENCE = re.compile(r"creative ?commons|\bCC[ -](?:BY|0)\b", re.I)
# A sentence about the licence; a longer text speaks of other things too.
LICENCE_CHARS = 600


def settle_protocol(document: Document) -> Document:
    """Return the protocol with steps, notes, identity and amounts set."""
    document = as_protocol(replace(document, blocks=take_back_headings(document.blocks)))
    # A reagent taken back from the headings may be a lettered step: steps were found once more.
    apart = set_notes_apart(split_inner_lists(_without_empty_items(document.blocks)))
    blocks, warnings = resume_numbers(apart)
    document = rejoined(document, mark_notes(blocks))
    return _identified(replace(document, warnings=(*document.warnings, *warnings)))


def _without_empty_items(blocks: Sequence[Block]) -> list[Block]:
    """Leave out paragraphs that are the number of an item nobody filled in."""
    return [
        block
        for block in blocks
        if block.type is not BlockType.PARAGRAPH or not LONE_NUMBER.fullmatch(block.text)
    ]


def _identified(document: Document) -> Document:
    """Add the DOI, version and licence that a protocol repository prints into its exports."""
    lines = head_lines(document.blocks)
    doi = next(filter(None, map(PROTOCOL_DOI.search, lines)), None)
    address = next(filter(None, map(PROTOCOL_ADDRESS.search, lines)), None)
    version = next((found["version"] for found in (doi, address) if found), None)
    extra, provenance = dict(document.extra), dict(document.provenance)
    if version:
        extra.setdefault("version", version)
    if doi and not document.doi:
        document = replace(document, doi=doi[0].casefold())
        provenance.setdefault("doi", "head of the protocol")
    licence = document.licence or _licence(document.blocks)
    return replace(document, licence=licence, extra=extra, provenance=provenance)


def _licence(blocks: Sequence[Block]) -> str:
    texts = (
        block.text
        for block in blocks
        if block.type in (BlockType.PARAGRAPH, BlockType.FIELD, BlockType.NOTE)
    )
    found = (text for text in texts if len(text) <= LICENCE_CHARS and LICENCE.search(text))
    name = next((licence_name(text) for text in found), "")
    # What names no known licence is a sentence about one.
    return name if name.startswith(("CC", "Public")) else ""
