"""Nothing is served that should not be: the real server, and requests no client library sends."""

from __future__ import annotations

import base64
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Collection, Grant, Permission, Role
from aliquot.web import api, pages
from aliquot.web.access.known import is_open
from aliquot.web.app import create_app
from web_server import RawAnswer, raw, running

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1, "ocr": ""}}
PAYLOAD = "<img src=x onerror=alert(1)>"
SECRET = "Lumenin is kept in the third freezer."
LAB = {
    "open/virellin.md": "# Virellin\n\nThe dose of virellin is 4.7 µM in HEK293T cells.\n",
    f"open/{PAYLOAD}.txt": f"{PAYLOAD} <script>alert(2)</script> elutes cyclorin.\n",
    "open/page.html": "<html><title>T</title><script>alert(3)</script><p>Rotamin spins.</p></html>",
    "secret/zq77.md": f"# Zq77\n\n{SECRET}\n",
}
SETTINGS = ServeConfig(
    auth=("token", "proxy"),
    trusted_proxies=("127.0.0.1/32",),
    administrators=("ana", "group:heads"),
    allowed_hosts=("lab.example",),
    body_max_kib=16,
    upload_max_mib=1,
    upload_max_files=2,
    requests_per_minute=0,
    questions_per_minute=0,
)
# The same, but no machine speaks for others from here.
DISTRUSTFUL = SETTINGS.model_copy(update={"trusted_proxies": ("10.9.0.0/16",)})


@dataclass(frozen=True)
class Served:
    """Where it is, and what opens it."""

    port: int
    distrustful: int
    keys: dict[str, str]
    library: Library
    secret_id: str
    open_id: str

    def send(
        self, line: str, *headers: str, body: bytes = b"", as_: str = "", elsewhere: bool = False
    ) -> RawAnswer:
        """Send a request as it is written; a body with its length."""
        lines = [f"{line} HTTP/1.1"]
        if not any(one.lower().startswith("host:") for one in headers):
            lines.append("Host: 127.0.0.1")
        lines += headers
        if as_:
            lines.append(f"Authorization: Bearer {self.keys[as_]}")
        if body and not any("transfer-encoding" in one.lower() for one in headers):
            lines.append(f"Content-Length: {len(body)}")
        port = self.distrustful if elsewhere else self.port
        head = "\r\n".join([*lines, "Connection: close", "", ""])
        return raw(port, head.encode("utf-8", "surrogateescape") + body)

    def cookie(self, who: str) -> str:
        """Log in by a form, and return the cookie as it is sent back."""
        return set_cookie(self.log_in(who)).partition(";")[0]

    def log_in(self, who: str, more: str = "") -> RawAnswer:
        """Log in by a form."""
        form = f"token={self.keys[who]}{more}".encode()
        return self.send(
            "POST /login", "Content-Type: application/x-www-form-urlencoded", body=form
        )


