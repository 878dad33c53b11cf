"""Logging in at a provider that really signs, and what becomes of one that lies."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Grant, Permission, Role
from aliquot.web.app import create_app
from oidc_provider import CLIENT, OidcProvider
from web_server import running

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1, "ocr": ""}}


class Office:
    """A server and the provider its people log in at."""

    def __init__(self, url: str, provider: OidcProvider, library: Library) -> None:
        self.url = url
        self.provider = provider
        self.library = library

    @contextmanager
    def browser(self) -> Iterator[httpx.Client]:
        """Return a browser with no cookies."""
        with httpx.Client(base_url=self.url, headers={"Accept": "text/html"}) as client:
            yield client

    def log_in(self, client: httpx.Client, path: str = "/login/oidc") -> httpx.Response:
        """Go to the provider and come back."""
        return follow(client, client.get(path), 2)


def follow(client: httpx.Client, answer: httpx.Response, times: int) -> httpx.Response:
    """Follow as many redirects."""
    for _ in range(times):
        if answer.next_request is None:
            return answer
        answer = client.send(answer.next_request)
    return answer


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """Provider and server, each on a port of its own."""
    provider = OidcProvider()
    with (
        running(provider.app) as port,
        Library.create(tmp_path_factory.mktemp("made") / "library", FAKE) as library,
        _free_port() as own,
    ):
        provider.url = f"http://127.0.0.1:{port}"
        url = f"http://127.0.0.1:{own}"
        library.people.grant(Grant("main", "group:pi", Role.OWNER))
        settings = ServeConfig(
            auth=("oidc",),
            public_url=url,
            oidc_issuer=provider.url,
            oidc_client=CLIENT,
            administrators=("boss@lab.example",),
        )
        with running(create_app(library, settings), own):
            yield Office(url, provider, library)


@contextmanager
def _free_port() -> Iterator[int]:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
    yield port


@pytest.fixture(autouse=True)
def _honest(office: Office) -> None:
    office.provider.reset()


def me(client: httpx.Client) -> dict[str, object]:
    answer = client.get("/api/v1/me")
    return dict(answer.json()) if answer.status_code == 200 else {"name": None}


def test_a_page_leads_to_the_login_and_the_login_back_to_the_page(office: Office) -> None:
    with office.browser() as client:
        answer = client.get("/history?q=a")
        assert answer.headers["location"] == "/login?next=%2Fhistory%3Fq%3Da"
        back = office.log_in(client, "/login/oidc?next=/history?q=a")
        assert (back.status_code, back.headers["location"]) == (303, "/history?q=a")


def test_a_person_is_known_by_address_and_groups(office: Office) -> None:
    with office.browser() as client:
        office.log_in(client)
        known = me(client)
    assert (known["name"], known["groups"], known["via"]) == ("mika@lab.example", ["pi"], "oidc")
    assert known["administrator"] is False


def test_the_way_to_the_provider_has_proof_state_and_nonce(office: Office) -> None:
    with office.browser() as client:
        query = httpx.URL(client.get("/login/oidc").headers["location"]).params
    assert query["code_challenge_method"] == "S256"
    assert all(len(query[name]) > 15 for name in ("code_challenge", "state", "nonce"))
    assert query["redirect_uri"] == f"{office.url}/login/callback"


@pytest.mark.parametrize("lie", ["denied", "state", "key", "none", "hmac", "no id token"])
def test_a_login_that_does_not_hold_ends_at_the_login_page(office: Office, lie: str) -> None:
    office.provider.lie = lie
    with office.browser() as client:
        answer = office.log_in(client)
        assert answer.status_code == 401
        assert 'role="alert"' in answer.text
        assert me(client)["name"] is None


@pytest.mark.parametrize(
    "says",
    [
        {"nonce": "another"},
        {"aud": "another"},
        {"iss": "https://elsewhere.example"},
        {"exp": int(time.time()) - 3_600},
        {"email": "group:heads"},
        {"email": "*"},
        {"email": "", "sub": ""},
        {"email": None, "sub": None},
        {"email": "x" * 400},
    ],
)
def test_claims_that_do_not_hold_let_nobody_in(office: Office, says: dict[str, object]) -> None:
    office.provider.says = says
    with office.browser() as client:
        assert office.log_in(client).status_code == 401
        assert me(client)["name"] is None


@pytest.mark.parametrize(
    ("says", "name"),
    [
        ({"email_verified": False}, "1"),
        ({"email_verified": True}, "mika@lab.example"),
        ({"email": None, "preferred_username": "boss@lab.example"}, "1"),
        ({"email": "boss@lab.example", "email_verified": False}, "1"),
    ],
)
def test_nobody_takes_anothers_name_by_saying_so(
    office: Office, says: dict[str, object], name: str
) -> None:
    office.provider.says = says
    with office.browser() as client:
        office.log_in(client)
        known = me(client)
    assert known["name"] == name
    assert known["administrator"] is False


def test_an_administrator_is_one_by_address(office: Office) -> None:
    office.provider.says = {"email": "Boss@Lab.example"}
    with office.browser() as client:
        office.log_in(client)
        assert me(client)["administrator"] is True


@pytest.mark.parametrize("groups", ["pi,heads", ["pi", "heads"]])
def test_groups_are_read_in_either_form(office: Office, groups: object) -> None:
    office.provider.says = {"groups": groups}
    with office.browser() as client:
        office.log_in(client)
        assert me(client)["groups"] == ["heads", "pi"]


@pytest.mark.parametrize(
    "groups", [5, True, {"heads": 1}, [None, ["heads"], {"name": "heads"}], "", None]
)
def test_groups_of_no_known_form_are_none(office: Office, groups: object) -> None:
    office.provider.says = {"groups": groups}
    with office.browser() as client:
        assert office.log_in(client).status_code == 303
        assert me(client)["groups"] == []


def test_a_new_key_of_the_provider_is_taken_up(office: Office) -> None:
    provider = office.provider
    with office.browser() as client:
        office.log_in(client)
    former, provider.key = provider.key, provider.new_key("k2")
    try:
        with office.browser() as client:
            assert office.log_in(client).status_code == 303
            assert me(client)["name"] == "mika@lab.example"
    finally:
        provider.key = former


def test_a_login_begun_in_another_browser_is_not_ended_here(office: Office) -> None:
    with office.browser() as one, office.browser() as other:
        begun = follow(one, one.get("/login/oidc"), 1)
        answer = other.get(begun.headers["location"])
        assert answer.status_code == 401
        assert me(other)["name"] is None


def test_a_login_is_ended_once(office: Office) -> None:
    with office.browser() as client:
        begun = follow(client, client.get("/login/oidc"), 1)
        assert client.get(begun.headers["location"]).status_code == 303
        assert client.get(begun.headers["location"]).status_code == 401


@pytest.mark.parametrize("query", ["", "?code=x", "?state=x", "?code=x&state=x", "?error=boo"])
@pytest.mark.parametrize("cookie", ["", "x", "bnVsbA==", "e30=", "%%%"])
def test_a_callback_out_of_nowhere_lets_nobody_in(office: Office, query: str, cookie: str) -> None:
    with office.browser() as client:
        if cookie:
            client.cookies.set("aliquot_login", cookie)
        assert client.get(f"/login/callback{query}").status_code == 401


@pytest.mark.parametrize("after", ["https://evil.example", "//evil.example", "/\\evil.example"])
def test_a_login_leads_to_no_other_site(office: Office, after: str) -> None:
    with office.browser() as client:
        answer = office.log_in(client, f"/login/oidc?next={after}")
        assert answer.headers["location"] == "/"


def test_tokens_are_no_way_in_where_they_are_not_named(office: Office) -> None:
    with office.browser() as client:
        assert client.post("/login", data={"token": "alq_a_b"}).status_code == 404


@pytest.mark.parametrize("lie", ["down", "issuer"])
def test_a_provider_that_is_down_or_another_is_told_of(office: Office, lie: str) -> None:
    office.provider.lie = lie
    settings = ServeConfig(
        auth=("oidc",),
        public_url="http://127.0.0.1",
        oidc_issuer=office.provider.url,
        oidc_client=CLIENT,
    )
    with running(create_app(office.library, settings)) as port:
        answer = httpx.get(f"http://127.0.0.1:{port}/login/oidc")
    assert answer.status_code == 503
    assert "oidc_issuer" in answer.json()["hint"]


def test_over_https_cookies_belong_to_this_host_alone(office: Office) -> None:
    settings = ServeConfig(
        auth=("oidc", "token"),
        public_url="https://lab.example",
        oidc_issuer=office.provider.url,
        oidc_client=CLIENT,
    )
    _, secret = office.library.people.make_token("t", "ann", (Permission.READ,), 1)
    with running(create_app(office.library, settings)) as port:
        base = f"http://127.0.0.1:{port}"
        begun = httpx.get(f"{base}/login/oidc")
        logged_in = httpx.post(f"{base}/login", data={"token": secret})
    for answer in (begun, logged_in):
        said = answer.headers["set-cookie"]
        assert said.startswith("__Host-")
        assert "; Secure" in said
        assert "HttpOnly" in said
        assert answer.headers["strict-transport-security"].startswith("max-age=")
