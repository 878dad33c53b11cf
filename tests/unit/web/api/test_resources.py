"""What each resource gives, to whom, and how it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from aliquot.library import Library
from aliquot.types import Permission
from web_api import has_ended, until, working

API = "/api/v1"
EVENTS = {"Accept": "text/event-stream"}


def titles(client: TestClient, query: str = "") -> list[str]:
    """Return the titles of the documents a client is listed."""
    listed = client.get(f"{API}/documents{query}")
    assert listed.status_code == 200, listed.text
    return [one["title"] for one in listed.json()["documents"]]


def events_of(text: str) -> list[tuple[str, Any]]:
    """Return the events of a stream."""
    parts = [one.split("\n", 1) for one in text.strip().split("\n\n") if one.startswith("event")]
    return [(name[7:], json.loads(told.removeprefix("data: "))) for name, told in parts]


# ------------------------------------------------------------------------------ who sees what


def test_everyone_sees_what_was_granted_and_nothing_else(
    ana: TestClient, bo: TestClient, cy: TestClient
) -> None:
    assert titles(ana) == ["Lumenin", "Virellin", "培養メモ"]
    assert titles(bo) == ["Virellin", "培養メモ"]
    assert titles(cy) == []


@pytest.mark.parametrize("part", ["", "/receipt", "/original", "/chunks", "/findings", "/similar"])
def test_what_one_may_not_see_is_answered_as_what_is_not_there(bo: TestClient, part: str) -> None:
    unseen = bo.get(f"{API}/documents/lumenin{part}")
    absent = bo.get(f"{API}/documents/absent{part}")
    assert unseen.status_code == absent.status_code == 404
    assert unseen.json()["detail"] == absent.json()["detail"].replace("absent", "lumenin")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/ask", {"question": "What is the dose of lumenin?"}),
        ("/search", {"question": "dose of lumenin", "k": 20}),
        ("/check", {"text": "The dose of lumenin is 9.4 µM in Jurkat cells."}),
        ("/survey", {"question": "Which cell lines were used?"}),
        ("/survey", {"question": "Which doses?", "where": 'collection = "secret"'}),
    ],
)
def test_no_way_of_asking_tells_of_what_was_not_granted(
    ana: TestClient, bo: TestClient, cy: TestClient, path: str, asked: dict[str, Any]
) -> None:
    assert ana.post(f"{API}{path}", json=asked).status_code == 200
    for client in (bo, cy):
        told = client.post(f"{API}{path}", json=asked)
        assert told.status_code == 200, told.text
        assert "lumenin.md" not in told.text
        assert "lumenin#" not in told.text


def test_a_token_to_read_changes_nothing(client_of: Any) -> None:
    reader = client_of("bo", Permission.READ)
    assert reader.delete(f"{API}/documents/virellin").status_code == 403
    upload = reader.post(f"{API}/documents", files={"files": ("a.md", b"# A\n\nText.\n")})
    assert upload.status_code == 403
    assert "Virellin" in titles(reader)


@pytest.mark.parametrize("path", ["/grants", "/tokens", "/audit", "/sources", "/evaluations"])
def test_administration_is_for_administrators(ana: TestClient, bo: TestClient, path: str) -> None:
    assert ana.get(f"{API}{path}").status_code == 200
    assert bo.get(f"{API}{path}").status_code == 403


def test_me_says_who_is_taken_to_ask(bo: TestClient) -> None:
    me = bo.get(f"{API}/me").json()
    assert (me["name"], me["administrator"], me["roles"]) == ("bo", False, {"main": "editor"})


def test_a_secret_is_shown_once_and_ends_when_it_is_revoked(
    ana: TestClient, client_of: Any
) -> None:
    made = ana.post(f"{API}/tokens", json={"name": "bot", "person": "bo", "days": 1}).json()
    assert made["secret"] not in ana.get(f"{API}/tokens").text
    bot = client_of()
    bot.headers["Authorization"] = f"Bearer {made['secret']}"
    assert bot.get(f"{API}/me").json()["name"] == "bo"
    assert ana.delete(f"{API}/tokens/{made['token']['id']}").status_code == 204
    assert bot.get(f"{API}/me").status_code == 401


def test_a_grant_opens_a_collection_and_its_end_closes_it(ana: TestClient, client_of: Any) -> None:
    di = client_of("di")
    assert titles(di) == []
    grant = {"collection": "secret", "to": "di", "role": "reader"}
    assert ana.put(f"{API}/grants", json=grant).status_code == 200
    assert titles(di) == ["Lumenin"]
    assert ana.delete(f"{API}/grants?collection=secret&to=di").status_code == 204
    assert titles(di) == []


# ------------------------------------------------------------------------------ lists


def test_pages_follow_one_another_by_their_mark(ana: TestClient) -> None:
    seen, mark = [], ""
    while mark is not None:
        page = ana.get(f"{API}/documents", params={"count": 1, "next": mark, "sort": "-title"})
        seen += [one["title"] for one in page.json()["documents"]]
        mark = page.json()["next"]
    assert seen == titles(ana, "?sort=-title")


@pytest.mark.parametrize("mark", ["!", "bm90IGpzb24", "W10", "WyJpZCIsbnVsbCwieCJd"])
def test_a_mark_that_is_none_is_refused(ana: TestClient, mark: str) -> None:
    assert ana.get(f"{API}/documents", params={"next": mark}).status_code == 422


def test_documents_are_narrowed_by_words_kind_collection_and_filter(ana: TestClient) -> None:
    assert titles(ana, "?q=培養") == ["培養メモ"]
    assert titles(ana, "?collection=secret") == ["Lumenin"]
    assert titles(ana, '?where=title = "Virellin"') == ["Virellin"]
    assert titles(ana, "?kind=trial") == []


# ------------------------------------------------------------------------------ refusals


def test_a_parameter_that_nothing_reads_is_refused_with_the_nearest(ana: TestClient) -> None:
    refused = ana.get(f"{API}/documents?wher=kind")
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    assert "'where'" in refused.json()["hint"]


def test_a_field_of_a_filter_that_is_misspelt_is_refused_with_the_nearest(ana: TestClient) -> None:
    refused = ana.get(f"{API}/documents", params={"where": "yaer > 2020"})
    assert refused.status_code == 422
    assert "'year'" in refused.json()["hint"]


def test_a_wrong_field_is_named(ana: TestClient) -> None:
    refused = ana.post(f"{API}/search", json={"question": "dose", "k": 100_000})
    assert refused.status_code == 422
    assert [one["field"] for one in refused.json()["fields"]] == ["body.k"]


def test_a_method_that_is_not_allowed_names_those_that_are(ana: TestClient) -> None:
    refused = ana.patch(f"{API}/grants")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "DELETE, GET, PUT"


# ------------------------------------------------------------------------------ asking


def test_an_answer_comes_statement_by_statement(bo: TestClient) -> None:
    asked = {"question": "What is the dose of virellin?"}
    told = events_of(bo.post(f"{API}/ask", json=asked, headers=EVENTS).text)
    assert [name for name, _ in told] == ["understanding", "statement", "answer"]
    assert told[1][1] == told[2][1]["statements"][0]
    assert "4.7 µM" in told[2][1]["answer"]


def test_what_cannot_be_asked_is_refused_before_a_stream_begins(bo: TestClient) -> None:
    for asked in ({"question": "?!"}, {"question": "dose", "where": "nonsense"}):
        assert bo.post(f"{API}/ask", json=asked, headers=EVENTS).status_code == 422


def test_a_survey_comes_as_json_table_or_events(bo: TestClient) -> None:
    asked = {"question": "Which cell lines were used?", "columns": ["cell line"]}
    path = f"{API}/survey"
    assert bo.post(path, json=asked).json()["coverage"]["in_scope"] == 2
    table = bo.post(path, json=asked, headers={"Accept": "text/csv"})
    assert table.text.startswith("\ufeff")
    assert table.headers["content-disposition"].endswith('"survey.csv"')
    workbook = bo.post(f"{path}?format=xlsx", json=asked)
    assert workbook.content.startswith(b"PK")
    told = events_of(bo.post(path, json=asked, headers=EVENTS).text)
    assert {name for name, _ in told[:-1]} == {"progress"}
    assert told[-1][0] == "survey"


def test_a_conversation_goes_on_is_renamed_and_ends(bo: TestClient, cy: TestClient) -> None:
    path = f"{API}/conversations/{bo.post(f'{API}/conversations').json()['id']}"
    first = bo.post(f"{path}/ask", json={"question": "What is the dose of virellin?"})
    assert "4.7 µM" in first.json()["answer"]
    told = bo.post(f"{path}/ask", json={"question": "In which cells?"}, headers=EVENTS)
    assert events_of(told.text)[-1][0] == "answer"
    assert bo.patch(path, json={"title": "Doses"}).json()["turn_count"] == 2
    assert bo.get(path).json()["title"] == "Doses"
    assert cy.get(path).status_code == 404
    assert bo.delete(path).status_code == 204
    assert bo.get(path).status_code == 404


def test_an_answer_is_explained_exported_and_judged_by_whom_it_is_of(
    bo: TestClient, cy: TestClient
) -> None:
    asked = bo.post(f"{API}/ask", json={"question": "What is the dose of virellin?"}).json()
    path = f"{API}/answers/{asked['trace_id']}"
    assert bo.get(path).json()["answer"]["answer"] == asked["answer"]
    assert bo.get(f"{path}/export?format=bibtex").text.startswith("@")
    assert bo.get(f"{path}/export?format=pdf").status_code == 422
    judged = bo.put(f"{path}/feedback", json={"opinion": "bad", "note": "培養は?"})
    assert judged.json()["note"] == "培養は?"
    assert cy.get(path).status_code == 404


# ------------------------------------------------------------------------------ files and jobs


def test_an_original_is_saved_and_never_run_and_may_be_had_in_parts(ana: TestClient) -> None:
    whole = ana.get(f"{API}/documents/virellin/original")
    assert whole.headers["content-disposition"].startswith("attachment")
    assert whole.headers["content-type"] == "application/octet-stream"
    assert whole.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in whole.headers["content-security-policy"]
    part = ana.get(f"{API}/documents/virellin/original", headers={"Range": "bytes=2-9"})
    assert (part.status_code, part.content) == (206, whole.content[2:10])


def test_a_document_taken_out_is_gone_and_comes_back(
    bo: TestClient, cy: TestClient, library: Library
) -> None:
    assert cy.delete(f"{API}/documents/virellin").status_code == 404
    removed = bo.delete(f"{API}/documents/virellin").json()
    assert "Virellin" not in titles(bo)
    assert cy.post(f"{API}/restore", json={"source": removed["source"]}).status_code == 422
    again = bo.post(f"{API}/restore", json={"source": removed["source"]})
    assert again.status_code == 202
    with working(library):
        done = until(library, again.json()["id"], has_ended)
    assert done.result["document_ids"] == ["virellin"]
    assert "Virellin" in titles(bo)


def test_a_job_is_of_whoever_began_it(
    ana: TestClient, bo: TestClient, cy: TestClient, library: Library
) -> None:
    asked = {"question": "Which cell lines were used?"}
    job = bo.post(f"{API}/surveys", json=asked).json()
    assert cy.get(f"{API}/jobs/{job['id']}").status_code == 404
    assert cy.delete(f"{API}/jobs/{job['id']}").status_code == 404
    assert job["id"] in [one["id"] for one in ana.get(f"{API}/jobs").json()]
    with working(library):
        until(library, job["id"], has_ended)
    done = bo.get(f"{API}/jobs/{job['id']}").json()
    assert done["result"]["coverage"]["in_scope"] == 2


def test_a_key_belongs_to_its_person(ana: TestClient, bo: TestClient) -> None:
    asked, key = {"question": "Which cell lines?"}, {"Idempotency-Key": "mine"}
    jobs = [one.post(f"{API}/surveys", json=asked, headers=key).json()["id"] for one in (bo, ana)]
    again = bo.post(f"{API}/surveys", json=asked, headers=key).json()["id"]
    assert jobs[0] == again
    assert jobs[0] != jobs[1]


def test_an_evaluation_is_made_and_kept(ana: TestClient, library: Library) -> None:
    known = {"id": "q1", "question": "What is the dose of virellin?", "answer": "4.7 µM"}
    asked = {"name": "doses", "questions": [known | {"files": ["virellin.md"]}]}
    job = ana.post(f"{API}/evaluations", json=asked).json()
    with working(library):
        done = until(library, job["id"], has_ended)
    assert done.state == "done", done.reason
    [listed] = ana.get(f"{API}/evaluations?name=doses").json()
    whole = ana.get(f"{API}/evaluations/{listed['id']}").json()
    assert [row["id"] for row in whole["rows"]] == ["q1"]


# ------------------------------------------------------------------------------ watching


def test_the_audit_log_is_paged_proved_and_exported(ana: TestClient) -> None:
    page = ana.get(f"{API}/audit?count=2").json()
    older = ana.get(f"{API}/audit?count=2&before={page['next']}").json()
    numbers = [one["sequence"] for one in (*page["entries"], *older["entries"])]
    assert numbers == sorted(numbers, reverse=True)
    lines = ana.get(f"{API}/audit/export").text.splitlines()
    assert json.loads(lines[0])["sequence"] == 1
    proof = ana.get(f"{API}/audit/verify", params={"head": json.loads(lines[-1])["hash"]}).json()
    assert (proof["sound"], proof["altered_answers"]) == (True, [])
    assert ana.get(f"{API}/audit?count=1&kind=exported").json()["entries"] != []


def test_figures_count_requests_by_pattern_and_questions(ana: TestClient, bo: TestClient) -> None:
    bo.post(f"{API}/ask", json={"question": "Who won the regatta of 1950?"})
    assert bo.get("/metrics").status_code == 403
    told = ana.get("/metrics").text
    assert 'route="/api/v1/ask",status="200"' in told
    assert "aliquot_documents 3.0" in told
    assert "aliquot_abstentions_total 0.0" not in told
    assert "regatta" not in told
