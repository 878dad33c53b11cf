from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.errors import ConfigError
from aliquot.generation.citing.links import PassageLink, citation_link, parse_link, web_path
from aliquot.types import Citation, Span

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def citation(chunk_id: str, page: int | None = 4) -> Citation:
    return Citation(
        label="L",
        quote="q",
        span=Span(120, 184),
        chunk_id=chunk_id,
        document_id=chunk_id.partition("#")[0],
        source="/a.pdf",
        section="",
        page=page,
        verified=True,
    )


def test_a_link_names_library_chunk_and_span() -> None:
    assert citation_link("my lab", citation("2023-smith#results-3")) == (
        "aliquot://my%20lab/document/2023-smith%23results-3?span=120-184"
    )


@given(TEXT, TEXT, st.none() | st.integers(0, 10**9))
def test_a_link_is_read_back_whatever_the_ids(library: str, chunk: str, start: int | None) -> None:
    link = PassageLink(library, chunk, None if start is None else Span(start, start + 5))
    assert parse_link(str(link)) == link
    assert str(link).isascii()


def test_a_link_with_its_letters_decoded_is_read_too() -> None:
    assert parse_link("aliquot://研究室/document/培養メモ%23手順-1?span=1-2") == (
        PassageLink("研究室", "培養メモ#手順-1", Span(1, 2))
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "aliquot://",
        "aliquot://lab",
        "aliquot://lab/document/",
        "aliquot://lab/file/a",
        "aliquot://lab/document/a/b",
        "aliquot://lab/document/a?span=9-3",
        "aliquot://lab/document/a?span=-1-3",
        "aliquot://lab/document/a?span=1-2&x=1",
        "https://lab/document/a?span=1-2",
        "aliquot://lab/document/a?span=1-2 ; rm -rf x",
        "aliquot://lab/document/a?span=1-" + "9" * 400,
    ],
)
def test_what_is_no_link_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_link(text)
    assert "aliquot://LIBRARY" in caught.value.hint


def test_the_web_path_names_the_quote() -> None:
    assert web_path(citation("2023-smith#results-3")) == (
        "/documents/2023-smith?at=2023-smith%23results-3@120-184"
    )
    assert web_path(citation("培養#1", page=None)) == (
        "/documents/%E5%9F%B9%E9%A4%8A?at=%E5%9F%B9%E9%A4%8A%231@120-184"
    )
