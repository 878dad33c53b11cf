"""Unigram pieces on a vocabulary small enough to work out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.embedding.e5.unigram import UnigramTokenizer, Vocabulary
from aliquot.errors import ModelError

PIECES = ["<s>", "</s>", "<unk>", "▁", "a", "b", "ab", "▁ab", "～", "ガ"]
SCORES = [0.0, 0.0, 0.0, -2.0, -3.0, -3.0, -4.0, -5.5, -6.0, -6.0]


def tokenizer(max_tokens: int = 512) -> UnigramTokenizer:
    vocabulary = Vocabulary(PIECES, SCORES)
    return UnigramTokenizer(vocabulary, start=0, end=1, unknown=2, max_tokens=max_tokens)


def pieces(text: str, max_tokens: int = 512) -> list[str]:
    return [PIECES[id] for id in tokenizer(max_tokens)(text)][1:-1]


def test_the_most_probable_path_wins() -> None:
    assert pieces("ab") == ["▁ab"]  # -5.5 against ▁ + ab at -6 and ▁ + a + b at -8.
    assert pieces("aab") == ["▁", "a", "ab"]


def test_words_are_separated_by_any_white_space() -> None:
    assert pieces(" ab\t ab\u3000ab\n") == ["▁ab", "▁ab", "▁ab"]


def test_neighbouring_unknown_characters_are_one_token() -> None:
    assert pieces("axyzb") == ["▁", "a", "<unk>", "b"]


def test_half_width_marks_are_composed_and_the_wide_tilde_is_kept() -> None:
    assert pieces("ｶﾞ～") == ["▁", "ガ", "～"]


def test_a_long_text_is_cut_but_ends_as_it_must() -> None:
    assert tokenizer(max_tokens=4)("ab ab ab ab ab") == [0, 7, 7, 1]


def test_an_empty_text_has_start_and_end_only() -> None:
    assert tokenizer()("  ") == [0, 1]


def test_a_vocabulary_is_read_as_it_was_saved(tmp_path: Path) -> None:
    Vocabulary(PIECES, SCORES).save(tmp_path)
    again = Vocabulary.read(tmp_path)
    assert (again.pieces, again.scores) == (PIECES, SCORES)


def test_a_damaged_vocabulary_names_the_folder_to_delete(tmp_path: Path) -> None:
    Vocabulary(PIECES, SCORES).save(tmp_path)
    (tmp_path / "scores.npy").write_bytes(b"")
    with pytest.raises(ModelError) as caught:
        Vocabulary.read(tmp_path)
    assert str(tmp_path) in caught.value.hint
