"""Readable, stable document ids: `2023-smith-nature`, `nct04280705`, `heat-shock`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import PurePath

from aliquot.types import Document, DocumentKind

__all__ = ["base_id", "free_id", "slug"]

# Long enough to be told apart in a terminal, short enough to be typed.
MAX_LENGTH = 48
SMALL_WORDS = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]
)


def slug(text: str, max_length: int = MAX_LENGTH) -> str:
    """Return lower-case words joined by hyphens; letters of every script are kept."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = "".join(
        part for part in unicodedata.normalize("NFD", plain) if not _is_latin_accent(part)
    )
    words = re.findall(r"\w+", unicodedata.normalize("NFC", plain).replace("_", " "))
    joined = ""
    for word in words:
        if joined and len(joined) + len(word) + 1 > max_length:
            break
        joined = f"{joined}-{word}" if joined else word[:max_length]
    return joined


def _is_latin_accent(character: str) -> bool:
    # U+0300-U+036F; the Japanese voicing marks (U+3099, U+309A) must stay.
    return "\u0300" <= character <= "\u036f"


def base_id(document: Document) -> str:
    """Return the id a document would have were it alone in the library."""
    if document.kind is DocumentKind.TRIAL and document.nct:
        return slug(document.nct)
    if document.kind is DocumentKind.GENE and document.accession:
        gene = document.extra.get("gene")
        symbol = gene[0] if isinstance(gene, tuple) and gene else gene
        return slug(f"{document.accession} {symbol or ''}")
    if document.kind is DocumentKind.PAPER and document.authors and document.year:
        return _paper_id(document)
    stem = PurePath(document.source.path).stem if document.source else ""
    return slug(document.title) or slug(stem) or str(document.kind)


def _paper_id(document: Document) -> str:
    family = document.authors[0].split(",")[0]
    words = [word for word in slug(document.title, 200).split("-") if word not in SMALL_WORDS]
    venue = slug(document.journal, 16) or "-".join(words[:3])
    return "-".join(filter(None, (str(document.year), slug(family, 20), venue)))


def free_id(
    base: str, source: str, taken: Mapping[str, str], is_used: Callable[[str], bool]
) -> str:
    """Return `base`, or `base-2`, `base-3`, ...: the first free or already this source's.

    Args:
        base: From `base_id`.
        source: Path of the document's source.
        taken: Ids like `base` in the catalog, with their sources' paths.
        is_used: Whether an id was given to another document of this batch.
    """
    number = 1
    while True:
        candidate = base if number == 1 else f"{base}-{number}"
        if taken.get(candidate, source) == source and not is_used(candidate):
            return candidate
        number += 1
