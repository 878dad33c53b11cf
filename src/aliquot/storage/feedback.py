"""What readers say of answers: each person one thing of each answer, the last they said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, delete, insert, select, tuple_

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.storage.audit import now
from aliquot.storage.connection import reading, writing
from aliquot.storage.schema import answers, feedback
from aliquot.types import Feedback, Opinion

__all__ = ["FeedbackKept"]

# A page of text.
NOTE_CHARACTERS = 4000


class FeedbackKept:
    """The feedback of one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    def put(self, given: Feedback) -> Feedback:
        """Keep what someone says of an answer, in place of what they said before.

        Args:
            given: Its time is that of the machine where it has none.

        Returns:
            As it is kept.

        Raises:
            ConfigError: The note is too long.
            UnknownDocumentError: There is no such answer.
            StoreError: The catalog cannot be written.
        """
        if len(given.note) > NOTE_CHARACTERS:
            raise ConfigError(
                "The note is too long.", hint=f"Use at most {NOTE_CHARACTERS} characters."
            )
        own = (feedback.c.answer_id == given.answer_id) & (feedback.c.person == given.person)
        row = {
            "answer_id": given.answer_id,
            "person": given.person,
            "opinion": str(given.opinion),
            "note": given.note.encode("utf-8", "replace").decode("utf-8"),
            "at": given.at or now(),
        }
        with writing(self._engine) as connection:
            named = select(answers.c.id).where(answers.c.id == given.answer_id)
            if connection.execute(named).first() is None:
                raise UnknownDocumentError(
                    f"There is no answer with the id {given.answer_id!r}.",
                    hint="It may have been deleted; ask the question again.",
                )
            connection.execute(delete(feedback).where(own))
            connection.execute(insert(feedback).values(row))
        return _feedback(row)

    def of(self, answer_id: str) -> list[Feedback]:
        """Return what people say of an answer, by name."""
        query = select(feedback).where(feedback.c.answer_id == answer_id)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(feedback.c.person)).mappings()
            return [_feedback(row) for row in rows]

    def list(self, count: int = 50, before: Feedback | None = None) -> list[Feedback]:
        """Return what was said last, newest first.

        Args:
            count: How many at most.
            before: The last one seen, after which the list goes on.
        """
        order = (feedback.c.at, feedback.c.answer_id, feedback.c.person)
        query = select(feedback).order_by(*(one.desc() for one in order)).limit(count)
        if before is not None:
            query = query.where(tuple_(*order) < (before.at, before.answer_id, before.person))
        with reading(self._engine) as connection:
            return [_feedback(row) for row in connection.execute(query).mappings()]


def _feedback(row: Mapping[Any, Any]) -> Feedback:
    return Feedback(
        answer_id=row["answer_id"],
        person=row["person"],
        opinion=Opinion(row["opinion"]),
        note=row["note"],
        at=row["at"],
    )
