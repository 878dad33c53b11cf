"""How vectors are rounded to what is kept, and that nothing is lost by rounding them again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aliquot.storage.vectors_local.packing import as_float32, packed

DTYPES = ("float32", "float16", "int8")

ROWS = arrays(
    np.float32,
    st.tuples(st.integers(1, 5), st.integers(1, 40)),
    elements=st.floats(-1, 1, width=16),
).filter(lambda rows: bool((np.linalg.norm(rows, axis=1) > 1e-3).all()))


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@given(rows=ROWS, dtype=st.sampled_from(DTYPES))
def test_what_was_rounded_once_stays_as_it_is(rows: np.ndarray, dtype: str) -> None:
    once = packed(unit(rows), dtype)
    twice = packed(once.floats(slice(None)), dtype)
    assert np.array_equal(once.numbers, twice.numbers)
    assert np.array_equal(once.floats(slice(None)), twice.floats(slice(None)))


@given(rows=ROWS)
def test_int8_rows_are_of_unit_length_and_near_what_they_stand_for(rows: np.ndarray) -> None:
    rows = unit(rows)
    kept = packed(rows, "int8").floats(slice(None))
    assert np.allclose(np.linalg.norm(kept, axis=1), 1, atol=1e-6)
    # Half a step for rounding, and as much again for the length restored.
    steps = np.abs(rows).max(axis=1, keepdims=True) / 127
    assert (np.abs(kept - rows) <= 0.5 * steps + 0.5 * np.sqrt(rows.shape[1]) * steps).all()


def test_the_largest_number_of_a_row_takes_the_largest_code() -> None:
    rows = packed(unit(np.array([[0.02, -0.4, 0.1], [3.0, 1.0, 0.0]], np.float32)), "int8")
    assert rows.numbers.tolist() == [[6, -127, 32], [127, 42, 0]]


def test_every_finite_half_becomes_the_same_float() -> None:
    halves = np.arange(65536, dtype=np.uint16).view(np.float16)
    finite = halves[np.isfinite(halves)]
    widened = as_float32(finite)
    assert np.array_equal(widened, finite.astype(np.float32))
    assert np.array_equal(np.signbit(widened), np.signbit(finite))


@pytest.mark.parametrize("dtype", DTYPES)
def test_rows_picked_are_the_rows_of_the_whole(dtype: str) -> None:
    rows = packed(unit(np.random.default_rng(0).standard_normal((9, 7)).astype("f4")), dtype)
    places = np.array([4, 0, 8], dtype=np.intp)
    assert np.array_equal(rows.floats(places), rows.floats(slice(None))[places])