def set_cookie(answer: RawAnswer) -> str:
    return answer.headers.get("set-cookie", "")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A lab of two collections; ana administrates, bo edits the open one, cy sees nothing."""
    lab = tmp_path_factory.mktemp("lab")
    for name, text in LAB.items():
        (lab / name).parent.mkdir(exist_ok=True)
        (lab / name).write_text(text, encoding="utf-8")
    with Library.create(tmp_path_factory.mktemp("made") / "library", FAKE) as library:
        people = library.people
        people.put_collection(Collection(name="secret", folders=(str(lab / "secret"),)))
        people.grant(Grant("main", "bo", Role.EDITOR))
        library.add(lab)
        keys = {
            who: people.make_token("t", who, tuple(Permission), 1)[1] for who in ("ana", "bo", "cy")
        }
        keys["bo reads"] = people.make_token("t", "bo", (Permission.READ,), 1)[1]
        keys["ana reads"] = people.make_token("t", "ana", (Permission.READ,), 1)[1]
        revoked, keys["revoked"] = people.make_token("t", "dee", tuple(Permission), 1)
        people.revoke_token(revoked.id)
        ids = {Path(one.source.path).name: one.id for one in library.documents() if one.source}
        with (
            running(create_app(library, SETTINGS)) as port,
            running(create_app(library, DISTRUSTFUL)) as distrustful,
        ):
            yield Served(port, distrustful, keys, library, ids["zq77.md"], ids["virellin.md"])


def is_login(answer: RawAnswer) -> bool:
    return answer.status == 303 and answer.headers["location"].startswith("/login?next=")


# -------------------------------------------------------------------------- nobody gets in


def every_route() -> list[str]:
    """Return each method and path there is, with something in place of each part."""
    found = set()
    for prefix, routers in ((api.PREFIX, api.ROUTERS), ("", pages.ROUTERS)):
        for router in routers:
            for route in router.routes:
                path = prefix + "/".join(
                    "x" if part.startswith("{") else part for part in route.path.split("/")
                )
                found |= {f"{method} {path}" for method in route.methods if not is_open(path)}
    return sorted(found)


@pytest.mark.parametrize("route", every_route())
def test_every_route_is_closed_to_nobody(served: Served, route: str) -> None:
    assert served.send(route).status == 401
    as_page = served.send(route, "Accept: text/html")
    assert as_page.status == 401 or is_login(as_page)


@pytest.mark.parametrize(
    "line", ["GET /nope", "GET /api/v1/nope", "GET /openapi.json", "GET /docs", "GET //", "PUT /"]
)
def test_what_is_not_there_is_closed_too(served: Served, line: str) -> None:
    assert served.send(line).status == 401


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "alq_",
        "alq__",
        "alq_x_y",
        "alq_%_%",
        "' OR 1=1 --",
        "alq_" + "a" * 9_000,
        "\xff\xfe",
        "null",
        "Bearer",
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/me", "/library"])
def test_no_made_up_token_opens_anything(served: Served, token: str, path: str) -> None:
    answer = served.send(f"GET {path}", f"Authorization: Bearer {token}")
    assert answer.status == 401
    assert "www-authenticate" in answer.headers


def test_a_token_with_one_character_changed_opens_nothing(served: Served) -> None:
    good = served.keys["ana"]
    for place in (4, len(good) // 2, len(good) - 1):
        other = "A" if good[place] != "A" else "B"
        changed = good[:place] + other + good[place + 1 :]
        assert served.send("GET /api/v1/me", f"Authorization: Bearer {changed}").status == 401


def test_a_revoked_token_opens_nothing(served: Served) -> None:
    assert served.send("GET /api/v1/me", as_="revoked").status == 401


@pytest.mark.parametrize(
    "cookie",
    [
        "aliquot_session=",
        "aliquot_session=x",
        "aliquot_session=" + "a" * 5_000,
        "aliquot_session=../../etc/passwd",
        "aliquot_session=' OR '1'='1",
        "aliquot_session=null; aliquot_session=admin",
        "__Host-aliquot_session=x",
        "session=eyJ1c2VyIjoiYW5hIn0=",
        "person=ana",
    ],
)
def test_no_made_up_cookie_opens_anything(served: Served, cookie: str) -> None:
    assert served.send("GET /api/v1/me", f"Cookie: {cookie}").status == 401


@pytest.mark.parametrize("where", ["?token=", "?access_token=", "?key="])
def test_tokens_in_addresses_open_nothing(served: Served, where: str) -> None:
    assert served.send(f"GET /api/v1/me{where}{served.keys['ana']}").status == 401


# -------------------------------------------------------------------------- headers that lie


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-User: ana",
        "X-Forwarded-Groups: heads",
        "X-Remote-User: ana",
        "Remote-User: ana",
        "X-Real-IP: 10.9.0.1",
        "X-Forwarded-For: 10.9.0.1",
        "Forwarded: for=10.9.0.1",
        "X-Original-URL: /login",
        "X-Rewrite-URL: /healthz",
        "X-HTTP-Method-Override: GET",
    ],
)
def test_a_header_from_no_trusted_proxy_opens_nothing(served: Served, header: str) -> None:
    more = () if "User" in header else ("X-Forwarded-User: ana",)
    assert served.send("GET /api/v1/me", header, *more, elsewhere=True).status == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (("X-Forwarded-User: bo",), 200),
        (("X-Forwarded-User: bo", "X-Forwarded-User: ana"), 400),
        (("X-Forwarded-User:",), 401),
        (("X-Forwarded-User: *",), 401),
        (("X-Forwarded-User: group:heads",), 401),
        (("X-Forwarded-Groups: heads",), 401),
        (("X-Forwarded-User: bo", "X-Forwarded-Groups: a", "X-Forwarded-Groups: heads"), 400),
        (("X-Forwarded-User: bo", "Authorization: Bearer bad"), 401),
        (("X-Forwarded-User: bo", "Authorization: Basic x"), 200),
        (("X-Forwarded-User: bo", "Authorization: Basic x", "Authorization: Basic y"), 400),
    ],
)
def test_a_trusted_proxy_names_one_person_plainly(
    served: Served, headers: tuple[str, ...], status: int
) -> None:
    assert served.send("GET /api/v1/me", *headers).status == status


@pytest.mark.parametrize("groups", ["ana", "group:heads", "Heads", "heads2"])
def test_no_other_group_administrates(served: Served, groups: str) -> None:
    headers = ("X-Forwarded-User: bo", f"X-Forwarded-Groups: {groups}")
    assert served.send("GET /api/v1/tokens", *headers).status == 403


def test_the_heads_administrate(served: Served) -> None:
    headers = ("X-Forwarded-User: bo", "X-Forwarded-Groups: heads")
    assert served.send("GET /api/v1/tokens", *headers).status == 200


# -------------------------------------------------------------------------- the server's name


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "lab.example.evil.example",
        "user@127.0.0.1",
        "127.0.0.1@evil.example",
        "127.0.0.1:",
        "127.0.0.1:99999",
        "127.0.0.1/x",
        "127.0.0.1, evil.example",
        "",
        "[::1",
        "0.0.0.0",
        "127.0.0.1\t.evil.example",
        "xn--lab-.example",
    ],
)
def test_the_server_answers_to_no_other_name(served: Served, host: str) -> None:
    assert served.send("GET /healthz", f"Host: {host}").status in {400, 421}


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8765", "[::1]:1", "LAB.example", "lab.example."]
)
def test_the_server_answers_to_its_names(served: Served, host: str) -> None:
    assert served.send("GET /healthz", f"Host: {host}").status == 200


def test_two_names_are_none(served: Served) -> None:
    assert served.send("GET /healthz", "Host: localhost", "Host: evil.example").status == 400
    assert raw(served.port, b"GET /healthz HTTP/1.0\r\n\r\n").status in {400, 421}


# -------------------------------------------------------------------------- scopes


@pytest.mark.parametrize(
    "line",
    [
        "POST /api/v1/documents",
        "DELETE /api/v1/documents/OPEN",
        "POST /api/v1/sync",
        "POST /library/sync",
        "POST /library/remove",
        "PUT /api/v1/grants",
        "POST /api/v1/tokens",
        "GET /api/v1/tokens",
        "GET /api/v1/audit",
        "GET /settings",
        "GET /audit",
    ],
)
def test_a_token_that_reads_does_nothing_else(served: Served, line: str) -> None:
    for who in ("bo reads", "ana reads"):
        answer = served.send(line.replace("OPEN", served.open_id), as_=who)
        assert answer.status == 403, who
    assert served.send(f"GET /api/v1/documents/{served.open_id}", as_="ana").status == 200


@pytest.mark.parametrize(
    "line",
    [
        "GET /api/v1/tokens",
        "GET /api/v1/grants",
        "GET /api/v1/audit",
        "GET /api/v1/audit/export",
        "GET /settings",
        "GET /audit",
        "POST /settings/grants",
        "PUT /api/v1/collections/main",
        "DELETE /api/v1/collections/secret",
    ],
)
def test_an_editor_does_not_administrate(served: Served, line: str) -> None:
    assert served.send(line, as_="bo").status == 403


def test_what_was_refused_is_in_the_audit_log(served: Served) -> None:
    served.send("DELETE /api/v1/collections/secret", as_="bo")
    assert "DELETE /api/v1/collections/secret" in refusals_up_to(served, "secret")


def test_a_refused_path_turns_no_terminal_that_shows_the_audit_log(served: Served) -> None:
    served.send("DELETE /api/v1/collections/%1b%5b2J%0aana%E2%80%AE", as_="bo")
    noted = refusals_up_to(served, "ana")
    assert "DELETE /api/v1/collections/%1b%5b2J%0aana%E2%80%AE" in noted


def refusals_up_to(served: Served, word: str) -> list[str]:
    """Return what was refused lately, once something with a word was: it is noted afterwards."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        noted = [one.detail.get("what", "") for one in served.library.history.entries(50)]
        if any(word in what for what in noted):
            return noted
        time.sleep(0.02)
    raise AssertionError(word)


