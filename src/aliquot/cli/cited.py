"""How answers in a citation style and lists of references look, and their files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.text import Text

from aliquot.cli.answers import show_answer
from aliquot.cli.render import console, counted, print_json, say
from aliquot.errors import ConfigError
from aliquot.generation.citing.bibliography import BibliographyFormat, format_of_file
from aliquot.generation.citing.csl import csl_item
from aliquot.generation.citing.links import citation_link, web_path
from aliquot.generation.citing.styles import DEFAULT_STYLE, CitedWork, Rendered, check_style, render
from aliquot.generation.citing.works import Work, cited_documents
from aliquot.library import Library
from aliquot.library.answer_files import writer_of_file
from aliquot.library.arguments import new_file
from aliquot.library.citing import gather_works, works_of_answer
from aliquot.shapes import answer_shape
from aliquot.types import Answer, Statement

__all__ = [
    "check_citing",
    "export_answer",
    "note_bibliography",
    "reference_shape",
    "show_cited",
    "show_references",
    "write_bibliography",
]

# Lines of a reference behind the first are set in by this.
HANGING = 4


def check_citing(style: str, export: Path | None) -> None:
    """Refuse a style or a file before a question is asked, which may take long or cost.

    Raises:
        ConfigError: There is no such style, the file's ending says no format, or it exists.
    """
    check_style(style)
    if export is not None and writer_of_file(export) is not None:
        _check_free(export)
    elif export is not None:
        check_new(export)


def check_new(path: Path) -> BibliographyFormat:
    """Return the format a bibliography file is named for, which must not be there yet.

    Raises:
        ConfigError: Its ending says no format, it exists, or its folder does not.
    """
    form = format_of_file(path)
    _check_free(path)
    return form


def _check_free(path: Path) -> None:
    if path.exists():
        raise ConfigError(f"{path} exists.", hint="Choose another name.")
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"{path} is in no folder that exists.", hint="Make the folder first.")


def show_cited(library: Library, answer: Answer, style: str, *, as_json: bool) -> None:
    """Show an answer in a citation style, with its list of references below."""
    rendered = render(answer, style, gather_works(library, cited_documents(answer)))
    if as_json:
        print_json(_cited_shape(answer, rendered, library.path.name))
        return
    show_answer(answer, as_json=False, marks=rendered.marks)
    if style != DEFAULT_STYLE and rendered.references:
        say("References", "bold")
        show_references(rendered.references)


def show_references(references: Sequence[CitedWork]) -> None:
    """Show a list of references, each beginning at the margin."""
    terminal = console()
    for one in references:
        lines = Text(one.line).wrap(terminal, max(terminal.width - HANGING, HANGING))
        shown = [line.plain.rstrip() for line in lines]
        terminal.print(Text(("\n" + " " * HANGING).join(shown)), soft_wrap=True)


def export_answer(library: Library, answer: Answer, path: Path) -> None:
    """Write an answer to a .docx or .md file, or what it cites to a bibliography file.

    Raises:
        ConfigError: The file's ending says no format, it exists, or cannot be written.
    """
    write = writer_of_file(path)
    if write is not None:
        _write_answer(library, write(library, answer), path)
        return
    works = works_of_answer(library, answer)
    if works:
        write_bibliography(library, works, path)
    else:
        typer.echo(f"Nothing is cited; {path} was not written.", err=True)


def _write_answer(library: Library, content: bytes, path: Path) -> None:
    try:
        with path.open("xb") as file:
            file.write(content)
    except OSError as exc:
        raise ConfigError(
            f"{path} cannot be written: {exc.strerror}.", hint="Choose another name or folder."
        ) from exc
    library.history.note_export("answer", path.name, hashlib.sha256(content).hexdigest())
    typer.echo(f"The answer is in {path}.", err=True)


def write_bibliography(library: Library, works: Sequence[Work], path: Path) -> None:
    """Write works to a bibliography file, in the format its name asks for, and note it.

    Raises:
        ConfigError: The file's ending says no format, it exists, or cannot be written.
    """
    text = format_of_file(path).write(works)
    with new_file(path) as file:
        file.write(text)
    note_bibliography(library, path.name, text)
    # Nothing may stand beside JSON on standard output.
    typer.echo(f"{counted(len(works), 'reference')} in {path}.", err=True)


def note_bibliography(library: Library, name: str, text: str) -> None:
    """Note in the audit log that a bibliography left the library."""
    digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
    library.history.note_export("bibliography", name, digest)


# ------------------------------------------------------------------------------ JSON


def _cited_shape(answer: Answer, rendered: Rendered, library: str) -> dict[str, Any]:
    """Return an answer with its marks, references and links."""
    shown = answer_shape(answer)
    statements = [*answer.statements]
    shapes = [*shown["statements"]]
    for one, disputed in zip(answer.contradictions, shown["contradictions"], strict=True):
        statements += one.statements
        shapes += disputed["statements"]
    for statement, shape in zip(statements, shapes, strict=True):
        _add_links(statement, shape, library)
        shape["mark"] = rendered.mark(statement)
    references = [reference_shape(one) for one in rendered.references]
    return shown | {"style": rendered.style, "references": references}


def _add_links(statement: Statement, shape: dict[str, Any], library: str) -> None:
    for citation, shown in zip(statement.citations, shape["citations"], strict=True):
        shown["link"] = citation_link(library, citation)
        shown["web_path"] = web_path(citation)


def reference_shape(reference: CitedWork) -> dict[str, Any]:
    """Return an entry of a list of references, and the work as CSL JSON."""
    return {
        "document_id": reference.work.id,
        "prefix": reference.prefix,
        "text": reference.text,
        "csl": csl_item(reference.work),
    }
