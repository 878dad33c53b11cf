"""A file with a draft, of any format the library reads, as text; nothing of it is kept."""

from __future__ import annotations

from pathlib import Path

from aliquot.config import IngestConfig
from aliquot.errors import UnsupportedFormatError
from aliquot.parsing.isolation import Failure, ParserPool
from aliquot.parsing.sniff import sniff
from aliquot.types import BlockType, Document

__all__ = ["read_draft"]

# What somebody writes in sentences; headings, tables and lists of references claim nothing.
WRITTEN = frozenset({
    BlockType.PARAGRAPH, BlockType.STEP, BlockType.LIST_ITEM, BlockType.CAPTION, BlockType.NOTE,
    BlockType.SLIDE,
})  # fmt: skip
# Formats whose own marks tell headings and lists better than blocks would.
TEXTS = frozenset({"text", "markdown"})
# A draft of more is a book: 4 MiB of text are some 600,000 words.
MAX_CHARACTERS = 4 * 1024 * 1024


def read_draft(path: Path, settings: IngestConfig) -> str:
    """Return the sentences of a draft, a paragraph to a block.

    A file that is not plain text is read in a process of its own, as when it is added.

    Args:
        path: Of the file.
        settings: How long and how much memory reading it may take.

    Raises:
        ParseError: It is empty, damaged, or took too long.
        UnsupportedFormatError: Nothing reads this kind of file, or it is too long.
        SourceError: It cannot be opened.
    """
    if path.stat().st_size > settings.max_file_mib * 2**20:
        raise _too_long(path)
    format_name = sniff(path)
    if format_name is None:
        raise UnsupportedFormatError(
            "Nothing here reads this kind of file.",
            source=str(path),
            hint="Save the draft as DOCX, PDF, Markdown or text.",
        )
    text = _plain_text(path) if format_name in TEXTS else None
    if text is None:
        text = "\n\n".join(map(_sentences, _parsed(path, format_name, settings)))
    if len(text) > MAX_CHARACTERS:
        raise _too_long(path)
    return text


def _plain_text(path: Path) -> str | None:
    """Return a file of UTF-8 as it is; `None` where it is written otherwise."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return None


def _parsed(path: Path, format_name: str, settings: IngestConfig) -> list[Document]:
    with ParserPool(
        workers=1,
        timeout_s=settings.timeout_s,
        memory_mib=settings.memory_mib,
        ocr_engine=settings.ocr,
        ocr_timeout_s=settings.ocr_timeout_s,
    ) as pool:
        outcome = pool.parse(path, format_name)
    if isinstance(outcome, Failure):
        raise outcome.error
    return outcome.documents


def _sentences(document: Document) -> str:
    return "\n\n".join(one.text for one in document.blocks if one.type in WRITTEN)


def _too_long(path: Path) -> UnsupportedFormatError:
    return UnsupportedFormatError(
        "It is too long for a draft.", source=str(path), hint="Check it part by part."
    )
