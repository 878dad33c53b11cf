"""A citation of a slide opens it drawn: each text in its box, the quote in its text's box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from aliquot.library import Library
from browser import Watched, axe_violations, chromium, served, watched
from made_decks import SLIDE, open_presentation, powerpoint

pytestmark = pytest.mark.slow

POWERPOINT, OPEN, OLD = "tank.pptx", "talk.odp", "old.odp"
# Pixels that borders and rounding take.
SLACK = 2.5


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[tuple[str, Library]]:
    folder = tmp_path_factory.mktemp("slides")
    (folder / "files").mkdir()
    powerpoint(folder / "files" / POWERPOINT)
    open_presentation(folder / "files" / OPEN)
    # As it was read before places were kept: nothing says where anything stands.
    unplaced = SLIDE.replace("svg:x=", "svg:z=").replace("translate", "moved").replace("水槽", "池")
    open_presentation(folder / "files" / OLD, unplaced)
    with served(folder / "library", [folder / "files"]) as started:
        yield started


@pytest.fixture
def seen(browser: Any, lab: tuple[str, Library]) -> Iterator[Watched]:
    with watched(browser, lab[0], viewport={"width": 1280, "height": 800}) as window:
        yield window
        window.check()


def open_quote(page: Any, library: Library, name: str, words: str) -> Any:
    """Open the source at words of a file; return their place as the server says it."""
    listed = next(one for one in library.documents() if one.source.path.endswith(name))
    start = library.document(listed.id).text.index(words)
    chunks = library.chunks(listed.id)
    chunk = next(one for one in chunks if one.span.start <= start < one.span.end)
    at = quote(f"{chunk.id}@{start}-{start + len(words)}", safe="")
    page.goto(f"/documents/{listed.id}?at={at}")
    page.wait_for_selector("#place .place-slide")
    return page.request.get(f"/api/v1/documents/{listed.id}/place?at={at}").json()


def box(page: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).first.evaluate(
        "one => { const {left, top, right, bottom} = one.getBoundingClientRect();"
        " return {left, top, right, bottom} }"
    )
    return found


def assert_inside(inner: dict[str, float], outer: dict[str, float]) -> None:
    assert inner["right"] > inner["left"]
    assert inner["bottom"] > inner["top"]
    assert inner["left"] >= outer["left"] - SLACK, (inner, outer)
    assert inner["top"] >= outer["top"] - SLACK, (inner, outer)
    assert inner["right"] <= outer["right"] + SLACK, (inner, outer)
    assert inner["bottom"] <= outer["bottom"] + SLACK, (inner, outer)


def on_sheet(page: Any, rect: list[float]) -> dict[str, float]:
    """Return where a rectangle of the slide is in the window."""
    sheet = box(page, ".slide-sheet")
    wide, high = sheet["right"] - sheet["left"], sheet["bottom"] - sheet["top"]
    left, top = sheet["left"] + rect[0] * wide, sheet["top"] + rect[1] * high
    return {
        "left": left,
        "top": top,
        "right": left + rect[2] * wide,
        "bottom": top + rect[3] * high,
    }


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param(POWERPOINT, "Growth of the polyps", id="title"),
        pytest.param(POWERPOINT, "fed thrice a week", id="text"),
        pytest.param(POWERPOINT, "187", id="cell"),
        pytest.param(POWERPOINT, "day 10", id="chart"),
        pytest.param(POWERPOINT, "growth over ten", id="picture"),
        pytest.param(OPEN, "餌は週に三回与えた", id="Japanese text"),
        pytest.param(OPEN, "214", id="cell of an open format"),
        pytest.param(OPEN, "十日間", id="turned text"),
    ],
)
def test_the_mark_stands_in_the_box_its_text_has_on_the_slide(
    browser: Any, lab: tuple[str, Library], name: str, words: str, width: int
) -> None:
    with watched(browser, lab[0], viewport={"width": width, "height": 800}) as window:
        page = window.page
        place = open_quote(page, lab[1], name, words)
        page.wait_for_selector('.place-slide[data-state="drawn"]')
        slide = place["slide"]
        [shape] = [one for one in slide["shapes"] if one["mark"]]
        assert page.locator(".slide-sheet mark.quote").all_text_contents() == [words]
        outer = box(page, ".slide-shape:has(mark.quote)")
        if not shape["turn"]:
            assert_inside(outer, on_sheet(page, shape["rect"]))
        assert_inside(box(page, ".slide-sheet mark.quote"), outer)
        page.wait_for_function(IS_IN_SIGHT)
        sheet = box(page, ".slide-sheet")
        proportion = (sheet["right"] - sheet["left"]) / (sheet["bottom"] - sheet["top"])
        assert proportion == pytest.approx(slide["width"] / slide["height"], rel=0.01)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        window.check()


# Whether the middle of its first line is in the window, under nothing else.
IS_IN_SIGHT = """() => {
  const mark = document.querySelector('.slide-sheet mark.quote');
  const {left, top, width, height} = mark.getClientRects()[0];
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return mark === there || mark.contains(there);
}"""


def test_what_is_drawn_stands_in_its_box_and_is_read_in_order(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    for name, words in ((POWERPOINT, "fed thrice a week"), (OPEN, "餌は週に三回与えた")):
        slide = open_quote(page, lab[1], name, words)["slide"]
        page.wait_for_selector('.place-slide[data-state="drawn"]')
        shapes = page.locator(".slide-shape")
        first_words = [(one["before"] + one["mark"] + one["after"])[:9] for one in slide["shapes"]]
        for at, shape in enumerate(slide["shapes"]):
            if shape["grid"] is None:
                assert shapes.nth(at).text_content().startswith(first_words[at])
            if not shape["turn"] and not shape["after"].startswith("Picture"):
                found = shapes.nth(at).bounding_box()
                wanted = on_sheet(page, shape["rect"])
                assert found["x"] == pytest.approx(wanted["left"], abs=SLACK)
                assert found["y"] == pytest.approx(wanted["top"], abs=SLACK)


def test_pictures_stand_in_their_boxes_cut_as_in_the_file(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    slide = open_quote(page, lab[1], POWERPOINT, "fed thrice a week")["slide"]
    page.wait_for_function("document.querySelector('.slide-picture img')?.naturalWidth > 0")
    [picture] = slide["pictures"]
    wanted, frame = on_sheet(page, picture["rect"]), box(page, ".slide-picture")
    assert frame == pytest.approx(wanted, abs=SLACK)
    image = box(page, ".slide-picture img")
    # Its left half is cut off: it is twice as wide as its frame, and ends where that ends.
    assert image["right"] == pytest.approx(frame["right"], abs=SLACK)
    wide = frame["right"] - frame["left"]
    assert image["right"] - image["left"] == pytest.approx(2 * wide, abs=2 * SLACK)


def test_keys_turn_to_other_slides_and_back_to_the_quote(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    open_quote(page, lab[1], POWERPOINT, "fed thrice a week")
    page.wait_for_selector('.place-slide[data-number="1"]')
    page.get_by_role("button", name="Next slide").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.place-slide[data-number="2"]')
    assert page.locator("#place mark.quote").count() == 0
    assert "Ten days later" in page.inner_text(".slide-sheet")
    assert not page.locator(".slide-notes").is_visible()
    page.get_by_role("button", name="Previous slide").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.place-slide[data-number="1"] mark.quote')
    assert page.locator(".slide-notes summary").is_visible()


def test_a_quote_of_the_notes_opens_them_below_the_slide(
    seen: Watched, lab: tuple[str, Library]
) -> None:
    page = seen.page
    open_quote(page, lab[1], POWERPOINT, "the heater")
    page.wait_for_selector('.place-slide[data-state="drawn"] .slide-notes[open] mark.quote')
    notes, sheet = box(page, ".slide-notes mark.quote"), box(page, ".slide-sheet")
    assert notes["top"] >= sheet["bottom"]


def test_a_slide_may_be_read_as_text(seen: Watched, lab: tuple[str, Library]) -> None:
    page = seen.page
    open_quote(page, lab[1], POWERPOINT, "fed thrice a week")
    page.wait_for_selector('.place-slide[data-state="drawn"]')
    page.get_by_role("button", name="As text").click()
    tops = page.eval_on_selector_all(
        ".slide-shape:not(.is-caption)", "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert tops == sorted(set(tops)), "one below the other"
    assert page.locator("mark.quote").first.is_visible()


def test_slides_without_places_are_shown_as_text(seen: Watched, lab: tuple[str, Library]) -> None:
    page = seen.page
    place = open_quote(page, lab[1], OLD, "週に三回")
    assert {one["rect"] for one in place["slide"]["shapes"]} == {None}
    assert page.locator("#place .slide mark.quote").all_text_contents() == ["週に三回"]
    assert page.locator(".slide-sheet").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_a_drawn_slide_has_no_barriers(
    browser: Any, lab: tuple[str, Library], width: int, scheme: str
) -> None:
    options = {"color_scheme": scheme, "reduced_motion": "reduce"}
    with watched(browser, lab[0], viewport={"width": width, "height": 800}, **options) as window:
        page = window.page
        objections = []
        for name, words in ((POWERPOINT, "187"), (OPEN, "週に三回"), (POWERPOINT, "day 10")):
            open_quote(page, lab[1], name, words)
            page.wait_for_selector('.place-slide[data-state="drawn"]')
            page.get_by_role("button", name="Larger").click()
            objections += axe_violations(page, "#source")
            page.get_by_role("button", name="As text").click()
            objections += axe_violations(page, "#source")
        assert objections == [], "\n".join(objections)
        window.check()
