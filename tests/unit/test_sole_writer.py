"""Whoever writes to a library holds its folder's lock, and the lock of a catalog folders share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aliquot.errors import StoreError
from aliquot.library import Library
from aliquot.library.writing import sole_writer
from aliquot.storage.catalog import Catalog
from aliquot.storage.lock import writer_lock

SETTINGS = "[embedding]\nlegs = ['fake']\n\n[ingest]\nworkers = 1\n"


@pytest.fixture
def library(tmp_path: Path, lab: Path) -> Iterator[Library]:
    """A library whose settings are in its file."""
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "aliquot.toml").write_text(SETTINGS)
    with Library.open(folder) as opened:
        opened.add(lab)
        yield opened


@pytest.fixture
def entered(library: Library, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What others are told at each time the catalog's lock is taken, under that of the folder."""
    told: list[str] = []

    @contextmanager
    def locked(catalog: Catalog, doing: str, wait_s: float = 0.0) -> Iterator[None]:
        del catalog, wait_s
        with pytest.raises(StoreError), writer_lock(library.path / "writer.lock"):
            pass
        told.append(doing)
        yield

    monkeypatch.setattr(Catalog, "locked", locked)
    return told


WRITES: dict[str, Callable[[Library, Path], object]] = {
    "adding files": lambda library, lab: library.add(lab),
    "bringing files up to date": lambda library, _: library.sync(),
    "removing documents": lambda library, lab: library.remove_source(lab),
    "building indexes again": lambda library, _: library.care.rebuild(),
    "building indexes": lambda library, _: library.care.build_indexes(),
    "mending the library": lambda library, _: library.care.examine(fix=True),
    "vacuuming": lambda library, _: library.care.vacuum(),
    "backing up": lambda library, _: library.care.back_up(
        library.path.with_name("lab.zip"), with_indexes=True
    ),
    "moving vectors": lambda library, _: library.engines.embed(["fake@128"]),
    "writing to this library": lambda library, _: library.engines.drop_old(),
}


@pytest.mark.parametrize("doing", WRITES)
def test_whoever_writes_holds_the_lock_of_a_shared_catalog(
    library: Library, lab: Path, entered: list[str], doing: str
) -> None:
    WRITES[doing](library, lab)
    assert doing in entered


def test_a_catalog_another_folder_writes_to_gives_the_folder_free_again(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def busy(catalog: Catalog, doing: str, wait_s: float = 0.0) -> Iterator[None]:
        del catalog, doing, wait_s
        raise StoreError("Another process is already writing to this library.")
        yield

    monkeypatch.setattr(Catalog, "locked", busy)
    with (
        pytest.raises(StoreError, match="already writing"),
        sole_writer(library.path, library.catalog),
    ):
        pass
    with writer_lock(library.path / "writer.lock"):
        pass
