"""Write the reference pages from the code they describe, or check that they are current.

    python docs/generate.py           writes docs/reference/*.md and openapi.json
    python docs/generate.py --check   writes nothing; names what is stale and exits with 1

Pages are made from names, values and docstrings, not from rendered help, so that they do not depend
on the version of Typer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from refpages.backends import backends_page
from refpages.commands import cli_page
from refpages.errors import errors_page
from refpages.filters import filters_page
from refpages.json_shapes import json_page
from refpages.openapi import openapi_document
from refpages.python_api import python_page
from refpages.settings import config_page

__all__ = ["DOCUMENTS", "PAGES", "main", "render", "stale"]

REFERENCE = Path(__file__).parent / "reference"
MARK = "<!-- Written by docs/generate.py; edit the code it describes, not this page. -->"

PAGES: Mapping[str, Callable[[], list[str]]] = {
    "cli.md": cli_page,
    "config.md": config_page,
    "errors.md": errors_page,
    "filters.md": filters_page,
    "backends.md": backends_page,
    "json.md": json_page,
    "python.md": python_page,
}


# Files of the reference that are no pages, whole.
DOCUMENTS: Mapping[str, Callable[[], str]] = {"openapi.json": openapi_document}


def render(name: str) -> str:
    """Return a page as it should stand on disk."""
    if name in DOCUMENTS:
        return DOCUMENTS[name]()
    lines = [MARK, "", *PAGES[name]()]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def stale(folder: Path = REFERENCE) -> list[str]:
    """List the pages that differ from what the code says, or are missing."""
    found = []
    for name in (*PAGES, *DOCUMENTS):
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != render(name):
            found.append(name)
    return found


def main(arguments: Sequence[str]) -> int:
    """Write or check every page; return the exit code."""
    if "--check" in arguments:
        old = stale()
        if old:
            sys.stderr.write(f"Not current: {', '.join(old)}. Run: python docs/generate.py\n")
        return 1 if old else 0
    REFERENCE.mkdir(exist_ok=True)
    for name in (*PAGES, *DOCUMENTS):
        (REFERENCE / name).write_text(render(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
