"""The direction gate: a statement points the way its source does, and compares the same way round.

What enters: a statement and what its source says, both plain. What leaves: why it fails, or
nothing. A word of direction is held against that of the source which compares with the same thing
and has most words around it in common; "higher in A than in B" is also "lower in B than in A". A
change that the source gives no sign of is not supported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.generation.verify.amounts import amounts_of
from aliquot.generation.verify.bounds import check_bounds
from aliquot.generation.verify.direction_words import is_change
from aliquot.generation.verify.directions import Direction, directions_of

__all__ = ["SAME_WAY", "check_direction"]

# Of the best fitting words of the source those this near to the best may be the one meant.
NEAR_BEST = 0.85
# Axes on which one word may stand for another: what is suppressed is less.
SAME_WAY = frozenset({"amount", "effect", "worth"})
BEFORE_A_NUMBER = re.compile(r"\b(?:before|prior to|earlier than)\s\d", re.IGNORECASE)
SHOWS_BEFORE = re.compile(
    r"\b(?:until|by|within|up to|earl\w+|first|pre\w*|ago|advance)\b|[<≤]|前|まで|以内|未満", re.I
)
# Beginnings that two words of one stem share.
SHARED_BEGINNING = 5
# What shows a change without a word of direction: what is lost, spared, multiplied or opposed.
SHOWS_CHANGE = re.compile(
    r"fold|times|twice|doubl|tripl|hal(?:f|v)|loss|lost|lack|without|absen|deplet|knock|delet|silenc"
    r"|rescu|restor|recover|protect|kill|toxic|cidal|damag|impair|defect|defici|grow|gain|risk|caus"
    r"|lead|result|contribut|support|limit|control|prolifer|antagon|agonist|inducible|potent|benefi"
    r"|accumul|exce|carrier|slow|quick|rapid|differ|only|even|respons|effecti|efficien|remov|clear"
    r"|[><±≥≤↑↓]|多|少|高|低|強|弱|増|減|原因|欠|回復|改善|悪化",
    re.IGNORECASE,
)


def check_direction(statement: str, source: str) -> str:
    """Return which word of direction is contradicted or unfounded; empty where none is."""
    given = directions_of(source)
    for one in directions_of(statement):
        candidates = [other for other in given if other.axis == one.axis]
        if not candidates and one.axis in SAME_WAY:
            related = [other for other in given if other.axis in SAME_WAY]
            if not related and _is_unfounded(one, source):
                return f"the statement says “{one.written}”, and the source nothing of the kind"
        if one.axis == "time" and not candidates and _is_unfounded_before(statement, source):
            return f"the statement says “{one.written}”, and the source nothing of the kind"
        if one.axis in SAME_WAY and _is_said_otherwise(one, candidates, given):
            continue
        if reason := _contradicted(one, candidates):
            return reason
    return check_bounds(statement, source)


def _is_unfounded(one: Direction, source: str) -> bool:
    """Tell whether a change is stated of which the source says nothing, in words or numbers."""
    if not is_change(one.written) or SHOWS_CHANGE.search(source):
        return False
    return sum(not amount.is_weak for amount in amounts_of(source)) < 2


def _is_unfounded_before(statement: str, source: str) -> bool:
    """Tell whether a statement alone says that something is before a time in numbers."""
    return bool(BEFORE_A_NUMBER.search(statement)) and not SHOWS_BEFORE.search(source)


def _is_said_otherwise(
    one: Direction, candidates: Sequence[Direction], given: Sequence[Direction]
) -> bool:
    """Tell whether a word of another axis says it, nearer to the point: lowered, suppressed."""
    best = max((_alike(one, other) for other in candidates), default=0.0)
    return any(
        other.axis in SAME_WAY
        and other.axis != one.axis
        and other.sign == one.sign
        and _turn(one, other) == 1
        and _alike(one, other) > best
        for other in given
    )


def _contradicted(one: Direction, candidates: Sequence[Direction]) -> str:
    if not candidates:
        return ""
    candidates = _with_its_partner(one, candidates)
    scores = [_alike(one, other) for other in candidates]
    best = max(scores)
    meant = [
        other for other, score in zip(candidates, scores, strict=True) if score >= NEAR_BEST * best
    ]
    agreeing = [other for other in meant if other.sign * _turn(one, other) == one.sign]
    if agreeing:
        return _of_another(one, agreeing)
    other = meant[0]
    if other.sign == one.sign:
        return f"the sides of the comparison “{one.written} ... than” are exchanged"
    return f"the statement says “{one.written}” where the source says “{other.written}”"


def _of_another(one: Direction, agreeing: Sequence[Direction]) -> str:
    """Return why a comparison with the same thing is made of something else; empty where not."""
    if one.compared is None or not one.subject:
        return ""
    facing = [
        other
        for other in agreeing
        if other.subject and other.compared and one.compared[1] & other.compared[1]
    ]
    if not facing or any(_name_one(one.subject, other.subject) for other in facing):
        return ""
    said, given = (", ".join(sorted(side.subject)) for side in (one, facing[0]))
    return f"the source compares something else: {given}, and not {said}"


def _name_one(said: frozenset[str], given: frozenset[str]) -> bool:
    """Tell whether two names share a word, its beginning, or a symbol that may stand for one."""
    if said & given:
        return True
    return any(
        a[:SHARED_BEGINNING] == b[:SHARED_BEGINNING] or _are_short_for(a, b)
        for a in said
        for b in given
    )


def _are_short_for(one: str, other: str) -> bool:
    return one[0] == other[0] and min(len(one), len(other)) < SHARED_BEGINNING


def _with_its_partner(one: Direction, candidates: Sequence[Direction]) -> Sequence[Direction]:
    """Return those that compare with the same thing, where there are any."""
    if one.compared is None:
        return candidates
    partner = one.compared[1]
    same = [other for other in candidates if other.compared and partner & other.compared[1]]
    turned = [other for other in candidates if other.compared and partner & other.compared[0]]
    return same or (turned if any(_turn(one, other) < 0 for other in turned) else candidates)


def _alike(one: Direction, other: Direction) -> float:
    shared = sum(min(weight, other.context.get(stem, 0.0)) for stem, weight in one.context.items())
    return shared + (0.02 if one.written.casefold() == other.written.casefold() else 0.0)


def _turn(one: Direction, other: Direction) -> int:
    """Return -1 where the two compare the same things the other way round, else 1."""
    if one.compared is None or other.compared is None:
        return 1
    (a, b), (x, y) = one.compared, other.compared
    turned = len(a & y) + len(b & x)
    return -1 if turned > 2 * len(b & y) else 1
