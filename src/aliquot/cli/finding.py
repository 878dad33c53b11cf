"""Commands that read a library: list, show, search, ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.citing import ExportOption, StyleOption
from aliquot.cli.options import (
    JsonOption,
    KOption,
    LibraryOption,
    LiteralOption,
    WhereOption,
    open_library,
)
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.types import Answer

__all__ = ["COMMANDS", "ask", "list_documents", "search", "show"]

Question = Annotated[str, typer.Argument(help="In English or Japanese.")]


def list_documents(
    context: typer.Context,
    where: WhereOption = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List documents."""
    from aliquot.cli.render import show_documents

    with open_library(context, library) as opened:
        show_documents(opened.documents(where), as_json=as_json)


def show(
    context: typer.Context,
    document_id: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="A document's id, as 'list' shows it, or a chunk's, as 'search' does.",
        ),
    ],
    chunks: Annotated[
        bool, typer.Option("--chunks", help="Show a document as it was cut.")
    ] = False,
    findings: Annotated[
        bool, typer.Option("--findings", help="Show what a document names, each with its quote.")
    ] = False,
    around: Annotated[
        int, typer.Option("--around", min=0, max=100, metavar="N", help="Chunks beside a chunk.")
    ] = 0,
    section: Annotated[
        bool, typer.Option("--section", help="Show the whole section of a chunk.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a document, or a chunk with what stands around it."""
    from aliquot.cli.findings import show_findings
    from aliquot.cli.render import show_chunks, show_document, show_stretches

    is_chunk = "#" in document_id
    _check_shown(
        is_chunk=is_chunk, chunks=chunks, findings=findings, around=around, section=section
    )
    with open_library(context, library) as opened:
        if is_chunk:
            found = (
                opened.section_of(document_id)
                if section
                else opened.around(document_id, around, around)
            )
            show_stretches(found, as_json=as_json)
            return
        document = opened.document(document_id)
        if chunks:
            show_chunks(opened.chunks(document_id), as_json=as_json)
        elif findings:
            show_findings(document, opened.findings(document_id), as_json=as_json)
        else:
            relations = opened.relations(document_id)
            show_document(document, relations, as_json=as_json)


def _check_shown(
    *, is_chunk: bool, chunks: bool, findings: bool, around: int, section: bool
) -> None:
    """Refuse options that say nothing of what is to be shown.

    Raises:
        ConfigError: One is of chunks and a document is named, or the other way round, or two
            contradict each other.
    """
    for name, is_given in (("--chunks", chunks), ("--findings", findings)):
        if is_chunk and is_given:
            raise ConfigError(f"{name} shows a document.", hint="Leave out what follows the #.")
    if chunks and findings:
        raise ConfigError("--chunks and --findings exclude each other.", hint="Give one of them.")
    if not is_chunk and (around or section):
        raise ConfigError(
            "--around and --section show what is beside a chunk.",
            hint="Give a chunk's id, as 'aliquot search' shows it: DOCUMENT#SECTION-1.",
        )
    if around and section:
        raise ConfigError("--around and --section exclude each other.", hint="Give one of them.")


def search(
    context: typer.Context,
    question: Question,
    k: KOption = None,
    where: WhereOption = "",
    literal: LiteralOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the chunks that answer a question best."""
    from aliquot.cli.render import show_ranking, show_understanding

    with open_library(context, library) as opened:
        ranking = opened.search(question, k, where, literal=literal)
        show_ranking(ranking, as_json=as_json)
        if not as_json:
            show_understanding(opened.understand(question, literal=literal))


def ask(
    context: typer.Context,
    question: Question,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            "-s",
            help="How to answer: auto, extract, survey, or with a model stuff, map, agent, long.",
        ),
    ] = "auto",
    where: WhereOption = "",
    literal: LiteralOption = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Let the strategy long send without asking back.")
    ] = False,
    style: StyleOption = "default",
    export: ExportOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question with cited sentences, or say that none does."""
    from aliquot.cli.answers import confirm_long, show_stream

    is_cited = as_json or style != "default"
    if is_cited or export is not None:
        # What cites loads what reads bibliographies.
        from aliquot.cli.cited import check_citing, export_answer, show_cited

        check_citing(style, export)
    with open_library(context, library) as opened:
        if strategy == "long" and not yes:
            confirm_long(opened.estimate_long(question, where, literal=literal))
        answer: Answer | None
        if is_cited:
            # Letters and lists of references are known once the whole answer is.
            answer = opened.ask(question, where, strategy, literal=literal)
            show_cited(opened, answer, style, as_json=as_json)
        else:
            answer = show_stream(opened.stream(question, where, strategy, literal=literal))
        if export is not None and answer is not None:
            export_answer(opened, answer, export)


list_documents.__name__ = "list"

COMMANDS = (list_documents, show, search, ask)
