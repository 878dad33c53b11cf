"""Commands of conversations: chat, conversations."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import (
    JsonOption,
    LibraryOption,
    WhereOption,
    goes_to_subcommand,
    open_library,
)
from aliquot.errors import AliquotError, ConfigError

if TYPE_CHECKING:
    from aliquot.library import Library
    from aliquot.types import Answer

__all__ = ["COMMANDS", "chat", "conversations_app"]

PROMPT = "> "
HELP = "Ask in words; /sources shows what was cited, /new begins anew, /quit leaves."


# ------------------------------------------------------------------------------ chat


def chat(
    context: typer.Context,
    conversation: Annotated[
        str, typer.Option("--conversation", "-c", metavar="ID", help="Which to go on with.")
    ] = "",
    strategy: Annotated[str, typer.Option("--strategy", "-s", help="As 'ask' takes it.")] = "auto",
    where: WhereOption = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask in a row, each question going on with those before: from the keyboard, or from a pipe."""
    with open_library(context, library) as opened:
        talk = _Talk(opened, conversation, where, strategy, as_json=as_json)
        is_terminal = sys.stdin.isatty()
        talk.begin(is_terminal=is_terminal)
        for line in _typed() if is_terminal else _piped():
            if not (talk.hear_or_stop(line) if is_terminal else talk.hear(line)):
                break
        talk.end(is_terminal=is_terminal)
    raise typer.Exit(0 if is_terminal else talk.exit_code)


def _typed() -> Iterator[str]:
    """Yield what is typed at the prompt, until it is left by Ctrl-D, or by Ctrl-C where empty."""
    written = _editor()
    while True:
        try:
            line = input(PROMPT)
        except EOFError:
            typer.echo("")
            return
        except KeyboardInterrupt:
            typer.echo("")
            if not written():
                return
        else:
            yield line


def _editor() -> Callable[[], str]:
    """Turn on arrow keys and earlier lines, where the system has them; return what tells a line."""
    try:
        # `input` uses it from now on.
        import readline
    except ImportError:
        return str
    return readline.get_line_buffer


def _piped() -> Iterator[str]:
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")


class _Talk:
    """What a line of a chat does."""

    def __init__(
        self, library: Library, conversation: str, where: str, strategy: str, *, as_json: bool
    ) -> None:
        self._library = library
        self._session = library.conversation(conversation or None)
        self._where = where
        self._strategy = strategy
        self._as_json = as_json
        self._last: Answer | None = None
        self.exit_code = 0
        self._commands: dict[str, Callable[[], None]] = {
            "/sources": self._sources,
            "/new": self._new,
        }

    def begin(self, *, is_terminal: bool) -> None:
        from aliquot.cli.render import say

        if is_terminal:
            say(HELP, "dim")
            for turn in self._session.conversation.turns:
                say(f"Asked before: {turn.question}", "dim")

    def end(self, *, is_terminal: bool) -> None:
        if is_terminal and self._session.conversation.turns:
            from aliquot.cli.render import say

            say(f"Go on with: aliquot chat --conversation {self._session.id}", "dim")

    def hear_or_stop(self, line: str) -> bool:
        """Do as `hear` does, until an interrupt stops the answer and gives the prompt back."""
        from aliquot.cli.render import say

        try:
            return self.hear(line)
        except KeyboardInterrupt:
            say("\nStopped; this question is not part of the conversation.", "yellow")
            return True

    def hear(self, line: str) -> bool:
        """Do what a line says; tell whether the next is to be read."""
        words = line.strip()
        if words in ("/quit", "/exit"):
            return False
        if words.startswith("/"):
            self._commands.get(words, self._unknown)()
        elif words:
            self._ask(words)
        return True

    def _ask(self, question: str) -> None:
        try:
            self._answer(question)
        except AliquotError as exc:
            # One question that cannot be answered does not end the conversation.
            typer.echo(f"aliquot: {exc.message}", err=True)
            if exc.hint:
                typer.echo(exc.hint, err=True)
            self.exit_code = exc.exit_code

    def _answer(self, question: str) -> None:
        from aliquot.cli.answers import show_stream
        from aliquot.cli.render import print_json, say
        from aliquot.shapes import answer_shape

        if self._as_json:
            answer = self._session.ask(question, self._where, strategy=self._strategy)
            turn = self._session.conversation.turns[-1]
            shown = {"conversation_id": self._session.id, "asked_as": turn.standalone}
            print_json(shown | answer_shape(answer))
            self._last = answer
            return
        asked = self._session.standalone(question)
        if asked.text != question:
            say(f"Asked as: {asked.text}", "dim")
        self._last = show_stream(
            self._session.stream(question, self._where, asked=asked, strategy=self._strategy)
        )

    def _sources(self) -> None:
        from aliquot.cli.render import near, say
        from aliquot.types.history import citation_id

        cited = [] if self._last is None else list(self._last.citations())
        for one in cited:
            say(f"[{one.label}] {near(one.source)}")
            say(f"  {citation_id(one)}", "dim")
        if not cited:
            say("Nothing is cited yet.", "dim")

    def _new(self) -> None:
        from aliquot.cli.render import say

        self._session, self._last = self._library.conversation(), None
        say("A new conversation.", "dim")

    def _unknown(self) -> None:
        from aliquot.cli.render import say

        say(HELP, "dim")


