"""Apply every finder to a document, each on its own.

What enters: a document with its chunks. What leaves: its findings in reading order, with their
roles. What one finder cannot read is logged and costs only that finder's findings.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module

from aliquot.findings.places import chunk_at
from aliquot.findings.roles import role_of
from aliquot.protocols import FindingExtractor
from aliquot.types import Chunk, Document, Finding

__all__ = ["BUILT_IN", "FindingExtractors", "built_in_extractors"]

log = logging.getLogger(__name__)

# Loaded by name when findings are asked for: the vocabularies behind them are large.
BUILT_IN = (
    "cell_lines:CellLines",
    "organisms:Organisms",
    "genes:Genes",
    "accessions:Accessions",
    "plasmids:Plasmids",
    "reagents:Reagents",
    "instruments:Instruments",
    "antibodies:Antibodies",
    "conditions:Conditions",
    "statistics:Statistics",
    "trials:Trials",
    "versions:Versions",
)
# What reading a text by rules can raise on text no rule foresaw.
FAULTS = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError)
# Changes when roles are told otherwise; the finders have versions of their own.
ROLES = "roles/1"


class FindingExtractors:
    """All finders of a library as one: the form `FindingExtractor` has."""

    name = "findings"

    def __init__(self, extractors: Sequence[FindingExtractor]) -> None:
        self._extractors = tuple(extractors)

    @property
    def version(self) -> str:
        """Name and version of each finder, so that a change of one is a change of all."""
        own = [f"{one.name}/{one.version}" for one in self._extractors]
        return " ".join([*sorted(own), ROLES])

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield the findings of all finders in reading order, with their roles.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        found = [
            finding
            for extractor in self._extractors
            for finding in _findings_of(extractor, document, chunks)
        ]
        for finding in sorted(found, key=_order):
            chunk = chunk_at(chunks, finding.place)
            path = chunk.section_path if chunk else ()
            yield replace(finding, role=role_of(document, finding, path))


def built_in_extractors() -> FindingExtractors:
    """Return the finders that come with the package."""
    return FindingExtractors([_loaded(name) for name in BUILT_IN])


def _loaded(name: str) -> FindingExtractor:
    module, _, of_class = name.partition(":")
    extractor: FindingExtractor = getattr(import_module(f"aliquot.findings.{module}"), of_class)()
    return extractor


def _findings_of(
    extractor: FindingExtractor, document: Document, chunks: Sequence[Chunk]
) -> list[Finding]:
    try:
        return list(extractor.extract(document, chunks))
    except FAULTS as exc:
        log.warning("%s found nothing in %s: %r", extractor.name, document.id, exc)
        return []


def _order(finding: Finding) -> tuple[int, int, str, str]:
    return finding.place.start, finding.place.end, finding.kind, finding.normalised
