"""Digests: what an abstract says, of the document that is asked about and of no other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.content_words import content_terms
from aliquot.generation.extractive import (
    ChunkReader,
    Digests,
    Drafted,
    QuestionTerms,
    asks_for_digest,
)
from aliquot.generation.verify import Verifier
from aliquot.types import Chunk, ScoredChunk, SectionClass, Span

ANALYSER = StandardAnalyser()
# Shorter ones are quoted with the next.
SENTENCES = [
    f"Sentence {word} tells a thing of squid that is long enough to stand alone."
    for word in ("one", "two", "three", "four")
]
RESULT = "We found that squid glow for longer hours in water that is cold."
REST = [
    "Every tank that was looked at showed this, in summer and in winter.",
    "Nobody knows the reason for it yet, and further studies are on their way.",
]


def chunk(
    document: str, number: int, text: str, section: str, kind: str = "paper", **metadata: object
) -> Chunk:
    is_abstract = section in ("Abstract", "Results", "Author summary")
    return Chunk(
        id=f"{document}#{number}",
        document_id=document,
        text=text,
        header=document,
        span=Span(10_000 * number, 10_000 * number + len(text)),
        section_path=(section,) if section else (),
        section_class=SectionClass.ABSTRACT if is_abstract else SectionClass.OTHER,
        metadata={"kind": kind, "title": document, **metadata},
    )


SQUID = [
    chunk("Glow of squid in winter", 0, "Glow of squid in winter", "", authors=("Okada, Rin",)),
    chunk("Glow of squid in winter", 1, " ".join([*SENTENCES, RESULT, *REST]), "Abstract"),
    chunk("Glow of squid in winter", 2, "Squid glow. They do so at night.", "Author summary"),
    chunk("Glow of squid in winter", 3, "Keywords: squid\n\nNCT01234567", "Abstract"),
]
PARTED = [
    chunk("Snail shells", 0, "Snails were weighed in every season of a year.", "Abstract"),
    chunk("Snail shells", 1, "Shells grew by 3 mm a year in all of the tanks.", "Results"),
]
TALK = [chunk("Talk on octopus arms", 0, "This talk tells how arms are counted.", "", "slides")]


def digest(
    question: str, *documents: Sequence[Chunk], restrictions: Sequence[str] = ()
) -> Drafted | None:
    shelf = {one[0].document_id: one for one in documents}
    evidence = [ScoredChunk(one[-1], 1 / n, n) for n, one in enumerate(documents, start=1)]
    terms = QuestionTerms(dict.fromkeys(content_terms(question, ANALYSER.piece_terms), 1.0))
    digests = Digests(ChunkReader(ANALYSER), lambda one: shelf[one])
    found = digests.asked_for(question, terms, evidence, restrictions)
    if found is not None:
        by_id = {one.chunk.id: one.chunk for one in found.evidence}
        assert all(Verifier().verify(one, by_id).passed for one in found.statements)
    return found


def said(found: Drafted | None) -> list[str]:
    assert found is not None
    return [one.text for one in found.statements]


@pytest.mark.parametrize(
    "question",
    [
        "What did Wolf et al. find?",
        "Summarise the paper on Ocimum labiatum",
        "Can you summarize the article about HPV clearance?",
        "What are the main findings of Fluge 2011?",
        "What is the trial NCT04780035 about?",
        "Give me an overview of the KRAB zinc finger paper",
        "What were the results of the study on telomere length?",
        "What did Ioannidis conclude?",
        "Ocimum labiatumの論文を要約してください",
        "この研究の主な結果は？",
    ],
)
def test_questions_for_a_digest_are_known(question: str) -> None:
    assert asks_for_digest(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is the dose in the paper about squid?",
        "Which papers are about squid?",
        "What are the papers on squid about?",
        "How many studies found an effect?",
        "What did we add to the buffer?",
        "What are the results of the PCR?",
        "結果は何℃で得られましたか？",
    ],
)
def test_questions_for_a_value_or_for_many_are_not(question: str) -> None:
    assert not asks_for_digest(question)


def test_an_abstract_is_quoted_from_both_its_ends() -> None:
    found = digest("Summarise the paper on the glow of squid in winter", SQUID)
    assert said(found) == [*SENTENCES[:2], SENTENCES[3], RESULT, *REST]


def test_what_was_found_is_quoted_from_the_end() -> None:
    found = digest("What did the squid glow paper find?", SQUID)
    assert said(found) == [*SENTENCES[2:], RESULT, *REST]


def test_what_was_found_is_quoted_by_its_heading() -> None:
    assert said(digest("What did the study on snail shells find?", PARTED)) == [
        "Shells grew by 3 mm a year in all of the tanks."
    ]


def test_whoever_is_named_by_a_restriction_is_meant() -> None:
    found = digest("What did Okada et al. find?", SQUID, restrictions=["Okada et al."])
    assert said(found)[-1] == REST[-1]


def test_the_document_asked_about_is_taken_though_another_leads() -> None:
    found = digest("What did the study on snail shells find?", SQUID, PARTED)
    assert {one.citations[0].document_id for one in found.statements if found} == {"Snail shells"}


def test_what_has_no_abstract_says_what_it_is_at_its_beginning() -> None:
    found = digest("Summarise the talk on octopus arms", TALK)
    assert said(found) == ["This talk tells how arms are counted."]


@pytest.mark.parametrize(
    "question",
    ["What did the paper on unicorn genomes find?", "How long do squid glow?"],
)
def test_nothing_is_quoted_for_anything_else(question: str) -> None:
    assert digest(question, SQUID, PARTED) is None


def test_a_document_that_is_taken_out_meanwhile_is_passed_over() -> None:
    question = "Summarise the paper on the glow of squid in winter"
    terms = QuestionTerms(dict.fromkeys(content_terms(question, ANALYSER.piece_terms), 1.0))
    digests = Digests(ChunkReader(ANALYSER), lambda one: [])
    assert digests.asked_for(question, terms, [ScoredChunk(SQUID[0], 1.0, 1)]) is None


def test_a_talk_of_whoever_is_named_has_found_nothing() -> None:
    found = digest("What did Okada et al. find?", TALK, SQUID, restrictions=["Okada et al."])
    assert found is not None
    assert {one.citations[0].document_id for one in found.statements} == {SQUID[0].document_id}
