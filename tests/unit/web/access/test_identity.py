"""Who is taken for whom, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from starlette.requests import Request

from aliquot.config import ServeConfig
from aliquot.types import LOCAL_PERSON, Permission, Person, Token
from aliquot.web.access.addresses import Proxies, is_loopback
from aliquot.web.access.identity import Identity, person_named
from aliquot.web.problems import Refusal

READER = frozenset({Permission.READ})
ANN = Token(
    id="a", name="n", person="ann", permissions=READER, created_at="", expires_at="9999-01-01"
)
BEN = Person(name="ben", groups=frozenset({"pi"}), via="oidc")


class Known:
    """One token, `good`, of ann; one session, `held`, of ben."""

    def token(self, secret: str) -> Token | None:
        return ANN if secret == "good" else None

    def session(self, secret: str) -> Person | None:
        return BEN if secret == "held" else None


def person(
    *headers: tuple[str, str], peer: str = "10.0.0.2", settings: ServeConfig
) -> Person | None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "client": (peer, 1),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    return Identity(settings, Known())(Request(scope))


def served(*auth: str, administrators: Sequence[str] = ()) -> ServeConfig:
    return ServeConfig(
        auth=auth,
        trusted_proxies=("10.0.0.2/32", "fd00::/8"),
        oidc_issuer="https://idp.example",
        oidc_client="c",
        public_url="http://lab.example",
        administrators=tuple(administrators),
    )


TOKEN = ("authorization", "Bearer good")
PROXY = ("x-forwarded-user", "cleo")
COOKIE = ("cookie", "aliquot_session=held")
EVERY_WAY = served("token", "proxy", "oidc")


def test_without_auth_there_is_one_local_person_who_administrates() -> None:
    assert person(settings=ServeConfig()) == LOCAL_PERSON


def test_with_auth_who_says_nothing_is_nobody() -> None:
    assert person(settings=EVERY_WAY) is None


@pytest.mark.parametrize(
    ("headers", "name"),
    [((TOKEN, PROXY, COOKIE), "ann"), ((PROXY, COOKIE), "cleo"), ((COOKIE,), "ben")],
)
def test_token_goes_before_proxy_and_proxy_before_session(
    headers: tuple[tuple[str, str], ...], name: str
) -> None:
    found = person(*headers, settings=EVERY_WAY)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("ways", [("token",), ("proxy",), ("token", "proxy")])
def test_a_session_ends_with_the_way_it_was_begun_by(ways: tuple[str, ...]) -> None:
    assert person(COOKIE, settings=served(*ways)) is None


def test_a_session_of_before_is_no_way_round_being_alone_on_this_machine() -> None:
    assert person(COOKIE, settings=ServeConfig()) == LOCAL_PERSON


def test_a_token_gives_no_more_than_it_permits() -> None:
    found = person(TOKEN, settings=EVERY_WAY)
    assert found is not None
    assert found.permissions == READER


def test_a_bad_token_is_refused_although_another_way_would_do() -> None:
    with pytest.raises(Refusal) as caught:
        person(("authorization", "Bearer bad"), PROXY, COOKIE, settings=EVERY_WAY)
    assert caught.value.status_code == 401
    assert 'error="invalid_token"' in dict(caught.value.headers or {})["WWW-Authenticate"]


def test_tokens_open_nothing_where_auth_does_not_name_them() -> None:
    with pytest.raises(Refusal):
        person(TOKEN, settings=served("proxy"))


def test_a_scheme_of_the_proxys_own_opens_nothing_and_closes_nothing() -> None:
    basic = ("authorization", "Basic Z29vZDo=")
    assert person(basic, settings=EVERY_WAY) is None
    found = person(basic, PROXY, settings=EVERY_WAY)
    assert found is not None
    assert found.name == "cleo"


@pytest.mark.parametrize("peer", ["10.0.0.3", "127.0.0.1", "::1", "", "not an address"])
def test_a_name_in_a_header_from_elsewhere_is_ignored_and_noted(
    peer: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert person(PROXY, peer=peer, settings=EVERY_WAY) is None
    assert "no trusted proxy" in caplog.text


@pytest.mark.parametrize("peer", ["10.0.0.2", "::ffff:10.0.0.2", "fd00::7"])
def test_a_trusted_proxy_is_known_by_its_address_in_either_form(peer: str) -> None:
    found = person(PROXY, peer=peer, settings=EVERY_WAY)
    assert found is not None
    assert found.via == "proxy"


def test_a_proxys_word_counts_only_where_auth_names_it() -> None:
    assert person(PROXY, settings=served("token")) is None


def test_the_socket_counts_and_not_what_is_forwarded() -> None:
    forwarded = ("x-forwarded-for", "10.0.0.2")
    assert person(PROXY, forwarded, peer="192.0.2.9", settings=EVERY_WAY) is None


@pytest.mark.parametrize(
    "headers",
    [
        (TOKEN, TOKEN),
        (PROXY, ("x-forwarded-user", "ann")),
        (PROXY, ("x-forwarded-groups", "a"), ("x-forwarded-groups", "b")),
    ],
)
def test_what_may_stand_once_and_stands_twice_is_refused(
    headers: tuple[tuple[str, str], ...],
) -> None:
    with pytest.raises(Refusal) as caught:
        person(*headers, settings=EVERY_WAY)
    assert caught.value.status_code == 400


@pytest.mark.parametrize("name", ["", "  ", "*", "group:pi", "a\tb", "a\x00b", "x" * 321])
def test_a_name_that_is_none_or_could_be_a_groups_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        person(("x-forwarded-user", name), COOKIE, settings=EVERY_WAY)
    assert caught.value.status_code == 401


def test_names_and_groups_are_read_as_utf_8() -> None:
    written = "美香".encode().decode("latin-1")
    found = person(
        ("x-forwarded-user", written), ("x-forwarded-groups", "pi, ,lab"), settings=EVERY_WAY
    )
    assert found is not None
    assert (found.name, found.groups) == ("美香", {"pi", "lab"})


@pytest.mark.parametrize(
    ("administrators", "is_one"),
    [
        (("ben",), True),
        (("group:pi",), True),
        (("pi",), False),
        (("group:ben",), False),
        ((), False),
    ],
)
def test_administrators_are_those_the_settings_name(
    administrators: tuple[str, ...], is_one: bool
) -> None:
    found = person(COOKIE, settings=served("oidc", administrators=administrators))
    assert found is not None
    assert found.is_administrator is is_one


def test_a_group_called_like_an_administrator_is_not_one() -> None:
    settings = served("proxy", administrators=("ann",))
    found = person(PROXY, ("x-forwarded-groups", "ann"), settings=settings)
    assert found is not None
    assert not found.is_administrator


def test_a_group_name_with_the_mark_in_it_is_another_group() -> None:
    assert person_named("x", ["group:pi"], "proxy").grantees == {"x", "*", "group:group:pi"}


@pytest.mark.parametrize(
    ("host", "is_one"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("lab.example", False),
        ("localhost.evil.example", False),
        ("", False),
    ],
)
def test_only_this_machines_own_addresses_are_loopback(host: str, is_one: bool) -> None:
    assert is_loopback(host) is is_one


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("10.0.0.2", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.2", "203.0.113.1, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.2", "198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.2", "nonsense", "10.0.0.2"),
        ("10.0.0.2", "", "10.0.0.2"),
    ],
)
def test_a_client_is_the_last_that_no_trusted_proxy_is(
    peer: str, forwarded: str, client: str
) -> None:
    scope = {
        "type": "http",
        "client": (peer, 1),
        "headers": [(b"x-forwarded-for", forwarded.encode())],
    }
    assert Proxies(("10.0.0.2/32",)).client(scope) == client
