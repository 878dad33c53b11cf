"""Is an answer right? Its text held against a reference answer and the quotes that prove it.

Enters: the text of an answer, what it should say, quotes of the evidence, and a way to get terms.
Leaves: a verdict and the parts it was made of. What is compared depends on the reference:

- values (amounts, numbers, identifiers): each is stated, or not;
- a list: each item is named, or not; identifiers of the same kind that do not belong count against;
- yes or no: the answer says the same, or quotes the evidence;
- words alone: the share of their stems the answer has, or it quotes the evidence.

What stands in brackets in a reference explains; it is not required. Who a value belongs to is not
compared: "35 % of sheep, 21 % of goats" and the same swapped are alike to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from aliquot.evaluation.citations import holds
from aliquot.evaluation.questions import plain, share_held
from aliquot.evaluation.values import Terms, Values, identifiers_in, narrow

__all__ = ["Correctness", "Grade", "Part", "PartKind", "assess", "is_list"]

# Most words of a reference may be said otherwise; below a third, the answer is about another thing.
# Read off the reference answers of the development questions, 2026-11.
RIGHT_RECALL = 0.6
PARTLY_RECALL = 0.34

# Shorter terms are units and symbols.
SHORTEST_WORD = 4

_BRACKETS = re.compile(r"\s?[(（][^()（）]*[)）]")
_IN_BRACKETS = re.compile(r"[(（]([^()（）]*)[)）]")
_ITEM_END = re.compile(r"\s*(?:[,;、，；]\s*(?:and\s)?|\band\b|および|及び|\s+と\s+)\s*")
_YES_NO = re.compile(r"\s*(?P<yes>yes\b|はい)|\s*(?P<no>no\b(?!\.\s?\d)|いいえ)", re.IGNORECASE)
# A denial in prose: a finding of nothing, or of less.
_DENIAL = re.compile(
    r"\b(?:not|no|none|neither|nor|never|without|cannot|failed|lack(?:s|ed)?|absence|absent"
    r"|negative|unable|fewer|less)\b|n't\b"
    r"|(?:ない|ません|なかった|なく|せず|できず|否定)",
    re.IGNORECASE,
)
_LETTERS_FIRST = re.compile(r"[A-Za-z]{3,}(?=\d)")


class Grade(StrEnum):
    """How right an answer is."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"


class PartKind(StrEnum):
    """What a part of a reference answer is."""

    AMOUNT = "amount"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    ITEM = "item"
    YES_NO = "yes or no"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing an answer should say.

    Attributes:
        kind: What it is.
        expected: As the reference has it.
        share: How much of it the answer says, 0 to 1; a value is said or not.
    """

    kind: PartKind
    expected: str
    share: float


@dataclass(frozen=True, slots=True)
class Correctness:
    """How right an answer is, and by what.

    Attributes:
        grade: The verdict.
        parts: What the answer should say, and whether it does.
        quoted: Share of the evidence that stands in the answer; `None` where there is no evidence.
        extras: Items a list names and should not.
    """

    grade: Grade
    parts: tuple[Part, ...]
    quoted: float | None = None
    extras: tuple[str, ...] = ()

    @property
    def recall(self) -> float:
        """Share of the parts that are said, 0 to 1."""
        return sum(one.share for one in self.parts) / len(self.parts) if self.parts else 0.0

    @property
    def precision(self) -> float | None:
        """Share of a list's items that belong, 0 to 1; `None` where nothing is listed."""
        found = sum(one.share for one in self.parts if one.kind is PartKind.ITEM)
        return found / (found + len(self.extras)) if found or self.extras else None

    @property
    def is_right(self) -> bool:
        """Whether everything is said."""
        return self.grade is Grade.RIGHT

    @property
    def holds_value_or_quote(self) -> bool:
        """Whether it is right, or at least quotes all that proves the answer."""
        return self.is_right or self.quoted == 1


def is_list(kind: str, evidence: Sequence[str] = ()) -> bool:
    """Tell whether a question asks for a list, by its kind or by what proves it."""
    return kind.startswith("list") or (kind == "trial_filter" and len(evidence) > 1)


def assess(
    answer: str,
    reference: str,
    evidence: Sequence[str] = (),
    *,
    terms_of: Terms,
    kind: str = "",
    quotes: Sequence[str] = (),
) -> Correctness:
    """Hold the text of an answer against a reference answer.

    Args:
        answer: What the answer says, without marks of citation.
        reference: What it should say; brackets explain.
        evidence: Verbatim words that prove it.
        terms_of: Text to its content terms, identifiers in one spelling, English as stems.
        kind: Of the question; `list...` names a list.
        quotes: What the answer cites; evidence in a quote is evidence in the answer.
    """
    quoted = _quoted(evidence, [answer, *quotes])
    extras: tuple[str, ...] = ()
    if is_list(kind, evidence):
        parts = list(_items(answer, reference, evidence, terms_of))
        extras = _extras(answer, f"{reference} {' '.join(evidence)}", terms_of)
    else:
        parts = _parts(answer, reference, quoted, terms_of)
    grade = _grade(parts, extras)
    # It speaks of the right thing and lacks its number: "Bacillus pumilus", not "isolate 2A".
    if grade is Grade.WRONG and _word_recall(answer, reference, terms_of) >= RIGHT_RECALL:
        grade = Grade.PARTLY
    return Correctness(grade, tuple(parts), quoted, extras)


