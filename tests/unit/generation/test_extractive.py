from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import Extractor, QuestionTerms, covered_share
from aliquot.generation.verify.gates import failed_gates
from aliquot.testing.fakes import FakeEmbedder
from aliquot.types import Chunk, ScoredChunk, Span, Statement

ANALYSER = StandardAnalyser()


def scored(*texts: str, header: str = "") -> list[ScoredChunk]:
    return [
        ScoredChunk(
            Chunk(
                id=f"d#{n}",
                document_id="d",
                text=text,
                header=header,
                span=Span(1000 * n, 1000 * n + len(text)),
            ),
            score=1 / n,
            rank=n,
        )
        for n, text in enumerate(texts, start=1)
    ]


def terms(question: str) -> QuestionTerms:
    return QuestionTerms(dict.fromkeys(ANALYSER.terms(question), 1.0))


def extract(question: str, evidence: list[ScoredChunk], most: int = 3) -> list[Statement]:
    extractor = Extractor(ANALYSER, lambda language: FakeEmbedder(), max_statements=most)
    return extractor.extract(question, "en", terms(question), evidence)


sentences = st.lists(
    st.sampled_from(
        [
            "TP53 rose threefold after 6 h.",
            "Heat the tube at 42 °C for 45 s!",
            "細胞は37℃で培養する。",
            "| A | 0.5 |",
            "1. Add  5 µL\tof DNA.",
            "x",
            "\n\n",
            "😀 cells of the 𝒜 line, seen again",
        ]
    ),
    min_size=1,
    max_size=6,
)


@given(sentences, st.sampled_from([" ", "\n", "\n\n"]))
def test_every_quote_is_the_text_at_its_span(parts: list[str], joint: str) -> None:
    evidence = scored(joint.join(parts), "TP53 fell. Then it rose.")
    by_id = {one.chunk.id: one.chunk for one in evidence}
    for statement in extract("TP53 at 42 °C, 37℃ cells DNA", evidence):
        (citation,) = statement.citations
        chunk = by_id[citation.chunk_id]
        start = citation.span.start - chunk.span.start
        assert chunk.text[start : start + len(citation.quote)] == citation.quote
        assert len(citation.quote) == len(citation.span)
        assert failed_gates(statement, by_id) == ()


def test_the_sentence_that_holds_the_questions_words_comes_first() -> None:
    evidence = scored("The buffer is Tris. The lid is red.", "Heat the tube at 42 °C for 45 s.")
    (best, *_) = extract("How long do I heat the tube?", evidence)
    assert best.text == "Heat the tube at 42 °C for 45 s."


def test_what_repeats_is_said_once() -> None:
    evidence = scored(
        "Heat the tube at 42 °C.", "Heat the  tube\nat 42 °C.", "HEAT THE TUBE AT 42 °C."
    )
    assert len(extract("heat the tube", evidence)) == 1


def test_no_more_statements_than_allowed() -> None:
    evidence = scored(*(f"Heat the tube number {n} with care." for n in range(9)))
    assert len(extract("heat the tube with care", evidence, most=2)) == 2


def test_without_evidence_nothing_is_said() -> None:
    assert extract("heat", []) == []
    assert extract("heat", scored("x")) == []


def test_coverage_is_the_share_of_the_weight() -> None:
    weighed = QuestionTerms({"a": 3.0, "b": 1.0})
    assert covered_share(weighed, {"a", "z"}) == 0.75
    assert covered_share(QuestionTerms({}), {"a"}) == 0.0


def test_another_name_covers_what_the_question_calls_otherwise() -> None:
    asked = QuestionTerms({"p53": 3.0, "dose": 1.0}, {"p53": (frozenset({"tumor", "antigen"}),)})
    assert covered_share(asked, {"tumor", "antigen"}) == 0.75
    assert covered_share(asked, {"tumor"}) == 0.0


def test_a_table_row_is_said_with_its_column_names_and_can_be_proved() -> None:
    table = "| sample | OD600 | at 24 h |\n| --- | --- | --- |\n| wild type | 0.52 | 81% |"
    evidence = scored(table)
    by_id = {one.chunk.id: one.chunk for one in evidence}
    (statement,) = extract("OD600 of the wild type sample", evidence, most=1)
    assert statement.text == "sample: wild type; OD600: 0.52; at 24 h: 81%"
    assert statement.citations[0].quote == "| wild type | 0.52 | 81% |"
    assert failed_gates(statement, by_id) == ()
