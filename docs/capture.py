"""Run the console blocks of the pages and write what the commands really print.

    python docs/capture.py                    every page with console blocks
    python docs/capture.py docs/tutorial.md   one of them

In a block fenced as `console`, a line that begins with `$ ` is a command and the lines below it are
its output. A page's commands run one after the other in one new folder that holds a copy of
`examples`, with the models that are installed. Commands that set up an environment are not run;
what stands below them is left as it is. Of a token its public part alone is written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

__all__ = ["PAGES", "Console", "commands", "main", "rewrite"]

ROOT = Path(__file__).parent.parent
PAGES = (
    ROOT / "README.md",
    ROOT / "docs" / "tutorial.md",
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
)
FENCE = "```"
PROMPT = "$ "
SHOW_EXIT_CODE = "echo $?"
# A page with this comment shows what the plain install prints, whatever extras are here.
PLAIN = "<!-- captured with the plain install -->"
PLAIN_LEGS = '["bge-small-en-v1.5"]'
# They change the machine rather than the library.
NOT_RUN = ("git", "pip", "make", "cd", "python", "source", "crontab")
COLUMNS = 80
# Whoever finds a secret in a page cannot know that its library is gone.
TOKEN = re.compile(r"\b(alq_[0-9a-f]{12}_)[A-Za-z0-9_-]{43}")


def commands(text: str) -> Iterator[str]:
    """Yield the commands of a page's console blocks, in order."""
    for line, is_console in _lines(text):
        if is_console and line.startswith(PROMPT):
            yield line.removeprefix(PROMPT)


def rewrite(text: str, run: Callable[[str], str | None]) -> str:
    """Return a page with the output of each command replaced by what `run` gives.

    Args:
        text: The page.
        run: Command to what it printed; `None` keeps what stands there.
    """
    kept: list[str] = []
    is_replaced = False
    for line, is_console in _lines(text):
        if not is_console:
            is_replaced = False
        elif line.startswith(PROMPT):
            output = run(line.removeprefix(PROMPT))
            is_replaced = output is not None
            kept.append(line)
            kept += (output or "").splitlines()
            continue
        if not is_replaced:
            kept.append(line)
    return "\n".join(kept) + "\n"


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it stands inside a console block."""
    fence = ""
    for line in text.splitlines():
        if line.startswith(FENCE):
            fence = "" if fence else line.removeprefix(FENCE) or "text"
            yield line, False
        else:
            yield line, fence == "console"


class Console:
    """A folder to run a page's commands in, as a user would see them.

    Attributes:
        failed: Commands that ended with an exit code the page does not show.
    """

    def __init__(self, folder: Path, *, is_plain: bool = False) -> None:
        """Copy the examples.

        Args:
            folder: New and empty; the user's home and working folder.
            is_plain: Whether only the models of the plain install are used.
        """
        self.folder = folder
        self.exit_code = 0
        self.last = ""
        self.failed: list[str] = []
        shutil.copytree(ROOT / "examples", folder / "examples")
        keep = {name: os.environ[name] for name in ("LANG", "SYSTEMROOT") if name in os.environ}
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        self.environment = keep | {
            "PATH": path,
            "HOME": str(folder),
            # Models that were prepared before are not prepared again.
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
            "COLUMNS": str(COLUMNS),
            "NO_COLOR": "1",
        }
        if is_plain:
            self.environment["ALIQUOT_EMBEDDING__LEGS"] = PLAIN_LEGS

    def run(self, command: str) -> str | None:
        """Return what a command prints, without trailing blanks; `None` where it is not run."""
        if command.split()[0] in NOT_RUN:
            return None
        if self.exit_code and command != SHOW_EXIT_CODE:
            self.failed.append(self.last)
        self.last = command
        done = subprocess.run(
            # The last command's exit code, for `echo $?`.
            ["bash", "-c", f"(exit {self.exit_code}); {command}"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.exit_code = done.returncode
        shown = TOKEN.sub(r"\1...", done.stdout.replace(str(self.folder), "~"))
        lines = [line.rstrip() for line in shown.splitlines()]
        return "\n".join(lines).strip("\n")


def main(arguments: Sequence[str]) -> int:
    """Capture the named pages, or all of them; return the exit code."""
    exit_code = 0
    for page in map(Path, arguments) if arguments else PAGES:
        text = page.read_text(encoding="utf-8")
        if not any(commands(text)):
            continue
        with tempfile.TemporaryDirectory() as folder:
            console = Console(Path(folder), is_plain=PLAIN in text)
            captured = rewrite(text, console.run)
        if console.failed:
            sys.stderr.write(f"{page.name} is left as it is: {'; '.join(console.failed)} failed.\n")
            exit_code = 1
        else:
            page.write_text(captured, encoding="utf-8")
    return exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
