"""Abbreviations a document defines, and the chunks found by them."""

from __future__ import annotations

import pytest

from aliquot.analysis.abbreviations import find_abbreviations, with_other_forms
from aliquot.types import Chunk, Span


def pairs(text: str) -> dict[str, str]:
    return {one.short: one.long for one in find_abbreviations(text)}


def chunk(text: str, header: str = "") -> Chunk:
    return Chunk(id="d#1", document_id="d", text=text, header=header, span=Span(0, len(text)))


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We measured high-density lipoprotein (HDL).", "HDL", "high-density lipoprotein"),
        ("HDL (high-density lipoprotein) rose.", "HDL", "high-density lipoprotein"),
        ("by messenger RNA (mRNA) levels", "mRNA", "messenger RNA"),
        ("kept in personal protective equipment (PPE)", "PPE", "personal protective equipment"),
        ("of colorectal carcinoma (CRC; n = 3)", "CRC", "colorectal carcinoma"),
        ("Ocimum sanctum (Os) was given", "Os", "Ocimum sanctum"),
        ("area under the curve (AUC) was", "AUC", "area under the curve"),
        ("Glutathione reductase, EC1.6.4.2 (GR)", "GR", "Glutathione reductase"),
        ("severe acute respiratory syndrome coronavirus 2 (SARS-CoV-2)", "SARS-CoV-2",
         "severe acute respiratory syndrome coronavirus 2"),
    ],
)  # fmt: skip
def test_definition_is_found(text: str, short: str, long: str) -> None:
    assert pairs(text) == {short: long}


@pytest.mark.parametrize(
    "text",
    [
        "in six medicinally important species of Ocimum from central Gujarat (India)",
        "as shown before (Fig. 1) and (Table 2)",
        "was significant (P < .001) and (n = 12)",
        "said Smith (2003) and others (see below)",
        "islands of the Indian coast (OI)",
        "in the first group (I) and second (II)",
        "water [12] and food [13, 14]",
        "opinion of the panel. Allergies and nutrition (NDA)",
        "the interval (95% CI)",
        "()(A)((B))[",
    ],
)
def test_bracket_that_defines_nothing_is_left(text: str) -> None:
    assert pairs(text) == {}


def test_short_form_of_two_things_is_none() -> None:
    text = "estrogen receptor (ER) in the endoplasmic reticulum (ER)"
    assert pairs(text) == {}


def test_plural_of_one_thing_is_one() -> None:
    text = "Small interfering RNA (siRNA) and later small interfering RNAs (siRNA)"
    assert pairs(text) == {"siRNA": "Small interfering RNA"}


def test_chunk_gets_the_form_it_does_not_write() -> None:
    text = "High-density lipoprotein (HDL) rose. HDL fell. High density lipoprotein was low."
    parts = [
        "High-density lipoprotein (HDL) rose.",
        "HDL fell.",
        "High density lipoprotein was low.",
    ]
    also = [one.also for one in with_other_forms(text, [chunk(part) for part in parts])]
    assert also == [(), ("High-density lipoprotein",), ("HDL",)]


def test_short_form_inside_a_word_is_none() -> None:
    text = "acute kidney injury (AKI) of TAKIN and aki"
    assert with_other_forms(text, [chunk("TAKIN and aki")])[0].also == ()


def test_header_counts_as_written() -> None:
    text = "acute kidney injury (AKI)"
    (found,) = with_other_forms(text, [chunk("AKI rose", header="Acute kidney injury")])
    assert found.also == ()


def test_other_forms_change_nothing_that_is_quoted_or_embedded() -> None:
    before = chunk("HDL fell.")
    (after,) = with_other_forms("high-density lipoprotein (HDL)", [before])
    assert (after.text, after.searchable_text) == (before.text, before.searchable_text)


def test_many_brackets_are_read_in_a_moment() -> None:
    assert pairs("(" * 20_000 + "a (AB) " * 20_000) == {}
