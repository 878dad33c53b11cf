from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence

import pytest

from aliquot.errors import ModelError, ModelUnavailableError
from aliquot.generation.strategies.map_documents import MapDocuments
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.written import Written
from aliquot.testing.scripted_model import Line, ScriptedModel
from aliquot.types import Contradiction, RemovedStatement, ScoredChunk, Statement
from strategy_fakes import A, B, C, FakeWriter, chunk, ranked, stated

REFUSES = {"c": Written(is_refusal=True)}
BUSY = ModelUnavailableError("429: too many requests.", hint="Wait a minute.")


def fusion(*statements: tuple[str, Sequence[int]], contradicting: Sequence[list[int]] = ()) -> str:
    merged = [{"text": text, "notes": list(notes)} for text, notes in statements]
    return json.dumps({"statements": merged, "contradicting": list(contradicting)})


def mapped(writer: FakeWriter, *script: Line, **how: object) -> MapDocuments:
    return MapDocuments(writer, ScriptedModel(script), Verifier(), **how)  # type: ignore[arg-type]


def texts(written: Written) -> list[str]:
    return [one.text for one in written.statements]


def test_each_document_is_read_apart_and_what_they_say_is_joined(three: list[ScoredChunk]) -> None:
    writer = FakeWriter(REFUSES)
    joined = f"{A.text} {B.text}"
    written = mapped(writer, fusion((joined, [1, 2]))).answer("Q?", "en", three)
    assert sorted(writer.given) == [("a#1",), ("b#1",), ("c#1",)]
    assert texts(written) == [joined]
    assert [one.chunk_id for one in written.statements[0].citations] == ["a#1", "b#1"]
    assert all(one.verified for one in written.statements[0].citations)


def test_confidence_is_the_weight_of_the_documents_that_bear_it_out(
    three: list[ScoredChunk],
) -> None:
    said = fusion((A.text, [1]), (B.text, [2]))
    written = mapped(FakeWriter(REFUSES), said).answer("Q?", "en", three)
    # Softmax of 10, 9, 8 at T = 1; `c` does not answer.
    assert written.confidence == pytest.approx(1 - 0.0900, abs=1e-3)
    assert "Does not answer: c." in written.notes


def test_a_merged_sentence_that_adds_something_gives_way_to_its_parts(
    three: list[ScoredChunk],
) -> None:
    said = fusion(("The half-life of p53 is 45 minutes with Nutlin-3.", [1, 2]))
    written = mapped(FakeWriter(REFUSES), said).answer("Q?", "en", three)
    assert texts(written) == [A.text, B.text]
    assert [one.text for one in written.removed] == [
        "The half-life of p53 is 45 minutes with Nutlin-3."
    ]


@pytest.mark.parametrize("line", ["", "no marks here", '{"statements": [{"te', BUSY])
def test_where_fusing_fails_the_parts_stand_best_document_first(
    three: list[ScoredChunk], line: Line
) -> None:
    written = mapped(FakeWriter(REFUSES), line).answer("Q?", "en", three)
    assert texts(written) == [A.text, B.text]
    assert any("not merged" in note for note in written.notes)


def test_one_document_is_not_merged() -> None:
    model = ScriptedModel()
    strategy = MapDocuments(FakeWriter(), model, Verifier())
    assert texts(strategy.answer("Q?", "en", ranked((A, 1.0)))) == [A.text]
    assert model.asked == []


def test_documents_that_contradict_are_both_shown_and_only_the_likelier_counts() -> None:
    other = chunk("b", 1, "The half-life of p53 is 6 hours.")
    said = fusion((A.text, [1]), contradicting=[[1, 2]])
    written = mapped(FakeWriter(), said).answer("Q?", "en", ranked((A, 10.0), (other, 9.0)))
    assert texts(written) == [A.text, other.text]
    assert written.confidence == pytest.approx(0.731, abs=1e-3)
    assert any("contradict each other" in note and "6 hours" in note for note in written.notes)


def test_a_failure_in_one_document_does_not_lose_the_others(three: list[ScoredChunk]) -> None:
    writer = FakeWriter({"b": BUSY})
    written = mapped(writer, fusion((A.text, [1]), (C.text, [2]))).answer("Q?", "en", three)
    assert texts(written) == [A.text, C.text]
    assert any(note.startswith("b could not be read: 429") for note in written.notes)


def test_nothing_read_at_all_is_the_models_error(three: list[ScoredChunk]) -> None:
    writer = FakeWriter(dict.fromkeys("abc", BUSY))
    with pytest.raises(ModelUnavailableError):
        mapped(writer).answer("Q?", "en", three)


def test_documents_that_do_not_answer_make_a_refusal(three: list[ScoredChunk]) -> None:
    silent = dict.fromkeys("abc", Written(is_refusal=True))
    written = mapped(FakeWriter(silent)).answer("Q?", "en", three)
    assert written.is_refusal
    assert written.statements == ()
    assert written.confidence is None


def test_statements_that_failed_are_no_refusal_of_the_model() -> None:
    failed = Written(removed=(RemovedStatement("x", ("quote",)),))
    written = mapped(FakeWriter({"a": failed})).answer("Q?", "en", ranked((A, 1.0)))
    assert not written.is_refusal


