"""What callers of a library give: filters, questions, paths, ids, settings, read or refused."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TextIO

from aliquot.config import Config, load_config
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.filters import parse_filter
from aliquot.storage.catalog import Catalog
from aliquot.types import Chunk, Filter, FindingKind

__all__ = [
    "existing",
    "find_chunk",
    "find_chunks",
    "new_file",
    "read_config",
    "read_filter",
    "read_kind",
    "readable",
    "spellings",
]

_FORMS: tuple[Literal["NFC"], Literal["NFD"]] = ("NFC", "NFD")


def read_config(settings: Path, config: Config | Mapping[str, Any] | None) -> Config:
    """Return a config as given, or what the file at `settings` says under the overrides given."""
    return config if isinstance(config, Config) else load_config(settings, config)


def read_filter(where: Filter | str | None) -> Filter | None:
    """Return a filter that may be in words; blank words are none."""
    if not isinstance(where, str):
        return where
    return parse_filter(where) if where.strip() else None


def read_kind(kind: FindingKind | str | None) -> FindingKind | None:
    """Return a kind of finding that may be given by name.

    Raises:
        ConfigError: There is no such kind.
    """
    if kind is None or isinstance(kind, FindingKind):
        return kind
    try:
        return FindingKind(kind.strip().lower())
    except ValueError as exc:
        raise ConfigError(
            f"There is no kind of finding called {kind!r}.",
            hint=f"Kinds: {', '.join(FindingKind)}.",
        ) from exc


def readable(question: str) -> str:
    """Replace lone surrogates, which a terminal makes of bytes that are no text.

    Raises:
        ConfigError: The question has no words.
    """
    if not any(map(str.isalnum, question)):
        raise ConfigError("The question has no words.", hint="Ask in words, in quotes.")
    return question.encode("utf-8", "replace").decode("utf-8")


def existing(path: str | Path) -> Path:
    """Return an absolute path.

    Raises:
        ConfigError: Nothing is there, or it cannot be reached.
    """
    found = Path(path).expanduser().absolute()
    try:
        str(found).encode("utf-8")
        is_there = found.exists()
    except (UnicodeEncodeError, PermissionError) as exc:
        shown = os.fsencode(found).decode("utf-8", "backslashreplace")
        raise ConfigError(
            f"{shown} cannot be reached.", hint="Check its name and permissions."
        ) from exc
    if not is_there:
        raise ConfigError(f"{found} does not exist.", hint="Check the path.")
    return found


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """Give a file to write, in UTF-8 with line ends of Unix; what is there is never overwritten.

    Raises:
        ConfigError: It exists, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
            yield file
    except FileExistsError as exc:
        raise ConfigError(f"{path} exists.", hint="Choose another name.") from exc
    except OSError as exc:
        raise ConfigError(
            f"{path} cannot be written: {exc.strerror}.", hint="Check its folder and the disk."
        ) from exc


def find_chunk(catalog: Catalog, chunk_id: str) -> Chunk:
    """Return the chunk with an id.

    Raises:
        UnknownDocumentError: No chunk has this id.
    """
    # A document's id stands before the mark; see chunking/identifiers.py.
    document_id = chunk_id.partition("#")[0]
    chunks = catalog.chunks_of(document_id)
    for chunk in chunks:
        if chunk.id == chunk_id:
            return chunk
    hint = (
        f"See its chunks with: aliquot show {document_id} --chunks"
        if chunks
        else "Ids of chunks are in 'aliquot search', such as DOCUMENT#SECTION-1."
    )
    raise UnknownDocumentError(f"There is no chunk {chunk_id!r}.", hint=hint)


def find_chunks(catalog: Catalog, chunk_ids: Sequence[str] | None) -> list[Chunk] | None:
    """Return the chunks with these ids; `None` where none are named, for the whole library.

    Raises:
        UnknownDocumentError: No chunk has one of the ids.
    """
    return None if chunk_ids is None else [find_chunk(catalog, one) for one in chunk_ids]


def spellings(path: Path) -> list[str]:
    """Return a path as given, and with its accents composed and decomposed.

    File names from some systems hold decomposed accents; what is typed holds composed ones.
    """
    text = str(path)
    return list(dict.fromkeys([text, *(unicodedata.normalize(form, text) for form in _FORMS)]))
