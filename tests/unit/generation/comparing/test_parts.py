"""The parts of a comparison: values and their names, likeness, chains, minor words, bounds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.generation.comparing.aligning import align
from aliquot.generation.comparing.chaining import heaviest_chain
from aliquot.generation.comparing.items import Item
from aliquot.generation.comparing.likeness import Marked, likeness
from aliquot.generation.comparing.values import is_same, name_of, values_of
from aliquot.generation.comparing.wording import is_minor
from aliquot.types import Span, WordChange
from cpu_time import cpu_time


def marked(text: str, place: int = 0) -> Marked:
    return Marked(Item(text, Span(0, len(text)), text.casefold()), place)


@pytest.mark.parametrize(
    ("text", "value", "name"),
    [
        ("Add 1 µg/ml puromycin to the cells.", "1 µg/ml", "puromycin"),
        ("Select with puromycin (1 µg/ml) for 2 days.", "1 µg/ml", "puromycin"),
        ("Add 65 µL of Protein Precipitation Solution.", "65 µL", "Protein Precipitation Solution"),
        ("Transfer 20 polyps per tube.", "20", "polyps"),
        ("Expected survival on day 5: 78 %.", "78 %", "Expected survival on day 5"),
        ("Incubate at 56 °C.", "56 °C", "temperature"),
        ("Run 40 cycles of 95 °C for 15 s.", "40 cycles", "cycles"),
        ("固定液1 mLに移す。", "1 mL", "固定液"),
        ("0.5 %パラホルムアルデヒドで固定する。", "0.5 %", "パラホルムアルデヒド"),
        ("Repeat steps 3-5 twice.", "3-5", "step"),
    ],
)
def test_a_value_is_named_by_what_it_is_of(text: str, value: str, name: str) -> None:
    found = next(one for one in values_of(text) if one.text == value)
    assert name_of(found, text) == name


@pytest.mark.parametrize("text", ["line HSL-R1", "IL-7", "the 3' end", "pUC19", "CAS 50-00-0"])
def test_numbers_in_names_are_no_values(text: str) -> None:
    assert values_of(text) == []


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [("1 h", "60 min", True), ("100 µL", "0.1 mL", True), ("5 mg", "5 µg", False)],
)
def test_values_are_compared_in_one_unit(one: str, two: str, same: bool) -> None:
    (left,), (right,) = values_of(f"for {one}."), values_of(f"for {two}.")
    assert is_same(left, right) is same


@pytest.mark.parametrize(
    ("before", "after"),
    [("resuspned", "resuspend"), ("occured", "occurred"), ("the", ""), ("wash", "washing")],
)
def test_words_that_say_the_same_are_minor(before: str, after: str) -> None:
    assert is_minor(WordChange(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ethanol", "methanol"),
        ("nitrate", "nitrite"),
        ("hypotonic", "hypertonic"),
        ("", "not"),
        ("する", "しない"),
        ("supernatant", "pellet"),
    ],
)
def test_words_that_say_something_else_are_not_minor(before: str, after: str) -> None:
    assert not is_minor(WordChange(before, after))


def test_a_step_with_another_temperature_is_nearly_the_same_step() -> None:
    one, two = marked("Incubate at 56 °C for 1 h."), marked("Incubate at 60 °C for 2 h.")
    assert 0.8 < likeness(one, two) < 1


def test_steps_that_share_only_their_verb_are_unlike() -> None:
    assert likeness(marked("Add the lysis buffer."), marked("Add DNA to the column.")) < 0.5


PAIRS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from([0.25, 0.5, 1.0])), max_size=9
)


def heaviest_by_trial(pairs: list[tuple[int, int, float]]) -> float:
    best = 0.0
    for chosen in range(1 << len(pairs)):
        chain = sorted(pair for at, pair in enumerate(pairs) if chosen >> at & 1)
        steps = pairwise(chain)
        if all(one[0] < two[0] and one[1] < two[1] for one, two in steps):
            best = max(best, sum(pair[2] for pair in chain))
    return best


@given(PAIRS)
def test_no_other_chain_is_heavier(pairs: list[tuple[int, int, float]]) -> None:
    chain = heaviest_chain(pairs)
    assert sum(pair[2] for pair in chain) == heaviest_by_trial(pairs)
    steps = pairwise(chain)
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in steps)


def test_thousands_of_repeated_lines_are_bounded() -> None:
    lines = ["Vortex the tube.", "Spin at 5000 x g for 2 min.", "Discard the supernatant."]
    old = [marked(lines[n % 3], n) for n in range(900)]
    new = [marked(lines[(n + 1) % 3], n) for n in range(900)]
    with cpu_time() as spent:
        found = align(old, new)
        # All pairs of them would be 810,000, and take ten times as long.
    assert spent.seconds < 2
    assert len(found.kept) > 800
