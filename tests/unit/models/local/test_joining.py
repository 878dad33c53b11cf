"""Parts of wheels made one file: resumed, checked, whole or not there."""

from __future__ import annotations

import hashlib
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from aliquot.errors import ConfigError, ModelError
from aliquot.models.local.joining import joined, joined_path
from aliquot.models.local.known import KnownModel, Part, known_model

PIECES = (b"a" * 1_000, b"b" * 1_000, b"c" * 10)
WHOLE = b"".join(PIECES)


def install(site: Path, pieces: tuple[bytes, ...] = PIECES) -> None:
    for number, content in enumerate(pieces, 1):
        about = site / f"made_part{number}-1.0.dist-info"
        about.mkdir(parents=True, exist_ok=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: made-part{number}\n")
        folder = site / f"made_part{number}"
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").write_text("raise SystemExit('imported')")
        (folder / "part.bin").write_bytes(content)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "site"
    install(path)
    monkeypatch.syspath_prepend(str(path))
    return path


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def made(sha256: str = hashlib.sha256(WHOLE).hexdigest()) -> KnownModel:
    return KnownModel(
        name="made",
        parts=tuple(Part(f"made-part{n}", f"made_part{n}/part.bin") for n in (1, 2, 3)),
        version="1.0",
        size=len(WHOLE),
        sha256=sha256,
        licence="MIT",
        source="https://example.org",
    )


@pytest.mark.usefixtures("site")
def test_parts_become_the_file(cache: Path) -> None:
    path = joined(made(), cache)
    assert path == joined_path(made(), cache)
    assert path.read_bytes() == WHOLE
    assert not path.with_name(f"{path.name}.part").exists()


def test_joined_file_needs_the_wheels_no_more(site: Path, cache: Path) -> None:
    joined(made(), cache)
    shutil.rmtree(site)
    assert joined(made(), cache).read_bytes() == WHOLE


def test_join_cut_short_goes_on(site: Path, cache: Path) -> None:
    cache.mkdir()
    path = joined_path(made(), cache)
    path.with_name(f"{path.name}.part").write_bytes(WHOLE[:1_500])
    # What was joined already is not read again: the hash would tell.
    (site / "made_part1" / "part.bin").write_bytes(b"x" * 1_000)
    assert joined(made(), cache).read_bytes() == WHOLE


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("left", [b"z" * 1_500, WHOLE + b"more"])
def test_damaged_leftover_is_joined_again(cache: Path, left: bytes) -> None:
    cache.mkdir()
    path = joined_path(made(), cache)
    path.with_name(f"{path.name}.part").write_bytes(left)
    assert joined(made(), cache).read_bytes() == WHOLE


@pytest.mark.usefixtures("site")
def test_other_content_is_refused_and_leaves_nothing(cache: Path) -> None:
    with pytest.raises(ModelError, match="sha256"):
        joined(made("0" * 64), cache)
    assert not list(cache.glob("*.gguf"))
    assert not list(cache.glob("*.part"))


@pytest.mark.usefixtures("site")
def test_file_damaged_later_is_noticed(cache: Path) -> None:
    path = joined(made(), cache)
    path.write_bytes(WHOLE[:-1] + b"!")
    assert joined(made(), cache).read_bytes() == WHOLE


def test_missing_wheel_is_named_with_the_command(site: Path, cache: Path) -> None:
    shutil.rmtree(site / "made_part2-1.0.dist-info")
    with pytest.raises(ModelError, match="made-part2 is not installed") as caught:
        joined(made(), cache)
    assert "made-part1==1.0 made-part2==1.0 made-part3==1.0" in caught.value.hint


@pytest.mark.usefixtures("site")
def test_full_disk_is_said_before_it_is_full(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 9, 1))
    with pytest.raises(ModelError, match="No space left"):
        joined(made(), cache)


def test_folder_that_cannot_be_made_is_an_error(cache: Path, site: Path) -> None:
    assert site.exists()
    cache.write_bytes(b"a file, not a folder")
    with pytest.raises(ModelError, match="cannot be put together"):
        joined(made(), cache)


def test_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(ConfigError) as caught:
        known_model("qwen2.5-coder")
    assert "qwen2.5-coder-1.5b-instruct" in caught.value.hint
