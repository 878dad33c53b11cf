from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aliquot.retrieval.diversity import diversified
from aliquot.types import Chunk, ScoredChunk, Span

STEP = "Wash the cells twice with cold PBS and spin them down for 5 min at 300 g before fixing."


def ranking(*pairs: tuple[str, str]) -> list[ScoredChunk]:
    """Return chunks of (document, text), the first best."""
    return [
        ScoredChunk(
            Chunk(
                id=f"{document}#{n}", document_id=document, text=text, header="", span=Span(0, 1)
            ),
            1 / n,
            n,
        )
        for n, (document, text) in enumerate(pairs, start=1)
    ]


def ids(found: list[ScoredChunk]) -> list[str]:
    return [one.chunk.id for one in found]


def test_a_near_duplicate_gives_up_its_place_and_is_listed() -> None:
    found = diversified(
        ranking(("a", STEP), ("b", f"{STEP.upper()} "), ("c", "something else altogether")), 2
    )
    assert ids(found) == ["a#1", "c#3"]
    assert found[0].duplicates == ("b#2",)
    assert [one.rank for one in found] == [1, 2]


def test_texts_that_differ_by_a_number_alone_are_no_duplicates() -> None:
    found = diversified(ranking(("a", STEP), ("b", STEP.replace("300 g", "500 g"))), 2)
    assert ids(found) == ["a#1", "b#2"]


def test_japanese_without_spaces_is_compared_by_characters() -> None:
    text = "細胞を冷たいリン酸緩衝液で二回洗い、五分間遠心してから固定する。上清は静かに捨てる。"
    other = "培養液は使用の前に三十七度に温め、血清を一割加えて無菌的に混ぜ、翌日までに使い切る。"
    found = diversified(ranking(("a", text), ("b", text + "\n"), ("c", other)), 3)
    assert ids(found) == ["a#1", "c#3"]


def test_collapsing_can_be_left_out() -> None:
    assert ids(diversified(ranking(("a", STEP), ("b", STEP)), 2, collapse=False)) == ["a#1", "b#2"]


def test_a_document_takes_no_more_than_its_share() -> None:
    found = diversified(
        ranking(("a", "one"), ("a", "two"), ("a", "three"), ("b", "four"), ("c", "five")),
        4,
        max_share=0.5,
    )
    assert ids(found) == ["a#1", "a#2", "b#4", "c#5"]


def test_beyond_its_share_a_document_fills_what_would_stay_empty() -> None:
    found = diversified(ranking(("a", "one"), ("a", "two"), ("b", "three")), 3, max_share=0.3)
    assert ids(found) == ["a#1", "a#2", "b#3"]


def test_a_document_may_take_every_place_unless_a_share_is_set() -> None:
    assert ids(diversified(ranking(*[("a", f"text {n}") for n in "xyz"]), 3)) == [
        "a#1",
        "a#2",
        "a#3",
    ]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["p q", "r s", "t", ""]))),
    st.integers(1, 6),
    st.floats(0.01, 1),
)
def test_chunks_keep_their_order_and_none_is_invented_or_lost_for_nothing(
    pairs: list[tuple[str, str]], k: int, share: float
) -> None:
    before = ranking(*pairs)
    found = diversified(before, k, max_share=share)
    places = [ids(before).index(one) for one in ids(found)]
    assert places == sorted(places)
    assert [one.rank for one in found] == list(range(1, len(found) + 1))
    assert len(found) == min(k, len({text for _, text in pairs}))
