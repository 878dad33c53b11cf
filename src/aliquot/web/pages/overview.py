"""What a library holds in short: whether anything, of which kinds, and what to ask it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import Request

from aliquot.library.suggesting import (
    suggested_columns,
    suggested_questions,
    suggested_surveys,
)
from aliquot.library.viewing import View
from aliquot.web.pages.remembering import Remembered
from aliquot.web.pages.templating import LANGUAGES

__all__ = ["Overview", "overview_of"]


@dataclass(frozen=True, slots=True)
class Overview:
    """What one person sees of a library, in short.

    Attributes:
        document_count: How many documents there are.
        kinds: Of documents, sorted.
        examples: Questions to begin with, by language.
        surveys: Questions to put to every document, by language.
        columns: What a survey can ask of each document.
    """

    document_count: int
    kinds: Sequence[str]
    examples: Mapping[str, Sequence[str]]
    surveys: Mapping[str, Sequence[str]]
    columns: Sequence[str]

    @property
    def is_empty(self) -> bool:
        """Whether there is no document."""
        return self.document_count == 0


def _read(view: View) -> Overview:
    documents, named = view.documents(), view.named_kinds()
    return Overview(
        document_count=len(documents),
        kinds=sorted({str(one.kind) for one in documents}),
        examples={one: suggested_questions(documents, one) for one in LANGUAGES},
        surveys={one: suggested_surveys(named, one) for one in LANGUAGES},
        columns=suggested_columns(named),
    )


def overview_of(request: Request, view: View) -> Overview:
    """Return what a person sees of a library, in short.

    Args:
        request: Whose application remembers it.
        view: The library as the person sees it.

    Raises:
        StoreError: The catalog cannot be read.
    """
    state = request.app.state
    if not hasattr(state, "overviews"):
        state.overviews = Remembered(_read)
    overviews: Remembered[Overview] = state.overviews
    return overviews.of(view)
