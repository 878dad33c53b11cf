"""Indexing and querying agree: every spelling of a name meets every other, in any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.names import is_lookup, names_of

ANALYSER = StandardAnalyser()

LETTERS = st.text("BCDGHKLMPRSX", min_size=2, max_size=5)
NUMBERS = st.integers(1, 999)
TAILS = st.sampled_from(["", "A", "R"])
GREEK = st.sampled_from(
    [("α", "alpha"), ("β", "beta"), ("γ", "gamma"), ("δ", "delta"), ("κ", "kappa")]
)
WIDE = {code: chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
RESIDUES = (
    "A:Ala C:Cys D:Asp E:Glu F:Phe G:Gly H:His I:Ile K:Lys L:Leu M:Met N:Asn P:Pro Q:Gln R:Arg "
    "S:Ser T:Thr V:Val W:Trp Y:Tyr"
)
LONG = dict(pair.split(":") for pair in RESIDUES.split())
DASHES = ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2212", "\ufe63", "\uff0d")


def shared(spellings: list[str]) -> set[str]:
    """Return the terms every spelling has."""
    return set.intersection(*(set(ANALYSER.terms(one)) for one in spellings))


@given(LETTERS, NUMBERS, TAILS)
def test_case_dash_space_and_width_share_a_term(letters: str, number: int, tail: str) -> None:
    joined = f"{letters}{number}{tail}"
    parted = [f"{letters}{dash}{number}{tail}" for dash in (*DASHES, " ")]
    spellings = [joined, joined.lower(), joined.translate(WIDE), *parted]
    assert joined.lower() in shared(spellings)


@given(LETTERS, GREEK)
def test_greek_letter_and_its_name_share_a_term(letters: str, greek: tuple[str, str]) -> None:
    sign, name = greek
    forms = (f"{letters}{sign}", f"{letters}-{sign}", f"{letters}-{name}", f"{letters} {name}")
    assert f"{letters.lower()}{name}" in shared(list(forms))


@given(st.sampled_from(["catenin", "actin", "tubulin", "globin", "fetoprotein"]), GREEK)
def test_word_after_a_greek_letter_shares_a_term(word: str, greek: tuple[str, str]) -> None:
    sign, name = greek
    spellings = [f"{sign}-{word}", f"{sign}{word}", f"{name}-{word}", f"{name} {word}"]
    assert f"{name}{word}"[:9] in {term[:9] for term in shared(spellings)}


@given(
    st.sampled_from(["Mg", "Ca", "Na", "H", "Mn"]),
    st.sampled_from(["Cl", "SO", "PO", "CO"]),
    st.integers(2, 9),
)
def test_lowered_digits_are_digits(metal: str, rest: str, number: int) -> None:
    lowered = f"{metal}{rest}{chr(0x2080 + number)}"
    assert ANALYSER.terms(lowered) == ANALYSER.terms(f"{metal}{rest}{number}")


@given(st.sampled_from(sorted(LONG)), st.integers(1, 9999), st.sampled_from(sorted(LONG)))
def test_codes_of_one_and_of_three_letters_share_a_term(first: str, at: int, last: str) -> None:
    short, written = f"{first}{at}{last}", f"{LONG[first]}{at}{LONG[last]}"
    spellings = [short, written, f"p.{short}", f"p.{written}", f"p.({written})"]
    assert short.lower() in shared(spellings)


@given(LETTERS, NUMBERS, TAILS, st.sampled_from(["{}", "the {} gene", "({}).", "は{}を", "{};"]))
def test_what_a_question_names_is_a_term_of_the_text(
    letters: str, number: int, tail: str, frame: str
) -> None:
    name = f"{letters}-{number}{tail}"
    terms = ANALYSER.terms(frame.format(name))
    for spelling in (name, f"{letters}{number}{tail}", name.lower()):
        assert set(names_of(spelling)) & set(terms)


@given(st.text(), st.text())
def test_terms_of_a_sentence_are_in_a_text_that_holds_it(first: str, second: str) -> None:
    terms = ANALYSER.terms(first)
    assert ANALYSER.terms(f"{first}\n{second}")[: len(terms)] == terms


@given(st.text(st.characters(), max_size=200))
def test_nothing_written_in_unicode_is_refused(text: str) -> None:
    terms = ANALYSER.terms(text)
    assert all(term and not any(map(str.isspace, term)) for term in terms)
    names_of(text)
    is_lookup(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10µM", "10 uM"),
        ("10 μM", "10uM"),
        ("5 × 10⁶", "5x10^6"),
        ("2×10⁵", "2x10^5"),
        ("2×150 bp", "2x150 bp"),
        ("37 °C", "37°C"),
        ("R²", "R2"),
        ("mg/m²", "mg/m2"),
        ("ﬂuorescence", "fluorescence"),
        ("Ca²⁺", "Ca2+"),
        ("3′‐UTR", "3'-UTR"),
        ("2‑mercaptoethanol", "2-Mercaptoethanol"),
    ],
)
def test_amounts_and_marks_give_the_same_terms(one: str, other: str) -> None:
    assert ANALYSER.terms(one) == ANALYSER.terms(other)
