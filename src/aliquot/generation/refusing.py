"""Why nothing is answered, and what would help: a refusal with its kind, reason and ways on.

Enters: a question as it was read, its weighted terms, and the evidence found. Leaves: `None` where
the evidence may answer, else a `Refusal` in the question's language. It finds nothing itself: how
many documents a filter leaves and which files could not be read are asked of what it is given.

    refuser = Refuser(judge, documents_left=..., unreadable_of=...)
    refusal = refuser.refuse(asked, terms, evidence, where=found.where)
    if refusal is None:
        ...
        refusal = refuser.unproved(asked, terms, evidence, removed)  # where no statement is left
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.filters import beside, describe
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.phrases import reason, refusal
from aliquot.generation.relevance import RelevanceJudge
from aliquot.types import (
    Filter,
    Intent,
    NearDocument,
    RefusalKind,
    RemovedStatement,
    ScoredChunk,
    Understanding,
)

__all__ = ["Refusal", "Refuser"]

# Documents suggested: those of a screen's worth of evidence, no list to work through.
MAX_NEAR = 3
MAX_REPHRASINGS = 3
# Files named as unreadable; more would hide the advice that follows them.
MAX_UNREADABLE = 3
MAX_TITLE = 120
# Words of a question that may be dropped, with the hyphens and dots of identifiers. Japanese is
# written without spaces: what is left without a word would be no question.
WORD = re.compile(r"[^\W_\u2e80-\uffff]+(?:[-./][^\W_\u2e80-\uffff]+)*")
JAPANESE = "ja"
# Their answers may be put together of several documents.
COMBINING = frozenset([Intent.LIST, Intent.COMPARE])
# Words of a question named as missing: the few that tell most.
MAX_MISSING = 4
# What is no noun: where it follows, the word before it was the noun.
_NO_NOUN = (
    r"(?:is|are|was|were|be|do|does|did|has|have|had|can|could|may|will|would|and|or|but|not|than"
    r"|as|in|of|on|for|with|at|from|to|by|under|after|before|during|without|against|into|per"
    r"|the|an?|this|that|these|those|which|what|who|how|when)\b"
)
NO_NOUN = re.compile(_NO_NOUN, re.IGNORECASE)
# The words behind one: with none, what is left of the sentence has lost its end.
FOLLOWING = re.compile(
    rf"\s+(?P<next>\w[\w'-]*)(?:\s+(?P<second>(?!{_NO_NOUN})\w[\w'-]*))?", re.IGNORECASE
)
AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|may|will|would)\s+$", re.IGNORECASE
)
QUOTATION_MARKS = re.compile(r"[\"“”«»「」『』]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What is said where nothing is answered.

    Attributes:
        sentence: The answer shown, in the question's language.
        kind: Why, as a machine reads it.
        reason: Why, as a person reads it, in the question's language.
        near: Documents that come nearest, best first.
        rephrasings: Questions that may fare better.
    """

    sentence: str
    kind: RefusalKind
    reason: str
    near: tuple[NearDocument, ...] = ()
    rephrasings: tuple[str, ...] = ()


def _nothing_unreadable(question: str, where: Filter | None) -> Sequence[str]:
    return ()


