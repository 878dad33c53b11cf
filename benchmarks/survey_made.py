"""Surveys of thousands of made documents: are time and memory those of the documents?

    python benchmarks/survey_made.py 1000 3000 10000 [--in FOLDER]

makes libraries of so many made notes (kept in FOLDER, where one is named), and takes of each, every
measure in a process of its own, CPU seconds and the most memory held beyond an empty library's:

- `findings`: every document is read for what it names;
- `kinds`, `words`, `negative`: a question for a kind of finding, for words, and one that nothing
  answers;
- `columns`: a column that only a model fills, by a model that answers from a script and notes what
  it was asked; `again`: the same once more;
- `killed`: the same with another column, killed (SIGKILL) at random moments and begun again until
  it is through: no document may be read twice but those that were under way.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.assembly import models
from aliquot.models.language.chain import Link, ModelChain
from aliquot.protocols import Progress
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Message
from record import save

CONFIG = {
    "embedding": {"legs": ["fake"]},
    "ingest": {"workers": 2},
    "model": {"name": "openai-compatible:scripted", "url": "http://127.0.0.1:9/v1", "parallel": 1},
}
# One in so many says what is asked.
ONE_IN = 10
LINES = ("HEK293T", "HeLa", "Vero", "A549", "U2OS", "CHO-K1", "MCF-7", "Jurkat")
QUESTIONS = {
    "kinds": "Which cell lines did we use?",
    "words": "How many documents mention quellin?",
    "negative": "Has anyone ever used the reagent ostrazine?",
}
ABOUT = "Which documents mention samples?"
SAID = re.compile(r"The plate of note (\d+) was blue in its left half\.")
# Rounds of a run that is killed; the last goes on to its end.
KILLS = 5
# Where the model notes which notes it was asked about.
ASKED = "asked.txt"
Measure = Callable[[Library, Progress], dict[str, Any]]
EVERY = ("findings", *QUESTIONS, "columns", "again")


def main() -> None:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser()
    parser.add_argument("counts", nargs="*", type=int)
    parser.add_argument("--in", dest="folder", type=Path)
    # In a process of its own: one measure of one library.
    parser.add_argument("--measure", nargs=2)
    arguments = parser.parse_args()
    if arguments.measure:
        name, library = arguments.measure
        print(json.dumps(measured(name, Path(library))))
        return
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="aliquot-survey-"))
    empty = whole(made(folder / "0", 0))
    result = {"libraries": [compared(folder, one, empty) for one in arguments.counts]}
    if arguments.folder is None:
        shutil.rmtree(folder)
    print(json.dumps(result, indent=2))
    print(save("survey_made", result))


def compared(folder: Path, count: int, empty: dict[str, Any]) -> dict[str, Any]:
    """Return the measures of one library, memory beyond an empty one's."""
    found = whole(made(folder / str(count), count))
    for name, measure in found.items():
        measure["cpu_ms_a_document"] = round(1000 * measure["cpu_s"] / count, 2)
        measure["mib_beyond_empty"] = measure.pop("peak_mib") - empty[name]["peak_mib"]
    return {"documents": count, **found, "killed": killed(folder / str(count)) if count else {}}


def whole(library: Path) -> dict[str, Any]:
    """Return each measure, every one in a process of its own."""
    return {name: apart(name, library) for name in EVERY}


