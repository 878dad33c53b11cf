"""A survey as a bar chart."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from aliquot.errors import ConfigError
from aliquot.generation.surveying.tables.bars import Bar, chart_of
from aliquot.generation.surveying.tables.drawing import PALETTE, width_of, wrapped
from aliquot.generation.surveying.tables.svg import to_svg
from aliquot.types import Survey, SurveyGroup, SurveyRow
from made_surveys import made_row, made_survey

SVG = "{http://www.w3.org/2000/svg}"


def grouped(*groups: SurveyGroup, by: str = "year", **changes: Any) -> Survey:
    return replace(made_survey(made_row()), grouped_by=by, groups=groups, **changes)


def group(value: str, count: int, in_scope: int = 0) -> SurveyGroup:
    return SurveyGroup(value, tuple(f"{value}-{one}" for one in range(count)), (), in_scope)


def words(svg: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(svg).iter(f"{SVG}text")]


# ------------------------------------------------------------------------------ what is counted


def test_years_without_documents_are_zero_and_no_year_stands_apart() -> None:
    chart = chart_of(grouped(group("2021", 2, 9), group("2018", 1, 4), group("", 3, 5)))
    assert chart.bars == (Bar("2018", 1, 4), Bar("2019", 0), Bar("2020", 0), Bar("2021", 2, 9))
    assert chart.apart == Bar("no year", 3, 5)


def test_without_groups_documents_are_counted_by_year_each_once() -> None:
    rows = [
        SurveyRow({"year": year}, (), (name,))
        for year, name in [("2020", "a"), ("2020", "a"), ("2020", "b"), ("", "c")]
    ]
    chart = chart_of(made_survey(*rows, columns=("document", "year")))
    assert (chart.bars, chart.apart) == ((Bar("2020", 2),), Bar("no year", 1))


def test_many_years_are_taken_together() -> None:
    chart = chart_of(grouped(group("1899", 1, 2), group("1901", 2, 3), group("2024", 1, 1)))
    assert len(chart.bars) <= 48
    assert chart.bars[0].name == "1895–1899"
    assert chart.bars[1] == Bar("1900–1904", 2, 3)
    assert sum(one.count for one in chart.bars) == 4


def test_a_misread_year_makes_no_thousand_bars() -> None:
    assert len(chart_of(grouped(group("1", 1), group("2024", 1))).bars) <= 48


def test_what_is_no_year_is_counted_as_left_out() -> None:
    chart = chart_of(grouped(group("in press", 1), group("2020", 1)))
    assert (len(chart.bars), chart.left_out) == (1, 1)


def test_authors_stay_in_their_order_and_those_left_out_are_counted() -> None:
    chart = chart_of(grouped(*(group(f"author {one}", 1) for one in range(50)), by="author"))
    assert chart.bars[0].name == "author 0"
    assert (len(chart.bars), chart.left_out) == (40, 10)


def test_a_survey_without_years_says_how_to_get_them() -> None:
    with pytest.raises(ConfigError) as caught:
        to_svg(made_survey(made_row()))
    assert "--by year" in caught.value.hint


# ------------------------------------------------------------------------------ what is drawn


def test_bars_have_numbers_axes_a_denominator_and_the_coverage_below() -> None:
    said = words(to_svg(grouped(group("2020", 3, 7), group("", 1, 2))))
    for word in ("2020", "3", "of 7", "year", "documents", "no year", "documents read"):
        assert word in said
    assert said[-1] == "Coverage: 2 of 3 in scope were read, 1 could not be read."


def test_bars_of_authors_stand_behind_their_names() -> None:
    said = words(to_svg(grouped(group("山田 太郎", 3, 7), group("Sato", 1, 2), by="author")))
    assert said.index("山田 太郎") < said.index("3 of 7") < said.index("Sato")


def test_a_hostile_title_stays_words() -> None:
    evil = "</title><script>alert(1)</script>\x00\x1b]]> & \"q\" <image href='x' onload=y>"
    svg = to_svg(grouped(group('<b>"2020', 1), group("2020", 1), by="author", question=evil))
    tree = ET.fromstring(svg)
    kinds = {one.tag.removeprefix(SVG) for one in tree.iter()}
    assert kinds <= {"svg", "title", "desc", "style", "g", "rect", "text"}
    assert "<script>alert(1)</script>" in "".join(words(svg))


def test_who_hears_it_is_told_the_title_and_every_number() -> None:
    tree = ET.fromstring(to_svg(grouped(group("2020", 3, 7), question="どの細胞株？")))
    title, description = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert tree.get("role") == "img"
    assert tree.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "どの細胞株？"
    assert "2020: 3 of 7" in (description.text or "")


def test_drawings_in_one_page_share_no_names() -> None:
    one, other = (to_svg(grouped(group("2020", count))) for count in (1, 2))
    found = [set(re.findall(r' id="([^"]+)"', svg)) for svg in (one, other)]
    assert found[0].isdisjoint(found[1])


def test_everything_lies_on_the_paper() -> None:
    long = grouped(
        *(group(str(year), 900 + year % 7, 2000) for year in range(1980, 2025)),
        group("", 5, 10),
        question="どの年に細胞株を使った論文がいくつありますか。" * 9,
    )
    names = grouped(group("山" * 90, 3, 5), group("von " * 40, 1, 9), by="author")
    for survey in (long, names):
        tree = ET.fromstring(to_svg(survey))
        width = float(tree.get("width", "0"))
        for one in tree.iter(f"{SVG}rect"):
            assert 0 <= float(one.get("x", "")) <= width
            assert float(one.get("x", "")) + float(one.get("width", "")) <= width


def test_nothing_found_is_drawn_as_words() -> None:
    survey = made_survey(columns=("document", "year"))
    assert "No document that was read says so." in words(to_svg(survey))


def test_a_small_chart_is_drawn_like_this() -> None:
    svg = to_svg(grouped(group("2020", 1, 2)))
    bars = re.findall(r'<rect x="58" y="(\S+)" width="44" height="(\S+)" class="(\S+)"', svg)
    assert bars == [("30", "230", "aliquot-whole"), ("145", "115", "aliquot-part")]


# ------------------------------------------------------------------------------ parts


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        ("ink", "paper", 4.5),
        ("dim", "paper", 4.5),
        ("ink", "whole", 4.5),
        ("part", "paper", 3),
        ("part", "whole", 3),
    ],
)
def test_colours_are_told_apart_in_light_and_dark(
    mode: int, front: str, back: str, least: float
) -> None:
    assert contrast(PALETTE[front][mode], PALETTE[back][mode]) >= least


def test_a_long_title_is_wrapped_and_its_end_marked() -> None:
    lines = wrapped("word " * 100, 200, 10)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(width_of(one, 10) <= 200 for one in lines)


def test_japanese_is_wrapped_without_blanks() -> None:
    text = "細胞株を使った論文" * 4
    assert "".join(wrapped(text, 100, 10, most=9)) == text
