"""Commands that read a library: list, show, search, ask."""

from __future__ import annotations

from typing import Annotated

import typer

from aliquot.cli.options import (
    JsonOption,
    KOption,
    LibraryOption,
    LiteralOption,
    WhereOption,
    open_library,
)

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
    document_id: Annotated[str, typer.Argument(help="A document's id, as 'list' shows it.")],
    chunks: Annotated[bool, typer.Option("--chunks", help="Show it as it was cut.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show one document: what was read, or its chunks."""
    from aliquot.cli.render import show_chunks, show_document

    with open_library(context, library) as opened:
        document = opened.document(document_id)
        if chunks:
            show_chunks(opened.chunks(document_id), as_json=as_json)
        else:
            relations = opened.relations(document_id)
            show_document(document, relations, as_json=as_json)


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
        str, typer.Option("--strategy", "-s", help="How to answer: auto or extract.")
    ] = "auto",
    where: WhereOption = "",
    literal: LiteralOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question with cited sentences, or say that none does."""
    from aliquot.cli.render import show_answer

    with open_library(context, library) as opened:
        answer = opened.ask(
            question,
            where,
            strategy,  # type: ignore[arg-type] # checked by `ask`
            literal=literal,
        )
        show_answer(answer, as_json=as_json)


list_documents.__name__ = "list"

COMMANDS = (list_documents, show, search, ask)
