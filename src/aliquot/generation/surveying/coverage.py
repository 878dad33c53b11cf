"""The denominator of a survey: what was in scope and what became of it."""

from __future__ import annotations

from collections.abc import Iterable

from aliquot.types import Coverage, DocumentState, Scoped

__all__ = ["coverage_of"]


def coverage_of(read: int, unread: Iterable[Scoped]) -> Coverage:
    """Return the coverage of a survey.

    Args:
        read: Documents that were read.
        unread: Documents and files that were not, each with its reason.
    """
    others = tuple(sorted(unread, key=lambda one: one.source))

    def count(state: DocumentState) -> int:
        return sum(one.state is state for one in others)

    return Coverage(
        in_scope=read + len(others),
        read=read,
        no_text=count(DocumentState.NO_TEXT),
        no_section=count(DocumentState.NO_SECTION),
        failed=count(DocumentState.FAILED),
        skipped=count(DocumentState.SKIPPED),
        unread=others,
    )
