from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.sentences import sentence_spans
from cpu_time import cpu_time


def split(text: str) -> list[str]:
    return [span.of(text) for span in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "As shown by Smith et al. (2020), growth stopped.",
        "As shown by Smith et al. Nature paid for it.",
        "See Fig. 2 and Figs. 3 and 4 of Ref. 12.",
        "We grew E. coli and S. aureus, e.g. in LB vs. M9, i.e. Minimal medium.",
        "The dose was 0.5 mg/kg i.p. Version 2.1 of the protocol.",
        "J. Smith and A. B. Jones of St. Louis paid for it.",
        "Bought from Sigma (Cat. No. 1234, approx. 5 g).",
        "Values are means ± s.d. and s.e.m. (n = 3).",
        "Salmonella sp. PS3 and C. elegans var. Bristol were kept.",
        "1. Mix gently.",
        "Figure 1. Survival of mice.",
        "Supplementary Table S3. Primers.",
        "It rose vs. control, p<0.05, in no. 5.",
    ],
)
def test_sentence_with_full_stops_stays_whole(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It grew. We stopped.", ["It grew.", "We stopped."]),
        ("p53 rose. mRNA fell. p21 rose.", ["p53 rose.", "mRNA fell.", "p21 rose."]),
        ("It fell. β-catenin rose.", ["It fell.", "β-catenin rose."]),
        ("As shown by Lee et al. The cells died.", ["As shown by Lee et al.", "The cells died."]),
        ("It grew.12,13 However, no. The end.", ["It grew.12,13", "However, no.", "The end."]),
        ("It grew.[4] We stopped.", ["It grew.[4]", "We stopped."]),
        ("(It grew.) We stopped! Why? So.", ["(It grew.)", "We stopped!", "Why?", "So."]),
        ("Treated with vitamin C. The rest.", ["Treated with vitamin C.", "The rest."]),
        ("It was at 37 °C. Cells grew.", ["It was at 37 °C.", "Cells grew."]),
        ("細胞を洗う。次に進む！本当？はい", ["細胞を洗う。", "次に進む！", "本当？", "はい"]),
        (
            "効率は3.5%だった。「有効だ。」と述べた。",
            ["効率は3.5%だった。", "「有効だ。」と述べた。"],
        ),
        ("A heading\n\nA wrapped\nline.", ["A heading", "A wrapped\nline."]),
        ("| a | b |\n| 1. | 2 |", ["| a | b |", "| 1. | 2 |"]),
        ("Add:\n- salt\n- water", ["Add:", "- salt", "- water"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


@pytest.mark.parametrize("text", ["", " \n\t ", "\n\n"])
def test_blank_text_has_no_sentences(text: str) -> None:
    assert sentence_spans(text) == []


@given(st.text(alphabet="aA1. \n。?!)「」|-é[]", max_size=200) | st.text(max_size=100))
def test_sentences_hold_every_solid_character_once(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join("".join(text.split())) == "".join("".join(s.of(text).split()) for s in spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert all(span.of(text) == span.of(text).strip() != "" for span in spans)


@pytest.mark.parametrize("unit", [".", "x", "a.) ", ".x", "\n ", "。", "1,", "J. ", "[1", "\n\n"])
def test_time_is_linear_in_the_length(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    with cpu_time() as spent:
        sentence_spans(text)
    assert spent.seconds < 2
