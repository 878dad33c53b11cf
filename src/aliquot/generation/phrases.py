"""The few sentences Aliquot says itself, by language; English where a language is not known."""

from __future__ import annotations

from collections.abc import Mapping

from aliquot.types import RefusalKind

__all__ = ["reason", "refusal"]

Kind = RefusalKind
FALLBACK = "en"
REFUSALS = {
    "en": "Not found in our lab's materials.",
    "ja": "当研究室の資料には記載されていません。",
}
# What each kind of refusal is explained with; the names in braces are those `reason` is given.
REASONS: Mapping[str, Mapping[RefusalKind, str]] = {
    "en": {
        Kind.NOTHING_FOUND: (
            "Nothing in the library matches the question. 'aliquot status' shows what it holds; "
            "'aliquot add' brings in more."
        ),
        Kind.NO_ANSWER: "The nearest document ({nearest}) does not hold what was asked.",
        Kind.FILTERED_OUT: (
            "Nothing that passes the filter ({where}) matches the question; it leaves {left} "
            "documents."
        ),
        Kind.UNREADABLE: (
            "What may hold the answer could not be read: {files}. 'aliquot status' says what each "
            "needs."
        ),
        Kind.UNPROVED: (
            "What was written ({count}) is not shown, since its sources do not prove it. The "
            "nearest document is {nearest}."
        ),
    },
    "ja": {
        Kind.NOTHING_FOUND: (
            "質問に合う資料がライブラリにありません。'aliquot status' で内容を確認し、"
            "'aliquot add' で資料を追加できます。"
        ),
        Kind.NO_ANSWER: "最も近い資料（{nearest}）に、質問の答えは書かれていません。",
        Kind.FILTERED_OUT: (
            "絞り込み条件（{where}）を満たす{left}件の資料に、質問に合うものがありません。"
        ),
        Kind.UNREADABLE: (
            "答えを含むかもしれない資料を読み取れませんでした：{files}。必要な対応は "
            "'aliquot status' で確認できます。"
        ),
        Kind.UNPROVED: (
            "{count}件の記述は、出典で裏付けられないため示しません。最も近い資料は{nearest}です。"
        ),
    },
}
# Added where words of the question stand nowhere in the evidence.
MISSING = {
    "en": " Nowhere in what was found: {missing}.",
    "ja": "見つかった資料のどこにもない語：{missing}。",
}
# Added where names stand in no document that holds the others.
APART = {
    "en": " No document found holds all that is named; the nearest lacks {apart}.",
    "ja": "名指しされたものをすべて含む資料はありません。最も近い資料にない語：{apart}。",
}
# Where words in quotation marks had to be found as they are written.
QUOTED = {
    "en": " Words in quotation marks have to stand in it as they are written: {phrases}.",
    "ja": "引用符の中の語は、そのままの形で探しました：{phrases}。",
}


def refusal(language: str) -> str:
    """Return the sentence for a question the library does not answer."""
    return REFUSALS.get(language, REFUSALS[FALLBACK])


def reason(language: str, kind: RefusalKind, **values: object) -> str:
    """Return why nothing is answered, as a person is told.

    Args:
        language: ISO 639-1 code of the question.
        kind: Of the refusal.
        **values: What the phrase of the kind names, and `missing`, `apart` or `phrases` where there
            are any.
    """
    spoken = language if language in REASONS else FALLBACK
    said = REASONS[spoken][kind].format(**values)
    if values.get("missing"):
        said += MISSING[spoken].format(**values)
    if values.get("apart"):
        said += APART[spoken].format(**values)
    if values.get("phrases"):
        said += QUOTED[spoken].format(**values)
    return said
