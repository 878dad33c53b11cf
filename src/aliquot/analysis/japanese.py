"""Index scripts written without spaces by overlapping character pairs.

A run of kanji, kana or hangul enters, its terms leave. Pairs need no dictionary and find
遺伝子編集 in 遺伝子編集の効率; pairs that only carry grammar are left out, because in a library
that is mostly English they would be the rarest terms of all and decide the ranking.
"""

from __future__ import annotations

import re

__all__ = ["CJK", "cjk_terms"]

# Inside a character class: 々〆〇, kana without the middle dot, kanji, compatibility and rare
# kanji, hangul. Half-width kana are folded before.
CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_HIRAGANA = re.compile("[\u3041-\u309f]")

# Particles: a pair of one of them and a kanji or katakana straddles two words.
_PARTICLES = frozenset("のはがをにでともへやかよねをばし")

# Pairs of hiragana that are endings, particles and question words of ordinary sentences.
# Source: pairs found in the function words of IPAdic (助詞, 助動詞, 接続詞) and in 教えてください,
# ありますか, いくつですか and the like.
_GRAMMAR_PAIRS = """
    です ます した して する され れた れる てい いる いて いた ある ない なる なり から まで
    など には では とは での への との とし にお おけ ける おい ため よう こと もの その この
    それ これ どの どれ どこ どん いつ なに なぜ くだ ださ さい えて てく すか たか るか いか
    でし しょ ょう うか ませ せん まし りま れま いま きま しま った って ので のに のは のが
    のを のか かで かに かは かを とが とを とに にも にと はど はい はな はあ いく くつ くら
    らで らか らの だけ ほど らい また もし しい しく たち たり てあ てお てき てし てか てる
    にて によ より よる るに るた るの ると るこ るよ いう とい うな うに なの なく なお なが
    がら られ せる せて おり おき あり すべ べて ばな らな らに れて ろで ころ とこ さえ さら
    らば ても でも でき きる きた きな たの たは たも たを たと はじ
"""
_GRAMMAR = frozenset(_GRAMMAR_PAIRS.split())


def cjk_terms(run: str) -> list[str]:
    """Return the character pairs of a run, and characters no pair covers, in order."""
    if len(run) == 1:
        return [] if _HIRAGANA.match(run) else [run]
    kept = [_carries_meaning(run[i : i + 2]) for i in range(len(run) - 1)]
    terms = []
    for i, character in enumerate(run):
        if i < len(kept) and kept[i]:
            terms.append(run[i : i + 2])
        elif not (i and kept[i - 1]) and not _HIRAGANA.match(character):
            terms.append(character)
    return terms


def _carries_meaning(pair: str) -> bool:
    hiragana = [bool(_HIRAGANA.match(character)) for character in pair]
    if all(hiragana):
        return pair not in _GRAMMAR
    return not any(
        is_hiragana and character in _PARTICLES
        for character, is_hiragana in zip(pair, hiragana, strict=True)
    )
