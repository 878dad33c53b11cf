"""Amounts stand beside the blocks of protocols, tables with units in their headings included."""

from __future__ import annotations

import pytest

from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import BlockType, Document, DocumentKind


def build(grid: list[list[str]], kind: DocumentKind = DocumentKind.PROTOCOL) -> Document:
    out = DocumentBuilder()
    out.heading("PCR mix")
    out.table(grid)
    return out.build(kind=kind, title="PCR")


def amounts(document: Document) -> list[tuple[str, float]]:
    found = [one for block in document.blocks for one in block.quantities]
    return [(one.span.of(document.text), one.low) for one in found]


@pytest.mark.parametrize("heading", ["Volume (µl)", "Volume [µL]", "Volume, µl", "量（µl）"])
def test_numbers_under_a_heading_with_a_unit_are_amounts(heading: str) -> None:
    document = build([["Reagent", heading], ["Taq | mix", "0.5"], ["Water", "18.5"], ["Tube", "x"]])
    assert amounts(document) == [("0.5", 5e-7), ("18.5", 1.85e-5)]


def test_cells_with_their_own_unit_are_read_once() -> None:
    document = build([["Reagent", "Volume (µl)"], ["Water", "5 µl"], ["PBS, 10 mM", "2"]])
    assert amounts(document) == [("5 µl", 5e-6), ("10 mM", 0.01), ("2", 2e-6)]


def test_heading_without_a_unit_gives_numbers_no_meaning() -> None:
    assert amounts(build([["Item", "Cost (GBP)", "Part (no.)"], ["Tube", "5", "69506"]])) == []


def test_other_kinds_of_document_have_none() -> None:
    assert amounts(build([["A", "V (µl)"], ["x", "5"]], DocumentKind.NOTES)) == []


def test_headings_state_no_amounts() -> None:
    out = DocumentBuilder()
    out.heading("57 °C for 30 s")
    out.add(BlockType.STEP, "1. Heat to 57 °C", level=1, marker="1.")
    document = out.build(kind=DocumentKind.PROTOCOL, title="T")
    assert amounts(document) == [("57 °C", 57)]
