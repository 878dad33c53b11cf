"""Questions as people of trials and of the bench ask them, and what only looks like those."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import pairwise

import pytest

from aliquot.analysis.understanding import understand
from aliquot.filters import describe, parse_filter
from aliquot.language import detect_language
from aliquot.types import And, Comparison, Filter, Understanding

TODAY = date(2026, 11, 30)
# Authors of one kanji, and such as are also a town or a protein: a word is no name for that alone.
HELD: Mapping[str, set[object]] = {
    "authors": {
        *("smith", "lee", "tanaka", "garcia", "müller", "parkinson", "osaka"),
        *("佐藤", "佐藤太郎", "鈴木", "鈴木花子", "森", "佐"),
    },
    "year": {2019, 2020, 2021, 2023},
    "kind": {"protocol"},
}  # fmt: skip


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


# Question, intent, filter (or none), what is left to search.
ASKED = [
    ("Which phase 3 studies enrolled at least 500 people?", "list",
     "phase = 3 and kind = trial and enrollment >= 500",
     "Which studies?"),
    ("trials with fewer than 100 participants in children", "list",
     "kind = trial and enrollment < 100 and (exists study_type and not minimum_age >= 18)",
     "trials"),
    ("How many of our trials were terminated before 2015?", "count",
     "kind = trial and trial_status = terminated and year < 2015",
     "How many of our trials?"),
    ("Which trials have been completed since 2020?", "list",
     "kind = trial and trial_status = completed",
     "Which trials since 2020?"),
    ("Phase II studies in patients aged 65 and over", "list",
     "phase = 2 and kind = trial and (exists study_type and not maximum_age < 65)",
     "studies in patients"),
    ("Are there any recruiting trials for women with lupus?", "list",
     "trial_status = recruiting and kind = trial and sex in [female, all]",
     "Are there any trials with lupus?"),
    ("Which trials withdrew participants because of adverse events?", "list",
     "kind = trial",
     None),
    ("What was the primary endpoint of the phase 1 trial of mRNA-1273?", "fact",
     "",
     None),
    ("Suspended or withdrawn trials since 2018", "list",
     "trial_status in [suspended, withdrawn] and kind = trial and year >= 2018",
     "trials"),
    ("List the observational studies that started in 2019 or later", "list",
     "study_type = observational and kind = trial and year >= 2019",
     "List the studies"),
    ("Compare the phase 2 and phase 3 trials of dupilumab", "compare",
     "phase in [2, 3] and kind = trial",
     "Compare the trials of dupilumab"),
    ("Which trials accept healthy volunteers older than 60?", "list",
     "kind = trial and (exists study_type and not maximum_age < 60)",
     "Which trials accept healthy volunteers?"),
    ("Did the trial in adults report more nausea than placebo?", "negative",
     "",
     None),
    ("Trials of metformin in 12 to 17 year olds", "list",
     "kind = trial and (exists study_type and not maximum_age < 12 and not minimum_age >= "
     "18)",
     "Trials of metformin"),
    ("500例以上が登録された第3相試験を教えて", "list",
     "enrollment >= 500 and phase = 3 and kind = trial",
     "試験を教えて"),
    ("2018年から2020年までに開始された試験はどれですか", "list",
     "(year >= 2018 and year <= 2020) and kind = trial",
     "試験はどれですか"),
    ("18歳未満が参加できる治験はありますか", "list",
     "(exists study_type and not minimum_age >= 18) and kind = trial",
     "治験はありますか"),
    ("中止された第2相試験は何件ありますか", "count",
     "trial_status = terminated and phase = 2 and kind = trial",
     "試験は何件ありますか"),
    ("方法の項に書かれている抗体の希釈倍率は？", "fact",
     "section_class = methods",
     "書かれている抗体の希釈倍率は？"),
    ("第3相試験で有害事象は何パーセントでしたか", "fact",
     "",
     None),
    ("What has anyone in the lab written about lipofection since 2019?", "list",
     "year >= 2019",
     "What has anyone in the lab written about lipofection?"),
    ("What has been published on CRISPR screens since 2022?", "list",
     "year >= 2022",
     "What has been published on CRISPR screens?"),
    ("What did we write about Cas9 toxicity in 2021?", "list",
     "year = 2021",
     "What did we write about Cas9 toxicity?"),
    ("Papers from the Tanaka lab on autophagy", "list",
     "kind = paper and authors = Tanaka",
     "Papers on autophagy"),
    ("Do any of our protocols since 2020 use DTT?", "negative",
     "kind = protocol and year >= 2020",
     "Do any of our protocols use DTT?"),
    ("How do our protocols from 2019 lyse bacteria?", "step",
     "kind = protocol and year = 2019",
     "How do our protocols lyse bacteria?"),
    ("In Garcia's protocol, how long is the digestion?", "step",
     "authors = Garcia and kind = protocol",
     "how long is the digestion?"),
    ("Which slides mention the Nanodrop?", "list",
     "kind = slides",
     None),
    ("Smith and Tanaka 2020: which cell line?", "fact",
     "authors = Smith and authors = Tanaka and year = 2020",
     None),
    ("According to the lab notes from last year, what was the transfection efficiency?", "fact",
     "kind = notes and year = 2025",
     "what was the transfection efficiency?"),
    ("What does the abstract of Müller 2019 conclude?", "fact",
     "section_class = abstract and (authors = Müller and year = 2019)",
     "What does the abstract conclude?"),
    ("What concentration of puromycin kills HeLa cells after 2 days?", "fact",
     "",
     None),
    ("Does the method of Smith et al. work with frozen tissue?", "negative",
     "",
     None),
    ("Is the 2020 version of the ELISA kit still compatible with plasma?", "negative",
     "",
     None),
    ("How many mice over 12 weeks were used in phase 2 of the experiment?", "count",
     "",
     None),
    ("What is a phase 0 trial?", "definition",
     "",
     None),
    ("佐藤さんのプロトコルではトリプシンは何分処理しますか", "step",
     "authors = 佐藤 and kind = protocol",
     "トリプシンは何分処理しますか"),
    ("2021年以降の論文でオートファジー阻害剤を使ったものはどれ", "list",
     "year >= 2021 and kind = paper",
     "論文でオートファジー阻害剤を使ったものはどれ"),
    ("昨年の実験ノートに記録された細胞株は？", "fact",
     "year = 2025 and kind = notes",
     "記録された細胞株は？"),
    ("鈴木花子が2020年に書いた論文", "list",
     "(authors = 鈴木花子 and year = 2020) and kind = paper",
     "論文"),
    ("How is RNA eluted in our protocols since 2020?", "fact",
     "kind = protocol and year >= 2020",
     "How is RNA eluted?"),
    ("What has been published on X since 2022?", "list",
     "year >= 2022",
     "What has been published on X?"),
    ("What did we write about X in 2021?", "list",
     "year = 2021",
     "What did we write about X?"),
    ("papers from Smith's lab", "list",
     "kind = paper and authors = Smith",
     "papers"),
    ("65歳以上を対象とした試験", "list",
     "(exists study_type and not maximum_age < 65) and kind = trial",
     "試験"),
    ("2019年から2021年の間に開始された第3相試験", "list",
     "(year >= 2019 and year <= 2021) and phase = 3 and kind = trial",
     "試験"),
    ("2019年から2021年の間に発表された論文を教えて", "list",
     "(year >= 2019 and year <= 2021) and kind = paper",
     "論文を教えて"),
    ("trials that enrolled more than 500 patients", "list",
     "kind = trial and enrollment > 500",
     "trials"),
    ("completed phase 2 trials without results", "list",
     "trial_status = completed and phase = 2 and kind = trial",
     "trials without results"),
    ("佐藤さんの2020年の論文で使われた抗体は？", "fact",
     "authors = 佐藤 and year = 2020",
     "使われた抗体は？"),
    ("佐藤太郎の論文を教えて", "list",
     "authors = 佐藤太郎 and kind = paper",
     "論文を教えて"),
    ("Any withdrawn trials in adolescents?", "list",
     "trial_status = withdrawn and kind = trial and (exists study_type and not maximum_age "
     "< 12 and not minimum_age >= 18)",
     "Any trials?"),
    ("What have we published on organoids since 2023?", "list",
     "year >= 2023",
     "What have we published on organoids?"),
    ("Since 2021, what has been written about base editing?", "list",
     "year >= 2021",
     "what has been written about base editing?"),
    ("What has Tanaka published on autophagy since 2018?", "list",
     "authors = Tanaka and year >= 2018",
     "What has Tanaka published on autophagy?"),
    ("Looking for papers about ferroptosis before 2016", "list",
     "kind = paper and year < 2016",
     "Looking for papers about ferroptosis"),
    ("Which of our protocols were written in 2022?", "list",
     "kind = protocol and year = 2022",
     "Which of our protocols?"),
    ("How many phase 1 trials are ongoing or completed?", "count",
     'phase = 1 and kind = "trial" and trial_status in ["recruiting", "enrolling by '
     'invitation", "active, not recruiting", "completed"]',
     "How many trials?"),
    ("Trials with up to 50 participants that were suspended", "list",
     "kind = trial and enrollment <= 50 and trial_status = suspended",
     "Trials"),
    ("In our 2021 protocols, which lysis buffer is used?", "step",
     "year = 2021 and kind = protocol",
     "In our protocols, which lysis buffer is used?"),
    ("12歳から17歳を対象とした治験の一覧", "list",
     "(exists study_type and not maximum_age < 12 and not minimum_age >= 18) and kind = "
     "trial",
     "治験の一覧"),
    ("100例未満の第2相試験はどれですか", "list",
     "enrollment < 100 and phase = 2 and kind = trial",
     "試験はどれですか"),
    ("鈴木先生の手順書に遠心の条件はありますか", "step",
     "authors = 鈴木 and kind = protocol",
     "遠心の条件はありますか"),
    ("今年の研究ノートで使ったプラスミドは？", "fact",
     "year = 2026 and kind = notes",
     "使ったプラスミドは？"),
    ("私たちのプロトコルでは2021年以降どの酵素を使っていますか", "fact",
     "kind = protocol and year >= 2021",
     "どの酵素を使っていますか"),
    ("Which trials in the last 3 years enrolled more than 200 women?", "list",
     "kind = trial and year >= 2023",
     "Which trials enrolled more than 200 women?"),
]  # fmt: skip

LOOK_ALIKES = """
    Any evidence that phase 2 enzymes were induced in 2015?
    Which guideline published in 2015 recommends aspirin?
    What was published evidence for before 2015 called?
    What did we write on the label of the 2021 samples?
    What has been published about the outbreak in 2014?
    What was written on the tubes?
    What has changed since the paper published its data?
    Which patients were withdrawn before 2015?
    How many of the mice were terminated before week 12?
    How many of our mice were older than 12 weeks?
    Do any of our cell lines since passage 20 lose GFP?
    Is our protocol book from 2019 still in the cold room?
    Which slides show mitotic figures?
    How many slides were coated in 2021?
    Which slides were stained by Smith?
    What is the method of Lee et al. called?
    Which strains were isolated by the Osaka group?
    What does Smith lysis buffer contain?
    Did the Parkinson group improve in 2020?
    How old were the 12 to 17 year olds on average?
    Were 500 cells or more counted?
    Which studies enrolled women in the past?
    What happened last year to the incidence of measles?
    Which vaccine was approved this year?
    What does the abstract say about mice?
    What do the abstract shapes mean?
    The trial was suspended or withdrawn in 2018.
    Trials that were stopped early show larger effects.
    What has Wnt published?
    Who wrote the 2020 protein buffer sheet?
    マウスを対象とした試験の結果は？
    10人以上が死亡した事故はいつですか？
    65歳以上の患者で副作用は何パーセントでしたか？
    2019年から2021年の間に何が起きましたか？
    昨年の流行の原因は？
    森の研究とは何ですか？
    佐の報告は？
    中止された実験の理由は？
    募集中の求人は？
    ノートで使うペンは？
    12～17歳の発症率は？
    薬剤が2020年に発表した論文数は？
"""


@pytest.mark.parametrize(("question", "intent", "where", "subject"), ASKED)
def test_a_lab_question_is_read(
    question: str, intent: str, where: str, subject: str | None
) -> None:
    understood = read(question)
    wanted = describe(parse_filter(where)) if where else ""
    assert (describe(understood.where) if understood.where else "") == wanted
    assert understood.intent == intent
    assert understood.subject == (subject or question)


@pytest.mark.parametrize("question", LOOK_ALIKES.strip().splitlines())
def test_what_looks_like_a_lab_question_restricts_nothing(question: str) -> None:
    assert [describe(one.where) for one in read(question.strip()).spoken] == []


@pytest.mark.parametrize("question", [case[0] for case in ASKED])
def test_words_of_restrictions_never_overlap(question: str) -> None:
    spoken = read(question).spoken
    assert all(question[one.start : one.end] == one.words.strip() != "" for one in spoken)
    assert all(one.end <= two.start for one, two in pairwise(spoken))
