"""What a library keeps of what it was asked, replayed as its documents change."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aliquot.errors import ConfigError, StoreError, UnknownDocumentError
from aliquot.library import Library
from aliquot.library.again import ask_again
from aliquot.library.conversation_files import WRITERS
from aliquot.library.conversing import standalone_question
from aliquot.retrieval.rewriting import StandaloneRewriter
from aliquot.storage.audit import proof_of
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Answer
from aliquot.types.conversations import Conversation, ConversationTurn
from aliquot.types.history import AuditKind, CitationState, citation_id, parse_citation_id
from permissions import as_nobody

QUESTION = "How long is the tube heated at 42 °C?"
FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}


def ids(answer: Answer) -> list[str]:
    return [citation_id(one) for one in answer.citations()]


# ------------------------------------------------------------------------------ citation ids


def test_a_citation_has_the_same_id_in_every_answer(filled: Library) -> None:
    first, second = filled.ask(QUESTION), filled.ask(QUESTION)
    assert ids(first) == ids(second)
    assert ids(first)


def test_a_citation_id_names_its_chunk_and_span(filled: Library) -> None:
    for one in filled.ask(QUESTION).citations():
        chunk_id, span = parse_citation_id(citation_id(one))
        assert (chunk_id, span) == (one.chunk_id, one.span)
        assert span.of(filled.document(one.document_id).text) == one.quote


@pytest.mark.parametrize("text", ["", "a#1", "a#1@", "a#1@2", "a#1@5-2", "@1-2", "a#1@x-y"])
def test_what_is_no_citation_id_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no citation id"):
        parse_citation_id(text)


def test_a_chunk_id_may_hold_the_mark() -> None:
    assert parse_citation_id("a@b#1@2-3")[0] == "a@b#1"


# ------------------------------------------------------------------------------ replay


def test_an_answer_is_replayed_as_it_was_given(filled: Library) -> None:
    answer = filled.ask(QUESTION, "kind = protocol", literal=True)
    explained = filled.explain(answer.trace.id)
    kept = explained.stored
    assert kept.answer.statements == answer.statements
    assert kept.answer.understanding == answer.understanding
    assert kept.answer.usage == answer.usage
    assert [one.chunk_id for one in kept.evidence] == [one.chunk.id for one in answer.evidence]
    assert kept.asked_with.where == 'kind = "protocol"'
    assert kept.asked_with.is_literal
    assert kept.versions.parsers.keys() == {one.document_id for one in answer.citations()}
    assert kept.versions.embedders
    assert {one.state for one in explained.citations} == {CitationState.HOLDS}
    assert explained.outdated == ()


def test_a_refusal_is_kept_as_well(filled: Library) -> None:
    answer = filled.ask("Who won the football world cup?")
    kept = filled.explain(answer.trace.id).stored.answer
    assert kept.abstained
    assert (kept.reason, kept.refusal) == (answer.reason, answer.refusal)


def test_a_japanese_answer_is_kept(filled: Library) -> None:
    answer = filled.ask("HEK293T細胞は何度で培養しますか？")
    kept = filled.explain(answer.trace.id).stored.answer
    assert kept.statements == answer.statements
    assert kept.question == "HEK293T細胞は何度で培養しますか？"


def edited(library: Library, lab: Path, old: str, new: str) -> None:
    place = lab / "protocols" / "heat_shock.md"
    place.write_text(place.read_text("utf-8").replace(old, new), encoding="utf-8")
    library.sync()


def states(library: Library, answer: Answer) -> set[CitationState]:
    return {one.state for one in library.explain(answer.trace.id).citations}


def test_a_quote_that_moved_is_said_to_stand_elsewhere(filled: Library, lab: Path) -> None:
    answer = filled.ask(QUESTION, "kind = protocol")
    edited(filled, lab, "## Materials\n", "## Materials\n\nWear gloves at all times.\n")
    assert states(filled, answer) == {CitationState.MOVED}


def test_a_quote_that_was_changed_no_longer_holds_and_stays_readable(
    filled: Library, lab: Path
) -> None:
    answer = filled.ask(QUESTION, "kind = protocol")
    edited(filled, lab, "42 °C", "43 °C")
    explained = filled.explain(answer.trace.id)
    assert CitationState.CHANGED in {one.state for one in explained.citations}
    assert any("42 °C" in one.citation.quote for one in explained.citations)
    assert explained.outdated


def test_citations_of_a_removed_document_say_so(filled: Library) -> None:
    answer = filled.ask(QUESTION, "kind = protocol")
    filled.remove("heat-shock-transformation")
    explained = filled.explain(answer.trace.id)
    assert {one.state for one in explained.citations} == {CitationState.REMOVED}
    assert explained.stored.answer.statements == answer.statements
    assert all(one.reason for one in explained.citations)


def test_an_answer_that_is_not_there_is_named(filled: Library) -> None:
    with pytest.raises(UnknownDocumentError, match="nothing-here"):
        filled.explain("nothing-here")


def test_asked_again_nothing_differs_over_the_same_library(filled: Library) -> None:
    stored = filled.explain(filled.ask(QUESTION).trace.id).stored
    again = ask_again(filled, stored)
    assert again.differences == ()
    assert again.answer.trace.id != stored.id


def test_asked_again_what_differs_is_said(filled: Library, lab: Path) -> None:
    stored = filled.explain(filled.ask(QUESTION, "kind = protocol").trace.id).stored
    edited(filled, lab, "42 °C for 45 s", "42 °C for 90 s")
    told = "\n".join(ask_again(filled, stored).differences)
    assert "New statement: " in told
    assert "90 s" in told


def test_asked_again_with_settings_nobody_knows_today_it_says_so(filled: Library) -> None:
    stored = filled.explain(filled.ask(QUESTION).trace.id).stored
    settings = dict(stored.versions.settings) | {"answer": {"mood": "good"}}
    odd = replace(stored, versions=replace(stored.versions, settings=settings))
    assert "settings of today" in ask_again(filled, odd).note


# ------------------------------------------------------------------------------ audit


def kinds(library: Library) -> list[str]:
    return [one.kind for one in reversed(library.history.entries(99))]


def test_what_is_done_with_a_library_is_in_its_log(filled: Library, lab: Path) -> None:
    answer = filled.ask(QUESTION)
    edited(filled, lab, "42 °C", "43 °C")
    filled.remove("heat-shock-transformation")
    assert kinds(filled) == ["settings", "added", "asked", "answered", "updated", "removed"]
    added = filled.history.entries(9, AuditKind.ADDED)[0].detail
    assert added["count"] == 5
    assert set(added["documents"]) >= {"heat-shock-transformation"}
    answered = filled.history.entries(9, AuditKind.ANSWERED)[0].detail
    assert answered["cited"] == list(dict.fromkeys(ids(answer)))
    assert filled.history.verify().is_sound
    assert filled.history.altered() == []


def test_what_became_of_a_question_names_it(filled: Library) -> None:
    answer = filled.ask(QUESTION)
    answered, asked = filled.history.entries(2)
    assert asked.detail["question"] == QUESTION
    assert answered.detail["asked"] == asked.sequence
    assert answered.detail["answer"] == answer.trace.id


@pytest.mark.parametrize(
    "ask",
    [
        lambda library: library.ask(QUESTION, strategy="stuff"),
        lambda library: list(library.stream(QUESTION, strategy="stuff")),
    ],
)
def test_a_question_that_fails_is_in_the_log(
    filled: Library, ask: Callable[[Library], object]
) -> None:
    with pytest.raises(ConfigError):
        ask(filled)
    failed, asked = filled.history.entries(2)
    assert (asked.kind, failed.kind) == (AuditKind.ASKED, AuditKind.FAILED)
    assert failed.detail["asked"] == asked.sequence
    assert failed.detail["error"] == "ConfigError"
    assert "language model" in failed.detail["reason"]
    assert filled.history.answers() == []


def test_a_question_is_in_the_log_before_it_is_answered(
    filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost_power(*_: object) -> None:
        assert kinds(filled)[-1] == "asked"
        raise SystemExit

    monkeypatch.setattr(filled._opened, "read", lost_power)
    with pytest.raises(SystemExit):
        filled.ask(QUESTION)


def test_an_answer_that_nobody_waits_for_is_noted_as_stopped(filled: Library) -> None:
    parts = filled.stream(QUESTION)
    next(parts)
    parts.close()  # type: ignore[attr-defined] # a generator
    assert "stopped" in filled.history.entries(1, AuditKind.FAILED)[0].detail["error"]
    assert filled.history.answers() == []


def test_an_answer_that_was_read_to_its_end_has_not_failed(filled: Library) -> None:
    for part in filled.stream(QUESTION):
        if isinstance(part, Answer):
            break
    assert filled.history.entries(9, AuditKind.FAILED) == []
    assert len(filled.history.answers()) == 1


def test_why_a_question_failed_is_left_out_where_questions_are(lab: Path, tmp_path: Path) -> None:
    config = {**FAKE, "history": {"questions": "hash"}}
    with Library.create(tmp_path / "discreet", config) as library:
        library.add(lab)
        with pytest.raises(ConfigError):
            library.ask(QUESTION, strategy="stuff")
        failed = library.history.entries(1)[0].detail
        assert failed.keys() == {"asked", "error"}


def test_a_question_that_is_not_to_be_kept_leaves_nothing(filled: Library) -> None:
    before = kinds(filled)
    session = filled.conversation()
    assert filled.ask(QUESTION, keep=False).statements
    assert list(filled.stream(QUESTION, keep=False))
    assert session.ask(QUESTION, keep=False).statements
    assert "42" in session.ask("Why?", keep=False).question
    assert kinds(filled) == before
    assert filled.history.answers() == []
    assert filled.history.conversations() == []


def test_changed_settings_are_noted_once(filled: Library) -> None:
    filled.ask(QUESTION)
    with Library.open(filled.path, {**FAKE, "retrieval": {"k": 7}}) as other:
        other.ask(QUESTION)
        other.ask(QUESTION)
        assert kinds(other).count("settings") == 2
        assert (
            other.history.entries(1, AuditKind.SETTINGS)[0].detail["settings"]["retrieval"]["k"]
            == 7
        )


def test_what_was_committed_before_an_error_is_in_the_log(
    library: Library, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr("aliquot.library.filling.settle_contexts", fail)
    with pytest.raises(StoreError):
        library.add(lab)
    assert "added" in kinds(library)


def test_an_exported_log_proves_itself(filled: Library, tmp_path: Path) -> None:
    filled.ask(QUESTION)
    place = tmp_path / "audit.jsonl"
    proof = filled.history.export_audit(place)
    lines = [json.loads(line) for line in place.read_text("utf-8").splitlines()]
    assert proof_of(lines).is_sound
    assert len(lines) == proof.entries
    assert filled.history.entries(1)[0].kind == AuditKind.EXPORTED


def test_an_export_never_overwrites(filled: Library, tmp_path: Path) -> None:
    place = tmp_path / "audit.jsonl"
    place.write_text("mine")
    with pytest.raises(ConfigError, match="exists"):
        filled.history.export_audit(place)
    assert place.read_text() == "mine"


# ------------------------------------------------------------------------------ conversations


def test_a_follow_up_is_asked_standalone(filled: Library) -> None:
    session = filled.conversation()
    session.ask("What dose of virellin do HEK293T cells tolerate?")
    answer = session.ask("And in DH5α cells?")
    assert "virellin" in answer.question
    first, second = filled.conversation(session.id).conversation.turns
    assert second.question == "And in DH5α cells?"
    assert second.standalone == answer.question
    assert first.documents


def test_a_conversation_comes_back_with_the_same_citations(filled: Library) -> None:
    session = filled.conversation()
    asked = [session.ask(QUESTION), session.ask("What about SOC medium?")]
    again = filled.conversation(session.id)
    kept = [one for one in again.answers() if one is not None]
    assert [one.statements for one in kept] == [one.statements for one in asked]
    assert [ids(one) for one in kept] == [ids(one) for one in asked]
    assert filled.explain(asked[0].trace.id).stored.conversation_id == session.id


def test_a_conversation_goes_on_where_it_was_left(filled: Library) -> None:
    session = filled.conversation()
    session.ask("What dose of virellin do HEK293T cells tolerate?")
    again = filled.conversation(session.id)
    assert "HEK293T" in again.ask("Why?").question
    assert [one.turn_count for one in filled.history.conversations()] == [2]


def test_a_streamed_answer_is_a_turn_too(filled: Library) -> None:
    session = filled.conversation()
    last = list(session.stream(QUESTION))[-1]
    assert isinstance(last, Answer)
    assert session.conversation.turns[0].answer_id == last.trace.id


def test_a_question_without_words_is_no_turn(filled: Library) -> None:
    session = filled.conversation()
    with pytest.raises(ConfigError):
        session.ask("???")
    assert filled.history.conversations() == []


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_an_export_holds_every_quote_with_its_id(filled: Library, form: str) -> None:
    session = filled.conversation()
    answer = session.ask(QUESTION)
    text = WRITERS[form](session)
    assert QUESTION in text
    for one in ids(answer):
        assert one in text


def test_what_a_question_holds_is_no_markdown(filled: Library) -> None:
    session = filled.conversation()
    session.ask("# <script>alert(1)</script> heat the *tube*")
    text = WRITERS["markdown"](session)
    assert "<script>" not in text.replace("\\<", "")


def test_an_answer_that_is_gone_leaves_its_question(filled: Library) -> None:
    session = filled.conversation()
    session.ask(QUESTION)
    turn = session.conversation.turns[0]
    turns = (replace(turn, answer_id="gone-for-good"),)
    session._conversation = replace(session.conversation, turns=turns)
    assert list(session.answers()) == [None]
    assert "not kept any more" in WRITERS["markdown"](session)


def test_a_blank_title_is_refused(filled: Library) -> None:
    with pytest.raises(ConfigError, match="blank"):
        filled.history.rename_conversation("x", "  ")


# ------------------------------------------------------------------------------ with a model

SAID = "The dose is 4.7 µM, says the secret note."


def asked_before(*questions: str) -> Conversation:
    turns = tuple(
        ConversationTurn(question=one, standalone=one, labels=("Smith, 2023, Results",))
        for one in questions
    )
    return Conversation(id="1", title="", started_at="", turns=turns)


def test_a_model_makes_a_follow_up_standalone() -> None:
    model = ScriptedModel(["What is the half-life of p53 in mice?"])
    before = asked_before("What is the half-life of p53?")
    made = standalone_question("and in mice?", before, StandaloneRewriter(model))
    assert made.text == "What is the half-life of p53 in mice?"
    sent = "\n".join(one.text for one in model.asked[0])
    assert "What is the half-life of p53?" in sent
    assert "Smith, 2023, Results" in sent


def test_a_model_is_told_only_what_was_asked_and_cited(filled: Library) -> None:
    session = filled.conversation()
    answer = session.ask("What dose of virellin do HEK293T cells tolerate?")
    model = ScriptedModel(["What dose of virellin do mice tolerate?"])
    standalone_question("and mice?", session.conversation, StandaloneRewriter(model))
    sent = "\n".join(one.text for one in model.asked[0])
    for statement in answer.statements:
        assert statement.text not in sent
    for one in answer.citations():
        assert one.quote not in sent
        assert one.label in sent


def test_where_a_model_fails_rules_resolve_and_it_is_said() -> None:
    before = asked_before("What is the half-life of p53 in rats?")
    made = standalone_question("and in mice?", before, StandaloneRewriter(ScriptedModel([])))
    assert made.text == "What is the half-life of p53 in mice?"
    assert made.note


# ------------------------------------------------------------------------------ read-only


@pytest.fixture
def read_only(lab: Path) -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="aliquot-"))
    with Library.create(place / "library", FAKE) as library:
        library.add(lab)
        session = library.conversation()
        session.ask(QUESTION)
        session.ask("Why?")
    paths = [place, *place.rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield place / "library"
    for path in paths:
        path.chmod(0o755)
    shutil.rmtree(place)


@pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")
def test_a_library_that_cannot_be_written_answers_and_says_it_kept_nothing(
    read_only: Path,
) -> None:
    with as_nobody(), Library.open(read_only, FAKE) as library:
        before = library.catalog.history.answers.count()
        session = library.conversation()
        answer = session.ask(QUESTION)
        assert not answer.abstained
        assert any("not kept" in hint for hint in answer.hints)
        assert "42 °C" in session.ask("Why?").question
        assert library.catalog.history.answers.count() == before


@pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")
def test_what_was_kept_can_be_read_where_nothing_can_be_written(read_only: Path) -> None:
    with as_nobody(), Library.open(read_only, FAKE) as library:
        listed = library.history.answers()
        assert len(listed) == 2
        assert library.explain(listed[0].id).citations is not None
        assert library.history.verify().is_sound
        (conversation,) = library.history.conversations()
        assert "# " in WRITERS["markdown"](library.conversation(conversation.id))
