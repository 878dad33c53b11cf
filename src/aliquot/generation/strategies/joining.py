"""Join what documents say: merge, verify again, and show the parts where that fails."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from aliquot.errors import ModelError
from aliquot.generation.strategies.fusing import (
    SCHEMA,
    Fusion,
    fusing_messages,
    joined,
    read_fusion,
)
from aliquot.generation.strategies.readings import Reading
from aliquot.generation.strategies.record import Record, why
from aliquot.generation.verify import Verifier
from aliquot.protocols import ChatModel
from aliquot.types import Chunk, Contradiction, Statement

__all__ = ["ContradictionsOf", "Final", "Joined", "Joiner", "Part", "distinct_parts", "none_seen"]

# Characters of a label or statement in a note.
_SHOWN = 160


ContradictionsOf = Callable[[Sequence[Statement]], Sequence[Contradiction]]


def none_seen(statements: Sequence[Statement]) -> Sequence[Contradiction]:
    """Return no contradiction: the default, under which only the model's word is taken."""
    return ()


@dataclass(frozen=True, slots=True)
class Part:
    """A verified statement with the document it is of."""

    statement: Statement
    document_id: str


@dataclass(frozen=True, slots=True)
class Final:
    """A statement as it is shown, and the places of the parts it is made of."""

    statement: Statement
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """What is shown of several documents.

    Attributes:
        finals: Statements in the order they are shown.
        contradicting: Places of parts that contradict each other.
    """

    finals: tuple[Final, ...]
    contradicting: tuple[tuple[int, ...], ...] = ()


class Joiner:
    """Join verified statements of several documents; safe to share between threads."""

    def __init__(
        self,
        model: ChatModel,
        verifier: Verifier,
        *,
        contradictions_of: ContradictionsOf = none_seen,
        max_statements: int = 8,
        max_output_tokens: int = 1024,
    ) -> None:
        """Take what it works with.

        Args:
            model: Merges the statements.
            verifier: Verifies what was merged.
            contradictions_of: Verified statements to those that cannot all be true.
            max_statements: Sentences at most, beside those that contradict each other.
            max_output_tokens: The most a merged answer may be.
        """
        self._model = model
        self._verifier = verifier
        self._contradictions_of = contradictions_of
        self._max_statements = max_statements
        self._max_output_tokens = max_output_tokens

    def join(
        self,
        question: str,
        language: str,
        parts: Sequence[Part],
        chunks: Mapping[str, Chunk],
        record: Record,
    ) -> Joined:
        """Return what is shown; a model that fails leaves the parts.

        Args:
            question: As asked.
            language: Of the question, in which the answer is written.
            parts: Verified, best document first.
            chunks: What they cite, by id.
            record: Is given what it took.
        """
        fusion = self._with_contradictions(self._fused(question, language, parts, record), parts)
        finals = self._finals(fusion, parts, chunks, record)
        _note_contradictions(fusion, parts, record)
        return Joined(tuple(finals), fusion.contradicting)

    def _fused(self, question: str, language: str, parts: Sequence[Part], record: Record) -> Fusion:
        """Return what a model makes of the parts; nothing where there is nothing to join."""
        if len({part.document_id for part in parts}) < 2:
            return Fusion()
        said = [part.statement for part in parts]
        messages = fusing_messages(
            question,
            language,
            said,
            most=self._max_statements,
            as_json=self._model.has_schemas,
        )
        schema = SCHEMA if self._model.has_schemas else None
        try:
            reply = self._model.reply(messages, max_tokens=self._max_output_tokens, schema=schema)
        except ModelError as exc:
            record.notes.append(f"What the documents say was not merged: {why(exc)}")
            return Fusion()
        record.add_request(messages, reply)
        fusion = read_fusion(reply.text, len(parts))
        if not fusion.merged:
            record.notes.append("What the documents say was not merged: the reply was unreadable.")
        return fusion

    def _with_contradictions(self, fusion: Fusion, parts: Sequence[Part]) -> Fusion:
        """Return a fusion with the contradictions that rules find, before those the model names."""
        said = [part.statement for part in parts]
        groups = [
            tuple(place for place, one in enumerate(said) if one in found.statements)
            for found in self._contradictions_of(said)
        ]
        distinct = dict.fromkeys((*groups, *fusion.contradicting))
        return replace(fusion, contradicting=tuple(one for one in distinct if len(one) > 1))

    def _finals(
        self,
        fusion: Fusion,
        parts: Sequence[Part],
        chunks: Mapping[str, Chunk],
        record: Record,
    ) -> list[Final]:
        """Return what is shown: merged sentences that are proved, else the parts they are of.

        Parts that contradict another are shown even where the merged answer leaves them out.
        """
        said = [part.statement for part in parts]
        whole = [Final(one, (place,)) for place, one in enumerate(said)]
        if not fusion.merged:
            kept = _first_of_each(parts, self._max_statements)
            kept = sorted({*kept, *itertools.chain(*fusion.contradicting)})
            if len(kept) < len(parts):
                record.notes.append(
                    f"{len(parts) - len(kept)} more verified statements are left out."
                )
            return [whole[place] for place in kept]
        finals: list[Final] = []
        shown: set[int] = set()

        def show_apart(places: Sequence[int]) -> None:
            finals.extend(whole[place] for place in places if place not in shown)
            shown.update(places)

        for merged in fusion.merged[: self._max_statements]:
            checked = self._verifier.verify(joined(merged, said), chunks)
            if checked.passed:
                finals.append(Final(checked.statement, merged.parts))
                shown.update(merged.parts)
            else:
                record.removed.append(checked.removed)
                show_apart(merged.parts)
        for group in fusion.contradicting:
            show_apart(group)
        return finals


def distinct_parts(readings: Sequence[Reading]) -> list[Part]:
    """Return the verified statements, best document first, one document's repeats once."""
    parts: dict[tuple[str, str], Part] = {}
    for reading in readings:
        for statement in reading.statements:
            key = (reading.name, " ".join(statement.text.casefold().split()))
            parts.setdefault(key, Part(statement, reading.name))
    return list(parts.values())


def _first_of_each(parts: Sequence[Part], most: int) -> list[int]:
    """Return places of at most so many parts: every document's first before any one's second."""
    counts: Counter[str] = Counter()
    rounds = []
    for place, part in enumerate(parts):
        rounds.append((counts[part.document_id], place))
        counts[part.document_id] += 1
    return sorted(place for _, place in sorted(rounds)[:most])


def _note_contradictions(fusion: Fusion, parts: Sequence[Part], record: Record) -> None:
    for group in fusion.contradicting:
        said = " / ".join(_noted(parts[place].statement) for place in group)
        record.notes.append(f"These seem to contradict each other: {said}.")


def _noted(statement: Statement) -> str:
    label = statement.citations[0].label if statement.citations else ""
    text = statement.text if len(statement.text) <= _SHOWN else statement.text[: _SHOWN - 1] + "…"
    return f'"{text}" ({label})' if label else f'"{text}"'
