"""Write the references of an article: as printed, or from the parts a publisher keeps.

What enters: a `ref` element. What leaves: one line.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.jats.front import person_name
from aliquot.parsing.jats.inline import inline_text
from aliquot.parsing.writing.references import CitedWork
from aliquot.parsing.writing.typography import join_text

__all__ = ["citation_text", "reference_text"]

# What has a title in a reference; a dataset has its own.
TITLED = ("article", "chapter", "data")
CITATIONS = frozenset({"mixed-citation", "element-citation", "nlm-citation", "citation", "note"})


def reference_text(reference: etree._Element) -> str:
    """Return the works a reference cites, one after the other."""
    citations = (child for child in reference if local_name(child) in CITATIONS)
    return join_text(*map(citation_text, citations), separator=" ")


def citation_text(citation: etree._Element) -> str:
    """Return a reference as printed, or put together from parts that hold no punctuation."""
    loose = (citation.text or "").strip() + "".join((c.tail or "").strip() for c in citation)
    if local_name(citation) in ("mixed-citation", "note") and any(map(str.isalnum, loose or " ")):
        return _as_printed(citation)
    if loose and any(mark in loose for mark in ".,;:"):
        return _as_printed(citation)
    names = [person_name(name).replace(",", "") for name in citation.iter("{*}name")]
    names += [inline_text(name) for name in citation.iter("{*}collab", "{*}string-name")]
    pages = join_text(_part_text(citation, "fpage"), _part_text(citation, "lpage"), separator="–")
    return CitedWork(
        authors=tuple(names),
        has_more_authors=_first_of(citation, "etal") is not None,
        year=_part_text(citation, "year"),
        titles=tuple(_part_text(citation, f"{kind}-title") for kind in TITLED),
        source=_part_text(citation, "source"),
        volume=_part_text(citation, "volume"),
        pages=pages or _part_text(citation, "elocation-id"),
        publisher=_part_text(citation, "publisher-name"),
        comment=_part_text(citation, "comment"),
        identifiers=tuple(_identifiers(citation)),
    ).text()


def _as_printed(citation: etree._Element) -> str:
    """Return a reference as printed, with the identifiers that stand beside it."""
    text = inline_text(citation)
    missing = [shown for shown in _identifiers(citation) if shown.partition(":")[2] not in text]
    return join_text(text, *missing)


def _identifiers(citation: etree._Element) -> Iterator[str]:
    for item in citation.iter("{*}pub-id", "{*}object-id"):
        kind = item.get("pub-id-type", "")
        yield join_text(kind, inline_text(item), separator=":")


def _first_of(element: etree._Element, name: str) -> etree._Element | None:
    """Return the first descendant with a name, at any depth."""
    return next(element.iter(f"{{*}}{name}"), None)


def _part_text(citation: etree._Element, name: str) -> str:
    return inline_text(_first_of(citation, name))
