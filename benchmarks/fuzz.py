"""Read thousands of damaged files over all parsers: nothing may crash, hang, swell or lie.

    python benchmarks/fuzz.py [--count 2000] [--seed 1] [--only FORMAT ...] [--keep FOLDER] [--save]

Seeds are the made files of every format and the demonstration lab. Each damaged file is sniffed as
an ingest does, and read in a worker process with lowered limits, by the parser that the sniffer
names and by that of the seed. `--keep` writes the files that broke a promise.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from aliquot.backends import BACKENDS
from aliquot.errors import SourceError
from aliquot.parsing.isolation import Failure, Parsed, ParserPool
from aliquot.parsing.sniff import sniff
from fuzzing.damage import mutate
from fuzzing.promises import broken_promises, page_sizes
from made_files import make_files
from record import save

LAB = Path(__file__).resolve().parents[1] / "examples" / "lab"
# Larger seeds spend their time on what smaller ones show as well.
SEED_BYTES = 300_000
# A tenth of the limits of an ingest. Reading a seed takes under 2 s, and 400 MiB of addresses.
TIMEOUT_S = 20.0
MEMORY_MIB = 1024
# Time of the sniffer, which runs in the parent, and of one chunker, both of which no limit bounds.
PARENT_S = 5.0
# What the parent may gain over all files; it holds one document at a time.
PARENT_MIB = 500
# How a parser's own mistake is reported, as against what it found wrong with the file.
MISTAKES = ("parser failed:", "no readable answer", "cannot be handed on")
# Native libraries abort or panic on damage that they did not foresee; a worker is there for that.
CONTAINED = ("died while reading", "PanicException")


@dataclass(frozen=True)
class Seed:
    """A good file.

    Attributes:
        format: The parser that reads it.
        name: Its file name.
        data: Its bytes.
    """

    format: str
    name: str
    data: bytes


@dataclass
class Findings:
    """What came of the damaged files.

    Attributes:
        outcomes: Number of readings by outcome: `read`, or the status of the failure.
        broken: A line for each promise broken, with the number that makes the file again.
        contained: A line for each worker or call that a native library brought down.
        slowest_s: Longest reading, wall time.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    contained: list[str] = field(default_factory=list)
    slowest_s: float = 0.0


def seeds(folder: Path, only: Sequence[str] = ()) -> list[Seed]:
    """Return the made files of every format, written below `folder`, and the small lab files."""
    found = [Seed(name, path.name, path.read_bytes()) for name, path in make_files(folder).items()]
    lab = (path for path in sorted(LAB.rglob("*.*")) if path.stat().st_size <= SEED_BYTES)
    found += [Seed(sniff(path) or "text", path.name, path.read_bytes()) for path in lab]
    # Formats without a parser are still worth sniffing, as text.
    found = [s if s.format in BACKENDS["parsers"] else Seed("text", s.name, s.data) for s in found]
    return [seed for seed in found if not only or seed.format in only]


def damaged(sources: Sequence[Seed], count: int, seed: int) -> Iterator[tuple[str, Seed, bytes]]:
    """Yield `count` damaged files, every format in turn: a label that names it, seed, bytes."""
    by_format: dict[str, list[Seed]] = {}
    for source in sources:
        by_format.setdefault(source.format, []).append(source)
    names = sorted(by_format)
    for number in range(count):
        random = Random(f"{seed}-{number}")
        source = random.choice(by_format[names[number % len(names)]])
        others = [random.choice(sources).data for _ in range(2)]
        data, what = mutate(source.data, others, random)
        yield f"#{number} {source.format} {source.name} {what}", source, data


