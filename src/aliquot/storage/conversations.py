"""Conversations kept in the catalog: titles, turns, and which stored answer each turn got."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from aliquot.errors import UnknownDocumentError
from aliquot.storage.audit import now
from aliquot.storage.connection import reading, writing
from aliquot.storage.plain_records import from_plain, to_plain
from aliquot.storage.records import dump
from aliquot.storage.schema import answers, conversations, turns
from aliquot.types.conversations import Conversation, ConversationTurn

__all__ = ["Conversations", "conversation_title"]

# A title fits a line of a list.
TITLE_CHARACTERS = 72
# Four bytes: a lab would need tens of thousands of conversations to meet the same id twice, and
# the table refuses it then.
ID_BYTES = 4


def conversation_title(question: str) -> str:
    """Return a question as a title: one line, cut between words where it can be."""
    line = " ".join(question.split())
    if len(line) <= TITLE_CHARACTERS:
        return line
    cut = line[: TITLE_CHARACTERS - 1]
    words = cut.rsplit(" ", 1)[0]
    return (words if len(words) > TITLE_CHARACTERS // 2 else cut) + "…"


class Conversations:
    """The conversations of one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    def new(self, title: str = "", person: str = "") -> Conversation:
        """Begin a conversation; nothing is kept of it before its first turn."""
        begun = secrets.token_hex(ID_BYTES)
        return Conversation(id=begun, title=title, started_at=now(), person=person)

    def put(self, begun: Conversation) -> None:
        """Keep a conversation before its first turn, for a program that goes on by its id."""
        with writing(self._engine) as connection:
            self._insert(connection, begun, begun.title)

    @staticmethod
    def _insert(connection: Connection, begun: Conversation, title: str) -> None:
        connection.execute(
            insert(conversations).values(
                id=begun.id, title=title, started_at=begun.started_at, person=begun.person
            )
        )

    def list(self, person: str | None = None) -> list[Conversation]:
        """Return conversations without their turns, the one last begun first.

        Args:
            person: Whose; everyone's unless given.
        """
        counted = (
            select(turns.c.conversation_id, func.count().label("count"))
            .group_by(turns.c.conversation_id)
            .subquery()
        )
        query = (
            select(conversations, func.coalesce(counted.c.count, 0).label("count"))
            .outerjoin(counted, counted.c.conversation_id == conversations.c.id)
            .order_by(conversations.c.sequence.desc())
        )
        if person is not None:
            query = query.where(conversations.c.person == person)
        with reading(self._engine) as connection:
            return [_listed(row) for row in connection.execute(query).mappings()]

    def questions(self, person: str | None = None) -> Mapping[str, str]:
        """Return all that was asked in each conversation, by its id, a question a line.

        Args:
            person: Whose conversations; everyone's unless given.
        """
        query = select(turns.c.conversation_id, turns.c.question).order_by(turns.c.ordinal)
        if person is not None:
            query = query.join(conversations, conversations.c.id == turns.c.conversation_id)
            query = query.where(conversations.c.person == person)
        asked: dict[str, list[str]] = {}
        with reading(self._engine) as connection:
            for conversation_id, question in connection.execute(query):
                asked.setdefault(conversation_id, []).append(question)
        return {one: "\n".join(questions) for one, questions in asked.items()}

    def get(self, conversation_id: str, person: str | None = None) -> Conversation:
        """Return a conversation with its turns.

        Args:
            conversation_id: Its id.
            person: Whose it is; anyone's unless given.

        Raises:
            UnknownDocumentError: There is none with this id.
        """
        query = select(conversations).where(conversations.c.id == conversation_id)
        if person is not None:
            query = query.where(conversations.c.person == person)
        asked = select(turns).where(turns.c.conversation_id == conversation_id)
        with reading(self._engine) as connection:
            row = connection.execute(query).mappings().first()
            rows = connection.execute(asked.order_by(turns.c.ordinal)).mappings().all()
        if row is None:
            raise _unknown(conversation_id)
        read = tuple(map(_turn, rows))
        return Conversation(
            id=row["id"],
            title=row["title"],
            started_at=row["started_at"],
            turns=read,
            turn_count=len(read),
            person=row["person"],
        )

    @classmethod
    def add_turn_within(
        cls, connection: Connection, conversation: Conversation, turn: ConversationTurn
    ) -> None:
        """Keep one more turn, and the conversation with its first, in a begun transaction.

        Two processes may continue one conversation: both turns are kept, in the order they came.
        """
        is_it = conversations.c.id == conversation.id
        title = conversation.title or conversation_title(turn.question)
        if connection.execute(select(conversations.c.id).where(is_it)).first() is None:
            cls._insert(connection, conversation, title)
        else:
            is_untitled = is_it & (conversations.c.title == "")
            connection.execute(update(conversations).where(is_untitled).values(title=title))
        last = select(func.max(turns.c.ordinal)).where(turns.c.conversation_id == conversation.id)
        connection.execute(
            insert(turns).values(
                conversation_id=conversation.id,
                ordinal=(connection.execute(last).scalar() or 0) + 1,
                question=turn.question.encode("utf-8", "replace").decode("utf-8"),
                answer_id=turn.answer_id,
                record=dump(to_plain(turn)),
            )
        )

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title.

        Raises:
            UnknownDocumentError: There is none with this id.
        """
        renamed = update(conversations).where(conversations.c.id == conversation_id)
        with writing(self._engine) as connection:
            if not connection.execute(renamed.values(title=conversation_title(title))).rowcount:
                raise _unknown(conversation_id)

    def delete_within(self, connection: Connection, conversation_id: str) -> None:
        """Drop a conversation with its turns and answers, in a begun transaction.

        Raises:
            UnknownDocumentError: There is none with this id.
        """
        held = select(turns.c.answer_id).where(turns.c.conversation_id == conversation_id)
        connection.execute(delete(answers).where(answers.c.id.in_(held)))
        gone = delete(conversations).where(conversations.c.id == conversation_id)
        if not connection.execute(gone).rowcount:
            raise _unknown(conversation_id)


def _listed(row: Mapping[Any, Any]) -> Conversation:
    return Conversation(
        id=row["id"],
        title=row["title"],
        started_at=row["started_at"],
        turn_count=row["count"],
        person=row["person"],
    )


def _turn(row: Mapping[Any, Any]) -> ConversationTurn:
    """Return a turn; of one whose record is damaged the question and the answer's id are left."""
    try:
        return from_plain(ConversationTurn, json.loads(row["record"]))
    except (ValueError, TypeError, RecursionError):
        question = row["question"]
        return ConversationTurn(question=question, standalone=question, answer_id=row["answer_id"])


def _unknown(conversation_id: str) -> UnknownDocumentError:
    return UnknownDocumentError(
        f"There is no conversation {conversation_id!r}.",
        hint="'aliquot conversations' lists them with their ids.",
    )
