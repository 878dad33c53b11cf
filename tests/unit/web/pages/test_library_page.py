"""The library page and what can be done on it, without a script and with one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from aliquot.library import Library
from aliquot.web.app import create_app
from web_api import FAKE, has_ended, until

SITE = "http://localhost"
SCRIPT = {"hx-request": "true"}
JOB = re.compile(r'data-job="([0-9a-f]+)"')


@pytest.fixture(scope="module")
def changing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of this module alone, which its tests change."""
    folder = tmp_path_factory.mktemp("changing")
    files = folder / "files"
    files.mkdir()
    (files / "zorbium.md").write_text("# Zorbium\n\nZorbium melts at 41 °C.\n", encoding="utf-8")
    (files / "gelb.md").write_text("# Gelb\n\nGelb boils at 78 °C.\n", encoding="utf-8")
    (files / "empty.pdf").write_bytes(b"")
    with Library.create(folder / "library", FAKE) as made:
        made.add(files)
        yield made


@pytest.fixture(scope="module")
def browser(changing: Library) -> Iterator[TestClient]:
    """Someone at this machine."""
    headers = {"accept": "text/html", "origin": SITE}
    with TestClient(create_app(changing), base_url=SITE, headers=headers) as made:
        yield made


def _path(library: Library, name: str) -> str:
    return next(one.source for one in library.receipts() if one.source.endswith(name))


def _done(library: Library, toast: str) -> None:
    (job_id,) = set(JOB.findall(toast))
    until(library, job_id, has_ended)


def test_every_file_is_listed_with_what_became_of_it(browser: TestClient) -> None:
    page = browser.get("/library").text
    assert page.startswith("<!doctype html>")
    assert "zorbium.md" in page
    assert "Could not be read" in page or "Empty" in page
    assert "It holds nothing. Export or download it again." in page


def test_every_column_can_be_sorted_and_says_so(browser: TestClient) -> None:
    for name in ("title", "name", "kind", "year", "status"):
        page = browser.get(f"/library?sort={name}").text
        assert page.count('aria-sort="ascending"') == 1
        assert page.count('class="sorter"') == 5


def test_a_script_gets_the_table_alone(browser: TestClient) -> None:
    part = browser.get("/library", params={"q": "zorb"}, headers=SCRIPT).text
    assert part.lstrip().startswith('<div id="files"')
    assert "zorbium.md" in part
    assert "gelb.md" not in part


def test_files_that_need_a_look_can_be_picked_out(browser: TestClient) -> None:
    part = browser.get("/library?status=look", headers=SCRIPT).text
    assert "empty.pdf" in part
    assert "zorbium.md" not in part


def test_a_search_without_result_says_what_to_do(browser: TestClient) -> None:
    page = browser.get("/library?q=nothing-of-the-kind").text
    assert "No file matches" in page
    assert "Show all files" in page


@pytest.mark.parametrize("query", ["sort=bogus", "page=99999", "folder=/nowhere", "kind=%22%3E"])
def test_an_address_made_up_by_hand_is_answered(browser: TestClient, query: str) -> None:
    assert browser.get(f"/library?{query}").status_code == 200


def test_a_receipt_says_what_was_read(browser: TestClient, changing: Library) -> None:
    path = _path(changing, "gelb.md")
    page = browser.get("/library/file", params={"path": path})
    part = browser.get("/library/file", params={"path": path}, headers=SCRIPT)
    assert "What was read" in page.text
    assert "<!doctype html>" in page.text
    assert part.text.lstrip().startswith("<article")


def test_a_file_the_library_was_never_given_is_not_there(browser: TestClient) -> None:
    for path in ("/etc/passwd", "../../etc/passwd", ""):
        assert browser.get("/library/file", params={"path": path}).status_code in (404, 422)


def test_what_is_removed_is_gone_and_undo_brings_it_back(
    browser: TestClient, changing: Library
) -> None:
    path = _path(changing, "zorbium.md")
    toast = browser.post("/library/remove", data={"path": path}, headers=SCRIPT).text
    _done(changing, toast)
    assert not changing.search("zorbium melts", where="title = Zorbium")
    (job_id,) = set(JOB.findall(toast))
    told = browser.get(f"/jobs/{job_id}/toast", headers=SCRIPT)
    assert "Undo" in told.text
    assert told.headers["HX-Trigger"] == "library-changed"
    assert "Removed" in browser.get("/library?q=zorbium", headers=SCRIPT).text
    _done(changing, browser.post("/library/read", data={"path": path}, headers=SCRIPT).text)
    assert changing.search("zorbium melts", where="title = Zorbium")
    assert path not in changing.catalog.ledger.roots()


def test_without_a_script_work_leads_to_the_page_of_jobs(
    browser: TestClient, changing: Library
) -> None:
    answer = browser.post("/library/sync", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/jobs")
    until(changing, changing.jobs.list()[0].id, has_ended)


def test_a_file_that_comes_is_on_the_next_page(browser: TestClient, changing: Library) -> None:
    folder = Path(_path(changing, "gelb.md")).parent
    before = browser.get("/library?q=late", headers=SCRIPT).text
    shutil.copy(folder / "gelb.md", folder / "late.md")
    changing.sync()
    after = browser.get("/library?q=late", headers=SCRIPT).text
    assert "late.md" not in before
    assert "late.md" in after
    assert "Duplicate" in after


def test_an_empty_library_says_how_to_begin(empty: TestClient) -> None:
    page = empty.get("/library").text
    assert "The library is empty" in page
    assert 'href="/library/upload"' in page


def test_names_and_titles_of_files_are_text(client: TestClient) -> None:
    page = client.get("/library").text
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "&lt;img src=x" in page


def test_the_page_is_in_japanese_for_who_reads_japanese(client: TestClient) -> None:
    page = client.get("/library", headers={"accept-language": "ja"}).text
    assert '<html lang="ja"' in page
    assert "ライブラリ" in page
