from __future__ import annotations

import pytest

from aliquot.generation.verify.contradictions import find_contradictions
from aliquot.types import Citation, Span, Statement


def said(text: str, document: str) -> Statement:
    citation = Citation(
        label=f"{document}, 2020",
        quote=text,
        span=Span(0, len(text)),
        chunk_id=f"{document}#1",
        document_id=document,
        source="/a",
        section="",
        page=None,
        verified=True,
    )
    return Statement(text, (citation,))


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        ("The half-life of p53 is 20 min.", "The half-life of p53 is 40 min.", True),
        ("The half-life of p53 is 60 min.", "The half-life of p53 is 1 h.", False),
        ("The half-life of p53 is 20 min.", "The melting point of p53 is 45 °C.", False),
        ("ALK increased cell growth in agar.", "ALK decreased cell growth in agar.", True),
        ("ALK binds the BAX promoter.", "ALK does not bind the BAX promoter.", True),
        ("The half-life of p53 is about 20 min.", "The half-life of p53 is 21 min.", False),
    ],
)
def test_statements_of_one_thing_disagree_where_they_differ(
    one: str, other: str, disagree: bool
) -> None:
    found = find_contradictions([said(one, "a"), said(other, "b")])
    assert bool(found) == disagree


def test_one_document_does_not_contradict_itself() -> None:
    texts = ("The half-life of p53 is 20 min.", "The half-life of p53 is 40 min.")
    assert find_contradictions([said(text, "a") for text in texts]) == ()


def test_each_statement_keeps_its_citation() -> None:
    pair = [
        said("The half-life of p53 is 20 min.", "a"),
        said("The half-life of p53 is 40 min.", "b"),
    ]
    (found,) = find_contradictions(pair)
    assert list(found.statements) == pair
    assert "p53" in found.about
