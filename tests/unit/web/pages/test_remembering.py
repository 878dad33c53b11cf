"""What is drawn from a whole library is drawn once, and anew where the library has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.library import Library
from aliquot.library.viewing import View
from aliquot.types import Collection, Grant, Person, Role
from aliquot.web.pages.remembering import Remembered

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
ANN, BEN = Person(name="ann", via="token"), Person(name="ben", via="token")


class Titles:
    """Reads titles, and counts how often."""

    def __init__(self) -> None:
        self.times = 0
        self.kept = Remembered(self.read)

    def read(self, view: View) -> list[str]:
        self.times += 1
        return sorted(one.title for one in view.documents())


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "shut").mkdir()
    (tmp_path / "open.md").write_text("# Open\n\nHeat the tube.\n", "utf-8")
    (tmp_path / "shut" / "shut.md").write_text("# Shut\n\nCool the tube.\n", "utf-8")
    with Library.create(tmp_path / "library", FAKE) as made:
        made.people.put_collection(Collection(name="shut", folders=(str(tmp_path / "shut"),)))
        for grant in (Grant("main", "ann", Role.READER), Grant("shut", "ann", Role.READER)):
            made.people.grant(grant)
        made.people.grant(Grant("main", "ben", Role.READER))
        made.add(tmp_path / "open.md", tmp_path / "shut")
        yield made


def test_the_same_library_is_read_once(library: Library) -> None:
    titles = Titles()
    first = titles.kept.of(View(library, ANN))
    assert titles.kept.of(View(library, ANN)) is first
    assert titles.times == 1


def test_nobody_is_given_what_was_read_for_another(library: Library) -> None:
    titles = Titles()
    assert titles.kept.of(View(library, ANN)) == ["Open", "Shut"]
    assert titles.kept.of(View(library, BEN)) == ["Open"]


def test_a_new_document_and_a_changed_grant_show_at_once(library: Library, tmp_path: Path) -> None:
    titles = Titles()
    titles.kept.of(View(library, BEN))
    (tmp_path / "new.md").write_text("# New\n\nSpin the tube.\n", "utf-8")
    library.add(tmp_path / "new.md")
    assert titles.kept.of(View(library, BEN)) == ["New", "Open"]
    library.people.grant(Grant("shut", "ben", Role.READER))
    assert titles.kept.of(View(library, BEN)) == ["New", "Open", "Shut"]


def test_files_that_move_to_another_collection_show_at_once(library: Library) -> None:
    titles = Titles()
    titles.kept.of(View(library, BEN))
    library.people.remove_collection("shut")
    assert titles.kept.of(View(library, BEN)) == ["Open", "Shut"]
