"""Stored answers: each with all it took to make it, bounded in size, pruned by count and age."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, insert, or_, select, update

from aliquot.errors import StoreError, UnknownDocumentError
from aliquot.storage.connection import reading
from aliquot.storage.plain_records import from_plain, to_plain
from aliquot.storage.records import dump, hash_text
from aliquot.storage.schema import answers, turns
from aliquot.types import Answer, Survey, Trace
from aliquot.types.history import EvidenceKept, StoredAnswer

__all__ = ["Answers", "bounded"]

# Characters kept of what went to a model and came back, and of an agent's steps: a prompt of 50,000
# tokens whole. Only answers from very long contexts are shortened.
MESSAGE_CHARACTERS = 300_000
STEP_CHARACTERS = 50_000
# Rows kept of a survey, and files it could not read: the survey can be made again.
ROWS_KEPT = 200
# Chunks that evidence is kept of: as many as the longest strategy reads.
EVIDENCE_KEPT = 1000
_INSERT = insert(answers)
MIN_ENDING = 4
DAMAGED = "Its record is damaged."


class Answers:
    """The stored answers of one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    @staticmethod
    def put_within(connection: Connection, stored: StoredAnswer) -> str:
        """Keep an answer, in a transaction that `writing` has begun; return its record's hash."""
        kept = bounded(replace(stored, answer=replace(stored.answer, evidence=())))
        record = dump(to_plain(kept))
        row = {
            "id": stored.id,
            "created_at": stored.created_at,
            "conversation_id": "",
            "record": record,
            "person": stored.asked_with.asked_by,
        }
        connection.execute(_INSERT, row)
        return hash_text(record)

    @staticmethod
    def place_within(connection: Connection, answer_id: str, conversation_id: str) -> None:
        """Say in which conversation an answer was given; its record stays as it is."""
        placed = update(answers).where(answers.c.id == answer_id)
        connection.execute(placed.values(conversation_id=conversation_id))

    def get(self, answer_id: str, person: str | None = None) -> StoredAnswer:
        """Return an answer by its id, or by how only its id begins or ends.

        Args:
            answer_id: Its id, or as much of one end of it as no other has.
            person: Whose it is; anyone's unless given.

        Raises:
            UnknownDocumentError: No answer has this id, or several do.
            StoreError: Its record is damaged.
        """
        row = self._row(answer_id, person)
        try:
            return _stored(row)
        except (ValueError, RecursionError) as exc:
            raise StoreError(
                f"The record of the answer {row['id']} is damaged: {exc}.",
                hint="Ask the question again; other answers are not touched.",
            ) from exc

    def _row(self, answer_id: str, person: str | None) -> Mapping[Any, Any]:
        query = select(answers) if person is None else _of_person(person)
        likely = answers.c.id.startswith(answer_id, autoescape=True)
        likely |= answers.c.id.endswith(answer_id, autoescape=True)
        exact = query.where(answers.c.id == answer_id)
        with reading(self._engine) as connection:
            found = connection.execute(exact).mappings().all()
            if not found and len(answer_id) >= MIN_ENDING:
                found = connection.execute(query.where(likely).limit(2)).mappings().all()
        if len(found) != 1:
            which = "Several answers have" if found else "There is no answer with"
            raise UnknownDocumentError(
                f"{which} the id {answer_id!r}.",
                hint="'aliquot explain' lists the last answers with their ids.",
            )
        return found[0]

    def recent(
        self, count: int, before: int | None = None, person: str | None = None
    ) -> list[StoredAnswer]:
        """Return the last answers, newest first; one that is damaged comes with its id alone.

        Args:
            count: How many at most.
            before: How many of the newest are passed over.
            person: Whose; everyone's unless given.
        """
        chosen = select(answers) if person is None else _of_person(person)
        query = chosen.order_by(answers.c.sequence.desc()).limit(count)
        with reading(self._engine) as connection:
            rows = connection.execute(query.offset(before or 0)).mappings().all()
        return [_stored_or_damaged(row) for row in rows]

    def count(self) -> int:
        """Return how many answers are kept."""
        with reading(self._engine) as connection:
            return connection.execute(select(func.count()).select_from(answers)).scalar_one()

    @staticmethod
    def last_within(connection: Connection) -> int:
        """Return the number of the newest answer, 0 for none; numbers only grow."""
        return connection.execute(select(func.max(answers.c.sequence))).scalar() or 0

    def hashes(self) -> dict[str, str]:
        """Return the hash of each record as it stands, by the answer's id."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(answers.c.id, answers.c.record))
            return {row.id: hash_text(str(row.record)) for row in rows}

    @staticmethod
    def prune_within(connection: Connection, *, keep: int, days: int) -> int:
        """Drop old answers, but none that a conversation holds; return how many.

        Args:
            connection: Of a transaction that `writing` has begun.
            keep: How many of the newest stay; 0 for all.
            days: Age above which an answer goes; 0 for any.
        """
        old = []
        if keep:
            newest = select(func.coalesce(func.max(answers.c.sequence), 0)).scalar_subquery()
            old.append(answers.c.sequence <= newest - keep)
        if days:
            since = datetime.now(UTC) - timedelta(days=days)
            old.append(answers.c.created_at < since.isoformat(timespec="milliseconds"))
        if not old:
            return 0
        held = select(turns.c.answer_id)
        gone = connection.execute(delete(answers).where(or_(*old), answers.c.id.not_in(held)))
        return gone.rowcount


def _of_person(person: str) -> Select[Any]:
    return select(answers).where(answers.c.person == person)


# ------------------------------------------------------------------------------ records


def _stored(row: Mapping[Any, Any]) -> StoredAnswer:
    record = json.loads(row["record"])
    if isinstance(record, dict) and "answer" not in record:
        return _from_trace(from_plain(Trace, record), row["created_at"])
    return replace(from_plain(StoredAnswer, record), conversation_id=row["conversation_id"])


def _stored_or_damaged(row: Mapping[Any, Any]) -> StoredAnswer:
    try:
        return _stored(row)
    except (ValueError, TypeError, RecursionError):
        nothing = Trace(
            id=row["id"], question="", queries=(), where="", evidence=(), strategy="", timings_s={}
        )
        return replace(_from_trace(nothing, row["created_at"]), shortened=DAMAGED)


def _from_trace(trace: Trace, created_at: str) -> StoredAnswer:
    """Return what an older version kept: how an answer came about, and not what it said."""
    return StoredAnswer(
        answer=Answer(
            question=trace.question,
            language="",
            statements=(),
            abstained=False,
            reason="",
            evidence=(),
            trace=trace,
            strategy=trace.strategy,
        ),
        evidence=tuple(
            EvidenceKept(chunk_id=chunk_id, score=score, ranks=ranks)
            for chunk_id, score, ranks in trace.evidence
        ),
        created_at=created_at,
        is_trace_only=True,
    )


# ------------------------------------------------------------------------------ size


def bounded(stored: StoredAnswer) -> StoredAnswer:
    """Return an answer whose messages, steps and evidence are cut to what is kept of them.

    What it says, with citations, quotes and gates, is kept whole.
    """
    trace = stored.answer.trace
    texts = _cut([text for _, text in trace.messages], MESSAGE_CHARACTERS)
    messages = tuple((role, text) for (role, _), text in zip(trace.messages, texts, strict=True))
    steps = tuple(_cut(trace.steps, STEP_CHARACTERS))
    left_out = []
    if messages != trace.messages:
        left_out.append("the middles of long messages")
    if steps != trace.steps:
        left_out.append("the middles of steps")
    if len(stored.evidence) > EVIDENCE_KEPT:
        left_out.append(f"evidence after the first {EVIDENCE_KEPT} chunks")
    survey = _lean(stored.answer.survey)
    if survey != stored.answer.survey:
        left_out.append(f"rows of the survey after the first {ROWS_KEPT}")
    # Evidence stands beside, with more of each chunk.
    lean = replace(trace, messages=messages, steps=steps, evidence=())
    return replace(
        stored,
        answer=replace(stored.answer, trace=lean, survey=survey),
        evidence=stored.evidence[:EVIDENCE_KEPT],
        shortened=f"Not kept for their size: {', '.join(left_out)}." if left_out else "",
    )


def _lean(survey: Survey | None) -> Survey | None:
    if survey is None:
        return None
    coverage = replace(survey.coverage, unread=survey.coverage.unread[:ROWS_KEPT])
    return replace(survey, rows=survey.rows[:ROWS_KEPT], coverage=coverage)


def _cut(texts: Sequence[str], budget: int) -> list[str]:
    """Cut the middles out of the longest texts until all together keep to a budget."""
    cap, left = budget, budget
    for place, length in enumerate(sorted(map(len, texts))):
        cap = left // (len(texts) - place)
        if length > cap:
            break
        left -= length
    else:
        return list(texts)
    return [text if len(text) <= cap else _without_middle(text, cap) for text in texts]


def _without_middle(text: str, kept: int) -> str:
    head = kept // 2
    tail = kept - head
    left_out = f"\n[… {len(text) - kept} characters not kept …]\n"
    return text[:head] + left_out + (text[-tail:] if tail else "")
