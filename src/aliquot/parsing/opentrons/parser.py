"""Read Opentrons protocols.

What enters: a Python file that drives an Opentrons robot. What leaves: one protocol `Document`. The
file is parsed, never executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.opentrons.procedures import Procedure, Reading, Step
from aliquot.parsing.opentrons.reading import read_tree
from aliquot.parsing.opentrons.values import Labware
from aliquot.parsing.scripts.python import parse_python
from aliquot.parsing.scripts.writing import write_script
from aliquot.parsing.writing.items import BULLET, add_item
from aliquot.parsing.writing.names import split_names
from aliquot.parsing.writing.prose import close_prose, title_from_path
from aliquot.parsing.writing.provenance import found_in
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus

__all__ = ["OpentronsParser"]

ADDRESS = re.compile(r"\s*<[^<>]*>|\S+@\S+")
KINDS = (
    ("labware", "Labware"),
    ("pipette", "Pipettes"),
    ("module", "Modules"),
    ("liquid", "Liquids"),
)
# A protocol has a handful of settings; what has hundreds holds tables of data.
MAXIMUM_SETTINGS = 80
TOLD_METADATA = (("apiLevel", "API level"), ("robotType", "Robot"), ("source", "Source"))


class OpentronsParser:
    """Parse protocols of pipetting robots written in Python."""

    name = "opentrons"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one protocol.

        Raises:
            ParseError: The file is empty or not text.
        """
        source = read_text(path)
        reading = _reading(source)
        out = DocumentBuilder()
        if reading is None:
            write_script(out, source, "python", title_from_path(path))
            warning = "It is not valid Python 3; its text was read, its commands were not."
            return [
                replace(self._close(out, path, Reading(), [warning]), status=DocumentStatus.PARTIAL)
            ]
        _write(out, reading, path)
        warnings = []
        if reading.left_out:
            warnings.append(
                f"Moves of tips and arm were left out: {', '.join(sorted(reading.left_out))}."
            )
        return [self._close(out, path, reading, warnings)]

    def _close(
        self, out: DocumentBuilder, path: Path, reading: Reading, warnings: Sequence[str]
    ) -> Document:
        author = ADDRESS.sub("", reading.metadata.get("author", ""))
        return close_prose(
            out,
            path,
            title=_title(reading, path),
            kind=DocumentKind.PROTOCOL,
            version=reading.metadata.get("version", ""),
            warnings=warnings,
            parser=self.name,
            parser_version=self.version,
            **found_in("metadata", authors=tuple(split_names(author)) if author else ()),
        )


def _reading(source: str) -> Reading | None:
    """Read a program, `None` where it is not valid Python 3 or nested without end."""
    tree = parse_python(source)
    try:
        return None if tree is None else read_tree(tree)
    except RecursionError:
        return None


def _title(reading: Reading, path: Path) -> str:
    return reading.metadata.get("protocolName", "").strip() or title_from_path(path)


def _write(out: DocumentBuilder, reading: Reading, path: Path) -> None:
    out.heading(_title(reading, path), 1)
    out.paragraph(" ".join(reading.metadata.get("description", "").split()))
    told = [
        f"{label}: {reading.metadata[key]}"
        for key, label in TOLD_METADATA
        if key in reading.metadata
    ]
    out.add(BlockType.FIELD, "\n".join(told))
    for kind, heading in KINDS:
        things = [_deck_line(thing) for thing in reading.deck if thing.kind == kind]
        _write_list(out, heading, [*things, *(reading.liquids if kind == "liquid" else ())])
    settings = list(reading.settings.items())[:MAXIMUM_SETTINGS]
    _write_list(out, "Settings", (f"{name}: {value}" for name, value in settings))
    _write_procedure(out, "Steps", reading.main)
    for helper in reading.helpers:
        _write_procedure(out, f"Procedure: {helper.name.replace('_', ' ').strip()}", helper)


def _deck_line(thing: Labware) -> str:
    if thing.kind == "liquid":
        return f"{thing.name}: {thing.place}" if thing.place else thing.name
    place = {"labware": "on", "module": "in slot", "pipette": "on the"}[thing.kind]
    if thing.kind == "labware" and re.fullmatch(r"[A-D]?\d{1,2}", thing.place):
        place = "in slot"
    where = f" {place} {thing.place}" if thing.place else ""
    mount = " mount" if thing.kind == "pipette" and thing.place in ("left", "right") else ""
    named = f"{thing.name}: " if thing.name and thing.name != thing.model else ""
    return f"{named}{thing.model}{where}{mount}"


def _write_list(out: DocumentBuilder, heading: str, lines: Iterable[str]) -> None:
    items = list(lines)
    if items:
        out.heading(heading, 2)
    for line in items:
        add_item(out, line, marker=BULLET, level=1)


def _write_procedure(out: DocumentBuilder, heading: str, procedure: Procedure) -> None:
    if not procedure.steps:
        return
    out.heading(heading, 2)
    if procedure.parameters:
        out.paragraph(f"Given: {', '.join(procedure.parameters)}.")
    out.paragraph(procedure.summary)
    for marker, step in _numbered(procedure.steps):
        out.add(BlockType.STEP, f"{marker} {step.text}", level=step.level, marker=marker)


def _numbered(steps: Sequence[Step]) -> Iterable[tuple[str, Step]]:
    """Number steps 1., 2., and what stands under the second 2.1, 2.2."""
    counts: list[int] = []
    for step in steps:
        counts = [*counts[: step.level], *[0] * (step.level - len(counts))]
        counts[step.level - 1] += 1
        number = ".".join(map(str, counts))
        yield (f"{number}." if step.level == 1 else number), step
