"""Kill commands at random moments: nothing may be lost, nothing half visible.

Each round copies a library, starts a command on it (`add` of a lab of small files, `sync` while
files are replaced, `remove`, `move`, `embed`) and kills it (SIGKILL) at a random moment after it
has begun to write. Then the library is opened: what is visible is compared with the library before
and one nothing happened to; the command is given again; and now documents, chunks, the keys every
index holds and what questions find must be those of the undisturbed library, with nothing left to
do. Vectors are in the library's own files, in Chroma's or Qdrant's, or in a PostgreSQL server, to
which the catalog moves as well, and which is itself killed in the operations `server during ...`.

    python benchmarks/crash_safety.py --rounds 14 --places local chroma pgvector --save
    python benchmarks/crash_safety.py --rounds 14 --places pgvector --operations catalog --save
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from aliquot.errors import AliquotError
from aliquot.library import Library
from crashing.judging import Snapshot, half_visible, index_faults, snapshot
from crashing.lab import write_lab
from crashing.operations import OPERATIONS, Operation, Scene
from crashing.places import FolderPlace, Place, PostgresPlace, postgres
from record import RESULTS, save

COMMAND = [sys.executable, "-c", "from aliquot.cli import main; main()"]
FOLDERS = ("local", "chroma", "qdrant")
# Seconds a command may take to end whose server has gone: it looks for it for ten, several times.
ENDING_S = 120.0


@dataclass(frozen=True)
class Round:
    """What one kill met.

    Attributes:
        operation: What was killed.
        place: Where vectors were.
        moment: How far the command had come.
        faults: What was wrong; empty when nothing was.
    """

    operation: str
    place: str
    moment: str
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Setting:
    """An operation at a place, with what it begins with and ends in.

    Attributes:
        operation: What is killed.
        template: Scene to copy; its library is not touched.
        before: What its library shows.
        after: What the undisturbed library shows.
        took: Seconds from the first moment of writing to the end.
    """

    operation: Operation
    template: Scene
    before: Snapshot
    after: Snapshot
    took: float


def make_setting(operation: Operation, place: Place, folder: Path) -> Setting:
    """Make the library an operation begins with, and let it run undisturbed once."""
    lab = folder / "lab"
    _fresh_lab(lab)
    template = Scene(lab, folder / "template", place)
    operation.begin(template)
    with Library.open(template.library) as library:
        before = snapshot(library)
    scene = _copied(template, folder / "undisturbed", operation)
    if operation.disturb is not None:
        operation.disturb(lab)
    process = _start(operation, scene)
    _await_writing(scene.library, process)
    began = time.monotonic()
    if process.wait() != 0:
        raise RuntimeError(f"the undisturbed {operation.name} failed at {place.name}")
    took = time.monotonic() - began
    with Library.open(scene.library) as library:
        if faults := list(index_faults(library)):
            raise RuntimeError(f"the undisturbed {operation.name} is unsound: {faults}")
        after = snapshot(library)
    return Setting(operation, template, before, after, took)


def run_rounds(
    rounds: int,
    seed: int,
    place: Place,
    operation: Operation,
    folder: Path,
) -> Iterator[Round]:
    """Yield rounds, each with a kill at another moment of the same command.

    Args:
        rounds: How many.
        seed: Of the moments.
        place: Where vectors are.
        operation: What is killed.
        folder: Where libraries are made.
    """
    choose = random.Random(seed)
    setting = make_setting(operation, place, folder)
    for number in range(rounds):
        _fresh_lab(setting.template.lab)
        scene = _copied(setting.template, folder / f"round-{number}", operation)
        moment = choose.uniform(0, setting.took)
        if operation.kills_server and isinstance(place, PostgresPlace):
            met = _server_killed(setting, scene, moment, place)
        else:
            met = _killed(setting, scene, moment, choose)
        faults = tuple(_faults(setting, scene))
        yield Round(operation.name, place.name, met, faults)
        shutil.rmtree(scene.library)


def _fresh_lab(lab: Path) -> None:
    shutil.rmtree(lab, ignore_errors=True)
    write_lab(lab)


def _copied(template: Scene, library: Path, operation: Operation) -> Scene:
    template.place.copy(template.library, library)
    target = template.place.address() if operation.starts_elsewhere else ""
    return replace(template, library=library, target=target)


def _start(operation: Operation, scene: Scene) -> subprocess.Popen[bytes]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ALIQUOT_")}
    return subprocess.Popen(
        [*COMMAND, "--library", str(scene.library), *operation.words(scene)],
        env=kept,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _await_writing(library: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until the command holds a lock, where it leaves its process id."""
    locks = [library / "writer.lock", library / "move.lock"]
    mine = str(process.pid)
    while process.poll() is None:
        if any(one.exists() and one.read_text("utf-8").startswith(mine) for one in locks):
            return
        time.sleep(0.002)


