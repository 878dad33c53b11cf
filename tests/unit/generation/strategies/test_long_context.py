from __future__ import annotations

import pytest

from aliquot.errors import ModelUnavailableError
from aliquot.generation.strategies.long_context import (
    OVERHEAD_TOKENS,
    LongContext,
    evidence_budget,
)
from aliquot.generation.strategies.stuff import Stuff
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.packing import pack
from aliquot.generation.writing.writer import Writer
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Chunk, ScoredChunk, SectionClass
from strategy_fakes import A, B, FakeWriter, chunk, ranked


def many(count: int) -> list[ScoredChunk]:
    return ranked(
        *((chunk(f"d{n % 7}", n, f"Fact {n}. " * 20), 1.0 / (n + 1)) for n in range(count))
    )


def model(context_tokens: int, *script: str) -> ScriptedModel:
    return ScriptedModel(script, context_tokens=context_tokens)


def test_an_estimate_sends_nothing() -> None:
    reads, writer = model(1_000_000), FakeWriter()
    estimate = LongContext(writer, reads).estimate("Q?", many(300))
    assert (estimate.chunks, estimate.fits) == (300, True)
    assert estimate.tokens > OVERHEAD_TOKENS
    assert (reads.asked, writer.given) == ([], [])


def test_a_price_nobody_states_is_unknown_not_nothing() -> None:
    assert LongContext(FakeWriter(), model(100_000)).estimate("Q?", many(3)).cost_usd is None


def test_the_price_is_of_what_is_sent_and_of_all_that_may_be_written() -> None:
    strategy = LongContext(
        FakeWriter(), model(100_000), cost_of=lambda read, wrote: read * 1e-6 + wrote * 1e-3
    )
    estimate = strategy.estimate("Q?", many(3))
    assert estimate.cost_usd == pytest.approx(estimate.tokens * 1e-6 + 1.024)


def test_more_than_fits_is_said() -> None:
    strategy = LongContext(FakeWriter(), model(6_000))
    estimate = strategy.estimate("Q?", many(300))
    assert not estimate.fits
    assert 0 < estimate.chunks < 300
    assert estimate.tokens <= 6_000
    written = strategy.answer("Q?", "en", many(300))
    assert "Not everything fits" in written.notes[0]
    assert "cost unknown" in written.notes[0]


def test_a_model_of_unknown_length_is_taken_for_a_short_one() -> None:
    written = LongContext(FakeWriter(), model(0)).answer("Q?", "en", many(3))
    assert any("8192 tokens were assumed" in note for note in written.notes)
    assert evidence_budget(model(0)) < 8_192


def test_a_context_too_short_for_anything_has_no_room() -> None:
    assert evidence_budget(model(500)) == 0


DOCUMENT = [chunk("a", n, f"Part {n} of document a.") for n in range(4)]


def test_documents_are_read_whole_behind_the_evidence() -> None:
    writer = FakeWriter()
    strategy = LongContext(writer, model(100_000), chunks_of=lambda name: DOCUMENT)
    strategy.answer("Q?", "en", ranked((DOCUMENT[2], 2.0)))
    assert writer.given == [("a#2", "a#0", "a#1", "a#3")]


def test_a_document_that_does_not_fit_whole_gives_its_best_chunks() -> None:
    def chunks_of(name: str) -> list[Chunk]:
        return DOCUMENT if name == "a" else [B, chunk("b", 2, "long " * 40_000)]

    writer = FakeWriter()
    strategy = LongContext(writer, model(9_000), chunks_of=chunks_of)
    strategy.answer("Q?", "en", ranked((B, 2.0), (DOCUMENT[2], 1.0)))
    assert writer.given == [("b#1", "a#2", "a#0", "a#1", "a#3")]


def test_lists_of_references_stay_out_of_whole_documents() -> None:
    cited = Chunk(
        id="a#9",
        document_id="a",
        text="[1] Someone.",
        header="",
        span=DOCUMENT[0].span,
        section_class=SectionClass.REFERENCES,
        metadata={"kind": "paper"},
    )
    writer = FakeWriter()
    strategy = LongContext(writer, model(100_000), chunks_of=lambda name: [A, cited])
    strategy.answer("Q?", "en", ranked((A, 1.0)))
    assert writer.given == [("a#1",)]


def test_a_busy_model_is_the_callers_to_know() -> None:
    writer = FakeWriter({"a": ModelUnavailableError("429")})
    with pytest.raises(ModelUnavailableError):
        LongContext(writer, model(100_000)).answer("Q?", "en", ranked((A, 1.0)))


def test_pieces_stand_in_reading_order_document_by_document() -> None:
    first, second = chunk("a", 1, "a one."), chunk("a", 5, "a five.")
    packed = pack(ranked((B, 3.0), (second, 2.0), (first, 1.0)), 10_000, len, in_reading_order=True)
    assert [piece.chunk_ids for piece in packed.pieces] == [("b#1",), ("a#1",), ("a#5",)]


def test_with_a_real_writer_the_excerpts_are_in_reading_order() -> None:
    reads = model(50_000, "NO ANSWER")
    writer = Writer(
        reads,
        Verifier(),
        budget_tokens=evidence_budget(reads),
        in_reading_order=True,
        protocol="marked",
    )
    strategy = LongContext(writer, reads, chunks_of=lambda name: DOCUMENT)
    strategy.answer("Q?", "en", ranked((DOCUMENT[3], 2.0)))
    asked = reads.asked[0][1].text
    places = [asked.index(one.text) for one in DOCUMENT]
    assert places == sorted(places)


def test_stuff_is_one_reading_of_all() -> None:
    writer = FakeWriter()
    Stuff(writer).answer("Q?", "en", ranked((A, 2.0), (B, 1.0)), turns=[("user", "x")])
    assert writer.given == [("a#1", "b#1")]
    assert writer.turns == [[("user", "x")]]
