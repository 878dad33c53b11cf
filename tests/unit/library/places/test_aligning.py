"""What a text says and what a page prints are matched character by character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.library.places.aligning import align
from aliquot.types import Span


def matched(text: str, printed: str, words: str) -> str:
    start = text.index(words)
    found = align(text, printed, Span(start, start + len(words)))
    return "".join(printed[index] for index in found)


@pytest.mark.parametrize(
    ("text", "printed", "words", "expected"),
    [
        (
            "a definite first fish here",
            "a de\ufb01nite \ufb01rst \ufb01sh here",
            "first",
            "\ufb01rst",
        ),
        (
            "no antibiotics at all there",
            "no anti\u00adbioticsat all there",
            "antibiotics",
            "antibiotics",
        ),
        ("grown at 37 °C over night, then", "grown at 37 ¡C over night, then", "37 °C", "37¡C"),
        (
            "細胞を37度で培養した。次の日に",
            "細胞を37度で\n培養した。次の日に",
            "37度で培養",
            "37度で培養",
        ),
        (
            "The dose was 10⁻⁶ M for each well.",
            "The dose was 10–6 M for each well.",
            "10⁻⁶ M",
            "106M",
        ),
    ],
)
def test_a_stretch_is_found_as_it_is_printed(
    text: str, printed: str, words: str, expected: str
) -> None:
    found = matched(text, printed, words)
    assert "".join(found.replace("–", "").replace("\u00ad", "").split()) == expected


def test_words_that_are_not_printed_match_nothing() -> None:
    assert align("entirely other words", "0123456789 ABC", Span(0, 8)) == []


@given(st.text(alphabet="abcdefgh ", min_size=1, max_size=60), st.data())
def test_of_a_text_printed_as_it_is_every_stretch_is_found_whole(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = align(text, text, Span(start, end))
    assert found == [index for index in range(start, end) if text[index] != " "]
