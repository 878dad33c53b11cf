"""Whole procedures: who asks how something is done gets the steps of its protocol, all, in order.

Enters: a question such as "How do I pour a 1 % agarose gel?" and what was found for it. Leaves:
each step as a statement, verbatim with the notes below it; nothing where no protocol is of what was
asked. A question for one value in a protocol ("At which temperature ...") asks for no procedure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aliquot.generation.extractive.drafted import Drafted, Quoted, drafted_of, without
from aliquot.generation.extractive.read_chunks import ChunkReader
from aliquot.generation.extractive.tables import said
from aliquot.generation.extractive.terms import QuestionTerms
from aliquot.generation.extractive.units import RESIDUE
from aliquot.generation.extractive.wanted import wanted_of
from aliquot.types import Block, BlockType, Chunk, Filter, ScoredChunk, Span

__all__ = ["Procedures", "asks_for_procedure"]

# What of the question's weight the protocol's title and headings have to hold, and what the whole
# of it. Source: benchmarks/procedures.py, 2026-12.
MIN_TITLED = 0.45
MIN_HELD = 0.7
# Letters that a verb and its noun share: purifi and purif, recov and recoveri.
VERB = 5
# Protocols looked at, the best found first.
MAX_PROTOCOLS = 3
# Statements shown; whoever follows more of them has the protocol open.
MAX_STATEMENTS = 60
CUT = "More steps follow: open the protocol."
# A quote of a step with all below it.
MAX_CHARACTERS = 1200

_HOW = re.compile(
    r"^\W*(?:(?:please\s+)?(?:tell|show|remind|teach)\s+(?:me|us)\s+|can\s+you\s+\w+\s+(?:me\s+)?)?"
    r"how\s+(?:(?:do|should|can|must|would|could|shall)\s+(?:i|we|you|one)\b|to\b)",
    re.IGNORECASE,
)
# "What is the recipe for CTAB mix?", "Protocol for colony PCR", "Walk me through the miniprep".
_PROCEDURE = (
    r"(?:recipes?|protocols?|procedures?|instructions|directions|workflow"
    r"|(?:all\s+)?(?:the\s+)?steps)"
)
_NAMED = re.compile(
    rf"^\W*(?:(?:what(?:['’]s|\s+is|\s+are)"
    rf"|(?:please\s+)?(?:show|give|tell|list|describe|explain|find)(?:\s+(?:me|us))?|i\s+need|we\s+need)\s+)?(?:the\s+|our\s+|a\s+|all\s+)*(?:[\w-]+\s+){{0,4}}?"
    rf"{_PROCEDURE}\s+(?:for|to|of|in)\s"
    rf"|^\W*(?:please\s+)?(?:walk|guide|take)\s+(?:me|us)\s+through\b"
    rf"|^\W*(?:what(?:['’]s|\s+is)|(?:please\s+)?(?:show|give)\s+(?:me|us)|(?:i|we)\s+need)\s+(?:the|our)\s+[\w\s-]+\s"
    rf"{_PROCEDURE}\W*$",
    re.IGNORECASE,
)
_JAPANESE = re.compile(
    r"手順|作り方|やり方|(?:作製|調製|抽出|精製|培養|染色|測定|実施)(?:方)?法|レシピ"
    r"|プロトコー?ル(?:を(?:教|示|見)|は[。？?]?\s*$)"
    r"|どうやって|方法(?:を(?:教|示|説)|は[。？?]?\s*$)"
)
# Aspects that are no one value of a step.
_OF_ALL = frozenset(["composition", "definition"])

# Words that ask for a procedure and say nothing of it.
_ASKING = (
    "step protocol procedure recipe method instruction direction workflow prepare make perform do"
    " carry way walk show 手順 方法 作り方 やり方 レシピ プロトコル"
)
_VERSION = re.compile(
    r"\bv(?:ersion)?\.?\s?\d|\b(?:old|older|earlier|previous|former|original)\b|版|以前|旧|前の",
    re.IGNORECASE,
)
_RESIDUE_LINE = re.compile(rf"\n{RESIDUE.pattern}(?=\n|$)")


def asks_for_procedure(question: str) -> bool:
    """Tell whether a question asks how something is done, from beginning to end."""
    if not (_HOW.search(question) or _NAMED.search(question) or _JAPANESE.search(question)):
        return False
    return {one.name for one in wanted_of(question).aspects} <= _OF_ALL


class Procedures:
    """Finds the protocol a question asks for among what was found, and quotes its steps."""

    def __init__(
        self,
        reader: ChunkReader,
        blocks_of: Callable[[str], Sequence[Block]],
        chunks_of: Callable[[str], Sequence[Chunk]],
        newest_of: Callable[[Sequence[str], Filter | None], Mapping[str, str]],
    ) -> None:
        """Take what it works with.

        Args:
            reader: Of chunks.
            blocks_of: A document's id to its blocks.
            chunks_of: A document's id to its chunks; both in reading order, none of what is gone.
            newest_of: Ids of documents, and the filter that bounds what may be known of, to the
                newest version of each that has a newer one.
        """
        self._newest_of = newest_of
        self._reader = reader
        self._blocks_of = blocks_of
        self._chunks_of = chunks_of

    def asked_for(
        self,
        question: str,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        where: Filter | None = None,
    ) -> Drafted | None:
        """Return the steps a question asks for; `None` where it asks for none, or none are there.

        Args:
            question: As searched.
            terms: Its terms.
            evidence: What was found, best first.
            where: What may be searched.
        """
        if not asks_for_procedure(question):
            return None
        version = (one[0] for one in _VERSION.finditer(question))
        about = without(terms, self._terms("\n".join([_ASKING, *version])))
        if not about.weights:
            return None
        found: Drafted | None = None
        others: list[str] = []
        for document_id in self._protocols(question, evidence, where)[:MAX_PROTOCOLS]:
            chunks = self._chunks_of(document_id)
            steps = _steps(self._blocks_of(document_id))
            # A document may be taken out while a question about it is answered.
            if not (chunks and steps) or not self._is_of(steps, chunks, about):
                continue
            if found is None:
                found = _procedure(self._asked(steps, chunks, about), chunks, evidence)
            else:
                others.append(_title(chunks))
        if found is None or not others:
            return found
        return replace(found, notes=(*found.notes, f"Also found for it: {'; '.join(others)}."))

    def _protocols(
        self, question: str, evidence: Sequence[ScoredChunk], where: Filter | None
    ) -> list[str]:
        """Return the protocols found, each in its newest version unless a version is asked for."""
        found = [
            one.chunk.document_id
            for one in evidence
            if one.chunk.metadata.get("kind") == "protocol"
        ]
        if not found or _VERSION.search(question):
            return list(dict.fromkeys(found))
        newest = self._newest_of(found, where)
        return list(dict.fromkeys(newest.get(one, one) for one in found))

    def _is_of(self, steps: Sequence[_Step], chunks: Sequence[Chunk], about: QuestionTerms) -> bool:
        """Tell whether a document is the protocol of what is asked, by its headings foremost."""
        read = [self._reader.read(one) for one in chunks]
        headings = self._terms("\n".join({one.heading for one in steps}))
        titled = headings.union(*(one.header for one in read))
        held = titled.union(*(one.whole for one in read))
        return (
            about.share(_named(about, titled)) >= MIN_TITLED
            and about.share(_named(about, held)) >= MIN_HELD
        )

    def _asked(
        self, steps: Sequence[_Step], chunks: Sequence[Chunk], about: QuestionTerms
    ) -> Sequence[_Step]:
        """Return the steps under the headings that hold what the title does not; else all."""
        titled = _named(about, self._terms(_title(chunks)))
        holding = {
            heading: about.share(_named(about, self._terms(heading)) - titled)
            for heading in {one.heading for one in steps}
        }
        most = max(holding.values(), default=0.0)
        if most == 0:
            return steps
        return [one for one in steps if holding[one.heading] == most]

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(self._reader.analyser.terms(text))


@dataclass(frozen=True, slots=True)
class _Step:
    """A step with what stands below it: its notes, its smaller steps, its list.

    Attributes:
        heading: The one it stands under.
        level: Nesting depth, from 1.
        parts: Each in the document's text, the step itself first, and whether it is to be done.
    """

    heading: str
    level: int
    parts: tuple[tuple[Span, bool], ...]


def _steps(blocks: Sequence[Block]) -> list[_Step]:
    found: list[_Step] = []
    is_open = False
    for block in blocks:
        is_step = block.type is BlockType.STEP
        is_below = is_step or block.type in (BlockType.NOTE, BlockType.LIST_ITEM)
        if is_open and is_below and (not is_step or block.level > found[-1].level):
            last, is_done = found[-1], block.type is not BlockType.NOTE
            found[-1] = replace(last, parts=(*last.parts, (block.span, is_done)))
        elif is_step:
            heading = block.section_path[-1] if block.section_path else ""
            found.append(_Step(heading, block.level, ((block.span, True),)))
        is_open = is_below and bool(found)
    return found


def _procedure(
    steps: Sequence[_Step], chunks: Sequence[Chunk], evidence: Sequence[ScoredChunk]
) -> Drafted | None:
    quoted = [one for step in steps for one in _quoted(step, chunks)]
    if not quoted:
        return None
    shown = quoted[:MAX_STATEMENTS]
    drafted = drafted_of(shown, [_said(chunk, span) for chunk, span in shown], evidence)
    return replace(drafted, notes=(CUT,)) if len(shown) < len(quoted) else drafted


def _quoted(step: _Step, chunks: Sequence[Chunk]) -> Iterator[Quoted]:
    """Yield a step with all below it; what stands in another chunk, or is too much, by itself."""
    current: Quoted | None = None
    for span, is_done in step.parts:
        joined = Span(current[1].start, span.end) if current else span
        if current and _holds(current[0].span, joined) and len(joined) <= MAX_CHARACTERS:
            current = (current[0], joined)
        elif is_done and (chunk := next((c for c in chunks if _holds(c.span, span)), None)):
            if current:
                yield current
            current = (chunk, span)
    if current:
        yield current


def _named(about: QuestionTerms, found: frozenset[str]) -> frozenset[str]:
    """Return the terms that stand in `found`, verbs by their nouns too: recover, recovery."""
    beginnings = {one[:VERB] for one in found if len(one) >= VERB and one.isascii()}
    related = {term for term in about.weights if len(term) >= VERB and term[:VERB] in beginnings}
    return about.covered(found) | related


def _title(chunks: Sequence[Chunk]) -> str:
    return str(chunks[0].metadata.get("title") or chunks[0].document_id)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _said(chunk: Chunk, span: Span) -> str:
    text = span.shifted(-chunk.span.start).of(chunk.text)
    return said(_RESIDUE_LINE.sub("", text), chunk)
