"""Commands that messages, pages and the manual tell people to type are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# As people are told to type it: in quotes, behind a colon or a prompt, or as code.
NAMED = re.compile(r"(?:['`:$] ?|with: )aliquot ([a-z]+)(?: ([a-z]+)\b)?")


def commands() -> set[str]:
    """Return every command, those in a group with its name before theirs."""
    described = (ROOT / "docs/reference/cli.md").read_text("utf-8")
    return set(re.findall(r"^## ([a-z]+(?: [a-z]+)?)$", described, re.MULTILINE))


FILES = [
    *sorted((ROOT / "src/aliquot").rglob("*.py")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "src/aliquot/web").rglob("*.html")),
    ROOT / "README.md",
]


def test_every_command_that_is_named_is_there() -> None:
    known = commands()
    wrong = {
        f"{file.relative_to(ROOT)}: aliquot {first} {second}"
        for file in FILES
        for first, second in NAMED.findall(file.read_text("utf-8"))
        if not _is_there(known, first, second)
    }
    assert not wrong


def _is_there(known: set[str], first: str, second: str) -> bool:
    groups = {one.partition(" ")[0] for one in known if " " in one}
    # Commands in themselves: other words may follow them.
    is_group_alone = first in groups - {"audit", "conversations", "models"}
    named = f"{first} {second}" if is_group_alone and second else first
    return named in known
