"""What counts as a right answer, value by value."""

from __future__ import annotations

import pytest

from aliquot.analysis.content_words import content_terms
from aliquot.evaluation.correctness import Correctness, Grade, PartKind, assess


def held(answer: str, reference: str, *evidence: str, kind: str = "") -> Correctness:
    return assess(answer, reference, evidence, terms_of=content_terms, kind=kind)


@pytest.mark.parametrize(
    ("answer", "reference"),
    [
        ("It is 20 percent.", "20 %"),
        ("5 µmol/L was used.", "5 µM"),
        ("5 μM was used.", "5 µM"),
        ("There were 1250 sera.", "1,250"),
        ("Heat for 30 min at 37°C.", "37 °C, 0.5 h"),
        ("Between 80 and 85 %.", "80 to 85 percent"),
        ("The dose was 0.1 g/kg.", "100 mg/kg"),
        ("It measures 0.142 Mb.", "142 kb"),
        ("Three groups were made.", "3"),
        ("The IC50 was 44.4 µg/mL.", "44.4 ± 1.5 µg/mL"),
        ("They were recorded as 1250 and 1800.", "1250 µg/mL (MIC) and 1800 µg/mL (MFC)"),
        ("10^6 cells were plated.", "1 × 10⁶ cells"),
        ("Spin at 6,000 g for 1 min.", "6,000 g"),
        ("人数は3000人でした。", "3000人"),
        ("遠心は14,000×gで15分、4°Cです。", "14,000 x g, 15 minutes, 4 °C"),
        ("6 weeks feeding trial", "6週間"),
        ("211 amino acids", "211"),
        ("IL 6 rises.", "IL-6"),
        ("NCT 00848692", "NCT00848692"),
        ("p.Arg175His was seen.", "R175H"),
        ("https://doi.org/10.1186/S12864-015-1640-Z", "https://doi.org/10.1186/s12864-015-1640-z"),
        ("doi 10.1186/S12864-015-1640-Z", "10.1186/s12864-015-1640-z"),
    ],
)
def test_a_value_written_otherwise_is_the_same_value(answer: str, reference: str) -> None:
    assert held(answer, reference).grade is Grade.RIGHT


@pytest.mark.parametrize(
    ("answer", "reference"),
    [
        ("5 mM was used.", "5 µM"),
        ("Kept at -20 °C.", "20 °C"),
        ("PARK20 is listed.", "PARK2"),
        ("NCT00848693", "NCT00848692"),
        ("15 minutes", "15 hours"),
        ("10⁻⁶ M", "10⁻⁵ M"),
        ("There were 12 patients.", "120 patients"),
        ("100 mg was given.", "100 mg/kg"),
        ("20～30分", "20分"),
    ],
)
def test_another_value_is_wrong_however_alike_it_looks(answer: str, reference: str) -> None:
    assert held(answer, reference).grade is Grade.WRONG


def test_one_value_of_two_is_partly_right_and_the_other_is_named() -> None:
    found = held("35.8% of sheep were positive.", "35.8% of sheep and 21.2% of goats")
    assert found.grade is Grade.PARTLY
    assert [one.expected for one in found.parts if not one.share] == ["21.2%"]


def test_what_stands_in_brackets_is_not_required() -> None:
    assert held("142,245 bp", "142,245 bp (nuclear draft about 386 Mb)").is_right


def test_the_right_thing_without_its_number_is_partly_right() -> None:
    reference = "Isolate 2A, identified as Bacillus pumilus"
    assert held("It was an isolate of Bacillus pumilus, identified later.", reference).grade is (
        Grade.PARTLY
    )


@pytest.mark.parametrize(
    ("answer", "is_right"),
    [
        ("No, it was not.", True),
        ("XMRV sequences were not detected in any blood.", True),
        ("XMRV sequences were detected in the blood.", False),
        ("Yes, in half of them.", False),
        ("Mice were not kept together.", False),
        ("いいえ。", True),
    ],
)
def test_yes_and_no_are_told_by_word_or_by_how_it_is_put(answer: str, is_right: bool) -> None:
    assert held(answer, "No, neither XMRV nor MLV sequences were detected.").is_right is is_right


def test_evidence_in_another_language_proves_a_no() -> None:
    quote = "we found no evidence that XMRV is associated with CFS"
    assert held(f"Here {quote}.", "いいえ。関連する証拠はない。", quote).is_right


def test_evidence_alone_does_not_make_a_missing_value_right() -> None:
    found = held("Cellular tumor antigen p53", "P04637, 393 aa", "Cellular tumor antigen p53")
    assert not found.is_right
    assert found.holds_value_or_quote


def test_most_of_the_stems_make_words_right() -> None:
    reference = "ISSR markers were more efficient than plastid sequences"
    assert held("An ISSR marker is more efficient than a plastid sequence.", reference).is_right
    assert held("RAPD was cheap.", reference).grade is Grade.WRONG


def test_a_list_counts_items_and_what_does_not_belong() -> None:
    reference = "NCT01220531 (thymus transplantation), NCT03133988 (margetuximab)"
    found = held("NCT01220531 and NCT09999999", reference, kind="list_across_documents")
    assert found.grade is Grade.PARTLY
    assert found.recall == 0.5
    assert found.precision == 0.5
    assert found.extras == ("NCT09999999",)


def test_a_single_word_in_brackets_does_not_name_an_item() -> None:
    reference = "pcbi.0030158 (retraction) and pone.0097541 (correction)"
    answer = "For corrections and retractions, get the DOI."
    assert held(answer, reference, kind="list").grade is Grade.WRONG


def test_an_item_is_named_by_what_proves_it() -> None:
    found = held(
        "The Omega-3 trial.", "NCT1 (polo) and NCT2 (oil)", "Water Polo", "Omega-3", kind="list"
    )
    assert [one.share for one in found.parts] == [0, 1]
    assert {one.kind for one in found.parts} == {PartKind.ITEM}


def test_an_empty_answer_is_wrong() -> None:
    assert held("", "Bacillus pumilus").grade is Grade.WRONG
