"""Symbols are read as drawn, whatever the font states; what is not certain is flagged.

Every fault here was met in published papers: 10 µl stored as 10 ml, P < 0.05 as P50.05.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.layout.symbol_context import has_doubtful_symbol, read_symbols
from aliquot.parsing.pdf.pages.symbol_fonts import meaning
from aliquot.parsing.pdf.pages.symbols import is_suspect, to_superscript
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Block, Document

from .symbol_pdf import Symbol, write_symbol_pdf


def parse(path: Path) -> Document:
    (document,) = PdfParser().parse(path)
    return document


def only_block(document: Document) -> Block:
    (block,) = document.blocks
    return block


@pytest.mark.parametrize(
    ("before", "symbol", "after", "read"),
    [
        ("Add 10 ", Symbol("µ", "m"), "l of enzyme to the tube.", "Add 10 μl of enzyme"),
        ("Add 10 ", Symbol("µ", "l"), "l of enzyme to the tube.", "Add 10 μl of enzyme"),
        ("The groups differ (P ", Symbol("<", "5"), " 0.05) by far.", "(P < 0.05)"),
        ("The groups differ (P", Symbol("<", ","), "0.05) by far.", "(P<0.05)"),
        ("Their age was over (n ", Symbol(">", "."), " 60) in all.", "(n > 60)"),
        ("The mean was taken (n ", Symbol("=", "¼"), " 12) in all.", "(n = 12)"),
        ("The mean was taken (n ", Symbol("=", "5"), " 12) in all.", "(n = 12)"),
        ("The mean was taken (n ", Symbol("=", "\ufffd"), " 12) in all.", "(n = 12)"),
        ("They weighed 5.2 ", Symbol("±", "6"), " 0.3 g each.", "5.2 ± 0.3 g"),
        ("Cells were spun at 300 ", Symbol("×", "3"), " g for a while.", "300 × g"),
        ("Tubes were kept at 37 ", Symbol("°", "8"), "C for a night.", "37 °C for"),
        ("Tubes were kept at ", Symbol("−", "2"), "20 degrees.", "at −20 degrees"),
        ("Tubes were kept at ", Symbol("−", "À"), "20 degrees.", "at −20 degrees"),
        ("Tubes were kept at ", Symbol("−", "Ð"), "20 degrees.", "at −20 degrees"),
        ("Sodium is read as Na", Symbol("+", "þ"), " in all tubes.", "Na+ in"),
        ("The dose was ", Symbol("≤", "#"), " 5 mg per day.", "was ≤ 5 mg"),
        ("The dose was ", Symbol("≥", "$"), " 5 mg per day.", "was ≥ 5 mg"),
    ],
)
def test_symbol_is_read_as_drawn(
    tmp_path: Path, before: str, symbol: Symbol, after: str, read: str
) -> None:
    block = only_block(parse(write_symbol_pdf(tmp_path / "a.pdf", [[before, symbol, after]])))
    assert read in block.text
    assert "symbol_repaired" in block.flags
    assert "symbol_suspect" not in block.flags


def test_receipt_names_the_characters_as_stored(tmp_path: Path) -> None:
    line = ["Add 10 ", Symbol("µ", "m"), "l, then 5 ", Symbol("µ", "m"), "l of the enzyme."]
    document = parse(write_symbol_pdf(tmp_path / "a.pdf", [line]))
    assert any("m as μ (2)" in warning for warning in document.warnings)


def test_outline_decides_whatever_the_fonts_name(tmp_path: Path) -> None:
    line = ["Add 10 ", Symbol("µ", "m"), "l of enzyme to the tube."]
    document = parse(write_symbol_pdf(tmp_path / "a.pdf", [line], font="F42"))
    assert "10 μl" in document.text


def test_letter_drawn_as_itself_stays(tmp_path: Path) -> None:
    line = ["Add 10 ", Symbol("m", "m"), "l of buffer, 5 to each of the wells."]
    document = parse(write_symbol_pdf(tmp_path / "a.pdf", [line], font="AdvP7DA6"))
    assert "10 ml of buffer, 5 to" in document.text
    assert "symbol_repaired" not in only_block(document).flags


def test_font_without_outlines_is_read_by_its_name(tmp_path: Path) -> None:
    line = ["The groups differ (P ", Symbol("=", "5"), " 0.05) by far."]
    path = write_symbol_pdf(tmp_path / "a.pdf", [line], font="MathematicalPi-One", embed=False)
    assert "(P = 0.05)" in parse(path).text


def test_unknown_font_without_outlines_is_flagged(tmp_path: Path) -> None:
    line = ["The groups differ (P ", Symbol("<", "5"), " 0.05) by far."]
    path = write_symbol_pdf(tmp_path / "a.pdf", [line], font="AdvMathSymb", embed=False)
    document = parse(path)
    assert "symbol_suspect" in only_block(document).flags
    assert any("may be misread" in warning for warning in document.warnings)


@pytest.mark.parametrize(
    ("stored", "font", "read"),
    [
        ("a", "Symbol", "α"),
        ("b", "SymbolMT", "β"),
        ("m", "Symbol,Bold", "μ"),
        ("\uf06d", "SymbolMT", "μ"),
        ("\uf0b1", "Symbol", "±"),
        ("£", "Symbol", "≤"),
        ("©", "Symbol", ""),
        ("±", "Symbol", ""),
        ("0", "CMSY10", "′"),
        ("¼", "AdvP4C4E51", "="),
        ("l", "LknvhrAdvPSMP13", "μ"),
        ("a", "EuclidSymbol", ""),
        ("m", "Times-Roman", ""),
    ],
)
def test_codes_of_known_symbol_fonts(stored: str, font: str, read: str) -> None:
    assert meaning(stored, font) == read


def test_unknown_code_of_symbol_font_is_suspect() -> None:
    assert is_suspect("5", "AdvMathSymb")
    assert not is_suspect("5", "Times-Roman")


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ("groups differ (P ¼ 0.03, n ¼ 12)", "groups differ (P = 0.03, n = 12)"),
        ("kept at À80 °C", "kept at −80 °C"),
        ("a titre of 2 Â 10⁶ and 4 Æ 1", "a titre of 2 × 10⁶ and 4 ± 1"),
        ("Naþ and Ca2þ in CD4þ cells", "Na+ and Ca2+ in CD4+ cells"),
        ("in ð1 of 4Þ tubes", "in (1 of 4) tubes"),
        ("pages 10Ð20 donÕt", "pages 10–20 don’t"),
        ("at 37¡C and mean 6 SD", "at 37°C and mean ± SD"),
        ("at 37 ◦ C, 4 ᵒC, 25⁰C, 30oC and 5 ° C", "at 37 °C, 4 °C, 25°C, 30°C and 5 °C"),
    ],
)
def test_context_decides_where_nothing_else_fits(stored: str, read: str) -> None:
    assert read_symbols(stored)[0] == read


@pytest.mark.parametrize(
    "text",
    [
        "add ¼ of the volume and 1 ¼ cups",
        "À 20 °C les cellules",
        "við förum í Þórsmörk með þér",
        "Fig. 37 C shows 10 ml in 5 tubes",
        "San José, Ångström, Ærø and Ðakovo",
    ],
)
def test_other_languages_and_fractions_are_left_alone(text: str) -> None:
    assert read_symbols(text)[0] == text


@pytest.mark.parametrize(
    "text",
    ["(P50.05)", "P , 0.001", "(n 5 12)", "kept at 37 8C", "grew by 4.2 6 0.3 mm", "a \ufffd b"],
)
def test_what_may_be_damage_is_flagged(text: str) -> None:
    assert has_doubtful_symbol(text)


@pytest.mark.parametrize("text", ["(P < 0.05)", "panel P, 50 cells", "n = 5", "well 8C of plate 2"])
def test_plain_text_is_not_flagged(text: str) -> None:
    assert not has_doubtful_symbol(text)


@pytest.mark.parametrize(
    ("stored", "before", "read"),
    [
        ("-6", "10", "⁻⁶"),
        ("2+", "Ca", "²⁺"),
        ("12,13", "cells", "¹²,¹³"),
        ("a", "Compound", "ᵃ"),
        ("a,b", "Smith", "ᵃ,ᵇ"),
        ("1*", "Smith", "¹*"),
        ("o", "37", "°"),
        ("th", "5", "th"),
        ("INK4a", "p16", "INK4a"),
    ],
)
def test_raised_text_is_written_plainly(stored: str, before: str, read: str) -> None:
    assert to_superscript(stored, before) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (["Sown at 10", Symbol("6", "6", 4, 6), " cells a well each."], "at 10⁶ cells"),
        (["Kept in 5 % CO", Symbol("2", "2", -2, 6), " for two nights."], "5 % CO₂ for"),
        (["as shown for cells", Symbol("9", "9", 4, 6), ". Then we went"], "cells⁹. Then"),
    ],
)
def test_scripts_are_kept(tmp_path: Path, line: list[str | Symbol], read: str) -> None:
    document = parse(write_symbol_pdf(tmp_path / "a.pdf", [line], font="Vera"))
    assert read in document.text
