"""What a question asks of every document, read by rules.

Enters: a question as it was understood. Leaves: what is looked for in each document, what is
counted, and which things are asked whether they are there at all.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from aliquot.filters import both
from aliquot.generation.surveying.classes import members_asked
from aliquot.generation.surveying.denying import Denied, denied_in
from aliquot.generation.surveying.japanese import in_english
from aliquot.generation.surveying.kinds import KIND_WORDS, article_types_in, kind_in
from aliquot.generation.surveying.naming import names_asked
from aliquot.generation.surveying.needing import Need, Needed, needed
from aliquot.generation.surveying.picking import any_documents, fields_compared, picked
from aliquot.generation.surveying.qualifying import qualifier_of
from aliquot.generation.surveying.recognising import DOCUMENTS, without_preamble
from aliquot.generation.surveying.recorded import field_asked
from aliquot.generation.surveying.sorts import ANY_SORT, Sort, sort_asked
from aliquot.generation.surveying.subjects import subject_of
from aliquot.generation.surveying.wording import (
    ASIDE,
    DENIED,
    DOCUMENT_KINDS,
    EITHER,
    IN_LIBRARY,
    JAPANESE,
    MENTION,
    NAMED_DOCUMENTS,
    NUMBERS,
    PERIOD,
    TALLY,
    USE,
)
from aliquot.types import (
    Comparison,
    Expansion,
    Filter,
    FindingKind,
    Intent,
    Operator,
    Understanding,
)

__all__ = ["Need", "SurveyQuestion", "read_survey"]


# "RNase A", "HEK 293": names that others write in one.
IN_TWO = re.compile(
    r"\b(?!(?:at|in|of|on|to|by|for|and|or|with)\b)([A-Za-z]{2,})[ -]([A-Z]|\d{1,3})\b"
)
# 「プロトコルで使っているキットの一覧」: what is listed stands last, behind its documents.
LISTED_JA = re.compile(
    r"[ァ-ヶー一-龥]+(?:番号)?(?:の(?:一覧|リスト)|を(?:一覧|リスト|列挙|すべて|全て|挙げ|教え)"
    r"|(?:は|って|には)(?:何|どれ|どんな|どの))"
)


# "In the western blot protocol": however many there are.
ONE_DOCUMENT = re.compile(r"\s(?:protocol|paper|article|trial|document|study|SOP)\b(?!s)", re.I)
# 「論文のデータはどのGEOアクセッションで...」
WHICH_JA = re.compile(r"(?:どの|どんな|何の)[A-Za-z0-9ァ-ヶー一-龥]{0,12}の?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyQuestion:
    """A question to every document.

    Attributes:
        asked: As it was understood.
        needs: Of which a document has to meet one; empty where its record decides alone.
        also: Each of which it has to meet besides.
        lacks: Of which it has to say none.
        where: What its record has to say, beyond what was understood.
        kind: The kind of finding asked for; `None` where documents are.
        is_count: Whether a number is asked for.
        is_denied: Whether what is absent is asked for.
        is_without: Whether documents are asked for by what they lack alone, so that no quote can
            prove them.
        is_use: Whether what was used is asked for, not what is only named.
        is_literal: Whether a word is asked for, and no other name of the same.
        sort: Of the kind asked for.
        qualifier: What things of the kind have to be, in words; empty for anything.
        field: Of records, whose values are asked for; empty where none is.
        names: What is asked for by name, each whether it is there.
        is_of_class: Whether the names are all that is known of what is asked for, so that only
            those that are there are told.
    """

    asked: Understanding
    needs: tuple[Need, ...] = ()
    also: tuple[Need, ...] = ()
    lacks: tuple[Need, ...] = ()
    where: Filter | None = None
    kind: FindingKind | None = None
    is_count: bool = False
    is_denied: bool = False
    is_without: bool = False
    is_use: bool = False
    is_literal: bool = False
    sort: Sort = ANY_SORT
    qualifier: str = ""
    field: str = ""
    names: tuple[str, ...] = ()
    is_of_class: bool = False


def read_survey(asked: Understanding, this_year: int) -> SurveyQuestion:
    """Return what a question asks of every document.

    Args:
        asked: The question, as it was understood.
        this_year: What "the last five years" end in.
    """
    period = PERIOD.search(asked.subject)
    if period is None:
        return _read(asked, this_year)
    found = _read(replace(asked, subject=PERIOD.sub(" ", asked.subject)), this_year)
    since = Comparison("year", Operator.GE, this_year - _years(period) + 1)
    return replace(found, where=both(found.where, since))


def _years(period: re.Match[str]) -> int:
    written = (period["count"] or period["ja"] or "1").casefold()
    return NUMBERS[written] if written in NUMBERS else int(written)


def _read(asked: Understanding, this_year: int) -> SurveyQuestion:
    asked = replace(asked, subject=without_preamble(asked.subject))
    chosen = picked(asked.subject, asked.where, this_year)
    question = without_preamble(asked.question)
    names = names_asked(replace(asked, question=question, subject=chosen.text))
    if names:
        # "In none of the protocols": what papers name is beside the question.
        return SurveyQuestion(
            asked=_searched(asked, names),
            names=names,
            where=chosen.where,
            is_denied=DENIED.search(asked.question) is not None,
        )
    members, text = members_asked(chosen.text)
    found = _of_documents(replace(asked, subject=text), chosen.kind)
    if members:
        found = replace(found, names=members, is_of_class=True, kind=None, sort=ANY_SORT)
    return replace(found, where=both(found.where, chosen.where))


def _of_documents(asked: Understanding, document_kind: str) -> SurveyQuestion:
    question = without_preamble(asked.question)
    types = tuple(article_types_in(ASIDE.sub("", question)))
    kind = _kind_asked(question)
    denied = None if kind is not None else denied_in(asked.subject, document_kind)
    lacks = () if denied is None else _lacks(denied)
    subject = denied.scope if denied is not None and lacks else asked.subject
    sort, qualifier = ANY_SORT, ""
    field, subject = field_asked(subject, document_kind)
    if field:
        kind = None
    elif kind is not None:
        sort, subject = sort_asked(question, subject, kind)
        qualifier, subject = qualifier_of(subject, kind)
    asked = replace(asked, subject=subject)
    found = Needed() if types else _needed(asked, kind, document_kind)
    where: Filter | None = Comparison("article_type", Operator.IN, types) if types else None
    if kind is not None:
        where = both(where, _documents_named(asked.subject))
    return SurveyQuestion(
        asked=_searched(
            asked, [*(one.text for one in (*found.any_of, *found.also, *lacks)), qualifier]
        ),
        needs=found.any_of,
        also=found.also,
        lacks=lacks,
        where=where,
        kind=kind,
        is_count=_is_count(asked),
        is_denied=DENIED.search(asked.subject) is not None,
        is_without=bool(lacks) and denied is not None and not denied.is_beside,
        is_use=USE.search(question) is not None,
        is_literal=MENTION.search(question) is not None,
        sort=sort,
        qualifier=qualifier,
        field=field,
    )


def _lacks(denied: Denied) -> tuple[Need, ...]:
    named = map(subject_of, EITHER.split(denied.lacking))
    return tuple(Need(one) for one in dict.fromkeys(named) if one)


def _is_count(asked: Understanding) -> bool:
    is_counted = asked.intent is Intent.COUNT or TALLY.search(asked.question) is not None
    return is_counted and not _asks_for_record(asked.question)


def _searched(asked: Understanding, texts: Collection[str]) -> Understanding:
    """Return a question with what else is searched: English for Japanese, and other spellings."""
    english = {one: in_english(one) for one in texts if JAPANESE.search(one)}
    others = [Expansion(one, (name,), "in English") for one, name in english.items() if name]
    others += [
        Expansion(found[0], ("".join(found.groups()),), "written together")
        for one in texts
        for found in IN_TWO.finditer(one)
    ]
    return replace(asked, expansions=(*asked.expansions, *others))


def _documents_named(text: str) -> Filter | None:
    """Return the kind of documents in which findings are asked for: "in the protocols"."""
    found = NAMED_DOCUMENTS.search(text)
    if found is None:
        return None
    return Comparison("kind", Operator.EQ, DOCUMENT_KINDS[found["kind"].casefold()])


def _asks_for_record(question: str) -> bool:
    """Tell whether the number asked for stands in a record, as that of its participants does."""
    return re.search(r"人数|participants|enrol", question, re.IGNORECASE) is not None


def _kind_asked(question: str) -> FindingKind | None:
    """Return the kind of finding asked for: named before any kind of document."""
    named = kind_in(question)
    if named is None:
        return None
    if LISTED_JA.match(question, named[1]) or WHICH_JA.search(question, 0, named[1]):
        return named[0]
    document = re.search(rf"\b{DOCUMENTS}\b|論文|文献|文書|プロトコー?ル|試験", question, re.I)
    is_first = document is None or named[1] < document.start()
    is_asked = re.match(
        r"^\W*(?:which|what|list|show|name|give|how\s+many|count|all)\b|.*(?:どの|どれ|何|一覧|すべて|全て|リスト|教えて|挙げ)",
        question,
        re.IGNORECASE | re.DOTALL,
    )
    return named[0] if is_first and is_asked else None


def _needed(asked: Understanding, kind: FindingKind | None, document_kind: str) -> Needed:
    text = IN_LIBRARY.sub(" ", ASIDE.sub("", asked.subject))
    # Documents a record already picks are asked what they hold, not what kind they are.
    for spoken in asked.spoken:
        is_of_kind = "kind" in fields_compared(spoken.where)
        left = any_documents(spoken.words) if is_of_kind else ""
        text = text.replace(spoken.words, f" {left} ", 1)
    if kind is not None:
        text = NAMED_DOCUMENTS.sub(" ", KIND_WORDS[kind].sub(" ", text))
        text = ONE_DOCUMENT.sub(" documents", text)
    return needed(text, document_kind, is_of_finding=kind is not None)
