"""What pages do for whoever sits before them: at once, by their own clock, on their own screen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from browser import LAB, axe_violations, chromium, served, watched

pytestmark = pytest.mark.slow

QUESTION = "What is the IC50 of virellin on the flash rate?"
ANSWERED = ".turn:not(.is-working) .spent"
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    paper = LAB / "papers" / "osei-2022-virellin.pdf"
    with served(tmp_path_factory.mktemp("web") / "library", [paper]) as (at, _):
        yield at


def ask(page: Any) -> None:
    page.goto("/")
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector(ANSWERED)


def test_what_is_asked_shows_before_the_server_says_anything(browser: Any, address: str) -> None:
    with watched(browser, address) as window:
        page = window.page
        page.goto("/")
        held: list[Any] = []
        page.route("**/ask", lambda route: held.append(route))
        page.fill("#question", QUESTION)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".turn.is-pending:has-text('{QUESTION}')")
        page.keyboard.press("Escape")
        page.get_by_text("Stopped.").wait_for()
        assert page.locator(".turn").count() == 0
        assert page.input_value("#question") == QUESTION
        assert len(held) == 1


def test_a_touched_screen_brings_up_no_keyboard_over_the_answer(browser: Any, address: str) -> None:
    with watched(browser, address, **PHONE) as window:
        ask(window.page)
        assert window.page.evaluate("document.activeElement === document.body")
        window.check()


def test_times_are_said_by_the_readers_own_clock(browser: Any, address: str) -> None:
    # As far from UTC as any clock is, so that no hour of the day is the same.
    zone = "Pacific/Kiritimati"
    with watched(browser, address, timezone_id=zone, locale="ja-JP") as window:
        page = window.page
        ask(page)
        page.goto("/history")
        time = page.locator(".conversation-list time").first
        at = datetime.fromisoformat(str(time.get_attribute("datetime")))
        assert f"{at.astimezone(ZoneInfo(zone)):%H:%M}" in time.inner_text()
        assert "UTC" not in time.inner_text()
        window.check()


def test_a_conversation_is_deleted_in_two_steps(browser: Any, address: str) -> None:
    with watched(browser, address) as window:
        page = window.page
        ask(page)
        page.goto("/history")
        before = page.locator(".conversation-row").count()
        page.locator(".conversation-row .menu > summary").first.click()
        assert not page.get_by_role("button", name="Delete for good").first.is_visible()
        page.locator(".sure > summary").first.click()
        assert axe_violations(page) == []
        page.get_by_role("button", name="Delete for good").first.click()
        page.wait_for_url("**/history")
        assert page.locator(".conversation-row").count() == before - 1
        window.check()


def test_a_menu_closes_by_esc_and_when_something_else_is_pressed(
    browser: Any, address: str
) -> None:
    with watched(browser, address) as window:
        page = window.page
        ask(page)
        opener = page.locator(".answer-tools .menu > summary")
        for closes in (lambda: page.keyboard.press("Escape"), page.locator(".asked").click):
            opener.click()
            page.wait_for_selector(".answer-tools .menu[open]")
            closes()
            page.wait_for_selector(".answer-tools .menu:not([open])")
        window.check()


def test_on_a_phone_the_page_that_is_open_is_in_sight_in_the_row_of_pages(
    browser: Any, address: str
) -> None:
    with watched(browser, address, **PHONE) as window:
        page = window.page
        page.goto("/settings")
        page.wait_for_function(IS_IN_THE_ROW)
        window.check()


IS_IN_THE_ROW = """() => {
  const row = document.querySelector('.site-nav').getBoundingClientRect();
  const one = document.querySelector('.site-nav [aria-current]').getBoundingClientRect();
  return one.left >= row.left && one.right <= row.right;
}"""
