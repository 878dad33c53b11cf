"""Finding chunks, and what a question is taken to mean."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aliquot.shapes import ranking_shape, understanding_shape
from aliquot.web.api.models import Given, ScoredChunk, Understanding, such_as
from aliquot.web.api.routing import MAX_WHERE, READS, api_router
from aliquot.web.site import Questioning, TakesTurn, Viewing

__all__ = ["MAX_QUESTION", "Question", "router"]

# A page of text: whoever sends more wants a draft checked.
MAX_QUESTION = 4_000
# Fetched by a model that reranks; nobody reads as many.
MAX_K = 100

router = api_router("asking", READS)


class Question(Given):
    """What is asked."""

    model_config = such_as(question="What is the dose of virellin in rats?", where="year >= 2020")

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]
    where: Annotated[str, Field(max_length=MAX_WHERE)] = ""
    literal: Annotated[
        bool, Field(description="Whether nothing said in the question restricts the search.")
    ] = False


class Search(Question):
    """What is searched for."""

    model_config = such_as(
        question="What is the dose of virellin in rats?", where="year >= 2020", k=10
    )

    k: Annotated[int | None, Field(ge=1, le=MAX_K)] = None


@router.post("/search", response_model=list[ScoredChunk], dependencies=[Questioning, TakesTurn])
def search(view: Viewing, asked: Search) -> list[dict[str, Any]]:
    """Return the best chunks for a question, best first."""
    found = view.search(asked.question, asked.k, asked.where, literal=asked.literal)
    return ranking_shape(found)


@router.post("/understand", response_model=Understanding, dependencies=[Questioning, TakesTurn])
def understand(view: Viewing, asked: Question) -> dict[str, Any]:
    """Return how a question is read: what it restricts, which other names are searched."""
    return understanding_shape(view.understand(asked.question, literal=asked.literal))
