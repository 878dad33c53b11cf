"""Restrictions on what a question looks into, and lists of restrictions on trials."""

from __future__ import annotations

from datetime import date

import pytest

from aliquot.analysis.understanding import understand
from aliquot.filters import describe, parse_filter
from aliquot.language import detect_language
from aliquot.types import And, Comparison, Filter, Understanding

HELD = {"authors": {"tanaka"}, "journal": {"elife"}, "collection": {"toxicology", "毒性試験"}}


def known(where: Filter) -> bool:
    if isinstance(where, And):
        return all(map(known, where.parts))
    if not isinstance(where, Comparison):
        return False
    return where.field == "year" or str(where.value).casefold() in HELD.get(where.field, ())


def read(question: str) -> Understanding:
    return understand(question, detect_language(question), known=known, today=date(2026, 6, 15))


# Question, filter, what is left to search.
LOOKED_INTO = [
    ("IC50 of virellin in papers since 2020", "kind = paper and year >= 2020", "IC50 of virellin"),
    ("Toxicity in rats, papers 2015 or later", "kind = paper and year >= 2015", "Toxicity in rats"),
    ("What do papers after 2014 report?", "kind = paper and year > 2014", "What do papers report?"),
    ("Which dye is used in articles dated 2019 to 2022?",
     "kind = paper and (year >= 2019 and year <= 2022)", "Which dye is used?"),
    ("What is known of XMRV from the literature of the 2010s?",
     "year >= 2010 and year <= 2019", None),
    ("Melting point in papers by Tanaka after 2018",
     "kind = paper and authors = tanaka and year > 2018", "Melting point"),
    ("2020年以降の論文でのビレリンのIC50", "year >= 2020 and kind = paper", "ビレリンのIC50"),
    ("平成30年以降の論文で報告されたMICは？", "year >= 2018 and kind = paper",
     "報告されたMICは？"),
    ("令和元年に発表された文献から用量を教えて", "year = 2019 and kind = paper", "用量を教えて"),
    ("According to the slides, what is the yield?", "kind = slides", "what is the yield?"),
    ("スライドの中で費用はいくらですか", "kind = slides", "費用はいくらですか"),
    ("Which papers and protocols use chloroform?", "kind in [paper, protocol]", None),
    ("Heat-shock temperature in the Toxicology collection", "collection = Toxicology",
     "Heat-shock temperature"),
    ("毒性試験のコレクションで最大耐量は？", "collection = 毒性試験", "最大耐量は？"),
    ("Articles in eLife on opsins", "kind = paper and journal = eLife", "Articles on opsins"),
]  # fmt: skip
PHASE_3 = "phase = 3 and kind = trial"
LISTED = [
    ("Phase 3 trials of virellin, 2020 or later, adults only",
     f"{PHASE_3} and year >= 2020 and minimum_age >= 18"),
    ("Virellin: phase III trials, adults only, 2020 or later",
     f"{PHASE_3} and minimum_age >= 18 and year >= 2020"),
    ("緑内障の第3相試験（2020年以降、成人のみ）",
     f"{PHASE_3} and year >= 2020 and minimum_age >= 18"),
    ("Which trials exclude anyone under 18?", "kind = trial and minimum_age >= 18"),
    ("Trials limited to adults with asthma", "kind = trial and minimum_age >= 18"),
    ("18歳以上のみを対象とする治験はどれですか？", "minimum_age >= 18 and kind = trial"),
]  # fmt: skip
LOOK_ALIKES = """
    In trials, does aspirin reduce stroke?
    What is seen in phase 3 trials of olaparib?
    How many samples in papers on dengue were taken in 2010?
    What was the incidence in the literature review cohort, 2010-2012?
    How many field trials, 2010-2015, failed?
    How often do articles of clothing from 2010 carry spores?
    How many slides are in the collection box?
    What did the 2021 trials of the sprayer show?
    What does the protocol say about thawing?
    Are adults only fed once a day?
    スライドをキシレンで処理するのはなぜですか
    プロトコルを変更したのは2019年以降ですか？
    昆虫のコレクションで最も古い標本は？
    平成30年の豪雨で失われた試料は？
"""


def plain(where: str) -> str:
    return describe(parse_filter(where)).casefold()


@pytest.mark.parametrize(("question", "where", "subject"), LOOKED_INTO)
def test_what_a_question_looks_into_restricts_it(
    question: str, where: str, subject: str | None
) -> None:
    understood = read(question)
    assert describe(understood.where).casefold() == plain(where)
    assert subject in (None, understood.subject)


@pytest.mark.parametrize(("question", "where"), LISTED)
def test_restrictions_of_trials_may_be_a_list(question: str, where: str) -> None:
    assert describe(read(question).where) == plain(where)


@pytest.mark.parametrize("question", LOOK_ALIKES.strip().splitlines())
def test_what_only_looks_like_a_place_restricts_nothing(question: str) -> None:
    assert describe(read(question.strip()).where) == ""
