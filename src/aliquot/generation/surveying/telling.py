"""What a survey comes to, in a sentence or two of the question's language.

The table proves it; the summary counts and names what stands there, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aliquot.types import Coverage, FindingKind, Survey, SurveyRow

__all__ = ["summary_of"]

# Names given in a sentence, and titles, which are longer; the table has all.
MAX_NAMED = 8
MAX_TITLES = 3
# A title in a sentence.
MAX_TITLE = 80
FALLBACK = "en"
PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "documents": "{count}: {names}.",
        "findings": "{count} in {documents}: {names}.",
        "denied": "Named and nowhere said to be used, {count}: {names}.",
        "lacking": "Not said in {count}: {names}.",
        "none lacking": "No document that was asked lacks it.",
        "all used": "Every {kind} that is named is said to be used somewhere.",
        "found": "Found: {names}.",
        "absent": "Not found in any of the {read} documents read: {names}.",
        "none": "None of the {read} documents read says so.",
        "coverage": "{read} of {in_scope} documents in scope were read.",
        "more": "{names} and {more} more",
        "in": "{name} ({documents})",
        "join": "; ",
        "space": " ",
    },
    "ja": {
        "documents": "{count}：{names}。",
        "findings": "{documents}に{count}：{names}。",
        "denied": "名前はあるが使用の記載がないもの、{count}：{names}。",
        "lacking": "記載のないもの、{count}：{names}。",
        "none lacking": "対象の資料のうち、記載のないものはありません。",
        "all used": "名前のある{kind}は、いずれも使用の記載があります。",
        "found": "見つかったもの：{names}。",
        "absent": "読んだ{read}件の資料のどれにも見つからないもの：{names}。",
        "none": "読んだ{read}件の資料に、該当する記載はありません。",
        "coverage": "対象{in_scope}件のうち{read}件の資料を読みました。",
        "more": "{names}、ほか{more}件",
        "in": "{name}（{documents}）",
        "join": "、",
        "space": "",
    },
}
# What is counted, one and many; where a language has no plural they are the same.
COUNTED: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "en": {
        "documents": ("1 document", "{} documents"),
        FindingKind.ORGANISM: ("1 organism or strain", "{} organisms and strains"),
        FindingKind.ANTIBODY: ("1 antibody", "{} antibodies"),
        FindingKind.INSTRUMENT: ("1 instrument or kit", "{} instruments and kits"),
    },
    "ja": {
        "documents": ("1件の資料", "{}件の資料"),
        FindingKind.CELL_LINE: ("細胞株1種", "細胞株{}種"),
        FindingKind.ORGANISM: ("生物種・系統1種", "生物種・系統{}種"),
        FindingKind.GENE: ("遺伝子1種", "遺伝子{}種"),
        FindingKind.ANTIBODY: ("抗体1種", "抗体{}種"),
        FindingKind.REAGENT: ("試薬1種", "試薬{}種"),
        FindingKind.INSTRUMENT: ("機器・キット1種", "機器・キット{}種"),
        FindingKind.PLASMID: ("プラスミド1種", "プラスミド{}種"),
        FindingKind.PRIMER: ("プライマー1種", "プライマー{}種"),
        FindingKind.ACCESSION: ("アクセッション番号1件", "アクセッション番号{}件"),
        FindingKind.STATISTIC: ("統計値1件", "統計値{}件"),
        FindingKind.DOSE: ("投与量1件", "投与量{}件"),
        FindingKind.TEMPERATURE: ("温度1件", "温度{}件"),
        FindingKind.DURATION: ("時間1件", "時間{}件"),
        FindingKind.VERSION: ("版1件", "版{}件"),
        FindingKind.TRIAL: ("試験の項目1件", "試験の項目{}件"),
    },
}
NAME, DOCUMENT, TITLE = "name", "document", "title"


def summary_of(survey: Survey) -> str:
    """Return what a survey comes to, and how many documents were read for it.

    Args:
        survey: With rows, absences and coverage.
    """
    language = survey.language if survey.language in PHRASES else FALLBACK
    phrases = PHRASES[language]
    told = [*_told(survey, language), _filled(phrases["coverage"], survey.coverage)]
    return phrases["space"].join(told)


def _told(survey: Survey, language: str) -> list[str]:
    of_what = survey.columns[0] if survey.columns else DOCUMENT
    if of_what == NAME:
        return _names(survey, language)
    if survey.absent or survey.universe:
        return [_denied(survey, of_what, language)]
    if not survey.rows:
        return [_filled(PHRASES[language]["none"], survey.coverage)]
    return [_rows(survey, of_what, language)]


def _rows(survey: Survey, of_what: str, language: str) -> str:
    is_documents = of_what == DOCUMENT
    count = len(survey.rows) if survey.count is None else survey.count
    documents = len({one for row in survey.rows for one in row.documents})
    shown = [_title(row) if is_documents else row.values[of_what] for row in survey.rows]
    return PHRASES[language]["documents" if is_documents else "findings"].format(
        count=_counted("documents" if is_documents else of_what, count, language),
        documents=_counted("documents", documents, language),
        names=_listed(shown, language, MAX_TITLES if is_documents else MAX_NAMED),
    )


def _names(survey: Survey, language: str) -> list[str]:
    """Tell which of some names were found, and in how many documents each."""
    phrases = PHRASES[language]
    found = [
        phrases["in"].format(
            name=row.values[NAME], documents=_counted("documents", len(row.documents), language)
        )
        for row in survey.rows
    ]
    told = [phrases["found"].format(names=_listed(found, language))] if found else []
    if survey.absent:
        absent = _listed([one.name for one in survey.absent], language)
        told.append(phrases["absent"].format(read=survey.coverage.read, names=absent))
    return told


def _denied(survey: Survey, of_what: str, language: str) -> str:
    is_documents = of_what == DOCUMENT
    if not survey.absent:
        return PHRASES[language]["none lacking" if is_documents else "all used"].format(
            kind=of_what
        )
    names = [_shortened(one.name) for one in survey.absent]
    return PHRASES[language]["lacking" if is_documents else "denied"].format(
        count=_counted("documents" if is_documents else of_what, len(names), language),
        names=_listed(names, language, MAX_TITLES if is_documents else MAX_NAMED),
    )


def _title(row: SurveyRow) -> str:
    return _shortened(row.values.get(TITLE) or row.values.get(DOCUMENT, ""))


def _shortened(title: str) -> str:
    return title if len(title) <= MAX_TITLE else f"{title[:MAX_TITLE].rstrip()}…"


def _counted(what: str, count: int, language: str) -> str:
    one, many = COUNTED[language].get(what, (f"1 {what}", f"{{}} {what}s"))
    return one if count == 1 else many.format(count)


def _listed(names: Sequence[str], language: str, most: int = MAX_NAMED) -> str:
    phrases = PHRASES[language]
    listed = phrases["join"].join(names[:most])
    more = len(names) - most
    return listed if more <= 0 else phrases["more"].format(names=listed, more=more)


def _filled(phrase: str, coverage: Coverage) -> str:
    return phrase.format(read=coverage.read, in_scope=coverage.in_scope)
