"""Times on pages: written as the language writes them, and said to be UTC where no script runs."""

from __future__ import annotations

import pytest

from aliquot.web.pages.moments import filters

LATE = "2026-11-30T23:49:06.120+00:00"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "30 Nov 2026, 23:49 UTC"), ("ja", "2026年11月30日 23:49 UTC")],
)
def test_a_moment_is_written_as_its_language_does(language: str, words: str) -> None:
    assert filters(language)["moment_words"](LATE) == words


@pytest.mark.parametrize("name", ["day", "moment"])
def test_an_element_keeps_the_whole_time_for_the_readers_clock(name: str) -> None:
    assert f'<time datetime="{LATE}" data-time="{name}">' in filters("en")[name](LATE)


@pytest.mark.parametrize("at", ["2026-12-01T08:49:06+09:00", "2026-11-30T23:49:06", LATE])
def test_one_moment_is_one_text_however_its_zone_is_given(at: str) -> None:
    assert filters("en")["moment_words"](at) == "30 Nov 2026, 23:49 UTC"


@pytest.mark.parametrize("name", ["day", "day_words", "moment", "moment_words"])
def test_what_never_happened_is_no_time(name: str) -> None:
    assert filters("ja")[name]("") == ""


def test_what_is_no_time_of_ours_cannot_become_markup() -> None:
    with pytest.raises(ValueError, match="Invalid isoformat"):
        filters("en")["moment"]('"><script>')
