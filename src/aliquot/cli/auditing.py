"""Commands that tell how answers came about, and what was done: explain, audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, goes_to_subcommand, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.types.history import AuditKind, StoredAnswer

__all__ = ["COMMANDS", "audit_app", "explain"]

# How a command ends where the log is not sound: as for a damaged library.
UNSOUND = 4

CountOption = Annotated[int, typer.Option("-n", min=1, max=10_000, help="How many at most.")]


def explain(
    context: typer.Context,
    answer_id: Annotated[
        str,
        typer.Argument(metavar="[ID]", help="An answer's id, or its end; lists the last without."),
    ] = "",
    again: Annotated[
        bool, typer.Option("--again", help="Ask again with the settings of then, and compare.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Show messages and evidence whole.")] = False,
    count: CountOption = 10,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how an answer came about, and whether what it cites still holds."""
    from aliquot.cli.explanations import show_again, show_explanation
    from aliquot.cli.render import print_json
    from aliquot.library.again import ask_again
    from aliquot.shapes import answer_shape, explanation_shape

    with open_library(context, library) as opened:
        if not answer_id:
            if again:
                raise ConfigError("--again asks one question.", hint="Give the id of its answer.")
            _list_answers(opened.history.answers(count), as_json=as_json)
            return
        explanation = opened.explain(answer_id)
        repeated = ask_again(opened, explanation.stored) if again else None
    if as_json:
        shown = explanation_shape(explanation)
        if repeated is not None:
            shown["again"] = {
                "answer": answer_shape(repeated.answer),
                "differences": list(repeated.differences),
                "note": repeated.note,
            }
        print_json(shown)
        return
    show_explanation(explanation, is_full=full)
    if repeated is not None:
        show_again(repeated)


def _list_answers(answers: list[StoredAnswer], *, as_json: bool) -> None:
    from aliquot.cli.explanations import show_answers
    from aliquot.cli.render import print_json
    from aliquot.shapes import stored_answer_shape

    if as_json:
        print_json([stored_answer_shape(one) for one in answers])
    else:
        show_answers(answers)


# ------------------------------------------------------------------------------ the audit log

audit_app = typer.Typer(
    name="audit",
    help="Show, prove and export what was done with the library.",
    invoke_without_command=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@audit_app.callback()
def audit(
    context: typer.Context,
    kind: Annotated[
        str, typer.Option("--kind", help="Only added, updated, removed, asked, answered, ...")
    ] = "",
    count: CountOption = 20,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the last entries of the audit log, newest first."""
    from aliquot.cli.explanations import show_entries
    from aliquot.cli.render import print_json
    from aliquot.shapes import audit_entry_shape

    if goes_to_subcommand(context, library):
        return
    with open_library(context, library) as opened:
        entries = opened.history.entries(count, _kind(kind))
    if as_json:
        print_json([audit_entry_shape(one) for one in entries])
    else:
        show_entries(entries)


def _kind(name: str) -> AuditKind | None:
    from aliquot.types.history import AuditKind

    if not name:
        return None
    try:
        return AuditKind(name)
    except ValueError as exc:
        known = ", ".join(AuditKind)
        raise ConfigError(f"No entries are of kind {name!r}.", hint=f"Kinds: {known}.") from exc


@audit_app.command()
def verify(
    context: typer.Context,
    head: Annotated[
        str, typer.Option("--head", metavar="HASH", help="A hash noted earlier, to be in it.")
    ] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Prove that no entry was changed, dropped or put in, nor any stored answer changed."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        proof, altered = opened.history.verify(head), opened.history.altered()
    if as_json:
        print_json(
            {
                "sound": proof.is_sound,
                "entries": proof.entries,
                "head": proof.head,
                "broken_at": proof.broken_at,
                "reason": proof.reason,
                "altered_answers": altered,
            }
        )
    else:
        if proof.is_sound:
            say(f"Sound: {proof.entries} entries, one chain. Last hash, to note down:")
            say(proof.head)
        else:
            say(f"Broken at entry {proof.broken_at}: {proof.reason}.", "red")
        for answer_id in altered:
            say(f"The stored answer {answer_id} was changed after it was given.", "red")
    raise typer.Exit(0 if proof.is_sound and not altered else UNSOUND)


@audit_app.command()
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Written anew, one entry a line, with its hash.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the whole audit log to a file that proves itself."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        proof = opened.history.export_audit(file)
    if as_json:
        print_json({"file": str(file), "entries": proof.entries, "sound": proof.is_sound})
    else:
        say(f"{proof.entries} entries in {file}.")
        if not proof.is_sound:
            say(f"The log is broken at entry {proof.broken_at}: {proof.reason}.", "red")
    raise typer.Exit(0 if proof.is_sound else UNSOUND)


COMMANDS = (explain,)
