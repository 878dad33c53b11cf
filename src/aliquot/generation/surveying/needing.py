"""What a document has to say to become a row.

Enters: a question's words, without what its record decides and what is denied. Leaves: needs. Of
"malaria trials that use a placebo" a document has to be about the one and say the other, wherever:
no sentence has to hold both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aliquot.generation.surveying.recognising import DOCUMENTS
from aliquot.generation.surveying.subjects import subject_of
from aliquot.generation.surveying.wording import (
    ABOUT,
    AND,
    BOTH,
    EITHER,
    HEAD,
    OF_RECORD,
    OF_RECORD_JA,
    USE,
)
from aliquot.types import RECORD_KINDS

__all__ = ["Need", "Needed", "needed"]


@dataclass(frozen=True, slots=True)
class Need:
    """Something a document has to say.

    Attributes:
        text: In words.
        is_about: Whether a paper has to be about it, by its title, abstract or opening.
        is_of_record: Whether a trial or a gene entry has to state it of itself.
        is_topic: Whether it is what a trial studies, and neither who holds it nor where.
        is_named: Whether a title or a heading has to say it: what a protocol is called.
        is_use: Whether it has to have been done, so that denying it does not count.
    """

    text: str
    is_about: bool = False
    is_use: bool = False
    is_of_record: bool = False
    is_topic: bool = False
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class Needed:
    """All that a document has to say.

    Attributes:
        any_of: Of which it has to meet one.
        also: Each of which it has to meet besides.
    """

    any_of: tuple[Need, ...] = ()
    also: tuple[Need, ...] = ()


# Words of each thing of a list; in longer ones "and" joins something within.
MAX_LISTED = 3
# Whom every trial takes: "in patients over 65" asks for an age.
WHOM = frozenset({"patients", "participants", "people", "subjects", "患者", "参加者", "被験者"})
# 「AとBの両方」
BOTH_JA = re.compile(
    r"(?P<one>[^、。]+?)と(?P<other>[^、。と]+?)の(?:両方|双方)(?P<rest>.*)", re.DOTALL
)
QUALIFIED = (
    re.compile(r"(?P<scope>.*?)(?P<rest>\bdocuments\b.*)", re.DOTALL),
    re.compile(rf"(?P<scope>.*?)(?P<rest>\b{DOCUMENTS}\b.*)", re.DOTALL | re.IGNORECASE),
)
# "Use a placebo in malaria": a trial is in a disease; elsewhere this is what is done in what.
IN_DISEASE = re.compile(
    r"(?P<rest>.+?)\s(?P<scope>(?:in|for|among|against|on|to)\s.+)", re.DOTALL | re.IGNORECASE
)
DONE_JA = (
    r"(?:(?:使っ|用い|使用し|扱っ|含ん|行っ|投与し|測定し|言及し|触れ|比較し|評価し|調べ|検討し)"
    r"(?:た|て(?:いる|い?た|います))|(?:使用|測定|投与|言及|記載)され(?:た|て(?:いる|います))"
    r"|使う|用いる|使用する|含む|扱う|行う|調べる|言及する|触れる|投与する|測定する|比較する|評価する)"
)
QUALIFIED_JA = (
    # 「マラリアの試験でプラセボを使っているもの」
    re.compile(r"(?P<scope>.*文書)\s*(?:のうち|の(?:中|なか)で|において|で|、)+\s*(?P<rest>.+)"),
    # 「プラセボを使ったマラリアの試験」
    re.compile(rf"(?P<rest>.+?{DONE_JA})(?P<scope>[^。？?]*?の?\s*文書).*"),
)


def needed(text: str, document_kind: str, *, is_of_finding: bool) -> Needed:
    """Return what a document has to say.

    Args:
        text: The question, its documents named by a word for any.
        document_kind: Of the documents asked; empty where none is said.
        is_of_finding: Whether a kind of finding is asked for, in documents about something.
    """
    if is_of_finding:
        return Needed(
            tuple(_called(one, text, document_kind) for one in _needs(text, is_of_finding=True))
        )
    if of_both := BOTH_JA.match(text):
        each = [need for one in of_both.group("one", "other") for need in _needs(one)]
        return Needed(tuple(each[:1]), tuple(each[1:]))
    scope, rest = _apart(text, document_kind)
    if not scope:
        return _listed(tuple(_called(one, text, document_kind) for one in _needs(text)))
    is_of_record = document_kind in RECORD_KINDS
    scopes = tuple(replace(one, is_of_record=is_of_record) for one in _needs(scope))
    found = _listed(_needs(rest))
    if not found.any_of:
        return Needed(scopes[:1], scopes[1:])
    return replace(found, also=(*found.also, *scopes))


def _called(need: Need, text: str, document_kind: str) -> Need:
    """Return a need with what it is to its documents where it stands right before them.

    "PCR protocols" are called so, "malaria papers" are about it, "HIV trials" state it.
    """
    thing = re.escape(need.text)
    if need.is_use or not re.search(rf"{thing}(?:の)?\s+(?:documents\b|文書)", text, re.IGNORECASE):
        return need
    is_record = document_kind in RECORD_KINDS
    return replace(
        need,
        is_named=document_kind == "protocol",
        is_about=need.is_about or document_kind == "paper",
        is_of_record=need.is_of_record or is_record,
        is_topic=document_kind == "trial",
    )


def _needs(text: str, *, is_of_finding: bool = False) -> tuple[Need, ...]:
    # "Which studies in our papers": what they are called says nothing of what they are about.
    is_about = is_of_finding or ABOUT.search(HEAD.sub(" ", text, count=1)) is not None
    is_use = not is_of_finding and USE.search(text) is not None
    is_of_record = (
        OF_RECORD_JA.search(text) is not None
        or OF_RECORD.search(HEAD.sub("", text, count=1)) is not None
    )
    alternatives: Sequence[str] = EITHER.split(text)
    named = dict.fromkeys(one for one in map(subject_of, alternatives) if one not in ("", *WHOM))
    return tuple(Need(one, is_about, is_use, is_of_record) for one in named)


def _apart(text: str, document_kind: str) -> tuple[str, str]:
    """Return what qualifies the documents, and the rest; nothing where one of both is empty."""
    patterns = [*QUALIFIED_JA, *QUALIFIED]
    if document_kind == "trial":
        patterns.append(IN_DISEASE)
    for pattern in patterns:
        found = pattern.fullmatch(text)
        if found is not None:
            scope, rest = found["scope"], found["rest"]
            if subject_of(f"{scope} documents" if scope.isascii() else scope) and subject_of(rest):
                return scope, rest
    return "", text


def _listed(needs: tuple[Need, ...]) -> Needed:
    """Return each thing of "both A and B" as something a document has to say, wherever."""
    if len(needs) != 1 or needs[0].is_about:
        return Needed(needs)
    of_both = BOTH.match(needs[0].text)
    if of_both is None and not needs[0].is_use:
        return Needed(needs)
    text = needs[0].text if of_both is None else of_both["things"]
    named = [one.strip() for one in AND.split(text)]
    if len(named) < 2 or not all(0 < len(one.split()) <= MAX_LISTED for one in named):
        return Needed(needs)
    first, *others = (replace(needs[0], text=one) for one in named)
    return Needed((first,), tuple(others))
