"""Apply every finder to a document, each on its own.

What enters: a document with its chunks. What leaves: its findings in reading order, with their
roles. A fault in one finder costs only that finder's findings, and is told when the others' are
given: what a document names and nobody could read must not count as absent.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path

from aliquot.errors import SourceError
from aliquot.findings import listed
from aliquot.findings.places import chunk_at
from aliquot.findings.roles import role_of
from aliquot.protocols import FindingExtractor
from aliquot.types import Chunk, Document, Finding

__all__ = ["BUILT_IN", "RECORD", "BuiltInExtractors", "FindingExtractors"]

log = logging.getLogger(__name__)

# Loaded by name when a document is read: the vocabularies behind them are large.
BUILT_IN = (
    "cell_lines:CellLines",
    "organisms:Organisms",
    "genes:Genes",
    "accessions:Accessions",
    "plasmids:Plasmids",
    "plasmids:Primers",
    "reagents:Reagents",
    "instruments:Instruments",
    "antibodies:Antibodies",
    "conditions:Conditions",
    "statistics:Statistics",
    "trials:Trials",
    "versions:Versions",
)
# What rules raise over a text nobody foresaw: a value that is no number, a group that is not there,
# brackets nested too deep. What says that the machine is at fault (memory, the catalog, Ctrl-C) or
# that a model cannot be reached is not among them.
FAULTS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    SourceError,
    TypeError,
    ValueError,
)
# What is done with all findings, beside the finders, which have versions of their own.
STEPS = ("roles/1", f"listed/{listed.VERSION}")
# Each built-in finder's version, and the digest of the rules it stands for: known without loading
# them, and kept true by `tests/support/finding_rules.py`.
RECORD = Path(__file__).with_name("rules.json")


class FindingExtractors:
    """Several finders as one: the form `FindingExtractor` has."""

    name = "findings"

    def __init__(self, extractors: Sequence[FindingExtractor]) -> None:
        self._extractors = tuple(extractors)

    @property
    def version(self) -> str:
        """Name and version of each finder, so that a change of one is a change of all."""
        return _together(f"{one.name}/{one.version}" for one in self._extractors)

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield the findings of all finders in reading order, with their roles.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.

        Raises:
            SourceError: Some finders could not read it; what was yielded is all the others found.
        """
        kept: list[Finding] = []
        faults: list[str] = []
        for extractor in self._extractors:
            of_finder = partial(_of_finder, extractor, document, chunks)
            kept += _tried(extractor.name, of_finder, [], faults)
        on_lists = partial(listed.with_listed, document, chunks, kept)
        yield from sorted(_tried("listed", on_lists, kept, faults), key=_order)
        if faults:
            raise SourceError("; ".join(faults), source=document.id)


class BuiltInExtractors:
    """The finders that come with the package, loaded when the first document is read."""

    name = FindingExtractors.name

    @cached_property
    def version(self) -> str:
        """Name and version of each finder, as `FindingExtractors` gives them."""
        record = json.loads(RECORD.read_text("utf-8"))
        return _together(f"{record[one]['name']}/{record[one]['version']}" for one in BUILT_IN)

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield the findings of all finders in reading order, with their roles.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.

        Raises:
            SourceError: Some finders could not read it; what was yielded is all the others found.
        """
        return self._loaded.extract(document, chunks)

    @cached_property
    def _loaded(self) -> FindingExtractors:
        return FindingExtractors([_loaded(name) for name in BUILT_IN])


def _together(versions: Iterator[str]) -> str:
    return " ".join([*sorted(versions), *STEPS])


def _loaded(name: str) -> FindingExtractor:
    module, _, of_class = name.partition(":")
    extractor: FindingExtractor = getattr(import_module(f"aliquot.findings.{module}"), of_class)()
    return extractor


def _tried(
    name: str,
    read: Callable[[], Iterator[Finding]],
    otherwise: list[Finding],
    faults: list[str],
) -> list[Finding]:
    """Return what is read; on a fault, which is noted, what holds without it."""
    try:
        return list(read())
    except FAULTS as exc:
        log.warning("finder %s: %s", name, exc, exc_info=exc)
        faults.append(f"{name}: {type(exc).__name__}: {exc}")
        return otherwise


def _of_finder(
    extractor: FindingExtractor, document: Document, chunks: Sequence[Chunk]
) -> Iterator[Finding]:
    """Yield a finder's findings with their roles."""
    for finding in extractor.extract(document, chunks):
        chunk = chunk_at(chunks, finding.place)
        path = chunk.section_path if chunk else ()
        yield replace(finding, role=role_of(document, finding, path))


def _order(finding: Finding) -> tuple[int, int, str, str]:
    return finding.place.start, finding.place.end, finding.kind, finding.normalised
