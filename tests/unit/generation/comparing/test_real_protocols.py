"""Protocols labs have published, edited at one known place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aliquot.types import ChangeKind
from compared_protocols import compared_texts

FOLDER = Path(__file__).parents[5] / "shared" / "data" / "dev" / "protocols"
FILES = sorted(FOLDER.glob("*.md"))
VALUE = re.compile(r"(?<=\s)\d+(?=\s?(?:°C|min\b|µL|ul\b|mL|ml\b))")
# Followed by another step: what hangs on one would be read otherwise without it.
STEP = re.compile(r"^\d+\. .{25,}\n(?=\d+\. )", re.M)

pytestmark = pytest.mark.skipif(not FILES, reason="the development data is not here")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:30])
def test_one_changed_value_is_the_one_change(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = VALUE.search(text)
    if found is None:
        pytest.skip("states no such value")
    after = str(int(found[0]) + 7)
    edited = f"{text[: found.start()]}{after}{text[found.end() :]}"
    (change,) = compared_texts(text, edited).changes
    assert change.kind is ChangeKind.CHANGED
    (value,) = change.values
    assert found[0] in value.before
    assert after in value.after


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:30])
def test_one_removed_step_is_the_one_change(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = STEP.search(text)
    if found is None:
        pytest.skip("numbers no step")
    changes = compared_texts(text, text.replace(found[0], "", 1)).changes
    assert changes
    assert {one.kind for one in changes} == {ChangeKind.REMOVED}
