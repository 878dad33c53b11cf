"""The rows of a survey as a person sorts and leafs through them."""

from __future__ import annotations

import pytest

from aliquot.types import Absence, Coverage
from aliquot.web.pages.survey_table import PAGE, absences, share_read, table_page
from made_surveys import made_row, made_survey


def _names(*, sort: int = 0, down: bool = False, q: str = "", rows: tuple[str, ...]) -> list[str]:
    survey = made_survey(*(made_row(name) for name in rows))
    return [row.cells[0] for row in table_page(survey, sort=sort, down=down, q=q).rows]


def test_rows_stand_as_the_survey_has_them_until_sorted() -> None:
    assert _names(sort=-1, rows=("b", "a", "c")) == ["b", "a", "c"]


def test_numbers_are_sorted_by_size_before_words_and_blanks_are_last() -> None:
    assert _names(rows=("10", "", "Vero", "9", "1,200")) == ["9", "10", "1,200", "Vero", ""]


@pytest.mark.parametrize("sort", [-5, 99])
def test_a_column_that_is_not_there_sorts_nothing(sort: int) -> None:
    assert _names(sort=sort, down=True, rows=("b", "a")) == ["b", "a"]


def test_rows_are_found_by_values_and_quotes() -> None:
    assert _names(q="HELA", rows=("Vero", "HeLa")) == ["HeLa"]
    assert _names(q="vero cells were", rows=("Vero",)) == ["Vero"]


def test_a_long_table_is_cut_into_pages() -> None:
    survey = made_survey(*(made_row(str(number)) for number in range(PAGE + 1)))
    second = table_page(survey, page=2)
    assert (second.first, second.last, second.pages, second.found) == (
        PAGE + 1,
        PAGE + 1,
        2,
        PAGE + 1,
    )


def test_absences_are_told_by_how_they_were_searched() -> None:
    survey = made_survey(
        absent=(
            Absence("a", ("findings",)),
            Absence("b", ("findings", "words")),
            Absence("c", ("findings",)),
        )
    )
    told = [(way.searched, [one.name for one in way.absent]) for way in absences(survey)]
    assert told == [(("findings",), ["a", "c"]), (("findings", "words"), ["b"])]


def test_the_share_that_was_read_never_rounds_up() -> None:
    assert share_read(Coverage(in_scope=1000, read=999)) == 99
    assert share_read(Coverage(in_scope=0, read=0)) == 100
