from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from aliquot.errors import UnknownDocumentError
from aliquot.storage.catalog import Catalog
from aliquot.storage.conversations import TITLE_CHARACTERS, conversation_title
from aliquot.storage.history import History
from aliquot.types.conversations import Conversation, ConversationTurn


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "catalog.db"


@pytest.fixture
def history(place: Path) -> Iterator[History]:
    made = Catalog.at(place)
    yield made.history
    made.close()


def turn(question: str) -> ConversationTurn:
    return ConversationTurn(
        question=question,
        standalone=f"{question} (p53)",
        answer_id=f"answer to {question}",
        documents=("2023-佐藤",),
        labels=("佐藤, 2023",),
        asked_at="2026-01-01",
    )


def begun(history: History, *questions: str) -> Conversation:
    conversation = history.conversations.new()
    for question in questions:
        history.add_turn(conversation, turn(question))
    return conversation


def test_a_conversation_comes_back_with_its_turns_in_order(history: History) -> None:
    begun_with = begun(history, "半減期は？", "マウスでは？")
    found = history.conversations.get(begun_with.id)
    assert found.turns == (turn("半減期は？"), turn("マウスでは？"))
    assert found.title == "半減期は？"


def test_nothing_is_kept_before_the_first_question(history: History) -> None:
    begun(history)
    assert history.conversations.list() == []


def test_conversations_are_listed_the_newest_first(history: History) -> None:
    first, second = begun(history, "a"), begun(history, "b", "c")
    listed = history.conversations.list()
    assert [(one.id, one.turn_count) for one in listed] == [(second.id, 2), (first.id, 1)]


def test_a_conversation_is_renamed(history: History) -> None:
    conversation = begun(history, "a")
    history.conversations.rename(conversation.id, "Dose finding")
    assert history.conversations.get(conversation.id).title == "Dose finding"


def test_a_deleted_conversation_is_gone_with_its_turns(history: History, place: Path) -> None:
    conversation = begun(history, "a")
    history.delete_conversation(conversation.id)
    assert history.conversations.list() == []
    with sqlite3.connect(place) as connection:
        assert connection.execute("SELECT count(*) FROM turns").fetchone() == (0,)
    assert history.audit.recent(1)[0].detail == {"conversation": conversation.id}


def test_what_is_not_there_is_named(history: History) -> None:
    for act in (
        history.conversations.get,
        history.delete_conversation,
        lambda one: history.conversations.rename(one, "x"),
    ):
        with pytest.raises(UnknownDocumentError, match="nowhere"):
            act("nowhere")
    assert history.audit.verify().entries == 0


def test_turns_added_at_once_are_all_kept(history: History) -> None:
    conversation = begun(history, "first")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: history.add_turn(conversation, turn(f"{n}")), range(12)))
    asked = [one.question for one in history.conversations.get(conversation.id).turns]
    assert asked[0] == "first"
    assert sorted(asked[1:], key=int) == [f"{n}" for n in range(12)]


@pytest.mark.parametrize("record", ["{", "null", "[]", '{"question": 4}'])
def test_of_a_damaged_turn_the_question_is_left(history: History, place: Path, record: str) -> None:
    conversation = begun(history, "a", "b")
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE turns SET record = ? WHERE ordinal = 1", (record,))
    first, second = history.conversations.get(conversation.id).turns
    assert (first.question, first.answer_id) == ("a", "answer to a")
    assert second == turn("b")


@pytest.mark.parametrize("question", ["long " * 50, "長い質問" * 50, "a\nb\tc"])
def test_a_title_is_one_line_that_fits(question: str) -> None:
    title = conversation_title(question)
    assert 0 < len(title) <= TITLE_CHARACTERS
    assert "\n" not in title
