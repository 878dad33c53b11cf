"""Measure how protocols are read: steps against their files, amounts against labels.

    python benchmarks/protocols.py FOLDER [--labels FILE] [--save]

Steps are counted a second time by a few lines that know nothing of the parsers: numbered lines of
text, Markdown and JSON, items of ordered lists in HTML, numbered paragraphs in DOCX. Labels are one
JSON record a line: `{"text": ..., "quantities": [[written, kind, low, high], ...]}`.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from html.parser import HTMLParser
from pathlib import Path

import docx

from aliquot.backends import load
from aliquot.parsing.sniff import sniff
from aliquot.quantities import find_quantities
from aliquot.types import BlockType, Document
from record import save

NUMBERED = re.compile(r"^ {0,3}(\d{1,3})[.)]\s+\S")


@dataclass(frozen=True)
class FileScore:
    """What was found in one file."""

    file: str
    format: str
    expected: int
    found: int
    count_exact: bool
    numbers_exact: bool
    notes: int
    quantities: int


# ------------------------------------------------------------------------------ truth


def numbered_lines(text: str) -> list[int]:
    """Return the numbers that lines begin with."""
    return [int(found[1]) for line in text.split("\n") if (found := NUMBERED.match(line))]


def of_json(path: Path) -> list[int]:
    """Return the numbers of the steps in a protocol's JSON."""
    return numbered_lines(json.loads(path.read_text("utf-8"))["steps"])


def of_text(path: Path) -> list[int]:
    """Return the numbers of the numbered lines of a file."""
    return numbered_lines(path.read_text("utf-8"))


class OrderedLists(HTMLParser):
    """Collects the numbers of items of ordered lists."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: list[int] = []
        self._next: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a list, or count an item."""
        if tag == "ol":
            self._next.append(int(dict(attrs).get("start") or 1))
        elif tag == "li" and self._next:
            self.numbers.append(self._next[-1])
            self._next[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        """Close a list."""
        if tag == "ol" and self._next:
            self._next.pop()


def of_html(path: Path) -> list[int]:
    """Return the numbers of the items of ordered lists."""
    parser = OrderedLists()
    parser.feed(path.read_text("utf-8"))
    return parser.numbers


def of_docx(path: Path) -> list[int]:
    """Return the numbers that paragraphs begin with; the rest of the paragraph must hold words."""
    texts = (paragraph.text for paragraph in docx.Document(str(path)).paragraphs)
    return [int(found[1]) for text in texts if (found := NUMBERED.match(text))]


TRUTH: Mapping[str, Callable[[Path], list[int]]] = {
    ".json": of_json,
    ".md": of_text,
    ".txt": of_text,
    ".html": of_html,
    ".docx": of_docx,
}


# ------------------------------------------------------------------------------ scores


def read(path: Path) -> Document:
    """Parse a file."""
    [document] = load("parsers", sniff(path) or "text")().parse(path)
    found: Document = document
    return found


def step_numbers(document: Document) -> list[int]:
    """Return the numbers of the steps of the first level."""
    return [
        int(block.marker.rstrip(".)"))
        for block in document.blocks
        if block.type is BlockType.STEP and block.level == 1 and block.marker[:1].isdigit()
    ]


def score_file(path: Path) -> FileScore:
    """Compare the steps read with those in the file."""
    expected, document = TRUTH[path.suffix](path), read(path)
    found = step_numbers(document)
    return FileScore(
        file=path.name,
        format=path.suffix[1:],
        expected=len(expected),
        found=len(found),
        count_exact=len(found) == len(expected),
        numbers_exact=found == expected,
        notes=sum(block.type is BlockType.NOTE for block in document.blocks),
        quantities=sum(len(block.quantities) for block in document.blocks),
    )


def by_format(scores: list[FileScore]) -> Iterator[tuple[str, dict[str, object]]]:
    """Sum the scores of each format, and of all."""
    groups: dict[str, list[FileScore]] = defaultdict(list)
    for score in scores:
        groups[score.format].append(score)
        groups["all"].append(score)
    for name, group in sorted(groups.items()):
        yield (
            name,
            {
                "files": len(group),
                "steps_expected": sum(score.expected for score in group),
                "steps_found": sum(score.found for score in group),
                "files_count_exact": sum(score.count_exact for score in group),
                "files_numbers_exact": sum(score.numbers_exact for score in group),
                "notes": sum(score.notes for score in group),
                "quantities": sum(score.quantities for score in group),
            },
        )


def score_labels(path: Path, *, details: bool) -> dict[str, float]:
    """Return precision and recall of amounts: place, kind and value must agree."""
    right = said = wanted = sentences = 0
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        text = record["text"]
        found = [(one.span.of(text), one.kind, one.low, one.high) for one in find_quantities(text)]
        truth = [tuple(one) for one in record["quantities"]]
        agreed = [one for one in found if any(agree(one, other) for other in truth)]
        right, said, wanted = right + len(agreed), said + len(found), wanted + len(truth)
        sentences += 1
        if details and not len(agreed) == len(found) == len(truth):
            print(f"{text}\n    found {found}\n    truth {truth}")
    return {
        "sentences": sentences,
        "labelled": wanted,
        "precision": round(right / max(1, said), 4),
        "recall": round(right / max(1, wanted), 4),
    }


def agree(found: tuple[object, ...], truth: tuple[object, ...]) -> bool:
    """Tell whether an amount is the labelled one."""
    values = zip(found[2:], truth[2:], strict=True)
    return found[:2] == truth[:2] and all(
        math.isclose(float(str(one)), float(str(other)), rel_tol=1e-6, abs_tol=1e-12)
        for one, other in values
    )


def speed(folder: Path) -> float:
    """Return how many megabytes of protocols are searched for amounts in a CPU second."""
    texts = [path.read_text("utf-8") for path in folder.glob("*.md")]
    text = "\n".join(texts) * max(1, 1_000_000 // max(1, sum(map(len, texts))))
    start = time.process_time()
    find_quantities(text)
    return round(len(text.encode()) / 1e6 / (time.process_time() - start), 2)


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="protocols")
    parser.add_argument("--labels", type=Path, help="sentences with their amounts")
    parser.add_argument("--details", action="store_true", help="show what disagrees")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    arguments = parser.parse_args()
    paths = sorted(path for path in arguments.folder.iterdir() if path.suffix in TRUTH)
    scores = [score_file(path) for path in paths]
    result: dict[str, object] = {"steps": dict(by_format(scores))}
    if arguments.labels:
        result["quantities"] = score_labels(arguments.labels, details=arguments.details)
    result["megabytes_a_cpu_second"] = speed(arguments.folder)
    if arguments.details:
        for score in scores:
            if not score.numbers_exact:
                print(f"{score.file}: {score.expected} expected, {score.found} found")
    print(json.dumps(result, indent=1))
    if arguments.save:
        saved = result | {"files": [asdict(score) for score in scores]}
        print(f"saved {save('protocols', saved)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
