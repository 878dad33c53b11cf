"""A small lab served in this process, to whomever a test says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Collection, Grant, Permission, Role
from aliquot.web.app import create_app
from web_api import FAKE

# One example of each shape is made where the pages of the reference are.
sys.path.insert(0, str(Path(__file__).parents[4] / "docs"))

TOKENS = ServeConfig(auth=("token",), administrators=("ana",))
OPEN_TEXT = "# Virellin\n\nThe dose of virellin is 4.7 µM in HEK293T cells.\n"
SECRET_TEXT = "# Lumenin\n\nThe dose of lumenin is 9.4 µM in Jurkat cells.\n"
JAPANESE = "# 培養メモ\n\nHEK293T細胞は37℃、5%CO2で培養する。\n"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two folders: one for all, one that is granted."""
    folder = tmp_path_factory.mktemp("lab")
    for name, text in {
        "open/virellin.md": OPEN_TEXT,
        "open/培養メモ.md": JAPANESE,
        "secret/lumenin.md": SECRET_TEXT,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, lab: Path) -> Iterator[Library]:
    """The lab's library: `main` and `secret`; bo reads and edits `main`, cy nothing."""
    with Library.create(tmp_path_factory.mktemp("made") / "library", FAKE) as made:
        made.people.put_collection(Collection(name="secret", folders=(str(lab / "secret"),)))
        made.people.grant(Grant("main", "bo", Role.EDITOR))
        made.add(lab)
        yield made


Clients = Callable[..., TestClient]


@pytest.fixture(scope="module")
def client_of(library: Library) -> Iterator[Clients]:
    """Return a client that comes with a person's token; without one for nobody."""
    app = create_app(library, TOKENS)
    with ExitStack() as open_clients:

        def client(person: str = "", *permissions: Permission) -> TestClient:
            made = TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
            if person:
                held = permissions or tuple(Permission)
                _, secret = library.people.make_token("test", person, held, 1)
                made.headers["Authorization"] = f"Bearer {secret}"
            open_clients.callback(made.close)
            return made

        yield client


@pytest.fixture(scope="module")
def ana(client_of: Clients) -> TestClient:
    """An administrator."""
    return client_of("ana")


@pytest.fixture(scope="module")
def bo(client_of: Clients) -> TestClient:
    """An editor of `main`."""
    return client_of("bo")


@pytest.fixture(scope="module")
def cy(client_of: Clients) -> TestClient:
    """Someone to whom nothing was granted."""
    return client_of("cy")
