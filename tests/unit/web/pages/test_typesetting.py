"""Numbers stay beside their units, in the same words, and nothing of a text becomes markup."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from aliquot.web.pages.typesetting import kept_together, typeset


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("kept at 18 °C for 15 min", ["18 °C", "15 min"]),
        ("an IC50 of 4.7 µM (95 % interval)", ["4.7 µM", "95 %"]),
        ("32–33.5 °C, then 1,200 x g", ["32–33.5 °C", "1,200 x g"]),
        ("10 mg/kg to 0.5 × 10 mL", ["10 mg/kg", "0.5 × 10 mL"]),
        ("分注して-80 °Cに保存し、4 °Cで2週間", ["-80 °C", "4 °C"]),
        ("in 3 methods of 2020 by 12 people", []),
        ("HL-P02 m, GLW7 s", []),
    ],
)
def test_a_number_stays_with_its_unit(text: str, together: list[str]) -> None:
    assert re.findall(r'<span class="nowrap">([^<]+)</span>', kept_together(text)) == together


@given(st.text(alphabet="0123456789 .,-–±×°CµMmin%<>&'\"ab", max_size=60))
def test_the_words_are_the_same_and_all_else_is_escaped(text: str) -> None:
    made = kept_together(text)
    bare = re.sub(r'<span class="nowrap">|</span>', "", made)
    assert "<" not in bare
    assert Markup(bare).unescape() == text


def test_an_arrow_of_a_table_is_one() -> None:
    assert typeset("temperature: 18 °C -> 16 °C") == (
        'temperature: <span class="nowrap">18 °C</span> → <span class="nowrap">16 °C</span>'
    )
