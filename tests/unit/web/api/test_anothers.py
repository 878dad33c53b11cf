"""What another person has is, on every route there is, as what is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from aliquot.library import Library
from aliquot.web import api, pages
from web_api import has_ended, until, working

QUESTION = {"question": "What is the dose of lumenin?"}
# Parts of an address that name no thing of anyone's.
PLAIN = {"ending": ".csv", "number": "1", "path": "x", "picture": "1", "slide": "1"}
PART = re.compile(r"{(\w+)(?::\w+)?}")
# What an operation needs beside the address to come as far as the thing itself.
BODIES: Mapping[str, Mapping[str, Any]] = {
    "/ask": QUESTION,
    "/feedback": {"opinion": "good"},
    "/rename": {"title": "Mine"},
    "PATCH": {"title": "Mine"},
}


def routes() -> list[tuple[str, str]]:
    """Return method and path of every route that names a thing."""
    found = set()
    for prefix, routers in ((api.PREFIX, api.ROUTERS), ("", pages.ROUTERS)):
        for router in routers:
            for route in router.routes:
                names = set(PART.findall(getattr(route, "path", "")))
                if names - PLAIN.keys():
                    found |= {(method, prefix + route.path) for method in route.methods}
    return sorted(found)


@pytest.fixture(scope="module")
def things(library: Library, ana: TestClient) -> Mapping[str, list[str]]:
    """Ids of what ana alone has or sees, by the part of an address that takes them."""
    conversation = ana.post("/api/v1/conversations").json()["id"]
    asked = ana.post(f"/api/v1/conversations/{conversation}/ask", json=QUESTION).json()
    jobs = [ana.post(f"/api/v1/{one}", json=body).json()["id"] for one, body in JOBS]
    with working(library):
        for one in jobs:
            until(library, one, has_ended)
    hidden = ana.get("/api/v1/documents", params={"where": "collection = secret"}).json()
    return {
        "answer_id": [asked["trace_id"]],
        "conversation_id": [conversation],
        "document_id": [hidden["documents"][0]["document_id"]],
        "evaluation_id": ["none"],
        "job_id": jobs,
        "name": ["secret"],
        "token_id": [ana.get("/api/v1/tokens").json()[0]["id"]],
    }


JOBS: tuple[tuple[str, dict[str, Any]], ...] = (("surveys", QUESTION), ("sync", {}))


def addresses(path: str, things: Mapping[str, list[str]]) -> Iterator[tuple[str, str, str]]:
    """Yield a thing, its address, and that of one that is not there."""
    [name] = set(PART.findall(path)) - PLAIN.keys()
    for thing in things[name]:
        absent = "f" * len(thing)
        there, not_there = (
            PART.sub(lambda part, one=one: quote({name: one, **PLAIN}[part[1]], safe=""), path)
            for one in (thing, absent)
        )
        yield thing, there, not_there


def sent(client: TestClient, method: str, address: str) -> Response:
    body = next((body for end, body in BODIES.items() if address.endswith(end)), None)
    body = body or BODIES.get(method, {})
    query = {"format": "markdown"} if address.startswith("/api") and "export" in address else None
    is_form = method == "POST" and not address.startswith("/api")
    how: dict[str, Any] = {"data": body} if is_form else {"json": body} if body else {}
    if address.endswith(("/place", "/source")):
        query = {"at": "x"}
    return client.request(method, address, params=query, follow_redirects=False, **how)


@pytest.mark.parametrize(("method", "path"), routes())
def test_what_is_anothers_is_as_what_is_not_there(
    bo: TestClient, cy: TestClient, things: Mapping[str, list[str]], method: str, path: str
) -> None:
    for client in (bo, cy):
        for thing, there, not_there in addresses(path, things):
            found, absent = sent(client, method, there), sent(client, method, not_there)
            assert found.status_code == absent.status_code in {403, 404}, found.text
            assert as_absent(found, thing) == as_absent(absent, "f" * len(thing))
            assert "9.4" not in found.text


def as_absent(answer: Response, thing: str) -> str:
    """Return an answer without the id that was asked for, and its own."""
    text = answer.text.replace(thing, "").replace(quote(thing, safe=""), "")
    return text.replace(answer.headers["x-request-id"], "")


def test_it_is_all_there_afterwards(ana: TestClient, things: Mapping[str, list[str]]) -> None:
    for place in ("answers/{answer_id}", "conversations/{conversation_id}", "jobs/{job_id}"):
        name = PART.findall(place)[0]
        for thing in things[name]:
            assert ana.get(f"/api/v1/{PART.sub(thing, place)}").status_code == 200
