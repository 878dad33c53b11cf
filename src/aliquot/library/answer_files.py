"""Answers as files for people: Word, and Markdown to be pasted, cited in a style."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import PurePath

from aliquot.generation.citing.markdown import write_markdown
from aliquot.generation.citing.styles import Rendered, render
from aliquot.generation.citing.works import cited_documents
from aliquot.library.citing import Citable, gather_works
from aliquot.types import Answer

__all__ = ["WRITERS", "answer_docx", "cited_markdown", "writer_of_file"]

STYLE = "numbered"


def answer_docx(library: Citable, answer: Answer, style: str = STYLE) -> bytes:
    """Return an answer as a Word document: statements, quotes, works, and what was searched.

    Args:
        library: Where what it cites is.
        answer: What is written.
        style: Of citations; see `generation.citing.styles`.

    Raises:
        ConfigError: There is no such style.
    """
    # python-docx takes a fifth of a second to load, and few need it.
    from aliquot.generation.citing.docx import write_docx

    return write_docx(answer, _rendered(library, answer, style), datetime.now(UTC))


def cited_markdown(library: Citable, answer: Answer, style: str = STYLE) -> str:
    """Return an answer as Markdown with its list of references, to be pasted.

    Args:
        library: Where what it cites is.
        answer: What is written.
        style: Of citations; see `generation.citing.styles`.

    Raises:
        ConfigError: There is no such style.
    """
    return write_markdown(answer, _rendered(library, answer, style))


def writer_of_file(path: PurePath) -> Callable[[Citable, Answer], bytes] | None:
    """Return what writes the whole answer into a file of this name; `None` where nothing does."""
    return WRITERS.get(path.suffix.casefold())


def _rendered(library: Citable, answer: Answer, style: str) -> Rendered:
    return render(answer, style, gather_works(library, cited_documents(answer)))


def _markdown(library: Citable, answer: Answer) -> bytes:
    return cited_markdown(library, answer).encode("utf-8", "replace")


WRITERS: Mapping[str, Callable[[Citable, Answer], bytes]] = {
    ".docx": answer_docx,
    ".md": _markdown,
}