def fuzz(
    sources: Sequence[Seed],
    folder: Path,
    *,
    count: int,
    seed: int = 1,
    workers: int = 1,
    keep: Path | None = None,
) -> Findings:
    """Damage, read, check.

    Args:
        sources: Good files.
        folder: Where damaged files are written.
        count: How many.
        seed: Another gives other damage.
        workers: Processes that read.
        keep: Where files that broke a promise are kept.
    """
    findings = Findings()
    labels: dict[Path, str] = {}
    with ParserPool(workers=workers, timeout_s=TIMEOUT_S, memory_mib=MEMORY_MIB) as pool:
        tasks = _tasks(damaged(sources, count, seed), folder, labels, findings)
        for (path, format_name), outcome in pool.parse_all(tasks):
            problems = list(_problems(path, outcome, findings))
            findings.broken += [f"{labels[path]} by {format_name}: {p}" for p in problems]
            if keep is not None and problems:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / path.name).write_bytes(path.read_bytes())
    return findings


def _tasks(
    files: Iterable[tuple[str, Seed, bytes]],
    folder: Path,
    labels: dict[Path, str],
    findings: Findings,
) -> Iterator[tuple[Path, str]]:
    for number, (label, seed, data) in enumerate(files):
        path = folder / f"{number:05}_{seed.name}"
        path.write_bytes(data)
        labels[path] = label
        formats = {seed.format: None, **dict.fromkeys(_sniffed(path, label, findings))}
        for format_name in formats:
            yield path, format_name


def _sniffed(path: Path, label: str, findings: Findings) -> list[str]:
    """Return the format that the sniffer names, as a list of one or none."""
    started = time.process_time()
    try:
        found = sniff(path)
    except SourceError as exc:
        findings.outcomes[f"sniffed: {exc.status}"] += 1
        if not (exc.message and exc.hint):
            findings.broken.append(f"{label}: the sniffer gives no remedy: {exc}")
        return []
    # The sniffer has no process of its own to break down in.
    except Exception as exc:  # noqa: BLE001
        findings.broken.append(f"{label}: the sniffer raised {type(exc).__name__}: {exc}")
        return []
    if time.process_time() - started > PARENT_S:
        findings.broken.append(f"{label}: the sniffer took longer than {PARENT_S} s")
    return [found] if found else []


def _problems(path: Path, outcome: Parsed | Failure, findings: Findings) -> Iterator[str]:
    if isinstance(outcome, Failure):
        error = outcome.error
        findings.outcomes[error.status] += 1
        if not (error.message and error.hint):
            yield f"no remedy: {error.message!r}"
        if any(sign in error.message for sign in CONTAINED):
            findings.contained.append(f"{path.name}: {error.message}")
        elif any(sign in error.message for sign in MISTAKES):
            yield error.message
        if "took longer" in error.message:
            yield f"hung: {error.message}"
        return
    findings.outcomes["read"] += 1
    findings.slowest_s = max(findings.slowest_s, outcome.seconds)
    if not outcome.documents:
        yield "no document"
    sizes = page_sizes(path) if path.suffix == ".pdf" else None
    started = time.process_time()
    for document in outcome.documents:
        yield from broken_promises(document, sizes)
    if time.process_time() - started > PARENT_S:
        yield f"cutting it took longer than {PARENT_S} s"


def main() -> int:
    """Run and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="formats to damage")
    parser.add_argument("--keep", type=Path, help="folder for the files that broke a promise")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    arguments = parser.parse_args()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        sources = seeds(folder / "seeds", arguments.only)
        findings = fuzz(
            sources,
            folder,
            count=arguments.count,
            seed=arguments.seed,
            workers=arguments.workers,
            keep=arguments.keep,
        )
    result = {
        "files": arguments.count,
        "formats": len({seed.format for seed in sources}),
        "outcomes": dict(sorted(findings.outcomes.items())),
        "broken_promises": len(findings.broken),
        "contained_crashes": len(findings.contained),
        "slowest_reading_s": round(findings.slowest_s, 2),
        "worker_cpu_s": round(sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])),
        "parent_gained_mib": round(
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before
        ),
    }
    for line in (*findings.broken, *(f"contained {line}" for line in findings.contained)):
        print(line[:400])
    for name, value in result.items():
        print(f"{name:20} {value}")
    if arguments.save:
        print(f"saved {save('fuzz', result | {'broken': findings.broken})}")
    return bool(findings.broken)


if __name__ == "__main__":
    sys.exit(main())
