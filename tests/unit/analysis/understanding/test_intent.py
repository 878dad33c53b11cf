"""What kind of answer a question wants."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aliquot.analysis.understanding import intent_of
from aliquot.language import detect_language
from aliquot.types import Intent

DEV = Path(__file__).parents[5] / "shared" / "data" / "dev" / "questions.jsonl"

# One block per intent.
QUESTIONS = {
    Intent.FACT: """
        What is the DOI of the paper on holy basil?
        Which endophyte had the highest emulsifying activity?
        What is the molecular weight of collagen?
        Where is TP53 expressed?
        What percentage of samples was positive?
        How many weeks did the feeding trial last?
        ヒトのロドプシンのUniProtアクセッション番号は何ですか？
        給餌試験の期間は何週間でしたか？
        この遺伝子はどこで発現していますか？
    """,
    Intent.LIST: """
        Which papers mention XMRV?
        Which Phase 3 trials enrol children?
        List the reagents of the Sterivex protocol.
        What are the symptoms of Lowe syndrome?
        Are there any protocols for RNA extraction?
        Phase 3 trials in adults since 2020
        Name all genes linked to Parkinson disease.
        Show me trials of olaparib
        2020年以降の第3相試験
        XMRVに関する論文を教えてください
        使用した試薬をすべて挙げてください
        どのプロトコルがRNA抽出を扱っていますか？
    """,
    Intent.COUNT: """
        How many participants were enrolled?
        How many trials are recruiting?
        What is the number of genes on chromosome 11?
        参加者は何人でしたか？
        第2相試験は何件ありますか？
        変異はいくつ見つかりましたか？
    """,
    Intent.COMPARE: """
        Compare the two extraction kits.
        What is the difference between IL-6 and IL-8?
        How do ISSR and psbA-trnH markers differ?
        Which is more sensitive, ELISPOT or ELISA: the first or the second?
        Is there a difference between the two groups?
        ELISAとELISPOTの違いは何ですか？
        二つのキットを比較してください
        どちらが感度が高いですか？
    """,
    Intent.NEGATIVE: """
        Was XMRV detected in the patients?
        In the simple tissue extraction, should the DNA be vortexed?
        Did the trial meet its primary end-point?
        Ovarian torsion in children: is oophorectomy necessary?
        Which samples did not amplify?
        What should be avoided during elution?
        XMRVは検出されましたか？
        プロトコルではボルテックスが必要ですか？
    """,
    Intent.STEP: """
        How do I elute DNA from the column?
        At what temperature are the cells incubated?
        How much proteinase K is added to each filter?
        How long is the pellet centrifuged?
        What is the next step after the wash?
        How to lyse red blood cells?
        カラムからDNAを溶出するときのバッファーの量は？
        遠心の条件は？
        ゲルの調製の手順は？
    """,
    Intent.DEFINITION: """
        What is XMRV?
        What is a plasmid?
        What is (are) multiple endocrine neoplasia ?
        What does MIC stand for?
        Define touchdown PCR.
        What is meant by heat shock?
        XMRVとは何ですか？
        ELISPOTとは？
        MICは何の略ですか？
    """,
}
CASES = [
    (intent, line.strip())
    for intent, lines in QUESTIONS.items()
    for line in lines.strip().splitlines()
]
# Of the development questions, whose kinds say more about where the answer stands than about its
# form: these kinds fix the form.
KINDS = {
    "list_across_documents": {Intent.LIST},
    "negative": {Intent.NEGATIVE},
    "protocol_step": {Intent.STEP},
    "identifier": {Intent.FACT},
    "numeric": {Intent.FACT, Intent.COUNT},
    "factoid": {Intent.FACT},
    "gene": {Intent.FACT},
    "slide": {Intent.FACT, Intent.STEP},
    "table": {Intent.FACT},
    "trial_filter": {Intent.FACT, Intent.LIST, Intent.COUNT},
}


@pytest.mark.parametrize(("intent", "question"), CASES)
def test_a_question_has_its_intent(intent: Intent, question: str) -> None:
    assert intent_of(question, detect_language(question)) is intent


@pytest.mark.skipif(not DEV.exists(), reason="the development questions are not here")
def test_development_questions_have_the_intent_of_their_kind() -> None:
    wrong = []
    for line in DEV.read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        intent = intent_of(asked["question"], asked["language"])
        if intent not in KINDS.get(asked["kind"], set(Intent)):
            wrong.append((asked["id"], asked["kind"], str(intent)))
    assert wrong == []
