"""Texts cut to the room of a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from aliquot.cli.shortening import around, cut, looked_for

LONG = "Cells were kept in flasks for days, then split, and Vero cells were infected with virus."
JAPANESE = "細胞を培地で培養した後、氷上で三十分間静置し、遠心分離を行って上清を捨てた。"


def test_what_fits_stays_whole() -> None:
    assert around("Vero cells.", ["cells"], 11) == "Vero cells."


def test_the_word_looked_for_is_shown_whole_with_words_around_it() -> None:
    shown = around(LONG, ["vero"], 40)
    assert "Vero cells" in shown
    assert shown.startswith("…")
    assert cell_len(shown) <= 40


def test_the_place_with_most_words_is_shown() -> None:
    text = f"virus {LONG} " + "and so on " * 20
    assert "infected with virus" in around(text, ["virus", "infected"], 40)


def test_without_the_words_the_beginning_is_shown() -> None:
    assert around(LONG, ["HeLa", ""], 30) == "Cells were kept in flasks for…"


@pytest.mark.parametrize("room", range(8, 60))
def test_no_text_takes_more_than_its_room(room: int) -> None:
    for text in (LONG, JAPANESE, "x" * 100, "İ" * 40 + LONG):
        assert cell_len(around(text, ["vero", "静置"], room)) <= room
        assert cell_len(cut(text, room)) <= room


def test_japanese_is_cut_by_columns_around_its_word() -> None:
    shown = around(JAPANESE, ["静置"], 30)
    assert "静置" in shown
    assert cell_len(shown) > 20


def test_only_words_that_carry_a_subject_are_looked_for() -> None:
    assert looked_for("Which protocols describe heat shock in a tube?")[-3:] == [
        "heat",
        "shock",
        "tube",
    ]
