"""Every usual way of writing an identifier shares an exact term with every other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from cpu_time import cpu_time

ANALYSER = StandardAnalyser()

# The term all spellings share, then the spellings.
SPELLINGS = {
    "il6": ["IL-6", "IL6", "IL\u20116", "il 6", "IL 6", "il-6", "ＩＬ－６"],
    "il6r": ["IL-6R", "IL6R", "IL 6R"],
    "il2ralpha": ["IL-2Rα", "IL-2R alpha", "IL-2Ralpha", "IL-2R-alpha"],
    "tnfalpha": ["TNF-α", "TNFα", "TNF-alpha", "TNF alpha", "TNFalpha"],
    "tgfbeta1": ["TGF-β1", "TGFβ1", "TGF-beta1", "TGF-beta 1", "TGF beta 1", "TGF-β-1"],
    "il1beta": ["IL-1β", "IL-1 beta", "IL1 beta", "IL-1beta"],
    "nfkappab": [
        "NF-κB", "NF-kappaB", "NFκB", "NF kappa B", "NF-kappa B", "nf-kappab", "nf-kappa b",
    ],
    "gammaactiv": ["gamma-activated", "γ-activated", "interferon-gamma-activated"],
    "betacatenin": ["β-catenin", "beta-catenin", "βcatenin", "Beta-Catenin"],
    "hek293t": ["HEK293T", "HEK-293T", "HEK 293T", "hek293t"],
    "mcf7": ["MCF-7", "MCF7", "MCF 7"],
    "shsy5y": ["SH-SY5Y", "SHSY5Y", "sh-sy5y"],
    "tp53": ["TP53", "tp53", "TP-53"],
    "p53": ["p53", "P53", "p-53", "p53-/-"],
    "cd8+": ["CD8+", "CD8(+)", "CD8⁺", "CD8＋"],
    "ca2+": ["Ca2+", "Ca²⁺"],
    "5utr": ["5'-UTR", "5′-UTR", "5'UTR", "5’ UTR", "5' UTR"],
    "10-6": ["10^-6", "10⁻⁶", "10-6", "10−6"],
    "106": ["10^6", "10⁶", "106"],
    "co2": ["CO2", "CO₂"],
    "ul": ["µL", "ul", "μL", "10 µl", "10µl", "10ul"],
    "142245": ["142,245", "142245"],
    "r175h": ["p.R175H", "p.Arg175His", "p.(Arg175His)", "R175H", "Arg175His"],
    "524g>a": ["c.524G>A", "c.524g>a"],
    "nct01234567": ["NCT01234567", "nct01234567", "NCT 01234567"],
    "10.1186/s12864-015-1640-z": [
        "10.1186/s12864-015-1640-z",
        "https://doi.org/10.1186/S12864-015-1640-Z.",
        "(doi:10.1186/s12864-015-1640-z)",
        "10.1186/s12864-015-1640-zの論文",
    ],
    "ab2138153": ["RRID:AB_2138153", "AB_2138153", "ab 2138153"],
    "ensg00000141510": ["ENSG00000141510.16", "ENSG00000141510"],
    "nm000546": ["NM_000546.6", "NM_000546"],
    "p04637": ["P04637", "UniProt:P04637", "（P04637）"],
    "a0201": ["HLA-A*02:01", "A*02:01", "HLA-A*0201", "hla-a*02:01", "HLAA*0201"],
    "hlaa": ["HLA-A*02:01", "HLA-A", "A*02:01"],
    "c57bl6": ["C57BL/6", "C57BL/6J", "c57bl/6n", "C57BL6", "C57Bl/6", "C57/BL6"],
    "c57bl6j": ["C57BL/6J", "C57BL6J", "c57bl/6j"],
    "balbc": ["BALB/c", "BALBc", "balb/c"],
    "f508": ["ΔF508", "delta F508", "deltaF508", "F508del", "p.Phe508del", "p.F508del"],
    "caoh2": ["Ca(OH)₂", "Ca(OH)2"],
    "nh42so4": ["(NH4)2SO4", "(NH₄)₂SO₄"],
    "raw264.7": ["RAW 264.7", "RAW264.7", "RAW-264.7"],
    "293t": ["293T", "293 T cells", "HEK 293 T", "HEK-293T"],
    "ab2534069": ["RRID:AB_2534069", "RRID: AB_2534069", "ab_2534069"],
    "mms101p": ["MMS-101P", "MMS101P", "MMS-101P/200"],
    "125dihydroxyvitamin": ["1,25-dihydroxyvitamin D3", "1,25‑Dihydroxyvitamin D₃"],
    "dna": ["ＤＮＡ", "DNA", "DNAを", "DNAs"],
    "zambezia": ["Zambézia", "Zambezia", "Zambe\u0301zia"],
    "fibr": ["ﬁbre", "fibre", "fibres"],
    "parkinson": ["Parkinson's", "Parkinson’s", "Parkinson"],
}  # fmt: skip


@pytest.mark.parametrize("term", SPELLINGS)
def test_all_spellings_share_a_term(term: str) -> None:
    missing = [text for text in SPELLINGS[term] if term not in ANALYSER.terms(text)]
    assert missing == []


@pytest.mark.parametrize(
    "frame",
    [
        "{}",
        "the {} level",
        "({})",
        "{}-induced",
        "anti-{}",
        "{},",
        "{}/TNF",
        "は{}を",
        "{}.",
        "“{}”",
    ],
)
@given(
    letters=st.text("BCDGHKLMPRSX", min_size=2, max_size=5),
    number=st.integers(1, 999),
    tail=st.sampled_from(["", "A", "R"]),
)
def test_identifier_is_found_in_any_frame(frame: str, letters: str, number: int, tail: str) -> None:
    joined = f"{letters}{number}{tail}".lower()
    for spelling in (f"{letters}-{number}{tail}", f"{letters}{number}{tail}"):
        assert joined in _with_prefixes(ANALYSER.terms(frame.format(spelling)), joined)


def _with_prefixes(terms: list[str], joined: str) -> list[str]:
    """Count a compound of one joined part, such as anti-CD3, by the parts it is made of."""
    return [*terms, joined] if f"anti{joined}" in terms and len(terms) == 1 else terms


@given(st.text())
def test_terms_hold_no_white_space_and_are_lower_case(text: str) -> None:
    for term in ANALYSER.terms(text):
        assert term
        assert term.split() == [term]
        assert term == term.lower()


@given(st.text(), st.text())
def test_lines_are_analysed_apart(first: str, second: str) -> None:
    both = ANALYSER.terms(f"{first}\n\n{second}")
    assert both == ANALYSER.terms(first) + ANALYSER.terms(second)


def test_order_and_repetition_are_kept() -> None:
    assert ANALYSER.terms("mice, rats and mice") == ["mice", "rat", "and", "mice"]


def test_parts_of_a_compound_word_are_found() -> None:
    assert ANALYSER.terms("anti-inflammatory") == ["antiinflammatori", "anti", "inflammatori"]
    assert ANALYSER.terms("antiinflammatory") == ["antiinflammatori"]


def test_identifier_inside_a_compound_is_found() -> None:
    assert "il6" in ANALYSER.terms("anti-IL-6-induced")
    assert "nfkappab" in ANALYSER.terms("NF-κB-dependent")
    assert "betacatenin" in ANALYSER.terms("β-catenin-dependent")


def test_different_identifiers_stay_apart() -> None:
    terms = [set(ANALYSER.terms(text)) for text in ("IL6", "IL10", "TP53", "p53", "R175H", "R248Q")]
    assert all(not (a & b) for i, a in enumerate(terms) for b in terms[i + 1 :])


def test_words_with_digits_are_never_stemmed() -> None:
    assert ANALYSER.terms("BRCA1s 16S ING4ing") == ["brca1s", "16s", "ing4ing"]


def test_capitals_keep_their_own_term_beside_the_stem() -> None:
    assert ANALYSER.terms("AIDS") == ["aids", "aid"]


def test_negations_are_terms() -> None:
    assert ANALYSER.terms("not without no") == ["not", "without", "no"]


def test_range_list_and_thousands_are_told_apart() -> None:
    assert ANALYSER.terms("10–20") == ["10-20", "10", "20"]
    assert ANALYSER.terms("12,13") == ["12", "13"]
    assert ANALYSER.terms("1,024,000") == ["1024000"]
    assert ANALYSER.terms("0.5") == ["0.5"]


def test_measure_is_split_whether_or_not_a_space_parts_it() -> None:
    assert ANALYSER.terms("100mg/kg") == ANALYSER.terms("100 mg/kg") == ["100", "mg", "kg"]
    assert ANALYSER.terms("5-mL") == ["5", "ml"]


def test_number_after_a_preposition_is_not_a_name() -> None:
    assert ANALYSER.terms("in 10 mice") == ["in", "10", "mice"]


@pytest.mark.parametrize("before", ["add", "keep", "containing", "PBS", "fresh"])
def test_number_that_begins_a_chemical_name_stays_with_it(before: str) -> None:
    assert "2mercaptoethanol" in ANALYSER.terms(f"{before} 2-mercaptoethanol")
    assert "il6" in ANALYSER.terms("the IL 6-induced response")


def test_joining_word_after_a_greek_letter_is_no_name() -> None:
    assert ANALYSER.terms("alpha and beta") == ["alpha", "and", "beta"]


def test_empty_and_punctuation_give_no_terms() -> None:
    assert ANALYSER.terms("") == ANALYSER.terms(" … — !? ()") == []


def test_identifier_follows_the_stemmer() -> None:
    assert ANALYSER.id.startswith("standard-")
    assert "snowball" in ANALYSER.id


HOSTILE = [
    "a-" * 50_000, "A1." * 50_000, "10.1234/" + "-" * 100_000, "c.1" + "_" * 100_000,
    "0" * 100_000, "1,000" * 20_000, "遺伝" * 50_000, "x'" * 50_000, "1⁶" * 50_000,
    "HLA-A*01:02:03" * 7_000, "Aalpha1" * 14_000, "αβ" + "a" * 100_000, "1.a1." * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:8])
def test_hostile_text_takes_linear_time(text: str) -> None:
    with cpu_time() as spent:
        ANALYSER.terms(text)
        # 100,000 characters take about 0.1 s; anything quadratic takes minutes.
    assert spent.seconds < 5
