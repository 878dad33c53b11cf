"""Kill `aliquot add` at random moments: nothing may be lost, nothing half visible.

Each round starts `aliquot add` on a lab of small files in a new library and kills it (SIGKILL): in
even rounds some time after the catalog has come into being, in odd ones when a random number of
documents are visible, since commits take little of the time. Then the library is opened, what is
visible is compared with an undisturbed library, `sync` is run, and the two must be the same.

    python benchmarks/crash_safety.py --rounds 25
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.library import Library
from record import save

COMMAND = [sys.executable, "-c", "from aliquot.cli import main; main()"]
CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
VARIABLES = {"ALIQUOT_EMBEDDING__LEGS": '["fake"]', "ALIQUOT_INGEST__WORKERS": "1"}
FILES = 40
# Enough text for several groups of chunks, so that a kill falls between commits.
PARAGRAPHS = 12
QUESTIONS = ("virellin dose in HEK293T cells", "batch 17 buffer", "サンプル 7 の濃度", "reading 23")
WORDS = ("virellin", "lumenin", "HEK293T", "buffer", "dose", "plate", "cells", "ethanol", "column")


@dataclass(frozen=True)
class Round:
    """What one kill met.

    Attributes:
        documents: Documents visible right after the kill.
        states: Sources by ledger state right after the kill.
        was_late: Whether the command had finished before the kill.
        faults: What was wrong; empty when nothing was.
    """

    documents: int
    states: dict[str, int]
    was_late: bool
    faults: tuple[str, ...]


def write_lab(folder: Path) -> Path:
    """Write a lab of small text, Markdown, CSV and JSON files, some alike in title or bytes."""
    choose = random.Random(7)
    folder.mkdir(parents=True)
    for n in range(FILES):
        paragraphs = [_paragraph(choose, n) for _ in range(PARAGRAPHS)]
        match n % 5:
            case 0:
                # Titles repeat, so that ids must be told apart in the same way.
                text, name = f"# Batch {n % 3}\n\n" + "\n\n".join(paragraphs), f"{n:02}.md"
            case 1:
                text, name = "\n\n".join([f"Notes {n}", *paragraphs]), f"{n:02}.txt"
            case 2:
                rows = [f"{choose.choice(WORDS)},{m},{choose.random():.3f}" for m in range(60)]
                text, name = "\n".join(["sample,number,reading", *rows]), f"{n:02}.csv"
            case 3:
                text, name = (
                    f"# サンプル {n}\n\nサンプル {n} の濃度は {n} mM である。",
                    f"{n:02}_試料.md",
                )
            case _:
                text, name = "# The same\n\n" + "Copies are read once.", f"{n:02}_copy.md"
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _paragraph(choose: random.Random, number: int) -> str:
    said = " ".join(choose.choice(WORDS) for _ in range(40))
    return f"Batch {number} began with {said}. It ended with reading {choose.randrange(99)}."


def snapshot(library: Library) -> dict[str, Any]:
    """Return every document with its chunks, by id, and what questions find."""
    contents = {one.id: _content(library, one.id) for one in library.documents()}
    found = {q: [(r.rank, r.chunk.id) for r in library.search(q, k=20)] for q in QUESTIONS}
    return {"documents": contents, "found": found}


def _content(library: Library, document_id: str) -> tuple[Any, ...]:
    document = library.document(document_id)
    source = Path(document.source.path).name if document.source else ""
    chunks = [(c.id, c.text, c.header, c.span) for c in library.chunks(document_id)]
    return (source, document.title, document.text, document.blocks, chunks)


def undisturbed(lab: Path, folder: Path) -> tuple[dict[str, Any], float]:
    """Return the snapshot of a library nothing happened to, and how long adding takes, seconds."""
    process = _start(lab, folder)
    _await_catalog(folder, process)
    started = time.monotonic()
    if process.wait() != 0:
        raise RuntimeError("the undisturbed 'aliquot add' failed")
    took = time.monotonic() - started
    with Library.open(folder, CONFIG) as library:
        return snapshot(library), took


def run_rounds(rounds: int, seed: int, place: Path) -> Iterator[Round]:
    """Yield rounds, each with a kill at another moment of the same command."""
    choose = random.Random(seed)
    lab = write_lab(place / "lab")
    expected, took = undisturbed(lab, place / "undisturbed")
    for number in range(rounds):
        folder = place / f"round-{number}"
        process = _start(lab, folder)
        _await_catalog(folder, process)
        if number % 2:
            _await_documents(folder, process, choose.randrange(1, len(expected["documents"])))
        else:
            time.sleep(choose.uniform(0, took))
        was_late = process.poll() is not None
        process.kill()
        process.wait()
        yield _judged(folder, expected, was_late=was_late)
        shutil.rmtree(folder)


def _start(lab: Path, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "--library", str(folder), "add", str(lab), "--json"],
        env=os.environ | VARIABLES,
        stdout=subprocess.DEVNULL,
    )


def _await_catalog(folder: Path, process: subprocess.Popen[bytes]) -> None:
    while not (folder / "catalog.db").exists() and process.poll() is None:
        time.sleep(0.005)


def _await_documents(folder: Path, process: subprocess.Popen[bytes], wanted: int) -> None:
    address = f"{(folder / 'catalog.db').as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        while process.poll() is None and _count(connection) < wanted:
            time.sleep(0.001)


def _count(connection: sqlite3.Connection) -> int:
    try:
        return int(connection.execute("SELECT count(*) FROM documents").fetchone()[0])
    except sqlite3.OperationalError:
        # The catalog is being made.
        return 0


def _judged(folder: Path, expected: dict[str, Any], *, was_late: bool) -> Round:
    with Library.open(folder, CONFIG) as library:
        faults = [f"catalog: {fault}" for fault in library.catalog.check()]
        states = library.catalog.ledger.counts()
        visible = snapshot(library)
        faults += _half_visible(visible, expected)
        library.sync()
        if not library.catalog.ledger.roots():
            # Killed before the folder was remembered: there was nothing to go on with.
            library.add(folder.parent / "lab")
        after = snapshot(library)
        faults += [
            f"{part} differ after sync" for part in expected if after[part] != expected[part]
        ]
        again = library.sync()
        if again.embedded or again.added or again.updated:
            faults.append("the second sync still had something to do")
    return Round(len(visible["documents"]), states, was_late, tuple(faults))


def _half_visible(visible: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    for name, content in visible["documents"].items():
        if content != expected["documents"].get(name):
            yield f"{name} is not as it should be"
        text, chunks = content[2], content[4]
        if any(span.of(text) != said for _, said, _, span in chunks):
            yield f"{name} has a chunk that is not the text at its span"
    for question, ranking in visible["found"].items():
        strangers = {chunk.partition("#")[0] for _, chunk in ranking} - set(visible["documents"])
        if strangers:
            yield f"{question!r} finds {sorted(strangers)}, which are not there"


def main() -> None:
    """Run the rounds and print what they met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    write = sys.stdout.write
    place = Path(tempfile.mkdtemp(prefix="aliquot-crash-"))
    met: Counter[str] = Counter()
    faults: list[str] = []
    try:
        for number, one in enumerate(run_rounds(options.rounds, options.seed, place), start=1):
            faults += one.faults
            met["after the end" if one.was_late else _moment(one)] += 1
            write(f"round {number}: {one.documents} documents visible, {one.states} {one.faults}\n")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    write(f"{options.rounds} kills (seed {options.seed}): {dict(met)}; {len(faults)} faults\n")
    if options.save:
        result = {"kills": options.rounds, "seed": options.seed, "met": met, "faults": faults}
        write(f"saved {save('crash_safety', result)}\n")
    sys.exit(1 if faults else 0)


def _moment(one: Round) -> str:
    if not one.documents:
        return "before the first commit"
    is_indexed = set(one.states) == {"indexed"}
    left = one.states.keys() & {"discovered", "parsed", "embedded"}
    return "between commits" if left else "all indexed" if is_indexed else "before indexing"


if __name__ == "__main__":
    main()
