"""The library run from a real browser: uploads, removal, surveys, and everyone able to use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.library.viewing import View
from aliquot.types import LOCAL_PERSON, Collection, Grant, JobState, Permission, Role
from aliquot.web.app import create_app
from aliquot.web.jobs.begin import begin_survey
from browser import axe_violations, chromium, watched
from web_api import FAKE, has_ended, until
from web_server import running

LAB = Path(__file__).parents[2] / "examples" / "lab"
HOSTILE = 'x"><img src=x onerror=window.broken=1>.md'
# As long as a loaded machine may take for a small job.
WAITS_MS = 60_000
PAGES = ("/library", "/library/upload", "/survey", "/evaluation", "/settings", "/audit", "/jobs")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of some of the demonstration lab, one hostile file and one empty one."""
    folder = tmp_path_factory.mktemp("web")
    files = folder / "files"
    for name in ("notes", "protocols", "shut"):
        (files / name).mkdir(parents=True)
    for one in sorted((LAB / "protocols").glob("*.md"))[:6]:
        (files / "protocols" / one.name).write_bytes(one.read_bytes())
    (files / "notes" / HOSTILE).write_text(
        "# <script>window.broken=1</script> <b>bold</b>\n\nZorbium melts at 41 °C.\n", "utf-8"
    )
    (files / "notes" / "empty.pdf").write_bytes(b"")
    (files / "shut" / "secret.md").write_text("# Secret\n\nJurkat cells were used.\n", "utf-8")
    with Library.create(folder / "library", FAKE) as made:
        made.people.put_collection(Collection(name="shut", folders=(str(files / "shut"),)))
        made.people.grant(Grant("main", "bo", Role.EDITOR))
        made.people.grant(Grant("shut", "cy", Role.READER))
        made.add(files)
        yield made


