from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.errors import ConfigError
from aliquot.filters import MAX_PARTS, both, describe, parse_filter, validate
from aliquot.types import FIELDS, And, Comparison, Filter, Not, Operator, Or

TEXT_FIELDS = sorted(name for name, spec in FIELDS.items() if spec.type == "text")
NUMBER_FIELDS = sorted(name for name, spec in FIELDS.items() if spec.type == "number")
ORDERED = [Operator.LT, Operator.LE, Operator.GT, Operator.GE]

numbers = st.integers(-3000, 3000) | st.floats(-1e6, 1e6)
texts = st.text(max_size=12)


def comparisons() -> st.SearchStrategy[Filter]:
    equal = st.sampled_from([Operator.EQ, Operator.NE])
    number_field, text_field = st.sampled_from(NUMBER_FIELDS), st.sampled_from(TEXT_FIELDS)
    in_ = st.just(Operator.IN)

    def some(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
        return st.lists(values, min_size=1, max_size=3).map(tuple)

    return st.one_of(
        st.builds(Comparison, number_field, equal | st.sampled_from(ORDERED), numbers),
        st.builds(Comparison, text_field, equal, texts),
        st.builds(Comparison, number_field, in_, some(numbers)),
        st.builds(Comparison, text_field, in_, some(texts)),
        st.builds(Comparison, number_field | text_field, st.just(Operator.EXISTS)),
    )


def filters() -> st.SearchStrategy[Filter]:
    def grown(parts: st.SearchStrategy[Filter]) -> st.SearchStrategy[Filter]:
        several = st.lists(parts, min_size=2, max_size=3).map(tuple)
        return st.builds(And, several) | st.builds(Or, several) | st.builds(Not, parts)

    return st.recursive(comparisons(), grown, max_leaves=6)


@given(filters())
def test_what_is_described_parses_to_the_same_filter(where: Filter) -> None:
    assert parse_filter(describe(where)) == where


@given(st.text(max_size=60))
def test_any_text_gives_a_sound_filter_or_a_config_error(expression: str) -> None:
    with suppress(ConfigError):
        validate(parse_filter(expression))


def test_and_binds_tighter_than_or() -> None:
    found = parse_filter("kind = paper or kind = trial and phase = 3")
    kind = Comparison("kind", Operator.EQ, "trial")
    phase = Comparison("phase", Operator.EQ, 3)
    assert found == Or((Comparison("kind", Operator.EQ, "paper"), And((kind, phase))))


def test_words_and_symbols_mean_the_same() -> None:
    assert parse_filter("year ge 2020") == parse_filter("year >= 2020")
    assert parse_filter("kind ne paper") == parse_filter("kind != paper")


def test_keywords_may_be_quoted_values() -> None:
    assert parse_filter("title = 'not'") == Comparison("title", Operator.EQ, "not")


def test_no_filter_is_an_empty_expression() -> None:
    assert describe(None) == ""


@pytest.mark.parametrize(
    ("expression", "message", "hint"),
    [
        ("yaer >= 2020", "no field called 'yaer'", "'year'"),
        ("kind > paper", "cannot be ordered", "="),
        ("year = soon", "'year' is a number", "year >= 2020"),
        ("year in 2020", "lacks '['", "Write"),
        ("year =", "ends where a value", "Write"),
        ("year", "ends where an operator", "Write"),
        ("", "ends where a field", "Write"),
        ("kind = paper kind = trial", "Unexpected 'kind'", "Write"),
        ("(kind = paper", "lacks ')'", "Write"),
        ('title = "open', "Cannot read", "Write"),
        ("year ~ 2020", "not an operator", "Write"),
        ("year = nan", "out of bounds", "Write"),
        ("year < inf", "out of bounds", "Write"),
        ("page = 99999999999999999999999", "out of bounds", "Write"),
    ],
)
def test_errors_say_what_is_wrong_and_how_to_write_it(
    expression: str, message: str, hint: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_filter(expression)
    assert message in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize("prefix", ["(", "not "])
def test_endless_nesting_is_refused(prefix: str) -> None:
    with pytest.raises(ConfigError, match="too deep"):
        parse_filter(prefix * 50_000 + "year = 1")


def test_endless_alternatives_are_refused() -> None:
    with pytest.raises(ConfigError, match="too large"):
        parse_filter(" or ".join(["year = 1"] * (MAX_PARTS + 1)))


@pytest.mark.parametrize(
    "where",
    [
        Comparison("year", Operator.EQ, True),
        Comparison("year", Operator.EQ, "2020"),
        Comparison("kind", Operator.EQ, 3),
        Comparison("kind", Operator.EQ, ("paper",)),
        Comparison("kind", Operator.IN, "paper"),
        Comparison("colour", Operator.EXISTS),
    ],
)
def test_a_filter_built_by_hand_is_checked_too(where: Filter) -> None:
    with pytest.raises(ConfigError):
        validate(Not(And((where,))))


def test_a_condition_said_twice_is_joined_once() -> None:
    trial, phase = parse_filter("kind = trial"), parse_filter("phase = 2")
    assert both(trial, trial) == trial
    assert describe(both(trial, both(trial, phase))) == 'kind = "trial" and phase = 2'


@given(filters(), filters())
def test_joining_again_changes_nothing(one: Filter, other: Filter) -> None:
    joined = both(one, other)
    assert both(joined, one) == both(joined, other) == joined
