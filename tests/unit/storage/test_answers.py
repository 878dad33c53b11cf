from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import StoreError, UnknownDocumentError
from aliquot.storage import migrations
from aliquot.storage.answers import EVIDENCE_KEPT, MESSAGE_CHARACTERS, bounded
from aliquot.storage.catalog import Catalog
from aliquot.storage.connection import open_engine, writing
from aliquot.storage.history import PRUNED_EVERY, Keeping
from aliquot.storage.migrations import migrate
from aliquot.types import Answer, Citation, Span, Statement, Trace
from aliquot.types.conversations import ConversationTurn
from aliquot.types.history import AuditKind, EvidenceKept, StoredAnswer


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def stored(name: str = "1", created_at: str = "2026-01-01T00:00:00.000+00:00") -> StoredAnswer:
    cited = Citation(
        label="佐藤, 2023",
        quote="37℃で培養する",
        span=Span(5, 12),
        chunk_id="memo#body-1",
        document_id="memo",
        source="/lab/memo.md",
        section="",
        page=None,
        verified=True,
    )
    trace = Trace(
        id=name,
        question="培養温度は？",
        queries=("培養温度は？",),
        where="",
        evidence=(),
        strategy="extract",
        timings_s={"find": 0.01},
    )
    answer = Answer(
        question="培養温度は？",
        language="ja",
        statements=(Statement("37℃で培養する。", (cited,)),),
        abstained=False,
        reason="",
        evidence=(),
        trace=trace,
    )
    evidence = (
        EvidenceKept(chunk_id="memo#body-1", text_hash="ab", score=1.5, ranks={"dense": 2}),
    )
    return StoredAnswer(answer=answer, evidence=evidence, created_at=created_at)


def with_messages(kept: StoredAnswer, *texts: str) -> StoredAnswer:
    trace = replace(kept.answer.trace, messages=tuple(("user", one) for one in texts))
    return replace(kept, answer=replace(kept.answer, trace=trace))


def change(catalog_path: Path, statement: str, *values: Any) -> None:
    with sqlite3.connect(catalog_path) as connection:
        connection.execute(statement, values)


def test_an_answer_comes_back_as_it_was_kept(catalog: Catalog) -> None:
    catalog.history.keep(stored(), 1, Keeping())
    assert catalog.history.answers.get("1") == stored()


def test_the_end_of_an_id_is_enough(catalog: Catalog) -> None:
    catalog.history.keep(stored("18ab-0001cafe"), 1, Keeping())
    catalog.history.keep(stored("18ac-0002beef"), 1, Keeping())
    assert catalog.history.answers.get("beef").id == "18ac-0002beef"
    assert catalog.history.answers.get("18ab-").id == "18ab-0001cafe"


@pytest.mark.parametrize("named", ["18a", "nope", "%%%%", ""])
def test_an_id_that_names_no_one_answer_is_refused(catalog: Catalog, named: str) -> None:
    catalog.history.keep(stored("18ab-0001cafe"), 1, Keeping())
    catalog.history.keep(stored("18ab-0002cafe"), 1, Keeping())
    with pytest.raises(UnknownDocumentError) as caught:
        catalog.history.answers.get(named)
    assert "aliquot explain" in caught.value.hint
    with pytest.raises(UnknownDocumentError, match="Several"):
        catalog.history.answers.get("cafe")


def test_the_newest_come_first_whatever_clocks_said(catalog: Catalog) -> None:
    catalog.history.keep(stored("a", "2030-01-01"), 1, Keeping())
    catalog.history.keep(stored("b", "1999-01-01"), 1, Keeping())
    assert [one.id for one in catalog.history.answers.recent(5)] == ["b", "a"]


@pytest.mark.parametrize("record", ["", "{", "[]", "null", '{"answer": 5}', "[" * 100_000])
def test_a_damaged_record_says_so_and_spoils_no_list(
    catalog: Catalog, tmp_path: Path, record: str
) -> None:
    catalog.history.keep(stored("good"), 1, Keeping())
    catalog.history.keep(stored("spoilt"), 1, Keeping())
    change(tmp_path / "catalog.db", "UPDATE answers SET record = ? WHERE id = 'spoilt'", record)
    with pytest.raises(StoreError, match="damaged"):
        catalog.history.answers.get("spoilt")
    listed = catalog.history.answers.recent(5)
    assert [one.id for one in listed] == ["spoilt", "good"]
    assert "damaged" in listed[0].shortened
    assert listed[1] == stored("good")


def test_long_messages_lose_their_middles_and_the_answer_nothing() -> None:
    long = "a" * MESSAGE_CHARACTERS + "b" * MESSAGE_CHARACTERS
    text = "Very long. " * 100_000
    kept = with_messages(stored(), "short", long, long)
    kept = replace(kept, answer=replace(kept.answer, statements=(Statement(text, ()),)))
    cut = bounded(kept)
    (_, short), (_, first), _ = cut.answer.trace.messages
    assert short == "short"
    assert first.startswith("aaa")
    assert first.endswith("bbb")
    assert "characters not kept" in first
    assert sum(len(one) for _, one in cut.answer.trace.messages) < MESSAGE_CHARACTERS + 200
    assert cut.answer.statements[0].text == text
    assert "long messages" in cut.shortened


def test_messages_that_fit_stay_whole() -> None:
    kept = with_messages(stored(), "x" * (MESSAGE_CHARACTERS - 5), "12345")
    assert bounded(kept).answer.trace.messages == kept.answer.trace.messages
    assert not bounded(kept).shortened


