"""Questions drafted from documents: as a scientist asks, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from aliquot.evaluation.drafting.absence import Pair, Rivals, see_all, words_of
from aliquot.evaluation.drafting.draft import Draft, named_author, shortened
from aliquot.evaluation.drafting.fabricating import Names, fabricate
from aliquot.evaluation.drafting.prose import prose_drafts
from aliquot.evaluation.drafting.records import record_drafts
from aliquot.types import Chunk, Document, DocumentKind, SectionClass, Span


def document(kind: str = "paper", title: str = "Heat tolerance of corals", **more: Any) -> Document:
    fields: dict[str, Any] = {"authors": ("Tanaka, Yui", "Mori, Ken"), "year": 2021} | more
    return Document(
        id=more.pop("id", "d1"),
        kind=DocumentKind(kind),
        title=title,
        text="",
        blocks=(),
        **{key: value for key, value in fields.items() if key != "id"},
    )


def chunk(text: str, document_id: str = "d1", **more: Any) -> Chunk:
    return Chunk(
        id=f"{document_id}#1",
        document_id=document_id,
        text=text,
        header="",
        span=Span(0, len(text)),
        **more,
    )


def asked(text: str, kind: str = "paper", title: str = "Heat tolerance of corals") -> list[str]:
    return [one.question for one in prose_drafts(document(kind, title), [chunk(text)])]


@pytest.mark.parametrize(
    ("kind", "sentence", "question", "answer"),
    [
        (
            "paper",
            "The IC50 value of the crude extract was 49.8 µg/mL.",
            "In Tanaka et al. 2021, what was the IC50 value of the crude extract?",
            "49.8 µg/mL",
        ),
        (
            "paper",
            "The 411 female participants were tested for HPV infection, and followed.",
            "In Tanaka et al. 2021, how many female participants were tested for HPV infection?",
            "411",
        ),
        (
            "paper",
            "The plates were incubated at 35 °C for 20 h.",
            "In Tanaka et al. 2021, at what temperature were the plates incubated?",
            "35 °C",
        ),
        (
            "protocol",
            "3. Add 250 µL of Resuspension Solution and vortex.",
            "In the Plasmid Miniprep protocol, how much Resuspension Solution is added?",
            "250 µL",
        ),
        (
            "protocol",
            "Incubate the pellet at 56 °C for 1 h.",
            "In the Plasmid Miniprep protocol, at what temperature is the pellet incubated?",
            "56 °C",
        ),
        (
            "protocol",
            "Centrifuge the columns for 3 min at 20,000 x g.",
            "In the Plasmid Miniprep protocol, for how long are the columns centrifuged?",
            "3 min",
        ),
    ],
)
def test_a_sentence_with_a_value_becomes_a_question_for_it(
    kind: str, sentence: str, question: str, answer: str
) -> None:
    title = "Plasmid Miniprep" if kind == "protocol" else "Heat tolerance of corals"
    (draft,) = prose_drafts(document(kind, title), [chunk(sentence)])
    assert (draft.question, draft.answer, draft.evidence) == (question, answer, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The concentration of this was 5 mM.",
        "The weights of mice and of rats were 20 and 300 g respectively.",
        "They were incubated at 35 °C.",
        "| The yield of DNA was 5 µg |",
        "Wash the cells with PBS, centrifuge at 300 x g for 10 min.",
        "30 patients were randomised to either Rituximab or saline, given twice.",
        "The weather was fine.",
    ],
)
def test_what_would_not_be_clear_alone_is_not_asked(sentence: str) -> None:
    assert asked(sentence) == []
    assert asked(sentence, "protocol") == []


def test_what_a_document_answers_in_two_ways_is_not_asked() -> None:
    text = "Plates were incubated for 1 h at RT. Plates were incubated for 2 h at RT."
    assert asked(text) == []


def test_reference_lists_are_not_asked_about() -> None:
    text = "The yield of DNA was 5 µg."
    references = chunk(
        text, section_class=SectionClass.REFERENCES, metadata={"kind": DocumentKind.PAPER}
    )
    assert asked(text)
    assert prose_drafts(document(), [references]) == []


def test_a_paper_is_spoken_of_in_several_ways() -> None:
    text = [chunk("The yield of DNA was 5 µg.")]
    ways = {prose_drafts(document(), text, way=way)[0].question for way in range(6)}
    assert ways == {
        "In Tanaka et al. 2021, what was the yield of DNA?",
        "What was the yield of DNA in the 2021 study by Tanaka et al.?",
        "What was the yield of DNA in the paper “Heat tolerance of corals”?",
    }


def test_a_title_with_braces_is_no_pattern() -> None:
    assert asked("The yield of DNA was 5 µg.", "notes", "Set {0} of {x}") == []


def test_a_trial_is_asked_about_by_what_is_given_for_what() -> None:
    trial = document(
        "trial",
        extra={"intervention": ("Placebo", "repaglinide"), "condition": ("Cystic Fibrosis",)},
    )
    fields = [chunk("Enrollment: 67 participants\nAges: N/A\nSponsor: A Hospital")]
    english = {one.question: one.answer for one in record_drafts(trial, fields)}
    assert english == {
        "How many participants does the trial of repaglinide in Cystic Fibrosis enrol?": (
            "67 participants"
        ),
        "Who sponsors the trial of repaglinide in Cystic Fibrosis?": "A Hospital",
    }
    japanese = [one.question for one in record_drafts(trial, fields, "ja")]
    assert japanese[0] == "repaglinide in Cystic Fibrosisの試験の登録人数は？"


def test_a_trial_that_gives_nothing_is_not_asked_about() -> None:
    trial = document("trial", extra={"intervention": ("Other",), "condition": ("Cancer",)})
    assert not list(record_drafts(trial, [chunk("Enrollment: 67 participants")]))


def test_an_author_is_cited_by_family_name() -> None:
    assert named_author(document()) == "Tanaka et al."
    assert named_author(document(authors=("Brima, Eid",))) == "Brima"
    assert named_author(document(authors=("The PLOS ONE Staff",))) == ""


def test_a_title_ends_at_its_colon() -> None:
    assert shortened("Acupuncture for Depression: A Trial") == "Acupuncture for Depression"
    assert shortened("word " * 20) == ""


# ------------------------------------------------------------------------------ absence


def rivals(evidence: str = "The yield of DNA from coral sperm was 5 µg.") -> Rivals:
    return Rivals(
        Draft(
            question="What was the yield of DNA from coral sperm?",
            kind="measure",
            answer="5 µg",
            evidence=evidence,
            document_id="d1",
        )
    )


def test_a_document_with_the_same_answer_is_a_rival() -> None:
    one = rivals()
    see_all([one], "d2", [chunk("From coral sperm, a DNA yield of 5 µg was got.", "d2")])
    assert one.documents == {"d2"}


def test_a_copy_is_left_out_with_the_document_and_is_no_rival() -> None:
    one = rivals()
    see_all([one], "d2", [chunk("Note. The yield of DNA from coral\nsperm was 5 µg.", "d2")])
    assert (one.documents, one.copies) == (set(), {"d2"})


def test_the_document_itself_and_others_on_the_subject_are_no_rivals() -> None:
    one = rivals()
    see_all([one], "d1", [chunk("The yield of DNA from coral sperm was 5 µg.", "d1")])
    see_all([one], "d2", [chunk("The yield of DNA from coral sperm was 7 mg.", "d2")])
    assert (one.documents, one.copies) == (set(), set())


def test_two_things_meet_where_a_document_has_all_words_of_both() -> None:
    pair = Pair(words_of("Ocimum sanctum"), words_of("Cystic Fibrosis"))
    assert pair.meets(words_of("Ocimum sanctum in cystic lungs; fibrosis was seen"))
    assert not pair.meets(words_of("Ocimum basilicum and cystic fibrosis"))


# ------------------------------------------------------------------------------ fabricating


def names() -> Names:
    given = {"intervention": ("Olaparib", "Placebo"), "condition": ("Asthma", "Breast Cancer")}
    return Names.of(
        [
            document("trial", "A trial", extra=given),
            document("gene", "TP53", extra={"gene": ("TP53", "AT1G01010")}),
            document(title="Effect of Ocimum sanctum extract on rats"),
            document("protocol", "Plasmid Miniprep"),
        ]
    )


def test_names_are_drugs_diseases_genes_and_species() -> None:
    found = names()
    assert found.drugs == ("Olaparib",)
    assert found.conditions == ("Asthma", "Breast Cancer")
    assert found.genes == ("TP53",)
    assert found.plants == ("Ocimum sanctum",)
    assert (found.authors, found.years) == (("Tanaka et al.",), (2021,))


def test_the_same_seed_fabricates_the_same_and_another_other_questions() -> None:
    first = fabricate(names(), 10, seed=1, with_japanese=True)
    assert first == fabricate(names(), 10, seed=1, with_japanese=True)
    assert {one.question for one in first} != {
        one.question for one in fabricate(names(), 10, seed=2)
    }
    assert {one.language for one in first} == {"en", "ja"}
    assert len({one.question for one in first}) == len(first)


def test_one_pair_is_asked_about_once_however_many_years_there_are() -> None:
    asked = fabricate(names(), 50, seed=0)
    assert len({(one.kind, one.pair, one.question[:12]) for one in asked}) == len(asked)


def test_a_title_is_given_to_an_author_whose_name_is_what_must_be_absent() -> None:
    (one,) = [it for it in fabricate(names(), 50, seed=0) if it.kind == "author"]
    assert one.pair.second == {"tanaka"}
    assert "“Effect of Ocimum sanctum extract on rats”" in one.question


def test_a_library_without_names_fabricates_nothing() -> None:
    assert fabricate(Names.of([]), 10, seed=0) == []
