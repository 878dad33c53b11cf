"""Every page in both languages, nothing that a strict policy would stop, every word translated."""

from __future__ import annotations

import gzip
import re
import time
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from fastapi.testclient import TestClient

from aliquot.library import Library
from aliquot.web.jobs import begin
from aliquot.web.pages.assets import STATIC, asset_url
from aliquot.web.pages.templating import LANGUAGES, translations
from interface_words import WEB, compiled, lacking, po_file, template, translated
from web_pages import asked

TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
OWN_FILES = sorted(
    one
    for one in STATIC.rglob("*")
    if one.suffix in (".css", ".js") and "vendor" not in one.relative_to(STATIC).parts
)
LANGUAGE_CODES = sorted(set(LANGUAGES) - {"en"})
# What the first page may weigh on a slow connection, compressed and without pdf.js.
FIRST_PAGE_BYTES = 150_000
# Of a loaded machine, for a job of one file.
PATIENCE_S = 60.0

INLINE = {
    "an inline script": re.compile(r"<script(?![^>]*\bsrc=)[^>]*>", re.I),
    "an inline style": re.compile(r"<style\b|\sstyle\s*=", re.I),
    "a handler": re.compile(r"\son[a-z]+\s*=|hx-on|javascript:", re.I),
    "an unescaped value": re.compile(r"\|\s*safe\b|autoescape\s+false|Markup\("),
    "an evaluated expression": re.compile(r"hx-(vals|vars|headers)=[\"']js:|hx-trigger=\"[^\"]*\["),
}
# Of a template; what is filled in is escaped.
FILLED_IN = re.compile(r"{%.*?%}|{{.*?}}", re.S)
ORIGIN = re.compile(r"(?:https?:)?//(?!www\.w3\.org/)[a-z0-9.-]+\.[a-z]{2,}", re.I)


@pytest.mark.parametrize("what", INLINE)
@pytest.mark.parametrize("file", TEMPLATES, ids=lambda one: one.name)
def test_no_template_holds_what_the_policy_stops(file: Path, what: str) -> None:
    written = file.read_text(encoding="utf-8")
    if what != "an unescaped value":
        written = FILLED_IN.sub("", written)
    assert not INLINE[what].findall(written)


@pytest.mark.parametrize("file", [*TEMPLATES, *OWN_FILES], ids=lambda one: one.name)
def test_no_file_of_ours_names_another_origin(file: Path) -> None:
    assert not ORIGIN.findall(file.read_text(encoding="utf-8"))


def test_what_others_wrote_stands_beside_its_licence() -> None:
    for folder in (STATIC / "vendor").iterdir():
        assert (folder / "LICENSE").is_file(), folder.name


# ------------------------------------------------------------------------------ languages


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_translations_are_complete(language: str) -> None:
    assert lacking(translated(language)) == []


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_translations_are_of_todays_words(language: str) -> None:
    today = {one.id for one in template() if one.id}
    assert {one.id for one in translated(language) if one.id} == today


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_the_compiled_translations_are_current(language: str) -> None:
    assert po_file(language).with_suffix(".mo").read_bytes() == compiled(translated(language))


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_translations_keep_what_is_filled_in(language: str) -> None:
    filled = re.compile(r"%\([a-z_]+\)s|\{[a-z_]+\}")
    for one in translated(language):
        if not one.id or not one.string:
            continue
        given = one.id if isinstance(one.id, str) else one.id[-1]
        strings = [one.string] if isinstance(one.string, str) else one.string
        for string in strings:
            assert set(filled.findall(string)) == set(filled.findall(given)), given


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_gettext_reads_the_compiled_translations(language: str) -> None:
    with po_file(language).with_suffix(".mo").open("rb") as stream:
        catalog = read_mo(stream)
    some = next(one for one in catalog if one.id and isinstance(one.id, str))
    assert translations(language).gettext(some.id) == some.string


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "ja,en;q=0.8"}, "ja"),
        ({"accept-language": "ja-JP"}, "ja"),
        ({"accept-language": "fr, ja;q=0.3, en;q=0.5"}, "en"),
        ({"accept-language": "xx;q=broken, ja"}, "ja"),
        ({"accept-language": "ja", "cookie": "aliquot_language=en"}, "en"),
        ({"cookie": "aliquot_language=ja"}, "ja"),
        ({"cookie": "aliquot_language=../../etc"}, "en"),
    ],
)
def test_the_cookie_then_the_browser_decide_the_language(
    client: TestClient, headers: dict[str, str], language: str
) -> None:
    assert f'<html lang="{language}"' in client.get("/", headers=headers).text


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("path", ["/", "/history", "/?question=virellin", "/nowhere"])
def test_every_page_is_there_in_every_language(
    client: TestClient, path: str, language: str
) -> None:
    page = client.get(path, headers={"accept-language": language})
    assert page.status_code == (404 if path == "/nowhere" else 200)
    assert f'<html lang="{language}"' in page.text


# ------------------------------------------------------------------------------ preferences


def test_a_language_and_a_theme_are_kept_and_lead_back(empty: TestClient) -> None:
    back = empty.post(
        "/preferences",
        data={"language": "ja", "theme": "dark", "back": "/history?q=a"},
        follow_redirects=False,
    )
    assert back.headers["location"] == "/history?q=a"
    page = empty.get("/history").text
    assert '<html lang="ja" data-theme="dark">' in page


