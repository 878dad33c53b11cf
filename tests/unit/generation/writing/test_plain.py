"""Statements without quotes, as a small model is asked for them."""

from __future__ import annotations

import json

import pytest

from aliquot.generation.verify import Verifier
from aliquot.generation.writing.fencing import Fence
from aliquot.generation.writing.prompts import Form, system
from aliquot.generation.writing.suiting import Limits, is_small, limits_for
from aliquot.generation.writing.writer import Writer
from aliquot.generation.writing.written import Written
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Statement
from tiny_evidence import of_texts

DOSE = "HEK293T cells tolerate virellin up to 4.7 µM."
EVIDENCE = of_texts(
    f"{DOSE} Above that dose the cells detach.",
    "TP53 levels rose threefold after 6 h. MDM2 did not change.",
)
SMALL = 8_192


def said(*texts: str) -> str:
    return json.dumps({"answerable": True, "statements": [{"text": text} for text in texts]})


def write(*texts: str, language: str = "en") -> tuple[Written, ScriptedModel]:
    model = ScriptedModel([said(*texts)], context_tokens=SMALL)
    return Writer(model, Verifier()).write("How much virellin?", language, EVIDENCE), model


def test_a_sentence_is_cited_with_the_words_that_prove_it() -> None:
    written, _ = write("Virellin is tolerated by HEK293T cells up to 4.7 µM.")
    (statement,) = written.statements
    (cited,) = statement.citations
    assert (cited.chunk_id, cited.quote, cited.verified) == ("d1#0", DOSE, True)
    assert all(gate.passed for gate in statement.gates)


@pytest.mark.parametrize(
    "wrong",
    [
        "HEK293T cells tolerate virellin up to 9.4 µM.",
        "HEK293T cells tolerate virellin up to 4.7 mM.",
        "MDM2 levels rose threefold after 6 h.",
        "Virellin cures baldness in mice.",
    ],
)
def test_what_no_sentence_proves_is_removed_and_not_sent_back(wrong: str) -> None:
    written, model = write(wrong)
    assert written.statements == ()
    assert [one.text for one in written.removed] == [wrong]
    assert len(model.asked) == 1


def test_no_quote_and_no_more_statements_than_wanted_are_asked_for() -> None:
    model = ScriptedModel([said(DOSE)], context_tokens=SMALL)
    Writer(model, Verifier(), max_statements=3).write("How much?", "en", EVIDENCE)
    (schema,) = model.schemas
    assert schema is not None
    statements = schema["properties"]["statements"]
    assert statements["maxItems"] == 3
    assert list(statements["items"]["properties"]) == ["text"]
    assert "QUOTE" not in model.asked[0][0].text


def test_the_source_stands_in_for_its_translation() -> None:
    translated = "virellin (HEK293T、4.7 µM) はヴィレリン耐性試験の上限濃度です。"
    written, _ = write(translated, language="ja")
    assert [one.text for one in written.statements] == [DOSE]
    assert [one.text for one in written.removed] == [translated]


@pytest.mark.parametrize(
    "translated",
    ["HEK293T細胞はvirellinを9.4 µMまで許容する。", "HeLa細胞はvirellinを4.7 µMまで許容する。"],
)
def test_no_source_stands_in_for_a_translation_that_says_otherwise(translated: str) -> None:
    written, _ = write(translated, language="ja")
    assert written.statements == ()


def test_no_source_stands_in_for_a_sentence_of_its_own_language() -> None:
    written, _ = write("The flow rate of the pump is 4.7 µM for HEK293T.")
    assert written.statements == ()


def test_a_small_model_is_held_to_the_schema_though_somebody_watches() -> None:
    shown: list[Statement] = []
    model = ScriptedModel([said(DOSE)], context_tokens=SMALL)
    Writer(model, Verifier()).write("How much?", "en", EVIDENCE, on_statement=shown.append)
    assert [one.text for one in shown] == [DOSE]
    assert model.schemas[0] is not None


def test_a_small_model_that_says_no_refuses() -> None:
    model = ScriptedModel(['{"answerable": false, "statements": []}'], context_tokens=SMALL)
    assert Writer(model, Verifier()).write("?", "en", EVIDENCE).is_refusal


@pytest.mark.parametrize(
    ("context_tokens", "has_schemas", "small"),
    [(8_192, True, True), (131_072, True, False), (0, True, False), (8_192, False, False)],
)
def test_small_is_what_runs_here_with_a_short_context(
    context_tokens: int, has_schemas: bool, small: bool
) -> None:
    model = ScriptedModel(context_tokens=context_tokens, has_schemas=has_schemas)
    assert is_small(model) is small


def test_a_small_model_is_shown_less_unless_more_is_stated() -> None:
    small, large = (ScriptedModel(context_tokens=count) for count in (SMALL, 131_072))
    assert limits_for(small).budget_tokens < limits_for(large).budget_tokens
    assert limits_for(small, 4_000, 5) == Limits(4_000, 5)


@pytest.mark.parametrize("form", Form)
def test_orders_differ_between_questions_only_behind_the_rules(form: Form) -> None:
    one, other = (
        system(Fence(lambda key=key: key), language, most=3, form=form)
        for key, language in (("aaaa", "en"), ("bbbb", "ja"))
    )
    same = next(at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])
    assert one.index("do not try:") < same
    assert "aaaa" not in one[:same]
