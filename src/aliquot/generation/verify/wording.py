"""The words gate: most of what a statement says, its source says in words of the same stems.

What enters: a statement and its support, both plain. What leaves: why it fails, or nothing. It
catches statements cited with sentences about something else; synonyms and the words of the title
leave room for a paraphrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from aliquot.generation.verify.amounts import amounts_of
from aliquot.generation.verify.bounds import bounds_of
from aliquot.generation.verify.directions import directions_of
from aliquot.generation.verify.plain import Word, words_of
from aliquot.generation.verify.senses import is_light, sense
from aliquot.generation.verify.support import Support

__all__ = ["check_words", "covered"]

# Least share of a statement's content that has to be covered.
# Chosen beforehand, not fitted; how it fares is in benchmarks/results/attacks.json.
LEAST_COVERED = 0.5
# A word that only stands in a heading is context, not what is said.
HEADING_WORD = 0.5
# Beginnings that two words of one stem share: "sequenc-ing", "sequenc-es"; "induc-tion".
SHARED_BEGINNING = 5
# What an amount with its unit weighs that stands in both, next to words of up to 2: a protocol is
# told by its amounts.
AMOUNT = 1.0
# Words in katakana are words of other languages, and no longer than those.
LOAN = 2.0
KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]")
CJK = re.compile("[\u3005-\u3007\u30a1-\u30fa\u30fc\u3400-\u9fff]")


def check_words(statement: str, support: Support) -> str:
    """Return why too little of a statement stands in its source; empty where enough does."""
    share, missing = covered(statement, support)
    if share >= LEAST_COVERED:
        return ""
    listed = ", ".join(f"“{one}”" for one in missing[:5])
    return f"the quote speaks of something else: it has no {listed}"


def covered(statement: str, support: Support) -> tuple[float, list[str]]:
    """Return which share of a statement's content is covered, and the words that are not."""
    told = [one.written for one in directions_of(statement)]
    told += [one.written for one in bounds_of(statement).values()]
    pointing = {unit for one in told for word in words_of(one) for unit in _of_word(word)}
    quoted = " | ".join((*support.quotes, support.columns))
    said = _units(quoted)
    around = _units(f"{support.around} | {support.stated}")
    total = found = _measured(statement, quoted)
    missing = []
    for unit, weight in _weighed(statement):
        if unit in pointing:
            continue
        total += weight
        if _stands(unit, said):
            found += weight
        elif _stands(unit, around):
            found += weight * HEADING_WORD
        else:
            missing.append(unit)
    return (found / total if total else 1.0), list(dict.fromkeys(missing))


def _measured(statement: str, quoted: str) -> float:
    """Return how much the amounts weigh that both name with one unit."""
    said, given = (
        {(one.dimension, one.size) for one in amounts_of(text) if one.dimension or one.scale != 1}
        for text in (statement, quoted)
    )
    return AMOUNT * len(said & given)


def _weighed(text: str) -> Iterator[tuple[str, float]]:
    """Yield what a text is made of; longer words say more, units of amounts nothing here."""
    amounts = [(one.start, one.name_end) for one in amounts_of(text)]
    for word in words_of(text):
        if any(start <= word.start < end for start, end in amounts) or is_light(word.stem):
            continue
        units = _of_word(word)
        for unit in units:
            if CJK.match(unit):
                is_loan = KATAKANA.match(unit) is not None
                yield unit, min(1.0, LOAN / len(units)) if is_loan else 1.0
            elif word.is_content and len(unit) > 1:
                yield unit, min(len(word.text), 10) / 5


def _of_word(word: Word) -> list[str]:
    """Return the sense of a word; of a run of kanji or katakana its pairs of characters."""
    if not CJK.match(word.text) or len(word.text) < 2:
        return [sense(word.stem)]
    return [word.text[n : n + 2] for n in range(len(word.text) - 1)]


@lru_cache(maxsize=512)
def _units(text: str) -> frozenset[str]:
    units = {unit for word in words_of(text) for unit in _of_word(word)}
    beginnings = {unit[:SHARED_BEGINNING] for unit in units if len(unit) > SHARED_BEGINNING}
    return frozenset(units | beginnings)


def _stands(unit: str, units: frozenset[str]) -> bool:
    return unit in units or (len(unit) > SHARED_BEGINNING and unit[:SHARED_BEGINNING] in units)
