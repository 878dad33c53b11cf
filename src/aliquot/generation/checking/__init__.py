"""Any sentence held against what a library says: supported, contradicted, or neither.

- `claims`: what of a text claims something, without marks of citation.
- `weighing`: what one sentence of a source says of a claim.
"""

from __future__ import annotations

from aliquot.generation.checking.claims import Claim, claims_of
from aliquot.generation.checking.weighing import Stance, Weighed, Weigher

__all__ = ["Claim", "Stance", "Weighed", "Weigher", "claims_of"]
