from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from aliquot.retrieval.widening import neighbours, stretches, whole_section
from aliquot.types import Chunk, Span

TEXT = "".join(chr(ord("a") + n % 26) for n in range(300))


def chunk(start: int, end: int, *path: str, document: str = "d") -> Chunk:
    return Chunk(
        id=f"{document}#{start}",
        document_id=document,
        text=TEXT[start:end],
        header="",
        span=Span(start, end),
        section_path=path,
        pages=(1 + start // 100,),
    )


CHUNKS = [
    chunk(0, 50, "Methods"),
    chunk(40, 100, "Methods", "Staining"),
    chunk(100, 150, "Methods", "Staining"),
    chunk(155, 200, "Results"),
    chunk(200, 250, "Methods", "Staining"),
]


def chunks_of(document: str) -> Sequence[Chunk]:
    return CHUNKS if document == "d" else []


def test_neighbours_are_joined_in_reading_order_without_what_overlaps() -> None:
    (found,) = neighbours(CHUNKS[1], chunks_of)
    assert (found.text, found.span) == (TEXT[0:150], Span(0, 150))
    assert found.chunk_ids == ("d#0", "d#40", "d#100")
    assert found.pages == (1, 2)


def test_a_gap_between_chunks_begins_a_new_stretch() -> None:
    first, second = neighbours(CHUNKS[3], chunks_of, before=1, after=0)
    assert (first.span, second.span) == (Span(100, 150), Span(155, 200))


def test_the_ends_of_a_document_have_fewer_neighbours() -> None:
    assert neighbours(CHUNKS[0], chunks_of, before=3, after=0)[0].span == Span(0, 50)
    assert neighbours(CHUNKS[4], chunks_of, before=0, after=9)[0].span == Span(200, 250)


def test_a_section_is_what_stands_below_its_heading_and_follows() -> None:
    assert [one.span for one in whole_section(CHUNKS[0], chunks_of)] == [Span(0, 150)]
    assert [one.span for one in whole_section(CHUNKS[2], chunks_of)] == [Span(40, 150)]


def test_a_heading_that_comes_again_is_another_section() -> None:
    assert [one.span for one in whole_section(CHUNKS[4], chunks_of)] == [Span(200, 250)]


def test_a_chunk_that_has_gone_since_is_shown_alone() -> None:
    gone = chunk(7, 9, document="gone")
    assert [one.text for one in neighbours(gone, chunks_of)] == [TEXT[7:9]]
    assert [one.text for one in whole_section(gone, chunks_of)] == [TEXT[7:9]]


spans = st.tuples(st.integers(0, 290), st.integers(1, 40)).map(lambda one: (one[0], sum(one)))


@given(st.lists(spans, max_size=8))
def test_each_stretch_is_an_exact_slice_and_every_character_stands_once(
    made: list[tuple[int, int]],
) -> None:
    joined = stretches([chunk(start, min(end, 300)) for start, end in made])
    assert all(one.text == TEXT[one.span.start : one.span.end] for one in joined)
    covered = {place for start, end in made for place in range(start, min(end, 300))}
    assert sum(len(one.text) for one in joined) == len(covered)
    assert sorted(joined, key=lambda one: one.span.start) == joined