def apart(name: str, library: Path) -> dict[str, Any]:
    """Return what a measure gives in a process of its own."""
    command = [sys.executable, __file__, "--measure", name, str(library)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    measure: dict[str, Any] = json.loads(done.stdout)
    # The whole takes many minutes: each part is told as it comes.
    print(library.parent.name, name, json.dumps(measure), file=sys.stderr, flush=True)
    return measure


# ------------------------------------------------------------------------------ libraries


def made(folder: Path, count: int) -> Path:
    """Return a library of made notes, without findings or cells; one that is there is used."""
    library = folder / "library"
    if not library.exists():
        notes = folder / "notes"
        notes.mkdir(parents=True)
        for number in range(count):
            (notes / f"{number}.md").write_text(note(number), "utf-8")
        unread = CONFIG | {"ingest": {"workers": 2, "findings": False}}
        with Library.create(library, unread) as opened:
            opened.add(notes)
    with Library.open(library, CONFIG) as opened, opened.catalog._engine.begin() as connection:
        for table in ("findings", "findings_read", "survey_cells"):
            connection.exec_driver_sql(f"DELETE FROM {table}")
    return library


def note(number: int) -> str:
    """Return a note that names a line, an amount, a temperature; one in `ONE_IN` names quellin."""
    said = "quellin" if number % ONE_IN == 0 else "virellin"
    line = LINES[number % len(LINES)]
    return (
        f"# Note {number}\n\n{line} cells were used and grown in DMEM with 10 % FBS at 37 °C.\n\n"
        f"Samples were treated with {said} at {number % 50 + 1} µM for {number % 24 + 1} h.\n\n"
        f"The plate of note {number} was blue in its left half.\n"
    )


# ------------------------------------------------------------------------------ measures


def measured(name: str, path: Path) -> dict[str, Any]:
    """Return what one measure takes and gives in this process."""
    model = answering(path.parent / ASKED)
    models.make_chat_model = lambda *_: ModelChain([Link(model, None)])
    seen: list[int] = []
    with Library.open(path, CONFIG) as library:
        if name != "findings":
            library.survey("Which documents mention nothing?")
        begun = time.process_time()
        given = MEASURES[name](library, lambda event: seen.append(event.total))
        seconds = time.process_time() - begun
    totals = dict(Counter(seen))
    return {"cpu_s": round(seconds, 2), "peak_mib": peak_mib(), **given, "progress": totals}


def findings(library: Library, progress: Progress) -> dict[str, Any]:
    """Read every document for what it names."""
    report = library.read_findings(progress)
    return {"read": report.read, "findings": report.findings}


def asking(question: str, columns: Sequence[str] = ()) -> Measure:
    """Return the measure that puts a question to every document."""

    def measure(library: Library, progress: Progress) -> dict[str, Any]:
        found = library.survey(question, columns, progress=progress)
        return {
            "rows": len(found.rows),
            "count": found.count,
            "absent": len(found.absent),
            "read": found.coverage.read,
            "requests": found.usage.requests,
        }

    return measure


MEASURES: dict[str, Measure] = {
    "findings": findings,
    **{name: asking(question) for name, question in QUESTIONS.items()},
    "columns": asking(ABOUT, ["colour"]),
    "again": asking(ABOUT, ["colour"]),
    "killed": asking(ABOUT, ["half"]),
}


def answering(asked: Path) -> ScriptedModel:
    """Return a model that gives the colour of each note, and notes which it was asked about."""

    def say(messages: Sequence[Message]) -> str:
        # What a script keeps of its requests would be memory that grows.
        model.asked.clear()
        found = SAID.search(messages[-1].text)
        if found is None:
            return json.dumps({"answerable": False, "statements": []})
        with asked.open("a") as log:
            log.write(f"{found[1]}\n")
        citations = [{"id": "E1", "quote": found[0]}]
        return json.dumps(
            {"answerable": True, "statements": [{"text": "C1: blue", "citations": citations}]}
        )

    model = ScriptedModel(itertools.repeat(say))
    return model


def killed(folder: Path) -> dict[str, Any]:
    """Kill a survey at random moments and begin it again until it is through."""
    asked = folder / ASKED
    asked.unlink(missing_ok=True)
    asked.touch()
    command = [sys.executable, __file__, "--measure", "killed", str(folder / "library")]
    draw = random.Random(0)
    count = sum(1 for _ in (folder / "notes").iterdir())
    for at in sorted(draw.randrange(count) for _ in range(KILLS)):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while child.poll() is None and lines_of(asked) <= at:
            time.sleep(draw.random() / 50)
        child.kill()
        child.wait()
    last = apart("killed", folder / "library")
    times = Counter(asked.read_text().split())
    return {
        "kills": KILLS,
        "documents_read": len(times),
        "read_twice": sum(times.values()) - len(times),
        "read_in_the_last_run": last["requests"],
        "rows": last["rows"],
    }


def lines_of(path: Path) -> int:
    """Return the lines of a file that grows."""
    return path.read_bytes().count(b"\n")


def peak_mib() -> int:
    """Return the most memory this program has held, in MiB.

    Not `ru_maxrss`: a process begins with that of the one it was forked from, which made libraries.
    """
    status = Path("/proc/self/status").read_text("ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) // 1024


if __name__ == "__main__":
    main()
