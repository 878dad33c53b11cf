"""Hints that name a command name the operation that does the same, to programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.web.app import create_app
from aliquot.web.remedies import ELSEWHERE, REMEDIES, with_remedy
from web_api import FAKE


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Each path of the API, and each with its methods."""
    with Library.create(tmp_path_factory.mktemp("made") / "library", FAKE) as library:
        paths = create_app(library, ServeConfig()).openapi()["paths"]
    return set(paths) | {f"{one.upper()} {path}" for path in paths for one in paths[path]}


@pytest.mark.parametrize("operation", sorted(set(REMEDIES.values())))
def test_what_a_program_is_told_to_do_is_there(operations: set[str], operation: str) -> None:
    assert operation in operations


@pytest.mark.parametrize("command", sorted(REMEDIES))
def test_every_command_that_is_named_is_one(command: str) -> None:
    described = (Path(__file__).parents[3] / "docs/reference/cli.md").read_text("utf-8")
    assert re.search(rf"^## {command}$", described, re.MULTILINE)


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        ("", ""),
        ("Type it again.", "Type it again."),
        (
            "Bring the library up to date with: aliquot sync",
            "Bring the library up to date with: aliquot sync (by the API: POST /api/v1/sync)",
        ),
        ("Run 'aliquot doctor'.", f"Run 'aliquot doctor'. ({ELSEWHERE})"),
        (
            "Get it: pip install 'aliquot[x]'",
            f"Get it: pip install 'aliquot[x]' ({ELSEWHERE})",
        ),
    ],
)
def test_a_hint_is_kept_and_what_a_program_can_do_stands_behind_it(hint: str, told: str) -> None:
    assert with_remedy(hint) == told
