"""Restrictions said in a question: those that are, and the many that only look like it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from aliquot.analysis.understanding import understand
from aliquot.filters import describe, parse_filter
from aliquot.language import detect_language
from aliquot.types import And, Comparison, Filter, Understanding

DEV = Path(__file__).parents[5] / "shared" / "data" / "dev"
TODAY = date(2026, 11, 30)
HELD = {
    "authors": {"smith", "lee", "van der walt", "佐藤", "parkinson"},
    "journal": {"plos one", "nature medicine"},
    "nct": {"nct04780217", "nct04780035"},
    "doi": {"10.1371/journal.pone.0008519"},
    "title": {"phase 3 trials in adults since 1990"},
    "year": {2023, 1817},
}


def known(where: Filter) -> bool:
    """Tell whether the library of these tests holds such a document."""
    match where:
        case And(parts):
            return all(map(known, parts))
        case Comparison(field, _, value):
            wanted = value.casefold() if isinstance(value, str) else value
            return wanted in HELD.get(field, set())
    return False


def read(question: str) -> Understanding:
    return understand(question, detect_language(question), known=known, today=TODAY)


ADULT = "exists study_type and not maximum_age < 18 and not minimum_age >= 65"
CHILD = "exists study_type and not minimum_age >= 18"

# Question, filter, what is left to search.
SPOKEN = [
    ("Which Phase 3 trials test olaparib?", "phase = 3 and kind = trial",
     "Which trials test olaparib?"),
    ("Which phase II/III trials test olaparib?", "(phase = 2 and phase = 3) and kind = trial",
     "Which trials test olaparib?"),
    ("Which phase 2 or 3 trials test olaparib?", "phase in [2, 3] and kind = trial",
     "Which trials test olaparib?"),
    ("Which trial tests olaparib and is recruiting in Phase 2?",
     "kind = trial and trial_status = recruiting and phase = 2", "Which trial tests olaparib?"),
    ("Which trials that are not in phase 1 test olaparib?", "kind = trial and phase != 1", None),
    ("Phase 3 trials in adults since 2020",
     f"phase = 3 and kind = trial and ({ADULT}) and year >= 2020", "trials"),
    ("Which Phase 3 trials since 2020 in adults test a vaccine?",
     f"phase = 3 and kind = trial and year >= 2020 and ({ADULT})", "Which trials test a vaccine?"),
    ("Which papers after 2019 discuss XMRV?", "kind = paper and year > 2019",
     "Which papers discuss XMRV?"),
    ("Which papers from 2020 or later discuss XMRV?", "kind = paper and year >= 2020", None),
    ("Which papers from 2015 discuss XMRV?", "kind = paper and year = 2015", None),
    ("Which papers from 2015 on discuss XMRV?", "kind = paper and year >= 2015", None),
    ("Which trials testing drugs approved in 2020 are recruiting?",
     "kind = trial and trial_status = recruiting", "Which trials testing drugs approved in 2020?"),
    ("What trials are available?", "kind = trial", None),
    ("Which trials have more than 1,000 participants?", "kind = trial and enrollment > 1000",
     "Which trials?"),
    ("Smithらの論文で使われた溶媒は？", "authors = Smith", "使われた溶媒は？"),
    ("Which papers before 2015 discuss XMRV?", "kind = paper and year < 2015", None),
    ("Which papers in 2021 discuss XMRV?", "kind = paper and year = 2021", None),
    ("Which trials started between 2018 and 2021?",
     "kind = trial and (year >= 2018 and year <= 2021)", "Which trials?"),
    ("Which papers on XMRV were published in the last five years?",
     "kind = paper and year >= 2021", "Which papers on XMRV?"),
    ("Which papers published after March 2020 discuss XMRV?",
     "kind = paper and year >= 2020", None),
    ("Which trials enrol only women and study exercise?", "kind = trial and sex = female",
     "Which trials study exercise?"),
    ("Which trials in children test vaccines?", f"kind = trial and ({CHILD})",
     "Which trials test vaccines?"),
    ("Which paediatric trials test vaccines?", f"({CHILD}) and kind = trial", None),
    ("Which trials in adults only test vaccines?", "kind = trial and minimum_age >= 18", None),
    ("Which trials in adults over 65 test vaccines?",
     "kind = trial and (exists study_type and not maximum_age < 65)", None),
    ("How is DNA eluted in our protocols?", "kind = protocol", "How is DNA eluted?"),
    ("Which protocols describe elution?", "kind = protocol", "Which protocols describe elution?"),
    ("In Smith's 2023 paper, was XMRV found?", "authors = Smith and year = 2023",
     "was XMRV found?"),
    ("What was found by Smith et al.?", "authors = Smith", "What was found?"),
    ("What did Smith and Lee 2023 find?", "authors = Smith and authors = Lee and year = 2023",
     "What did Smith and Lee 2023 find?"),
    ("Was XMRV found in the study by van der Walt?", 'authors = "van der Walt"',
     "Was XMRV found in the study?"),
    ("Which papers in PLoS ONE discuss XMRV?", 'kind = paper and journal = "PLoS ONE"', None),
    ("Which kit was used, according to the Methods?", "section_class = methods",
     "Which kit was used?"),
    ("In the results section, which dose worked?", "section_class = results",
     "which dose worked?"),
    ("Which papers cite 10.1371/journal.pone.0008519?", "kind = paper", None),
    ("What is the primary outcome of NCT04780217?", "nct = NCT04780217", None),
    ("Compare NCT04780217 and NCT04780035.", "nct in [NCT04780217, NCT04780035]", None),
    ("2020年以降の第3相試験", "year >= 2020 and phase = 3 and kind = trial", "試験"),
    ("2018年から2021年の論文を探して", "(year >= 2018 and year <= 2021) and kind = paper",
     "論文を探して"),
    ("過去5年の論文を教えてください", "year >= 2021 and kind = paper", "論文を教えてください"),
    ("２０２１年のフェーズ３の臨床試験は？", "year = 2021 and phase = 3 and kind = trial",
     "臨床試験は？"),
    ("成人を対象とした第Ⅱ相試験を教えて", f"({ADULT}) and phase = 2 and kind = trial",
     "試験を教えて"),
    ("2020年以降に始まった成人対象の第3相ワクチン試験はどれですか？",
     f"year >= 2020 and ({ADULT}) and phase = 3 and kind = trial", None),
    ("募集中の臨床試験の一覧", "trial_status = recruiting and kind = trial", "臨床試験の一覧"),
    ("佐藤らの論文で報告された値は？", "authors = 佐藤", "報告された値は？"),
    ("要旨で報告された値は？", "section_class = abstract", "報告された値は？"),
    ("論文の方法に記載された温度は？", "section_class = methods", "記載された温度は？"),
]  # fmt: skip

UNSPOKEN = """
    What is the mechanism of phase 3 metabolism?
    Which enzymes of phase II conjugate bilirubin?
    Where is TP53 expressed in the adult mouse brain?
    Which cells were grown in 2020 medium?
    What happened at the children's hospital?
    How has the incidence changed since 2020?
    What share of sera was positive in 2007?
    What was the overall survival in the phase 3 trial of olaparib?
    Was the primary end-point of the rituximab trial met?
    How many trials did the meta-analysis include?
    Which trials were included in the review?
    How many slides were stained?
    What paper towels are used?
    What trial design was used?
    What was seen in the results of the assay?
    What do the methods have in common?
    What is discussed in the introduction of new drugs?
    What causes Parkinson's disease?
    What is Hodgkin's lymphoma?
    What did Hodgkin's 2020 paper describe?
    Is tremor described in Parkinson's 2020 paper?
    What does Jones et al. 2023 say?
    Has NCT04780217 been published?
    NCT04780217
    What is NCT99999999?
    Phase 3 trials in adults since 1990
    Clinical trials in children: are they ethical?
    Phase 3 trials in adults since 2020 show no benefit.
    What does "Phase 3 trials since 2020" mean?
    抽出方法の温度は？
    試験管は何本必要ですか？
    2011年に日本で何が起きましたか？
    給餌試験の期間は？
    成人T細胞白血病とは何ですか？
    山田らの論文の結論は？