# -------------------------------------------------------------------------- grants

DOCUMENT = ("", "/chunks", "/receipt", "/original", "/relations", "/findings", "/versions")
PAGES_OF_ONE = ("", "/source?at=x", "/place?at=x", "/similar", "/original", "/pages/1.png")


@pytest.mark.parametrize("part", DOCUMENT)
@pytest.mark.parametrize("who", ["bo", "cy"])
def test_a_hidden_document_is_as_one_that_is_not_there(served: Served, part: str, who: str) -> None:
    hidden = served.send(f"GET /api/v1/documents/{served.secret_id}{part}", as_=who)
    absent = served.send(f"GET /api/v1/documents/absent{part}", as_=who)
    assert hidden.status == absent.status
    assert hidden.status in {404, 405}
    told = hidden.body.decode().replace(served.secret_id, "absent")
    said, other = json.loads(told), json.loads(absent.body)
    said["request_id"] = other["request_id"] = ""
    assert said == other


@pytest.mark.parametrize("part", PAGES_OF_ONE)
@pytest.mark.parametrize("who", ["bo", "cy"])
def test_a_hidden_documents_pages_show_nothing(served: Served, part: str, who: str) -> None:
    answer = served.send(f"GET /documents/{served.secret_id}{part}", "Accept: text/html", as_=who)
    assert answer.status == 404
    assert b"umenin" not in answer.body


ASKING = ("/search", "/ask", "/survey", "/understand")


@pytest.mark.parametrize("path", ASKING)
@pytest.mark.parametrize("question", ["Where is lumenin kept?", "lumenin", "third freezer"])
@pytest.mark.parametrize("where", [None, "collection = secret", "kind = notes"])
def test_nothing_hidden_is_found(
    served: Served, path: str, question: str, where: str | None
) -> None:
    body = {"question": question} | ({"where": where} if where and path != "/understand" else {})
    for who in ("bo", "cy"):
        answer = served.send(
            f"POST /api/v1{path}",
            "Content-Type: application/json",
            body=json.dumps(body).encode(),
            as_=who,
        )
        assert answer.status in {200, 422}
        assert b"third freezer." not in answer.body
        assert served.secret_id.encode() not in answer.body


def test_the_same_is_found_by_who_may(served: Served) -> None:
    body = json.dumps({"question": "Where is lumenin kept?"}).encode()
    answer = served.send(
        "POST /api/v1/search", "Content-Type: application/json", body=body, as_="ana"
    )
    assert b"third freezer" in answer.body


@pytest.mark.parametrize("path", ["/api/v1/documents", "/api/v1/status", "/api/v1/collections"])
def test_lists_leave_out_what_is_hidden(served: Served, path: str) -> None:
    answer = served.send(f"GET {path}", as_="bo")
    assert answer.status == 200
    assert b"umenin" not in answer.body


# -------------------------------------------------------------------------- other sites' pages


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ((), 303),
        (("Sec-Fetch-Site: same-origin",), 303),
        (("Sec-Fetch-Site: none",), 303),
        (("Sec-Fetch-Site: cross-site",), 403),
        (("Sec-Fetch-Site: same-site",), 403),
        (("Sec-Fetch-Site: nonsense",), 403),
        (("Sec-Fetch-Site: cross-site", "Origin: http://127.0.0.1"), 403),
        (("Origin: http://127.0.0.1",), 303),
        (("Origin: https://evil.example",), 403),
        (("Origin: http://127.0.0.1.evil.example",), 403),
        (("Origin: http://127.0.0.1:1",), 403),
        (("Origin: null",), 403),
        (("Origin:",), 403),
        (("Origin: http://127.0.0.1", "Origin: https://evil.example"), 403),
        (("Origin: https://evil.example", "X-HTTP-Method-Override: GET"), 403),
    ],
)
def test_only_our_own_pages_change_anything(
    served: Served, headers: tuple[str, ...], status: int
) -> None:
    form = "Content-Type: application/x-www-form-urlencoded"
    answer = served.send("POST /preferences", form, *headers, body=b"theme=dark")
    assert answer.status == status
    assert bool(set_cookie(answer)) == (status == 303)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "", "text/json"]
)
def test_the_api_takes_nothing_that_a_form_can_send(served: Served, kind: str) -> None:
    header = f"Content-Type: {kind}" if kind else "X-None: 1"
    body = b'{"question": "virellin"}'
    cookie = served.cookie("bo")
    assert served.send("POST /api/v1/ask", header, f"Cookie: {cookie}", body=body).status == 415