@pytest.fixture(scope="module")
def site(library: Library) -> Iterator[str]:
    """Where it is served to one person."""
    with running(create_app(library)) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A page of the site; nothing on it may go wrong."""
    with watched(browser, site, locale="en-GB") as seen:
        yield seen.page
        seen.check()


# ------------------------------------------------------------------------------ uploads


def test_twenty_files_are_uploaded_with_progress_and_can_be_asked_about(
    browser: Browser, site: str, tmp_path: Path, library: Library
) -> None:
    with watched(browser, site, locale="en-GB") as uploading:
        _upload_twenty(uploading.page, tmp_path)
    # The browser's console notes the refusal, and nothing else.
    assert all("415" in one for one in uploading.complaints)
    assert library.search("glimmerin 7 boils", where='title = "Upload 7"')


def _upload_twenty(page: Page, tmp_path: Path) -> None:
    files = []
    for number in range(19):
        path = tmp_path / f"upload-{number:02}.md"
        path.write_text(f"# Upload {number}\n\nGlimmerin {number} boils at {number} °C.\n", "utf-8")
        files.append(path)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"")
    page.goto("/library/upload")
    page.set_input_files("#upload-files", [*files, broken])
    rows = page.locator(".upload")
    expect(rows).to_have_count(20)
    expect(page.locator('.upload[data-state="ok"]')).to_have_count(19, timeout=WAITS_MS)
    refused = page.locator('.upload[data-state="refused"]')
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text("broken.pdf")
    expect(page.locator("#uploads-count")).to_have_text("19 of 20 ready")


def test_progress_of_a_large_file_is_told_while_it_is_sent(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.md"
    large.write_text("# Large\n\n" + "Slow glimmerin. " * 15_000, encoding="utf-8")
    page.goto("/library/upload")
    page.evaluate(
        """() => {
          window.seen = [];
          const bar = HTMLProgressElement.prototype;
          const own = Object.getOwnPropertyDescriptor(bar, 'value');
          const set = function (v) { window.seen.push(v); own.set.call(this, v); };
          Object.defineProperty(bar, 'value', { ...own, set });
        }"""
    )
    page.set_input_files("#upload-files", large)
    expect(page.locator(".upload[data-state]")).to_have_count(1, timeout=WAITS_MS)
    seen = page.evaluate("window.seen")
    assert seen == sorted(seen)
    assert 100 in seen


# ------------------------------------------------------------------------------ the library


def test_what_is_deleted_is_gone_from_answers_and_undo_brings_it_back(
    page: Page, library: Library
) -> None:
    question = "At which temperature does zorbium melt?"
    assert "41" in library.ask(question).text
    page.goto("/library?q=img")
    page.get_by_role("button", name=re.compile("Remove")).first.click()
    toast = page.locator(".toast")
    expect(toast).to_contain_text("Removed from the library")
    expect(page.locator("#files")).to_contain_text("Removed")
    assert "41" not in library.ask(question).text
    toast.get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("done")
    assert "41" in library.ask(question).text


def test_typing_searches_and_the_address_follows(page: Page) -> None:
    page.goto("/library")
    page.locator("#shelf-q").press_sequentially("HL-P0", delay=20)
    expect(page.locator("#files tbody tr").first).to_contain_text("HL-P0")
    expect(page.locator("#files")).not_to_contain_text("secret.md")
    expect(page).to_have_url(re.compile("q=HL-P0"))
    page.reload()
    expect(page.locator("#shelf-q")).to_have_value("HL-P0")


def test_a_receipt_opens_beside_the_table_and_escape_closes_it(page: Page) -> None:
    page.goto("/library?q=empty")
    link = page.get_by_role("link", name="Receipt empty.pdf")
    link.focus()
    page.keyboard.press("Enter")
    sheet = page.locator("#receipt-dialog")
    expect(sheet).to_contain_text("It holds nothing")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()


def test_names_and_titles_are_text_in_the_page_and_in_the_receipt(page: Page) -> None:
    page.goto("/library?q=img")
    page.get_by_role("link", name=re.compile("^Receipt")).first.click()
    expect(page.locator("#receipt-dialog")).to_contain_text("<img src=x")
    page.goto("/jobs")
    assert page.evaluate("window.broken") is None


# ------------------------------------------------------------------------------ surveys


def test_a_survey_runs_to_a_table_with_sources_beside_it_and_a_file(page: Page) -> None:
    page.goto("/survey")
    page.get_by_label("Question").fill("Which temperatures are used?")
    page.get_by_label("Kind").select_option("protocol")
    page.get_by_role("button", name="Ask every document").click()
    table = page.locator(".survey-table")
    expect(table).to_be_visible(timeout=WAITS_MS)
    expect(page.locator(".page-head .chip")).to_have_text("Kind: Protocol")
    expect(page.locator(".survey-coverage")).to_be_in_viewport()
    page.locator("a.cite").first.click()
    expect(
        page.locator("#source mark, #source .is-marked, #source .highlight").first
    ).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert "°C" in download.value.path().read_text(encoding="utf-8-sig")


def test_columns_are_added_by_keyboard(page: Page) -> None:
    page.goto("/survey")
    first = page.get_by_label("Column", exact=True)
    first.fill("temperature")
    first.press("Enter")
    columns = page.get_by_label("Column", exact=True)
    expect(columns).to_have_count(2)
    expect(columns.nth(1)).to_be_focused()
    columns.nth(1).press("Backspace")
    expect(columns).to_have_count(1)


def test_examples_and_suggested_columns_fill_the_form(page: Page) -> None:
    page.goto("/survey")
    page.get_by_role("link", name="Which reagents have we never used?").click()
    expect(page.get_by_label("Question")).to_have_value("Which reagents have we never used?")
    for name in ("reagent", "n"):
        page.get_by_role("button", name=name, exact=True).click()
    columns = page.get_by_label("Column", exact=True)
    expect(columns).to_have_count(2)
    expect(columns.nth(0)).to_have_value("reagent")
    expect(columns.nth(1)).to_have_value("n")


# ------------------------------------------------------------------------------ people


def test_two_people_with_different_grants_see_different_libraries(
    browser: Browser, library: Library
) -> None:
    app = create_app(library, ServeConfig(auth=("token",), administrators=("ana",)))
    seen = {}
    with running(app) as port:
        for person in ("bo", "cy"):
            _, secret = library.people.make_token("test", person, tuple(Permission), 1)
            context = browser.new_context(base_url=f"http://127.0.0.1:{port}", locale="en-GB")
            page = context.new_page()
            page.goto("/library")
            page.get_by_label("Access token").fill(secret)
            page.get_by_role("button", name="Log in").click()
            expect(page.locator("#files")).to_be_visible()
            seen[person] = page.locator("#files").inner_text()
            context.close()
    assert "secret.md" not in seen["bo"]
    assert "HL-P0" in seen["bo"]
    assert "secret.md" in seen["cy"]
    assert "HL-P0" not in seen["cy"]


def test_a_token_made_on_the_page_is_shown_once(page: Page) -> None:
    page.goto("/settings#tokens")
    page.get_by_label("What for").fill("robot")
    page.get_by_role("button", name="Make a token").click()
    secret = page.locator(".secret").inner_text()
    assert secret.startswith("alq_")
    page.goto("/settings")
    assert secret not in page.content()


# ------------------------------------------------------------------------------ for everyone


@pytest.fixture(scope="module")
def survey_addresses(library: Library, site: str) -> list[str]:
    """Surveys that are done, of things and of documents; the site's own pool does them."""
    assert site
    view = View(library, LOCAL_PERSON)
    jobs = [
        begin_survey(view, "Which temperatures are used?", group_by="version"),
        begin_survey(view, "What was done?", "year >= 1900 or kind = protocol", columns=["n"]),
    ]
    assert {until(library, one.id, has_ended).state for one in jobs} == {JobState.DONE}
    return [f"/survey/{one.id}" for one in jobs]


@pytest.mark.parametrize(
    ("language", "scheme", "width"), [("en-GB", "light", 1280), ("ja-JP", "dark", 360)]
)
def test_axe_finds_nothing_wrong_and_nothing_is_cut_off(
    browser: Browser, site: str, survey_addresses: list[str], language: str, scheme: str, width: int
) -> None:
    look = {"locale": language, "color_scheme": scheme, "reduced_motion": "reduce"}
    size = {"width": width, "height": 800}
    wrong = []
    with watched(browser, site, viewport=size, **look) as seen:
        page = seen.page
        for address in (*PAGES, *survey_addresses):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            wrong += [f"{address} {one}" for one in axe_violations(page)]
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                wrong.append(f"{address} is {wide} pixels too wide")
        seen.check()
    assert not wrong
