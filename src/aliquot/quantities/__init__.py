"""Which amounts a text states, in units that can be compared.

What enters: any text. What leaves: `Quantity` records in canonical units, with the exact place they
are written at: temperatures, times, volumes, masses, concentrations, speeds, dilutions, ranges of
them, and what laboratories say in words ("overnight", "RT", "on ice"), in English and Japanese. By
rules alone: standard library only, linear in the length of the text. When in doubt there is no
amount: names of genes, strains, catalogue numbers and figures hold digits and letters too.
"""

from __future__ import annotations

from aliquot.quantities.finding import find_quantities
from aliquot.quantities.units import CANONICAL

__all__ = ["CANONICAL", "find_quantities"]
