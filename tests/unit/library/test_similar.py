"""Similar documents: nearest by their vectors, of those that may be seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aliquot import Library
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.library.viewing import View
from aliquot.types import LOCAL_PERSON, Collection, Grant, Person, Role

FILES = {
    "yeast-one.md": "# Growth of yeast\n\nYeast cells were grown in rich medium and counted.\n",
    "yeast-two.md": "# Yeast in medium\n\nYeast cells were grown in rich medium over night.\n",
    "closed/yeast-three.md": "# Yeast again\n\nYeast cells were grown in rich medium twice.\n",
    "lake.md": "# The lake\n\nWater of the lake was cold, with ice along every northern shore.\n",
}


@pytest.fixture
def shelf(library: Library, write_lab: Callable[..., Path], tmp_path: Path) -> Library:
    library.add(write_lab(tmp_path / "lab", FILES))
    return library


def id_of(library: Library, name: str) -> str:
    return next(d.id for d in library.documents() if d.source and d.source.path.endswith(name))


def names(library: Library, view: View) -> list[str]:
    found = view.similar(id_of(library, "yeast-one.md"))
    return [Path(one.document.source.path).name for one in found if one.document.source]


def test_what_speaks_of_the_same_comes_first_and_never_the_document_itself(shelf: Library) -> None:
    found = names(shelf, View(shelf, LOCAL_PERSON))
    assert set(found[:2]) == {"yeast-two.md", "yeast-three.md"}
    assert "yeast-one.md" not in found


def test_what_may_not_be_seen_is_not_similar(shelf: Library, tmp_path: Path) -> None:
    folder = str(tmp_path / "lab" / "closed")
    shelf.people.put_collection(Collection(name="closed", folders=(folder,)))
    shelf.people.grant(Grant("main", "ada", Role.READER))
    found = names(shelf, View(shelf, Person(name="ada")))
    assert found[0] == "yeast-two.md"
    assert "yeast-three.md" not in found


def test_scores_descend(shelf: Library) -> None:
    found = shelf.similar(id_of(shelf, "lake.md"))
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)


def test_what_cannot_be_asked_is_refused(shelf: Library) -> None:
    with pytest.raises(UnknownDocumentError):
        shelf.similar("nothing")
    with pytest.raises(ConfigError):
        shelf.similar(id_of(shelf, "lake.md"), 0)
