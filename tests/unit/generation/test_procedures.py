"""Whole procedures: every step of the protocol that is asked for, verbatim, and no other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.content_words import content_terms
from aliquot.generation.extractive import ChunkReader, Drafted, Procedures, QuestionTerms
from aliquot.generation.extractive.procedures import CUT, MAX_STATEMENTS, asks_for_procedure
from aliquot.generation.verify import Verifier
from aliquot.types import Block, BlockType, Chunk, ScoredChunk, Span

ANALYSER = StandardAnalyser()
TITLE = "Miniprep of plasmids"
NEWEST = "Miniprep of plasmids, second version"
# Type, level, section and text of each block.
BLOCKS = (
    (BlockType.PARAGRAPH, 0, "", "This protocol gives clean DNA."),
    (BlockType.STEP, 1, "Lysis", "1. Add 250 µL of buffer P1.\n1200s"),
    (BlockType.NOTE, 0, "Lysis", "NOTES Keep P1 at 4 °C."),
    (BlockType.STEP, 1, "Lysis", "2. Mix in this order:"),
    (BlockType.STEP, 2, "Lysis", "a. 1 mL water"),
    (BlockType.STEP, 2, "Lysis", "b. 2 mL ethanol"),
    (BlockType.PARAGRAPH, 0, "Lysis", "Rest for a while."),
    (BlockType.NOTE, 0, "Lysis", "NOTES This one is of no step."),
    (BlockType.STEP, 1, "Washing the column", "3. Vortex."),
    (BlockType.STEP, 1, "Washing the column", "4. Spin 60 s at 12,000 g."),
)
STEPS = [
    "1. Add 250 µL of buffer P1. NOTES Keep P1 at 4 °C.",
    "2. Mix in this order: a. 1 mL water b. 2 mL ethanol",
    "3. Vortex.",
    "4. Spin 60 s at 12,000 g.",
]


def document(
    blocks: Sequence[tuple[BlockType, int, str, str]], name: str, cuts: Sequence[int] = ()
) -> tuple[list[Block], list[Chunk]]:
    """Return blocks, and chunks that begin at the first block and at those numbered."""
    made: list[Block] = []
    for kind, level, section, text in blocks:
        start = made[-1].span.end + 2 if made else 0
        path = (name, section) if section else (name,)
        span = Span(start, start + len(text))
        made.append(Block(type=kind, text=text, span=span, level=level, section_path=path))
    whole = "\n\n".join(one.text for one in made)
    bounds = [0, *cuts, len(made)]
    chunks = []
    for number, (first, end) in enumerate(itertools.pairwise(bounds)):
        span = Span(made[first].span.start, made[end - 1].span.end)
        path = made[first].section_path[1:]
        chunks.append(
            Chunk(
                id=f"{name}#{number}",
                document_id=name,
                text=span.of(whole),
                header=" > ".join((name, *path)),
                span=span,
                section_path=path,
                metadata={"kind": "protocol", "title": name},
            )
        )
    return made, chunks


def asked(
    question: str,
    cuts: Sequence[int] = (),
    kind: str = "protocol",
    newer: dict[str, str] | None = None,
    **more: object,
) -> Drafted | None:
    blocks, chunks = document(more.get("blocks", BLOCKS), TITLE, cuts)  # type: ignore[arg-type]
    other = document(((BlockType.STEP, 1, "", "1. Miniprep plasmids again."),), "Plasmid miniprep")
    newest = document(((BlockType.STEP, 1, "", "1. Do the miniprep anew."),), NEWEST)
    shelf = {TITLE: (blocks, chunks), "Plasmid miniprep": other, NEWEST: newest}
    evidence = [
        ScoredChunk(
            Chunk(**{**_fields(one), "metadata": {**one.metadata, "kind": kind}}),
            score=1 / rank,
            rank=rank,
        )
        for rank, one in enumerate([chunks[-1], other[1][0]], start=1)
    ]
    procedures = Procedures(
        ChunkReader(ANALYSER),
        lambda one: shelf[one][0],
        lambda one: shelf[one][1],
        lambda ids, where: newer or {},
    )
    terms = QuestionTerms(dict.fromkeys(content_terms(question, ANALYSER.piece_terms), 1.0))
    return procedures.asked_for(question, terms, evidence)


def _fields(chunk: Chunk) -> dict[str, object]:
    return {name: getattr(chunk, name) for name in Chunk.__slots__}


# ------------------------------------------------------------------------------ what asks for one


@pytest.mark.parametrize(
    "question",
    [
        "How do I purify antibodies at small scale?",
        "how to count cells with a hemocytometer",
        "Please tell me how to flash freeze fruit flies",
        "What is the recipe for CTAB mix?",
        "Recipe for LB agar plates",
        "What's the protocol for flow cytometry?",
        "protocol for plasmid miniprep",
        "What are the steps of the western blot?",
        "Walk me through unthawing RAW264.7 cells",
        "Show me the touchdown PCR protocol",
        "I need the immunoprecipitation protocol",
        "ウェスタンブロットの手順を教えて",
        "LB寒天プレートの作り方は？",
        "プラスミドはどうやって抽出しますか？",
    ],
)
def test_questions_for_a_whole_procedure_are_known(question: str) -> None:
    assert asks_for_procedure(question)


@pytest.mark.parametrize(
    "question",
    [
        "At which temperature is the column washed in the protocol for DNA extraction?",
        "How long do I incubate the tubes?",
        "How many protocols for DNA extraction do we have?",
        "Which protocol uses proteinase K?",
        "What is the protocol number of the rituximab trial?",
        "How does rhodopsin bind retinal?",
        "How is the filtrate autoclaved?",
        "抗体7F2はどのように保存しますか？",
        "手順3の温度は何度ですか？",
    ],
)
def test_questions_for_one_value_or_for_documents_are_not(question: str) -> None:
    assert not asks_for_procedure(question)


# ------------------------------------------------------------------------------ the steps


@given(st.sets(st.sampled_from([1, 3, 6, 8, 9])))
def test_every_step_is_quoted_whole_and_proved_however_it_is_cut(cuts: set[int]) -> None:
    found = asked("How do I do a miniprep of plasmids?", sorted(cuts))
    assert found is not None
    assert [one.text for one in found.statements] == STEPS
    by_id = {one.chunk.id: one.chunk for one in found.evidence}
    assert all(Verifier().verify(one, by_id).passed for one in found.statements)
    assert [one.rank for one in found.evidence] == list(range(1, len(found.evidence) + 1))


def test_what_stands_below_a_step_in_another_chunk_is_quoted_by_itself() -> None:
    found = asked("How do I do a miniprep of plasmids?", [2, 5])
    assert found is not None
    assert [one.text for one in found.statements] == [
        "1. Add 250 µL of buffer P1.",
        "2. Mix in this order: a. 1 mL water",
        "b. 2 mL ethanol",
        *STEPS[2:],
    ]


def test_a_section_that_is_asked_for_is_quoted_alone() -> None:
    found = asked("How do I wash the column in the miniprep of plasmids?")
    assert found is not None
    assert [one.text for one in found.statements] == STEPS[2:]


def test_other_protocols_for_it_are_named() -> None:
    found = asked("How do I do a miniprep of plasmids?")
    assert found is not None
    assert found.notes == ("Also found for it: Plasmid miniprep.",)


def test_steps_beyond_the_most_are_told_of() -> None:
    many = [(BlockType.STEP, 1, "", f"{n}. Do it.") for n in range(1, MAX_STATEMENTS + 9)]
    found = asked("How do I do a miniprep of plasmids?", blocks=many)
    assert found is not None
    assert len(found.statements) == MAX_STATEMENTS
    assert found.notes[0] == CUT


@pytest.mark.parametrize(
    "question",
    ["How do I sequence a genome?", "At which speed is the plasmid miniprep spun?"],
)
def test_no_steps_are_given_for_anything_else(question: str) -> None:
    assert asked(question) is None


def test_a_paper_is_no_protocol() -> None:
    assert asked("How do I do a miniprep of plasmids?", kind="paper") is None


def test_a_verb_is_met_by_its_noun() -> None:
    blocks = [
        (BlockType.STEP, 1, "Precipitation", "1. Add salt."),
        (BlockType.STEP, 1, "Purification", "2. Load it."),
    ]
    found = asked("How do I purify DNA in the miniprep of plasmids?", blocks=blocks)
    assert found is not None
    assert [one.text for one in found.statements] == ["2. Load it."]


@pytest.mark.parametrize("kept", ["blocks", "chunks", "neither"])
def test_a_protocol_that_is_taken_out_meanwhile_is_passed_over(kept: str) -> None:
    question = "How do I do a miniprep of plasmids?"
    terms = QuestionTerms(dict.fromkeys(content_terms(question, ANALYSER.piece_terms), 1.0))
    blocks, chunks = document(BLOCKS, TITLE)
    procedures = Procedures(
        ChunkReader(ANALYSER),
        lambda one: blocks if kept == "blocks" else [],
        lambda one: chunks if kept == "chunks" else [],
        lambda ids, where: {},
    )
    assert procedures.asked_for(question, terms, [ScoredChunk(chunks[0], 1.0, 1)]) is None


def test_the_newest_version_is_quoted() -> None:
    found = asked("How do I do a miniprep of plasmids?", newer={TITLE: NEWEST})
    assert found is not None
    assert [one.text for one in found.statements] == ["1. Do the miniprep anew."]
    assert {one.citations[0].chunk_id for one in found.statements} <= {
        one.chunk.id for one in found.evidence
    }


@pytest.mark.parametrize("asking", ["the old", "version 1 of the", "the v1"])
def test_an_older_version_is_quoted_where_it_is_asked_for(asking: str) -> None:
    found = asked(f"How do I do {asking} miniprep of plasmids?", newer={TITLE: NEWEST})
    assert found is not None
    assert [one.text for one in found.statements] == STEPS
