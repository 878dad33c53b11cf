"""Any sentence held against what a library says: supported, contradicted, or neither.

- `claims`: what of a text claims something, without marks of citation.
- `parts`: what of a sentence claims something by itself.
- `weighing`: what one stretch of a source says of a claim: the gates, and `demands` beyond them.
- `differences`, `rows`: what a claim says otherwise than a source.
- `deciding`: what all stretches say together.
"""

from __future__ import annotations

from aliquot.generation.checking.claims import Claim, claims_of
from aliquot.generation.checking.deciding import Decision, decide, decide_together
from aliquot.generation.checking.parts import parts_of
from aliquot.generation.checking.weighing import Stance, Weighed, Weigher

__all__ = [
    "Claim",
    "Decision",
    "Stance",
    "Weighed",
    "Weigher",
    "claims_of",
    "decide",
    "decide_together",
    "parts_of",
]