@pytest.mark.parametrize(
    "back", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"]
)
def test_a_preference_never_leads_to_another_server(client: TestClient, back: str) -> None:
    answer = client.post("/preferences", data={"back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_an_unknown_theme_is_not_kept(client: TestClient) -> None:
    answer = client.post("/preferences", data={"theme": "neon"}, follow_redirects=False)
    assert "set-cookie" not in answer.headers


# ------------------------------------------------------------------------------ what is loaded


def test_the_first_page_is_light(client: TestClient) -> None:
    page = client.get("/").text
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    modules = {asset_url(f"js/{one.name}") for one in (STATIC / "js").glob("*.js")}
    size = len(gzip.compress(page.encode()))
    for address in loaded | modules:
        size += len(gzip.compress(client.get(address).content))
    assert size <= FIRST_PAGE_BYTES


def test_files_under_an_address_with_their_digest_are_kept_for_good(client: TestClient) -> None:
    kept = client.get(asset_url("css/aliquot.css"))
    assert "immutable" in kept.headers["cache-control"]
    assert client.get("/static/css/aliquot.css").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("vendor/pdfjs/pdf.min.mjs", "text/javascript"),
        ("js/ask.js", "text/javascript"),
        ("css/aliquot.css", "text/css"),
        ("img/mark.svg", "image/svg+xml"),
    ],
)
def test_scripts_and_styles_have_the_type_browsers_ask_for(
    client: TestClient, name: str, kind: str
) -> None:
    assert client.get(asset_url(name)).headers["content-type"].startswith(kind)


@pytest.mark.parametrize("name", ["css/aliquot.css", "js/ask.js", "vendor/pdfjs/pdf.min.mjs"])
def test_files_of_the_interface_come_compressed(client: TestClient, name: str) -> None:
    plain = client.get(asset_url(name), headers={"Accept-Encoding": "identity"})
    small = client.get(asset_url(name))
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(plain.content) / 2
    assert small.content == plain.content
    assert "accept-encoding" in small.headers["vary"].lower()
    known = {"If-None-Match": small.headers["etag"]}
    assert client.get(asset_url(name), headers=known).status_code == 304


def test_a_part_of_a_file_is_of_its_own_bytes(client: TestClient) -> None:
    part = client.get(asset_url("js/ask.js"), headers={"Range": "bytes=0-9"})
    assert (part.status_code, len(part.content)) == (206, 10)
    assert "content-encoding" not in part.headers


@pytest.mark.parametrize("path", ["../pages/assets.py", "%2e%2e/app.py", "..%2fapp.py", "nothing"])
def test_only_files_of_the_interface_are_served(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


# ------------------------------------------------------------------------------ escaping


def test_hostile_titles_names_and_words_are_text_everywhere(
    client: TestClient, library: Library
) -> None:
    hostile = next(one for one in library.documents() if "alert" in one.title)
    pages = [
        asked(client, "At which temperature does zorbium melt? <img src=x onerror=alert(4)>"),
        client.get(f"/documents/{hostile.id}").text,
        client.get(f"/documents/{hostile.id}/source", params={"at": hostile.id}).text,
        client.get("/history").text,
        client.get("/", params={"question": "\"'><svg onload=alert(5)>"}).text,
        client.get("/", params={"document": hostile.id}).text,
        client.get("/history", params={"q": "<script>alert(6)</script>"}).text,
    ]
    for page in pages:
        assert not re.search(r"<(img|svg)[^>]*\son(error|load)=", page)
        assert "<script>" not in page
    assert any("onerror=alert(2)&gt; and {{ 7*7 }}" in page for page in pages), pages[1]


def test_an_empty_library_says_how_to_begin(empty: TestClient) -> None:
    page = empty.get("/").text
    assert 'href="/library/upload"' in page
    assert 'action="/demonstration"' in page


def test_the_demonstration_is_a_job_that_its_page_follows_to_the_ask_page(
    empty: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "note.md").write_text("# Note\n\nHeat the tube.\n", encoding="utf-8")
    monkeypatch.setattr(begin, "demonstration_lab", lambda: tmp_path / "lab")
    begun = empty.post("/demonstration", follow_redirects=False)
    at = begun.headers["location"]
    until = time.monotonic() + PATIENCE_S
    while "hx-redirect" not in empty.get(at, headers={"hx-request": "true"}).headers:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert empty.get(at, follow_redirects=False).headers["location"] == "/"
    assert 'id="ask"' in empty.get("/").text


def test_a_demonstration_that_failed_says_why_and_goes_on_no_more(
    empty: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(begin, "demonstration_lab", lambda: tmp_path / "gone")
    page = empty.post("/demonstration").text
    until = time.monotonic() + PATIENCE_S
    while "hx-get" in page:
        assert time.monotonic() < until
        time.sleep(0.05)
        page = empty.get(re.findall(r'hx-get="(/demonstration/[^"]+)"', page)[0]).text
    assert "gone" in page


def test_without_the_demonstration_lab_nothing_begins(
    empty: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(begin, "demonstration_lab", lambda: None)
    assert empty.post("/demonstration").status_code == 422
