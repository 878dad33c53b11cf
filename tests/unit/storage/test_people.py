"""Collections, grants, tokens, logins, jobs and feedback, as the catalog keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.storage.catalog import Catalog
from aliquot.storage.jobs import MAX_ATTEMPTS, Jobs
from aliquot.storage.placing import placer
from aliquot.storage.sessions import Sessions
from aliquot.storage.tokens import Tokens
from aliquot.types import (
    And,
    Chunk,
    Collection,
    Comparison,
    Document,
    DocumentKind,
    Filter,
    Grant,
    JobState,
    Not,
    Operator,
    Permission,
    Person,
    Role,
    Source,
    Span,
)

# All of a secret: it may itself hold the mark that stands before it.
SECRET_CHARACTERS = 43
READ = frozenset({Permission.READ})


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 10, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **how: float) -> None:
        self.now += timedelta(**how)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def put(catalog: Catalog, path: str, name: str) -> None:
    document = Document(kind=DocumentKind.NOTES, title=name, text="t", blocks=(), id=name)
    chunk = Chunk(id=f"{name}#1", document_id=name, text="t", header="", span=Span(0, 1))
    catalog.replace(
        Source(path=path, sha256=name),
        [(document, [chunk])],
        parser="p 1",
        status="ok",
        receipt={},
        now_ns=0,
    )


def names(catalog: Catalog, where: Filter) -> set[str]:
    return {one.id for one in catalog.documents(where)}


def of(*collections: str) -> Comparison:
    return Comparison("collection", Operator.IN, collections)


# ------------------------------------------------------------------------------ folders


@pytest.mark.parametrize(
    ("path", "collection"),
    [
        ("/lab/a.md", "lab"),
        ("/lab/hr/a.md", "people"),
        ("/lab/hr/open/a.md", "lab"),
        ("/lab/hr", "people"),
        ("/lab/hrx/a.md", "lab"),
        ("/labs/a.md", "main"),
        ("/lab/x/../hr/a.md", "people"),
        ("/lab/hr/../a.md", "lab"),
        ("/cafe\u0301/a.md", "cafe"),
        ("https://example.org/lab/a", "main"),
        ("a.md", "main"),
    ],
)
def test_the_innermost_folder_decides(path: str, collection: str) -> None:
    folders = {"/lab": "lab", "/lab/hr": "people", "/lab/hr/open": "lab", "/caf\u00e9": "cafe"}
    assert placer(folders)(path) == collection


def test_files_follow_their_folders(catalog: Catalog) -> None:
    put(catalog, "/lab/a.md", "a")
    put(catalog, "/lab/hr/b.md", "b")
    assert names(catalog, of("main")) == {"a", "b"}
    assert catalog.collections.put(Collection(name="hr", folders=("/lab/hr",))) == 1
    put(catalog, "/lab/hr/c.md", "c")
    catalog.ledger.discover(["/lab/hr/d.md"])
    assert names(catalog, of("hr")) == {"b", "c"}
    assert catalog.collections.counts() == {"main": 1, "hr": 3}
    assert catalog.collections.remove("hr") == 3
    assert names(catalog, of("main")) == {"a", "b", "c"}


def test_a_changed_folder_is_told_to_whoever_remembers_filters(catalog: Catalog) -> None:
    put(catalog, "/lab/a.md", "a")
    before = catalog.state
    catalog.collections.put(Collection(name="x", folders=("/lab",)))
    placed = catalog.state
    catalog.set_aside(Source(path="/copy.md", sha256="a"), "/lab/a.md", now_ns=0)
    copied = catalog.state
    catalog.forget_source("/copy.md")
    assert len({before, placed, copied, catalog.state}) == 4


@pytest.mark.parametrize(
    "name", ["", "Main", "a/b", "..", "a--b", "-a", "x" * 41, "con", "ä", "a\n"]
)
def test_names_that_could_mean_something_else_are_refused(catalog: Catalog, name: str) -> None:
    with pytest.raises(ConfigError):
        catalog.collections.put(Collection(name=name))


def test_a_folder_belongs_to_one_collection(catalog: Catalog) -> None:
    catalog.collections.put(Collection(name="a", folders=("/lab",)))
    with pytest.raises(ConfigError, match="collection 'a'"):
        catalog.collections.put(Collection(name="b", folders=("/lab/",)))
    with pytest.raises(ConfigError):
        catalog.collections.put(Collection(name="b", folders=("relative",)))
    with pytest.raises(ConfigError):
        catalog.collections.remove("main")


# ------------------------------------------------------------------------------ the field


@pytest.fixture
def placed(catalog: Catalog) -> Catalog:
    """Documents a in x, b in y; b's bytes lie in x too, and another file of a's work in y."""
    catalog.collections.put(Collection(name="x", folders=("/x",)))
    catalog.collections.put(Collection(name="y", folders=("/y",)))
    put(catalog, "/x/a.md", "a")
    put(catalog, "/y/b.md", "b")
    put(catalog, "/c.md", "c")
    catalog.set_aside(Source(path="/x/b.md", sha256="b"), "/y/b.md", now_ns=0)
    catalog.set_aside(Source(path="/y/a2.md", sha256="other"), "/x/a.md", now_ns=0)
    return catalog


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (of("x"), {"a", "b"}),
        (of("y"), {"b"}),
        (of("x", "y"), {"a", "b"}),
        (of("main"), {"c"}),
        (of("none"), set()),
        (Comparison("collection", Operator.IN, ()), set()),
        (Comparison("collection", Operator.EQ, ""), set()),
        (Comparison("collection", Operator.EQ, "X"), {"a", "b"}),
        (Comparison("collection", Operator.NE, "x"), {"c"}),
        (Comparison("collection", Operator.EXISTS, True), {"a", "b", "c"}),
        (Comparison("collection", Operator.EXISTS, False), set()),
        (Not(of("y")), {"a", "c"}),
        (And((of("x"), of("y"))), {"b"}),
    ],
)
def test_a_document_is_where_its_bytes_are(
    placed: Catalog, where: Filter, expected: set[str]
) -> None:
    assert names(placed, where) == expected
    keys = [int(key) for key in placed.keys(where)]
    assert {one.document_id for one in placed.chunks(keys).values()} == expected
    assert placed.passing(["a", "b", "c", "nothing"], where) == expected
    assert placed.counts(where)["documents"] == len(expected)


def test_unread_files_are_named_in_their_collection_alone(placed: Catalog) -> None:
    placed.ledger.fail(Source(path="/y/scan.pdf"), status="failed", reason="r", parser="", now_ns=0)
    for where, expected in ((of("y"), ["scan.pdf"]), (of("x"), []), (None, ["scan.pdf"])):
        assert placed.unread_names(where) == expected
        assert [Path(one.path).name for one in placed.ledger.failed(where)] == expected


# ------------------------------------------------------------------------------ grants


def test_the_highest_grant_counts(catalog: Catalog) -> None:
    ann = Person(name="ann", groups=frozenset({"lab"}))
    for to, role in (("*", Role.READER), ("group:lab", Role.EDITOR), ("ann", Role.READER)):
        catalog.collections.grant(Grant("main", to, role))
    assert catalog.collections.roles(ann) == {"main": Role.EDITOR}
    catalog.collections.revoke("main", "group:lab")
    assert catalog.collections.roles(ann) == {"main": Role.READER}
    with pytest.raises(UnknownDocumentError):
        catalog.collections.revoke("main", "group:lab")


def test_grants_go_with_their_collection(catalog: Catalog) -> None:
    catalog.collections.put(Collection(name="x"))
    catalog.collections.grant(Grant("x", "ann", Role.OWNER))
    catalog.collections.remove("x")
    catalog.collections.put(Collection(name="x"))
    assert catalog.collections.grants() == []


@pytest.mark.parametrize("to", ["", " ann", "group:", "a\nb", "x" * 300])
def test_a_grant_names_somebody(catalog: Catalog, to: str) -> None:
    with pytest.raises(ConfigError):
        catalog.collections.grant(Grant("main", to, Role.READER))
    with pytest.raises(UnknownDocumentError):
        catalog.collections.grant(Grant("none", "ann", Role.READER))


# ------------------------------------------------------------------------------ secrets


def with_clock(catalog: Catalog, clock: Clock) -> tuple[Tokens, Sessions, Jobs]:
    engine = catalog._engine
    return Tokens(engine, clock=clock), Sessions(engine, clock=clock), Jobs(engine, clock=clock)


def test_a_token_opens_until_it_ends(catalog: Catalog, clock: Clock) -> None:
    tokens, _, _ = with_clock(catalog, clock)
    made, secret = tokens.make("report", "ann", READ, 2)
    assert secret.startswith(f"alq_{made.id}_")
    assert tokens.of(secret) == made
    assert tokens.of(secret[:-1] + ("A" if secret[-1] != "A" else "B")) is None
    clock.wait(days=2)
    assert tokens.of(secret) is None
    assert [one.id for one in tokens.expired()] == [made.id]


def test_a_revoked_token_opens_nothing(catalog: Catalog) -> None:
    made, secret = catalog.tokens.make("report", "ann", READ, 2)
    catalog.tokens.revoke(made.id)
    assert catalog.tokens.of(secret) is None
    with pytest.raises(UnknownDocumentError):
        catalog.tokens.revoke("none")


def test_use_is_noted_to_the_hour(catalog: Catalog, clock: Clock) -> None:
    tokens, _, _ = with_clock(catalog, clock)
    _, secret = tokens.make("report", "ann", READ, 2)
    tokens.of(secret)
    assert tokens.all()[0].last_used_at == "2026-05-01T10:00:00.000+00:00"
    clock.wait(hours=1)
    tokens.of(secret)
    assert tokens.all()[0].last_used_at == "2026-05-01T11:00:00.000+00:00"


@pytest.mark.parametrize(
    "words", ["", "alq_", "alq__", "alq_0_x", "é", "\ud800", "alq_" + "a" * 9999]
)
def test_other_words_are_no_token_and_no_login(catalog: Catalog, words: str) -> None:
    assert catalog.tokens.of(words) is None
    assert catalog.sessions.of(words) is None


@pytest.mark.parametrize(
    ("name", "person", "permissions", "days"),
    [
        ("", "ann", READ, 1),
        ("n", "", READ, 1),
        ("n", "*", READ, 1),
        ("n", "group:x", READ, 1),
        ("n", "ann", frozenset(), 1),
        ("n", "ann", READ, 0),
        ("n", "ann", READ, float("nan")),
        ("n", "ann", READ, 1e9),
    ],
)
def test_tokens_that_would_mean_nothing_are_not_made(
    catalog: Catalog, name: str, person: str, permissions: frozenset[Permission], days: float
) -> None:
    with pytest.raises(ConfigError):
        catalog.tokens.make(name, person, permissions, days)


def test_no_secret_is_kept(catalog: Catalog, tmp_path: Path) -> None:
    _, secret = catalog.tokens.make("report", "ann", READ, 2)
    login = catalog.sessions.begin(Person(name="ann"), 1)
    catalog.close()
    kept = b"".join(one.read_bytes() for one in tmp_path.glob("catalog.db*"))
    assert secret[-SECRET_CHARACTERS:].encode() not in kept
    assert login.encode() not in kept


def test_a_login_ends_with_its_hours_and_by_hand(catalog: Catalog, clock: Clock) -> None:
    _, sessions, _ = with_clock(catalog, clock)
    ann = Person(name="ann", groups=frozenset({"g"}), permissions=READ, via="oidc")
    first, second = sessions.begin(ann, 1), sessions.begin(ann, 3)
    assert sessions.of(first) == ann
    clock.wait(hours=1)
    assert sessions.of(first) is None
    sessions.end(second)
    assert sessions.of(second) is None
    third = sessions.begin(replace(ann, name="ben"), 1)
    assert sessions.end_of("ben") == 1
    assert sessions.of(third) is None


# ------------------------------------------------------------------------------ jobs


def test_the_same_key_of_one_person_is_one_job(catalog: Catalog) -> None:
    first = catalog.jobs.begin("add", "ann", {"n": 1}, "k")
    assert catalog.jobs.begin("add", "ann", {"n": 2}, "k") == first
    assert catalog.jobs.begin("add", "ben", {}, "k") != first
    assert catalog.jobs.begin("add", "ann", {}) != catalog.jobs.begin("add", "ann", {})


def test_a_job_is_claimed_once_and_in_order(catalog: Catalog) -> None:
    begun = [catalog.jobs.begin("add", "ann", {}).id for _ in range(6)]
    with ThreadPoolExecutor(3) as pool:
        claimed = list(pool.map(catalog.jobs.claim, map(str, range(8))))
    assert sorted(one.id for one in claimed if one) == sorted(begun)
    assert catalog.jobs.claim("late") is None


def test_a_job_goes_its_way(catalog: Catalog) -> None:
    job = catalog.jobs.begin("add", "ann", {"paths": ["é"]})
    catalog.jobs.progress(job.id, 1, 2, "not begun")
    assert catalog.jobs.get(job.id) == job
    catalog.jobs.claim("w")
    catalog.jobs.progress(job.id, 1, 2, "a\udce9.pdf")
    running = catalog.jobs.get(job.id)
    assert (running.state, running.done, running.total) == (JobState.RUNNING, 1, 2)
    done = catalog.jobs.finish(job.id, {"added": 2})
    assert (done.state, done.result, bool(done.ended_at)) == (JobState.DONE, {"added": 2}, True)
    assert catalog.jobs.fail(job.id, "late") == done
    with pytest.raises(UnknownDocumentError):
        catalog.jobs.get("none")


def test_a_cancelled_job_stays_cancelled(catalog: Catalog) -> None:
    job = catalog.jobs.begin("add", "ann", {})
    catalog.jobs.claim("w")
    catalog.jobs.cancel(job.id)
    assert catalog.jobs.is_cancelled(job.id)
    assert catalog.jobs.finish(job.id, {}).state is JobState.CANCELLED
    assert catalog.jobs.is_cancelled("none")


def test_the_job_of_a_dead_worker_is_tried_again_and_given_up(
    catalog: Catalog, clock: Clock
) -> None:
    _, _, jobs = with_clock(catalog, clock)
    job = jobs.begin("add", "ann", {})
    for _ in range(MAX_ATTEMPTS):
        assert jobs.claim("w")
        assert jobs.release_stale(60) == 0
        clock.wait(seconds=61)
        assert jobs.release_stale(60) == 1
    assert jobs.get(job.id).state is JobState.FAILED
    assert jobs.claim("w") is None


def test_jobs_are_listed_in_stretches(catalog: Catalog) -> None:
    begun = [catalog.jobs.begin("add", name, {}).id for name in ("ann", "ben", "ann", "ann")]
    assert [one.id for one in catalog.jobs.list("ann", 2)] == [begun[3], begun[2]]
    assert [one.id for one in catalog.jobs.list("ann", 2, begun[2])] == [begun[0]]
    assert len(catalog.jobs.list()) == 4
