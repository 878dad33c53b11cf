"""Answers and conversations read again, exported and judged; documents and their quotes."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from aliquot.library import Library
from web_pages import CITATION, asked

QUESTION = "What is the IC50 of virellin on the flash rate?"


@pytest.fixture(scope="module")
def page(client: TestClient) -> str:
    """The page of an answer."""
    return asked(client, QUESTION)


@pytest.fixture(scope="module")
def answer_id(page: str) -> str:
    """Its answer."""
    return re.findall(r'data-answer="([^"]+)"', page)[-1]


@pytest.fixture(scope="module")
def conversation_id(page: str) -> str:
    """Its conversation."""
    return re.findall(r'data-conversation="([^"]+)"', page)[-1]


@pytest.fixture(scope="module")
def quote(page: str) -> str:
    """The address of the first quote."""
    return unescape(CITATION.findall(page)[0])


def test_a_conversation_read_again_has_the_same_citations(
    client: TestClient, page: str, conversation_id: str
) -> None:
    again = client.get(f"/conversations/{conversation_id}").text
    assert CITATION.findall(again) == CITATION.findall(page)


def test_an_answer_has_a_page_of_its_own_with_the_same_citations(
    client: TestClient, page: str, answer_id: str
) -> None:
    assert CITATION.findall(client.get(f"/answers/{answer_id}").text) == CITATION.findall(page)


def test_an_answers_address_can_name_the_quote_that_is_open(
    client: TestClient, answer_id: str, quote: str
) -> None:
    at = unescape(quote).partition("?")[2]
    shown = client.get(f"/answers/{answer_id}?{at}").text
    assert re.search(r'<dialog id="source"[^>]* open ', shown)
    assert '<rect class="highlight"' in shown


def test_the_history_lists_the_conversation_and_finds_it_by_its_words(
    client: TestClient, conversation_id: str
) -> None:
    link = f'href="/conversations/{conversation_id}"'
    assert link in client.get("/history").text
    assert link in client.get("/history", params={"q": "ic50 FLASH"}).text
    assert link not in client.get("/history", params={"q": "ic50 zebrafish"}).text


def test_the_history_finds_a_conversation_by_a_later_question_in_it(client: TestClient) -> None:
    page = asked(client, "At which temperature does zorbium melt?")
    own = re.findall(r'data-conversation="([^"]+)"', page)[-1]
    client.post("/", data={"question": "Who holds the antibody 7F2?", "conversation": own})
    found = client.get("/history", params={"q": "zorbium ANTIBODY"}).text
    assert f'href="/conversations/{own}"' in found
    assert "/conversations/" not in client.get("/history", params={"q": "7F2 tardigrade"}).text


def test_a_script_is_given_the_list_of_conversations_alone(client: TestClient) -> None:
    assert "<html" not in client.get("/history", headers={"hx-request": "true"}).text


def test_a_conversation_is_renamed_and_deleted(client: TestClient) -> None:
    page = asked(client, "What do the trials of virellin measure?")
    own = re.findall(r'data-conversation="([^"]+)"', page)[-1]
    client.post(f"/conversations/{own}/rename", data={"title": "Trials & <b>measures</b>"})
    assert "Trials &amp; &lt;b&gt;measures&lt;/b&gt;" in client.get("/history").text
    client.post(f"/conversations/{own}/delete")
    assert client.get(f"/conversations/{own}").status_code == 404


def test_a_thumb_and_a_note_are_kept_and_shown_again(client: TestClient, answer_id: str) -> None:
    said = {"opinion": "bad", "note": 'wrong "cells"'}
    client.post(f"/answers/{answer_id}/feedback", data=said)
    again = client.get(f"/answers/{answer_id}").text
    assert 'value="bad" aria-pressed="true"' in again
    assert "wrong &#34;cells&#34;" in again


def test_a_judgement_of_another_kind_is_refused(client: TestClient, answer_id: str) -> None:
    answer = client.post(f"/answers/{answer_id}/feedback", data={"opinion": "superb"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("form", "begins"),
    [("markdown", b"**What is the IC50"), ("docx", b"PK"), ("bibtex", b"@article"), ("ris", b"TY")],
)
def test_an_answer_is_exported(
    client: TestClient, answer_id: str, form: str, begins: bytes
) -> None:
    answer = client.get(f"/answers/{answer_id}/export", params={"form": form})
    assert answer.content.startswith(begins)
    assert answer.headers["content-disposition"].startswith("attachment; ")


def test_an_export_is_noted_in_the_audit_log(
    client: TestClient, library: Library, answer_id: str
) -> None:
    client.get(f"/answers/{answer_id}/export", params={"form": "bibtex"})
    assert library.history.entries(1)[0].detail["what"] == "bibliography"


def test_an_unknown_format_is_refused(client: TestClient, answer_id: str) -> None:
    answer = client.get(f"/answers/{answer_id}/export", params={"form": "exe"})
    assert answer.status_code == 422


# ------------------------------------------------------------------------------ the source


def test_a_quote_of_a_pdf_opens_at_its_page_with_rectangles(client: TestClient, quote: str) -> None:
    part = client.get(quote.replace("?", "/source?")).text
    assert "<html" not in part
    assert '<rect class="highlight"' in part
    assert "data-pdf=" in part


def test_the_quote_as_data_has_rectangles_within_the_page(client: TestClient, quote: str) -> None:
    place = client.get(quote.replace("?", "/place?")).json()
    boxes = [box for page in place["pages"] for box in page["rects"]]
    assert boxes
    assert all(0 <= value <= 1 for box in boxes for value in box)


def test_the_picture_of_a_page_is_served_where_a_script_does_not_run(
    client: TestClient, quote: str
) -> None:
    document = quote.partition("?")[0]
    answer = client.get(f"{document}/pages/1.png")
    assert answer.content.startswith(b"\x89PNG")
    assert client.get(f"{document}/pages/99.png").status_code >= 400


def test_every_document_has_a_page_with_its_text(client: TestClient, library: Library) -> None:
    for document in library.documents():
        answer = client.get(f"/documents/{document.id}")
        assert answer.status_code == 200
        assert '<article class="document-text"' in answer.text


@pytest.mark.parametrize(
    ("kind", "marked"),
    [
        ("table", '<td><mark class="quote">'),
        ("slides", '<div class="slide" lang='),
        ("protocol", '<mark class="quote">'),
        ("trial", '<mark class="quote">'),
    ],
)
def test_a_chunk_of_each_kind_is_shown_with_its_words_marked(
    client: TestClient, library: Library, kind: str, marked: str
) -> None:
    document = next(one for one in library.documents() if str(one.kind) == kind)
    chunk = library.chunks(document.id)[-1]
    query = urlencode({"at": chunk.id})
    assert marked in client.get(f"/documents/{document.id}/source?{query}").text


def test_an_address_of_another_documents_quote_is_not_found(
    client: TestClient, library: Library
) -> None:
    first, second, *_ = library.documents()
    query = urlencode({"at": library.chunks(second.id)[0].id})
    assert client.get(f"/documents/{first.id}/source?{query}").status_code == 404


def test_the_original_is_served_as_what_it_is_and_runs_nothing(
    client: TestClient, quote: str, library: Library
) -> None:
    pdf = client.get(f"{quote.partition('?')[0]}/original")
    assert pdf.headers["content-type"] == "application/pdf"
    assert "sandbox" in pdf.headers["content-security-policy"]
    trial = next(one for one in library.documents() if str(one.kind) == "trial")
    other = client.get(f"/documents/{trial.id}/original")
    assert other.headers["content-disposition"].startswith("attachment")


def test_similar_documents_are_a_part_of_the_page(client: TestClient, quote: str) -> None:
    part = client.get(f"{quote.partition('?')[0]}/similar").text
    assert "<html" not in part


@pytest.mark.parametrize("path", ["/answers/none", "/conversations/none", "/documents/none"])
def test_what_is_not_there_is_a_page_that_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'class="empty"' in answer.text
