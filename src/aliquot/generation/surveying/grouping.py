"""What a survey found, by year, author or version.

Enters: rows, the documents they are of, and what they are grouped by. Leaves: groups, each with
its own denominator: of ten trials more in one year than in another, more may have been read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aliquot.errors import ConfigError
from aliquot.types import (
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    SurveyGroup,
    SurveyRow,
)

__all__ = ["GROUPINGS", "grouping_asked", "grouping_named", "groups_of", "own_versions"]

GROUPINGS = ("year", "author", "version")
# Years in between are told with nothing, so that a plot is honest; a year misread as 1021 would
# make a thousand of them.
MAX_GAP = 100

# "By", and what says the same of every one of a kind.
_EACH = r"(?:by|per|for\s+(?:each|every)|in\s+(?:each|every)|each|every|across)"
_GROUPED = r"(?:,?\s*(?:grouped|sorted|ordered|split|broken\s+down|listed|counted)\s+)?"
# "Twice per year" is how often something is done to somebody, and "5 mg per year" how much.
_NOT_A_RATE = r"(?<!once )(?<!twice )(?<!times )(?<!hours )(?<!days )(?<!weeks )(?<!mg )(?<!doses )"
_ASKED: Mapping[str, re.Pattern[str]] = {
    "year": re.compile(
        rf"{_NOT_A_RATE}{_GROUPED}\b{_EACH}\s+(?:the\s+)?"
        r"(?:(?:publication|calendar|start)\s+)?years?\b(?:\s+of\s+publication)?"
        r"|\b(?:has\s+|have\s+)?(?:changed?\s+)?over\s+(?:the\s+years|time)\b(?!\s+(?:points?|course))"
        r"|\byear[- ]by[- ]year\b|\bin\s+(?:which|what)\s+years?\b|\b(?:which|what)\s+years\b"
        r"|(?:発行|出版|開始)?年(?:次|度)?(?:ごと|毎|別)(?:の|に)?|年次推移|経年(?:的な)?(?:変化|推移)",
        re.IGNORECASE,
    ),
    "author": re.compile(
        # "By author Smith" is a filter, whatever it is written in.
        rf"{_GROUPED}\b{_EACH}\s+(?:the\s+)?(?:first\s+)?authors?\b(?!\s+(?-i:[A-Z]))"
        r"|\b(?:which|what)\s+authors\b(?:\s+(?:have\s+)?(?:wr(?:ote|itten)|published|worked|work"
        r"|write|publish))?(?:\s+(?:about|on))?"
        r"|(?:著者|執筆者|担当者)(?:ごと|毎|別)(?:の|に)?|どの著者(?:が|の)?",
        re.IGNORECASE,
    ),
    "version": re.compile(
        rf"{_GROUPED}\b{_EACH}\s+(?:the\s+)?(?:protocol\s+)?versions?\b(?!\s+\d)"
        r"|(?:バージョン|版)(?:ごと|毎|別)(?:の|に)?",
        re.IGNORECASE,
    ),
}
# "How has the use of X changed over time?" asks for what names X.
_OF_A_CHANGE = re.compile(
    r"^\W*how\s+(?:has|have|did|does|do)\s+"
    r"(?:(?:the|our)\s+)?(?:(?:use|usage|number|frequency)\s+of\s+)?",
    re.IGNORECASE,
)
# Documents that have versions of their own: what a paper calls a version is of what it used.
_VERSIONED = frozenset(
    {DocumentKind.PROTOCOL, DocumentKind.NOTES, DocumentKind.SLIDES, DocumentKind.OTHER}
)
_PIECES = re.compile(r"\d+|\D+")
_JAPANESE = re.compile("[\u3041-\u30fa\u3400-\u9fff]")


def grouping_asked(text: str) -> tuple[str, str]:
    """Return what a question wants grouped by, empty for nothing, and the question without it."""
    found = [
        (match.start(), name, match)
        for name, pattern in _ASKED.items()
        if (match := pattern.search(text)) is not None
    ]
    if not found:
        return "", text
    _, name, match = min(found, key=lambda one: one[0])
    rest = _OF_A_CHANGE.sub(" ", f"{text[: match.start()]} {text[match.end() :]}")
    return name, " ".join(rest.split())


def grouping_named(name: str) -> str:
    """Return what a caller groups by, as it is called here; empty for nothing.

    Raises:
        ConfigError: Nothing is grouped by that.
    """
    known = name.strip().casefold().removesuffix("s")
    if known and known not in GROUPINGS:
        raise ConfigError(
            f"Nothing is grouped by '{name.strip()}'.", hint=f"Known: {', '.join(GROUPINGS)}."
        )
    return known


def own_versions(documents: Iterable[Document], findings: Iterable[Finding] = ()) -> dict[str, str]:
    """Return the versions of documents, by their ids; those without one are left out.

    A record's field decides; without one, the first version a protocol names of itself does.

    Args:
        documents: In scope.
        findings: Versions these documents name, in reading order in each.
    """
    versions, may_name = {}, set()
    for one in documents:
        if "version" in one.extra:
            versions[one.id] = str(one.extra["version"])
        elif one.kind in _VERSIONED:
            may_name.add(one.id)
    for finding in findings:
        is_own = finding.details.get("of") == "protocol" and finding.document_id in may_name
        if is_own and finding.kind is FindingKind.VERSION:
            versions.setdefault(finding.document_id, finding.details["version"])
    return versions


def groups_of(
    rows: Sequence[SurveyRow],
    documents: Iterable[Document],
    by: str,
    versions: Mapping[str, str] | None = None,
) -> tuple[SurveyGroup, ...]:
    """Return rows by a property of their documents, in its order, those without one last.

    Years are all told from the first to the last of the documents in scope, also those without
    any. Authors and versions are told where rows have them: authors by documents, then by name.

    Args:
        rows: Of a survey.
        documents: Those that were read.
        by: One of `GROUPINGS`.
        versions: Of documents, by id, where `by` is `version`.
    """
    values = _values(documents, by, versions or {})
    gathered = _gathered(rows, values)
    if by == "year":
        for year in _years_between(gathered):
            gathered.setdefault(year, _Gathered())
    else:
        gathered = {value: one for value, one in gathered.items() if one.documents}
    groups = [one.group(value) for value, one in gathered.items()]
    return tuple(sorted(groups, key=_most_first if by == "author" else _in_order))


@dataclass(slots=True)
class _Gathered:
    """What falls under one value, while it is gathered; as sets that keep their order."""

    documents: dict[str, None] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    in_scope: int = 0

    def group(self, value: str) -> SurveyGroup:
        return SurveyGroup(value, tuple(self.documents), tuple(self.names), self.in_scope)


def _gathered(
    rows: Sequence[SurveyRow], values: Mapping[str, Sequence[str]]
) -> dict[str, _Gathered]:
    gathered: dict[str, _Gathered] = {}
    for of_document in values.values():
        for value in of_document:
            gathered.setdefault(value, _Gathered()).in_scope += 1
    for row in rows:
        for document_id in row.documents:
            for value in values.get(document_id, ()):
                gathered[value].documents[document_id] = None
                gathered[value].names[_name(row)] = None
    return gathered


def _name(row: SurveyRow) -> str:
    """Return what a row names: its document's title, or the thing in its first column."""
    return row.values.get("title") or next(iter(row.values.values()), "")


