"""Find reagents with their amounts: "10 µl of 500 mM EDTA", "NaCl 300 mM", "PFA (4 %)".

What enters: a document with its chunks. What leaves: a finding for each substance and amount, the
strength of a stock and the volume taken of it together. What is measured rather than put in, what
others used, and what is a sample, a vessel or a gas, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.findings.amounts import amounts_of
from aliquot.findings.places import chunk_at, found
from aliquot.findings.portions import Portion, portions_of
from aliquot.findings.reagent_aliases import full_name
from aliquot.findings.reagent_names import Sureness
from aliquot.findings.unit_lists import with_shared_unit
from aliquot.types import (
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    SectionClass,
    Span,
)

__all__ = ["Reagents"]

# What a name that no list or suffix knows is worth beside an amount that only substances have.
CONFIDENCE = {Sureness.SURE: 0.9, Sureness.TRADE_NAME: 0.75, Sureness.PERHAPS: 0.6}
# Records of genes state no reagents, and the amounts in code are not what anyone pipetted.
WITHOUT_REAGENTS = frozenset({DocumentKind.GENE})
# Where a paper tells what others used or what was found, not what was pipetted.
REPORTED = re.compile(
    r"\bet al\.?,?\s?[(\[]?(?:19|20)?\d{2}[a-z]?[)\]]?,?\s(?:\w+\s)?"
    r"(?:report|observ|show|found|find|demonstrat|describ|suggest|stat|not|identif|record)\w*\b"
    r"(?:[^.;\n]|\.(?!\s[A-Z]))*$"
)
REPORTED_REACH = 300
OF_OTHERS = frozenset({SectionClass.INTRODUCTION, SectionClass.DISCUSSION, SectionClass.CONCLUSION})


class Reagents:
    """Finds substances that stand with an amount."""

    name = "reagents"
    version = "6"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield a finding for each reagent and amount, in reading order; each pair once.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind in WITHOUT_REAGENTS:
            return
        seen: set[tuple[str, str]] = set()
        text = document.text
        stated = [*portions_of(text, amounts_of(text)), *with_shared_unit(text)]
        for portion in sorted(stated, key=lambda one: one.start):
            name = full_name(text, portion.name, portion.start)
            key = (name, portion.written.replace(" ", ""))
            if key in seen or _is_of_others(document, chunks, portion):
                continue
            finding = self._finding(document, chunks, portion, name)
            if finding is not None:
                seen.add(key)
                yield finding

    def _finding(
        self, document: Document, chunks: Sequence[Chunk], portion: Portion, name: str
    ) -> Finding | None:
        return found(
            document,
            chunks,
            FindingKind.REAGENT,
            portion.start,
            portion.end,
            normalised=name,
            details={"amount": portion.written},
            extractor=f"{self.name}/{self.version}",
            confidence=CONFIDENCE[portion.sureness],
        )


def _is_reported(document: Document, portion: Portion) -> bool:
    """Tell what other authors are said to have found, in the sentence up to a name."""
    first = max(0, portion.start - REPORTED_REACH)
    return REPORTED.search(document.text, first, portion.start) is not None


def _is_of_others(document: Document, chunks: Sequence[Chunk], portion: Portion) -> bool:
    if document.kind is not DocumentKind.PAPER:
        return False
    chunk = chunk_at(chunks, Span(portion.start, portion.end))
    if chunk is None or chunk.section_class in OF_OTHERS:
        return chunk is not None
    return chunk.section_class is SectionClass.RESULTS and _is_reported(document, portion)