def test_a_cookie_from_another_site_changes_nothing_and_a_token_may(served: Served) -> None:
    body, kind = b'{"question": "virellin"}', "Content-Type: application/json"
    evil = "Origin: https://evil.example"
    cookie = f"Cookie: {served.cookie('bo')}"
    assert served.send("POST /api/v1/ask", kind, evil, cookie, body=body).status == 403
    assert served.send("POST /api/v1/ask", kind, evil, body=body, as_="bo").status == 200


READING = ("/api/v1/documents?q=virellin", "/library?q=virellin", "/static/css/aliquot.css")
ELSEWHERE = ("cross-site", "same-site", "nonsense")


@pytest.mark.parametrize("path", READING)
@pytest.mark.parametrize("site", ELSEWHERE)
@pytest.mark.parametrize(
    ("mode", "kind"),
    [("no-cors", "empty"), ("no-cors", "script"), ("cors", "empty"), ("navigate", "iframe")],
)
def test_no_other_sites_page_loads_anything(
    served: Served, path: str, site: str, mode: str, kind: str
) -> None:
    """How long an answer takes tells whether something is found."""
    said = (f"Sec-Fetch-Site: {site}", f"Sec-Fetch-Mode: {mode}", f"Sec-Fetch-Dest: {kind}")
    cookie = f"Cookie: {served.cookie('bo')}"
    assert served.send(f"GET {path}", cookie, *said).status == 403


@pytest.mark.parametrize("path", READING)
@pytest.mark.parametrize("site", ELSEWHERE[:2])
def test_a_link_on_another_sites_page_is_followed(served: Served, path: str, site: str) -> None:
    said = (f"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
    answer = served.send(f"GET {path}", f"Cookie: {served.cookie('bo')}", *said)
    assert answer.status == 200


def test_no_other_site_fills_the_audit_log(served: Served) -> None:
    evil = "Origin: https://evil.example"
    served.send("POST /preferences", FORM, evil, "X-Forwarded-User: ana", body=b"theme=dark")
    served.send("GET /library", "Sec-Fetch-Site: cross-site", "X-Forwarded-User: ana")
    served.send("DELETE /api/v1/collections/last", as_="bo")
    noted = refusals_up_to(served, "last")
    assert not {"POST /preferences", "GET /library"} & set(noted)


def test_a_proxys_person_is_guarded_alike(served: Served) -> None:
    headers = ("X-Forwarded-User: ana", "Origin: https://evil.example")
    assert served.send("DELETE /api/v1/collections/secret", *headers).status == 403


@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
def test_no_other_site_is_told_that_it_may_read(served: Served, method: str) -> None:
    headers = ("Origin: https://evil.example", "Access-Control-Request-Method: POST")
    answer = served.send(f"{method} /api/v1/me", *headers, as_="bo")
    assert not [name for name in answer.names if name.startswith("access-control-")]


# -------------------------------------------------------------------------- sessions


def test_a_session_is_kept_where_no_script_reads_it(served: Served) -> None:
    said = set_cookie(served.log_in("bo")).lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    assert "path=/" in said
    assert "domain" not in said


def test_a_login_gives_a_new_secret_and_ends_the_one_before(served: Served) -> None:
    first = served.cookie("bo")
    form = f"token={served.keys['bo']}".encode()
    kind = "Content-Type: application/x-www-form-urlencoded"
    again = served.send("POST /login", kind, f"Cookie: {first}", body=form)
    second = set_cookie(again).partition(";")[0]
    assert second != first
    assert served.send("GET /api/v1/me", f"Cookie: {first}").status == 401
    assert served.send("GET /api/v1/me", f"Cookie: {second}").status == 200


def test_logging_out_ends_the_session_on_the_server(served: Served) -> None:
    cookie = served.cookie("bo")
    assert served.send("POST /logout", f"Cookie: {cookie}").status == 303
    assert served.send("GET /api/v1/me", f"Cookie: {cookie}").status == 401


def test_logging_out_is_no_mere_link(served: Served) -> None:
    cookie = served.cookie("bo")
    assert served.send("GET /logout", f"Cookie: {cookie}").status == 405
    assert served.send("GET /api/v1/me", f"Cookie: {cookie}").status == 200


def test_a_revoked_token_takes_its_logins_along(served: Served) -> None:
    token, served.keys["eve"] = served.library.people.make_token("t", "eve", tuple(Permission), 1)
    cookie = served.cookie("eve")
    served.library.people.revoke_token(token.id)
    assert served.send("GET /api/v1/me", f"Cookie: {cookie}").status == 401


def test_a_session_by_a_token_may_no_more_than_the_token(served: Served) -> None:
    cookie = f"Cookie: {served.cookie('bo reads')}"
    assert served.send("POST /api/v1/sync", cookie).status == 403


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/%09/evil.example",
        "javascript:alert(1)",
        "/x%0d%0aSet-Cookie:%20a=b",
        "/x%0d%0a%0d%0a<script>",
        "//[",
        "/%5c[::1",
    ],
)
def test_a_login_leads_nowhere_else_and_writes_no_header(served: Served, to: str) -> None:
    answer = served.log_in("bo", f"&next={to}")
    assert answer.status == 303
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith(("//", "/\\"))
    assert answer.names.count("set-cookie") == 1
    assert b"<script>" not in answer.body


# -------------------------------------------------------------------------- ways out of a folder

