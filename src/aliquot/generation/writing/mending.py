"""What becomes of statements that failed: sent back once, or given in their source's words."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from aliquot.errors import ModelError
from aliquot.generation.writing import prompts
from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.drafts import Draft
from aliquot.generation.writing.fencing import Fence
from aliquot.generation.writing.prompts import Form
from aliquot.generation.writing.requesting import Exchange
from aliquot.generation.writing.reviewing import Failed, Review
from aliquot.generation.writing.support import shared
from aliquot.language import detect_language
from aliquot.types import Gate, RemovedStatement

__all__ = ["mend", "read_into", "show_sources"]

# A rewritten statement shares this much with the one it replaces.
SAME_STATEMENT = 0.5
SENT_BACK_FAILED = "Statements that failed could not be sent back: {}"


def read_into(review: Review, exchange: Exchange, asked: str) -> None:
    """Review what comes as it comes, and stop reading when nothing more is taken.

    Raises:
        ModelError: The model failed.
    """
    with closing(exchange.drafts(asked)) as drafts:
        for draft in drafts:
            review.take(draft)
            if review.is_over:
                return


def mend(
    exchange: Exchange, fence: Fence, review: Review, citer: Citer, *, form: Form
) -> tuple[tuple[RemovedStatement, ...], list[str]]:
    """Send back once what failed; return what is removed for good, and notes."""
    first = review.failed
    back = [_rejected(one, citer) for one in first if one.can_be_mended]
    if not back or review.is_over or exchange.has_failed:
        return _removed(first), []
    review.failed = []
    passed = len(review.statements)
    notes = []
    try:
        read_into(review, exchange, prompts.repair(fence, back, form=form))
    except ModelError as error:
        notes.append(SENT_BACK_FAILED.format(error.message))
    rewritten = [one.text for one in review.statements[passed:]]
    rewritten += [one.draft.text for one in review.failed]
    dropped = [one for one in first if not _is_among(one, rewritten)]
    return _removed((*dropped, *review.failed)), notes


def show_sources(review: Review) -> tuple[RemovedStatement, ...]:
    """Hand on the sentence itself where a translation of it failed by its words alone.

    A small model that is asked again writes the same again, half a minute later. Words of two
    languages cannot be compared; where all numbers and names agree, the sentence is what was meant,
    and passes the gates like any statement. Return what failed.
    """
    failed = tuple(review.failed)
    for one in failed:
        removed = one.verification.removed
        for cited in one.verification.statement.citations:
            is_translated = detect_language(removed.text) != detect_language(cited.quote)
            if is_translated and removed.failed_gates == (Gate.WORDS,):
                review.take(Draft(cited.quote, ((cited.chunk_id, cited.quote),)))
    return _removed(failed)


def _removed(failed: Sequence[Failed]) -> tuple[RemovedStatement, ...]:
    return tuple(one.verification.removed for one in failed)


def _rejected(failed: Failed, citer: Citer) -> prompts.Rejected:
    label, nearest = citer.nearest(failed.draft)
    reasons = tuple(map(citer.in_labels, failed.verification.removed.reasons))
    return prompts.Rejected(failed.draft.text, reasons, label, nearest)


def _is_among(failed: Failed, rewritten: Sequence[str]) -> bool:
    return any(shared(failed.draft.text, text) >= SAME_STATEMENT for text in rewritten)
