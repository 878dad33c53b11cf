"""Find reagents with their amounts: "10 µl of 500 mM EDTA", "NaCl 300 mM", "PFA (4 %)".

What enters: a document with its chunks. What leaves: a finding for each substance and amount, the
strength of a stock and the volume taken of it together. What is measured rather than put in, and
what is a sample, a vessel or a gas, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot.findings.amounts import amounts_of
from aliquot.findings.places import found
from aliquot.findings.portions import Portion, portions_of
from aliquot.findings.reagent_names import Sureness, canonical_reagent
from aliquot.types import Chunk, Document, DocumentKind, Finding, FindingKind

__all__ = ["Reagents"]

# What a name that no list or suffix knows is worth beside an amount that only substances have.
CONFIDENCE = {Sureness.SURE: 0.9, Sureness.TRADE_NAME: 0.75, Sureness.PERHAPS: 0.6}
# Records of genes state no reagents, and the amounts in code are not what anyone pipetted.
WITHOUT_REAGENTS = frozenset({DocumentKind.GENE})


class Reagents:
    """Finds substances that stand with an amount."""

    name = "reagents"
    version = "1"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield a finding for each reagent and amount, in reading order; each pair once.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind in WITHOUT_REAGENTS:
            return
        seen: set[tuple[str, str]] = set()
        for portion in portions_of(document.text, amounts_of(document.text)):
            key = (canonical_reagent(portion.name), portion.written.replace(" ", ""))
            finding = self._finding(document, chunks, portion) if key not in seen else None
            if finding is not None:
                seen.add(key)
                yield finding

    def _finding(
        self, document: Document, chunks: Sequence[Chunk], portion: Portion
    ) -> Finding | None:
        return found(
            document,
            chunks,
            FindingKind.REAGENT,
            portion.start,
            portion.end,
            normalised=canonical_reagent(portion.name),
            details={"amount": portion.written},
            extractor=f"{self.name}/{self.version}",
            confidence=CONFIDENCE[portion.sureness],
        )