# ------------------------------------------------------------------------------ conversations

conversations_app = typer.Typer(
    name="conversations",
    help="List, show, rename, export and delete conversations.",
    invoke_without_command=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="A conversation's id.")]


@conversations_app.callback()
def conversations(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List conversations, the one last begun first."""
    from aliquot.cli.render import counted, print_json, say
    from aliquot.shapes import conversation_shape

    if goes_to_subcommand(context, library):
        return
    with open_library(context, library) as opened:
        found = opened.history.conversations()
    if as_json:
        print_json([conversation_shape(one) for one in found])
        return
    for one in found:
        asked = counted(one.turn_count, "question")
        say(f"{one.id}  {one.started_at[:10]}  {one.title} ({asked})")
    if not found:
        say("No conversations yet. Begin one with: aliquot chat", "dim")


@conversations_app.command()
def show(
    context: typer.Context,
    conversation_id: IdArgument,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a conversation with its answers."""
    from aliquot.cli.answers import show_answer
    from aliquot.cli.render import say
    from aliquot.library.conversation_files import conversation_json

    with open_library(context, library) as opened:
        session = opened.conversation(conversation_id)
        if as_json:
            typer.echo(conversation_json(session), nl=False)
            return
        for turn, answer in zip(session.conversation.turns, session.answers(), strict=True):
            say(f"{PROMPT}{turn.question}", "bold")
            if turn.standalone != turn.question:
                say(f"Asked as: {turn.standalone}", "dim")
            if answer is None:
                say("Its answer is not kept any more.", "yellow")
            else:
                show_answer(answer, as_json=False)


@conversations_app.command()
def rename(
    context: typer.Context,
    conversation_id: IdArgument,
    title: Annotated[str, typer.Argument(help="Its new title.")],
    library: LibraryOption = None,
) -> None:
    """Give a conversation another title."""
    with open_library(context, library) as opened:
        opened.history.rename_conversation(conversation_id, title)


@conversations_app.command()
def delete(
    context: typer.Context, conversation_id: IdArgument, library: LibraryOption = None
) -> None:
    """Delete a conversation with its answers; the audit log keeps that they were there."""
    with open_library(context, library) as opened:
        opened.history.delete_conversation(conversation_id)


@conversations_app.command()
def export(
    context: typer.Context,
    conversation_id: IdArgument,
    file: Annotated[
        Path | None, typer.Argument(help="Written anew; standard output unless given.")
    ] = None,
    form: Annotated[str, typer.Option("--format", "-f", help="markdown or json.")] = "markdown",
    library: LibraryOption = None,
) -> None:
    """Write a conversation with its answers, quotes and citation ids."""
    from aliquot.library.arguments import new_file
    from aliquot.library.conversation_files import WRITERS

    if form not in WRITERS:
        raise ConfigError(f"Unknown format {form!r}.", hint=f"Use {' or '.join(WRITERS)}.")
    with open_library(context, library) as opened:
        text = WRITERS[form](opened.conversation(conversation_id))
        if file is None:
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
            sys.stdout.flush()
        else:
            with new_file(file) as written:
                written.write(text)
        digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
        opened.history.note_export("conversation", conversation_id, digest)


COMMANDS = (chat,)
