from __future__ import annotations

from dataclasses import replace

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import ChunkReader, QuestionTerms
from aliquot.generation.relevance import MODELS, RelevanceJudge, RelevanceModel, Signs
from aliquot.types import Chunk, FieldValue, LegScore, ScoredChunk, SectionClass, Span

ANALYSER = StandardAnalyser()


def evidence(
    *texts: str, cosine: float = 0.0, metadata: dict[str, FieldValue] | None = None
) -> list[ScoredChunk]:
    return [
        ScoredChunk(
            Chunk(
                id=f"d#{n}",
                document_id="d",
                text=text,
                header="",
                span=Span(0, len(text)),
                metadata=metadata or {},
            ),
            score=1.0,
            rank=n,
            legs={"dense:a": LegScore(n, cosine)},
        )
        for n, text in enumerate(texts, start=1)
    ]


@pytest.fixture
def judge() -> RelevanceJudge:
    models = (RelevanceModel(8, {"dense:a": 20}, -15), RelevanceModel(10, {}, -5))
    return RelevanceJudge(ChunkReader(ANALYSER), min_probability=0.5, models=models)


def terms(question: str) -> QuestionTerms:
    return QuestionTerms(dict.fromkeys(ANALYSER.terms(question), 1.0))


def answers(judge: RelevanceJudge, question: str, found: list[ScoredChunk]) -> bool:
    return judge.answers(question, terms(question), found)


def without_legs(found: list[ScoredChunk]) -> list[ScoredChunk]:
    return [replace(one, legs={"lexical": LegScore(one.rank, 9.0)}) for one in found]


@pytest.mark.parametrize(
    ("text", "cosine", "is_answered"),
    [
        ("Virellin dissolves in ethanol.", 0.4, True),
        ("Virellin dissolves in ethanol.", 0.3, False),
        ("Virellin is red.", 0.6, True),
        ("Something else.", 0.76, True),
        ("Something else.", 0.74, False),
    ],
)
def test_words_and_nearness_are_weighed_together(
    judge: RelevanceJudge, text: str, cosine: float, is_answered: bool
) -> None:
    assert answers(judge, "virellin ethanol", evidence(text, cosine=cosine)) is is_answered


@pytest.mark.parametrize(
    ("text", "is_answered"), [("Virellin in ethanol.", True), ("Something else.", False)]
)
def test_without_a_dense_leg_words_decide(
    judge: RelevanceJudge, text: str, is_answered: bool
) -> None:
    assert answers(judge, "virellin ethanol", without_legs(evidence(text))) is is_answered


def test_words_far_down_the_ranking_do_not_count(judge: RelevanceJudge) -> None:
    found = evidence("a b c", "d e f", "g h i", "Virellin dissolves in ethanol.")
    assert not answers(judge, "virellin ethanol", found)


@pytest.mark.parametrize("name", ["NCT01234567", "GL-2217", "p.V600E2", "SARS-CoV-2/19"])
def test_a_name_that_stands_nowhere_decides_alone(judge: RelevanceJudge, name: str) -> None:
    question = f"dose of virellin in {name}"
    assert not answers(judge, question, evidence("The dose of virellin was low.", cosine=1.0))
    held = evidence(f"The dose of virellin in {name} was low.", cosine=1.0)
    assert answers(judge, question, held)


@pytest.mark.parametrize(
    "question", ["virellin on day 14", "virellin 250mg", "virellin making 1 L"]
)
def test_an_amount_is_no_name(judge: RelevanceJudge, question: str) -> None:
    assert answers(judge, question, evidence("Virellin is given.", cosine=1.0))


def test_a_name_known_of_the_document_counts(judge: RelevanceJudge) -> None:
    found = evidence("Virellin dose.", cosine=1.0, metadata={"nct": "NCT01234567"})
    assert answers(judge, "virellin dose in NCT01234567", found)


def test_a_register_that_is_asked_for_has_to_stand_there(judge: RelevanceJudge) -> None:
    question = "What is the DOI of the virellin paper?"
    assert not answers(judge, question, evidence("Virellin paper.", cosine=1.0))
    assert answers(judge, question, evidence("Virellin paper. doi:10.1234/abc", cosine=1.0))


