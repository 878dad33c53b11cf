"""Amounts a document has to state: "at -80 °C" is met by "-80C freezer", and not by any "80".

Enters: the words of a need, or a sentence. Leaves: the amounts in them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from aliquot.quantities import find_quantities
from aliquot.types import Quantity, QuantityKind

__all__ = ["amounts_in", "digits_of", "is_kept_at", "states"]

# What a question says exactly; "overnight" and "on ice" are words of it like others.
DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
# "13,000 g" is a weight as it is written, and a speed to who spins.
SPUN = frozenset({QuantityKind.MASS, QuantityKind.ACCELERATION})
CLOSE = 1e-3


def amounts_in(text: str) -> tuple[tuple[Quantity, ...], str]:
    """Return the amounts a text states in digits, and the text without them."""
    found = [one for one in find_quantities(text) if DIGITS.search(one.span.of(text))]
    left = text
    for one in reversed(found):
        left = f"{left[: one.span.start]} {left[one.span.end :]}"
    return tuple(found), left if found else text


def digits_of(amount: Quantity, text: str) -> tuple[str, ...]:
    """Return the numbers an amount is written with.

    Args:
        amount: As it was found.
        text: Where it stands.
    """
    return tuple(one.replace(",", "") for one in DIGITS.findall(amount.span.of(text)))


# What is done at a temperature or for a time, which protocols say in as many ways.
KEPT = re.compile(
    r"\b(?:incubat\w*|stor(?:e|es|ed|age|ing)|ke(?:ep|eps|pt|eping)|heat(?:s|ed|ing)?|cool\w*"
    r"|fr(?:eez\w*|oze\w*)|thaw\w*|warm\w*|place\w*|spin|spun|centrifug\w*|boil\w*|at|for|on|in)\b"
    r"|インキュベート|インキュベーション|保存|保管|加熱|加温|冷却|遠心|静置|培養|凍結",
    re.IGNORECASE,
)


def is_kept_at(text: str) -> bool:
    """Tell whether a need says nothing beside an amount but that something is kept at it."""
    amounts, left = amounts_in(text)
    return bool(amounts) and not any(map(str.isalnum, KEPT.sub(" ", left)))


def states(text: str, amounts: Sequence[Quantity]) -> bool:
    """Tell whether a sentence states each of some amounts, in whatever unit."""
    if not amounts:
        return True
    stated = find_quantities(text)
    return all(any(_is_same(one, two) for two in stated) for one in amounts)


def _is_same(one: Quantity, two: Quantity) -> bool:
    is_kind = one.kind is two.kind or {one.kind, two.kind} == SPUN
    return (
        is_kind
        and math.isclose(one.low, two.low, rel_tol=CLOSE)
        and math.isclose(one.high, two.high, rel_tol=CLOSE)
    )
