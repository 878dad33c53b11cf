"""Holding sentences against the library."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aliquot.shapes import verdict_shape
from aliquot.web.api.models import Given, Verdict, such_as
from aliquot.web.api.routing import MAX_ID, READS, api_router, as_problems
from aliquot.web.site import Questioning, TakesTurn, Viewing

__all__ = ["router"]

# About thirty pages; a longer draft is checked part by part, or with the command line.
MAX_TEXT = 100_000
MAX_CHUNKS = 50

router = api_router("asking", READS)


class Draft(Given):
    """A text whose sentences are checked."""

    model_config = such_as(text="HEK293T cells tolerate virellin up to 4.7 µM.")

    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    chunk_ids: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_ID)]] | None,
        Field(max_length=MAX_CHUNKS, description="The chunks it may rest on; all unless given."),
    ] = None


@router.post(
    "/check",
    response_model=list[Verdict],
    responses=as_problems(404),
    dependencies=[Questioning, TakesTurn],
)
def check(view: Viewing, draft: Draft) -> list[dict[str, Any]]:
    """Say of each sentence that claims something whether the library supports it."""
    return [verdict_shape(one) for one in view.check_text(draft.text, draft.chunk_ids)]
