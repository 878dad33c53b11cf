"""What the pages on conversations and the audit log show is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aliquot.analysis.follow_ups import made_standalone
from aliquot.language import detect_language
from aliquot.library import Library
from aliquot.types.history import AuditKind, CitationState

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
TALK = (HOW_TO / "hold-a-conversation.md").read_text("utf-8")
AUDIT = (HOW_TO / "explain-and-audit.md").read_text("utf-8")
FOLLOW_UP = re.compile(r"^\| ([^|]+[?？]) \| ([^|]+) \| ([^|]+) \|$", re.M)
RECIPE = re.search(r"^```python\n(import hashlib\n.*?)^```$", AUDIT, re.M | re.S)


@pytest.mark.parametrize(("before", "typed", "asked"), FOLLOW_UP.findall(TALK))
def test_follow_ups_are_asked_as_the_page_says(before: str, typed: str, asked: str) -> None:
    assert made_standalone(typed, detect_language(typed), before) == asked


def test_the_page_has_its_table() -> None:
    assert len(FOLLOW_UP.findall(TALK)) >= 5


def test_every_kind_of_entry_and_state_of_a_citation_is_on_the_page() -> None:
    for name in (*AuditKind, *CitationState):
        assert f"`{name}`" in AUDIT


def run_recipe() -> None:
    assert RECIPE is not None
    exec(compile(RECIPE[1], "recipe", "exec"), {})


@pytest.fixture
def exported(lab_folder: Path) -> Path:
    """An export of the log of a library that was asked, in the folder that the recipe runs in."""
    place = lab_folder / "audit.jsonl"
    with Library.create(lab_folder / "library", {"embedding": {"legs": ["fake"]}}) as library:
        library.add(lab_folder / "examples" / "lab" / "notes")
        library.ask("植え継ぎは何日ごとですか？")
        library.ask("How long is the heat shock?")
        library.history.export_audit(place)
    return place


def test_the_recipe_proves_a_real_export(exported: Path) -> None:
    assert len(exported.read_text("utf-8").splitlines()) == 6
    run_recipe()


@pytest.mark.parametrize("place", [0, 2, 5])
def test_the_recipe_finds_what_was_changed(exported: Path, place: int) -> None:
    entries = [json.loads(line) for line in exported.read_text("utf-8").splitlines()]
    entries[place]["who"] = "somebody else"
    exported.write_text("\n".join(map(json.dumps, entries)), "utf-8")
    with pytest.raises(AssertionError, match=f"broken at entry {place + 1}"):
        run_recipe()


def test_the_recipe_finds_what_was_left_out(exported: Path) -> None:
    lines = exported.read_text("utf-8").splitlines(keepends=True)
    exported.write_text("".join(lines[:1] + lines[2:]), "utf-8")
    with pytest.raises(AssertionError, match="broken at entry 2"):
        run_recipe()
