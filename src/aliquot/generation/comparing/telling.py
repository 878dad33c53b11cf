"""What differs between two steps that belong together: values first, then words.

What enters: a step of each version. What leaves: each value that changed, by name, and the words
that stand in place of others. Values are paired where they stand in the sentence; what a rewritten
sentence states in another order, by what is measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from aliquot.generation.comparing.likeness import Marked
from aliquot.generation.comparing.values import Value, family, is_same, name_of, refers_to_step
from aliquot.generation.comparing.wording import is_minor, telling
from aliquot.types import ValueChange, WordChange

__all__ = ["Difference", "difference"]

# Words, runs of one Japanese script, and signs that say something; other punctuation does not.
TOKEN = re.compile(
    r"[^\W_\u3041-\u30ff\u3400-\u9fff々〆]+(?:['’.-][^\W_\u3041-\u30ff\u3400-\u9fff々〆]+)*"
    r"|[\u30a1-\u30fa\u30fc]+|[\u3400-\u9fff々〆]+|[\u3041-\u3096]+|[<>≤≥±]"
)
DIGITS = re.compile(r"\d+(?:\.\d+)*")
SAME_LOOK = str.maketrans({"µ": "μ", "º": "°", "˚": "°"})

Renumbered = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """What two steps say otherwise.

    Attributes:
        values: Values that changed.
        words: Words that changed.
        is_minor: Whether the words say the same.
    """

    values: tuple[ValueChange, ...] = ()
    words: tuple[WordChange, ...] = ()
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    mask: str
    start: int
    end: int
    value: Value | None = None


def difference(old: Marked, new: Marked, renumbered: Renumbered) -> Difference:
    """Return what two steps say otherwise; nothing where they say the same.

    Args:
        old: Of the older version.
        new: Of the newer one.
        renumbered: Newer number of a step by its older one.
    """
    if old.item.text == new.item.text and old.item.columns == new.item.columns:
        return Difference()
    if old.item.columns and new.item.columns:
        return _of_rows(old, new)
    return _of_words(old, new, renumbered)


# ------------------------------------------------------------------------------ sentences


def _of_words(old: Marked, new: Marked, renumbered: Renumbered) -> Difference:
    ours, theirs = _tokens(old), _tokens(new)
    matcher = SequenceMatcher(
        None, [one.mask for one in ours], [one.mask for one in theirs], autojunk=False
    )
    values: list[tuple[Value | None, Value | None]] = []
    gone: list[Value] = []
    came: list[Value] = []
    words: list[WordChange] = []
    for tag, i, end_old, j, end_new in matcher.get_opcodes():
        left, right = ours[i:end_old], theirs[j:end_new]
        if tag == "equal":
            values += [(one.value, two.value) for one, two in zip(left, right, strict=True)]
            continue
        gone += [one.value for one in left if one.value]
        came += [one.value for one in right if one.value]
        change = WordChange(_words(left, old.item.text), _words(right, new.item.text))
        words += [change] if change.before != change.after else []
    values += _paired(gone, came)
    changed = [one for one in values if not _is_kept(one, old, new, renumbered)]
    rewritten = [
        WordChange(one.text, two.text)
        for one, two in values
        if one and two and is_same(one, two) and _look(one.text) != _look(two.text)
    ]
    told = [*telling(words), *rewritten]
    return Difference(
        tuple(_value_change(one, two, old, new) for one, two in changed),
        # What says nothing is still why two steps are not the same, where nothing else is.
        tuple(told if told or changed else words),
        all(map(is_minor, words)),
    )


def _tokens(marked: Marked) -> list[_Token]:
    """Return words and values in order; values by what they measure alone."""
    text, end = marked.item.text, 0
    found: list[_Token] = []
    for value in (*marked.values, None):
        stop = len(text) if value is None else value.span.start
        found += [_Token(one[0].casefold(), *one.span()) for one in TOKEN.finditer(text, end, stop)]
        if value is not None:
            end = value.span.end
            found.append(_Token(f"<{family(value)}>", value.span.start, end, value))
    return found


def _words(tokens: Sequence[_Token], text: str) -> str:
    """Return the words among tokens as they stand, values left out."""
    runs: list[tuple[int, int]] = []
    is_open = False
    for one in tokens:
        if one.value is not None:
            is_open = False
        elif is_open:
            runs[-1] = (runs[-1][0], one.end)
        else:
            runs.append((one.start, one.end))
            is_open = True
    return " ".join(" ".join(text[start:end].split()) for start, end in runs)


def _paired(
    gone: Sequence[Value], came: Sequence[Value]
) -> Iterator[tuple[Value | None, Value | None]]:
    """Pair values that stand elsewhere: the same ones first, then those of one family."""
    left, right = list(gone), list(came)
    tests: tuple[Callable[[Value, Value], bool], ...] = (
        is_same,
        lambda one, two: family(one) == family(two),
    )
    for test in tests:
        for one in tuple(left):
            two = next((other for other in right if test(one, other)), None)
            if two is not None:
                left.remove(one)
                right.remove(two)
                yield one, two
    yield from ((one, None) for one in left)
    yield from ((None, two) for two in right)


def _is_kept(
    pair: tuple[Value | None, Value | None], old: Marked, new: Marked, renumbered: Renumbered
) -> bool:
    """Tell whether two values are no change: neither there, equal, or the number of one step."""
    one, two = pair
    if one is None or two is None:
        return one is two
    if is_same(one, two):
        return True
    if not (refers_to_step(one, old.item.text) and refers_to_step(two, new.item.text)):
        return False
    expected = [renumbered.get(number, number) for number in DIGITS.findall(one.text)]
    return expected == DIGITS.findall(two.text)


def _value_change(one: Value | None, two: Value | None, old: Marked, new: Marked) -> ValueChange:
    names = [
        name_of(value, marked.item.text)
        for value, marked in ((two, new), (one, old))
        if value is not None
    ]
    kinds = {family(value) for value in (one, two) if value is not None}
    # A name says more than what is measured.
    name = next((name for name in names if name not in kinds), names[0])
    return ValueChange(name, one.text if one else "", two.text if two else "")


def _look(text: str) -> str:
    return "".join(text.casefold().translate(SAME_LOOK).split())


# ------------------------------------------------------------------------------ rows


def _of_rows(old: Marked, new: Marked) -> Difference:
    """Compare two rows cell by cell, by the names of their columns."""
    ours, theirs = _named(old), _named(new)
    values: list[ValueChange] = []
    words: list[WordChange] = []
    row = new.item.cells[0]
    for key, (name, before) in ours.items():
        after = theirs.get(key, ("", before))[1]
        if _look(before) == _look(after):
            continue
        if any(map(str.isdigit, before + after)):
            is_key = before == old.item.cells[0]
            values.append(ValueChange(name if is_key else f"{row}, {name}", before, after))
        else:
            words.append(WordChange(before, after))
    return Difference(tuple(values), tuple(words), all(map(is_minor, words)))


def _named(row: Marked) -> dict[str, tuple[str, str]]:
    """Return a row's cells by column, each with the name as it is written; nameless by place."""
    found: dict[str, tuple[str, str]] = {}
    for number, cell in enumerate(row.item.cells):
        name = row.item.columns[number] if number < len(row.item.columns) else ""
        name = name or f"column {number + 1}"
        key = name.casefold()
        found[f"{key} {number}" if key in found else key] = (name, cell)
    return found
