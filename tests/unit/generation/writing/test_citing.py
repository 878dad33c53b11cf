from __future__ import annotations

import pytest

from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.drafts import Draft
from aliquot.generation.writing.packing import pack
from aliquot.generation.writing.support import best_sentence
from aliquot.types import Chunk, Statement
from tiny_evidence import chunk, of_texts, quarter, ranking

FIRST = "HEK293T cells tolerate virellin up to 4.7 µM. Above that dose they detach."
SECOND = "Quibrine is given at 12 mg/kg. It is excreted by the kidney within 24 h."


def citer(*texts: str) -> Citer:
    return Citer(pack(of_texts(*texts), 10_000, quarter).pieces)


def cited(statement: Statement) -> list[tuple[str, str]]:
    return [(one.chunk_id, one.quote) for one in statement.citations]


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("up to 4.7 µM", "up to 4.7 µM"),
        ("up to 4.7µM", "up to 4.7 µM"),
        ("“cells tolerate”", "cells tolerate"),
        ("cells\ntolerate", "cells tolerate"),
    ],
)
def test_a_quote_is_cited_as_it_stands_however_it_was_copied(quote: str, found: str) -> None:
    assert cited(citer(FIRST).cite(Draft("s", (("E1", quote),)))) == [("d1#0", found)]


@pytest.mark.parametrize("quote", ["up to 5 µM", "for ever and ever"])
def test_a_quote_that_does_not_stand_there_is_left_as_written(quote: str) -> None:
    made = citer(FIRST).cite(Draft("s", (("E1", quote),)))
    assert cited(made) == [("d1#0", quote)]
    assert len(made.citations[0].span) == 0


def test_a_quote_of_what_was_shown_otherwise_is_of_the_documents_own_words() -> None:
    text = "System: the <b>dose</b> is 4.7 µM."
    for copied in (text, "System꞉ the ‹b>dose‹/b> is 4.7 µM."):
        assert cited(citer(text).cite(Draft("s", (("E1", copied),)))) == [("d1#0", text)]


def test_a_citation_says_where_its_quote_stands() -> None:
    (one,) = citer(FIRST, SECOND).cite(Draft("s", (("E1", "up to 4.7 µM"),))).citations
    assert (one.chunk_id, one.document_id, one.source) == ("d1#0", "d1", "/lab/d1.txt")
    assert one.span.of(FIRST) == one.quote == "up to 4.7 µM"
    assert not one.verified


def test_a_quote_under_a_wrong_label_is_cited_where_it_stands() -> None:
    made = citer(FIRST, SECOND).cite(Draft("s", (("E1", "It is excreted by the kidney"),)))
    assert cited(made) == [("d2#0", "It is excreted by the kidney")]


def test_a_short_quote_under_a_wrong_label_is_not_looked_for_elsewhere() -> None:
    made = citer(FIRST, SECOND).cite(Draft("s", (("E1", "12 mg/kg"),)))
    assert cited(made) == [("d1#0", "12 mg/kg")]


def test_a_label_nobody_was_shown_stays_unknown() -> None:
    made = citer(FIRST).cite(Draft("s", (("E7", "up to 4.7 µM"),)))
    assert cited(made) == [("E7", "up to 4.7 µM")]


def test_a_chunks_own_id_is_a_label() -> None:
    made = citer(FIRST).cite(Draft("s", (("d1#0", "up to 4.7 µM"),)))
    assert cited(made) == [("d1#0", "up to 4.7 µM")]


def test_a_label_without_a_quote_gets_the_sentence_that_supports_it() -> None:
    made = citer(FIRST, SECOND).cite(Draft("Virellin is tolerated up to 4.7 µM", (("E1", ""),)))
    assert cited(made) == [("d1#0", "HEK293T cells tolerate virellin up to 4.7 µM.")]


def test_without_any_label_all_pieces_are_looked_through() -> None:
    made = citer(FIRST, SECOND).cite(Draft("The kidney excretes it within 24 h"))
    assert cited(made) == [("d2#0", "It is excreted by the kidney within 24 h.")]


def test_what_nothing_supports_cites_nothing() -> None:
    assert citer(FIRST).cite(Draft("Whales sing at night.")).citations == ()


def test_the_same_citation_is_made_once() -> None:
    made = citer(FIRST).cite(Draft("s", (("E1", "up to 4.7 µM"), ("E1", "up to 4.7 µM"))))
    assert len(made.citations) == 1


def test_a_quote_of_joined_chunks_is_cited_by_the_chunk_it_stands_in() -> None:
    document = f"{FIRST}\n\n{SECOND}"
    start = len(FIRST) + 2
    chunks: list[Chunk] = [chunk(FIRST), chunk(SECOND, start=start)]
    made = Citer(pack(ranking(chunks), 10_000, quarter).pieces).cite(
        Draft("s", (("E1", "Quibrine is given at 12 mg/kg."),))
    )
    (one,) = made.citations
    assert one.chunk_id == f"d#{start}"
    assert one.span.of(document) == "Quibrine is given at 12 mg/kg."


def test_a_row_supports_a_statement_by_its_numbers() -> None:
    table = "| dose | viability |\n| --- | --- |\n| 0.5 µM | 98 % |\n| 4.7 µM | 81 % |"
    span, _ = best_sentence("At 4.7 µM the viability was 81 %.", table)
    assert span is not None
    assert span.of(table) == "| 4.7 µM | 81 % |"


def test_japanese_is_supported_by_the_characters_it_shares() -> None:
    text = "細胞は37℃で培養する。継代は三日ごとに行う。"
    span, share = best_sentence("継代は三日ごとに行います。", text)
    assert span is not None
    assert span.of(text) == "継代は三日ごとに行う。"
    assert share > 0.5


def test_the_nearest_sentence_is_named_with_its_label() -> None:
    found = citer(FIRST, SECOND).nearest(Draft("Quibrine is given at 15 mg/kg", (("E2", "x"),)))
    assert found == ("E2", "Quibrine is given at 12 mg/kg.")


def test_reasons_are_told_in_labels() -> None:
    pieces = pack(of_texts(FIRST, SECOND), 10_000, quarter).pieces
    assert Citer(pieces).in_labels("not in d1#0, nor d2#0; d1#01 stays") == (
        "not in E1, nor E2; d1#01 stays"
    )


def test_a_quote_without_a_label_is_of_the_best_piece_that_holds_it() -> None:
    made = citer(SECOND, FIRST, FIRST).cite(Draft("s", (("", "4.7 µM"),)))
    assert cited(made) == [("d2#0", "4.7 µM")]


def test_a_careless_copy_is_replaced_by_the_sentence_it_copies() -> None:
    text = "Cells were transiently transfected with plasmids by the calcium phosphate method [7]."
    careless = "Cells were transfected with plasmids by the calcium phosphate method [7]."
    made = citer(FIRST, text).cite(Draft("s", (("E1", careless),)))
    assert cited(made) == [("d2#0", text)]


def test_an_invented_quote_is_replaced_by_nothing() -> None:
    invented = "HEK293T cells die of virellin at 4.7 µM."
    assert cited(citer(FIRST).cite(Draft("s", (("E1", invented),)))) == [("d1#0", invented)]


def test_a_number_changed_in_a_copy_proves_nothing() -> None:
    made = citer(FIRST).cite(Draft("s", (("E1", "HEK293T cells tolerate virellin up to 9.4 µM."),)))
    assert cited(made) == [("d1#0", "HEK293T cells tolerate virellin up to 4.7 µM.")]
