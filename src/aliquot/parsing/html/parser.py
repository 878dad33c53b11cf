"""Read HTML pages: exported protocols, lab wikis, articles saved from the web.

What enters: an HTML file. What leaves: one `Document` without scripts, navigation and hidden text.
"""

from __future__ import annotations

import re
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import decode, open_bytes
from aliquot.parsing.html.body import write_node
from aliquot.parsing.writing.front_matter import bare_doi, find_year
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.typography import collapse
from aliquot.types import Document

__all__ = ["HtmlParser"]

CHARSET = re.compile(rb"<meta[^>]{0,100}?charset\s*=\s*[\"']?\s*([\w-]+)", re.I)
# The main element holds the text of a page if it holds at least this share of it.
MAIN_SHARE = 0.5
# Under such a name a page is what a server sent instead of the file: a login or an
# error. Such pages are short; an article is not, and is read.
STAND_IN_CHARS = 2_000
# Of a title, in a message.
TITLE_CHARS = 80
STAND_IN_FOR = frozenset({".pdf", ".docx", ".doc", ".pptx", ".ppt", ".xlsx", ".xls"})
MAIN = "main, article, [role=main], #content, #mw-content-text"
# Names publishers use for the same field, best first (Highwire Press, Dublin Core, Open Graph).
TITLE_NAMES = ("citation_title", "dc.title", "og:title")
AUTHOR_NAMES = ("citation_author", "citation_authors", "dc.creator", "author")
DATE_NAMES = (
    *("citation_publication_date", "citation_online_date", "citation_date"),
    *("dc.date", "article:published_time", "date"),
)


class HtmlParser:
    """Parse HTML files."""

    name = "html"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the page as one document.

        Raises:
            ParseError: The file is empty or holds no text.
        """
        tree = LexborHTMLParser(_read_html(path))
        body = tree.body
        if body is None:
            raise ParseError(
                "The page has no body.",
                source=str(path),
                status="empty",
                hint="Save the page again, as a complete web page.",
            )
        meta = _meta(tree)
        is_misnamed = path.suffix.casefold() in STAND_IN_FOR
        if is_misnamed and len(collapse(body.text() or "")) < STAND_IN_CHARS:
            raise _stand_in(path, _title(tree, meta))
        out = DocumentBuilder()
        warnings = write_node(out, _main_part(body))
        if is_misnamed:
            warnings.append(f"It is a web page, although its name ends in {path.suffix}.")
        language = tree.css_first("html[lang]")
        document = close_prose(
            out,
            path,
            title=_title(tree, meta),
            may_be_paper=True,
            authors=_first(meta, AUTHOR_NAMES),
            year=find_year(" ".join(_first(meta, DATE_NAMES)[:1])),
            journal=" ".join(_first(meta, ("citation_journal_title",))[:1]),
            doi=bare_doi(" ".join(_first(meta, ("citation_doi",))[:1])),
            pmid=" ".join(_first(meta, ("citation_pmid",))[:1]),
            language=_language(language),
            warnings=warnings,
            parser=self.name,
            parser_version=self.version,
        )
        return [document]


def _stand_in(path: Path, title: str) -> ParseError:
    shown = f' ("{title[:TITLE_CHARS]}")' if title else ""
    return ParseError(
        f"The file is a short web page{shown}, although its name ends in {path.suffix}.",
        source=str(path),
        hint="Log in where it comes from and download it again, or rename it to .html to keep it.",
    )


def _read_html(path: Path) -> str:
    """Decode a page by the charset it declares, otherwise by guess."""
    data = open_bytes(path)
    declared = CHARSET.search(data[:4096])
    if declared:
        try:
            return data.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass  # a wrong declaration is common; the bytes know better
    return decode(data, source=str(path))


def _main_part(body: LexborNode) -> LexborNode:
    whole = len(body.text() or "")
    parts = body.css(MAIN)
    longest = max(parts, key=lambda part: len(part.text() or ""), default=None)
    if longest is not None and len(longest.text() or "") >= MAIN_SHARE * whole:
        return longest
    return body


def _meta(tree: LexborHTMLParser) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for node in tree.css("meta[content]"):
        attributes = node.attributes
        name = (attributes.get("name") or attributes.get("property") or "").casefold()
        content = collapse(attributes.get("content") or "")
        if name and content:
            found.setdefault(name, []).append(content)
    return found


def _first(meta: dict[str, list[str]], names: tuple[str, ...]) -> tuple[str, ...]:
    return next((tuple(meta[name]) for name in names if name in meta), ())


def _title(tree: LexborHTMLParser, meta: dict[str, list[str]]) -> str:
    stated = _first(meta, TITLE_NAMES)
    if stated:
        return stated[0]
    headings = tree.css("h1")
    node = headings[0] if len(headings) == 1 else tree.css_first("title")
    return "" if node is None else collapse(node.text() or "")


def _language(html: LexborNode | None) -> str:
    """Return the page's language where it is one we tell apart.

    Editors write `lang="en"` on Japanese pages, so English is left to detection.
    """
    stated = "" if html is None else (html.attributes.get("lang") or "")[:2].casefold()
    return "" if stated == "en" else stated