"""


@pytest.mark.parametrize(("question", "where", "subject"), SPOKEN)
def test_a_spoken_restriction_is_read(question: str, where: str, subject: str | None) -> None:
    understood = read(question)
    assert describe(understood.where) == describe(parse_filter(where))
    if subject is not None:
        assert understood.subject == subject


@pytest.mark.parametrize("question", [line.strip() for line in UNSPOKEN.strip().splitlines()])
def test_what_only_looks_like_a_restriction_is_none(question: str) -> None:
    kinds: Sequence[Filter] = [one.where for one in read(question).spoken]
    assert [describe(one) for one in kinds] == []


@pytest.mark.parametrize("question", [case[0] for case in SPOKEN])
def test_spans_are_those_of_the_words(question: str) -> None:
    understood = read(question)
    assert understood.spoken
    for one in understood.spoken:
        assert question[one.start : one.end] == one.words
        assert one.words.strip() == one.words != ""
    ends = [0, *(one.end for one in understood.spoken)]
    starts = [*(one.start for one in understood.spoken), len(question)]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))


@pytest.mark.parametrize("question", ["", "   ", "?", "x" * 50_000, "第相年の", "((((", "in in in"])
def test_odd_questions_are_searched_as_they_are(question: str) -> None:
    understood = read(question)
    assert understood.spoken == ()
    assert understood.subject == question


def test_quoted_words_are_phrases() -> None:
    assert read('Which papers say "heat shock" and “cold shock”?').phrases == (
        "heat shock",
        "cold shock",
    )
    assert read("「熱ショック」は何ですか？").phrases == ("熱ショック",)


@pytest.mark.skipif(not DEV.exists(), reason="the development data are not here")
@pytest.mark.parametrize("name", ["scifact", "pubmedqa", "medquad"])
def test_nothing_is_read_into_questions_of_benchmarks(name: str) -> None:
    lines = (DEV / "benchmarks" / name / "queries.jsonl").read_text(encoding="utf-8").split("\n")
    questions = [json.loads(line)["text"] for line in lines if line]
    assert [one for one in questions if read(one).spoken] == []
