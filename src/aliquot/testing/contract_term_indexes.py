"""The promises of a `TermIndex`, as a suite any backend can run.

    class TestMine(DurableTermIndexContract):
        @pytest.fixture
        def open_index(self, tmp_path):
            return lambda: MyTermIndex(tmp_path / "terms", name="terms")

`open_index` opens the same index each time it is called; the first call finds none. Terms may be
formed in any way that keeps ordinary lower-case English words apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from aliquot.protocols import ChunkRecord, Index, Scope, TermIndex
from aliquot.types import Chunk, Expansion, Query, Span

__all__ = [
    "DurableTermIndexContract",
    "OpenIndex",
    "TermIndexContract",
    "keys_of",
    "record",
    "scope",
]

OpenIndex = Callable[[], TermIndex]

# What a user may type or paste that is an operator, a field or a wildcard in some query language.
HOSTILE = (
    '"', "(", ")", "AND", "OR NOT", "*", "text:", "key:1", "a:b:c", "+-", "[1 TO 2]", "^2", "~",
    "\\", "/.*/", "{}", "?", "\0", "  ", "", "🧬", "'; --", "<b>", "%s",
)  # fmt: skip


def record(key: int, text: str, header: str = "", also: tuple[str, ...] = ()) -> ChunkRecord:
    """Return a record of one chunk."""
    span = Span(0, len(text))
    chunk = Chunk(id=f"d#{key}", document_id="d", text=text, header=header, span=span, also=also)
    return ChunkRecord(key, chunk)


def scope(*keys: int) -> Scope:
    """Return the scope of these keys."""
    return Scope(np.array(sorted(keys), dtype=np.int64))


def keys_of(index: TermIndex, text: str, k: int = 10, where: Scope | None = None) -> list[int]:
    """Return the keys found, best first."""
    return [hit.key for hit in index.search(text, k, where)]


class TermIndexContract:
    """What holds for every term index; subclass it, and provide the fixture `open_index`."""

    @pytest.fixture
    def index(self, open_index: OpenIndex) -> TermIndex:
        """Return an index of three chunks, standing at 3."""
        index = open_index()
        texts = ["mice received insulin", "rats received glucose", "insulin and glucose in insulin"]
        index.apply([record(key, text) for key, text in enumerate(texts, 1)], [], 3)
        return index

    def test_new_index_stands_at_zero_and_finds_nothing(self, open_index: OpenIndex) -> None:
        index = open_index()
        assert index.sequence == 0
        assert index.search("insulin", 10) == []

    def test_index_has_the_shape_of_a_follower(self, index: TermIndex) -> None:
        assert isinstance(index, Index)
        assert index.name

    def test_changes_are_visible_at_once(self, index: TermIndex) -> None:
        assert sorted(keys_of(index, "insulin")) == [1, 3]

    def test_apply_moves_the_sequence(self, index: TermIndex) -> None:
        index.apply([], [1], 7)
        assert index.sequence == 7

    def test_any_word_of_the_question_is_enough(self, index: TermIndex) -> None:
        assert sorted(keys_of(index, "insulin rats")) == [1, 2, 3]

    def test_best_comes_first_and_scores_descend(self, index: TermIndex) -> None:
        hits = index.search("insulin", 10)
        assert hits[0].key == 3
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    def test_rare_word_counts_more_than_common_one(self, index: TermIndex) -> None:
        assert keys_of(index, "received rats")[0] == 2

    def test_at_most_k_are_returned(self, index: TermIndex) -> None:
        assert len(index.search("insulin glucose received", 2)) == 2
        assert index.search("insulin", 0) == []

    def test_ties_are_broken_by_key(self, open_index: OpenIndex) -> None:
        index = open_index()
        for key in (9, 2, 57, 31, 4):
            index.apply([record(key, "the same words")], [], 100 - key)
        assert keys_of(index, "same words", 3) == [2, 4, 9]

    def test_ties_beyond_any_page_are_broken_by_key(self, open_index: OpenIndex) -> None:
        index = open_index()
        index.apply([record(key, "the same words") for key in range(500, 0, -1)], [], 1)
        assert keys_of(index, "words", 5) == [1, 2, 3, 4, 5]

    def test_header_is_searched_with_the_text(self, index: TermIndex) -> None:
        index.apply([record(8, "a paragraph", header="Methods > Electroporation")], [], 8)
        assert keys_of(index, "electroporation") == [8]

    def test_same_key_replaces(self, index: TermIndex) -> None:
        index.apply([record(1, "frogs received zinc")], [], 4)
        assert keys_of(index, "zinc") == [1]
        assert 1 not in keys_of(index, "insulin")

    def test_same_key_twice_in_one_batch_keeps_the_last(self, open_index: OpenIndex) -> None:
        index = open_index()
        index.apply([record(1, "zinc"), record(1, "copper")], [], 1)
        assert keys_of(index, "copper") == [1]
        assert keys_of(index, "zinc") == []

    def test_removed_chunks_never_answer(self, index: TermIndex) -> None:
        index.apply([], [1, 3], 4)
        assert index.search("insulin", 10) == []

    def test_a_word_of_every_chunk_weighs_something_after_one_was_replaced(
        self, open_index: OpenIndex
    ) -> None:
        index = open_index()
        index.apply([record(key, "virellin") for key in range(3)], [], 1)
        index.flush()
        index.apply([record(3, "virellin")], [0], 2)
        assert index.idf(["virellin"])[0] > 0

    def test_removing_what_is_not_there_is_harmless(self, index: TermIndex) -> None:
        index.apply([], [999], 4)
        assert sorted(keys_of(index, "insulin")) == [1, 3]

    def test_applying_twice_leaves_the_same_index(self, index: TermIndex) -> None:
        changes: tuple[Sequence[ChunkRecord], Sequence[int], int] = (
            [record(4, "insulin in frogs")],
            [1],
            4,
        )
        index.apply(*changes)
        once = keys_of(index, "insulin frogs")
        index.apply(*changes)
        assert keys_of(index, "insulin frogs") == once
        assert len(once) == 2

    def test_empty_change_moves_the_sequence_only(self, index: TermIndex) -> None:
        index.apply([], [], 9)
        assert (index.sequence, len(index.search("insulin", 9))) == (9, 2)

    def test_chunk_without_text_is_accepted(self, index: TermIndex) -> None:
        index.apply([record(5, "")], [], 5)
        assert 5 not in keys_of(index, "insulin")

    def test_scope_is_exact(self, index: TermIndex) -> None:
        assert keys_of(index, "insulin glucose", 10, scope(2)) == [2]
        assert keys_of(index, "insulin", 10, scope(2)) == []
        assert sorted(keys_of(index, "insulin", 10, scope(1, 3, 77))) == [1, 3]

    def test_empty_scope_gives_nothing(self, index: TermIndex) -> None:
        assert index.search("insulin", 10, scope()) == []

    @pytest.mark.parametrize("allowed", [3, 60, 400, 999])
    def test_scope_of_any_size_equals_filtering_the_whole_ranking(
        self, open_index: OpenIndex, allowed: int
    ) -> None:
        index = open_index()
        words = ("insulin", "glucose", "mice", "rats", "frogs")
        texts = (
            " ".join(words[i % 5 :] + (words[i % 3],) * (i % 7) + ("cell",)) for i in range(1000)
        )
        index.apply([record(key, text) for key, text in enumerate(texts)], [], 1)
        chosen = np.sort(np.random.default_rng(allowed).choice(1000, allowed, replace=False))
        everything = index.search("insulin mice cell", 1000)
        expected = [hit for hit in everything if hit.key in set(chosen.tolist())][:10]
        assert index.search("insulin mice cell", 10, Scope(chosen.astype(np.int64))) == expected

    def test_identical_on_repeat(self, index: TermIndex) -> None:
        assert index.search("insulin glucose", 10) == index.search("insulin glucose", 10)

    def test_repeating_a_word_changes_nothing(self, index: TermIndex) -> None:
        assert index.search("insulin insulin rats", 9) == index.search("insulin rats", 9)

    @pytest.mark.parametrize("text", HOSTILE)
    def test_no_question_is_an_error(self, index: TermIndex, text: str) -> None:
        index.search(text, 10)
        assert sorted(keys_of(index, f"insulin {text}"))[0] == 1

    def test_very_long_question_and_words_are_accepted(self, index: TermIndex) -> None:
        index.apply([record(6, "acgt" * 50_000 + " insulin")], [], 6)
        assert 6 in keys_of(index, "insulin")
        assert keys_of(index, "acgt" * 50_000) == [6]
        assert index.search("insulin " + "word " * 20_000, 1)

    # ---------------------------------------------------------------- phrases and other names

    def test_query_without_more_is_a_search_of_its_text(self, index: TermIndex) -> None:
        found = index.search_query(Query(text="insulin glucose"), 10)
        assert found == index.search("insulin glucose", 10)

    def test_phrase_is_required_in_order(self, index: TermIndex) -> None:
        index.apply([record(4, "received mice and insulin")], [], 4)
        query = Query(text="mice received insulin", phrases=("mice received",))
        assert [hit.key for hit in index.search_query(query, 10)] == [1]

    def test_every_phrase_is_required(self, index: TermIndex) -> None:
        query = Query(text="insulin", phrases=("insulin and", "in insulin"))
        assert [hit.key for hit in index.search_query(query, 10)] == [3]
        unmet = Query(text="insulin", phrases=("insulin and", "mice received"))
        assert index.search_query(unmet, 10) == []

    def test_phrase_without_a_word_is_held_by_none(self, index: TermIndex) -> None:
        assert index.search_query(Query(text="insulin", phrases=("...",)), 10) == []
        assert index.holding(["..."]).tolist() == []
        assert index.holding([]).tolist() == []

    def test_phrase_keeps_to_the_scope(self, index: TermIndex) -> None:
        query = Query(text="insulin", phrases=("insulin",))
        assert [hit.key for hit in index.search_query(query, 10, scope(3))] == [3]

    def test_phrase_does_not_cross_from_header_to_text(self, index: TermIndex) -> None:
        index.apply([record(4, "zebrafish larvae", header="Methods in frogs")], [], 4)
        assert index.holding(["frogs zebrafish"]).tolist() == []
        assert index.holding(["zebrafish larvae", "in frogs"]).tolist() == [4]

    def test_holding_returns_every_chunk_by_key(self, open_index: OpenIndex) -> None:
        index = open_index()
        index.apply([record(key, "heat shock at dawn") for key in range(300, 0, -1)], [], 1)
        index.apply([record(7, "shock and heat")], [9], 2)
        expected = [key for key in range(1, 301) if key not in (7, 9)]
        assert index.holding(["heat shock"]).tolist() == expected

    def test_slop_lets_words_stand_apart(self, index: TermIndex) -> None:
        assert index.holding(["mice insulin"]).tolist() == []
        assert index.holding(["mice insulin"], slop=1).tolist() == [1]

    @pytest.mark.parametrize("text", HOSTILE)
    def test_no_phrase_is_an_error(self, index: TermIndex, text: str) -> None:
        index.search_query(Query(text="insulin", phrases=(text,)), 10)
        assert index.holding([f"mice {text} received"]).tolist() in ([], [1])

    def test_other_name_finds_for_less(self, index: TermIndex) -> None:
        index.apply([record(4, "copper for mice"), record(5, "zinc for mice")], [], 5)
        query = Query(text="zinc", expansions=(Expansion("zinc", ("copper",), "list"),))
        assert [hit.key for hit in index.search_query(query, 10)] == [5, 4]

    def test_name_of_several_words_is_found_whole(self, index: TermIndex) -> None:
        texts = ["growth of the tumor", "a tumor protein again", "protein in tumor tissue"]
        index.apply([record(key, text) for key, text in enumerate(texts, 4)], [], 6)
        query = Query(text="zinc", expansions=(Expansion("zinc", ("tumor protein",), "list"),))
        assert [hit.key for hit in index.search_query(query, 10)] == [5]

    def test_names_of_one_thing_count_once(self, index: TermIndex) -> None:
        index.apply([record(4, "alpha beta gamma delta"), record(5, "alpha word word word")], [], 5)
        others = ("alpha", "beta", "gamma", "delta")
        query = Query(text="zinc", expansions=(Expansion("zinc", others, "list"),))
        first, second = (hit.score for hit in index.search_query(query, 2))
        assert first < 2 * second

    def test_chunk_is_found_by_the_name_it_stands_for(self, index: TermIndex) -> None:
        index.apply([record(4, "HDL in mice", also=("high density lipoprotein",))], [], 4)
        assert keys_of(index, "lipoprotein") == [4]

    def test_written_name_counts_more_than_one_stood_for(self, index: TermIndex) -> None:
        also = ("lipoprotein",)
        index.apply([record(4, "HDL of mice", also=also), record(5, "lipoprotein of mice")], [], 5)
        assert keys_of(index, "lipoprotein") == [5, 4]


class DurableTermIndexContract(TermIndexContract):
    """What holds besides for an index that outlives its process."""

    def test_flushed_changes_outlive_the_process(
        self, index: TermIndex, open_index: OpenIndex
    ) -> None:
        index.flush()
        index.close()
        reopened = open_index()
        assert reopened.sequence == 3
        assert sorted(keys_of(reopened, "insulin")) == [1, 3]

    def test_flushed_changes_are_seen_by_another_reader(
        self, index: TermIndex, open_index: OpenIndex
    ) -> None:
        index.flush()
        reader = open_index()
        assert reader.sequence == 3
        assert sorted(keys_of(reader, "insulin")) == [1, 3]
        reader.close()

    def test_second_opener_follows_while_the_first_writes(
        self, index: TermIndex, open_index: OpenIndex
    ) -> None:
        index.flush()
        index.apply([record(4, "insulin in frogs")], [1], 4)
        second = open_index()
        second.apply([record(4, "insulin in frogs")], [1], 4)
        assert second.sequence == 4
        assert sorted(keys_of(second, "insulin")) == [3, 4]
        second.close()
        assert sorted(keys_of(index, "insulin")) == [3, 4]
