"""Trial records: overview and summary, eligibility, design, outcomes and results apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_sections
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.chunking.units import Unit

__all__ = ["TrialChunker"]

# What says in short what a trial is; these may share a chunk.
OPENING = re.compile(r"overview|(?:brief |short )?(?:summary|abstract|title)|概要|要約", re.I)
# What is about the record and not about the study; too short to be worth a chunk each.
RECORD = re.compile(
    r"(?:.* )?(?:locations?|contacts?|publications?|references|data sharing|documents?|links?"
    r"|dates|identifiers)|(?:sponsors?|oversight|investigators?)(?: .*)?|実施施設|連絡先",
    re.IGNORECASE,
)


class TrialChunker(SizedChunker):
    """Cut a trial record between its top-level sections.

    Each is asked about by itself, so they stay apart however short. Only overview and summary
    share a chunk if they fit, and so do places, publications and data sharing.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        def may_join(left: Unit, right: Unit) -> bool:
            roots = outline.root(left.last), outline.root(right.last)
            if roots[0] == roots[1]:
                return True
            return any(all(map(kind.fullmatch, roots)) for kind in (OPENING, RECORD))

        return cut_sections(outline, self._limits, may_join)
