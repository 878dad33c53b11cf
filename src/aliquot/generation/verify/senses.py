"""Words of the bench that say the same where a protocol is told in other words.

What enters: the stem of an English word. What leaves: a stem that stands for all of its sense. For
the words gate alone, which asks whether two texts speak of one thing: that "mixed" and "added" are
no two facts there does not make them one to a gate of numbers, names or directions.
"""

from __future__ import annotations

from functools import lru_cache

from aliquot.generation.verify.plain import stem

__all__ = ["is_light", "sense"]

_SENSES = """
    centrifuge spin spun pellet sediment
    add mix combine put place supplement pipette transfer
    keep store save hold maintain leave incubate stand sit remain still preserve
    stop quench terminate halt
    need require necessary
    wash rinse
    dissolve resuspend suspend redissolve
    remove discard aspirate decant
    collect gather acquire record harvest
    shake agitate
    patient person individual participant subject volunteer people
    show find observe see detect report indicate reveal demonstrate
    begin start initiate
    second another additional further
    usually typically generally commonly
    big large
    whole entire complete total
"""
_SAME = {stem(word): line.split()[0] for line in _SENSES.splitlines() for word in line.split()}
# Verbs and adverbs that any sentence may be told with; what they are said of has to stand.
_LIGHT_WORDS = """
    take get go goes give make do carry perform let act obtain should need require necessary every
    usually typically generally first then next final about roughly well author study part
"""
_LIGHT = frozenset(stem(word) for word in _LIGHT_WORDS.split())


@lru_cache(maxsize=1 << 14)
def sense(stemmed: str) -> str:
    """Return what stands for all words of one sense; the stem itself where it has no other."""
    return _SAME.get(stemmed, stemmed)


def is_light(stemmed: str) -> bool:
    """Tell whether a word says next to nothing of what a sentence is about."""
    return stemmed in _LIGHT
