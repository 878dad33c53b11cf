"""Katakana that recognisers take for kanji or dashes."""

from __future__ import annotations

import pytest

from aliquot.parsing.ocr.corrections import correct


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("統合デ一夕ベ一ス講習会", "統合データベース講習会"),
        ("デ—タ", "データ"),
        ("バッファ一を加える", "バッファーを加える"),
        ("リボソ一ム", "リボソーム"),
    ],
)
def test_lookalikes_inside_katakana_are_put_right(read: str, meant: str) -> None:
    assert correct(read) == meant


@pytest.mark.parametrize(
    "text", ["データ一覧", "一夕", "Ca—Mg", "出口", "チューブ一本", "β-カテニン"]
)
def test_what_may_be_meant_is_kept(text: str) -> None:
    assert correct(text) == text
