"""What authors are found by: family names, also where Japanese names are written together."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.filters import parse_filter
from aliquot.library import Library
from aliquot.storage.family_names import other_names

CONFIG = {"embedding": {"legs": ["fake"]}}


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("müller, ada", {"müller"}),
        ("佐藤, 太郎", {"佐藤", "佐藤太郎"}),
        ("佐藤 太郎", {"佐藤", "佐藤太郎"}),
        ("佐藤\u3000太郎", {"佐藤", "佐藤太郎"}),
        ("佐藤太郎", {"佐", "佐藤", "佐藤太"}),
        ("林誠", {"林"}),
        ("佐々木さくら", {"佐々木"}),
        ("五十嵐誠", {"五", "五十", "五十嵐"}),
        ("佐藤学", {"佐", "佐藤"}),
        ("ジョン・スミス", {"スミス"}),
        ("who", set()),
        ("john smith", set()),
        ("厚生労働省", set()),
        ("東京大学", set()),
        ("", set()),
    ],
)
def test_a_name_is_found_by_its_family_name(printed: str, names: set[str]) -> None:
    assert set(other_names(printed)) == names


@pytest.mark.parametrize("where", ["authors = 佐藤", "authors in [佐藤, x]", "authors = 佐藤太郎"])
def test_a_library_finds_a_japanese_author_by_family_name(tmp_path: Path, where: str) -> None:
    note = tmp_path / "notes.md"
    note.write_text(
        "---\nauthor: 佐藤太郎\n---\n# 記録\n\n細胞を37 °Cで培養した。\n", encoding="utf-8"
    )
    with Library.create(tmp_path / "library", CONFIG) as library:
        library.add(note)
        assert [one.authors for one in library.documents(where)] == [("佐藤太郎",)]
        assert not library.documents("authors != 佐藤")
        assert not library.documents("authors = 太郎")
        assert library.search("細胞", where=parse_filter(where))
