"""What the records and headings of two versions state otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from aliquot.types import Document, FieldValue, ValueChange

__all__ = ["fields_of", "name_of_version"]

# Fields of a record by which versions are told apart, as they are shown.
FIELDS = ("title", "version", "authors", "year", "date", "journal", "doi", "licence")
# Numbers of headings count what stands before them: "Step 4. ", "3.1 ", "IV. ".
NUMBERED = re.compile(r"^\W*(?:step\s+)?(?:\d+(?:\.\d+)*|[ivx]{1,4}(?=[.)]))?[.):：]?\s*", re.I)


def name_of_version(document: Document) -> str:
    """Return what to call a version: its number where it states one, else its id."""
    version = document.fields.get("version")
    return f"version {version}" if version else document.id


def fields_of(
    old: Document, new: Document, headings: Mapping[tuple[str, str], int]
) -> tuple[ValueChange, ...]:
    """Return the fields and names of sections that differ.

    Args:
        old: The older version.
        new: The newer version.
        headings: How many steps stand under an older heading and a newer one.
    """
    ours, theirs = old.fields, new.fields
    changed = [
        ValueChange(name, _shown(ours.get(name)), _shown(theirs.get(name)))
        for name in FIELDS
        if ours.get(name) != theirs.get(name)
    ]
    return (*changed, *_renamed(headings, {old.title, new.title}))


def _shown(value: FieldValue) -> str:
    if isinstance(value, tuple):
        return "; ".join(map(str, value))
    return "" if value is None else str(value)


def _renamed(headings: Mapping[tuple[str, str], int], titles: set[str]) -> Iterator[ValueChange]:
    """Yield sections that most of their steps say are one, under another name."""
    most: dict[str, str] = {}
    for (before, after), _ in Counter(headings).most_common():
        most.setdefault(before, after)
    ours = {_plain(before) for before, _ in headings}
    theirs = {_plain(after) for _, after in headings}
    for before, after in most.items():
        is_gone = _plain(before) not in theirs and _plain(after) not in ours
        if before and after and is_gone and before not in titles:
            yield ValueChange("section", before, after)


def _plain(heading: str) -> str:
    return " ".join(NUMBERED.sub("", heading).casefold().split())
