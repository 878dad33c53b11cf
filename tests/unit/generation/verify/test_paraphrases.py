"""What is told in other words passes, and what those words must not let through does not."""

from __future__ import annotations

import pytest

from aliquot.generation.verify import Verifier
from aliquot.types import Chunk, Citation, Span, Statement

SAMPLES = "6. Collect the samples at intervals of 3, 6 and 9 hours."
MARKERS = "The ISSR markers were more efficient than psbA-trnH sequences."
LEAVES = "The levels were higher in leaves than in roots."
NULL = "Our study found a null association of the variant with preeclampsia."
BRAIN = "The bones are involved. The central nervous system is not involved."
RARE = (
    "Considering the low incidence (2%), it is highly unlikely that a single centre will be able"
    " to collect the large number of cases required."
)


def failed(said: str, text: str, quote: str = "", header: str = "") -> tuple[str, ...]:
    """Return the gates that fail where the whole text is quoted, or a part of it."""
    chunk = Chunk(id="d#1", document_id="d", text=text, header=header, span=Span(0, len(text)))
    citation = Citation(
        label="L", quote=quote or text, span=Span(0, 0), chunk_id="d#1", document_id="d",
        source="/a", section="", page=None, verified=False,
    )  # fmt: skip
    return Verifier().verify(Statement(said, (citation,)), {"d#1": chunk}).removed.failed_gates


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("You should obtain more than 1 mg of DNA per gram.", "The DNA yield should be >1mg/g."),
        ("Fifty thousand events (50 000) are collected.", "12. Collect 50,000 events."),
        ("8.8 million people fell ill.", "8,800,000 people fell ill."),
        ("1000を超えるゲノムがある。", "千を超えるゲノムがある。"),
        ("対象は40歳以上です。", "Ages: 40 Years and older"),
        ("1日目にr-FSH 150 IUを投与します。", "On day one, r-FSH is given at 150 IU."),
        ("WHOの定める1日摂取量を超えない。", "It did not exceed the daily intake set by the WHO."),
        ("The OR was 0.99 (95% CI 0.71–1.39).", "The OR = 0.99,95%CI:0.71–1.39,P = 0.953."),
        ("It takes 10x to 100x coverage.", "Typically 10-100x coverage needed."),
    ],
)
def test_an_amount_in_another_form_is_the_same(said: str, source: str) -> None:
    assert failed(said, source) == ()


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("You should obtain 1 mg of DNA per gram.", "The DNA yield should be 1 mg per ml."),
        ("You should obtain 1 mg of RNA per gram.", "The DNA yield should be 1 mg per gram."),
        ("Fifty thousand events are collected.", "12. Collect 50 events."),
        ("Add 2 µL of 10X dye.", "10. Add 2 µL of 6X dye."),
        ("2日目にr-FSH 150 IUを投与します。", "On day one, r-FSH is given at 150 IU."),
        ("千を下回るゲノムがある。", "千を超えるゲノムがある。"),
        ("Samples are collected after 3, 3 and 9 h.", SAMPLES),
        ("Samples are collected before 3, 6 and 9 h.", SAMPLES),
    ],
)
def test_another_amount_fails_in_any_form(said: str, source: str) -> None:
    assert failed(said, source) != ()


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("Spin the lysate for 10 minutes at 15,000 × g.", "5. Centrifuge 15,000 x g for 10 min."),
        ("Plates were kept at 37 °C for one to two days.", "Incubate plates 24-48 h at 37°C."),
        ("EDTA stops the digestion.", "4. Quench the reaction by adding EDTA."),
        ("Add RNase A to the tube.", "4. Add RNaseA to the tube."),
        ("No association of the variant with preeclampsia was found.", NULL),
        ("The brain is spared, the central nervous system too.", BRAIN),
        ("One centre is unlikely to collect enough cases.", RARE),
        (
            "It lowers E2 production and raises androgen levels.",
            "It results in suppression of E2 production and increase in androgen levels.",
        ),
    ],
)
def test_other_words_for_one_thing_pass(said: str, source: str) -> None:
    assert failed(said, source) == ()


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("No association was not found.", "No association was found."),
        ("As preeclampsia is not common, one centre is unlikely to collect enough cases.", RARE),
        ("Hexanal activated all three pathogens.", "Hexanal was fungistatic on all pathogens."),
        ("長い配列のアラインメントは見逃す。", "多い配列や短い配列のアラインメントは見逃す。"),
    ],
)
def test_what_is_denied_or_turned_in_other_words_fails(said: str, source: str) -> None:
    assert failed(said, source) != ()


@pytest.mark.parametrize(
    ("said", "source", "fails"),
    [
        ("The plastid barcode was more efficient than psbA-trnH.", MARKERS, True),
        ("ISSR was more efficient than psbA-trnH.", MARKERS, False),
        ("They were higher in stems than in roots.", LEAVES, True),
        ("Expression was higher in leaves than in roots.", LEAVES, False),
    ],
)
def test_what_is_compared_is_what_the_source_compares(said: str, source: str, fails: bool) -> None:
    assert bool(failed(said, source)) is fails


def test_a_name_may_stand_in_the_sentence_that_the_quote_points_back_to() -> None:
    quote = "This index is built from overlapping 11-mers."
    text = f"BLAT keeps an index of the DNA in memory. {quote}"
    assert failed("The DNA index is built from overlapping 11-mers.", text, quote) == ()
    assert failed("The RNA index is built from overlapping 11-mers.", text, quote) != ()


def test_a_name_of_a_sentence_that_is_not_pointed_back_to_does_not_count() -> None:
    quote = "An index is built from overlapping 11-mers."
    text = f"BLAT keeps the DNA in memory. {quote}"
    assert failed("A DNA index is built from overlapping 11-mers.", text, quote) != ()


def test_an_item_of_a_list_is_read_under_the_line_that_opens_the_list() -> None:
    quote = "a. 6 µL TEMED"
    text = f"2. To create a PAGE gel combine:\n{quote}\n3. Pour it."
    assert failed("The PAGE gel gets 6 µL of TEMED.", text, quote) == ()
