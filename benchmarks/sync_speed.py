"""What a sync costs when nothing has changed, and when a folder was only renamed.

A lab of small Markdown, text, CSV, JSON and Word files is added with the fake embedder; then
`aliquot sync` is run as a command, and its CPU time is that of the process and its children. What
is written is counted by what stands on disk: number of the last change, size and time of every file
of the indexes.

    python benchmarks/sync_speed.py --files 2000 --save
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import docx

from aliquot.library import Library
from record import save

COMMAND = [sys.executable, "-c", "from aliquot.cli import main; main()"]
SETTINGS = """\
[embedding]
legs = ["fake"]

[ingest]
ocr = ""
"""
# The bar of an unchanged sync of 2,000 files, seconds of CPU.
BAR_S = 2.0
# What a user's shell does not set: without compiled modules every command compiles them anew.
NOT_THE_USER_S = ("ALIQUOT_", "PYTHONDONTWRITEBYTECODE")
FOLDERS = 20
# One file in so many is a Word file: they take longest to write, and to read when first added.
WORD_EVERY = 100
WORDS = ("virellin", "lumenin", "HEK293T", "buffer", "dose", "plate", "cells", "ethanol", "濃度")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one command took.

    Attributes:
        cpu_s: Seconds of CPU, of the process and its children.
        wall_s: Seconds by the clock.
        embedded: Texts embedded.
        changes: Changes of the catalog.
        index_writes: Files of the indexes that are new, gone, or written.
        report: What the command says it did.
    """

    cpu_s: float
    wall_s: float
    embedded: int
    changes: int
    index_writes: int
    report: dict[str, int]


def write_lab(folder: Path, files: int) -> None:
    """Write files of several formats into folders, no two alike."""
    choose = random.Random(3)
    for n in range(files):
        place = folder / f"group {n % FOLDERS:02}"
        place.mkdir(parents=True, exist_ok=True)
        said = " ".join(choose.choice(WORDS) for _ in range(60))
        text = f"Experiment {n} of {said}. It ended with {choose.random():.6f}."
        if n % WORD_EVERY == 0:
            document = docx.Document()
            document.add_heading(f"Protocol {n}", 1)
            document.add_paragraph(text)
            document.save(str(place / f"{n:04}.docx"))
            continue
        name, content = _plain(n, text)
        (place / name).write_text(content, encoding="utf-8")


def _plain(n: int, text: str) -> tuple[str, str]:
    match n % 4:
        case 0:
            return f"{n:04}.md", f"# Note {n}\n\n{text}\n"
        case 1:
            return f"{n:04}.txt", f"Note {n}\n\n{text}\n"
        case 2:
            return f"{n:04}.csv", f"sample,reading\nS{n},{n * 7}\n{text},1\n"
        case _:
            return f"{n:04}.json", json.dumps({"experiment": n, "said": text}, ensure_ascii=False)


def measured(library: Path) -> Cost:
    """Run `aliquot sync`, and return what it took and wrote."""
    before, number = _written(library), _last_change(library)
    used, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(NOT_THE_USER_S)}
    done = subprocess.run(
        [*COMMAND, "--library", str(library), "sync", "--json"],
        env=environment,
        capture_output=True,
        check=True,
    )
    wall = time.perf_counter() - began
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = json.loads(done.stdout)
    after = _written(library)
    return Cost(
        cpu_s=now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime,
        wall_s=wall,
        embedded=said["embedded"],
        changes=_last_change(library) - number,
        index_writes=sum(before.get(one) != after.get(one) for one in before.keys() | after.keys()),
        report={key: value for key, value in said.items() if isinstance(value, int) and value},
    )


def _written(library: Path) -> dict[str, tuple[int, int]]:
    return {
        str(one): (one.stat().st_size, one.stat().st_mtime_ns)
        for one in (library / "index").rglob("*")
        if one.is_file()
    }


def _last_change(library: Path) -> int:
    with Library.open(library) as opened:
        return opened.catalog.sequence


def _median(runs: int, run: Callable[[], Cost]) -> tuple[Cost, list[float]]:
    costs = sorted((run() for _ in range(runs)), key=lambda one: one.cpu_s)
    return costs[len(costs) // 2], [one.cpu_s for one in costs]


def main() -> None:
    """Measure, print, and fail where the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    write = sys.stdout.write
    folder = Path(tempfile.mkdtemp(prefix="aliquot-sync-"))
    try:
        lab, place = folder / "lab", folder / "library"
        write_lab(lab, options.files)
        place.mkdir()
        (place / "aliquot.toml").write_text(SETTINGS, encoding="utf-8")
        began = time.perf_counter()
        with Library.open(place) as library:
            added = library.add(lab)
        write(f"added {added.added} of {added.files} in {time.perf_counter() - began:.1f} s\n")
        unchanged, cpu_s = _median(options.runs, lambda: measured(place))
        write(f"unchanged: {unchanged}\n")
        (lab / "group 00").rename(lab / "renamed")
        renamed = measured(place)
        write(f"a folder renamed: {renamed}\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    is_met = not (unchanged.embedded or unchanged.changes or unchanged.index_writes)
    is_met = is_met and median(cpu_s) <= BAR_S and not renamed.embedded
    if options.save:
        result = {"files": options.files, "bar_s": BAR_S, "is_met": is_met, "cpu_s": cpu_s}
        result |= {"unchanged": asdict(unchanged), "renamed": asdict(renamed)}
        write(f"saved {save('sync_speed', result)}\n")
    sys.exit(0 if is_met else 1)


if __name__ == "__main__":
    main()
