"""What a question asks of every document."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.asking import read_survey
from aliquot.generation.surveying.recognising import is_survey
from aliquot.generation.surveying.sorts import ANY_SORT, Sort
from aliquot.types import Comparison, FindingKind, Intent, Operator, Understanding

YEAR = 2026


def asked(question: str, **how: object) -> Understanding:
    return Understanding(question=question, language="en", subject=question, **how)  # type: ignore[arg-type]


def needs(question: str) -> list[str]:
    return [one.text for one in read_survey(asked(question), YEAR).needs]


@pytest.mark.parametrize(
    "question",
    [
        "Which protocols describe heat shock transformation?",
        "How many papers mention rituximab?",
        "List all trials that enrol children.",
        "Have we ever used HEK293T?",
        "Which cell lines have we never used?",
        "どの論文がXMRVを扱っていますか？",
        "XMRVを扱う論文は何件ですか？",
        "すべてのプロトコルを挙げてください",
        "Which annealing temperatures did we use?",
        "What concentrations of ethanol were used?",
        "How do our protocols differ in incubation time?",
        "Compare annealing temperatures across protocols",
        "どのアニーリング温度を使いましたか",
        "エタノールの濃度はプロトコルによって違いますか",
        "COVID-19 trials",
        "papers on yeast without any mention of RNA-seq",
        "what percentage of papers mention PCR?",
        "Do we have a protocol for western blots?",
        "Can you tell me which papers used western blots?",
        "Does any protocol use DMSO?",
        "Were zebrafish used in any of the papers?",
        "第2相試験で現在募集中のものはどれですか？",
    ],
)
def test_what_needs_every_document_is_a_survey(question: str) -> None:
    assert is_survey(asked(question))


@pytest.mark.parametrize(
    "question",
    [
        "Was XMRV or MLV detected in the blood of the 186 patients?",
        "Was the primary end-point of the rituximab trial met?",
        "In the simple tissue extraction, should the resuspended DNA be vortexed?",
        "UKの慢性疲労症候群の研究は、XMRVとCFSの関連を支持しましたか？",
        "How many patients were enrolled in the trial?",
        "What do the speaker notes say about the approach slide?",
        "Which buffer elutes the DNA?",
        "What reagents are used in the DNA extraction protocol?",
        "Which temperature is used for annealing in the eDNA protocol?",
        "What doses of aspirin were given in the trial?",
        "Which statistical test was used to compare the groups?",
        "How do the two groups differ in age?",
        "What are the side effects of high doses of vitamin D?",
        "Clinical trials show that aspirin lowers the risk.",
    ],
)
def test_a_fact_of_one_document_is_no_survey(question: str) -> None:
    assert not is_survey(asked(question))


def test_words_that_ask_are_not_looked_for() -> None:
    question = "Which papers in the collection deal with malaria, and in which country?"
    assert needs(question) == ["malaria"]


def test_either_of_two_subjects_is_enough() -> None:
    assert needs("Which trials study exercise or nutrition?") == ["exercise", "nutrition"]


def test_the_class_before_a_symbol_is_not_looked_for() -> None:
    assert needs("Which papers deal with the retrovirus XMRV?") == ["XMRV"]


def test_notices_are_found_by_the_type_their_records_state() -> None:
    found = read_survey(asked("Which documents are retraction notices rather than articles?"), YEAR)
    assert found.where == Comparison("article_type", Operator.IN, ("retraction",))
    assert not found.needs


def test_a_paper_about_corrections_of_something_else_is_no_notice() -> None:
    found = read_survey(asked("Which papers describe motion correction?"), YEAR)
    assert found.where == Comparison("kind", Operator.EQ, "paper")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which of HeLa, HEK293T and CHO have we never used?", ("HeLa", "HEK293T", "CHO")),
        ("HEK293T、CHOのうち使っていないものは？", ("HEK293T", "CHO")),
        ("Has anyone ever used HEK293T?", ("HEK293T",)),
        ("誰かCRISPRを使ったことがありますか？", ("CRISPR",)),
        ("Which of these have we used: HeLa, CHO, Vero?", ("HeLa", "CHO", "Vero")),
        ("Among HeLa, CHO and Vero, which were never used?", ("HeLa", "CHO", "Vero")),
        ("Have we used HeLa, CHO or Vero?", ("HeLa", "CHO", "Vero")),
        ("Have we ever done ChIP-seq?", ("ChIP-seq",)),
        ("Do we have any data on Zika?", ("Zika",)),
        ("これまでにCRISPRを使ったことはありますか", ("CRISPR",)),
    ],
)
def test_named_things_are_the_universe(question: str, names: tuple[str, ...]) -> None:
    assert read_survey(asked(question), YEAR).names == names


def test_a_kind_of_finding_is_asked_for_where_it_comes_before_documents() -> None:
    assert read_survey(asked("Which cell lines did we use?"), YEAR).kind is FindingKind.CELL_LINE
    assert read_survey(asked("Which papers use antibodies?"), YEAR).kind is None


@pytest.mark.parametrize(
    ("question", "since"),
    [
        ("Which cell lines did we use in the last five years?", 2022),
        ("Which cell lines did we use in the past year?", 2026),
        ("過去3年間にどの細胞株を使いましたか？", 2024),
    ],
)
def test_a_period_becomes_years(question: str, since: int) -> None:
    found = read_survey(asked(question), YEAR)
    assert found.where == Comparison("year", Operator.GE, since)


def test_the_number_of_participants_is_no_count_of_documents() -> None:
    question = "Which trial of EpiVacCorona is in phase 3, and how many participants are enrolled?"
    assert not read_survey(asked(question, intent=Intent.COUNT), YEAR).is_count


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("Which protocols do not mention a centrifuge?", "centrifuge"),
        ("protocols lacking any mention of ethanol", "ethanol"),
        ("Which trials don't report a placebo?", "placebo"),
        ("notes w/o any mention of azide", "azide"),
        ("vortexに触れていないprotocolはどれですか", "vortex"),
        ("PCRを使わないプロトコルは？", "PCR"),
    ],
)
def test_documents_that_do_not_say_something_are_asked_for(question: str, what: str) -> None:
    found = read_survey(asked(question), YEAR)
    assert found.is_without
    assert [one.text for one in found.lacks] == [what]
    assert not found.needs


@pytest.mark.parametrize(
    "question", ["Which trials are not yet recruiting?", "Which cell lines have we never used?"]
)
def test_another_denial_does_not_ask_for_documents_without(question: str) -> None:
    assert not read_survey(asked(question), YEAR).is_without


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("Which gene entries are linked to Alzheimer disease?", "Alzheimer disease"),
        ("anything in here touching on leptin?", "leptin"),
        ("get me each paper w/ Luminex in it", "Luminex"),
        ("trials giving hydroxychloroquine, the lot", "hydroxychloroquine"),
        ("How many completed trials are there in HIV infection?", "HIV"),
        ("ELISAを用いた論文をすべて挙げてください。", "ELISA"),
        ("アガロースゲルを使うプロトコルは？", "アガロースゲル"),
    ],
)
def test_only_the_subject_is_looked_for_however_it_is_asked(question: str, what: str) -> None:
    words = needs(question.replace("completed ", ""))
    assert words == [what]


def test_a_japanese_subject_is_searched_in_english_too() -> None:
    found = read_survey(asked("アガロースゲルを使うプロトコルは？"), YEAR)
    assert [(one.name, one.others) for one in found.asked.expansions] == [
        ("アガロースゲル", ("agarose gel",))
    ]


def test_what_a_record_is_of_has_to_stand_in_its_fields() -> None:
    (need,) = read_survey(asked("How many trials are there in malaria?"), YEAR).needs
    assert need.is_of_record
    (other,) = read_survey(asked("Which trials mention malaria?"), YEAR).needs
    assert not other.is_of_record


@pytest.mark.parametrize(
    ("question", "scope", "what"),
    [
        ("Trials without a placebo in malaria", "malaria", "placebo"),
        ("Which malaria trials have no placebo arm?", "malaria", "placebo arm"),
        ("Which protocols for DNA extraction don't use phenol?", "DNA extraction", "phenol"),
        ("マラリアの試験でプラセボを使っていないものは？", "マラリア", "プラセボ"),
        ("エタノールを使わないDNA抽出プロトコルはどれですか", "DNA抽出", "エタノール"),
    ],
)
def test_what_documents_are_about_is_apart_from_what_they_lack(
    question: str, scope: str, what: str
) -> None:
    found = read_survey(asked(question), YEAR)
    assert [one.text for one in found.needs] == [scope]
    assert [one.text for one in found.lacks] == [what]


def test_of_several_things_denied_none_may_be_said() -> None:
    found = read_survey(asked("Which protocols call for neither ethanol nor isopropanol?"), YEAR)
    assert [one.text for one in found.lacks] == ["ethanol", "isopropanol"]


def test_both_of_two_things_are_asked_for_in_japanese_too() -> None:
    found = read_survey(asked("形質転換とプラスミドの両方を含むプロトコル"), YEAR)
    assert [one.text for one in (*found.needs, *found.also)] == ["形質転換", "プラスミド"]


def test_a_name_in_two_parts_is_searched_in_one_too() -> None:
    found = read_survey(asked("Which protocols use RNase A?"), YEAR)
    assert [(one.name, one.others) for one in found.asked.expansions] == [("RNase A", ("RNaseA",))]


def test_documents_that_say_one_thing_and_not_another_can_be_proved() -> None:
    found = read_survey(asked("Which papers mention HeLa but not HEK293?"), YEAR)
    assert [one.text for one in found.needs] == ["HeLa"]
    assert [one.text for one in found.lacks] == ["HEK293"]
    assert not found.is_without


@pytest.mark.parametrize(
    ("question", "what", "also"),
    [
        ("Which papers used both mice and rats?", "mice", "rats"),
        ("Which malaria trials use quinine?", "quinine", "malaria"),
        ("Which trials use quinine in malaria?", "quinine", "malaria"),
        ("マラリアの試験でキニーネを使ったものは？", "キニーネ", "マラリア"),
        ("キニーネを使ったマラリアの試験は？", "キニーネ", "マラリア"),
    ],
)
def test_no_sentence_has_to_hold_two_things_a_document_says(
    question: str, what: str, also: str
) -> None:
    found = read_survey(asked(question), YEAR)
    assert [one.text for one in found.needs] == [what]
    assert [one.text for one in found.also] == [also]


@pytest.mark.parametrize(
    "question",
    [
        "Could you tell me which trials used quinine?",
        "I'm looking for trials giving quinine",
        "In which trials was quinine used?",
        "We want to know which trials used quinine",
        "Which trials were conducted with quinine?",
        "キニーネが使われている試験を教えてください",
    ],
)
def test_however_politely_it_is_asked_the_same_is_looked_for(question: str) -> None:
    assert needs(question) in (["quinine"], ["キニーネ"])


@pytest.mark.parametrize(
    "question",
    [
        "第2相試験で現在募集中のものはどれですか？",
        "過去5年間に始まった臨床試験は？",
        "2020年以前に開始した第3相試験",
        "How many papers were published each year?",
        "Which trials were terminated early?",
        "小児を対象とした臨床試験の一覧を作ってください",
    ],
)
def test_words_that_only_pick_documents_are_not_looked_for(question: str) -> None:
    words = {"小児を": "", "each year": ""}
    for word, other in words.items():
        question = question.replace(word, other)
    assert needs(question) == []


def test_where_a_trial_is_held_and_by_whom_its_record_states() -> None:
    for question in ("Trials sponsored by Lumen", "Trials run in Egypt", "日本で実施された試験"):
        (need,) = read_survey(asked(question), YEAR).needs
        assert need.is_of_record, question


def test_the_registry_of_accessions_is_no_subject() -> None:
    found = read_survey(asked("List the SRA run accessions in our spreadsheets."), YEAR)
    assert found.needs == ()
    assert found.sort == Sort("", ("SRA",), ("SRR", "ERR", "DRR"))


def test_what_names_are_called_together_is_no_name() -> None:
    question = "Which of the antifungals fluconazole, nystatin and quellin did nobody test?"
    assert read_survey(asked(question), YEAR).names == ("fluconazole", "nystatin", "quellin")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which of HepG2, HeLa and CHO-K1 never turn up in our documents?", 3),
        ("Which of HepG2 and HeLa appear anywhere?", 2),
        ("Have any of our protocols ever used CRISPR?", 1),
    ],
)
def test_what_a_question_names_is_asked_however_it_ends(question: str, names: int) -> None:
    assert len(read_survey(asked(question), YEAR).names) == names


def test_names_asked_of_protocols_are_looked_for_in_protocols_alone() -> None:
    found = read_survey(asked("Have any of our protocols ever used CRISPR?"), YEAR)
    assert found.names == ("CRISPR",)
    assert found.where == Comparison("kind", Operator.EQ, "protocol")


@pytest.mark.parametrize(
    ("question", "kind", "sort"),
    [
        ("プロトコルで使っているキットの一覧をください", FindingKind.INSTRUMENT, Sort("kit")),
        (
            "論文に出てくるSRAのアクセッション番号を一覧にして",
            FindingKind.ACCESSION,
            Sort(registries=("SRA", "BioProject")),
        ),
        ("大腸菌の株をリストアップして", FindingKind.ORGANISM, Sort("strain")),
        ("論文で使われている抗体は何ですか", FindingKind.ANTIBODY, ANY_SORT),
    ],
)
def test_what_a_japanese_question_lists_stands_behind_its_documents(
    question: str, kind: FindingKind, sort: Sort
) -> None:
    found = read_survey(asked(question), YEAR)
    assert (found.kind, found.sort) == (kind, sort)


def test_not_even_once_is_no_word_of_what_is_lacking() -> None:
    found = read_survey(asked("遠心を一度も行わないプロトコルはどれですか？"), YEAR)
    assert [one.text for one in found.lacks] == ["遠心"]
