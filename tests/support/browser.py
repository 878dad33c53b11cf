"""The system's Chromium, pages watched while a test drives them, and a lab served to it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library
from aliquot.web.app import create_app
from web_api import FAKE
from web_server import running

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

__all__ = ["LAB", "PATIENCE_MS", "Watched", "axe_violations", "chromium", "served", "watched"]

LAB = Path(__file__).parents[2] / "examples" / "lab"
NAMES = ("chromium", "chromium-browser", "google-chrome")
# In a container there is no user but root, under whom Chromium's own sandbox does not start.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
# Of a loaded machine with two cores.
PATIENCE_MS = 60_000
AXE = "axe-core@4.14.1"
AXE_SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
# What WCAG 2.2 asks for at AA, and what axe-core's authors add to it.
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the system's browser; skip the test where there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine; 'make test' as root installs it")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def served(folder: Path, sources: Sequence[Path] = ()) -> Iterator[tuple[str, Library]]:
    """Serve a library over some files; yield its address and the library.

    Args:
        folder: Where the library is made.
        sources: What is in it.
    """
    with Library.create(folder, FAKE) as library:
        if sources:
            library.add(*sources)
        with running(create_app(library)) as port:
            yield f"http://127.0.0.1:{port}", library


@dataclass
class Watched:
    """A page, and what happened in it that should not.

    Attributes:
        page: Of Playwright.
        foreign: Addresses of other servers that were asked for.
        complaints: Errors of the console and of scripts; refusals of the policy are among them.
        dialogs: What `alert` and its like said.
    """

    page: Any
    foreign: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Assert that nothing did."""
        assert (self.foreign, self.complaints, self.dialogs) == ([], [], [])


@contextmanager
def watched(browser: Any, address: str, **context: Any) -> Iterator[Watched]:
    """Open a window on a server and watch it.

    Args:
        browser: Of `chromium`.
        address: Of the server; everything else is another.
        **context: As Playwright's `new_context` takes it.
    """
    window = browser.new_context(base_url=address, **context)
    window.set_default_timeout(PATIENCE_MS)
    seen = Watched(window.new_page())
    page = seen.page
    page.on("request", lambda one: _is_ours(one.url, address) or seen.foreign.append(one.url))
    page.on("console", lambda one: one.type == "error" and seen.complaints.append(one.text))
    page.on("pageerror", lambda one: seen.complaints.append(str(one)))
    page.on("dialog", lambda one: (seen.dialogs.append(one.message), one.dismiss()))
    try:
        yield seen
    finally:
        window.close()


def _is_ours(url: str, address: str) -> bool:
    return url.startswith((f"{address}/", "data:", f"blob:{address}"))


# ------------------------------------------------------------------------------ accessibility


def axe_violations(page: Any, within: str = "html") -> list[str]:
    """Return what axe-core objects to on a page, each with where; skip where it is not at hand.

    Args:
        page: Of Playwright.
        within: What of it is looked at, as a selector.
    """
    # By the debugger's own channel, which the page's policy does not concern.
    page.evaluate(_axe())
    found = page.evaluate(
        "([within, rules]) => axe.run(within, {runOnly: rules}).then(done => done.violations)",
        [within, AXE_RULES],
    )
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


@lru_cache(maxsize=1)
def _axe() -> str:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core is fetched by npm, which is not on this machine")
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            [npm, "pack", AXE, "--silent"],
            cwd=folder,
            capture_output=True,
            timeout=120,
            check=False,
        )
        archive = next(Path(folder).glob("*.tgz"), None)
        if packed.returncode or archive is None:
            pytest.skip("axe-core could not be fetched")
        with tarfile.open(archive) as files:
            member = files.extractfile("package/axe.min.js")
            assert member is not None
            script = member.read()
    assert hashlib.sha256(script).hexdigest() == AXE_SHA256
    return script.decode()
