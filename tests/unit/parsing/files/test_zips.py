"""Archives nobody vouches for."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.files.zips import open_zip, read_member


def test_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", b"\0" * 40_000_000)
    with pytest.raises(ParseError, match="unpacks"), open_zip(path):
        pass


def test_truncated_archive_names_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "cut.docx"
    path.write_bytes(b"PK\x03\x04 and no end")
    with pytest.raises(ParseError) as raised, open_zip(path):
        pass
    assert "again" in raised.value.hint


def test_password_is_told_from_the_old_format(tmp_path: Path) -> None:
    magic = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    path = tmp_path / "a.docx"
    path.write_bytes(magic + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(ParseError) as raised, open_zip(path):
        pass
    assert raised.value.status == "encrypted"
    path.write_bytes(magic + b"WordDocument")
    with pytest.raises(ParseError) as raised, open_zip(path):
        pass
    assert raised.value.status == "unsupported"


def test_missing_member_is_none_and_large_one_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", "x" * 100)
    with open_zip(path) as opened:
        assert read_member(opened, "b") is None
        assert read_member(opened, "a") == b"x" * 100
        with pytest.raises(ParseError, match="unpacks"):
            read_member(opened, "a", limit=10)
