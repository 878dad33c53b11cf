from __future__ import annotations

import pytest

from aliquot.generation.verify import Verifier
from aliquot.types import Chunk, Citation, Span, Statement

START = 100


def chunk(text: str) -> Chunk:
    return Chunk(
        id="d#1", document_id="d", text=text, header="", span=Span(START, START + len(text))
    )


def cited(statement: str, quote: str, at: int = START, chunk_id: str = "d#1") -> Statement:
    citation = Citation(
        label="L",
        quote=quote,
        span=Span(at, at + len(quote)),
        chunk_id=chunk_id,
        document_id="d",
        source="/a",
        section="",
        page=None,
        verified=False,
    )
    return Statement(statement, (citation,))


def failing(statement: Statement, evidence: dict[str, Chunk]) -> tuple[str, ...]:
    return Verifier().verify(statement, evidence).removed.failed_gates


def gates(statement: str, quote: str) -> tuple[str, ...]:
    """Return what fails where the quote itself stands."""
    return failing(cited(statement, quote), {"d#1": chunk(quote)})


def test_what_passes_is_marked_verified() -> None:
    checked = Verifier().verify(cited("Heat it.", "Heat it."), {"d#1": chunk("Heat it.")})
    assert checked.passed
    assert all(one.verified for one in checked.statement.citations)


def test_what_fails_is_named_and_not_shown() -> None:
    checked = Verifier().verify(cited("Heat 5 min.", "Heat it."), {"d#1": chunk("Heat it.")})
    assert not checked.passed
    assert checked.removed.failed_gates == ("numbers",)


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("Use 4.7 µM.", "Use 4.7 μM of it."),  # Micro sign, Greek mu.
        ("1250 cells", "1,250 cells were seen"),
        ("at 37°C", "at 37 °C"),
        ("at 37 ℃", "at 37 °C"),
        ("84%", "84 % survived"),
        ("p < .05", "p < .05 (n = 3)"),
        ("−5 °C", "kept at -5 °C"),
        ("5分間", "5分間静置する"),
        ("10 mg", "10–20 mg and 10 mg"),
        ("two arms", "two arms of 30"),
    ],
)
def test_numbers_that_stand_in_the_quote_pass(statement: str, quote: str) -> None:
    assert gates(statement, quote) == ()


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("Use 4.7 mM.", "Use 4.7 µM."),
        ("Use 47 µM.", "Use 4.7 µM."),
        ("Wait 5 hours.", "Wait 5 minutes."),
        ("Wait 5 h.", "Wait 5 min."),
        ("kept at 5 °C", "kept at −5 °C"),
        ("kept at 5 °C", "kept at –5 °C"),
        ("p < .05", "p < .50"),
        ("84%", "84 patients"),
        ("5時間静置する", "5分静置する"),
        ("in 2021", "in 2012"),
    ],
)
def test_numbers_with_another_unit_sign_or_digit_fail(statement: str, quote: str) -> None:
    assert "numbers" in gates(statement, quote)


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("TP53 rose.", "TP53 rose after heat."),
        ("HEK293T cells", "in HEK293T cells"),
        ("ＴＰ５３ rose.", "TP53 rose."),
        ("mRNA was lost", "the mRNA was lost"),
    ],
)
def test_identifiers_that_stand_in_the_quote_pass(statement: str, quote: str) -> None:
    assert gates(statement, quote) == ()


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("TP63 rose.", "TP53 rose."),
        ("HEK293 cells", "HEK293T cells"),
        ("BRCA rose", "the gene rose"),
        ("p.R175H is lost", "p.R175C is lost"),
    ],
)
def test_identifiers_that_do_not_stand_in_the_quote_fail(statement: str, quote: str) -> None:
    assert "identifiers" in gates(statement, quote)


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("Plate 105 cells.", "Plate 10⁵ cells."),
        ("Plate 10⁵ cells.", "Plate 105 cells."),
        ("Use 10⁻⁶ M.", "Use 10⁶ M."),
        ("Use 10 M.", "Use 10⁻⁶ M."),
    ],
)
def test_a_power_of_ten_is_not_the_digits_it_is_written_with(statement: str, quote: str) -> None:
    assert gates(statement, quote) == ("numbers",)


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("Plate 10⁵ cells.", "Plate 10⁵ cells per well."),
        ("Plate 10^5 cells.", "Plate 10⁵ cells per well."),
        ("Use 3 × 10⁻⁶ M.", "We used 3 × 10⁻⁶ M virellin."),
    ],
)
def test_a_power_of_ten_passes_however_it_is_written(statement: str, quote: str) -> None:
    assert gates(statement, quote) == ()
