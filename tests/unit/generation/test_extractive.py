from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import (
    ChunkReader,
    Extractor,
    QuestionTerms,
    covered_share,
    parts_asked_for,
)
from aliquot.generation.extractive.wanted import wanted_of
from aliquot.generation.verify import Verifier
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
    extractor = Extractor(
        ChunkReader(ANALYSER), lambda language: FakeEmbedder(), max_statements=most
    )
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
        assert Verifier().verify(statement, by_id).passed


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
    evidence = scored(
        "Heat the tube with care before lunch.",
        "Carry the heated glass tube slowly through the cold room.",
        "Careful heating keeps every other tube of this rack clean.",
    )
    assert len(extract("heat the tube with care", evidence, most=2)) <= 2


def test_one_value_asked_is_one_sentence() -> None:
    evidence = scored("Heat the tube at 42 °C for 45 s. The tube is red and made of glass today.")
    (only,) = extract("At what temperature is the tube heated?", evidence)
    assert "42 °C" in only.text


def test_each_value_asked_is_shown() -> None:
    evidence = scored("UniProt accession: P04637\nLength: 393 amino acids\nGene names: TP53")
    found = extract("What is the UniProt accession of TP53 and how long is the protein?", evidence)
    said = " ".join(one.text for one in found)
    assert "P04637" in said
    assert "393" in said


def test_the_unit_asked_for_decides_between_numbers() -> None:
    evidence = scored("The tube takes 45 mL in all. The tube was then kept at 37 °C.")
    (best, *_) = extract("At what temperature was the tube kept?", evidence)
    assert "37 °C" in best.text


def test_a_step_is_whole_with_its_number() -> None:
    step = "2. Fix. Move brains to tubes. Fix for 55 minutes."
    text = f"1. Spin the brain tubes now.\n{step} \n    1200s"
    (best, *_) = extract("For how long are brains fixed?", scored(text))
    assert best.text == step


def test_what_points_back_takes_the_sentence_before_along() -> None:
    text = (
        "The compound virellin was dissolved in cold ethanol. It fades to yellow when it is frozen."
    )
    (best, *_) = extract("What fades to yellow when frozen?", scored(text))
    assert best.text.startswith("The compound virellin")


def test_an_announcement_is_not_quoted_without_what_it_announces() -> None:
    text = "The study tasks are to:\n\nevaluate the safety of the vaccine in adults."
    for statement in extract("What are the tasks of the study?", scored(text)):
        assert "evaluate the safety" in statement.text


@pytest.mark.parametrize(
    "text",
    [
        "3.1. Limits of Detection and Quantification",
        "Figure 2. The heated tube",
        "Smith J. Heated tubes. J. Tubes 12:34-56(1999).",
        "Source: https://example.org/heated/tube",
        "Keywords: tube, heat, care",
    ],
)
def test_what_only_surrounds_a_text_is_never_quoted(text: str) -> None:
    assert extract("heated tube", scored(text)) == []


def test_an_abbreviation_counts_as_what_it_stands_for() -> None:
    text = (
        "We gave Curcuma longa (Cl) to rats of both sexes in spring. "
        "Rats were fed Cl (100 mg/kg) for one month."
    )
    (best, *_) = extract("What dose of Curcuma longa were rats fed?", scored(text))
    assert "100 mg/kg" in best.text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many independent studies and participants were there?", {"count of studies"}),
        ("EpiVacCoronaのNCT番号は？", {"registration"}),
        ("How long is the protein?", {"length"}),
        ("How long is the tube heated?", {"duration"}),
        ("クローディンのアミノ酸長は？", {"length"}),
        ("Which tube is red?", set()),
    ],
)
def test_what_a_question_wants(question: str, expected: set[str]) -> None:
    names = {one.name for one in wanted_of(question).aspects}
    assert expected <= names
    assert bool(names) is bool(expected)


def test_a_count_stands_before_what_is_counted() -> None:
    wanted = wanted_of("How many goats were used?")
    assert wanted.shown("We chose 6 female adult Cashmere goats.")
    assert not wanted.shown("The goats were kept at 37 °C in 2012.")


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
    assert Verifier().verify(statement, by_id).passed


ENTRY = {
    "Function": "Calcium channel of lanternocytes. Lets in calcium.\n"
    "Activity regulation: Blocked by virellin.\nCofactor: FAD.",
    "Subcellular location": "Cell membrane; Multi-pass membrane protein.",
    "Tissue specificity and expression": "Lanternocytes and nerve cells of the foot.",
    "Disease": "Blindness (BLND), MIM:100000: Loss of sight.\nDisruption phenotype: Fewer flashes.",
    "Subunit and interactions": "Homotetramer. Does not bind lumenin A.",
    "Overview": "Organism: Lumenella aquatica\nLength: 387 amino acids\nMolecular mass: 42452 Da",
}


