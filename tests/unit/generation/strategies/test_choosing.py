from __future__ import annotations

import pytest

from aliquot.generation.strategies.choosing import choose, is_multi_part
from aliquot.generation.strategies.strategy import Choice
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Intent, ScoredChunk, Understanding
from strategy_fakes import A, B, C, chunk, ranked

PARTS = "Which drug did the trial in glioma use and at what dose is it sold?"


def asked(question: str = "What is p53?", intent: Intent = Intent.FACT) -> Understanding:
    return Understanding(question=question, language="en", intent=intent)


def spread() -> list[ScoredChunk]:
    return ranked((A, 10.0), (B, 9.9), (C, 9.8))


def settled() -> list[ScoredChunk]:
    return ranked((A, 10.0), (B, 1.0))


def chosen(question: str = "What is p53?", intent: Intent = Intent.FACT, **how: bool) -> str:
    return choose(asked(question, intent), spread(), ScriptedModel(), **how).strategy


def test_without_a_model_sentences_are_extracted() -> None:
    assert choose(asked(), spread(), None).strategy == "extract"


@pytest.mark.parametrize("intent", [Intent.FACT, Intent.DEFINITION, Intent.STEP])
def test_what_one_reading_answers_is_read_once(intent: Intent) -> None:
    assert chosen(intent=intent) == "stuff"


@pytest.mark.parametrize("intent", [Intent.COMPARE, Intent.LIST, Intent.COUNT])
def test_what_is_put_together_from_documents_reads_each(intent: Intent) -> None:
    assert chosen(intent=intent) == "map"
    one = choose(asked(intent=intent), ranked((A, 1.0)), ScriptedModel())
    assert one.strategy == "stuff"


def test_yes_or_no_reads_each_document_only_where_several_weigh() -> None:
    question = asked(intent=Intent.NEGATIVE)
    assert choose(question, spread(), ScriptedModel()).strategy == "map"
    assert choose(question, settled(), ScriptedModel()).strategy == "stuff"


def test_several_parts_are_looked_up_where_there_are_tools() -> None:
    assert chosen(PARTS, has_tools=True) == "agent"
    assert chosen(PARTS, has_tools=False) == "stuff"


def test_several_parts_on_one_page_are_read_once() -> None:
    choice = choose(asked(PARTS), settled(), ScriptedModel(), has_tools=True)
    assert choice.strategy == "stuff"


@pytest.mark.parametrize(
    "model", [ScriptedModel(has_tools=False), ScriptedModel(context_tokens=4_096)]
)
def test_a_model_without_tools_or_room_is_no_agent(model: ScriptedModel) -> None:
    assert choose(asked(PARTS), spread(), model, has_tools=True).strategy == "stuff"


def test_a_follow_up_is_quick_unless_it_compares() -> None:
    assert chosen(intent=Intent.LIST, in_conversation=True) == "stuff"
    assert chosen(intent=Intent.COMPARE, in_conversation=True) == "map"


def hundred() -> list[ScoredChunk]:
    return ranked(*((chunk(f"d{n % 9}", n, "Fact. " * 20), 1.0) for n in range(100)))


def test_a_hundred_chunks_are_read_at_once_where_that_fits_and_is_free() -> None:
    assert choose(asked(), hundred(), ScriptedModel(context_tokens=100_000)).strategy == "long"
    assert choose(asked(), hundred(), ScriptedModel(context_tokens=4_000)).strategy == "map"
    assert choose(asked(), hundred(), ScriptedModel(context_tokens=0)).strategy == "map"


def test_what_costs_by_the_token_is_not_read_at_once_unasked() -> None:
    remote = ScriptedModel(context_tokens=1_000_000)
    remote.is_local = False
    choice = choose(asked(), hundred(), remote)
    assert choice.strategy == "map"
    assert "cost" in choice.why


def test_no_evidence_is_still_a_choice() -> None:
    assert choose(asked(), [], ScriptedModel()).strategy == "stuff"
    assert choose(asked(PARTS), [], ScriptedModel(), has_tools=True).strategy == "agent"


def test_a_choice_says_why() -> None:
    assert Choice("map", "a list over 3 documents").note == "Strategy map: a list over 3 documents."


@pytest.mark.parametrize(
    "question",
    [
        PARTS,
        "What is the UniProt accession of human TP53 and how long is the protein?",
        "Which gene does ENSMUSG00000017167 encode, and on which mouse chromosome is it?",
        "What does nutlin bind? And which cells were used?",
        "この試験で使われた薬は何ですか。また、用量はいくつですか。",
        "p53の半減期は何分ですか？どの細胞で測定されましたか？",
    ],
)
def test_questions_of_several_parts(question: str) -> None:
    assert is_multi_part(question)


@pytest.mark.parametrize(
    "question",
    [
        "For how long and at what temperature is the heat shock?",
        "What is p53?",
        "What is the role of BRCA1 and BRCA2 in DNA repair?",
        "Which papers report on nutlin and p53 in glioma?",
        "Really?? What is the dose?",
        "p53の半減期は何分ですか。",
        "42℃で何秒加熱しますか？",
        "",
        "what " * 3000,
    ],
)
def test_questions_of_one_part(question: str) -> None:
    assert not is_multi_part(question)
