"""Documents in pages: none twice, none left out, whatever comes and goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.errors import ConfigError
from aliquot.library.listing import SORTS, Listing, stretch_of
from aliquot.storage.listed import ListedDocument

years = st.one_of(st.none(), st.integers(1990, 2030))
documents = st.lists(st.tuples(st.text("abc", max_size=2), years), max_size=20).map(
    lambda rows: [
        ListedDocument(f"d{number:02}", "notes", title, year=year)
        for number, (title, year) in enumerate(rows)
    ]
)
sorts = st.sampled_from([*SORTS, *(f"-{one}" for one in SORTS)])


def walk(every: list[ListedDocument], sort: str, count: int) -> list[str]:
    """Return the ids of all pages in order."""
    seen: list[str] = []
    after = None
    while True:
        found = stretch_of(every, Listing(sort=sort, after=after, count=count))
        seen += found.document_ids
        after = found.end
        if after is None:
            return seen


@given(documents, sorts, st.integers(1, 5))
def test_pages_together_are_the_whole_list(
    every: list[ListedDocument], sort: str, count: int
) -> None:
    whole = stretch_of(every, Listing(sort=sort, count=len(every) + 1)).document_ids
    assert walk(every, sort, count) == list(whole)


@given(documents, sorts)
def test_a_document_that_goes_moves_no_others(every: list[ListedDocument], sort: str) -> None:
    first = stretch_of(every, Listing(sort=sort, count=3))
    left = [one for one in every if one.id not in first.document_ids]
    if first.end is not None:
        rest = stretch_of(left, Listing(sort=sort, after=first.end, count=99)).document_ids
        assert sorted(rest) == sorted(one.id for one in left)


def test_words_are_looked_for_in_titles_authors_ids_and_file_names() -> None:
    one = ListedDocument(
        "2020-osei", "paper", "Virellin in Jurkat cells", ("Osei, Ama",), path="/lab/培養メモ.pdf"
    )
    for words in ("virellin", "OSEI jurkat", "2020-osei", "培養", "ＶＩＲＥＬＬＩＮ"):
        assert stretch_of([one], Listing(words)).total == 1
    assert stretch_of([one], Listing("virellin lumenin")).total == 0


def test_an_unknown_order_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError) as refused:
        stretch_of([], Listing(sort="size"))
    assert "title" in refused.value.hint
