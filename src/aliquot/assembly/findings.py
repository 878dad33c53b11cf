"""Config to what reads documents for findings."""

from __future__ import annotations

from aliquot.config import Config
from aliquot.findings.extracting import BuiltInExtractors
from aliquot.protocols import FindingExtractor

__all__ = ["make_finding_extractors"]


def make_finding_extractors(config: Config) -> FindingExtractor | None:
    """Build what reads documents for findings; `None` where none are to be read."""
    if not config.ingest.findings:
        return None
    return BuiltInExtractors()
