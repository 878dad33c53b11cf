"""Pick the terms of a question that carry its subject.

Used to tell whether evidence speaks of what was asked, and to score sentences; the index itself
searches every term.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aliquot.analysis.analyser import cached_terms
from aliquot.analysis.normalise import normalise
from aliquot.analysis.tokens import PIECE

__all__ = ["content_terms", "is_function_word"]

# Words of English that ask, point or join. Negations (no, not, without, never, none) stay: they
# change what is asked. Source: the function words of the SMART list (Salton, 1971), and the verbs
# and nouns with which the development questions ask (2026-11).
_FUNCTION_WORDS = """
a about above across after again against all along also although am among an and another any are
around as at away be became because become been before being below besides between both but by
can cannot could did do does doing done down during each either else etc even ever every few for
from further get gets given gives got had has have having he her here hers herself him himself his
how however i if in indeed instead into is it its itself just least let like made make makes many
may maybe me might mine more moreover most much must my myself near nearly neither next now of off
often on once one only onto or other others otherwise our ours ourselves out over own per perhaps
please put quite rather really same seem seemed several shall she should since so some somehow
something still such take than that the their theirs them themselves then thence there therefore
these they this those though through throughout thus to together too toward towards under until up
upon us use used uses using very via was we well were what whatever when whenever where whereas
whether which whichever while who whoever whole whom whose why will with within would yes yet you
your yours yourself
"""
_ASKING_WORDS = """
according answer answers briefly call called collection compare conclude concluded describe
described describes document documents exactly explain find give list long mention mentioned name
named question report reported reports say says show state stated summarise summarize summary
overview tell tldr told
"""
_STOPWORDS = frozenset((_FUNCTION_WORDS + _ASKING_WORDS).split())

# Ways Japanese asks: taken out before pairs are formed. Longer ones first.
_ASKING_JAPANESE = re.compile(
    "(?:について|に関して|に対して|において|における|によると|によれば)?"
    "(?:教えてください|教えて下さい|教えて|説明してください|説明して|示してください|挙げてください|述べてください)"
    "|(?:書|記載さ|示さ|報告さ|述べら)(?:かれ|れ)て(?:います|いました|いる|い)(?:ますか|か)?"
    "|(?:何|なん|いくら|いくつ|どれ|どこ|いつ|誰|だれ|どちら|どう)(?:ですか|でしたか|でしょうか)"
    "|(?:ですか|でしたか|でしょうか|ますか|ましたか|ませんか)"
    "|(?:要約|まとめ)(?:して|を)|概要(?:を|は)"
    "|どのような|どのように|どのくらい|どれくらい|どの程度|どんな|どの|どれ|どこ|なぜ|いつ|いくら|いくつ"
    "|について|に関する|に対する|における|による|それぞれ|ください|下さい"
    # What is counted is asked for, not what the question is about: 何度, 何時間, 何％.
    "|何(?:度|時間|分間?|秒間?|日間?|週間?|か月|ヶ月|年間?|回|個|本|枚|人|名|匹|種類?|倍|番|ページ|[%％])"
    "|何(?:ミリ|マイクロ|ナノ|センチ|キロ)?(?:グラム|リットル|モル|メートル|秒)"
    "|行(?:いますか|いましたか|いました|います|うか|われ(?:ますか|ました))"
    "|(?<![一-龥])何(?![一-龥])"
)

# What is asked is the library itself: its documents need not speak of one. A library of DNA is told
# by what follows or stands before it.
_ITSELF = re.compile(
    r"\b(?:anywhere\s+)?(?:in|from|among|across|within)\s+(?:the|our|this|my|your)\s+"
    r"(?:(?:lab|group)(?:['’]s)\s+)?(?:library|collection|corpus|knowledge\s+base|materials|lab)"
    r"(?![\w-]|\s+(?:of|prep\w*|sizes?|inserts?|clones?|kit)\b)"
    r"|^\W*what\s+(?:does|do)\s+(?:the|our|this|my|your)\s+(?:library|collection|corpus|lab|materials"
    r"|papers|documents|files)\s+(?:say|know|have|contain|report|tell\s+(?:us|me))\s+(?:about|on)\b",
    re.IGNORECASE,
)
_ITSELF_JAPANESE = re.compile(
    r"(?:この|当|うちの|私たちの|我々の)?(?:ライブラリー?|ラボ|研究室)(?:の資料)?(?:内|の?中)?(?:では|で|には|に)"
)


def content_terms(
    question: str, terms_of: Callable[[str], Sequence[str]] = cached_terms
) -> list[str]:
    """Return the subject's terms, each once, in order.

    A symbol in capitals is kept even where it spells a function word (WAS, IT). Where nothing
    would remain ("What is it?"), nothing does.

    Args:
        question: In any language.
        terms_of: Piece to terms: `StandardAnalyser.piece_terms` of the index's analyser.
    """
    text = _ITSELF_JAPANESE.sub(" ", _ITSELF.sub(" ", normalise(question)))
    text = _ASKING_JAPANESE.sub(" ", text)
    terms: dict[str, None] = {}
    for piece in PIECE.findall(text):
        if not is_function_word(piece):
            terms.update(dict.fromkeys(terms_of(piece)))
    return list(terms)


def is_function_word(piece: str) -> bool:
    """Tell whether a piece asks, points or joins; a symbol in capitals does not."""
    is_symbol = len(piece) > 1 and piece.isupper()
    return not is_symbol and piece.lower().removesuffix("'s") in _STOPWORDS