def _grade(parts: Sequence[Part], extras: Sequence[str]) -> Grade:
    if not parts or not any(one.share for one in parts):
        return Grade.WRONG
    if parts[0].kind is PartKind.WORDS:
        share = parts[0].share
        if share < PARTLY_RECALL:
            return Grade.WRONG
        return Grade.RIGHT if share >= RIGHT_RECALL else Grade.PARTLY
    is_whole = all(one.share == 1 for one in parts) and not extras
    return Grade.RIGHT if is_whole else Grade.PARTLY


def _quoted(evidence: Sequence[str], texts: Sequence[str]) -> float | None:
    """Return the share of the evidence that stands in the answer, or most of which it quotes."""
    held = share_held(evidence, texts)
    if held is None or held == 1:
        return held
    compared = [plain(text) for text in texts]
    wanted = [quote for quote in map(plain, evidence) if quote]
    found = sum(any(holds(text, quote) for text in compared) for quote in wanted)
    return found / len(wanted)


# ------------------------------------------------------------------------------ parts


def _parts(answer: str, reference: str, quoted: float | None, terms_of: Terms) -> list[Part]:
    polarity = _YES_NO.match(reference)
    if polarity:
        is_alike = quoted == 1 or _is_alike(answer, reference, polarity, terms_of)
        return [Part(PartKind.YES_NO, polarity[0].strip(), float(is_alike))]
    values = list(_values(answer, _BRACKETS.sub("", reference), terms_of))
    if values:
        return values
    share = 1.0 if quoted == 1 else _recall(answer, reference, terms_of)
    return [Part(PartKind.WORDS, reference, share)]


def _values(answer: str, reference: str, terms_of: Terms) -> Iterator[Part]:
    stated = Values(answer, terms_of)
    seen = set()
    for value in Values(reference, terms_of):
        if value.text not in seen:
            seen.add(value.text)
            yield Part(PartKind(value.kind), value.text, float(stated.state(value)))


def _is_alike(answer: str, reference: str, polarity: re.Match[str], terms_of: Terms) -> bool:
    """Tell whether an answer says yes or no as the reference does.

    It says so in its first word, or else by how it is put, where it speaks of the same thing.
    """
    said = _YES_NO.match(answer)
    if said:
        return bool(said["no"]) is bool(polarity["no"])
    reasons = reference[polarity.end() :].strip(" .,。、")
    is_about_it = not reasons or _recall(answer, reasons, terms_of) >= PARTLY_RECALL
    return is_about_it and bool(_DENIAL.search(answer)) is bool(polarity["no"])


def _recall(answer: str, reference: str, terms_of: Terms) -> float:
    wanted = set(terms_of(_BRACKETS.sub("", reference))) or set(terms_of(reference))
    if not wanted:
        return float(bool(plain(reference)) and plain(reference) in plain(answer))
    return len(wanted & set(terms_of(answer))) / len(wanted)


def _word_recall(answer: str, reference: str, terms_of: Terms) -> float:
    """Return the share of the words of a reference, no numbers and symbols, that an answer has.

    One word alone ("participants", "min") names no thing.
    """
    wanted = {one for one in terms_of(_BRACKETS.sub("", reference)) if _is_word(one)}
    return len(wanted & set(terms_of(answer))) / len(wanted) if len(wanted) > 1 else 0.0


def _is_word(term: str) -> bool:
    return term.isalpha() and len(term) >= SHORTEST_WORD


# ------------------------------------------------------------------------------ lists


def _items(answer: str, reference: str, evidence: Sequence[str], terms_of: Terms) -> Iterator[Part]:
    """Yield every item of a list; evidence for each is another name of it, in the same order.

    So is what explains it in brackets, unless that is a single word: "(retraction)".
    """
    items = _split(reference)
    proofs = evidence if len(evidence) == len(items) else [""] * len(items)
    for item, proof in zip(items, proofs, strict=True):
        explained = [one for one in _IN_BRACKETS.findall(item) if len(terms_of(one)) > 1]
        names = [_BRACKETS.sub("", item), *explained]
        is_proved = bool(plain(proof)) and plain(proof) in plain(answer)
        is_named = is_proved or any(_names(answer, name, terms_of) for name in names)
        yield Part(PartKind.ITEM, item, float(is_named))


def _split(reference: str) -> list[str]:
    """Cut a list into its items; what stands in brackets stays whole."""
    kept: list[str] = []

    def hide(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    hidden = _BRACKETS.sub(hide, reference)
    shown = re.compile("\0(\\d+)\0")
    items = [item for item in _ITEM_END.split(hidden.strip(" .。")) if item]
    return [shown.sub(lambda found: kept[int(found[1])], item) for item in items]


def _names(answer: str, name: str, terms_of: Terms) -> bool:
    """Tell whether an answer names an item: by its values, or by its words."""
    if not name.strip():
        return False
    values = list(_values(answer, name, terms_of))
    if values:
        return all(one.share for one in values)
    return _recall(answer, name, terms_of) >= RIGHT_RECALL


def _extras(answer: str, expected: str, terms_of: Terms) -> tuple[str, ...]:
    """Return identifiers of a register the reference draws on, that the reference lacks."""
    wanted = identifiers_in(narrow(expected), terms_of)
    known = {one.name for one in wanted}
    registers = {found[0] for one in wanted if (found := _LETTERS_FIRST.match(one.text))}
    return tuple(
        one.text
        for one in identifiers_in(answer, terms_of)
        if one.name not in known
        and (found := _LETTERS_FIRST.match(one.text))
        and found[0] in registers
    )
