"""Names are cited as "Family, Given"; programs and accounts are nobody."""

from __future__ import annotations

import pytest

from aliquot.parsing.writing.names import cited_names, split_names


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("Priya Nair", "Nair, Priya"),
        ("Nair, Priya", "Nair, Priya"),
        ("C. Titus Brown", "Brown, C. Titus"),
        ("Maria de la Cruz", "de la Cruz, Maria"),
        ("森田 健二", "森田 健二"),
        ("Manideep", "Manideep"),
        ("Harrow Lake Laboratory", "Harrow Lake Laboratory"),
    ],
)
def test_latin_names_are_turned_and_others_stand(name: str, cited: str) -> None:
    assert cited_names([name]) == (cited,)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Microsoft Office User",
            "python-docx",
            "admin",
            "Admin2",
            "Windows ユーザー",
            "user",
            "",
        ),
        *("Apache POI", "Basic User", "protocols.io", "a@b.org", "Unknown", "作成者", "---", "PC"),
    ],
)
def test_generic_names_are_dropped(name: str) -> None:
    assert cited_names([name]) == ()


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Nair, Priya", ["Nair, Priya"]),
        ("Priya Nair, Kim Lee", ["Priya Nair", "Kim Lee"]),
        ("Nair, Priya; Lee, Kim", ["Nair, Priya", "Lee, Kim"]),
        ("Priya Nair and Kim Lee", ["Priya Nair", "Kim Lee"]),
        ("鈴木 一郎、森田 健二", ["鈴木 一郎", "森田 健二"]),
    ],
)
def test_field_of_several_names_is_parted(field: str, names: list[str]) -> None:
    assert split_names(field) == names
