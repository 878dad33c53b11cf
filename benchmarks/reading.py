"""Measure how whole each format is read, beside permissive peers on the same files.

    python benchmarks/reading.py [--save] [--only FORMAT ...] [--losses]

Peers run in an environment of their own, which is made on the first run (.bench/reading), each in a
process with a time limit; what they gave is kept there, so only Aliquot is read again. `--save`
writes benchmarks/results/reading.json and docs/reading.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

from aliquot.backends import load
from aliquot.parsing.sniff import sniff
from made_files import make_files
from reading_peers.measures import CHECKS, LOWER_IS_BETTER
from reading_peers.page import write_page
from reading_peers.processes import PINS, Conversion, Peer, prepare
from reading_peers.readings import Reading, Tally, of_documents, of_markdown
from record import save

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "dev"
OURS = "Aliquot"
# Format -> reader -> measure -> ratio.
Table = dict[str, dict[str, dict[str, float | None]]]


def main() -> int:
    """Read every file with every reader and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the real files")
    parser.add_argument("--only", nargs="*", default=[], help="formats to measure")
    parser.add_argument("--losses", action="store_true", help="show only where a peer is ahead")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results and docs")
    arguments = parser.parse_args()
    python = prepare()
    with tempfile.TemporaryDirectory() as folder:
        made = make_files(Path(folder))
        table: Table = {}
        counts: dict[str, int] = {}
        for name, files in CHECKS.items():
            if arguments.only and name not in arguments.only:
                continue
            paths = _paths(files.pattern, arguments.data, made)
            counts[name] = len(paths)
            readers = {OURS: None, **{peer: Peer(peer, python) for peer in files.peers}}
            table[name] = {reader: _measure(name, paths, peer) for reader, peer in readers.items()}
            _print(name, len(paths), table[name], losses=arguments.losses)
    if arguments.save:
        saved = save("reading", {"peers": _pins(), "files": counts, "measures": table})
        page = write_page(table, counts, _pins())
        print(f"saved {saved} and {page}")
    return 0


def _paths(pattern: str, data: Path, made: Mapping[str, Path]) -> list[Path]:
    if pattern.startswith("made:"):
        return [made[pattern.removeprefix("made:")]]
    return sorted(data.glob(pattern))


def _measure(name: str, paths: Iterable[Path], peer: Peer | None) -> dict[str, float | None]:
    """Read the files of a format with one reader and add up what is right."""
    files = CHECKS[name]
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for path in paths:
        reading, error, cpu_s = _read(path, name.partition(",")[0], peer)
        tallies["files read"] += Tally(not error, 1)
        for measure, tally in files.check(path, reading).items():
            tallies[measure] += tally
            if measure == "running heads a page":
                tallies["pages a CPU second"] += Tally(tally.total, cpu_s)
    if peer is not None:
        peer.close()
    return {measure: tally.value for measure, tally in tallies.items()}


def _read(path: Path, format_name: str, peer: Peer | None) -> tuple[Reading, str, float]:
    if peer is None:
        return _read_ourselves(path)
    done: Conversion = peer.convert(path, format_name)
    # A reader that gives nothing has not read the file, whatever it says.
    error = done.error or ("" if done.text.strip() else "no text")
    if error:
        print(f"    {peer.name} on {path.name}: {error[:120]}", file=sys.stderr)
    return of_markdown(done.text), error, done.cpu_s


def _read_ourselves(path: Path) -> tuple[Reading, str, float]:
    try:
        parser = load("parsers", sniff(path) or "none")()
        started = time.process_time()
        documents = parser.parse(path)
    # As with the peers: what cannot be read is a result, whatever was raised.
    except Exception as exc:  # noqa: BLE001
        print(f"    {OURS} on {path.name}: {type(exc).__name__}: {exc}", file=sys.stderr)
        return of_documents([]), str(exc), 0.0
    return of_documents(documents), "", time.process_time() - started


def _pins() -> dict[str, str]:
    lines = (line for line in PINS.read_text("utf-8").splitlines() if not line.startswith("#"))
    pins = dict(line.split("==") for line in lines if line)
    return {OURS: version("aliquot")} | {name.partition("[")[0]: pin for name, pin in pins.items()}


def _print(
    name: str, files: int, readers: Mapping[str, Mapping[str, float | None]], *, losses: bool
) -> None:
    measures = list(dict.fromkeys(m for values in readers.values() for m in values))
    print(f"\n{name} ({files} files)\n{'':28}" + "".join(f"{reader:>15}" for reader in readers))
    for measure in measures:
        values = [values.get(measure) for values in readers.values()]
        if losses and not _is_behind(measure, values):
            continue
        cells = "".join(f"{'-' if value is None else f'{value:.3f}':>15}" for value in values)
        print(f"{measure:28}{cells}", flush=True)


def _is_behind(measure: str, values: list[float | None]) -> bool:
    ours, others = values[0] or 0.0, [value for value in values[1:] if value is not None]
    if measure in LOWER_IS_BETTER:
        return bool(others) and ours > min(others)
    return bool(others) and ours < max(others)


if __name__ == "__main__":
    sys.exit(main())
