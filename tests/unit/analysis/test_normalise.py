"""One spelling for one character sequence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.normalise import normalise


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("10 µg and 10 μg", "10 ug and 10 ug"),
        ("μ-opioid", "mu-opioid"),
        ("TNFα", "TNF-alpha"),
        ("NF-κB", "NF-kappa-B"),
        ("10⁻⁶ M", "10^-6 M"),
        ("10⁶", "10^6"),
        ("H₂O₂", "H2O2"),
        ("m⁻¹", "m-1"),
        ("cells¹²", "cells 12"),
        ("Sterivex™", "Sterivex "),
        ("37 ºC", "37 °C"),
        ("eﬃcient", "efficient"),
        ("a\u2010b\u2011c\u2012d\u2013e\u2212f", "a-b-c-d-e-f"),
        ("yes—no", "yes no"),
        ("5′ ’ ‘", "5' ' '"),
        ("in\u00advivo\u200b", "invivo"),
        ("naïve Øresund Müller", "naive Oresund Muller"),
        ("ＴＰ５３", "TP53"),
        ("ｶﾞﾝ", "ガン"),
        ("ガ", "ガ"),
        ("κύτταρο", "κυτταρο"),
        ("CD8(+)", "CD8+"),
    ],
)
def test_spellings_are_unified(text: str, plain: str) -> None:
    assert normalise(text) == plain


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_is_left_alone(text: str) -> None:
    assert normalise(text) == text.replace("(+)", "+")


@given(st.text())
def test_normalising_lines_apart_is_the_same(text: str) -> None:
    assert normalise(f"{text}\n{text}") == f"{normalise(text)}\n{normalise(text)}"