def test_evidence_is_bounded() -> None:
    many = (EvidenceKept(chunk_id="a#1"),) * (EVIDENCE_KEPT + 1)
    cut = bounded(replace(stored(), evidence=many))
    assert len(cut.evidence) == EVIDENCE_KEPT
    assert "evidence" in cut.shortened


# ------------------------------------------------------------------------------ pruning


def test_the_newest_stay_when_answers_are_pruned(catalog: Catalog) -> None:
    for name in "abcde":
        catalog.history.keep(stored(name), 1, Keeping())
    assert catalog.history.prune(Keeping(answers=2)) == 3
    assert [one.id for one in catalog.history.answers.recent(9)] == ["e", "d"]
    assert catalog.history.audit.recent(1)[0].detail == {"answers": 3}


def test_old_answers_go_by_age(catalog: Catalog) -> None:
    catalog.history.keep(stored("old", "2020-01-01T00:00:00.000+00:00"), 1, Keeping())
    catalog.history.keep(stored("new", "2999-01-01T00:00:00.000+00:00"), 1, Keeping())
    assert catalog.history.prune(Keeping(answers=0, days=30)) == 1
    assert [one.id for one in catalog.history.answers.recent(9)] == ["new"]


def test_nothing_is_pruned_where_nothing_is_set(catalog: Catalog) -> None:
    catalog.history.keep(stored("old", "1970-01-01"), 1, Keeping())
    assert catalog.history.prune(Keeping(answers=0, days=0)) == 0
    assert catalog.history.answers.count() == 1


def test_answers_of_conversations_are_not_pruned(catalog: Catalog) -> None:
    for name in "abc":
        catalog.history.keep(stored(name), 1, Keeping())
    conversation = catalog.history.conversations.new()
    turn = ConversationTurn(question="q", standalone="q", answer_id="a")
    catalog.history.add_turn(conversation, turn)
    catalog.history.prune(Keeping(answers=1))
    assert [one.id for one in catalog.history.answers.recent(9)] == ["c", "a"]


def test_answers_are_pruned_as_more_are_kept(catalog: Catalog) -> None:
    for number in range(PRUNED_EVERY):
        catalog.history.keep(stored(f"{number}"), 1, Keeping(answers=3))
    assert catalog.history.answers.count() == 3
    assert catalog.history.audit.verify().is_sound


def test_pruning_never_breaks_the_chain(catalog: Catalog) -> None:
    for name in "abc":
        catalog.history.keep(stored(name), 1, Keeping())
    catalog.history.prune(Keeping(answers=1))
    assert catalog.history.audit.verify().is_sound
    assert catalog.history.altered() == []


# ------------------------------------------------------------------------------ the log of answers


def test_an_answer_changed_after_it_was_given_is_found(catalog: Catalog, tmp_path: Path) -> None:
    for name in ("left", "changed"):
        catalog.history.keep(stored(name), 1, Keeping())
    record = "replace(record, '37', '38')"
    change(tmp_path / "catalog.db", f"UPDATE answers SET record = {record} WHERE id = 'changed'")
    assert catalog.history.altered() == ["changed"]


def test_a_question_may_be_kept_as_a_hash_alone(catalog: Catalog) -> None:
    catalog.history.ask("質問?", {}, Keeping(questions="hash"))
    (asked,) = catalog.history.audit.recent(9, AuditKind.ASKED)
    assert "question" not in asked.detail
    assert len(asked.detail["question_sha256"]) == 64


def test_an_answer_that_cannot_be_kept_leaves_no_entry(catalog: Catalog) -> None:
    catalog.history.keep(stored("1"), 1, Keeping())
    before = catalog.history.audit.recent(99)
    with pytest.raises(StoreError):
        catalog.history.keep(stored("1"), 1, Keeping())
    assert catalog.history.audit.recent(99) == before


# ------------------------------------------------------------------------------ older catalogs


def old_catalog(path: Path, monkeypatch: pytest.MonkeyPatch, *records: tuple[str, str]) -> None:
    """Make a catalog as the version before kept it, with traces."""
    made = open_engine(f"sqlite:///{path}")
    scripts = {number: one for number, one in migrations._scripts().items() if number < 6}
    with writing(made) as connection, monkeypatch.context() as patched:
        patched.setattr(migrations, "_scripts", lambda: scripts)
        migrate(connection)
        for name, record in records:
            connection.exec_driver_sql(
                "INSERT INTO traces (id, created_at, record) VALUES (?, ?, ?)",
                (name, "2026-05-01T10:00:00+00:00", record),
            )
    made.dispose()


def test_traces_of_an_older_version_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = {
        "id": "1", "question": "質問?", "queries": ["q"], "where": "", "strategy": "extract",
        "evidence": [["a#1", 0.5, {"lexical": 1}]], "timings_s": {"find": 0.1}, "notes": [],
    }  # fmt: skip
    record = json.dumps(trace, ensure_ascii=False)
    old_catalog(tmp_path / "catalog.db", monkeypatch, ("1", record), ("2", "{damaged"))
    catalog = Catalog.at(tmp_path / "catalog.db")
    kept = catalog.history.answers.get("1")
    assert kept.is_trace_only
    assert kept.answer.question == "質問?"
    assert kept.evidence == (EvidenceKept(chunk_id="a#1", score=0.5, ranks={"lexical": 1}),)
    assert [one.id for one in catalog.history.answers.recent(5)] == ["2", "1"]
    catalog.history.keep(stored("3"), 1, Keeping())
    assert catalog.history.answers.recent(1)[0].id == "3"
    assert catalog.history.altered() == []
    catalog.close()
