"""Which documents: their journal, their collection, their number, and a part of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aliquot.analysis.understanding.restriction import Question, Restriction, equals, span_of
from aliquot.types import Comparison, Operator

__all__ = ["read_collections", "read_journals", "read_numbers", "read_sections"]

# ------------------------------------------------------------------------------ journal

_JOURNAL = re.compile(
    r"(?:(?P<published>\b(?:published|appeared)\s+in\s+)|\b(?i:papers?|articles?|publications?)\s+"
    r"(?:in|from)\s+|\bin the journal\s+(?:of\s+)?)(?:the journal\s+)?"
    r"(?P<name>(?:[a-z]{0,3}[A-Z0-9][\w:&.-]*|of|and|the|in|&)(?:\s+(?:[A-Z0-9][\w:&.-]*|of|and|the|in|for|&))*)"
)
# "eLife articles"
_JOURNAL_BEFORE = re.compile(
    r"(?P<name>(?:[a-z]{0,3}[A-Z0-9][\w:&.-]*\s+)(?:(?:[A-Z0-9][\w:&.-]*|of|and|the|in|for|&)\s+){0,8}?)"
    r"(?i:papers?|articles?)\b"
)
# "What was published in Nature about ...?" does not read without its verb.
_PASSIVE = re.compile(r"\b(?:was|were|is|are|been)\s+$", re.IGNORECASE)


def read_journals(question: Question) -> Iterator[Restriction]:
    """Yield the journal, if the library holds anything of it."""
    for found in _JOURNAL.finditer(question.text):
        words = found["name"].rstrip(".,:").split()
        for count in range(len(words), 0, -1):
            name = " ".join(words[:count])
            where = equals("journal", name)
            if name[0].isalnum() and question.known(where):
                start = found.start("name")
                is_verb = _PASSIVE.search(question.text, 0, found.start()) is not None
                if found["published"] and not is_verb:
                    start = found.start("published")
                end = found.start("name") + len(name)
                yield Restriction(start, end, where, is_kept=is_verb)
                break
    for found in _JOURNAL_BEFORE.finditer(question.text):
        where = equals("journal", found["name"].strip())
        if question.known(where):
            yield Restriction(*span_of(found, "name"), where)


# ------------------------------------------------------------------------------ collection

_COLLECTION = re.compile(
    r"\b(?:(?:in|from|across|within)\s+)?the\s+(?P<before>\w[\w'’&-]*(?:\s+\w[\w'’&-]*){0,4}?)\s+"
    r"collection\b(?!['’-])"
    r"|\b(?:(?:in|from|across|within)\s+)?(?:the\s+)?collection\s+(?P<behind>\w[\w'’&-]*"
    r"(?:\s+\w[\w'’&-]*){0,4})",
    re.IGNORECASE,
)
_JA_COLLECTION = re.compile(
    r"(?P<name>[^\s、。のはをがで]{1,20})の?コレクション(?=で|に|の|から|内)"
)


def read_collections(question: Question) -> Iterator[Restriction]:
    """Yield the collection a question looks into, if the library has one of that name."""
    for found in _COLLECTION.finditer(question.text):
        name = found["before"] or found["behind"]
        words = name.split()
        for count in range(len(words) if found["behind"] else 1, 0, -1):
            tried = " ".join(words[:count]) if found["behind"] else name
            where = equals("collection", tried)
            if question.known(where):
                end = found.start("behind") + len(tried) if found["behind"] else found.end()
                yield Restriction(found.start(), end, where)
                break
    for found in _JA_COLLECTION.finditer(question.text):
        where = equals("collection", found["name"])
        if question.known(where):
            yield Restriction(*found.span(), where)


# ------------------------------------------------------------------------------ numbers

_NUMBERS: tuple[tuple[str, str], ...] = (
    ("nct", r"\bNCT[\s-]?\d{8}\b"),
    ("doi", r"\b10\.\d{4,9}/[^\s?]*[\w)]"),
    ("pmid", r"\bPMID[:\s]*\d{1,8}\b"),
    ("pmcid", r"\bPMC\d{4,9}\b"),
)
_NUMBER = re.compile("|".join(f"(?P<{name}>{form})" for name, form in _NUMBERS), re.IGNORECASE)
# Who asks what cites, follows or reports a document does not want that document.
_ABOUT_OTHERS = re.compile(
    r"\b(?:cit(?:e[sd]?|ing|ations?)|mention\w*|refer\w*|publish\w*|publications?"
    r"|papers? (?:on|about|of|from)|report\w* (?:on|about)|similar|related|like|other"
    r"|correct\w*|retract\w*)\b"
    r"|引用|言及|類似|関連|論文|発表",
    re.IGNORECASE,
)
_HAS_MORE = re.compile(r"\w+\W+\w+")


def read_numbers(question: Question) -> Iterator[Restriction]:
    """Yield the documents a question names by number, all of them or none.

    A number alone is looked up, not restricted to: what mentions it may be wanted as well.
    """
    found = list(_NUMBER.finditer(question.text))
    rest = _NUMBER.sub(" ", question.text)
    if not found or _ABOUT_OTHERS.search(rest) or not _says_more(rest):
        return
    fields = {str(one.lastgroup) for one in found}
    values = [_plain(str(one.lastgroup), one[0]) for one in found]
    field = fields.pop()
    if fields or not all(question.known(equals(field, value)) for value in values):
        return
    where = (
        equals(field, values[0])
        if len(values) == 1
        else Comparison(field, Operator.IN, tuple(dict.fromkeys(values)))
    )
    yield Restriction(found[0].start(), found[-1].end(), where, is_kept=True)


def _says_more(rest: str) -> bool:
    return bool(_HAS_MORE.search(rest)) or any(ord(sign) > 0x3000 for sign in rest)


def _plain(field: str, text: str) -> str:
    if field == "doi":
        return text.rstrip(".").lower()
    if field == "nct":
        return re.sub(r"[\s-]", "", text).upper()
    return re.sub(r"^PMID[:\s]*", "", text, flags=re.IGNORECASE)


# ------------------------------------------------------------------------------ section

_CLASSES: Mapping[str, str] = {
    "abstract": r"abstracts?",
    "introduction": r"introduction",
    "methods": r"(?:materials and )?methods|methodology",
    "results": r"results",
    "discussion": r"discussion",
    "conclusion": r"conclusions?",
}
_CLASS = "|".join(f"(?P<{name}>{words})" for name, words in _CLASSES.items())
# "In the results of the assay" is no section; "in the Results", "in the results section" and what
# is "listed in the methods" are.
_SECTION = re.compile(
    rf"\b(?i:in|from|according to)\s+(?i:the|its|their)\s+(?i:{_CLASS})"
    r"(?:(?i:\s+sections?)\b|(?=\s*(?:[?,]|\.?$)|\s+(?i:of\s+(?:the|this|that|our)\s+(?:paper|article|stud(?:y|ies)"
    r"|manuscript)|of\s+(?i:papers|articles|publications)\b|of\s+[A-Z])))"
)
# "What does the abstract of Smith 2019 say?" does not read without the abstract.
_ABSTRACT_OF = re.compile(
    r"\b(?i:do(?:es)?)\s+(?i:(the abstract))\s+of\s+"
    r"(?:(?:the|this|that|our)\s+(?:paper|article|study)\b|[A-Z])"
)
_WRITTEN = re.compile(
    r"\b(?:listed|given|described|stated|mentioned|reported|named|written)\s+$", re.IGNORECASE
)
_PLAIN_WORDS = frozenset(["methods", "results", "discussion", "introduction", "conclusion"])
_JA_CLASSES: Mapping[str, str] = {
    "abstract": r"要旨|抄録|アブストラクト",
    "introduction": r"緒言|序論|イントロダクション",
    "methods": r"(?:材料と)?方法",
    "results": r"結果",
    "discussion": r"考察",
    "conclusion": r"結論",
}
_JA_CLASS = "|".join(f"(?P<{name}>{words})" for name, words in _JA_CLASSES.items())
# 方法の温度 and 結果では are about the method and the result; 方法の項 and 論文の方法 are places.
_JA_SECTION = re.compile(
    rf"(?:論文|文献)の「?(?:{_JA_CLASS})」?(?=で|に|の|によ)"
    rf"|(?<![一-龠ァ-ヶー])(?:{_JA_CLASS.replace('?P<', '?P<_')})"
    r"(?:の(?:項|節|部分|章|欄|セクション)|欄|セクション)"
    r"|(?<![一-龠ァ-ヶー])(?P<abstract2>要旨|抄録)(?=で|に|には|の中)"
)


def read_sections(question: Question) -> Iterator[Restriction]:
    """Yield the section of a paper a question looks into."""
    for found in _SECTION.finditer(question.text):
        name = next(name for name, text in found.groupdict().items() if text)
        is_place = (
            "section" in found[0].lower()
            or found[name][0].isupper()
            or _WRITTEN.search(question.text, 0, found.start())
        )
        if is_place or name not in _PLAIN_WORDS:
            yield Restriction(*found.span(), equals("section_class", name))
    for found in _ABSTRACT_OF.finditer(question.text):
        yield Restriction(*found.span(1), equals("section_class", "abstract"), is_kept=True)
    for found in _JA_SECTION.finditer(question.text):
        name = next(name for name, text in found.groupdict().items() if text)
        yield Restriction(*found.span(), equals("section_class", name.strip("_2")))
