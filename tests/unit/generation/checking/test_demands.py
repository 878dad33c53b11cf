from __future__ import annotations

import pytest

from aliquot.generation.checking.demands import demands_unmet, without_steps
from aliquot.generation.verify.support import Support
from aliquot.types import Gate


def failed(claim: str, source: str, around: str = "") -> list[Gate]:
    support = Support(quotes=(source,), sentences=(source,), columns="", around=around)
    return [one.gate for one in demands_unmet(claim, without_steps(support))]


def test_the_number_of_a_step_proves_no_amount() -> None:
    source = "10. Add 2 µL of 6X dye."
    assert failed("Add 2 µL of 10X dye.", source) == [Gate.NUMBERS]
    assert failed("Add 2 µL of 6X dye.", source) == []


@pytest.mark.parametrize(
    ("claim", "source", "around"),
    [
        ("Virellin suppresses growth of cells.", "Growth of cells with virellin.", ""),
        ("HBDは血液で少なく発現する。", "HBDは血液で発現する。", ""),
        ("It is heated for at least 30 min.", "It is heated for 30 min.", ""),
    ],
)
def test_a_direction_has_to_be_said_by_the_source(claim: str, source: str, around: str) -> None:
    assert failed(claim, source, around) == [Gate.DIRECTION]


@pytest.mark.parametrize(
    ("claim", "source", "around"),
    [
        ("Virellin suppresses growth.", "Growth.", "Virellin inhibits cells"),
        ("It is heated for at least 30 min.", "It is heated for ≥ 30 min.", ""),
        ("Sheep older than 12 months were bled.", "Sheep (>12 months) were bled.", ""),
    ],
)
def test_a_direction_may_be_said_by_a_sign_or_the_heading(
    claim: str, source: str, around: str
) -> None:
    assert failed(claim, source, around) == []


def test_what_a_source_supposes_does_not_prove_a_flat_claim() -> None:
    source = "This may be due to the synergistic activity of different components."
    assert failed("It is due to synergistic activity of components.", source) == [Gate.ENTAILMENT]
    assert failed("It may be due to synergistic activity of components.", source) == []


@pytest.mark.parametrize(
    "source",
    [
        "The culture was shaken at 30 °C overnight, which may warm it.",
        "The culture was more likely to be shaken at 30 °C overnight.",
        "In May 2020 the culture was shaken at 30 °C overnight.",
    ],
)
def test_a_word_that_supposes_something_else_is_no_hedge(source: str) -> None:
    assert Gate.ENTAILMENT not in failed("The culture was shaken at 30 °C overnight.", source)
