"""A small lab whose pages are looked at: honest files, and one that would rather be a script."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from aliquot.library import Library
from aliquot.web.app import create_app
from web_api import FAKE

LAB = Path(__file__).parents[4] / "examples" / "lab"
FILES = (
    "papers/osei-2022-virellin.pdf",
    "protocols/HL-P04_rna_extraction_qpcr.md",
    "protocols/HL-P06_固定と免疫染色.md",
    "slides/2021-03_lab_meeting_heat_shock.pptx",
    "reagents/virellin_dose_response_2022.csv",
    "trials/NCT99000087.json",
)
HOSTILE_NAME = 'x"><img src=x onerror=alert(1)>.txt'
HOSTILE_TEXT = (
    "<script>alert('title')</script> \"quoted\" 'apostrophe'\n\n"
    "Zorbium melts at 41 °C <img src=x onerror=alert(2)> and {{ 7*7 }} in javascript:alert(3).\n"
)
SITE = "http://localhost"
PAGE = {"accept": "text/html"}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files."""
    folder = tmp_path_factory.mktemp("files")
    for name in FILES:
        shutil.copy(LAB / name, folder / Path(name).name)
    (folder / HOSTILE_NAME).write_text(HOSTILE_TEXT, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory, lab: Path) -> Iterator[Library]:
    """The lab's library."""
    with Library.create(tmp_path_factory.mktemp("made") / "library", FAKE) as made:
        made.add(lab)
        yield made


@pytest.fixture(scope="session")
def client(library: Library) -> Iterator[TestClient]:
    """A browser of one person on this machine, that runs no script."""
    with TestClient(create_app(library), base_url=SITE, headers=PAGE | {"origin": SITE}) as made:
        yield made


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[TestClient]:
    """Likewise, of a library that holds nothing."""
    with (
        Library.create(tmp_path / "library", FAKE) as made,
        TestClient(create_app(made), base_url=SITE, headers=PAGE | {"origin": SITE}) as client,
    ):
        yield client
