"""JSON of no known layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.text import json as json_parser
from aliquot.parsing.text.json import JsonParser
from aliquot.types import Document, DocumentStatus


def parse(tmp_path: Path, value: Any) -> Document:
    path = tmp_path / "assembly.json"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    (document,) = JsonParser().parse(path)
    return document


def test_values_are_written_with_their_key_path(tmp_path: Path) -> None:
    value = {"common_name": "Human", "release": {"type": {"name": "integrated"}, "ok": True}}
    document = parse(tmp_path, value)
    assert document.text == "common_name: Human\n\nrelease\n\ntype > name: integrated\nok: yes"
    assert document.blocks[-1].section_path == ("release",)


def test_plain_lists_share_a_line_and_objects_are_numbered(tmp_path: Path) -> None:
    document = parse(tmp_path, {"tags": ["a", "b"], "rows": [{"x": 1}, {"x": 2}]})
    assert "a, b" in document.text
    assert "1 > x: 1\n2 > x: 2" in document.text


def test_title_is_taken_from_the_record(tmp_path: Path) -> None:
    assert parse(tmp_path, {"title": "My run", "a": 1}).title == "My run"
    assert parse(tmp_path, {"a": 1}).title == "assembly"


def test_json_lines_are_read(tmp_path: Path) -> None:
    assert "2 > a: 5" in parse(tmp_path, '{"a": 4}\n{"a": 5}\n').text


def test_long_dump_is_cut_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_parser, "MAX_LINES", 3)
    document = parse(tmp_path, {str(number): number for number in range(9)})
    assert document.text == "0: 0\n1: 1\n2: 2"
    assert document.status is DocumentStatus.PARTIAL


def test_deep_nesting_ends_somewhere(tmp_path: Path) -> None:
    text = '{"a":' * 60 + "1" + "}" * 60
    assert "deeper levels were not read" in parse(tmp_path, text).text


def test_language_is_detected(tmp_path: Path) -> None:
    assert parse(tmp_path, {"名前": "遺伝子編集の記録です"}).language == "ja"


@pytest.mark.parametrize("content", ['{"a": ', "{}", "[[], {}]", "null"])
def test_damaged_or_empty_json_says_what_to_do(tmp_path: Path, content: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(tmp_path, content)
    assert caught.value.hint
