"""Whatever the text: an amount written is the amount found, and spans stay in order."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.quantities import CANONICAL, find_quantities
from aliquot.types import QuantityKind as Kind
from cpu_time import cpu_time

# Unit as written, kind, one of it in the canonical unit.
UNITS = (
    ("°C", Kind.TEMPERATURE, "1"), ("℃", Kind.TEMPERATURE, "1"), ("s", Kind.TIME, "1"),
    ("min", Kind.TIME, "60"), ("h", Kind.TIME, "3600"), ("分", Kind.TIME, "60"),
    ("時間", Kind.TIME, "3600"), ("µl", Kind.VOLUME, "1e-6"), ("uL", Kind.VOLUME, "1e-6"),
    ("mL", Kind.VOLUME, "1e-3"), ("L", Kind.VOLUME, "1"), ("mg", Kind.MASS, "1e-3"),
    ("kg", Kind.MASS, "1e3"), ("pmol", Kind.AMOUNT, "1e-12"), ("mM", Kind.MOLARITY, "1e-3"),
    ("µM", Kind.MOLARITY, "1e-6"), ("mg/ml", Kind.MASS_CONCENTRATION, "1"),
    ("ng/µl", Kind.MASS_CONCENTRATION, "1e-3"), ("%", Kind.FRACTION, "1"),
    ("U/ml", Kind.ACTIVITY_CONCENTRATION, "1e3"), ("x g", Kind.ACCELERATION, "1"),
    ("× g", Kind.ACCELERATION, "1"), ("rpm", Kind.ROTATION, "1"), ("mm", Kind.LENGTH, "1e-3"),
    ("nm", Kind.LENGTH, "1e-9"), ("kV", Kind.VOLTAGE, "1e3"), ("mA", Kind.CURRENT, "1e-3"),
    ("cells/ml", Kind.NUMBER_CONCENTRATION, "1e3"), ("cycles", Kind.COUNT, "1"),
)  # fmt: skip
units = st.sampled_from(UNITS)
# Whole numbers a bench sees, and decimals that cannot be thousands parted by a point.
numbers = st.one_of(
    st.integers(1, 99_999).map(Decimal),
    st.integers(1, 99_999).map(lambda number: Decimal(number) / 100),
)
spaces = st.sampled_from(("", " ", "\u00a0", "\u2009"))
FULL_WIDTH = str.maketrans("0123456789.,", "０１２３４５６７８９．，")
ways = st.sampled_from(("plain", "thousands", "comma", "full width"))


def written(number: Decimal, way: str) -> str:
    plain = f"{number:f}"
    whole = number == number.to_integral_value()
    if way == "thousands":
        return f"{number:,f}"
    if way == "comma" and not whole:
        return plain.replace(".", ",")
    return plain.translate(FULL_WIDTH) if way == "full width" else plain


@given(units, numbers, spaces, ways)
def test_amount_written_is_the_amount_found(
    unit: tuple[str, Kind, str], number: Decimal, space: str, way: str
) -> None:
    name, kind, scale = unit
    amount = f"{written(number, way)}{space}{name}"
    text = f"Then use {amount}, as before."
    [found] = find_quantities(text)
    assert found.span.of(text) == amount
    assert (found.kind, found.unit) == (kind, CANONICAL[kind])
    assert found.low == found.high == pytest.approx(float(number * Decimal(scale)), rel=1e-12)


@given(units, numbers, numbers, st.sampled_from(("-", "–", " - ", " to ", "~", "〜")))
def test_range_written_is_the_range_found(
    unit: tuple[str, Kind, str], one: Decimal, other: Decimal, between: str
) -> None:
    name, kind, scale = unit
    low, high = sorted((one, other))
    # What looks like 10⁻⁶ with its exponent on the line.
    if kind is Kind.MOLARITY and low == 10:
        return
    amount = f"{low:f}{between}{high:f} {name}"
    text = f"Then use {amount}, as before."
    [found] = find_quantities(text)
    assert found.span.of(text) == amount
    assert found.low == pytest.approx(float(low * Decimal(scale)), rel=1e-12)
    assert found.high == pytest.approx(float(high * Decimal(scale)), rel=1e-12)


fragments = st.sampled_from(
    ["1", "10", "5.", ",", "-", "–", "°", "C", " ", "x", "×", "g", "10^", "⁻⁶", "min", "h", "/",
     "ml", "and", "to", "up to ", "RT", "overnight", "'", "µ", "％", "分", "３", "(", ")", "%",
     "w/v", ":", "pH "]
)  # fmt: skip
anything = st.one_of(st.text(max_size=60), st.lists(fragments, max_size=14).map("".join))


@given(anything)
def test_spans_are_in_order_and_inside_the_text(text: str) -> None:
    end = 0
    for found in find_quantities(text):
        assert end <= found.span.start < found.span.end <= len(text)
        assert found.low <= found.high
        assert found.span.of(text).strip() == found.span.of(text)
        end = found.span.end


@given(anything, st.integers(0, 1_000))
def test_offset_moves_spans_and_nothing_else(text: str, offset: int) -> None:
    here, moved = find_quantities(text), find_quantities(text, offset)
    assert [(q.kind, q.low, q.span.start + offset) for q in here] == [
        (q.kind, q.low, q.span.start) for q in moved
    ]


@pytest.mark.parametrize(
    "piece",
    ["1 ", "1,", "5 and ", "10-", "1x", "1:", "9" * 50, "at -", "five ", "123 ", "123,", "１"],
)
def test_long_text_takes_time_in_proportion(piece: str) -> None:
    short, long = (_seconds(piece * (size // len(piece))) for size in (5_000, 40_000))
    # Eight times the text; what grows with its square takes 64 times the time.
    assert long < 24 * short + 0.05


def _seconds(text: str) -> float:
    with cpu_time() as spent:
        find_quantities(text)
    return spent.seconds