def test_no_evidence_is_a_refusal_without_a_request() -> None:
    assert mapped(FakeWriter()).answer("Q?", "en", []).is_refusal


def test_the_order_is_that_of_the_documents_whichever_is_read_first(
    three: list[ScoredChunk],
) -> None:
    def slow(source: Statement, seconds: float) -> Written:
        time.sleep(seconds)
        return Written((source,))

    lines = {
        "a": lambda: slow(stated(A), 0.06),
        "b": lambda: slow(stated(B), 0.03),
        "c": lambda: slow(stated(C), 0.0),
    }
    written = mapped(FakeWriter(lines), "").answer("Q?", "en", three)
    assert texts(written) == [A.text, B.text, C.text]
    assert [step.split()[0] for step in written.steps] == ["a", "b", "c"]


def test_no_further_document_is_begun_when_the_time_is_up(three: list[ScoredChunk]) -> None:
    ticks = iter([0.0, 1.0, 400.0, 400.0])
    strategy = mapped(FakeWriter(), parallel=1, timeout_s=300.0, clock=lambda: next(ticks))
    written = strategy.answer("Q?", "en", three)
    assert texts(written) == [A.text]
    assert "Not read for want of time: b, c." in written.notes


def test_documents_beyond_the_bounds_are_named(three: list[ScoredChunk]) -> None:
    by_count = mapped(FakeWriter(), "", max_documents=2).answer("Q?", "en", three)
    assert "Not read, to keep within bounds: c." in by_count.notes
    by_tokens = mapped(FakeWriter(), budget_tokens=5).answer("Q?", "en", three)
    assert "Not read, to keep within bounds: b, c." in by_tokens.notes


def test_an_interruption_leaves_no_threads(three: list[ScoredChunk]) -> None:
    def interrupted() -> Written:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mapped(FakeWriter({"a": interrupted}), parallel=1).answer("Q?", "en", three)
    assert not [one for one in threading.enumerate() if one.name.startswith("aliquot-read")]


def test_statements_are_told_from_the_callers_thread_in_order(three: list[ScoredChunk]) -> None:
    told: list[tuple[str, str]] = []

    def tell(statement: Statement) -> None:
        told.append((statement.text, threading.current_thread().name))

    written = mapped(FakeWriter(), "").answer("Q?", "en", three, on_statement=tell)
    here = threading.current_thread().name
    assert told == [(text, here) for text in texts(written)]


def test_a_model_without_schemas_merges_in_lines(three: list[ScoredChunk]) -> None:
    model = ScriptedModel([f"{A.text} [1]\n{B.text} [2]"], has_schemas=False)
    written = MapDocuments(FakeWriter(REFUSES), model, Verifier()).answer("Q?", "en", three)
    assert texts(written) == [A.text, B.text]
    assert model.schemas == [None]


def test_what_it_cost_is_added_up(three: list[ScoredChunk]) -> None:
    written = mapped(FakeWriter(), "").answer("Q?", "en", three)
    assert written.usage.requests == 4
    assert written.usage.models == ("fake", "scripted")
    assert written.messages[-1] == ("assistant", "")


def test_turns_reach_every_reading(three: list[ScoredChunk]) -> None:
    writer = FakeWriter()
    turns = [("user", "What is p53?")]
    mapped(writer, "").answer("And its half-life?", "en", three, turns=turns)
    assert writer.turns == [turns] * 3


def test_an_error_that_is_not_the_models_is_not_swallowed(three: list[ScoredChunk]) -> None:
    with pytest.raises(ZeroDivisionError):
        mapped(FakeWriter({"b": ZeroDivisionError()})).answer("Q?", "en", three)


def test_a_dead_model_gives_what_was_verified_before(three: list[ScoredChunk]) -> None:
    dead = ModelError("The key was refused.", hint="Set another.")
    writer = FakeWriter({"b": dead, "c": dead})
    assert texts(mapped(writer).answer("Q?", "en", three)) == [A.text]


def test_where_fusing_fails_every_document_is_heard_before_one_is_heard_twice() -> None:
    more = chunk("a", 2, "p53 binds DNA.")
    writer = FakeWriter({"a": Written((stated(A), stated(more)))})
    strategy = mapped(writer, "", max_statements=2)
    written = strategy.answer("Q?", "en", ranked((A, 10.0), (B, 9.0), (more, 1.0)))
    assert texts(written) == [A.text, B.text]
    assert "1 more verified statements are left out." in written.notes


@pytest.mark.parametrize("line", ["", fusion((A.text, [1]))])
def test_contradictions_that_rules_find_are_shown_whatever_the_model_makes_of_them(
    line: str,
) -> None:
    other = chunk("b", 1, "The half-life of p53 is 6 hours.")

    def clash(statements: Sequence[Statement]) -> list[Contradiction]:
        return [Contradiction("half-life of p53", (statements[0], statements[1]))]

    strategy = mapped(FakeWriter(), line, contradictions_of=clash, max_statements=1)
    written = strategy.answer("Q?", "en", ranked((A, 10.0), (other, 9.0)))
    assert texts(written) == [A.text, other.text]
    assert written.confidence == pytest.approx(0.731, abs=1e-3)
