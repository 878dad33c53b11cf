"""Asking in a real browser: the first answer, the quote beside it, and what must never happen."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library
from browser import LAB, Watched, axe_violations, chromium, served, watched

pytestmark = pytest.mark.slow

PAPER = "What is the IC50 of virellin on the flash rate?"
JAPANESE = "抗体7F2はどのように保存しますか？"
FILES = (
    "papers/osei-2022-virellin.pdf",
    "papers/morita-2024-regeneration.pdf",
    "protocols/HL-P06_固定と免疫染色.md",
    "reagents/virellin_dose_response_2022.csv",
    "trials/NCT99000087.json",
)
HOSTILE_NAME = "y\"><img src=x onerror=alert('name')>.txt"
HOSTILE_TEXT = (
    "<script>alert('title')</script>\n\n"
    "Zorbium melts at 41 degrees <img src=x onerror=alert('text')> in every run we made.\n"
)
DONE = ".turn:not(.is-working) .spent"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[tuple[str, Library]]:
    folder = tmp_path_factory.mktemp("web")
    (folder / "files").mkdir()
    for name in FILES:
        shutil.copy(LAB / name, folder / "files")
    (folder / "files" / HOSTILE_NAME).write_text(HOSTILE_TEXT, encoding="utf-8")
    with served(folder / "library", [folder / "files"]) as started:
        yield started


@pytest.fixture
def seen(browser: Any, lab: tuple[str, Library]) -> Iterator[Watched]:
    with watched(browser, lab[0], viewport={"width": 1280, "height": 800}) as window:
        yield window
        window.check()


def ask(page: Any, question: str) -> None:
    page.goto("/")
    page.fill("#question", question)
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE)


def open_first_quote(page: Any) -> None:
    page.click("a.cite >> nth=0")
    page.wait_for_selector("#place")


# ------------------------------------------------------------------------------ the way in


def test_the_first_run_leads_to_the_first_cited_answer(browser: Any, tmp_path: Path) -> None:
    with (
        served(tmp_path / "library") as (address, library),
        watched(browser, address) as window,
    ):
        page = window.page
        page.goto("/")
        page.get_by_role("button", name="Load the demonstration lab").wait_for()
        # The button loads the whole lab; a part of it is enough to be asked here.
        library.add(LAB / FILES[0], LAB / FILES[4])
        page.reload()
        page.click(".example:has-text('primary outcome')")
        page.wait_for_selector(DONE)
        assert page.locator("a.cite").count() > 0
        window.check()


def test_the_citation_opens_its_page_and_the_highlight_covers_the_quote(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    ask(page, PAPER)
    open_first_quote(page)
    page.wait_for_selector('.pages[data-state="drawn"]')
    link = page.get_attribute("a.cite >> nth=0", "href")
    place = page.request.get(link.replace("?", "/place?")).json()
    assert page.get_attribute(".pages", "data-number") == str(place["page"])
    marked = squeezed(page.evaluate(TEXT_UNDER_MARKS))
    quote = squeezed(place["excerpt"]["quote"])
    assert quote[:40] in marked
    assert quote[-25:] in marked


def squeezed(text: str) -> str:
    """Return words without what a page's own letters and line ends make of them."""
    return "".join(unicodedata.normalize("NFKC", text).split())


# The words of the PDF's own text layer whose middle lies under a mark, in reading order.
TEXT_UNDER_MARKS = """async () => {
  const root = document.querySelector('.pages');
  const own = document.querySelector('script[src*="js/ask.js"]').src;
  const lib = await import(new URL('../vendor/pdfjs/pdf.min.mjs', own).href);
  const pdf = await lib.getDocument({url: root.dataset.pdf}).promise;
  const page = await pdf.getPage(Number(root.dataset.number));
  const size = page.getViewport({scale: 1});
  const marks = [...root.querySelectorAll('rect.highlight')].map(one =>
    ['x', 'y', 'width', 'height'].map(name => Number(one.getAttribute(name))));
  const text = await page.getTextContent();
  let inside = '';
  for (const item of text.items) {
    const [, , , , x, y] = item.transform;
    const letters = [...item.str];
    letters.forEach((letter, at) => {
      const left = (x + item.width * (at + 0.5) / letters.length) / size.width;
      const top = (size.height - y - item.height * 0.35) / size.height;
      const isIn = ([a, b, w, h]) => left >= a && left <= a + w && top >= b && top <= b + h;
      if (marks.some(isIn)) inside += letter;
    });
  }
  return inside;
}"""


def test_a_japanese_quote_opens_at_its_words(seen: Watched) -> None:
    page = seen.page
    ask(page, JAPANESE)
    open_first_quote(page)
    assert "7F2" in page.inner_text("#place mark.quote >> nth=0")


