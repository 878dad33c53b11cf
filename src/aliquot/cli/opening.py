"""Show a passage with its quote, and open the file it stands in with the system's own program."""

from __future__ import annotations

import os
import subprocess
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from aliquot.cli.render import console, near, say
from aliquot.errors import ConfigError
from aliquot.library.citing import Passage
from aliquot.types import Document, DocumentKind

__all__ = ["open_file", "show_passage"]

# Around the quote, also where there is no colour.
MARKS = ("»", "«")
_PAGE_WORDS = {DocumentKind.SLIDES: "slide", DocumentKind.TABLE: "sheet"}
# An opener that has not failed by then is showing the file.
PATIENCE_S = 3.0
# Files that a system runs when it opens them: scripts are sources of a library too.
# Source: Windows, variable PATHEXT; freedesktop.org, desktop entries; macOS, ".command".
RUNNABLE = frozenset(
    {".bat", ".cmd", ".com", ".command", ".cpl", ".desktop", ".exe", ".hta", ".jar", ".js", ".jse"}
    | {".lnk", ".msc", ".msi", ".ps1", ".py", ".pyw", ".pyz", ".rb", ".scf", ".scr", ".sh", ".url"}
    | {".app", ".applescript", ".bash", ".csh", ".ksh", ".pl", ".reg", ".vb", ".vbe", ".vbs"}
    | {".webloc", ".wsf", ".wsh", ".zsh"}
)
_OPENERS = {"darwin": "open"}


def show_passage(passage: Passage) -> None:
    """Show where a passage stands, and its text with the quote marked."""
    document = passage.document
    say(document.title, "bold")
    say(_place(passage), "dim")
    if passage.is_recut:
        say("The document was cut anew since; the words are those at the link's place.", "yellow")
    before, quote, behind = passage.parts
    if not (before or quote or behind):
        say(f"Read it with: aliquot show {document.id}", "dim")
        return
    text = Text(before.lstrip("\n"))
    if passage.quote is not None:
        text.append(MARKS[0], "bold yellow").append(quote, "bold").append(MARKS[1], "bold yellow")
    text.append(behind.rstrip())
    console().print()
    console().print(text)


def _place(passage: Passage) -> str:
    source = passage.document.source
    parts = [near(source.path) if source else passage.document.id]
    if passage.pages:
        word = _PAGE_WORDS.get(passage.document.kind, "page")
        several = f"{passage.pages[0]}-{passage.pages[-1]}"
        alone = len(passage.pages) == 1
        parts.append(f"{word} {passage.pages[0]}" if alone else f"{word}s {several}")
    parts += [" > ".join(passage.section)] if passage.section else []
    return ", ".join(parts)


def open_file(document: Document) -> None:
    """Open the file a document was read from, with the program the system has for it.

    Raises:
        ConfigError: There is no such file any more, the system would run it, or nothing opens it.
    """
    path = document.source.path if document.source else ""
    if path.casefold().startswith(("https://", "http://")):
        webbrowser.open(path)
        return
    file = Path(path)
    # The path comes from the library's own record of what it read, never from a link.
    if not path or not file.is_absolute() or not file.is_file():
        raise ConfigError(
            f"{path or document.id} is not there any more.",
            hint="Bring the library up to date with: aliquot sync",
        )
    if file.suffix.casefold() in RUNNABLE:
        raise ConfigError(
            f"{path} is a program: opening it may run it.",
            hint=f"Read it with: aliquot show {document.id}",
        )
    _start(file)


def _start(file: Path) -> None:
    if sys.platform == "win32":
        starter: Callable[[str], None] = os.startfile
        starter(str(file))
        return
    opener = _OPENERS.get(sys.platform, "xdg-open")
    try:
        with_file = [opener, str(file)]
        started = subprocess.Popen(
            with_file,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError as exc:
        raise _unopened(file, f"{opener}: {exc.strerror}") from exc
    try:
        code = started.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        return
    if code:
        raise _unopened(file, f"{opener} ended with {code}")


def _unopened(file: Path, reason: str) -> ConfigError:
    return ConfigError(f"Nothing here opens {file} ({reason}).", hint="Open it by hand.")
