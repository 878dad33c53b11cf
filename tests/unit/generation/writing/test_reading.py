from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.generation.writing.drafts import Draft, Refused, normal_label, refusal_in
from aliquot.generation.writing.reading import ReplyReader, read

SAID = "HEK293T cells tolerate virellin up to 4.7 µM."
QUOTE = "tolerate virellin up to 4.7 µM"
WHOLE = Draft(SAID, (("E1", QUOTE),))

# One statement in the many ways models write it.
FORMS = {
    "as asked": f'STATEMENT: {SAID}\nQUOTE E1: "{QUOTE}"',
    "numbered": f'1. STATEMENT: {SAID}\n   QUOTE E1: "{QUOTE}"',
    "number in the mark": f'Statement 1: {SAID}\nQuote [E1]: "{QUOTE}"',
    "bold": f'**STATEMENT:** {SAID}\n**QUOTE E1:** "{QUOTE}"',
    "bullets": f"- STATEMENT: {SAID}\n- QUOTE E1: “{QUOTE}”",
    "blank lines": f'\n\nSTATEMENT: {SAID}\n\nQUOTE E1: "{QUOTE}"\n\n',
    "a preamble": f'Here is the answer:\nSTATEMENT: {SAID}\nQUOTE E1: "{QUOTE}"',
    "text on its own line": f'STATEMENT:\n{SAID}\nQUOTE E1:\n"{QUOTE}"'.replace("E1:\n", "E1: "),
    "label behind": f'STATEMENT: {SAID}\nQUOTE: "{QUOTE}" [E1]',
    "label in the statement": f'STATEMENT: {SAID[:-1]} [E1].\nQUOTE: "{QUOTE}"',
    "no mark of a quote": f'STATEMENT: {SAID} [1]\n"{QUOTE}"',
    "label as a number": f'S: {SAID}\nQ [1]: "{QUOTE}"',
    "bare label": f'STATEMENT: {SAID}\n[E1] "{QUOTE}"',
    "label and colon": f'STATEMENT: {SAID}\nE1: "{QUOTE}"',
    "full width": f"文：{SAID}\n引用 Ｅ１：「{QUOTE}」",
    "a code fence": f'```\nSTATEMENT: {SAID}\nQUOTE E1: "{QUOTE}"\n```',
    "one line": f'STATEMENT: {SAID} QUOTE E1: "{QUOTE}"',
    "quote inside": f'STATEMENT: {SAID} [E1: "{QUOTE}"]',
    "unquoted quote": f"STATEMENT: {SAID}\nQUOTE E1: {QUOTE}",
    "wrapped quote": f'STATEMENT: {SAID}\nQUOTE E1: "tolerate virellin\nup to 4.7 µM"',
    "thoughts": f'<think>QUOTE E9: no\nSTATEMENT: no</think>STATEMENT: {SAID}\nQUOTE E1: "{QUOTE}"',
    "carriage returns": f'STATEMENT: {SAID}\r\nQUOTE E1: "{QUOTE}"\r\n',
}
JSON = {
    "answerable": True,
    "statements": [{"text": SAID, "citations": [{"id": "E1", "quote": QUOTE}]}],
}
JSON_FORMS = {
    "as asked": json.dumps(JSON, ensure_ascii=False),
    "escaped": json.dumps(JSON),
    "indented": json.dumps(JSON, indent=2),
    "in a code fence": f"```json\n{json.dumps(JSON)}\n```",
    "after words": f"Sure, here it is:\n{json.dumps(JSON)}\nDone.",
    "a bare list": json.dumps(JSON["statements"]),
    "alone": json.dumps(JSON["statements"][0]),  # type: ignore[index]
    "a last comma": json.dumps(JSON).replace("}]}]}", "},]},],}"),
    "other names": json.dumps(
        {"statements": [{"statement": SAID, "quotes": [{"excerpt": "[1]", "text": QUOTE}]}]}
    ),
    "after thoughts": f"<think>{{}}</think>\n{json.dumps(JSON)}",
}


