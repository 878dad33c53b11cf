"""Read the bibliography of an article out of JATS front matter.

What enters: the `front` (or `front-stub`) element. What leaves: an `ArticleFront` record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.jats.inline import children, first, inline_text
from aliquot.parsing.writing.front_matter import FrontMatter, normal_pmcid
from aliquot.parsing.writing.licences import licence_name
from aliquot.parsing.writing.typography import join_text
from aliquot.types import NOTICES

__all__ = ["ArticleFront", "person_name", "read_front"]

HREF = "{http://www.w3.org/1999/xlink}href"
RETRACTED, CONCERN, CORRECTED = NOTICES
# Links from an article to what was published about it later; those of a notice lead the other way.
# Source: JATS4R recommendation on corrections and retractions, and PMC's older names.
NOTICE_LINKS = {
    "correction-forward": CORRECTED,
    "corrigendum-forward": CORRECTED,
    "erratum-forward": CORRECTED,
    "expression-of-concern-forward": CONCERN,
    "concern-forward": CONCERN,
    "retraction-forward": RETRACTED,
}
YEAR = re.compile(r"\b(1[6-9]\d\d|20\d\d)\b")
# A copyright statement longer than this is a contract.
STATEMENT_CHARS = 300


@dataclass(frozen=True, slots=True)
class ArticleFront(FrontMatter):
    """What front matter states about an article; empty where it states nothing."""

    subjects: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    notice: str = ""
    other_titles: tuple[str, ...] = ()
    registrations: tuple[str, ...] = ()
    funding: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    availability: tuple[str, ...] = ()


def read_front(front: etree._Element) -> ArticleFront:
    """Return what the front matter states."""
    meta = first(front, "article-meta")
    meta = front if meta is None else meta
    ids = {item.get("pub-id-type", ""): inline_text(item) for item in children(meta, "article-id")}
    pmc = ids.get("pmc") or ids.get("pmcid") or ids.get("pmcaid") or ""
    return ArticleFront(
        title=_title(meta),
        authors=tuple(_authors(meta)),
        year=_year(meta),
        journal=_journal(front),
        doi=ids.get("doi", ""),
        pmid=ids.get("pmid", ""),
        pmcid=normal_pmcid(pmc),
        licence=_licence(meta),
        subjects=_texts(meta, "subject", parent_type="heading"),
        keywords=_texts(meta, "kwd"),
        related=tuple(_related(meta)),
        notice=_notice(meta),
        other_titles=_texts(meta, "trans-title"),
        registrations=tuple(_registrations(meta)),
        funding=_texts(meta, "funding-statement"),
        notes=_texts(meta, "fn"),
        availability=tuple(_custom(meta, "data availability")),
    )


def person_name(name: etree._Element) -> str:
    """Return "Family, Given" of a `name` or `string-name`, or its text as printed."""
    family = inline_text(first(name, "surname"))
    given = inline_text(first(name, "given-names"))
    suffix = inline_text(first(name, "suffix"))
    if not family:
        return given or inline_text(name)
    return join_text(family, join_text(given, suffix), separator=", ")


def _title(meta: etree._Element) -> str:
    group = first(meta, "title-group")
    group = meta if group is None else group
    title = first(group, "article-title")
    subtitle = inline_text(first(group, "subtitle"))
    if title is not None:
        for note in [*title.iter("{*}fn"), *title.iter("{*}xref")]:
            # The text behind a footnote mark belongs to the title, the mark does not.
            note.text = None
            for child in list(note):
                note.remove(child)
    main = inline_text(title)
    return join_text(main, subtitle, separator=" " if main.endswith((":", "?", ".")) else ": ")


def _authors(meta: etree._Element) -> Iterator[str]:
    for group in children(meta, "contrib-group"):
        for contributor in children(group, "contrib"):
            if contributor.get("contrib-type", "author") not in ("author", "collab"):
                continue
            name = next(contributor.iter("{*}name", "{*}string-name"), None)
            if name is not None:
                yield person_name(name)
                continue
            collective = next(children(contributor, "collab", "collab-alternatives"), None)
            text = inline_text(collective)
            if text or first(contributor, "anonymous") is not None:
                yield text or "Anonymous"


def _year(meta: etree._Element) -> int | None:
    dates = (inline_text(first(date, "year")) for date in children(meta, "pub-date"))
    years = [int(found.group()) for date in dates if (found := YEAR.search(date))]
    return min(years, default=None)


def _journal(front: etree._Element) -> str:
    journal = first(front, "journal-meta")
    if journal is None:
        return ""
    titles = [inline_text(title) for title in journal.iter("{*}journal-title")]
    return next(filter(None, titles), inline_text(first(journal, "journal-id")))


def _licence(meta: etree._Element) -> str:
    licence = next(meta.iter("{*}license"), None)
    if licence is None:
        statement = next(meta.iter("{*}copyright-statement"), None)
        return inline_text(statement)[:STATEMENT_CHARS]
    links = [element.get(HREF) for element in licence.iter() if element.get(HREF)]
    urls = [link for link in links if link and "creativecommons" in link]
    return licence_name(inline_text(licence), urls[0] if urls else "")


def _texts(meta: etree._Element, name: str, parent_type: str = "") -> tuple[str, ...]:
    found = (
        inline_text(element)
        for element in meta.iter(f"{{*}}{name}")
        if not parent_type or _parent_type(element) == parent_type
    )
    return tuple(dict.fromkeys(filter(None, found)))


def _parent_type(element: etree._Element) -> str:
    parent = element.getparent()
    return "" if parent is None else parent.get("subj-group-type", "")


def _related(meta: etree._Element) -> Iterator[str]:
    for item in children(meta, "related-article"):
        target = (item.get(HREF) or inline_text(item)).removeprefix("info:doi/")
        kind = (item.get("related-article-type") or "").replace("-", " ")
        if target:
            yield f"{target} ({kind})" if kind else target


def _notice(meta: etree._Element) -> str:
    """Return what became of this article, as links to the notices about it say."""
    kinds = {item.get("related-article-type", "") for item in children(meta, "related-article")}
    found = {NOTICE_LINKS[kind] for kind in kinds if kind in NOTICE_LINKS}
    return next((notice for notice in NOTICES if notice in found), "")


def _registrations(meta: etree._Element) -> Iterator[str]:
    """Yield trial numbers given as links, objects or custom fields."""
    for link in meta.iter("{*}ext-link", "{*}related-object"):
        kind = link.get("ext-link-type") or link.get("source-type") or ""
        if "clintrial" in kind or "clinical-trial" in kind:
            yield inline_text(link) or link.get("document-id") or ""
    yield from _custom(meta, "trial")


def _custom(meta: etree._Element, name: str) -> Iterator[str]:
    """Yield the values of fields of a publisher's own whose names hold a word."""
    for item in meta.iter("{*}custom-meta"):
        value = inline_text(first(item, "meta-value"))
        if value and name in inline_text(first(item, "meta-name")).casefold():
            yield value
