"""Whether other words say the same: a mistyped word put right, an article, another inflection.

In doubt they do not. One letter tells methanol from ethanol and nitrate from nitrite, and "not" is
short.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from aliquot.generation.verify.plain import FUNCTION_WORDS, plain, words_of
from aliquot.types import WordChange

__all__ = ["is_minor", "telling"]

# Words that may come and go without another meaning.
_EMPTY = "a an the of that then and to it them is are be this these please"
EMPTY = frozenset(_EMPTY.split())
# Ends by which chemistry tells substances apart, as far from the end as they reach.
SUBSTANCE = re.compile(r"(?:ate|ite|ide|ane|ene|yne|an|en|ol|al|ase|ose|ine|in|one|yl)s?$")
SUFFIX = 4
# Letters below which a word with one letter changed is more likely another word.
SHORTEST = 5


def is_minor(change: WordChange) -> bool:
    """Tell whether a change of words leaves what is said the same; in doubt it does not."""
    before, after = (
        [one for one in words_of(plain(text)) if one.text not in EMPTY]
        for text in (change.before, change.after)
    )
    if [one.stem for one in before] == [one.stem for one in after]:
        return _signs(change.before) == _signs(change.after)
    if len(before) != len(after):
        return False
    return all(
        one.stem == two.stem or _is_mistyped(one.text, two.text)
        for one, two in zip(before, after, strict=True)
    )


def telling(changes: Sequence[WordChange]) -> Sequence[WordChange]:
    """Return the changes that say something.

    A word such as "for" that only stands elsewhere, and an article that came or went, do not.
    """
    gone = {one.before.casefold() for one in changes if not one.after}
    came = {one.after.casefold() for one in changes if not one.before}
    elsewhere = gone & came & FUNCTION_WORDS
    return [
        one
        for one in changes
        if (one.before or one.after).casefold() not in elsewhere and not _is_empty(one)
    ]


def _is_empty(change: WordChange) -> bool:
    words = words_of(plain(f"{change.before} {change.after}"))
    is_signed = bool(_signs(change.before) or _signs(change.after))
    return not is_signed and all(one.text in EMPTY for one in words)


def _signs(text: str) -> list[str]:
    """Return what `words_of` drops and is no empty word: signs and Japanese endings."""
    return re.findall(r"[<>≤≥±]|[\u3041-\u3096]+", text)


def _is_mistyped(one: str, two: str) -> bool:
    """Tell whether two words are one, with a letter wrong, missing, doubled or out of turn."""
    if min(len(one), len(two)) < SHORTEST or not (one + two).isalpha() or one[0] != two[0]:
        return False
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    rests = (one[start:], two[start:])
    is_near = _one_letter(*rests)
    is_end = start >= min(len(one), len(two)) - SUFFIX
    is_substance = SUBSTANCE.search(one) is not None or SUBSTANCE.search(two) is not None
    return is_near and not (is_end and is_substance)


def _one_letter(one: str, two: str) -> bool:
    """Tell whether two rests, first letters unlike, are one change of a letter apart."""
    if len(one) == len(two):
        is_turned = one[:2] == two[1::-1] and one[2:] == two[2:]
        return one[1:] == two[1:] or is_turned
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    return longer[1:] == shorter
