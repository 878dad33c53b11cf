"""Keys are set in `aliquot.toml`, and nothing else in it moves."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from aliquot.errors import ConfigError
from aliquot.evaluation.settings import with_settings, write_settings

KEYS = {"reranker": "minilm-l12", "rerank_depth": 20}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# settings\n\n# [retrieval]\n# k = 10\n",
        "[retrieval]\nk = 7  # as Mika said\n\n[answer]\nmax_statements = 2\n",
        '[retrieval]\nreranker = "old"  # until it wins\nrerank_depth = 5 # few\n',
        "[retrieval]\nreranker=''\n",
        "[retrieval]",
        "[answer]\nmax_statements = 2",
        "[ retrieval ] # 検索\r\nk = 7\r\n",
        "[retrieval.more]\nreranker = 1\n",
    ],
)
def test_keys_are_set_and_comments_stay(text: str) -> None:
    edited = with_settings(text, "retrieval", KEYS)
    read = tomllib.loads(edited)
    assert {key: read["retrieval"][key] for key in KEYS} == KEYS
    comments = [line[line.index("#") :] for line in text.splitlines() if "#" in line]
    assert all(comment in edited for comment in comments)
    assert ("\r\n" in edited) == ("\r\n" in text)


def test_setting_the_same_keys_twice_changes_nothing() -> None:
    once = with_settings("[retrieval]\nk = 7\n", "retrieval", KEYS)
    assert with_settings(once, "retrieval", KEYS) == once


def test_a_key_of_another_section_is_left_alone() -> None:
    text = '[answer]\nreranker = "mine"\n'
    assert with_settings(text, "retrieval", KEYS).startswith(text)


@pytest.mark.parametrize(
    "text",
    [
        "retrieval = {k = 7}\n",
        "retrieval.reranker = 'x'\n",
        "[retrieval\n",
        'retrieval = "no"\n',
        '[retrieval]\nreranker = """\nold\n"""\n',
    ],
)
def test_a_layout_in_which_they_cannot_be_set_is_left_as_it_is(text: str, tmp_path: Path) -> None:
    path = tmp_path / "aliquot.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        write_settings(path, "retrieval", KEYS)
    assert "rerank_depth = 20" in caught.value.hint
    assert path.read_text(encoding="utf-8") == text


def test_a_name_with_quotes_is_written_as_a_text() -> None:
    edited = with_settings("", "retrieval", {"reranker": 'a "b" \\c'})
    assert tomllib.loads(edited)["retrieval"]["reranker"] == 'a "b" \\c'


def test_a_file_keeps_its_mode_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "aliquot.toml"
    path.write_text("", encoding="utf-8")
    path.chmod(0o640)
    write_settings(path, "retrieval", KEYS)
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "aliquot.toml"
    real.write_text("", encoding="utf-8")
    link.symlink_to(real)
    write_settings(link, "retrieval", KEYS)
    assert link.is_symlink()
    assert "reranker" in real.read_text(encoding="utf-8")


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "aliquot.toml"
    path.write_bytes("# Müller".encode("latin-1"))
    with pytest.raises(ConfigError):
        write_settings(path, "retrieval", KEYS)
