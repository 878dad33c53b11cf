"""How answers look on a terminal of 80 columns, and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

import typer
from rich.text import Text

from aliquot.cli.render import (
    console,
    counted,
    indented,
    near,
    print_json,
    say,
    show_understanding,
)
from aliquot.errors import ConfigError
from aliquot.shapes import answer_shape
from aliquot.types import Answer, Citation, Contradiction, LongEstimate, Statement, Usage

__all__ = ["confirm_long", "show_answer", "show_answer_end", "show_statement", "show_stream"]

# Rows of a survey on a terminal; 'aliquot survey' gives all.
ROWS = 20


def confirm_long(expected: LongEstimate) -> None:
    """Say what a long reading takes, and ask back; end the command where the answer is no.

    Raises:
        ConfigError: Nobody is there to be asked.
    """
    cost = "at an unknown price" if expected.cost_usd is None else f"for ${expected.cost_usd:.2f}"
    rest = "" if expected.fits else "; more was found than the model can read"
    say(f"{expected.chunks} chunks, about {expected.tokens:,} tokens, {cost}{rest}")
    if not sys.stdin.isatty():
        raise ConfigError(
            "So many texts would be sent to a language model.",
            hint="Say that they may be with --yes, or ask with another strategy.",
        )
    typer.confirm("Send them?", abort=True, err=True)


def show_answer(
    answer: Answer, *, as_json: bool, marks: Mapping[Statement, str] | None = None
) -> None:
    """Show statements, each with its citation and where to open it; or the refusal.

    Args:
        answer: The answer.
        as_json: Whether it is shown as JSON.
        marks: What stands behind each statement; the labels of its citations unless given.
    """
    if as_json:
        print_json(answer_shape(answer))
        return
    _show_statements(answer, answer.statements, marks)
    show_answer_end(answer, marks)


def show_stream(parts: Iterable[Statement | Answer]) -> Answer | None:
    """Show each statement as it comes, then what follows the last; return the answer."""
    shown: list[Statement] = []
    for one in parts:
        if isinstance(one, Statement):
            show_statement(one, after=shown[-1] if shown else None)
            shown.append(one)
        else:
            # A strategy that joins what it has read may end with other statements than it began.
            _show_statements(one, [each for each in one.statements if each not in shown])
            show_answer_end(one)
            return one
    return None


def _show_statements(
    answer: Answer, statements: Sequence[Statement], marks: Mapping[Statement, str] | None = None
) -> None:
    """Show statements; the table they come from, where every document was asked."""
    if answer.survey is None:
        before = None
        for statement in statements:
            show_statement(statement, marks, after=before)
            before = statement
        return
    from aliquot.cli.surveyed import show_survey

    show_survey(answer.survey, ROWS, names_unread=False)


def show_statement(
    statement: Statement,
    marks: Mapping[Statement, str] | None = None,
    *,
    after: Statement | None = None,
) -> None:
    """Show a statement with its citations and where each stands.

    Args:
        statement: The statement.
        marks: What stands behind each statement; the labels of its citations unless given.
        after: The one shown before it: where both stand in one place, that is told once.
    """
    terminal = console()
    places = [_place(citation) for citation in statement.citations]
    if after is not None and places == [_place(citation) for citation in after.citations]:
        places = []
    line = Text(statement.text)
    if statement.citations:
        line.append(f" {_mark(statement, marks)}", style="cyan")
    terminal.print(line)
    for place in places:
        terminal.print(indented(place, 2, "dim"))
    terminal.print()


def _mark(statement: Statement, marks: Mapping[Statement, str] | None) -> str:
    """Return what stands behind a statement in a citation style, or its labels."""
    if marks is not None:
        return marks.get(statement, "")
    return " ".join(f"[{citation.label}]" for citation in statement.citations)


def show_answer_end(answer: Answer, marks: Mapping[Statement, str] | None = None) -> None:
    """Show what stands below the statements: the refusal, doubts, hints, what it cost."""
    terminal = console()
    if answer.abstained:
        terminal.print(Text(answer.text, style="bold yellow"))
        terminal.print(Text(answer.reason, style="dim"))
        for document in answer.near:
            say(f"Nearest: {document.title} ({near(document.source)})", "dim")
        for question in answer.rephrasings:
            say(f"Try: {question}", "dim")
    for one in answer.contradictions:
        _show_contradiction(one, marks)
    if answer.removed:
        written = len(answer.removed) + len(answer.statements)
        removed = f"{len(answer.removed)} of {counted(written, 'statement')}"
        say(f"{removed} removed: not proved by what is cited.", "yellow")
    for hint in answer.hints:
        say(hint, "yellow")
    if answer.understanding is not None:
        show_understanding(answer.understanding)
    if answer.usage.requests:
        say(_spent(answer.usage, answer.strategy), "dim")


def _show_contradiction(one: Contradiction, marks: Mapping[Statement, str] | None) -> None:
    say(f"The sources disagree on {one.about}:", "bold yellow")
    for statement in one.statements:
        labels = "; ".join(citation.label for citation in statement.citations)
        mark = f"[{labels}]" if marks is None else _mark(statement, marks)
        console().print(indented(f"{statement.text} {mark}", 2))


def _place(citation: Citation) -> str:
    page = "" if citation.page is None else f", page {citation.page}"
    doubts = f"  ({', '.join(sorted(citation.flags))})" if citation.flags else ""
    mark = "verified" if citation.verified else "not verified"
    return f"{mark}: {near(citation.source)}{page}{doubts}"


def _spent(usage: Usage, strategy: str) -> str:
    tokens = f"{usage.input_tokens:,} tokens read, {usage.output_tokens:,} written"
    cost = "price unknown" if usage.cost_usd is None else f"${usage.cost_usd:.4f}"
    models = ", ".join(usage.models)
    return f"{strategy}, {models}: {tokens}, {cost}, {usage.seconds:.1f} s."
