from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aliquot.generation.writing.fencing import Fence
from aliquot.generation.writing.packing import pack
from aliquot.generation.writing.pieces import rendered
from aliquot.types import Chunk, Span
from tiny_evidence import chunk, of_texts, quarter, ranking

PLENTY = 10_000
DOCUMENT = (
    "Cells were grown at 37 °C. They were split 1:5. Virellin was added at 4.7 µM.\n\n"
    "After six hours TP53 had risen threefold. The cells detached within two days.\n\n"
    "No other dose was tried."
)
ROWS = "| dose | viability |\n| --- | --- |\n| 0.5 | 98 |\n| 4.7 | 81 |"


def part(start: int, end: int, **rest: str) -> Chunk:
    return chunk(DOCUMENT[start:end], start=start, **rest)


def test_the_best_pieces_stand_at_either_end() -> None:
    packed = pack(of_texts(*"abcde"), PLENTY, quarter)
    assert [piece.text for piece in packed.pieces] == list("acedb")
    assert [piece.label for piece in packed.pieces] == ["E1", "E2", "E3", "E4", "E5"]


def test_chunks_that_touch_are_read_as_one_in_reading_order() -> None:
    (piece,) = pack(ranking([part(79, 157), part(0, 77)]), PLENTY, quarter).pieces
    assert piece.text == DOCUMENT[:157]
    assert piece.chunk_ids == ("d#0", "d#79")


def test_what_overlaps_is_read_once() -> None:
    (piece,) = pack(ranking([part(0, 100), part(50, 157)]), PLENTY, quarter).pieces
    assert piece.text == DOCUMENT[:157]


def test_a_chunk_inside_another_adds_nothing() -> None:
    (piece,) = pack(ranking([part(0, 157), part(27, 48)]), PLENTY, quarter).pieces
    assert piece.text == DOCUMENT[:157]


def test_chunks_apart_or_of_other_sections_stay_apart() -> None:
    apart = ranking([part(0, 26), part(79, 157)])
    assert len(pack(apart, PLENTY, quarter).pieces) == 2
    sections = ranking([part(0, 77), part(79, 157, section="Methods")])
    assert len(pack(sections, PLENTY, quarter).pieces) == 2
    documents = ranking([part(0, 77), part(79, 157, document="e")])
    assert len(pack(documents, PLENTY, quarter).pieces) == 2


@given(st.lists(st.tuples(st.integers(0, 175), st.integers(1, 90)), min_size=1, max_size=6))
def test_a_place_in_a_piece_is_a_place_in_a_chunk(cuts: list[tuple[int, int]]) -> None:
    chunks = {start: part(start, start + size) for start, size in cuts}
    for piece in pack(ranking([*chunks.values()]), PLENTY, quarter).pieces:
        for start in range(0, len(piece.text), 7):
            span = Span(start, min(len(piece.text), start + 20))
            for held, place in piece.places(span):
                within = Span(place.start - held.span.start, place.end - held.span.start)
                assert within.of(held.text) == place.of(DOCUMENT)
                assert place.of(DOCUMENT) in span.of(piece.text)


def test_a_quote_over_two_chunks_is_a_quote_in_each() -> None:
    (piece,) = pack(ranking([part(0, 77), part(79, 157)]), PLENTY, quarter).pieces
    span = Span(piece.text.index("added at"), piece.text.index(" TP53"))
    places = [(held.id, place.of(DOCUMENT)) for held, place in piece.places(span)]
    assert places == [("d#0", "added at 4.7 µM."), ("d#79", "After six hours")]


def test_a_quote_in_an_overlap_is_of_the_chunk_that_holds_it_whole() -> None:
    (piece,) = pack(ranking([part(0, 60), part(48, 157)]), PLENTY, quarter).pieces
    span = Span(piece.text.index("Virellin"), piece.text.index("\n\n"))
    assert [held.id for held, _ in piece.places(span)] == ["d#48"]


def test_prose_that_does_not_fit_is_cut_at_the_end_of_a_sentence() -> None:
    packed = pack(ranking([chunk("A sentence of some words. " * 100)]), 200, quarter)
    (piece,) = packed.pieces
    assert piece.text.endswith("words.")
    assert 0 < packed.tokens <= 200
    assert packed.cut == ("d#0",)
    assert "d#0" in packed.notes[0]


def test_a_table_is_read_whole_or_not_at_all() -> None:
    table = "Table 1: Doses in µM.\n\n| dose |\n| --- |\n" + "| 4.7 |\n" * 200
    packed = pack(ranking([chunk(table.strip())]), 300, quarter)
    assert packed.pieces == ()
    assert packed.left_out == ("d#0",)
    assert "did not fit" in packed.notes[0]


def test_prose_before_a_table_is_kept_without_its_caption() -> None:
    text = (
        "Doses were tried. " * 30 + "\n\nTable 1: Doses.\n\n| dose |\n| --- |\n" + "| 4.7 |\n" * 200
    )
    (piece,) = pack(ranking([chunk(text.strip())]), 400, quarter).pieces
    assert piece.text.endswith("Doses were tried.")


def test_rows_are_read_under_their_caption_and_columns() -> None:
    header = "Doses > Results\nTable 1: Doses in µM\n| dose | viability |"
    (piece,) = pack(ranking([chunk("| 4.7 | 81 |", header=header)]), PLENTY, quarter).pieces
    assert "Table 1: Doses in µM\n| dose | viability |\n\n| 4.7 | 81 |" in rendered(piece)


def test_what_fits_is_read_though_something_better_does_not() -> None:
    packed = pack(of_texts("| x |\n" * 900, "Short and good."), 300, quarter)
    assert [piece.text for piece in packed.pieces] == ["Short and good."]
    assert packed.left_out == ("d1#0",)


@given(
    st.lists(st.integers(1, 200), min_size=1, max_size=8),
    st.integers(0, 600),
)
def test_the_budget_holds_with_fences_and_headers(sizes: list[int], budget: int) -> None:
    packed = pack(of_texts(*("Words of it. " * size for size in sizes)), budget, quarter)
    fence = Fence()
    shown = "\n\n".join(fence.around(piece.label, rendered(piece)) for piece in packed.pieces)
    assert quarter(shown) <= budget
    assert len(packed.pieces) + len(packed.left_out) == len(sizes)


def test_a_piece_says_who_says_it_and_where() -> None:
    one = chunk(
        "Text.",
        header="Doses of virellin > Results",
        pages=(3, 4),
        kind="paper",
        authors=("Smith, Ann", "Lee, Bo"),
        year=2023,
    )
    (piece,) = pack(ranking([one]), PLENTY, quarter).pieces
    assert piece.header == "Smith & Lee, 2023, Results, pages 3-4\nDoses of virellin > Results"


def test_joined_pieces_name_every_page() -> None:
    chunks = [
        chunk(DOCUMENT[:77], pages=(3,), year=2023),
        chunk(DOCUMENT[79:157], start=79, pages=(4, 5), year=2023),
    ]
    (piece,) = pack(ranking(chunks), PLENTY, quarter).pieces
    assert piece.header == "d, 2023, Results, pages 3-5"


def test_the_same_chunk_is_packed_once() -> None:
    (one,) = of_texts("Text.")
    assert len(pack([one, one], PLENTY, quarter).pieces) == 1


def test_nothing_is_packed_of_nothing() -> None:
    assert pack([], PLENTY, quarter).pieces == ()
