"""Questions that a library can answer, to begin with: made of what its documents are called.

Enters: documents without their text, or which kinds of findings they hold. Leaves: a few questions,
one a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from aliquot.types import Document, DocumentKind, FindingKind

__all__ = ["suggested_columns", "suggested_questions", "suggested_surveys"]

# What each kind of document is asked, by language. In braces: what the document is called.
QUESTIONS: Mapping[str, Mapping[DocumentKind, str]] = {
    "en": {
        DocumentKind.PROTOCOL: "What is needed for {name}?",
        DocumentKind.PAPER: "What was found in {name}?",
        DocumentKind.TRIAL: "What is the primary outcome of {name}?",
        DocumentKind.GENE: "What is the function of {name}?",
        DocumentKind.SLIDES: "What was concluded in {name}?",
    },
    "ja": {
        DocumentKind.PROTOCOL: "{name}には何が必要ですか？",
        DocumentKind.PAPER: "{name}では何が分かりましたか？",
        DocumentKind.TRIAL: "{name}の主要評価項目は何ですか？",
        DocumentKind.GENE: "{name}の機能は何ですか？",
        DocumentKind.SLIDES: "{name}の結論は何ですか？",
    },
}
# What every document can be asked, by language and by what kind of thing it then names.
SURVEYS: Mapping[str, Mapping[FindingKind, str]] = {
    "en": {
        FindingKind.CELL_LINE: "Which cell lines are used?",
        FindingKind.REAGENT: "Which reagents have we never used?",
        FindingKind.ORGANISM: "Which organisms were studied?",
        FindingKind.ANTIBODY: "Which antibodies are used?",
        FindingKind.INSTRUMENT: "Which instruments and kits are used?",
    },
    "ja": {
        FindingKind.CELL_LINE: "どの細胞株を使いましたか",
        FindingKind.REAGENT: "一度も使っていない試薬はどれですか",
        FindingKind.ORGANISM: "どの生物種を使いましたか",
        FindingKind.ANTIBODY: "どの抗体を使いましたか",
        FindingKind.INSTRUMENT: "どの装置やキットを使いましたか",
    },
}
# What is asked of each document the most, in the order of a methods section.
COLUMNS = (
    FindingKind.CELL_LINE,
    FindingKind.ORGANISM,
    FindingKind.ANTIBODY,
    FindingKind.REAGENT,
    FindingKind.INSTRUMENT,
    FindingKind.DOSE,
    FindingKind.TEMPERATURE,
    FindingKind.DURATION,
)
# Of how many animals, samples or patients: words are looked for, not findings.
HOW_MANY = "n"
# Nearly every title is shorter; a question that is longer is not read but skipped.
NAME_CHARACTERS = 160


def suggested_questions(documents: Iterable[Document], language: str, count: int = 4) -> list[str]:
    """Return questions of different kinds; fewer where the library holds fewer kinds.

    Documents in the reader's language come first, then those called by the shortest name.

    Args:
        documents: What may be asked.
        language: ISO 639-1 code of the questions.
        count: How many at most.
    """
    asked = QUESTIONS.get(language, QUESTIONS["en"])
    by_kind: dict[DocumentKind, list[Document]] = {}
    for one in documents:
        if one.kind in asked and _name(one):
            by_kind.setdefault(one.kind, []).append(one)

    def liking(one: Document) -> tuple[bool, int, str]:
        return one.language != language, len(_name(one)), one.id

    return [
        asked[kind].format(name=_name(min(by_kind[kind], key=liking)))
        for kind in asked
        if kind in by_kind
    ][:count]


def suggested_surveys(named: Collection[str], language: str, count: int = 4) -> list[str]:
    """Return questions to put to every document; fewer where documents name fewer kinds of things.

    Args:
        named: Kinds of findings there are.
        language: ISO 639-1 code of the questions.
        count: How many at most.
    """
    asked = SURVEYS.get(language, SURVEYS["en"])
    return [question for kind, question in asked.items() if kind in named][:count]


def suggested_columns(named: Collection[str]) -> list[str]:
    """Return columns that a survey of documents can fill.

    Args:
        named: Kinds of findings there are.
    """
    return [str(kind) for kind in COLUMNS if kind in named] + [HOW_MANY]


def _name(document: Document) -> str:
    """Return what a document is called in a question; empty where that is no name."""
    name = NAMES.get(document.kind, _title)(document)
    return name if len(name) <= NAME_CHARACTERS else ""


def _title(document: Document) -> str:
    return document.title.strip().rstrip(".")


def _gene(document: Document) -> str:
    symbol = document.extra.get("gene", "")
    symbols: Sequence[object] = symbol if isinstance(symbol, tuple) else (symbol,)
    return str(symbols[0] or "") if symbols else ""


NAMES: Mapping[DocumentKind, Callable[[Document], str]] = {
    DocumentKind.TRIAL: lambda one: one.nct,
    DocumentKind.GENE: _gene,
}