def drafts(text: str, *, is_cut: bool = False) -> list[Draft]:
    return [one for one in read(text, is_cut=is_cut) if isinstance(one, Draft)]


def folded(one: Draft) -> tuple[str, list[tuple[str, str]]]:
    return one.text, [(label, " ".join(quote.split())) for label, quote in one.citations]


@pytest.mark.parametrize("form", FORMS)
def test_a_statement_is_read_in_every_form_models_write(form: str) -> None:
    assert list(map(folded, drafts(FORMS[form]))) == [folded(WHOLE)]


@pytest.mark.parametrize("form", JSON_FORMS)
def test_a_statement_is_read_from_json_in_every_form(form: str) -> None:
    assert drafts(JSON_FORMS[form]) == [WHOLE]


@pytest.mark.parametrize("mark", ["[E1]", "[1]", "(E1)", "【E1】", "［Ｅ１］", "（E1）"])
@pytest.mark.parametrize(
    "form", ["{text} {mark}.", "{text}. {mark}", "{text}.{mark}", "* {text} {mark}"]
)
def test_prose_with_labels_is_read_sentence_by_sentence(form: str, mark: str) -> None:
    prose = form.format(text="The cells detach within two days", mark=mark)
    (one,) = drafts(prose)
    assert one.text.rstrip(".") == "The cells detach within two days"
    assert one.citations == (("E1", ""),)


def test_several_labels_are_several_citations() -> None:
    (one,) = drafts("Both studies agree on the dose [E1, E3] [2].")
    assert one.citations == (("E1", ""), ("E3", ""), ("E2", ""))
    assert one.text == "Both studies agree on the dose."


def test_numbers_in_round_brackets_are_prose() -> None:
    (one,) = drafts("STATEMENT: Ubiquitin passes from the enzyme (1) to its target.")
    assert one.text == "Ubiquitin passes from the enzyme (1) to its target."


def test_two_quotes_prove_one_statement() -> None:
    text = 'STATEMENT: A and B differ.\nQUOTE E1: "A is high"\nQUOTE E2: "B is low"'
    assert drafts(text) == [Draft("A and B differ.", (("E1", "A is high"), ("E2", "B is low")))]


def test_headings_and_openings_are_no_statements() -> None:
    assert drafts("**Answer**\n\nReferences:\nHere are the facts:") == []


@pytest.mark.parametrize(
    "text",
    [
        "NO ANSWER",
        "**NO ANSWER**",
        "no_answer.",
        "Answer: NO ANSWER",
        "The excerpts do not contain information about the dose.",
        "The provided context doesn't mention virellin.",
        "I cannot answer this question from the excerpts.",
        'STATEMENT: The excerpts do not state the dose.\nQUOTE E1: "dose"',
        "抜粋には用量についての記載がありません。",
        '{"answerable": false, "statements": []}',
        '{"answerable": false, "statements": [{"text": "x", "citations": []}]}',
        '{"answerable": false}',
        '```json\n{"answerable": "no", "statements": []}\n```',
    ],
)
def test_a_refusal_is_read_as_one(text: str) -> None:
    found = read(text)
    assert found
    assert all(isinstance(one, Refused) for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "The study did not report adverse events.",
        "Available evidence does not support a benefit of aspirin.",
        "No difference was found in the treated group.",
        "Aspirin does not contain lactose.",
        "副作用は認められなかった。",
        "この酵素はリン酸化されていません。",
    ],
)
def test_a_negative_finding_is_no_refusal(text: str) -> None:
    assert refusal_in(text) is None


def test_a_quote_that_says_answerable_false_is_a_quote() -> None:
    quote = '{"answerable": false} was the log line'
    text = json.dumps(
        {
            "answerable": True,
            "statements": [{"text": "It failed.", "citations": [{"id": "E1", "quote": quote}]}],
        }
    )
    assert drafts(text) == [Draft("It failed.", (("E1", quote),))]


