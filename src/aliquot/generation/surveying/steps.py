"""Words for steps of the bench that say the same.

What enters: the words of a question, in English. What leaves: for each what else a protocol calls
it: what is asked as storage is written as "store at".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.types import Expansion

__all__ = ["is_own_step", "names_step", "step_names"]

# One step a line: how it is asked, and what else says so.
# By judgement, from headings and verbs of bench protocols; words of one stem are one already.
_STEPS = """
annealing |
autoclave |
blocking |
boiling | boil
centrifugation | centrifuge,spin,spun
cooling | cool,chill
culture | grow,grown
denaturation |
digestion |
drying | dry,dried
elution | elute
extension | elongation
fixation | fix,fixed
freezing | freeze,frozen
heat shock |
hybridisation | hybridization,hybridize,hybridise
incubation | incubate
lysis | lyse,lysed
precipitation | precipitate
rest |
shaking | shake
staining | stain
storage | store,stored,keep,kept
thawing | thaw
washing | wash,rinse
"""
# What else reagents are called that are asked for by name.
_REAGENTS = """
paraformaldehyde | PFA
ethanol | EtOH
isopropanol | 2-propanol
formaldehyde | formalin
"""


def _table(lines: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(
        tuple(tuple(filter(None, map(str.strip, cell.split(",")))) for cell in line.split("|"))
        for line in lines.strip().splitlines()
    )


_TABLE = _table(_STEPS)
_CALLED = tuple((*name, *others) for name, others in (*_TABLE, *_table(_REAGENTS)))
_ANY_STEP = re.compile(
    rf"\b(?:{'|'.join(re.escape(one) for name, others in _TABLE for one in (*name, *others))})",
    re.IGNORECASE,
)
# Ways to leave something to itself, in the course of any step: a digestion is incubated.
_IN_ANY_STEP = re.compile(
    r"incub|treat|react|mix|keep|kept|インキュベート|反応|静置", re.IGNORECASE
)


def names_step(text: str) -> bool:
    """Tell whether a text asks for a step by name, as "annealing" does and "proteinase K" not."""
    return _ANY_STEP.search(text) is not None


def is_own_step(action: str) -> bool:
    """Tell whether what is done is a step of its own, not what is done in the course of any."""
    return _ANY_STEP.match(action) is not None and _IN_ANY_STEP.match(action) is None


def step_names(text: str) -> Iterator[Expansion]:
    """Yield what else the steps and reagents a text names are called."""
    for names in _CALLED:
        asked = (one for one in names if re.search(rf"\b{re.escape(one)}", text, re.IGNORECASE))
        name = next(asked, None)
        others = tuple(one for one in names if one != name)
        if name is not None and others:
            yield Expansion(name, others, "words of the bench")
