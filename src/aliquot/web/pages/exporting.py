"""Files that leave the library: answers and conversations, in formats others read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fastapi.responses import Response

from aliquot.errors import ConfigError
from aliquot.generation.citing.bibliography import format_named
from aliquot.library.answer_files import answer_docx, cited_markdown
from aliquot.library.citing import works_of_answer
from aliquot.library.viewing import View
from aliquot.types import Answer

__all__ = ["FORMATS", "attachment", "export_answer"]

# By the ending of the file's name.
TYPES: Mapping[str, str] = {
    "md": "text/markdown; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "bib": "application/x-bibtex; charset=utf-8",
    "ris": "application/x-research-info-systems; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Format:
    """What an answer is exported as.

    Attributes:
        ending: Of the file's name.
        write: Returns the file's content.
        what: As the audit log calls it.
    """

    ending: str
    write: Callable[[View, Answer], bytes]
    what: str = "answer"


def _markdown(view: View, answer: Answer) -> bytes:
    return cited_markdown(view, answer).encode("utf-8", "replace")


def _bibliography(name: str) -> Callable[[View, Answer], bytes]:
    def write(view: View, answer: Answer) -> bytes:
        works = works_of_answer(view, answer)
        return format_named(name).write(works).encode("utf-8", "backslashreplace")

    return write


FORMATS: Mapping[str, Format] = {
    "markdown": Format("md", _markdown),
    "docx": Format("docx", answer_docx),
    "bibtex": Format("bib", _bibliography("bibtex"), "bibliography"),
    "ris": Format("ris", _bibliography("ris"), "bibliography"),
}


def export_answer(view: View, answer: Answer, form: str) -> Response:
    """Return an answer as a file.

    Args:
        view: The library as the reader sees it.
        answer: The answer.
        form: A key of `FORMATS`.

    Raises:
        ConfigError: There is no such format.
    """
    if form not in FORMATS:
        raise ConfigError(f"Unknown format {form!r}.", hint=f"Formats: {', '.join(FORMATS)}.")
    chosen = FORMATS[form]
    content = chosen.write(view, answer)
    return attachment(view, content, f"answer-{answer.trace.id}.{chosen.ending}", chosen.what)


def attachment(view: View, content: bytes, name: str, what: str) -> Response:
    """Return a file to be saved, and note that it left the library.

    Args:
        view: The library as the reader sees it.
        content: The file.
        name: ASCII; what it is saved as.
        what: As the audit log calls it.
    """
    view.library.history.note_export(what, name, hashlib.sha256(content).hexdigest())
    return Response(
        content,
        media_type=TYPES[name.rpartition(".")[2]],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
