"""A library with an open and a hidden collection, and the views of two people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aliquot.library import Library
from aliquot.library.viewing import View
from aliquot.types import Collection, Grant, Role
from two_people import ANN, BEN, HIDDEN, OPEN


@pytest.fixture
def shared(library: Library, tmp_path: Path, write_lab: Callable[..., Path]) -> Library:
    """A library with an open and a hidden collection: ann reads the one, ben both."""
    lab = write_lab(tmp_path / "lab", OPEN | HIDDEN)
    people = library.people
    people.put_collection(Collection(name="vault", folders=(str(lab / "vault"),)))
    library.add(lab)
    people.grant(Grant("main", "ann", Role.READER))
    people.grant(Grant("main", "group:dosing", Role.READER))
    people.grant(Grant("vault", "group:dosing", Role.EDITOR))
    return library


@pytest.fixture
def ann(shared: Library) -> View:
    return View(shared, ANN)


@pytest.fixture
def ben(shared: Library) -> View:
    return View(shared, BEN)