def test_what_is_asked_for_covers_the_words_that_ask(judge: RelevanceJudge) -> None:
    question = "How costly is virellin?"
    shown = judge.signs(question, terms(question), evidence("Virellin: $150"))
    hidden = judge.signs(question, terms(question), evidence("Virellin: red"))
    assert shown.coverage > hidden.coverage


def test_a_document_is_called_by_its_kind(judge: RelevanceJudge) -> None:
    question = "virellin lecture"
    slides = judge.signs(
        question, terms(question), evidence("Virellin", metadata={"kind": "slides"})
    )
    assert slides.coverage == 1.0


def test_the_heaviest_missing_word_comes_first(judge: RelevanceJudge) -> None:
    weighed = QuestionTerms({"light": 1.0, "heavi": 3.0, "held": 9.0})
    assert judge.missing("", weighed, evidence("held")) == ["heavi", "light"]


def test_scripts_of_their_own_have_models_of_their_own() -> None:
    judge = RelevanceJudge(ChunkReader(ANALYSER), min_probability=0.5)
    found = [
        replace(one, legs={"dense:multilingual-e5-small": LegScore(1, 0.87)})
        for one in evidence("Add 200 µL of glycerol.")
    ]
    assert judge.answers(
        "グリセロールは何µL加えますか", terms("グリセロールは何µL加えますか"), found
    )
    assert not judge.answers("glycerine stock age", terms("sterile phantom glycerine"), found)


@pytest.mark.parametrize("of_own_script", [False, True])
def test_every_kind_has_a_model_that_needs_no_leg(of_own_script: bool) -> None:
    kind = [one for one in MODELS if one.of_own_script is of_own_script]
    assert not kind[-1].cosines
    assert kind[-1].probability(Signs(1.0, 1.0)) > 0.5 > kind[-1].probability(Signs(0.1, 0.1))


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [("What dose has the virellin paper?", False), ("Who wrote the virellin paper?", True)],
)
def test_an_entry_of_a_bibliography_proves_no_content(
    judge: RelevanceJudge, question: str, is_answered: bool
) -> None:
    found = [
        replace(one, chunk=replace(one.chunk, section_class=SectionClass.REFERENCES))
        for one in evidence("Title: What dose the virellin paper wrote", cosine=1.0)
    ]
    assert answers(judge, question, found) is is_answered


def test_a_word_beside_a_name_in_another_script_is_not_part_of_it(judge: RelevanceJudge) -> None:
    question = "ヒツジのTMEM154の頻度"
    assert judge.answers(
        question, QuestionTerms({"tmem154": 1.0}), evidence("TMEM154 was frequent.", cosine=1.0)
    )


def entry(question: str, *, leg: str = "record") -> bool:
    (found,) = evidence("Calcium channel of polyps.", metadata={"kind": "gene"})
    chunk = replace(found.chunk, section_path=("Function",), header="Channel GLW7\nFunction")
    named = replace(found, chunk=chunk, legs={leg: LegScore(1, 1.0)})
    judge = RelevanceJudge(
        ChunkReader(ANALYSER), min_probability=0.5, models=(RelevanceModel(0, {}, -5),)
    )
    return judge.answers(question, terms(question), [named])


@pytest.mark.parametrize("question", ["What does GLW7 do?", "GLW7の働きは？", "The role of GLW7?"])
def test_an_entry_answers_what_is_asked_of_its_parts(question: str) -> None:
    assert entry(question)


def test_an_entry_that_is_not_named_is_judged_as_anything_else() -> None:
    assert not entry("What does GLW7 do?", leg="lexical")


@pytest.mark.parametrize(
    "question",
    ["Where in the cell is GLW7?", "What does GLW7 do in olfactory neurons of zebrafish larvae?"],
)
def test_an_entry_without_what_is_asked_does_not_answer_by_its_name(question: str) -> None:
    assert not entry(question)
