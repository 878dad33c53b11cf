"""Commands that cite: references of an answer or of documents, and the passage behind a link."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError, UnknownDocumentError

if TYPE_CHECKING:
    from aliquot.generation.citing.works import Work
    from aliquot.library import Library

__all__ = ["COMMANDS", "ExportOption", "StyleOption", "cite", "open_passage"]

StyleOption = Annotated[
    str,
    typer.Option("--style", metavar="STYLE", help="default, numbered, vancouver or apa."),
]
ExportOption = Annotated[
    Path | None,
    typer.Option(
        "--export",
        metavar="FILE",
        help="Write what is cited to a new .bib, .ris or .json file; ask also .docx or .md: all.",
    ),
]


def cite(
    context: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Ids of stored answers or of documents.")
    ],
    form: Annotated[
        str, typer.Option("--format", "-f", help="apa, vancouver, numbered, bibtex, ris or csl.")
    ] = "vancouver",
    export: ExportOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print references of what answers cite, or of documents; or write a bibliography file."""
    from aliquot.cli.cited import check_new, note_bibliography, write_bibliography
    from aliquot.generation.citing.bibliography import FORMATS

    if export is not None:
        check_new(export)
    else:
        _check_form(form)
    with open_library(context, library) as opened:
        works = _works(opened, ids)
        if export is not None:
            write_bibliography(opened, works, export)
        elif form in FORMATS:
            text = FORMATS[form].write(works)
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
            sys.stdout.flush()
            note_bibliography(opened, f"standard output ({form})", text)
        else:
            _show(works, form, as_json=as_json)


def _check_form(form: str) -> None:
    from aliquot.generation.citing.bibliography import FORMATS
    from aliquot.generation.citing.styles import DEFAULT_STYLE, STYLES

    known = [*(one for one in STYLES if one != DEFAULT_STYLE), *FORMATS]
    if form not in known:
        raise ConfigError(f"Unknown format {form!r}.", hint=f"Formats: {', '.join(known)}.")


def _show(works: list[Work], form: str, *, as_json: bool) -> None:
    from aliquot.cli.cited import reference_shape, show_references
    from aliquot.cli.render import print_json
    from aliquot.generation.citing.styles import reference_list

    references = reference_list(works, form)
    if as_json:
        print_json([reference_shape(one) for one in references])
    else:
        show_references(references)


def _works(library: Library, ids: list[str]) -> list[Work]:
    """Return the works that ids of documents and answers name, each once, in order."""
    from aliquot.library.citing import gather_works

    documents = gather_works(library, ids)
    found: dict[str, Work] = {}
    for one in ids:
        found |= {one: documents[one]} if one in documents else _cited_by(library, one)
    if not found:
        raise ConfigError("Nothing is cited there.", hint="The answer was a refusal.")
    return list(found.values())


def _cited_by(library: Library, answer_id: str) -> dict[str, Work]:
    from aliquot.library.citing import works_of_answer

    try:
        answer = library.explain(answer_id).stored.answer
    except UnknownDocumentError as exc:
        raise UnknownDocumentError(
            f"Neither a document nor a stored answer has the id {answer_id!r}.",
            hint="See 'aliquot list' for documents, and 'aliquot explain' for answers.",
        ) from exc
    return {one.id: one for one in works_of_answer(library, answer)}


def open_passage(
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(metavar="LINK", help="aliquot://..., or a citation's or document's id."),
    ],
    file: Annotated[
        bool, typer.Option("--file", help="Open the original with the system's program for it.")
    ] = False,
    library: LibraryOption = None,
) -> None:
    """Show the passage a link or citation points to, its quote marked."""
    from aliquot.cli.opening import open_file, show_passage
    from aliquot.library.citing import find_passage

    is_named = library is not None or bool((context.obj or {}).get("library"))
    with open_library(context, library) as opened:
        passage = find_passage(opened, target, is_library_named=is_named)
        show_passage(passage)
        if file:
            open_file(passage.document)


open_passage.__name__ = "open"

COMMANDS = (cite, open_passage)