CLIMBS = (
    "../app.py",
    "..%2fapp.py",
    "%2e%2e/app.py",
    "%2e%2e%2fapp.py",
    "..%5capp.py",
    "....//app.py",
    "css/../../app.py",
    "css/%2e%2e/%2e%2e/app.py",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "..%00/app.py",
    "%c0%ae%c0%ae/app.py",
    "..%252fapp.py",
    "file:///etc/passwd",
)


@pytest.mark.parametrize("climb", CLIMBS)
@pytest.mark.parametrize(
    "folder", ["/static/", "/api/v1/documents/", "/documents/", "/answers/", "/conversations/"]
)
def test_no_path_leads_out(served: Served, folder: str, climb: str) -> None:
    answer = served.send(f"GET {folder}{climb}", as_="ana")
    assert answer.status in {400, 404, 405, 422}
    assert b"root:" not in answer.body
    assert b"create_app" not in answer.body


def multipart(name: str, content: bytes = b"# T\n\nText.\n") -> tuple[str, bytes]:
    head = f'--b\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    return (
        "Content-Type: multipart/form-data; boundary=b",
        head.encode() + content + b"\r\n--b--\r\n",
    )


@pytest.mark.parametrize(
    "name",
    [
        "../../escaped.md",
        "..\\..\\escaped.md",
        "/tmp/escaped.md",
        "C:\\escaped.md",
        "a/../../escaped.md",
        "escaped.md/../../../x.md",
        ".",
        "..",
        "~/escaped.md",
        "con\x00.md",
    ],
)
def test_uploads_stay_in_their_folder(served: Served, name: str) -> None:
    root = served.library.path
    before = set(root.parent.rglob("*escaped*"))
    kind, body = multipart(name)
    answer = served.send("POST /api/v1/documents", kind, body=body, as_="bo")
    assert answer.status in {202, 400, 422}
    new = set(root.parent.rglob("*escaped*")) - before
    assert all((root / "uploads") in one.parents for one in new)
    assert not Path("/tmp/escaped.md").exists()


# -------------------------------------------------------------------------- too much, or not HTTP


def chunked(size: int) -> bytes:
    return f"{size:x}\r\n".encode() + b"a" * size + b"\r\n0\r\n\r\n"


JSON = "Content-Type: application/json"
FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.mark.parametrize("path", ["/api/v1/ask", "/api/v1/search", "/login", "/preferences", "/"])
def test_a_body_too_long_is_refused_whether_or_not_it_says_so(served: Served, path: str) -> None:
    kind = JSON if path.startswith("/api") else FORM
    stated = served.send(f"POST {path}", kind, "Content-Length: 99999999", as_="bo")
    assert stated.status == 413
    unstated = served.send(
        f"POST {path}", kind, "Transfer-Encoding: chunked", body=chunked(40_000), as_="bo"
    )
    assert unstated.status == 413


@pytest.mark.parametrize("who", ["", "bo reads"])
def test_only_who_may_write_sends_much(served: Served, who: str) -> None:
    kind = "Content-Type: multipart/form-data; boundary=b"
    answer = served.send("POST /api/v1/documents", kind, "Content-Length: 100000", as_=who)
    assert answer.status in ({401} if not who else {403, 413})


def test_an_upload_too_large_leaves_nothing_behind(served: Served) -> None:
    kind, body = multipart("big.md", b"x" * (1_100_000))
    assert served.send("POST /api/v1/documents", kind, body=body, as_="bo").status == 413
    assert not list(served.library.path.rglob("big*"))


TWICE = b'--b\r\nContent-Disposition: form-data; name="collection"\r\n\r\nmain\r\n' * 2
BROKEN_PARTS = (
    ("multipart/form-data; boundary=b", TWICE + b"--b--\r\n"),
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=", b"----"),
    ("multipart/form-data; boundary=b", b""),
    ("multipart/form-data; boundary=b", b"--b"),
    ("multipart/form-data; boundary=b", b"--c\r\n\r\n--c--"),
    (
        "multipart/form-data; boundary=b",
        b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n",
    ),
    (
        "multipart/form-data; boundary=b",
        b"--b\r\n" + b"A: " + b"x" * 12_000 + b"\r\n\r\nx\r\n--b--\r\n",
    ),
    ("multipart/form-data; boundary=" + "b" * 3_000, b"--b--"),
    ("multipart/form-data; boundary=b", b"--b\r\n\x00\xff\r\n\r\n--b--\r\n"),
    (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.md',
    ),
)


@pytest.mark.parametrize(("kind", "body"), BROKEN_PARTS)
def test_a_broken_upload_is_refused_and_breaks_nothing(
    served: Served, kind: str, body: bytes
) -> None:
    answer = served.send("POST /api/v1/documents", f"Content-Type: {kind}", body=body, as_="bo")
    assert answer.status in {400, 415, 422}
    assert served.send("GET /healthz").status == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: +5\r\n\r\nhello",
        b"POST /login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nA\x00: b\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n A: folded\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"GET /health z HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 9_000 + b"\r\n",
    ],
)
def test_what_is_no_clean_http_is_refused(served: Served, sent: bytes) -> None:
    answer = raw(served.port, sent)
    assert answer.status in {0, 400, 414, 431, 505}
    assert served.send("GET /healthz").status == 200


def test_a_request_hidden_in_another_is_not_answered(served: Served) -> None:
    hidden = b"GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = "POST /preferences HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
    sent = (
        f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n".encode() + hidden
    )
    assert raw(served.port, sent).body.count(b"HTTP/1.1") == 0


def test_an_address_too_long_is_refused(served: Served) -> None:
    assert served.send(f"GET /library?q={'a' * 9_000}", as_="bo").status == 414


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "FOO", "get"])
def test_other_methods_do_nothing(served: Served, method: str) -> None:
    assert served.send(f"{method} /api/v1/me", as_="bo").status in {400, 405}


