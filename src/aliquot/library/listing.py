"""Documents as a list: chosen by words, in an order, a stretch at a time."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from aliquot.errors import ConfigError
from aliquot.storage.listed import ListedDocument
from aliquot.types import Document

__all__ = ["SORTS", "DocumentStretch", "Listing", "Place", "Stretch", "stretch_of"]

# Documents of unknown year are listed behind all others, whichever way.
Place = tuple[str | int, str]


def _title(one: ListedDocument) -> str:
    return one.title.casefold()


def _year(one: ListedDocument) -> int:
    return one.year or 0


SORTS: Mapping[str, Callable[[ListedDocument], str | int]] = {
    "id": lambda one: one.id,
    "title": _title,
    "year": _year,
    "kind": lambda one: one.kind,
}


@dataclass(frozen=True, slots=True)
class Listing:
    """Which stretch of a list is asked for.

    Attributes:
        words: Each of them has to stand in a title, an author, an id or a file's name.
        sort: A key of `SORTS`; with `-` before it from the last to the first.
        after: `end` of the stretch before; what came or went meanwhile moves nothing.
        count: How many at most.
    """

    words: str = ""
    sort: str = "id"
    after: Place | None = None
    count: int = 50


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some documents of a list, by their ids.

    Attributes:
        document_ids: In order.
        total: How many the whole list has.
        end: Place of the last; `None` where no more follow.
    """

    document_ids: tuple[str, ...]
    total: int
    end: Place | None


@dataclass(frozen=True, slots=True)
class DocumentStretch:
    """Some documents of a list.

    Attributes:
        documents: In order, without text and blocks.
        total: How many the whole list has.
        end: Place of the last; `None` where no more follow.
    """

    documents: tuple[Document, ...]
    total: int
    end: Place | None


def stretch_of(listed: Sequence[ListedDocument], wanted: Listing) -> Stretch:
    """Return the documents that follow a place in a list.

    Args:
        listed: All that may be listed.
        wanted: Which of them.

    Raises:
        ConfigError: Nothing is sorted by that.
    """
    key = _key_of(wanted.sort)
    is_down = wanted.sort.startswith("-")
    found = _with_words(listed, wanted.words)
    ordered = sorted(found, key=key, reverse=is_down)
    after = wanted.after
    rest = ordered if after is None else _behind(ordered, key, after, is_down=is_down)
    shown = rest[: wanted.count]
    end = key(shown[-1]) if len(rest) > len(shown) else None
    return Stretch(tuple(one.id for one in shown), len(ordered), end)


def _key_of(sort: str) -> Callable[[ListedDocument], Place]:
    by = SORTS.get(sort.removeprefix("-"))
    if by is None:
        raise ConfigError(f"Nothing is sorted by {sort!r}.", hint=f"Orders: {', '.join(SORTS)}.")
    return lambda one: (by(one), one.id)


def _behind(
    ordered: Sequence[ListedDocument],
    key: Callable[[ListedDocument], Place],
    after: Place,
    *,
    is_down: bool,
) -> Sequence[ListedDocument]:
    """Return what stands behind a place, which need not be there any more."""
    try:
        return [one for one in ordered if (key(one) < after if is_down else key(one) > after)]
    except TypeError as exc:
        raise ConfigError("The place is one of another order.", hint="Begin anew.") from exc


def _with_words(documents: Sequence[ListedDocument], words: str) -> Sequence[ListedDocument]:
    wanted = _folded(words).split()
    if not wanted:
        return documents
    return [one for one in documents if all(word in _searched(one) for word in wanted)]


def _searched(one: ListedDocument) -> str:
    name = PurePath(one.path).name
    return _folded("\n".join([one.title, *one.authors, one.id, name]))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
