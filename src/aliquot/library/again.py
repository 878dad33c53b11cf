"""Ask a stored question again with the settings of then, and see what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.errors import AliquotError
from aliquot.library.library import Library
from aliquot.types import Answer
from aliquot.types.history import StoredAnswer, citation_id

__all__ = ["AskedAgain", "ask_again", "differences"]

# Settings that bear on an answer over the same library. Those of reading, cutting and embedding are
# the library's own: under others it would have to be built anew.
SECTIONS = ("retrieval", "answer", "model")


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A question asked again.

    Attributes:
        answer: What it got now; it is kept as any other.
        differences: What differs, one sentence each; empty where nothing does.
        note: Why it was not asked with the settings of then; empty where it was.
    """

    answer: Answer
    differences: tuple[str, ...]
    note: str = ""


def ask_again(library: Library, stored: StoredAnswer) -> AskedAgain:
    """Ask a stored question again, with the filter, strategy and settings of then.

    Args:
        library: The one it was asked of.
        stored: The answer of then.

    Raises:
        AliquotError: As `Library.ask` raises it.
    """
    today = library.config.model_dump(mode="json")
    then = {name: stored.versions.settings.get(name, today[name]) for name in SECTIONS}
    note = ""
    try:
        opened = Library.open(library.path, today | then)
    except AliquotError as exc:
        note = f"Asked with the settings of today: those of then cannot be used ({exc.message})"
        opened = Library.open(library.path, library.config)
    how = stored.asked_with
    with opened:
        answer = opened.ask(stored.answer.question, how.where, how.strategy, literal=how.is_literal)
    return AskedAgain(answer, tuple(differences(stored, answer)), note)


def differences(before: StoredAnswer, after: Answer) -> Iterator[str]:
    """Yield what differs between a stored answer and a new one, one sentence each."""
    chunks_before = [one.chunk_id for one in before.evidence]
    chunks_after = [one.chunk.id for one in after.evidence]
    if not before.is_trace_only:
        yield from _outcome(before.answer, after)
        yield from _changed(
            "statement", *([one.text for one in each.statements] for each in (before.answer, after))
        )
        yield from _changed(
            "citation",
            *([citation_id(one) for one in each.citations()] for each in (before.answer, after)),
        )
    yield from _changed("evidence", chunks_before, chunks_after)
    if set(chunks_before) == set(chunks_after) and chunks_before != chunks_after:
        yield "The same evidence stands in another order."


def _outcome(before: Answer, after: Answer) -> Iterator[str]:
    if before.abstained != after.abstained:
        yield (
            "It was refused and is answered now."
            if before.abstained
            else (f"It was answered and is refused now: {after.reason}")
        )
    if before.strategy != after.strategy:
        yield f"It was answered by {before.strategy}, and by {after.strategy} now."


def _changed(what: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    yield from (f"No longer {what}: {one}" for one in dict.fromkeys(before) if one not in after)
    yield from (f"New {what}: {one}" for one in dict.fromkeys(after) if one not in before)
