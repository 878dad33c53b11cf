"""Signs in XML and HTML: the outermost element, and what tells its namesakes apart."""

from __future__ import annotations

import re
from collections.abc import Callable

from aliquot.parsing.signs.text import MARKDOWN, Text

__all__ = ["has_root", "is_flat_document", "is_html", "is_jats", "is_other_markup"]

# OpenDocument as one XML file says in its root what it is.
FLAT_DOCUMENT = re.compile(r"office:mimetype=[\"']([\w./+-]+)[\"']")
# What e-utilities and OAI-PMH wrap around articles.
JATS_WRAPPERS = frozenset({"pmc-articleset", "pmc-articles", "oai-pmh", "getrecord", "articles"})
WRAPPED_ARTICLE = re.compile(r"<(?:[\w-]+:)?article[\s>]")
# An HTML5 page may have `article` as root as well: JATS articles have front matter or attributes.
JATS_SIGN = re.compile(
    r"<(?:front|article-meta|journal-meta|body|sub-article)\b|article-type=|-//N"
)
# Elements that open a fragment of a page.
HTML_TAG = re.compile(
    r"head|body|div|p|h[1-4]|table|[uo]l|main|section|header|meta|title|span|center|font"
)


def is_jats(file: Text) -> bool:
    """Tell journal articles, alone or in a wrapper."""
    if file.root == "article":
        return not file.declares_html and bool(JATS_SIGN.search(file.start))
    return file.root in JATS_WRAPPERS and bool(WRAPPED_ARTICLE.search(file.start))


def has_root(*names: str) -> Callable[[Text], bool]:
    """Return the sign of XML whose outermost element is one of these."""
    return lambda file: file.root in names and not file.declares_html


def is_flat_document(*media_types: str) -> Callable[[Text], bool]:
    """Return the sign of OpenDocument in one XML file, of one of these media types."""
    return lambda file: _flat_type(file) in media_types


def is_html(file: Text) -> bool:
    """Tell pages, and fragments of pages that are not the beginning of Markdown."""
    if file.root in ("html", "article") or file.declares_html:
        return True
    return file.suffix not in MARKDOWN and bool(HTML_TAG.fullmatch(file.root))


def is_other_markup(file: Text) -> bool:
    """Tell XML of any other kind, which is no prose."""
    is_xml = file.start.startswith("<?xml") or (file.is_markup and file.suffix == ".xml")
    return bool(_flat_type(file)) or (is_xml and file.suffix not in MARKDOWN)


def _flat_type(file: Text) -> str:
    stated = FLAT_DOCUMENT.search(file.start) if file.root == "document" else None
    return stated[1] if stated else ""