def _values(
    documents: Iterable[Document], by: str, versions: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Return the values of each document, each once; one empty where it has none."""
    if by == "year":
        return {one.id: ("" if one.year is None else str(one.year),) for one in documents}
    if by == "version":
        return {one.id: (versions.get(one.id, ""),) for one in documents}
    spelt: dict[str, str] = {}
    found = {}
    for one in documents:
        names = [spelt.setdefault(_author_key(name), name) for name in one.authors]
        found[one.id] = tuple(dict.fromkeys(names)) or ("",)
    return found


def _author_key(name: str) -> str:
    """Return one form of an author's name: `Brown, C. Titus` and `C. Titus Brown` are one."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    if _JAPANESE.search(plain):
        return "".join(plain.split())
    return " ".join(sorted(re.findall(r"\w+", plain)))


def _years_between(gathered: Mapping[str, _Gathered]) -> Sequence[str]:
    """Return every year from the first to the last; none where they lie too far apart."""
    years = [int(value) for value in gathered if value]
    if not years or max(years) - min(years) > MAX_GAP:
        return ()
    return [str(year) for year in range(min(years), max(years) + 1)]


def _most_first(group: SurveyGroup) -> tuple[bool, int, str]:
    return (not group.value, -len(group.documents), group.value.casefold())


def _in_order(group: SurveyGroup) -> tuple[bool, list[tuple[bool, int, str]]]:
    """Return a key by which version 10 comes behind version 9, and none last."""
    pieces = _PIECES.findall(group.value.casefold())
    return (
        not group.value,
        [(not one.isdecimal(), int(one) if one.isdecimal() else 0, one) for one in pieces],
    )
