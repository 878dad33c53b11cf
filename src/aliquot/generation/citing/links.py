"""Links to the passage a citation points to: `aliquot://` for a machine, a path for the web.

`aliquot://LIBRARY/document/CHUNK?span=START-END` names a library by its folder, a chunk by its id
and the quote by its characters in the document's text; every part is percent-encoded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from aliquot.errors import ConfigError
from aliquot.types import Citation, Span
from aliquot.types.history import citation_id

__all__ = ["SCHEME", "PassageLink", "citation_link", "is_link", "parse_link", "web_path"]

SCHEME = "aliquot://"
# Browsers and terminals may show a link with its letters decoded; it is read all the same.
_LINK = re.compile(
    r"aliquot://(?P<library>[^/?#\s]+)/document/(?P<chunk>[^/?#\s]+)"
    r"(?:\?span=(?P<start>\d{1,12})-(?P<end>\d{1,12}))?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class PassageLink:
    """A passage of a library.

    Attributes:
        library: Name of the library's folder.
        chunk_id: The chunk, or a whole document.
        span: The quote in the document's text; `None` for all of it.
    """

    library: str
    chunk_id: str
    span: Span | None = None

    def __str__(self) -> str:
        place = f"{_encoded(self.library)}/document/{_encoded(self.chunk_id)}"
        span = "" if self.span is None else f"?span={self.span.start}-{self.span.end}"
        return f"{SCHEME}{place}{span}"


def citation_link(library: str, citation: Citation) -> str:
    """Return the `aliquot://` link to what a citation quotes.

    Args:
        library: Name of the library's folder.
        citation: The citation.
    """
    return str(PassageLink(library, citation.chunk_id, citation.span))


def is_link(text: str) -> bool:
    """Tell a link from an id."""
    return text.casefold().startswith(SCHEME)


def parse_link(text: str) -> PassageLink:
    """Return what an `aliquot://` link names.

    Raises:
        ConfigError: It is none.
    """
    found = _LINK.fullmatch(text.strip())
    span = Span(int(found["start"]), int(found["end"])) if found and found["start"] else None
    if found is None or (span is not None and span.start > span.end):
        raise ConfigError(
            f"{text!r} is no link to a passage.",
            hint="A link looks like aliquot://LIBRARY/document/CHUNK?span=120-184, in quotes.",
        )
    return PassageLink(unquote(found["library"]), unquote(found["chunk"]), span)


def web_path(citation: Citation) -> str:
    """Return the path of the page that shows a quote: `/documents/ID?at=CITATION`."""
    return f"/documents/{_encoded(citation.document_id)}?at={_encoded(citation_id(citation))}"


def _encoded(text: str) -> str:
    return quote(text, safe="@", errors="replace")