def _killed(setting: Setting, scene: Scene, moment: float, choose: random.Random) -> str:
    disturb = setting.operation.disturb
    # Files are replaced before the command looks, or while it reads them.
    is_before = choose.random() < 0.5
    if disturb is not None and is_before:
        disturb(scene.lab)
    process = _start(setting.operation, scene)
    _await_writing(scene.library, process)
    began = time.monotonic()
    if disturb is not None and not is_before:
        time.sleep(moment / 2)
        disturb(scene.lab)
    time.sleep(max(0.0, began + moment - time.monotonic()))
    was_late = process.poll() is not None
    process.kill()
    process.wait()
    return "after the end" if was_late else "while it wrote"


def _server_killed(setting: Setting, scene: Scene, moment: float, place: PostgresPlace) -> str:
    process = _start(setting.operation, scene)
    _await_writing(scene.library, process)
    time.sleep(moment)
    was_late = process.poll() is not None
    place.crash()
    # It fails, and says so; it is not killed.
    code = process.wait(timeout=ENDING_S)
    place.start()
    return "after the end" if was_late or not code else "the server while it wrote"


def _faults(setting: Setting, scene: Scene) -> Iterator[str]:
    """Yield what is wrong after a kill, before and after the command is given again."""
    try:
        with Library.open(scene.library) as library:
            upkeep = library.catalog.upkeep
            wrong = (*upkeep.integrity(), *upkeep.loose_rows())
            yield from (f"catalog: {fault}" for fault in wrong)
            visible = snapshot(library)
            yield from half_visible(visible, setting.before, setting.after)
            setting.operation.finish(library, scene)
        with Library.open(scene.library) as library:
            after = snapshot(library)
            if after.documents != setting.after.documents:
                yield "documents differ once it is finished"
            if after.found != setting.after.found:
                yield "questions find something else once it is finished"
            yield from index_faults(library)
            again = library.sync()
            if again.embedded or again.added or again.updated or again.removed:
                yield "a second sync still has something to do"
    except (AliquotError, AssertionError) as exc:
        yield f"{type(exc).__name__}: {exc}"


def _rounds_of_all(
    places: Sequence[Place], operations: Sequence[str], rounds: int, seed: int, folder: Path
) -> Iterator[Round]:
    for place in places:
        for name in operations:
            operation = OPERATIONS[name]
            if operation.needs_server and not isinstance(place, PostgresPlace):
                continue
            here = folder / f"{place.name}-{name.replace(' ', '-')}"
            yield from run_rounds(rounds, seed, place, operation, here)
            shutil.rmtree(here)


def known() -> dict[str, dict[str, Counter[str]]]:
    """Return what was met before: operations are run a few at a time."""
    path = RESULTS / "crash_safety.json"
    kept = json.loads(path.read_text())["by_operation"] if path.exists() else {}
    figures: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for operation, by_place in kept.items():
        for place, counts in by_place.items():
            figures[operation][place] = Counter(counts)
    return figures


def main() -> None:
    """Run the rounds and print what they met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=14, help="kills of an operation at a place")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--places", nargs="+", default=["local", "chroma", "pgvector"])
    parser.add_argument(
        "--operations", nargs="+", choices=list(OPERATIONS), default=list(OPERATIONS)
    )
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    write = sys.stdout.write
    folder = Path(tempfile.mkdtemp(prefix="aliquot-crash-"))
    figures = known() if options.save else defaultdict(lambda: defaultdict(Counter))
    faults: list[str] = []
    met: set[tuple[str, str]] = set()
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        places: list[Place] = [FolderPlace(one) for one in options.places if one in FOLDERS]
        if "pgvector" in options.places:
            places.append(stack.enter_context(postgres()))
        every = _rounds_of_all(places, options.operations, options.rounds, options.seed, folder)
        for number, one in enumerate(every, start=1):
            if (one.operation, one.place) not in met:
                figures[one.operation][one.place] = Counter()
                met.add((one.operation, one.place))
            counts = figures[one.operation][one.place]
            counts.update({"kills": 1, one.moment: 1, "faults": len(one.faults)})
            faults += [f"{one.operation} at {one.place}: {fault}" for fault in one.faults]
            write(f"{number} {one.operation} at {one.place}, {one.moment}: {one.faults or 'ok'}\n")
            sys.stdout.flush()
    kills = sum(counts["kills"] for by_place in figures.values() for counts in by_place.values())
    write(f"{kills} kills (seed {options.seed}), {len(faults)} faults\n{json.dumps(figures)}\n")
    if options.save:
        result = {"kills": kills, "seed": options.seed, "by_operation": figures, "faults": faults}
        write(f"saved {save('crash_safety', result)}\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
