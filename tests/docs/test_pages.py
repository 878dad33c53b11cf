"""The pages tell the truth: their commands run, their Python runs, their links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aliquot.cli.main import app
from aliquot.errors import AliquotError
from aliquot.filters import parse_filter
from capture import NOT_RUN, PAGES, SHOW_EXIT_CODE, TOKEN, Console, commands

ROOT = Path(__file__).parents[2]
ALL_PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "examples" / "README.md"]
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.M)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
ASSIGNMENT = re.compile(r"([A-Z_]+)=(.*)")
MAKE_WORDS = {"demo", "test", "check", "docs", "bench"}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def has_python(page: Path) -> bool:
    return "```python" in page.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------ commands


def run_command(command: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run one line of a page; return its exit code."""
    words = shlex.split(command)
    with monkeypatch.context() as local:
        while words and (found := ASSIGNMENT.fullmatch(words[0])):
            local.setenv(found[1], found[2])
            words.pop(0)
        if words[0] != "aliquot":
            path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
            local.setenv("PATH", path)
            return subprocess.run(["bash", "-c", command], check=False).returncode
        done = CliRunner().invoke(app, words[1:], prog_name="aliquot")
    if isinstance(done.exception, AliquotError):
        return done.exception.exit_code
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code


@pytest.mark.parametrize("page", PAGES, ids=name_of)
@pytest.mark.usefixtures("lab_folder")
def test_commands_of_a_page_end_as_it_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list(commands(page.read_text(encoding="utf-8")))
    for line, following in pairwise([*lines, ""]):
        if line == SHOW_EXIT_CODE or line.split()[0] in NOT_RUN:
            continue
        exit_code = run_command(line, monkeypatch)
        # A page that shows a failure shows its exit code.
        assert (exit_code != 0) == (following == SHOW_EXIT_CODE), f"{line} ended with {exit_code}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_that_set_up_are_known(page: Path) -> None:
    for line in commands(page.read_text(encoding="utf-8")):
        words = line.split()
        if words[0] == "make":
            assert set(words[1:]) <= MAKE_WORDS


def test_every_make_word_is_a_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"^([a-z]+):", makefile, re.M)) >= MAKE_WORDS


# ------------------------------------------------------------------------------ Python


@pytest.mark.parametrize("page", list(filter(has_python, PAGES)), ids=name_of)
@pytest.mark.usefixtures("lab_folder")
def test_python_of_a_page_runs(page: Path) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for language, source in FENCED.findall(page.read_text(encoding="utf-8")):
        if language == "python":
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                exec(compile(source, str(page), "exec"), names)


# ------------------------------------------------------------------------------ words in the text


@pytest.mark.parametrize("page", ALL_PAGES, ids=name_of)
def test_filters_of_a_page_can_be_read(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for expression in re.findall(r"--where '([^']+)'", text):
        if "yaer" not in expression:  # The page shows what happens then.
            parse_filter(expression)


def test_filters_of_the_how_to_page_can_be_read() -> None:
    page = ROOT / "docs" / "how-to" / "filter-a-search.md"
    rows = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", page.read_text(encoding="utf-8"), re.M)
    assert len(rows) >= 8
    for expression in rows:
        parse_filter(expression)


# ------------------------------------------------------------------------------ links


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings as GitHub makes them."""
    found = set()
    for heading in HEADING.findall(page.read_text(encoding="utf-8")):
        kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
        found.add(kept.replace(" ", "-"))
    return found


def internal_links(page: Path) -> Iterator[str]:
    without_code = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(without_code):
        if not target.startswith(("http://", "https://", "mailto:")):
            yield target


@pytest.mark.parametrize("page", ALL_PAGES, ids=name_of)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in internal_links(page):
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked), target


def test_every_page_is_reached_from_the_index() -> None:
    docs = ROOT / "docs"
    reached, waiting = set(), [docs / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += [
                (page.parent / target.partition("#")[0]).resolve()
                for target in internal_links(page)
                if target.partition("#")[0]
            ]
    unreached = set(docs.rglob("*.md")) - reached
    assert not unreached


def test_pages_hold_no_path_of_a_machine() -> None:
    for page in ALL_PAGES:
        text = page.read_text(encoding="utf-8")
        for word in (f"{ROOT}/", "/tmp/", "/root/", "/home/", "/Users/"):
            assert word not in text, page


def test_pages_hold_no_token() -> None:
    for page in ALL_PAGES:
        assert not TOKEN.search(page.read_text(encoding="utf-8")), page


def test_a_captured_token_is_shown_without_its_secret(tmp_path: Path) -> None:
    secret = "x-_9" * 11
    printed = Console(tmp_path / "home").run(f"echo 'key: alq_0123456789ab_{secret[:43]}.'")
    assert printed == "key: alq_0123456789ab_...."
