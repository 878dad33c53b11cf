"""Names strangers give files: safe on any system, and as near to what was given as can be."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.errors import SourceError
from aliquot.library.uploads import NAME_BYTES, check_readable, place_file, safe_name


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("培養メモ.pdf", "培養メモ.pdf"),
        ("paper (final).pdf", "paper (final).pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\notes.docx", "notes.docx"),
        ("/absolute.pdf", "absolute.pdf"),
        ("..", "file"),
        ("", "file"),
        ("\x00\x1f", "file"),
        (".htaccess", "htaccess"),
        ("CON.pdf", "_CON.pdf"),
        ("nul", "_nul"),
        ("LPT1.tar.gz", "_LPT1.tar.gz"),
        ("com¹.txt", "_com¹.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\nb\tc.md", "abc.md"),
        ('what?<b>"x".md', "what__b__x_.md"),
        ("trailing. . ", "trailing"),
        ("カ\u3099.md", "ガ.md"),
    ],
)
def test_names_are_made_safe(given_name: str, kept: str) -> None:
    assert safe_name(given_name) == kept


@given(st.text(max_size=400))
def test_any_name_becomes_one_that_any_system_takes(name: str) -> None:
    kept = safe_name(name)
    assert kept == unicodedata.normalize("NFC", kept)
    assert 0 < len(kept.encode()) <= NAME_BYTES
    assert not set(kept) & set('/\\<>:"|?*')
    assert not any(unicodedata.category(sign)[0] == "C" for sign in kept)
    assert not kept.startswith(".")
    assert not kept.endswith((".", " "))
    assert safe_name(kept) == kept


def test_a_long_name_keeps_its_ending() -> None:
    assert safe_name("あ" * 300 + ".pdf").endswith("あ.pdf")


def staged(folder: Path, text: str) -> Path:
    """Write what was received."""
    path = folder / "staged"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    first, is_new = place_file(staged(tmp_path, "one"), place, "a.md")
    second, is_new_too = place_file(staged(tmp_path, "two"), place, "a.md")
    assert (first.name, second.name) == ("a.md", "a (2).md")
    assert (is_new, is_new_too) == (True, True)
    assert first.read_text() == "one"


def test_the_same_bytes_under_the_same_name_are_kept_once(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    first, _ = place_file(staged(tmp_path, "one"), place, "a.md")
    again, is_new = place_file(staged(tmp_path, "one"), place, "a.md")
    assert again == first
    assert not is_new
    assert [one.name for one in place.iterdir()] == ["a.md"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.pdf", b""), ("a.bin", bytes(range(256)) * 8), ("a.pdf", b"Not found"), ("a", b"\0" * 99)],
)
def test_what_no_parser_reads_is_refused_by_its_content(
    tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError):
        check_readable(path)
