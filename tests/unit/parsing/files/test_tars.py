"""Tar archives: bombs, links, outside names and damage are kept out."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.files import tars
from aliquot.parsing.files.tars import tar_files, tar_names


def write(path: Path, names: dict[str, bytes], *, mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as tar:
        for name, data in names.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz", "w"])
def test_files_are_read_however_they_are_packed(tmp_path: Path, mode: str) -> None:
    path = write(tmp_path / "a", {"x/a.txt": b"one", "b.png": b"two"}, mode=mode)
    assert list(tar_names(path)) == ["x/a.txt", "b.png"]
    assert list(tar_files(path, is_wanted=lambda name: name.endswith("txt"))) == [
        ("x/a.txt", b"one")
    ]


@pytest.mark.parametrize("name", ["../a", "/a", "x/../../a"])
def test_names_that_lead_outside_are_left_out(tmp_path: Path, name: str) -> None:
    assert list(tar_names(write(tmp_path / "a", {name: b"x", "b": b"y"}))) == ["b"]


def test_links_and_devices_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as tar:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE):
            info = tarfile.TarInfo(kind.decode())
            info.type, info.linkname = kind, "/etc/passwd"
            tar.addfile(info)
    assert not list(tar_names(path))


def test_bomb_is_refused_by_what_it_unpacks_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a", {"a": b"\0" * 5_000, "b": b"\0" * 5_000})
    monkeypatch.setattr(tars, "MAXIMUM_BYTES", 8_000)
    with pytest.raises(ParseError, match="unpacks to more"):
        list(tar_files(path, is_wanted=lambda _: True))


def test_archive_of_too_many_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a", {str(number): b"" for number in range(12)})
    monkeypatch.setattr(tars, "MAXIMUM_MEMBERS", 10)
    with pytest.raises(ParseError, match="10 files"):
        list(tar_files(path, is_wanted=lambda _: True))


def test_damage_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    path = write(tmp_path / "a", {"a": bytes(range(256)) * 200})
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(ParseError) as raised:
        list(tar_files(path, is_wanted=lambda _: True))
    assert raised.value.hint
