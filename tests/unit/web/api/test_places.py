"""Places, slides and their pictures: documented, inert, and only for who may see the document."""

from __future__ import annotations

import io
import shutil
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from pydantic import BaseModel

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Collection, Permission
from aliquot.web.api import models
from aliquot.web.app import create_app
from made_decks import powerpoint
from web_api import FAKE

API = "/api/v1/documents"
DECK = "growth-of-the-polyps"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("decks")
    (folder / "secret").mkdir()
    powerpoint(folder / "secret" / "tank.pptx")
    (folder / "note.md").write_text("# Note\n\nThe tank was cleaned.\n", encoding="utf-8")
    with Library.create(folder / "library", FAKE) as made:
        made.people.put_collection(Collection(name="secret", folders=(str(folder / "secret"),)))
        made.add(folder / "secret", folder / "note.md")
        yield made


@pytest.fixture(scope="module")
def client(library: Library) -> Iterator[TestClient]:
    """A client without a token; `as_of` makes headers of one."""
    settings = ServeConfig(auth=("token",), administrators=("ana",))
    with TestClient(create_app(library, settings), base_url="http://127.0.0.1") as made:
        yield made


def as_of(library: Library, person: str) -> dict[str, str]:
    _, secret = library.people.make_token("test", person, [Permission.READ], 1)
    return {"Authorization": f"Bearer {secret}"}


def cited(library: Library, words: str) -> str:
    document = library.document(DECK)
    start = document.text.index(words)
    chunk = next(one for one in library.chunks(DECK) if one.span.start <= start < one.span.end)
    return f"{chunk.id}@{start}-{start + len(words)}"


def check_names(model: type[BaseModel], record: dict[str, Any]) -> None:
    """Assert that a model names the keys of a record and of those in it, no more and no less."""
    assert set(model.model_fields) == set(record), model
    for name, field in model.model_fields.items():
        value = record[name][0] if isinstance(record[name], list) and record[name] else record[name]
        for one in typing.get_args(field.annotation) or (field.annotation,):
            if isinstance(one, type) and issubclass(one, BaseModel) and isinstance(value, dict):
                check_names(one, value)


def test_a_place_and_a_slide_fit_their_models(library: Library, client: TestClient) -> None:
    who = as_of(library, "ana")
    at = cited(library, "214")
    place = client.get(f"{API}/{DECK}/place", params={"at": at}, headers=who).json()
    check_names(models.Place, place)
    slide = client.get(f"{API}/{DECK}/slides/1", headers=who).json()
    check_names(models.Slide, slide)
    assert place["slide"]["holds"] == "slide"
    assert slide["holds"] == ""
    assert slide["pictures"][0]["number"] == 1


def test_a_picture_is_pixels_under_headers_that_let_nothing_run(
    library: Library, client: TestClient
) -> None:
    for slide, kind in ((1, "image/png"), (2, "image/jpeg")):
        answer = client.get(
            f"{API}/{DECK}/slides/{slide}/pictures/1?width=100", headers=as_of(library, "ana")
        )
        assert answer.headers["content-type"] == kind
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in answer.headers["content-security-policy"]
        with Image.open(io.BytesIO(answer.content)) as found:
            assert found.width <= 200


@pytest.mark.parametrize(
    "path", ["/place?at=AT", "/slides/1", "/slides/1/pictures/1", "/slides/99/pictures/1"]
)
def test_who_may_not_see_a_deck_is_told_that_there_is_none(
    library: Library, client: TestClient, path: str
) -> None:
    path = path.replace("AT", cited(library, "214").replace("#", "%23"))
    refused = client.get(f"{API}/{DECK}{path}", headers=as_of(library, "cy"))
    unknown = client.get(f"{API}/nothing{path}", headers=as_of(library, "cy"))
    assert (refused.status_code, unknown.status_code) == (404, 404)
    assert "polyps" not in refused.text.replace(DECK, "")
    assert client.get(f"{API}/{DECK}{path}").status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        f"{DECK}/slides/4",
        f"{DECK}/slides/1/pictures/2",
        f"{DECK}/slides/9/pictures/1",
        "note/slides/1",
        "note/slides/1/pictures/1",
        f"note/place?at={DECK}",
    ],
)
def test_what_is_not_there_is_not_found(library: Library, client: TestClient, path: str) -> None:
    assert client.get(f"{API}/{path}", headers=as_of(library, "ana")).status_code == 404


@pytest.mark.parametrize(
    "path", ["slides/0", "slides/1/pictures/0", "slides/1/pictures/1?width=99999", "place"]
)
def test_what_is_out_of_bounds_is_refused(library: Library, client: TestClient, path: str) -> None:
    answer = client.get(f"{API}/{DECK}/{path}", headers=as_of(library, "ana"))
    assert answer.status_code == 422


def test_a_deck_that_was_changed_since_keeps_its_texts_and_shows_no_pictures(
    tmp_path: Path,
) -> None:
    path = powerpoint(tmp_path / "tank.pptx")
    with Library.create(tmp_path / "library", FAKE) as library:
        library.add(path)
        shutil.copy(path, tmp_path / "kept.pptx")
        path.write_bytes(path.read_bytes() + b"more")
        with TestClient(create_app(library), base_url="http://127.0.0.1") as client:
            slide = client.get(f"{API}/{DECK}/slides/1").json()
            assert slide["pictures"] == []
            assert slide["shapes"][0]["rect"]
            assert client.get(f"{API}/{DECK}/slides/1/pictures/1").status_code == 404