# -------------------------------------------------------------------------- requests to elsewhere


@pytest.mark.parametrize("field", ["url", "source", "path", "files", "callback", "where"])
def test_the_server_fetches_nothing_for_anyone(served: Served, field: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as canary:
        canary.settimeout(0.05)
        address = f"http://127.0.0.1:{canary.getsockname()[1]}/"
        body = json.dumps({field: address, "question": f"what is at {address}"}).encode()
        for path in ("/documents", "/search", "/ask", "/sync"):
            served.send(f"POST /api/v1{path}", JSON, body=body, as_="bo")
        kind, parts = multipart("a.html", f'<img src="{address}"><p>x</p>'.encode())
        served.send("POST /api/v1/documents", kind, body=parts, as_="bo")
        with pytest.raises(TimeoutError):
            canary.accept()


# -------------------------------------------------------------------------- what browsers are told

TOLD = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


@pytest.mark.parametrize(
    "line",
    [
        "GET /",
        "GET /library",
        "GET /nope",
        "GET /login",
        "GET /api/v1/me",
        "GET /api/v1/nope",
        "POST /api/v1/ask",
        "GET /static/css/aliquot.css",
        "GET /static/nope",
        "GET /healthz",
        "DELETE /api/v1/collections/secret",
    ],
)
def test_every_answer_tells_browsers_what_they_may(served: Served, line: str) -> None:
    answer = served.send(line, "Accept: text/html", as_="bo")
    assert TOLD.items() <= answer.headers.items()
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "*" not in policy
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    "line", ["GET /", "GET /library", "GET /login", "GET /api/v1/me", "GET /nope"]
)
def test_no_answer_is_kept_anywhere(served: Served, line: str) -> None:
    assert served.send(line, as_="bo").headers["cache-control"] == "no-store"


def test_what_someone_brought_in_runs_nothing(served: Served) -> None:
    ids = {Path(one.source.path).name: one.id for one in served.library.documents() if one.source}
    for path in ("/documents", "/api/v1/documents"):
        answer = served.send(f"GET {path}/{ids['page.html']}/original", as_="bo")
        assert answer.status == 200
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize(
    "path", ["/library", "/library?q=alert", "/", "/documents/MARKED", "/history"]
)
def test_names_and_text_are_never_markup(served: Served, path: str) -> None:
    marked = [one for one in served.library.documents() if PAYLOAD in one.title]
    assert marked
    answer = served.send(
        f"GET {path.replace('MARKED', marked[0].id)}", "Accept: text/html", as_="bo"
    )
    assert answer.status == 200
    for bad in (b"<img src=x", b"<script>alert", b"onerror=alert(1)>"):
        assert bad not in answer.body


@pytest.mark.parametrize(
    "at", ["/nope", "/login?next=", "/library?q=", "/history?q=", "/documents/"]
)
def test_an_address_is_never_markup(served: Served, at: str) -> None:
    answer = served.send(
        f"GET {at}%3Cscript%3Ealert(1)%3C/script%3E", "Accept: text/html", as_="bo"
    )
    assert b"<script>alert" not in answer.body


def test_an_error_tells_nothing_of_the_inside(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("hunter2 in /srv/private")

    monkeypatch.setattr("aliquot.library.viewing.View.documents", broken)
    answer = served.send("GET /api/v1/documents", as_="bo")
    assert answer.status in {200, 500}
    assert b"hunter2" not in answer.body
    assert b"Traceback" not in answer.body


# -------------------------------------------------------------------------- what is made up


def mark(plain: str) -> str:
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "place",
    [
        "[" * 1_400,
        '{"a":' * 250,
        '["id", 1e400, "x"]',
        '["id", NaN, "x"]',
        '["id", {}, 1]',
        '["id", "\\ud800", "x"]',
        f'["id", {"9" * 1_300}, "x"]',
        '["year", "a", "b"]',
        "null",
        "",
    ],
)
def test_a_made_up_place_in_a_list_is_refused(served: Served, place: str) -> None:
    answer = served.send(f"GET /api/v1/documents?next={mark(place)}", as_="bo")
    assert answer.status in {200, 422}
    assert bool(place) == (answer.status == 422) or place == '["id", "\\ud800", "x"]'


@pytest.mark.parametrize(
    "body",
    [
        "[" * 7_000 + "]" * 7_000,
        '{"question":' * 1_000 + "1" + "}" * 1_000,
        '{"question": "x", "k": ' + "1" * 6_000 + "}",
        '{"question": "virellin", "k": 1e400}',
        '{"question": "virellin", "k": NaN}',
        '{"question": "virellin", "k": 101}',
        '{"question": "virellin", "k": -1}',
        '{"question": "virellin", "k": 99999999999999999999}',
        '{"question": "virellin", "k": "5"}',
        '{"question": "virellin", "admin": true}',
        '{"question": "\\ud800 virellin"}',
        '{"question": "virellin", "question": ["x"]}',
        '{"question": "virellin", "where": "' + "(" * 3_900 + '"}',
        '{"question": "virellin", "where": "' + "not " * 900 + 'kind = paper"}',
        '{"question": "virellin", "where": "year in [' + "1," * 1_800 + '"}',
        '{"question": "virellin", "where": "kind = \'' + "\\\\\\\\" * 900 + '"}',
        '{"question": "virellin", "where": "kind; drop table documents"}',
        "null",
        "[]",
        '"x"',
        "\ufeff{}",
        "{",
    ],
)
def test_a_body_made_to_break_is_refused_and_breaks_nothing(served: Served, body: str) -> None:
    answer = served.send("POST /api/v1/search", JSON, body=body.encode(), as_="bo")
    assert answer.status in {400, 422}
    assert served.send("GET /healthz").status == 200