class Refuser:
    """Decide whether a question is refused, and say why."""

    def __init__(
        self,
        judge: RelevanceJudge,
        *,
        documents_left: Callable[[Filter], int],
        unreadable_of: Callable[[str, Filter | None], Sequence[str]] = _nothing_unreadable,
    ) -> None:
        """Take what it works with.

        Args:
            judge: Tells evidence that answers from evidence that is merely nearest.
            documents_left: How many documents a filter admits.
            unreadable_of: The names of files that match a question and could not be read (their
                text has to be recognised, they are encrypted, or reading failed), in the
                collections a filter names.
        """
        self._judge = judge
        self._documents_left = documents_left
        self._unreadable_of = unreadable_of

    def refuse(
        self,
        asked: Understanding,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        *,
        where: Filter | None = None,
    ) -> Refusal | None:
        """Return why the evidence does not answer, or `None` where it may.

        Args:
            asked: The question as it was read.
            terms: Its weighted words.
            evidence: What may be answered from, best first.
            where: Everything that restricted the search, said in the question or beside it.
        """
        may_combine = asked.intent in COMBINING
        if self._judge.answers(asked.subject, terms, evidence, may_combine=may_combine):
            return None
        unreadable = tuple(self._unreadable_of(asked.question, where))[:MAX_UNREADABLE]
        language = asked.language
        if unreadable:
            kind = RefusalKind.UNREADABLE
            why = reason(language, kind, files=", ".join(unreadable))
        elif where is not None and (asked_for := beside(where)) is not None and not evidence:
            kind = RefusalKind.FILTERED_OUT
            left = self._documents_left(where)
            why = reason(language, kind, where=describe(asked_for), left=left)
        elif not evidence:
            kind = RefusalKind.NOTHING_FOUND
            why = reason(language, kind, phrases=", ".join(asked.phrases))
        else:
            kind = RefusalKind.NO_ANSWER
            missing = ", ".join(self._missing_words(asked, terms, evidence))
            # Names that stand apart say nothing new where words are missing altogether.
            apart = "" if missing or may_combine else self._apart(asked, terms, evidence)
            nearest = _title(evidence[0])
            why = reason(language, kind, nearest=nearest, missing=missing, apart=apart)
        return self._refusal(kind, why, asked, terms, evidence)

    def unproved(
        self,
        asked: Understanding,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        removed: Sequence[RemovedStatement] = (),
    ) -> Refusal:
        """Return the refusal where the evidence may answer but no statement is left.

        Args:
            asked: The question as it was read.
            terms: Its weighted words.
            evidence: What was answered from.
            removed: Statements that failed verification; none where none was made.
        """
        kind = RefusalKind.UNPROVED if removed else RefusalKind.NO_ANSWER
        nearest = _title(evidence[0]) if evidence else ""
        why = reason(asked.language, kind, nearest=nearest, count=len(removed), missing="")
        return self._refusal(kind, why, asked, terms, evidence)

    def _refusal(
        self,
        kind: RefusalKind,
        why: str,
        asked: Understanding,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
    ) -> Refusal:
        words = self._missing_words(asked, terms, evidence) if evidence else []
        rephrasings = dict.fromkeys(_rephrasings(asked, words))
        rephrasings.pop(asked.question, None)
        return Refusal(
            sentence=refusal(asked.language),
            kind=kind,
            reason=why,
            near=tuple(_near(evidence)),
            rephrasings=tuple(rephrasings)[:MAX_REPHRASINGS],
        )

    def _apart(
        self, asked: Understanding, terms: QuestionTerms, evidence: Sequence[ScoredChunk]
    ) -> str:
        return ", ".join(self._judge.apart(asked.subject, terms, evidence)[:MAX_MISSING])

    def _missing_words(
        self, asked: Understanding, terms: QuestionTerms, evidence: Sequence[ScoredChunk]
    ) -> list[str]:
        """Return words of the question that no evidence holds, the rarest first."""
        missing = self._judge.missing(asked.subject, terms, evidence)
        words = dict.fromkeys(WORD.findall(asked.subject))
        named = self._judge.is_named_by
        found = (word for term in missing for word in words if named(word, term))
        return list(dict.fromkeys(found))[:MAX_MISSING]


def _title(scored: ScoredChunk) -> str:
    title = str(scored.chunk.metadata.get("title") or scored.chunk.document_id)
    return title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1].rstrip() + "…"


def _near(evidence: Sequence[ScoredChunk]) -> Iterator[NearDocument]:
    """Yield the documents of the evidence, best first, each once."""
    seen: set[str] = set()
    for one in evidence:
        chunk = one.chunk
        if chunk.document_id not in seen and len(seen) < MAX_NEAR:
            seen.add(chunk.document_id)
            source = str(chunk.metadata.get("source", ""))
            yield NearDocument(chunk.document_id, _title(one), source, chunk.section)


def _rephrasings(asked: Understanding, missing: Sequence[str]) -> Iterator[str]:
    """Yield the question without its filters, its quotation marks, its least known word; and with
    the other name of what it names.
    """
    if asked.spoken:
        yield asked.subject
    if asked.phrases:
        yield QUOTATION_MARKS.sub("", asked.question)
    for expansion in asked.expansions[:1]:
        for other in expansion.others[:1]:
            yield asked.subject.replace(expansion.name, other)
    droppable = (one for one in missing if _is_droppable(asked, one))
    word = next(droppable, "") if asked.language != JAPANESE else ""
    if word:
        yield _without(asked.subject, word)


def _is_droppable(asked: Understanding, word: str) -> bool:
    """Tell whether a question stays one without a word: what the word describes is still there."""
    before, _, after = asked.subject.partition(word)
    follows = FOLLOWING.match(after)
    if follows is None or any(word in one for one in asked.phrases):
        return False
    # Behind "does" and the like stands the subject: "does zebrafish swim" needs it.
    is_behind_verb = AUXILIARY.search(before) is not None
    return not NO_NOUN.fullmatch(follows["next"]) and bool(follows["second"] or not is_behind_verb)


def _without(question: str, word: str) -> str:
    shorter = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "", question, count=1)
    return re.sub(r"\s+([?.,!;:])", r"\1", " ".join(shorter.split()))
