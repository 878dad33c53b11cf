"""What is killed: each operation with the library it begins with, and how its job is finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aliquot.library import Library
from crashing.lab import replace_files
from crashing.places import Place, settings_text

__all__ = ["OPERATIONS", "Operation", "Scene"]

OTHER_MODEL = "fake@128"
REMOVED = 12


@dataclass(frozen=True, slots=True)
class Scene:
    """What an operation works on.

    Attributes:
        lab: The files.
        library: The library's folder.
        place: Where its vectors are, or are to be.
        target: Where they are moved to, as `aliquot move --to` takes it.
    """

    lab: Path
    library: Path
    place: Place
    target: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """A command to be killed.

    Attributes:
        name: Its name in the results.
        prepare: Fills the library it begins with.
        words: The command.
        finish: Does what was killed, as a person would who gives the command again.
        disturb: Changes the files while the command runs.
        starts_elsewhere: Whether vectors are somewhere else before.
        needs_server: Whether there has to be a database server.
        kills_server: Whether it is the server that is killed, not the command.
    """

    name: str
    prepare: Callable[[Library, Scene], object]
    words: Callable[[Scene], Sequence[str]]
    finish: Callable[[Library, Scene], object]
    disturb: Callable[[Path], None] | None = None
    starts_elsewhere: bool = False
    needs_server: bool = False
    kills_server: bool = False

    def begin(self, scene: Scene) -> None:
        """Make the library the operation begins with."""
        elsewhere = "chroma" if scene.place.name == "local" else "local"
        backend = elsewhere if self.starts_elsewhere else scene.place.name
        is_server = backend == "pgvector"
        scene.library.mkdir(parents=True)
        text = settings_text(backend, scene.place.address() if is_server else "")
        (scene.library / "aliquot.toml").write_text(text, encoding="utf-8")
        with Library.open(scene.library) as library:
            self.prepare(library, scene)


def _nothing(library: Library, scene: Scene) -> None:
    """Begin with an empty library."""


def _filled(library: Library, scene: Scene) -> None:
    library.add(scene.lab)


def _added(library: Library, scene: Scene) -> None:
    library.sync()
    if not library.catalog.ledger.roots():
        # Killed before the folder was remembered: there was nothing to go on with.
        library.add(scene.lab)


def _removed(library: Library, scene: Scene) -> None:
    for one in (scene.library / "doomed").read_text(encoding="utf-8").split():
        if one in {document.id for document in library.documents()}:
            library.remove(one)
    library.sync()


def _with_doomed(library: Library, scene: Scene) -> None:
    library.add(scene.lab)
    ids = sorted(one.id for one in library.documents())[:REMOVED]
    (scene.library / "doomed").write_text("\n".join(ids), encoding="utf-8")


def _moved(library: Library, scene: Scene) -> None:
    if library.config.vectors.backend != scene.place.name:
        assert library.engines.move(scene.target).embedded == 0, "moving has embedded texts"


def _catalog_moved(library: Library, scene: Scene) -> None:
    if library.config.catalog.url != scene.target:
        library.engines.move_catalog(scene.target)


def _embedded(library: Library, scene: Scene) -> None:
    if library.config.embedding.legs != (OTHER_MODEL,):
        library.engines.embed([OTHER_MODEL])


_ADD = Operation("add", _nothing, lambda scene: ["add", str(scene.lab)], _added)
_MOVE = Operation(
    "move", _filled, lambda scene: ["move", "--to", scene.target], _moved, starts_elsewhere=True
)
_CATALOG = Operation(
    "catalog",
    _filled,
    lambda scene: ["move", "--catalog", scene.target],
    _catalog_moved,
    starts_elsewhere=True,
    needs_server=True,
)


def _of_server(operation: Operation) -> Operation:
    name = f"server during {operation.name}"
    return replace(operation, name=name, needs_server=True, kills_server=True)


OPERATIONS = {
    one.name: one
    for one in (
        _ADD,
        Operation("replace", _filled, lambda _: ["sync"], _added, disturb=replace_files),
        Operation(
            "remove",
            _with_doomed,
            lambda scene: ["remove", *(scene.library / "doomed").read_text("utf-8").split()],
            _removed,
        ),
        _MOVE,
        Operation("embed", _filled, lambda _: ["embed", "--model", OTHER_MODEL], _embedded),
        _CATALOG,
        *map(_of_server, (_ADD, _MOVE, _CATALOG)),
    )
}