HOSTILE_WORDS = ("1-", "((", "not ", "between 1 and ", "before 2020 or ", "Smith et al. ", "10.1/")
HOSTILE_WORDS += (
    "a.b_c-",
    "\u0301",
    "。",
    "'\"",
    "5 mg/",
    "https://a.b/",
    "PMID: ",
    "e.g. ",
    "\u202e",
)


@pytest.mark.parametrize("word", HOSTILE_WORDS)
def test_no_question_keeps_the_server_busy(served: Served, word: str) -> None:
    """The client waits for ten seconds, which a pattern that backtracks takes many times over."""
    question = (f"virellin {word * 4_000}")[:4_000]
    body = json.dumps({"question": question}, ensure_ascii=False).encode()
    for path in ("/understand", "/search"):
        answer = served.send(f"POST /api/v1{path}", JSON, body=body, as_="bo")
        assert answer.status in {200, 422}


@pytest.mark.parametrize(
    "line",
    [
        "GET /api/v1/documents?count=99999999999999999999",
        "GET /api/v1/documents?count=0",
        "GET /api/v1/documents?where=%00",
        "GET /api/v1/documents?q=%ED%A0%80",
        "GET /api/v1/documents/%00",
        "GET /api/v1/documents/a%2Fb",
        "GET /api/v1/documents/OPEN%2Foriginal",
        "GET /api/v1/documents/OPEN%3Fx",
        "GET /api/v1/documents/OPEN/pages/99999999999999999999.png",
        "GET /api/v1/documents/OPEN/pages/1.png?width=999999999",
        "GET /documents/OPEN?span=1-999999999999999999999999",
        "GET /documents/OPEN?span=9-1",
        "GET /documents/OPEN?at=%00",
        "GET /library?page=99999999999999999999999",
        "GET /library?page=-5",
        "GET /library/file?path=~nobody/x",
        "GET /library/file?path=/etc/passwd",
        "GET /library/file?path=%00",
        "GET /jobs?before=%00",
        "GET /history?before=%00",
        "GET /answers/%2e%2e%2f",
        "GET //api/v1/me",
        "GET /api//v1/me",
        "GET /API/V1/me",
        "GET /api/v1/me/",
        "GET /static//etc/passwd",
        "GET http://evil.example/api/v1/me",
        "GET *",
        "GET /;/api/v1/me",
    ],
)
def test_an_address_made_to_break_breaks_nothing(served: Served, line: str) -> None:
    answer = served.send(line.replace("OPEN", served.open_id), "Accept: text/html", as_="bo")
    assert answer.status < 500
    assert b"root:" not in answer.body
    # Wherever it leads on to is of this server.
    assert "evil.example" not in answer.headers.get("location", "")


@pytest.mark.parametrize("path", ["//api/v1/me", "/static/../api/v1/me", "/login/../library"])
def test_no_detour_leads_past_the_login(served: Served, path: str) -> None:
    assert served.send(f"GET {path}").status in {401, 404}


@pytest.mark.parametrize("to", ["//[", "/%5c[::1", "http://["])
@pytest.mark.parametrize("line", ["GET /login?next=", "POST /login?", "POST /preferences?"])
def test_no_address_to_go_to_breaks_anything(served: Served, line: str, to: str) -> None:
    method = line.partition(" ")[0]
    sent = (f"{line}{to}", b"") if method == "GET" else (line, f"next={to}&back={to}".encode())
    answer = served.send(sent[0], FORM, body=sent[1])
    assert answer.status in {200, 303, 401}


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
@pytest.mark.parametrize("path", ["/api/v1/documents/SECRET", "/documents/SECRET/original"])
def test_asking_without_reading_tells_nothing_either(
    served: Served, method: str, path: str
) -> None:
    hidden = served.send(f"{method} {path.replace('SECRET', served.secret_id)}", as_="bo")
    absent = served.send(f"{method} {path.replace('SECRET', 'absent')}", as_="bo")
    assert hidden.status == absent.status
    assert hidden.headers.get("content-length") == absent.headers.get("content-length")
    assert served.send(f"{method} {path.replace('SECRET', served.secret_id)}").status == 401


@pytest.mark.parametrize(
    "header",
    [
        "Range: bytes=" + "0-1," * 6_000 + "0-1",
        "Range: bytes=" + ",".join(f"{n}-" for n in range(3_000)),
        "Range: bytes=0-99999999999999999999999",
        "Range: bytes=5-1",
        "Range: bytes=-",
        "Range: chunks=0-1",
        "If-None-Match: " + "a" * 20_000,
        "If-Modified-Since: never",
        "Cookie: " + "a=b; " * 4_000,
        "Cookie: aliquot_session=" + "%00" * 500,
        "Cookie: aliquot_login=" + base64.urlsafe_b64encode(b"[" * 20_000).decode(),
        "Accept: " + "a/b," * 5_000,
        "Accept-Language: " + "de;q=0.1," * 2_000,
        "Accept-Encoding: " + "gzip;q=0," * 2_000,
    ],
)
def test_no_header_makes_an_answer_large_or_breaks_it(served: Served, header: str) -> None:
    path = f"/api/v1/documents/{served.open_id}/original"
    whole = served.send(f"GET {path}", as_="bo")
    answer = served.send(f"GET {path}", header, as_="bo")
    assert answer.status in {200, 206, 400, 416, 431}
    assert len(answer.body) < len(whole.body) + 1_000


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "X-Forwarded-Prefix: /evil"],
)
@pytest.mark.parametrize("line", ["GET /library", "GET /login", "GET /library/", "GET /static/css"])
def test_no_header_is_put_into_an_answer_that_others_may_be_given(
    served: Served, line: str, header: str
) -> None:
    plain, other = (
        served.send(line, "Accept: text/html"),
        served.send(line, "Accept: text/html", header),
    )
    assert b"evil" not in other.body
    assert other.headers.get("location") == plain.headers.get("location")
    assert other.status == plain.status