@given(st.integers(min_value=0, max_value=400))
def test_cut_json_gives_the_statements_that_are_whole(end: int) -> None:
    statements = [
        {"text": f"Dose {n} is safe.", "citations": [{"id": "E1", "quote": f"dose {n}"}]}
        for n in range(5)
    ]
    text = json.dumps({"answerable": True, "statements": statements})[:end]
    whole = text.count('"}]}')
    assert [one.text for one in drafts(text, is_cut=True)] == [
        f"Dose {n} is safe." for n in range(whole)
    ]


def test_an_escape_json_does_not_know_is_mended() -> None:
    citation = r'{"id": "E1", "quote": "5 \mu M"}'
    text = rf'{{"statements": [{{"text": "5 \mu M is safe.", "citations": [{citation}]}}]}}'
    assert drafts(text) == [Draft(r"5 \mu M is safe.", (("E1", r"5 \mu M"),))]


def test_half_a_sentence_is_no_statement() -> None:
    whole = f'STATEMENT: {SAID}\nQUOTE E1: "{QUOTE}"\n'
    assert drafts(whole + "STATEMENT: Virellin is toxic", is_cut=True) == [WHOLE]
    assert drafts("Virellin is toxic [E1]. Virellin is", is_cut=True) == []


def test_a_statement_whose_quote_was_cut_keeps_what_was_copied() -> None:
    assert drafts(f'STATEMENT: {SAID}\nQUOTE E1: "tolerate virellin up', is_cut=True) == [
        Draft(SAID, (("E1", "tolerate virellin up"),))
    ]


def test_a_statement_is_complete_when_the_next_begins() -> None:
    reader = ReplyReader()
    assert list(reader.feed(f'STATEMENT: {SAID}\nQUOTE E1: "{QUOTE}"\n')) == []
    assert list(reader.feed("STATEMENT: The")) == [WHOLE]


def test_a_statement_of_json_is_complete_at_its_bracket() -> None:
    reader = ReplyReader()
    text = JSON_FORMS["as asked"]
    end = text.index("}]}") + 3
    assert list(reader.feed(text[: end - 1])) == []
    assert list(reader.feed(text[end - 1 : end])) == [WHOLE]


REPLIES = [
    *FORMS.values(),
    *JSON_FORMS.values(),
    "\n".join(FORMS.values()),
    "NO ANSWER",
    f"Virellin is safe [E1]. It is cheap. [2]\n\n{FORMS['bold']}\nSTATEMENT: It",
    '{"answerable": false, "statements": []}',
    "<b>Virellin is safe [E1].",
    "[\n {",
    "",
]


@given(st.sampled_from(REPLIES), st.lists(st.integers(0, 2000), max_size=12), st.booleans())
def test_any_split_of_a_stream_gives_the_same_drafts(
    text: str, places: list[int], is_cut: bool
) -> None:
    cuts = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    reader = ReplyReader()
    found: list[Draft | Refused] = []
    for start, end in itertools.pairwise(cuts):
        found += reader.feed(text[start:end])
    assert [*found, *reader.finish(is_cut=is_cut)] == read(text, is_cut=is_cut)


@given(
    st.text(alphabet=st.sampled_from([*'STATEMENT: QUOTE E1"[]{}\n,.<think>\\「」`*'])),
    st.booleans(),
)
def test_anything_can_be_read_character_by_character(text: str, is_cut: bool) -> None:
    reader = ReplyReader()
    found = [one for character in text for one in reader.feed(character)]
    assert [*found, *reader.finish(is_cut=is_cut)] == read(text, is_cut=is_cut)


@pytest.mark.parametrize(
    ("written", "label"),
    [("E1", "E1"), ("[1]", "E1"), ("(e 12)", "E12"), ("Ｅ１", "E1"), ("Excerpt 3", "E3")],
)
def test_labels_are_read_as_pieces_carry_them(written: str, label: str) -> None:
    assert normal_label(written) == label


def test_a_label_nobody_gave_stays_as_it_is() -> None:
    assert normal_label("smith-2020#results-1") == "smith-2020#results-1"


def test_reference_marks_leave_no_commas_behind() -> None:
    (one,) = drafts('STATEMENT: It was done by precipitation [7], [12].\nQUOTE E1: "it was done"')
    assert one == Draft("It was done by precipitation.", (("E1", "it was done"),))
