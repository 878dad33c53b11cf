"""Asking without a script: the form's answer is the whole page."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from aliquot.library import Library
from aliquot.web.pages.templating import environment
from web_pages import CITATION, asked, chips

QUESTION = "What is the IC50 of virellin on the flash rate?"
ELSEWHERE = "Which chemotherapy regimen did the patients with pancreatic cancer get?"


def test_an_answer_has_statements_with_citations_that_link_to_their_quotes(
    client: TestClient,
) -> None:
    page = asked(client, QUESTION)
    links = CITATION.findall(page)
    assert "4.7 µM" in page
    assert links
    assert all("?at=" in link for link in links)


def test_a_question_the_library_does_not_answer_says_so_and_shows_what_is_near(
    client: TestClient,
) -> None:
    page = asked(client, ELSEWHERE)
    assert "Not found in our lab" in page
    assert not CITATION.findall(page)


def test_a_follow_up_goes_on_with_the_conversation(client: TestClient) -> None:
    first = asked(client, QUESTION)
    (conversation,) = set(re.findall(r'data-conversation="([^"]+)"', first))
    second = asked(client, "And in which cells?", conversation=conversation)
    assert second.count('<article class="turn"') == 2
    assert set(re.findall(r'data-conversation="([^"]+)"', second)) == {conversation}


def test_what_a_question_restricts_is_a_chip_that_can_be_taken_off(client: TestClient) -> None:
    question = "Which papers since 2020 report the IC50 of virellin?"
    page = asked(client, question)
    assert {"Kind: Paper", "Year ≥ 2020"} <= set(chips(page))
    offered = [unescape(one) for one in re.findall(r'name="dropped" value="([^"]+)"', page)]
    again = asked(client, question, dropped=next(one for one in offered if "2020" in one))
    assert "Kind: Paper" in chips(again)
    assert "Year ≥ 2020" not in chips(again)
    assert "<s>since 2020</s>" in again


@pytest.mark.parametrize(
    ("field", "value", "chip"),
    [
        ("kind", "protocol", "Kind: Protocol"),
        ("year_from", "1999", "Year ≥ 1999"),
        ("year_to", "2001", "Year ≤ 2001"),
    ],
)
def test_a_restriction_chosen_by_hand_is_shown_with_the_answer(
    client: TestClient, field: str, value: str, chip: str
) -> None:
    assert chip in chips(asked(client, QUESTION, **{field: value}))


def test_a_year_that_is_none_is_refused_with_what_to_do_and_the_question_is_kept(
    client: TestClient,
) -> None:
    answer = client.post("/", data={"question": QUESTION, "year_from": "soon"})
    assert answer.status_code == 422
    assert "four digits" in answer.text
    assert QUESTION in answer.text


def test_a_question_without_words_is_refused_on_the_page(client: TestClient) -> None:
    answer = client.post("/", data={"question": "  ??  "})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_a_document_can_be_asked_alone(client: TestClient, library: Library) -> None:
    protocol = next(one for one in library.documents() if str(one.kind) == "protocol")
    page = client.get("/", params={"document": protocol.id}).text
    assert f'name="document" value="{protocol.id}"' in page
    answered = asked(client, QUESTION, document=protocol.id)
    linked = CITATION.findall(answered)
    assert all(link.startswith(f"/documents/{protocol.id}?") for link in linked)


def test_a_document_that_is_not_there_cannot_be_asked(client: TestClient) -> None:
    assert client.get("/", params={"document": "nobody"}).status_code == 404


def test_examples_are_drawn_from_the_library(client: TestClient) -> None:
    assert "What is the primary outcome of NCT99000087?" in client.get("/").text


def test_what_is_typed_is_read_as_restrictions_without_searching(client: TestClient) -> None:
    part = client.get(
        "/understand", params={"question": "Which trials since 2019 test virellin?"}
    ).text
    assert "Year ≥ 2019" in part
    assert "<html" not in part


def test_a_half_typed_question_restricts_nothing(client: TestClient) -> None:
    assert client.get("/understand", params={"question": " "}).text.strip() == ""


def test_an_answer_streams_as_pieces_of_the_page(client: TestClient) -> None:
    with client.stream("POST", "/ask", data={"question": QUESTION}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        names = [line[7:] for line in answer.iter_lines() if line.startswith("event: ")]
    assert names[0] == "begin"
    assert names[-1] == "answer"
    assert "statement" in names


def test_a_refusal_offers_other_questions_never_the_same_again() -> None:
    answer = SimpleNamespace(
        question=ELSEWHERE,
        refusal="",
        refusal_kind="",
        reason="",
        near=(),
        rephrasings=(ELSEWHERE, "Which drug did the patients get?"),
    )
    macros: Any = environment("en").get_template("macros/answer.html").module
    shown = macros.refused(SimpleNamespace(answer=answer, conversation_id=""))
    assert re.findall(r">([^<]+)</button>", shown) == ["Which drug did the patients get?"]


def test_a_survey_among_answers_names_its_columns_in_the_readers_language(
    client: TestClient,
) -> None:
    answer = client.post(
        "/", data={"question": "どの試薬を使いましたか"}, headers={"accept-language": "ja"}
    )
    assert '<th scope="col">試薬</th>' in answer.text
    assert "<td>used</td>" not in answer.text


def test_what_was_asked_lately_is_at_hand_on_the_first_page(client: TestClient) -> None:
    page = asked(client, QUESTION)
    (conversation,) = set(re.findall(r'data-conversation="([^"]+)"', page))
    first = client.get("/").text
    assert f'href="/conversations/{conversation}"' in first
