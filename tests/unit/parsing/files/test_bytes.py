"""Reading bytes, text and JSON from untrusted files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from aliquot.errors import ParseError, SourceError
from aliquot.parsing.files.bytes import decode, open_bytes, read_json, read_text

JAPANESE = "大腸菌を37度で16時間培養し、プラスミドを抽出する。"


ENCODINGS = "utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 cp932 euc_jp iso2022_jp"


@pytest.mark.parametrize("encoding", ENCODINGS.split())
def test_japanese_survives_every_common_encoding(encoding: str) -> None:
    assert decode(JAPANESE.encode(encoding)) == JAPANESE


@pytest.mark.parametrize(
    "text", ["Add 5 µL at 37 °C ± 2", "Élève à Genève, déjà vu", "“quoted” – naïve", "µ"]
)
def test_western_text_is_not_taken_for_japanese(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


def test_character_cut_in_half_is_dropped_from_a_partial_read() -> None:
    assert decode("5 µ".encode()[:-1], partial=True) == "5 "


def test_binary_is_refused() -> None:
    with pytest.raises(ParseError, match="binary"):
        decode(bytes(range(256)) * 20)


def test_gzip_is_looked_through(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(gzip.compress("5 µL\r\n6 µL".encode()))
    assert read_text(path) == "5 µL\n6 µL"


def test_gzip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"a" * 100_000))
    with pytest.raises(ParseError, match="more than"):
        open_bytes(path, limit=50_000)


def test_truncated_gzip_is_a_parse_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(bytes(range(256)) * 100)[:-20])
    with pytest.raises(ParseError, match="damaged"):
        open_bytes(path)


def test_empty_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.touch()
    with pytest.raises(ParseError) as raised:
        read_text(path)
    assert raised.value.status == "empty"
    assert raised.value.hint


def test_missing_file_is_a_source_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        open_bytes(tmp_path / "gone.txt")


def test_control_characters_are_dropped_and_tabs_kept() -> None:
    assert decode(b"a\x01\tb\n") == "a\tb\n"


@pytest.mark.parametrize("content", ["{", "[" * 100_000, "not json"])
def test_broken_or_hostile_json_is_a_parse_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(ParseError, match="JSON"):
        read_json(path)
