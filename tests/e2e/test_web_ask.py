"""Asking in a real browser: the first answer, the quote beside it, and what must never happen."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Collection, Grant, Permission, Role
from aliquot.web.app import create_app
from aliquot.web.jobs import begin
from aliquot.web.pages import asking
from browser import LAB, PATIENCE_MS, Watched, axe_violations, chromium, served, watched
from web_server import running

pytestmark = pytest.mark.slow

PAPER = "What is the IC50 of virellin on the flash rate?"
JAPANESE = "抗体7F2はどのように保存しますか？"
SLIDE = "How many isolates were screened in 2018?"
ROW = "Which catalogue number does the Green qPCR mix have?"
FILES = (
    "papers/osei-2022-virellin.pdf",
    "papers/morita-2024-regeneration.pdf",
    "protocols/HL-P06_固定と免疫染色.md",
    "reagents/virellin_dose_response_2022.csv",
    "trials/NCT99000087.json",
    "slides/2023-11_virellin_programme.pptx",
    "slides/2024-09_発光器再生_研究会.pptx",
    "reagents/reagents.xlsx",
)
SECRET = "# Vault\n\nThe vault opens with the word quaxine at 06:30.\n"
# As a Japanese office program prints it: the browser does, with the system's own typeface.
JAPANESE_PDF = """<html lang="ja"><title>凍結保存の手順</title><h1>凍結保存の手順</h1>
<p>この文書は細胞の凍結保存について述べる。</p>
<p>凍結保護剤ヨルノミンは終濃度12 %で加え、毎分1 °Cで−80 °Cまで冷やしてから液体窒素に移す。</p>
<p>解凍は37 °Cの水浴で二分以内に行う。</p></html>"""
HOSTILE_NAME = "y\"><img src=x onerror=alert('name')>.txt"
HOSTILE_TEXT = (
    "<script>alert('title')</script>\n\n"
    "Zorbium melts at 41 degrees <img src=x onerror=alert('text')> in every run we made.\n"
)
# What a first page may weigh, all files of it and pdf.js, which it does not load, apart.
FIRST_PAGE_BYTES = 150_000
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
    (folder / "files" / "vault").mkdir()
    (folder / "files" / "vault" / "vault.md").write_text(SECRET, encoding="utf-8")
    if has_japanese_typeface():
        print_pdf(browser, JAPANESE_PDF, folder / "files" / "凍結保存.pdf")
    with served(folder / "library", [folder / "files"]) as started:
        yield started


def has_japanese_typeface() -> bool:
    listed = shutil.which("fc-list")
    if listed is None:
        return False
    return bool(subprocess.run([listed, ":lang=ja"], capture_output=True, check=False).stdout)


def print_pdf(browser: Any, html: str, path: Path) -> None:
    page = browser.new_page()
    page.set_content(html)
    page.pdf(path=path)
    page.close()


@pytest.fixture
def seen(browser: Any, lab: tuple[str, Library]) -> Iterator[Watched]:
    with watched(browser, lab[0], viewport={"width": 1280, "height": 800}) as window:
        yield window
        window.check()


def ask(page: Any, question: str, where: str = "/") -> None:
    page.goto(where)
    page.fill("#question", question)
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE)


def open_first_quote(page: Any) -> None:
    page.click("a.cite >> nth=0")
    page.wait_for_selector("#place")


# ------------------------------------------------------------------------------ the way in


def test_the_demonstration_leads_from_the_first_page_to_the_first_cited_answer(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A part of the lab stands for all of it, which is read in as many seconds as it has files.
    (tmp_path / "lab").mkdir()
    for name in (FILES[0], FILES[2], FILES[4]):
        shutil.copy(LAB / name, tmp_path / "lab")
    monkeypatch.setattr(begin, "demonstration_lab", lambda: tmp_path / "lab")
    with (
        served(tmp_path / "library") as (address, _),
        watched(browser, address) as window,
    ):
        page = window.page
        page.goto("/")
        objections = axe_violations(page)
        page.get_by_role("button", name="Load the demonstration lab").click()
        page.wait_for_selector(".loading progress")
        page.wait_for_selector(".example >> nth=2")
        page.click(".example:has-text('primary outcome')")
        page.wait_for_selector(DONE)
        assert page.locator("a.cite").count() > 0
        assert objections == []
        window.check()


def test_the_citation_opens_its_page_and_the_highlight_covers_the_quote(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    ask(page, PAPER)
    open_first_quote(page)
    assert_highlight_covers_the_quote_on_its_page(page)


def test_the_highlight_covers_a_quote_of_a_japanese_pdf(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    if not has_japanese_typeface():
        pytest.skip("no Japanese typeface is installed; 'make test' as root installs one")
    page = seen.page
    printed = next(one for one in lab[1].documents() if one.title == "凍結保存の手順")
    ask(page, "凍結保護剤は何%で加えますか？", f"/?document={printed.id}")
    open_first_quote(page)
    assert re.search("[ぁ-ん]", quoted(page)["excerpt"]["quote"])
    assert_highlight_covers_the_quote_on_its_page(page)


def assert_highlight_covers_the_quote_on_its_page(page: Any) -> None:
    page.wait_for_selector('.pages[data-state="drawn"]')
    place = quoted(page)
    assert page.get_attribute(".pages", "data-number") == str(place["page"])
    marked = squeezed(page.evaluate(TEXT_UNDER_MARKS))
    quote = squeezed(place["excerpt"]["quote"])
    assert quote[:40] in marked
    assert quote[-25:] in marked


def quoted(page: Any) -> Any:
    """Return where the first citation stands, as the server says."""
    link = page.get_attribute("a.cite >> nth=0", "href")
    return page.request.get(link.replace("?", "/place?")).json()


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


@pytest.mark.parametrize(
    ("question", "words", "holder"),
    [
        pytest.param(SLIDE, "312 isolates", ".place-slide", id="slide"),
        pytest.param(
            ROW,
            "CB-810-5",
            ".place-grid tr.is-marked",
            id="row of a sheet",
        ),
        pytest.param(
            "What was the mean rate percent at concentration 30 of plate P226?",
            "P226",
            ".place-grid tr.is-marked",
            id="row of a file",
        ),
        pytest.param(JAPANESE, "7F2", ".excerpt", id="Japanese protocol"),
        pytest.param(
            "発光環を失うのは何を切るときですか？", "頭部", ".place-slide", id="Japanese slide"
        ),
    ],
)
def test_the_quote_is_marked_whole_where_it_stands_and_is_in_sight(
    seen: Watched, question: str, words: str, holder: str
) -> None:
    page = seen.page
    ask(page, question)
    open_first_quote(page)
    marks = page.locator(f"#place {holder} mark.quote")
    marked = squeezed("".join(marks.all_text_contents()))
    assert words.replace(" ", "") in marked
    assert marked == squeezed(quoted(page)["excerpt"]["quote"].replace("|", ""))
    page.wait_for_function(IS_IN_SIGHT)


# Whether the middle of the first mark lies within the window, under nothing else.
IS_IN_SIGHT = """() => {
  const mark = document.querySelector('#place mark.quote');
  const {left, top, width, height} = mark.getClientRects()[0];
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return mark === there || mark.contains(there);
}"""


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


def test_stopping_ends_the_work_and_gives_the_question_back(
    seen: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def endless(*given: Any) -> Iterator[Any]:
        first = next(answering(*given))
        try:
            while True:
                yield first
                ended.wait(0.1)
        finally:
            ended.set()

    answering = asking._answering
    monkeypatch.setattr(asking, "_answering", endless)
    page = seen.page
    page.goto("/")
    page.fill("#question", PAPER)
    page.keyboard.press("Enter")
    page.wait_for_selector(".statement")
    page.click("#stop")
    page.get_by_text("Stopped.").wait_for()
    assert page.input_value("#question") == PAPER
    assert page.is_visible("#send")
    assert not page.is_visible("#stop")
    assert ended.wait(PATIENCE_MS / 1000)


# ------------------------------------------------------------------------------ people


def test_two_people_with_other_grants_see_other_answers(
    browser: Any, lab: tuple[str, Library]
) -> None:
    library = lab[1]
    vault = next(one for one in library.documents() if one.title == "Vault").source
    assert vault is not None
    people = library.people
    people.put_collection(Collection(name="vault", folders=(str(Path(vault.path).parent),)))
    for name in ("main", "vault"):
        people.grant(Grant(name, "ann", Role.READER))
    people.grant(Grant("main", "ben", Role.READER))
    with running(create_app(library, ServeConfig(auth=("token",)))) as port:
        seen = {
            name: answer_seen_by(browser, f"http://127.0.0.1:{port}", library, name)
            for name in ("ann", "ben")
        }
    assert "quaxine" in seen["ann"]
    assert "quaxine" not in seen["ben"]


def answer_seen_by(browser: Any, address: str, library: Library, name: str) -> str:
    _, secret = library.people.make_token("browser", name, [Permission.READ], 1)
    with watched(browser, address) as window:
        page = window.page
        page.goto("/")
        page.get_by_label("Access token").fill(secret)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_selector("html.has-scripts")
        page.fill("#question", "With which word does the vault open?")
        page.keyboard.press("Enter")
        page.wait_for_selector(DONE)
        shown = page.inner_text(".turn")
        window.check()
    return str(shown)


# ------------------------------------------------------------------------------ weight


def test_the_first_page_weighs_little_on_the_wire(browser: Any, lab: tuple[str, Library]) -> None:
    with watched(browser, lab[0]) as window:
        wire = window.page.context.new_cdp_session(window.page)
        wire.send("Network.enable")
        weights: list[float] = []
        wire.on("Network.loadingFinished", lambda one: weights.append(one["encodedDataLength"]))
        window.page.goto("/", wait_until="networkidle")
        assert len(weights) > 4
        assert sum(weights) < FIRST_PAGE_BYTES


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


@pytest.mark.parametrize("wide", [360, 700, 1280])
@pytest.mark.parametrize("has_filters", [False, True])
def test_a_page_is_as_long_without_the_focus_so_that_a_press_meets_its_link(
    browser: Any, lab: tuple[str, Library], wide: int, *, has_filters: bool
) -> None:
    long = "document.documentElement.scrollHeight"
    with watched(browser, lab[0], viewport={"width": wide, "height": 740}) as window:
        page = window.page
        ask(page, PAPER)
        page.wait_for_selector("#send:not([hidden])")
        if has_filters:
            page.focus("#question")
            page.click(".filters summary")
        page.focus("#question")
        before = page.evaluate(long)
        page.evaluate("document.activeElement.blur()")
        assert page.evaluate(long) == before
        page.evaluate(f"scrollTo(0, {long})")
        open_first_quote(page)
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
        page.wait_for_load_state("networkidle")


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


@pytest.mark.parametrize(
    ("width", "language", "scheme"),
    [(360, "en", "dark"), (360, "ja", "light"), (1280, "en", "light"), (1280, "ja", "dark")],
)
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
        objections += [f"page {one}" for one in axe_violations(page)]
        for question, shown in ((SLIDE, ".place-slide"), (ROW, ".place-grid")):
            ask(page, question)
            open_first_quote(page)
            page.wait_for_selector(shown)
            objections += [f"{shown} {one}" for one in axe_violations(page)]
        assert objections == []
        assert window.foreign == []
