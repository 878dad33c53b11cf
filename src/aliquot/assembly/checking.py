"""Config to what checks: any sentence held against what is found."""

from __future__ import annotations

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.assembly.answering import terms_by_rarity
from aliquot.check import Check
from aliquot.find import Find
from aliquot.generation.checking import Weigher
from aliquot.generation.verify import Verifier
from aliquot.protocols import TermIndex

__all__ = ["make_check"]


def make_check(analyser: StandardAnalyser, terms: TermIndex, find: Find) -> Check:
    """Build the check story."""
    return Check(
        find=find,
        terms_of=terms_by_rarity(analyser, terms),
        analyser=analyser,
        weigher=Weigher(Verifier()),
    )
