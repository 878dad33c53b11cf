"""Questions for what records state: from which organisms entries are, which diseases trials study.

Enters: a question, and the kind of documents it is put to. Leaves: the field whose values are asked
for, and the question without the words for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from aliquot.generation.surveying.recognising import DOCUMENTS

__all__ = ["FIELD_WORDS", "field_asked"]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# By the kind of documents whose records have the field.
FIELD_WORDS: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "gene": {
        "organism": _words(r"\b(?:organisms?|species)\b|生物種?|種(?=の|が|は|から)"),
        "gene": _words(r"\bgenes\b(?!\s+entr)|どの遺伝子(?!エントリ|の?レコード)"),
    },
    "trial": {
        "condition": _words(
            r"\b(?:conditions?|diseases?|disorders?|indications?|illnesses)\b|疾患|病気|適応症?"
        ),
        "intervention": _words(
            r"\b(?:interventions?|drugs?|treatments?|therap(?:y|ies)|medicines?|compounds?)\b|介入|薬剤|薬物?|治療法?"
        ),
    },
    "paper": {"journal": _words(r"\bjournals?\b|雑誌|ジャーナル|掲載誌")},
}  # fmt: skip
# Asked for first, before any documents: "which drugs", "from which organisms", 「どの疾患」.
ASKED = re.compile(
    r"^\W*(?:(?:in|from|of|on|for|to|with)\s+)?(?:which|what|list|name|show|give|tell|how\s+many)\s+"
    r"(?:(?:me|all|are|the|different|distinct|of|our|every|kinds?|types?|sorts?)\s+)*(?P<en>[a-z]+)\b"
    r"|(?:どの|どんな|何の|何種類の)(?P<ja>[^、。はがをでに\s]+)|(?P<listed>[一-龥ァ-ヶー]+)(?:の(?:一覧|リスト)|を(?:すべて|全て|列挙|挙げ|一覧))",
    re.IGNORECASE,
)
DOCUMENT = re.compile(
    rf"\b{DOCUMENTS}\b|論文|文献|文書|資料|プロトコー?ル|試験|治験|エントリー?|レコード", re.I
)
# "Which diseases have no trial" and "treatment of what" are other questions.
DENIED = re.compile(r"\b(?:no|never|not|without)\b|n't\b|ない|ません", re.IGNORECASE)


def field_asked(text: str, document_kind: str) -> tuple[str, str]:
    """Return the field of records whose values a question asks for; empty for none.

    Args:
        text: The question, without what restricts it, its documents named by a word for any.
        document_kind: Of the documents asked; empty where none is said.
    """
    words = FIELD_WORDS.get(document_kind)
    asked = ASKED.search(text)
    if words is None or asked is None or DENIED.search(text) or not DOCUMENT.search(text):
        return "", text
    named = next(name for name in ("en", "ja", "listed") if asked[name])
    start, end = asked.span(named)
    if DOCUMENT.match(text, start):
        return "", text
    for field, pattern in words.items():
        found = pattern.match(text, start, end)
        if found is not None:
            return field, f"{text[:start]} {text[found.end() :]}"
    return "", text
