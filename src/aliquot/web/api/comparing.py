"""Comparing versions of a protocol."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aliquot.shapes import version_comparison_shape
from aliquot.web.api.models import Given, VersionComparison, such_as
from aliquot.web.api.routing import MAX_ID, READS, api_router, as_problems
from aliquot.web.site import Questioning, TakesTurn, Viewing

__all__ = ["router"]

router = api_router("asking", READS)


class Compared(Given):
    """What is compared: two documents, or each known version of one with the next."""

    model_config = such_as(old_id="heat-shock-v1", new_id="heat-shock-v2")

    old_id: Annotated[str, Field(min_length=1, max_length=MAX_ID)]
    new_id: Annotated[str | None, Field(min_length=1, max_length=MAX_ID)] = None


@router.post(
    "/compare",
    response_model=list[VersionComparison],
    responses=as_problems(404),
    dependencies=[Questioning, TakesTurn],
)
def compare(view: Viewing, compared: Compared) -> list[dict[str, Any]]:
    """Say what differs between versions, step by step, with the quotes of both."""
    return [version_comparison_shape(one) for one in view.compare(compared.old_id, compared.new_id)]