def entry_chunks() -> list[ScoredChunk]:
    return [
        ScoredChunk(
            Chunk(
                id=f"e#{n}",
                document_id="e",
                text=text,
                header=f"Calcium channel GLW7\n{heading}",
                span=Span(1000 * n, 1000 * n + len(text)),
                section_path=(heading,),
                metadata={"kind": "gene"},
            ),
            score=1 / n,
            rank=n,
        )
        for n, (heading, text) in enumerate(ENTRY.items(), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does GLW7 do?", "Calcium channel of lanternocytes."),
        ("What is the role of GLW7?", "Calcium channel of lanternocytes."),
        ("GLW7の働きは？", "Calcium channel of lanternocytes."),
        ("Where in the cell is GLW7?", "Cell membrane; Multi-pass membrane protein."),
        ("GLW7の局在は？", "Cell membrane; Multi-pass membrane protein."),
        ("Where is GLW7 expressed?", "Lanternocytes and nerve cells of the foot."),
        ("GLW7はどの組織で発現していますか？", "Lanternocytes and nerve cells of the foot."),
        ("Which disease do mutations in GLW7 cause?", "Blindness (BLND), MIM:100000: Loss of"),
        ("What happens when GLW7 is knocked out?", "Disruption phenotype: Fewer flashes."),
        ("Which proteins does GLW7 interact with?", "Homotetramer."),
        ("What cofactor does GLW7 need?", "Cofactor: FAD."),
        ("How heavy is GLW7?", "Molecular mass: 42452 Da"),
        ("How many amino acids does GLW7 have?", "Length: 387 amino acids"),
    ],
)
def test_what_is_asked_of_an_entry_stands_under_its_heading(question: str, answer: str) -> None:
    first = extract(question, entry_chunks())[0]
    assert first.text.startswith(answer)


def test_a_part_of_an_entry_is_told_by_its_heading_or_its_field() -> None:
    is_asked = parts_asked_for("What is the molecular mass of GLW7?")
    assert is_asked is not None
    held = [one.chunk.section for one in entry_chunks() if is_asked(one.chunk)]
    assert held == ["Overview"]
    assert parts_asked_for("Compare GLW7 and TP53.") is None


TRIAL = {
    "Overview": "NCT number: NCT99000342\nStatus: Terminated\nWhy stopped: No eligible patient.\n"
    "Sponsor: Harrow Clinical Unit\nCompletion date: 2024-05-01\nConditions: Slow glare recovery",
    "Inclusion Criteria": "Adults with slow glare recovery.",
    "Exclusion Criteria": "Contact lens wear.",
    "Design": "Allocation: Randomized\nMasking: Double\nIntervention: Drug: Virellin.",
    "Locations": "Norway: Harrow",
    "Outcomes": "Primary outcome: Recovery time.\nSecondary outcome: Comfort.",
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Why was NCT99000342 stopped?", "Why stopped: No eligible patient."),
        ("Who can take part in NCT99000342?", "Adults with slow glare recovery."),
        ("What are the exclusion criteria of NCT99000342?", "Contact lens wear."),
        ("NCT99000342の除外基準は？", "Contact lens wear."),
        ("Which drug is tested in NCT99000342?", "Intervention: Drug: Virellin."),
        ("Was NCT99000342 blinded?", "Masking: Double"),
        ("Where is the trial NCT99000342 run?", "Norway: Harrow"),
        ("When did NCT99000342 end?", "Completion date: 2024-05-01"),
        ("What is the secondary outcome of NCT99000342?", "Secondary outcome: Comfort."),
    ],
)
def test_what_is_asked_of_a_trial_stands_under_its_heading(question: str, answer: str) -> None:
    chunks = [
        ScoredChunk(
            Chunk(
                id=f"t#{n}",
                document_id="t",
                text=text,
                header=f"Virellin eye drops (NCT99000342)\n{heading}",
                span=Span(1000 * n, 1000 * n + len(text)),
                section_path=(heading,),
                metadata={"kind": "trial"},
            ),
            score=1 / n,
            rank=n,
        )
        for n, (heading, text) in enumerate(TRIAL.items(), start=1)
    ]
    assert extract(question, chunks)[0].text.startswith(answer)
