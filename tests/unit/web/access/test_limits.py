"""How much, how often, how many at a time."""

from __future__ import annotations

import anyio
import pytest
from starlette.exceptions import HTTPException

from aliquot.web.access import limits
from aliquot.web.access.limits import Buckets
from aliquot.web.access.redirects import local_address
from aliquot.web.access.turns import MAX_WAITING, Turns
from aliquot.web.problems import Refusal


class Clock:
    """Goes when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(buckets: Buckets, who: str, times: int) -> int:
    """Return how many of so many tries are let through."""
    passed = 0
    for _ in range(times):
        try:
            buckets.take(who)
        except Refusal:
            continue
        passed += 1
    return passed


def test_a_bucket_gives_what_it_holds_and_then_no_more() -> None:
    assert taken(Buckets(5, Clock()), "a", 9) == 5


def test_each_sender_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(5, Clock())
    assert taken(buckets, "a", 9) == taken(buckets, "b", 9) == 5


def test_a_bucket_fills_evenly_and_never_above_the_rim() -> None:
    clock = Clock()
    buckets = Buckets(6, clock)
    taken(buckets, "a", 6)
    clock.now = 20
    assert taken(buckets, "a", 9) == 2
    clock.now = 9_999
    assert taken(buckets, "a", 9) == 6


def test_who_is_refused_is_told_when_to_come_again_and_then_let_through() -> None:
    clock = Clock()
    buckets = Buckets(6, clock)
    taken(buckets, "a", 6)
    with pytest.raises(Refusal) as caught:
        buckets.take("a")
    assert caught.value.status_code == 429
    clock.now += int(dict(caught.value.headers or {})["Retry-After"])
    assert taken(buckets, "a", 1) == 1


def test_refusals_cost_nothing() -> None:
    clock = Clock()
    buckets = Buckets(6, clock)
    taken(buckets, "a", 500)
    clock.now = 10
    assert taken(buckets, "a", 9) == 1


def test_no_limit_is_none() -> None:
    assert taken(Buckets(0), "a", 5_000) == 5_000


def test_many_senders_take_no_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_SENDERS", 10)
    buckets = Buckets(5, Clock())
    for number in range(500):
        buckets.take(f"address {number}")
    assert len(buckets._levels) == 10


# -------------------------------------------------------------------------- turns


async def stays() -> bool:
    return False


def test_no_more_than_so_many_work_at_a_time_and_all_get_their_turn() -> None:
    working = most = done = 0

    async def ask(turns: Turns) -> None:
        nonlocal working, most, done
        async with turns.turn(stays):
            working += 1
            most = max(most, working)
            await anyio.sleep(0)
            working -= 1
            done += 1

    async def all_ask() -> None:
        turns = Turns(3)
        async with anyio.create_task_group() as group:
            for _ in range(40):
                group.start_soon(ask, turns)

    anyio.run(all_ask)
    assert (most, done) == (3, 40)


def test_who_leaves_while_waiting_takes_no_turn_from_anyone() -> None:
    async def leave() -> None:
        turns = Turns(1)

        async def has_left() -> bool:
            return True

        async with turns.turn(stays):
            with pytest.raises(HTTPException) as caught:
                async with turns.turn(has_left):
                    raise AssertionError
            assert caught.value.status_code == 499
            assert turns.waiting == 0
        with anyio.fail_after(1):
            async with turns.turn(stays):
                pass

    anyio.run(leave)


def test_waiting_ends() -> None:
    async def wait() -> None:
        turns = Turns(1, patience_s=0.01)
        async with turns.turn(stays):
            with pytest.raises(Refusal) as caught:
                async with turns.turn(stays):
                    raise AssertionError
        assert caught.value.status_code == 503

    anyio.run(wait)


def test_a_line_too_long_is_not_joined() -> None:
    async def wait() -> None:
        turns = Turns(1)
        async with turns.turn(stays):
            turns.waiting = MAX_WAITING
            with pytest.raises(Refusal):
                async with turns.turn(stays):
                    raise AssertionError

    anyio.run(wait)


def test_an_error_gives_the_turn_back() -> None:
    async def fail() -> None:
        turns = Turns(1)
        for _ in range(3):
            with pytest.raises(ValueError, match="x"):
                async with turns.turn(stays):
                    raise ValueError("x")

    anyio.run(fail)


# -------------------------------------------------------------------------- where one is sent


@pytest.mark.parametrize("address", ["/", "/library?q=a", "/answers/x#s1", "/文書"])
def test_an_address_of_this_server_is_gone_to(address: str) -> None:
    assert local_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "",
        "library",
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        # What cannot be read at all.
        "//[",
        "/\\[::1",
        "http://[",
        "javascript:alert(1)",
        " https://evil.example",
    ],
)
def test_any_other_address_becomes_the_first_page(address: str) -> None:
    assert local_address(address) == "/"