def test_a_conversation_loaded_again_has_the_same_citations(seen: Watched) -> None:
    page = seen.page
    ask(page, PAPER)
    links = page.eval_on_selector_all("a.cite", "all => all.map(one => one.getAttribute('href'))")
    assert re.search(r"/conversations/\w+$", page.url)
    page.reload()
    again = page.eval_on_selector_all("a.cite", "all => all.map(one => one.getAttribute('href'))")
    assert again == links


def test_the_address_of_an_open_quote_opens_it_for_someone_else(
    seen: Watched, browser: Any, lab: tuple[str, Library]
) -> None:
    ask(seen.page, PAPER)
    open_first_quote(seen.page)
    seen.page.wait_for_url("**at=**")
    with watched(browser, lab[0]) as other:
        other.page.goto(seen.page.url)
        other.page.wait_for_selector("#source[open] #place")
        other.check()


def test_a_follow_up_is_asked_in_the_same_conversation(seen: Watched) -> None:
    page = seen.page
    ask(page, PAPER)
    first = page.url
    page.fill("#question", "And in which cells?")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{DONE} >> nth=1")
    assert page.url == first


def test_restrictions_show_as_they_are_typed_and_come_off(seen: Watched) -> None:
    page = seen.page
    page.goto("/")
    page.fill("#question", "Which trials since 2019 test virellin?")
    page.get_by_text("Year ≥ 2019").wait_for()
    page.get_by_role("button", name="Do not restrict: Year ≥ 2019").click()
    page.wait_for_selector("#understood s")
    page.click("#send")
    page.wait_for_selector(DONE)
    assert "Year ≥ 2019" not in page.inner_text(".turn")
    assert "Kind: Clinical trial" in page.inner_text(".turn")


# ------------------------------------------------------------------------------ keys


def test_keys_alone_ask_open_a_quote_and_come_back_to_it(seen: Watched) -> None:
    page = seen.page
    page.goto("/")
    page.keyboard.type(PAPER)
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE)
    cited = page.locator("a.cite").first
    cited.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#source[open] #place")
    page.keyboard.press("Escape")
    page.wait_for_selector("#source:not([open])", state="attached")
    assert cited.evaluate("one => one === document.activeElement")


def test_on_a_narrow_window_the_source_keeps_the_focus(
    browser: Any, lab: tuple[str, Library]
) -> None:
    with watched(browser, lab[0], viewport={"width": 360, "height": 740}) as window:
        page = window.page
        ask(page, PAPER)
        open_first_quote(page)
        for _ in range(25):
            page.keyboard.press("Tab")
            assert page.evaluate(
                "document.activeElement === document.body"
                " || document.getElementById('source').contains(document.activeElement)"
            )
        window.check()


def test_enter_while_japanese_is_composed_sends_nothing(seen: Watched) -> None:
    page = seen.page
    page.goto("/")
    page.fill("#question", "抗体")
    page.evaluate(
        "document.getElementById('question').dispatchEvent(new KeyboardEvent('keydown',"
        " {key: 'Enter', isComposing: true, bubbles: true, cancelable: true}))"
    )
    page.keyboard.press("Shift+Enter")
    assert page.input_value("#question") == "抗体\n"
    assert page.locator(".turn").count() == 0


# ------------------------------------------------------------------------------ what must not be


def test_hostile_names_titles_and_texts_run_nothing(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    ask(page, "At which temperature does zorbium melt? <img src=x onerror=alert('asked')>")
    if page.locator("a.cite").count():
        open_first_quote(page)
    hostile = next(one for one in lab[1].documents() if "onerror" in (one.source.path or ""))
    for path in (f"/documents/{hostile.id}", f"/?document={hostile.id}", "/history"):
        page.goto(path)
    page.wait_for_timeout(200)


def test_a_server_that_is_gone_is_told_and_the_question_is_kept(
    browser: Any, lab: tuple[str, Library]
) -> None:
    with watched(browser, lab[0]) as window:
        page = window.page
        page.goto("/")
        page.wait_for_selector("html.has-scripts")
        page.context.set_offline(True)
        page.fill("#question", PAPER)
        page.keyboard.press("Enter")
        page.wait_for_selector("#connection:not([hidden])")
        assert page.input_value("#question") == PAPER


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_has_barriers_or_overflows(
    browser: Any, lab: tuple[str, Library], scheme: str, language: str, width: int
) -> None:
    options = {"color_scheme": scheme, "locale": language, "reduced_motion": "reduce"}
    with watched(browser, lab[0], viewport={"width": width, "height": 800}, **options) as window:
        page = window.page
        objections = []
        document = lab[1].documents()[0].id
        for path in ("/", "/history", f"/documents/{document}", "/nowhere"):
            page.goto(path)
            objections += [f"{path} {one}" for one in axe_violations(page)]
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        ask(page, PAPER)
        objections += [f"answer {one}" for one in axe_violations(page)]
        open_first_quote(page)
        page.wait_for_selector(".pages[data-state]")
        objections += [f"source {one}" for one in axe_violations(page)]
        assert objections == []
        assert window.foreign == []
