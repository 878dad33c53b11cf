"""One layer tries again, waits its turn, falls back and keeps the budget."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from aliquot.errors import ConfigError, ModelError, ModelUnavailableError
from aliquot.models.language.budgets import Budget, BudgetLimits
from aliquot.models.language.chain import Link, ModelChain
from aliquot.models.language.failures import BudgetError, BusyError
from aliquot.models.language.guards import Guarded, Limits
from aliquot.models.language.ledger import FileLedger, MemoryLedger, Spent
from aliquot.models.language.prices import StatedPrice
from aliquot.protocols import ChatModel
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Message, Reply, Usage

ASKED = [Message("user", "x" * 400)]  # 100 tokens to a scripted model.
FREE = StatedPrice(0, 0)


def busy(**more: object) -> BusyError:
    return BusyError("busy", **more)  # type: ignore[arg-type]


def guarded(*script: str | Exception, slept: list[float]) -> tuple[Guarded, ScriptedModel]:
    model = ScriptedModel(script)
    return Guarded(model, Limits(parallel=1, sleep=slept.append)), model


# ------------------------------------------------------------------------------ trying again


def test_a_busy_model_is_asked_again_after_growing_pauses() -> None:
    slept: list[float] = []
    model, inner = guarded(busy(), busy(), "ok", slept=slept)
    assert model.reply(ASKED).text == "ok"
    assert slept == [1, 2]
    assert len(inner.asked) == 3


def test_a_model_that_asks_for_a_pause_is_given_it() -> None:
    slept: list[float] = []
    model, _ = guarded(busy(retry_after_s=7.0), "ok", slept=slept)
    model.reply(ASKED)
    assert slept == [7]


@pytest.mark.parametrize(
    "failure",
    [busy(retry_after_s=3600.0), busy(is_worth_repeating=False), ModelError("no")],
    ids=["too long a pause", "timeout", "refused"],
)
def test_what_waiting_does_not_mend_is_not_tried_again(failure: Exception) -> None:
    slept: list[float] = []
    model, inner = guarded(failure, "ok", slept=slept)
    with pytest.raises(ModelError):
        model.reply(ASKED)
    assert len(inner.asked) == 1
    assert slept == []


def test_a_model_that_stays_busy_is_given_up() -> None:
    model, inner = guarded(*[busy()] * 9, slept=[])
    with pytest.raises(BusyError):
        model.reply(ASKED)
    assert len(inner.asked) == 4


class _Breaking(ScriptedModel):
    """Break off after its first piece, the first time."""

    def stream(self, messages, *, max_tokens=1024):  # type: ignore[no-untyped-def]
        for piece in super().stream(messages, max_tokens=max_tokens):
            yield piece
            if len(self.asked) == 1:
                raise busy()


def test_a_stream_of_which_something_was_shown_is_not_begun_again() -> None:
    inner = _Breaking(["the first answer", "the second answer"])
    model = Guarded(inner, Limits(parallel=1, sleep=lambda _: None))
    shown: list[object] = []
    with pytest.raises(BusyError):
        shown.extend(model.stream(ASKED))
    assert len(inner.asked) == 1


def test_a_stream_that_fails_before_its_first_word_is_begun_again() -> None:
    model, _ = guarded(busy(), "the answer", slept=[])
    *_, last = model.stream(ASKED)
    assert isinstance(last, Reply)
    assert last.text == "the answer"


# ------------------------------------------------------------------------------------ limits


def test_no_more_requests_are_under_way_than_allowed() -> None:
    now, most, lock = 0, 0, threading.Lock()
    gate = threading.Event()

    def count(_: object) -> str:
        nonlocal now, most
        with lock:
            now, most = now + 1, max(most, now + 1)
        gate.wait(0.02)
        with lock:
            now -= 1
        return "ok"

    model = Guarded(ScriptedModel([count] * 12), Limits(parallel=2))
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: model.reply(ASKED), range(12)))
    assert most == 2


def test_no_more_requests_begin_in_a_minute_than_allowed() -> None:
    time_s = 0.0
    begun: list[float] = []

    def sleep(seconds: float) -> None:
        nonlocal time_s
        time_s += seconds

    def note(_: object) -> str:
        nonlocal time_s
        begun.append(time_s)
        time_s += 1
        return "ok"

    limits = Limits(parallel=4, requests_per_minute=3, clock=lambda: time_s, sleep=sleep)
    model = Guarded(ScriptedModel([note] * 10), limits)
    for _ in range(10):
        model.reply(ASKED)
    for start in begun:
        assert sum(start <= one < start + 60 for one in begun) <= 3
    assert begun[-1] < 4 * 60


# ---------------------------------------------------------------------------------- fallbacks


def chain(*models: ChatModel, budget: Budget | None = None) -> ModelChain:
    return ModelChain([Link(one, FREE) for one in models], budget)


def test_the_next_model_is_asked_where_one_fails_and_the_reply_says_so() -> None:
    first = ScriptedModel([ModelError("out of order")], model="a")
    reply = chain(first, ScriptedModel(["ok"], model="b")).reply(ASKED)
    assert (reply.text, reply.usage.models) == ("ok", ("scripted-b",))


def test_a_fallback_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    chain(ScriptedModel([ModelError("out of order.")]), ScriptedModel(["ok"], model="b")).reply(
        ASKED
    )
    assert "out of order. scripted-b is asked instead." in caplog.text


def test_every_failure_is_told_where_all_fail() -> None:
    models = ScriptedModel([ModelError("first.")]), ScriptedModel([busy()])
    with pytest.raises(ModelUnavailableError, match=r"first\. busy"):
        chain(*models).reply(ASKED)


def test_a_refusal_is_not_taken_to_another_model() -> None:
    second = ScriptedModel(["ok"])
    model = chain(ScriptedModel([Reply("", finish="refused")]), second)
    assert model.reply(ASKED).finish == "refused"
    assert not second.asked


def test_a_stream_that_has_shown_something_does_not_change_its_author() -> None:
    second = ScriptedModel(["other"])
    shown: list[object] = []
    with pytest.raises(BusyError):
        shown.extend(chain(_Breaking(["the first answer"]), second).stream(ASKED))
    assert not second.asked


def test_a_stream_falls_back_before_its_first_word() -> None:
    *_, last = chain(ScriptedModel([ModelError("no")]), ScriptedModel(["ok"])).stream(ASKED)
    assert isinstance(last, Reply)
    assert last.text == "ok"


def test_a_chain_promises_only_what_each_of_its_models_does() -> None:
    both = chain(
        ScriptedModel(has_tools=False, context_tokens=9000),
        ScriptedModel(has_schemas=False, context_tokens=4000),
    )
    assert (both.has_tools, both.has_schemas, both.context_tokens) == (False, False, 4000)


# ------------------------------------------------------------------------------------ budgets


def budgeted(
    limits: BudgetLimits,
    *script: str | Exception | Reply,
    ledger: FileLedger | MemoryLedger | None = None,
    clock: Callable[[], datetime] = lambda: datetime(2026, 11, 30, tzinfo=UTC),
) -> ModelChain:
    link = Link(ScriptedModel(script), StatedPrice(1_000_000, 1_000_000))  # 1 US dollar a token.
    return ModelChain([link], Budget(limits, ledger, clock=clock), limits)


def test_a_request_that_may_exceed_the_budget_is_not_sent() -> None:
    model = budgeted(BudgetLimits(tokens_per_day=150), "a", "b")
    with pytest.raises(BudgetError, match="150 tokens a day") as refused:
        model.reply(ASKED, max_tokens=100)
    assert "Raise the budget" in refused.value.hint
    assert model.reply(ASKED, max_tokens=10).text == "a"


def test_what_a_reply_did_not_take_is_given_back() -> None:
    limits = BudgetLimits(tokens_per_day=410)
    model = budgeted(limits, *["four"] * 9)
    for _ in range(3):
        model.reply(ASKED, max_tokens=100)
    with pytest.raises(BudgetError):
        model.reply(ASKED, max_tokens=100)


def test_each_question_has_a_budget_of_its_own() -> None:
    model = budgeted(BudgetLimits(tokens_per_question=220), *["a"] * 9)
    first, second = model.for_question(), model.for_question()
    first.reply(ASKED, max_tokens=10)
    first.reply(ASKED, max_tokens=10)
    with pytest.raises(BudgetError, match="a question"):
        first.reply(ASKED, max_tokens=10)
    assert second.reply(ASKED, max_tokens=10).text == "a"


def test_questions_share_the_budget_of_the_day() -> None:
    model = budgeted(BudgetLimits(usd_per_day=220), *["a"] * 9)
    for _ in range(2):
        model.for_question().reply(ASKED, max_tokens=10)
    with pytest.raises(BudgetError, match="220 US dollars a day"):
        model.for_question().reply(ASKED, max_tokens=10)


def test_threads_together_do_not_exceed_a_budget() -> None:
    model = budgeted(BudgetLimits(tokens_per_day=550), *["a"] * 40)

    def attempt(_: int) -> int:
        try:
            return model.reply(ASKED, max_tokens=5).usage.input_tokens
        except BudgetError:
            return 0

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(40))) <= 550


def test_a_day_outlives_a_restart_and_ends_with_the_day(tmp_path: Path) -> None:
    day = datetime(2026, 11, 30, 23, 0, tzinfo=UTC)
    limits = BudgetLimits(tokens_per_day=150)
    budgeted(limits, "a", ledger=FileLedger(tmp_path), clock=lambda: day).reply(ASKED, max_tokens=9)
    again = budgeted(limits, "a", ledger=FileLedger(tmp_path), clock=lambda: day)
    with pytest.raises(BudgetError):
        again.reply(ASKED, max_tokens=9)
    next_day = day + timedelta(hours=2)
    later = budgeted(limits, "a", ledger=FileLedger(tmp_path), clock=lambda: next_day)
    assert later.reply(ASKED, max_tokens=9).text == "a"


def test_a_clock_set_back_brings_no_new_budget() -> None:
    now = datetime(2026, 11, 30, 0, 10, tzinfo=UTC)
    model = budgeted(BudgetLimits(tokens_per_day=150), "a", "b", clock=lambda: now)
    model.reply(ASKED, max_tokens=9)
    now -= timedelta(minutes=20)
    with pytest.raises(BudgetError):
        model.reply(ASKED, max_tokens=9)


def test_a_clock_that_was_years_ahead_blocks_nothing_once_mended() -> None:
    now = datetime(2036, 1, 1, tzinfo=UTC)
    model = budgeted(BudgetLimits(tokens_per_day=150), "a", "b", clock=lambda: now)
    model.reply(ASKED, max_tokens=9)
    now = datetime(2026, 11, 30, tzinfo=UTC)
    assert model.reply(ASKED, max_tokens=9).text == "b"


def test_a_request_that_was_refused_costs_nothing_and_one_that_may_have_run_its_prompt() -> None:
    ledger = MemoryLedger()
    limits = BudgetLimits(tokens_per_day=10_000)
    model = budgeted(limits, ModelError("401"), busy(), busy(may_have_run=True), ledger=ledger)
    spent = []
    for _ in range(3):
        with pytest.raises(ModelError):
            model.reply(ASKED, max_tokens=9)
        spent.append(ledger.spent_on("2026-11-30").tokens)
    assert spent[:2] == [0, 0]
    assert spent[2] >= 100


def test_a_stream_left_early_is_paid_as_if_it_had_ended() -> None:
    ledger = MemoryLedger()
    model = budgeted(BudgetLimits(tokens_per_day=10_000), "a long answer", ledger=ledger)
    stream = model.stream(ASKED, max_tokens=50)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert ledger.spent_on("2026-11-30").tokens == 150


def test_a_budget_in_us_dollars_needs_prices() -> None:
    limits = BudgetLimits(usd_per_question=1)
    with pytest.raises(ConfigError, match="price of scripted is not known"):
        ModelChain([Link(ScriptedModel(), None)], Budget(limits), limits)


def test_an_unknown_cost_is_charged_by_the_price() -> None:
    ledger = MemoryLedger()
    reply = Reply("a", usage=Usage(100, 1, None, requests=1))
    budgeted(BudgetLimits(usd_per_day=1000), reply, ledger=ledger).reply(ASKED, max_tokens=9)
    assert ledger.spent_on("2026-11-30").usd == pytest.approx(101)


@pytest.mark.parametrize("damage", [b'{"usd": 1, "tok', b"\xff\xfe", b"[]", b'{"usd": "x"}'])
def test_a_line_cut_by_a_crash_loses_no_other(tmp_path: Path, damage: bytes) -> None:
    ledger = FileLedger(tmp_path)
    ledger.add("2026-11-30", Spent(1.0, 10))
    with (tmp_path / "2026-11-30.jsonl").open("ab") as file:
        file.write(damage)
    ledger.add("2026-11-30", Spent(2.0, 20))
    assert ledger.spent_on("2026-11-30") == Spent(3.0, 30)


def test_ledgers_of_two_processes_add_up(tmp_path: Path) -> None:
    one, other = FileLedger(tmp_path), FileLedger(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: (one, other)[n % 2].add("2026-11-30", Spent(0, 1)), range(200)))
    assert one.spent_on("2026-11-30").tokens == 200