# -------------------------------------------------------------------------- files made to harm

BAIT = "http://127.0.0.1:{port}/"
REACHING: dict[str, str] = {
    "a.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "{bait}">]><article><body><p>&x;</p></body></article>',
    "b.xml": '<!DOCTYPE a SYSTEM "{bait}a.dtd"><article><body><p>x</p></body></article>',
    "c.svg": '<svg xmlns="http://www.w3.org/2000/svg"><image href="{bait}"/><text>x</text></svg>',
    "d.html": '<base href="{bait}"><link rel=stylesheet href=a><iframe src=b></iframe><p>x</p>',
    "e.md": "![x]({bait}) <img src={bait}> [y]: {bait}\n\nText.\n",
    "f.bib": "@article{{a, title={{x}}, url={{{bait}}}, file={{{bait}}}}}\n",
    "g.csv": "name,value\n=WEBSERVICE(\"{bait}\"),1\n=cmd|'/c calc'!A1,2\n",
}


@pytest.mark.parametrize("name", REACHING)
def test_no_file_makes_the_server_fetch_anything(served: Served, name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as canary:
        canary.settimeout(0.05)
        bait = BAIT.format(port=canary.getsockname()[1])
        kind, body = multipart(name, REACHING[name].format(bait=bait).encode())
        answer = served.send("POST /api/v1/documents", kind, body=body, as_="bo")
        assert answer.status in {202, 415}
        if answer.status == 202:
            read_whole(served, json.loads(answer.body)["job"]["id"])
        with pytest.raises(TimeoutError):
            canary.accept()


def read_whole(served: Served, job_id: str) -> None:
    """Wait until a job is over."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if served.library.jobs.get(job_id).state not in {"waiting", "running"}:
            return
        time.sleep(0.02)
    raise AssertionError(job_id)


RUNNING: dict[str, bytes] = {
    "picture.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "GIF.md": b"GIF89a <script>alert(1)</script>\n\nText about gifelin.\n",
    "page.md": b"<html><script>alert(1)</script>\n\nText about pagelin.\n",
    'a"; filename="evil.html.md': b"# Quoted\n\nText about quotelin.\n",
    "\u202efdp.md": b"# Turned\n\nText about turnlin.\n",
    "培養 メモ;x=y.md": "# 培養\n\n培養メモ。\n".encode(),
}


@pytest.mark.parametrize("name", RUNNING)
def test_an_original_is_never_run_whatever_it_holds_or_is_called(served: Served, name: str) -> None:
    kind, body = multipart(name.replace('"', "%22"), RUNNING[name])
    sent = served.send("POST /api/v1/documents", kind, body=body, as_="bo")
    if sent.status == 415:
        return
    job = json.loads(sent.body)["job"]["id"]
    read_whole(served, job)
    for one in served.library.jobs.get(job).result["files"]:
        for document_id in one["document_ids"]:
            given = served.send(f"GET /documents/{quote(document_id)}/original", as_="bo")
            assert given.status == 200
            assert given.headers["content-type"] in {"application/octet-stream", "image/gif"}
            assert given.headers["x-content-type-options"] == "nosniff"
            assert "sandbox" in given.headers["content-security-policy"]
            assert "evil" not in {part.partition("=")[0] for part in given.names}
            assert given.names.count("content-disposition") == 1


# -------------------------------------------------------------------------- names and offices


@pytest.mark.parametrize(
    "name", ["group:heads", "*", " ana", "ana ", "ana\u200b", "ana\x00", "a\nb", "", "x" * 400]
)
def test_no_token_acts_as_a_group_as_everyone_or_as_a_name_that_looks_like_another(
    served: Served, name: str
) -> None:
    body = json.dumps({"name": "t", "person": name or " "}).encode()
    assert served.send("POST /api/v1/tokens", JSON, body=body, as_="ana").status == 422


@pytest.mark.parametrize("name", ["..", "%2e%2e", "a%2Fb", "-", "a%20b", "CON", "%EF%BD%81", "%00"])
def test_no_collection_is_called_like_a_way_out(served: Served, name: str) -> None:
    answer = served.send(f"PUT /api/v1/collections/{name}", JSON, body=b"{}", as_="ana")
    assert answer.status in {404, 422}


OFFICE = ("/settings", "/audit", "/evaluation")
OFFICE_API = ("tokens", "grants", "audit", "sources", "evaluations")


def office_routes() -> list[str]:
    """Return every route that is for administrators alone."""
    parts = tuple(f"{api.PREFIX}/{one}" for one in OFFICE_API)
    # Scores alone, without questions, are for everyone.
    is_open = {"GET /evaluation"}
    paths = [one for one in every_route() if one.partition(" ")[2].startswith((*OFFICE, *parts))]
    return [one for one in paths if one not in is_open]


@pytest.mark.parametrize("route", office_routes())
def test_every_administrators_route_is_closed_to_an_editor(served: Served, route: str) -> None:
    assert served.send(route, as_="bo").status == 403
    assert served.send(route, f"Cookie: {served.cookie('bo')}").status == 403


def test_a_log_of_any_length_is_exported_as_it_is_read(served: Served) -> None:
    answer = served.send("GET /api/v1/audit/export", as_="ana")
    assert answer.status == 200
    # Its length is not known before its end: it is never whole in memory.
    assert "content-length" not in answer.headers
    assert b"alq_" not in answer.body
