"""Digests: who asks what a document is about or found gets the sentences of its abstract.

Enters: a question such as "Summarise the paper on X" or "What did Wolf et al. find?" and what was
found for it. Leaves: sentences of the abstract (of a trial its summary), in their order, those that
tell what was found where that is asked; nothing where no document is the one that is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aliquot.generation.extractive.drafted import Drafted, drafted_of, without
from aliquot.generation.extractive.read_chunks import ChunkReader, ReadUnit
from aliquot.generation.extractive.tables import said
from aliquot.generation.extractive.terms import QuestionTerms, covered_share
from aliquot.types import Chunk, ScoredChunk, SectionClass

__all__ = ["Digests", "asks_for_digest"]

# Of the question's weight the title, the authors and the numbers of the document hold this much.
MIN_TITLED = 0.5
MAX_DOCUMENTS = 5
# Sentences shown: those an abstract begins with, and those it ends with.
FIRST, LAST = 2, 4
# Of those it ends with, where what was found is asked for and no heading tells them.
FOUND = 5

# One of them: what many papers say is for a survey.
_WRITTEN = r"(?:paper|article|study|trial|review|report|publication|work|record|authors?)"
_FOUND = re.compile(
    r"^\W*what\s+(?:did|does|do|have|has)\s[^?]{0,120}?\s(?:find|found|show|shown|conclude|concluded"
    r"|discover|discovered|report|reported|observe|observed)\W*$"
    rf"|\b(?:main|key|principal|central)\s+(?:findings?|results?|conclusions?|messages?|points?)\b"
    rf"|^\W*what\s+(?:are|were|is|was)\s+the\s+(?:findings?|results?|conclusions?|take[- ]?home)\b"
    rf"[^?]{{0,40}}\b{_WRITTEN}\b"
    r"|(?:主な|主要な)(?:結果|知見|発見|結論)|何(?:が|を)(?:明らか|発見|見い?だ)|結論は",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^\W*(?:(?:please|can\s+you|could\s+you)\s+)*(?:summari[sz]e|give\s+(?:me\s+)?(?:a\s+|an\s+)?"
    r"(?:\w+\s+)?(?:summary|overview)\s+of|tl;?dr)\b"
    rf"|^\W*what(?:['’]s|\s+is|\s+was)\s[^?]{{0,120}}\b{_WRITTEN}\b[^?]{{0,120}}\babout\W*$"
    rf"|^\W*(?:summary|overview|abstract)\s+of\s[^?]*\b{_WRITTEN}\b"
    r"|要約|概要(?:を|は)|まとめて|(?:論文|試験|研究)の内容",
    re.IGNORECASE,
)
# Words that ask for a digest and say nothing of it.
_ASKING = (
    "summarise summarize summary overview abstract main key principal central finding result"
    " conclusion message point find found show shown conclude discover report observe paper article"
    " study trial review publication work author record about please 要約 概要 まとめ 論文 研究"
    " 試験 結果 知見 発見 結論 内容 明らか 主 主要"
)
_TELLING = re.compile(
    r"result|finding|conclusion|significance|interpretation|結果|結論|考察", re.IGNORECASE
)
# Beside an abstract it says the same shorter, or in other words.
_SHORT = re.compile(
    r"(?:short|author|lay|plain|editors?['’]?)\b.*summary|impact statement", re.IGNORECASE
)

# A heading, a key word or the number of a registration ends otherwise.
_SENTENCE_ENDS = (".", "!", "?", ";", ")", "。", "？")


def asks_for_digest(question: str) -> bool:
    """Tell whether a question asks what one document is about, or what it found."""
    return bool(_FOUND.search(question) or _ABOUT.search(question))


class Digests:
    """Finds the document a question asks about among what was found, and quotes its abstract."""

    def __init__(self, reader: ChunkReader, chunks_of: Callable[[str], Sequence[Chunk]]) -> None:
        """Take what it works with.

        Args:
            reader: Of chunks.
            chunks_of: A document's id to its chunks in reading order, none of what is gone.
        """
        self._reader = reader
        self._chunks_of = chunks_of

    def asked_for(
        self,
        question: str,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        restrictions: Sequence[str] = (),
    ) -> Drafted | None:
        """Return the digest a question asks for; `None` where it asks for none, or none is there.

        Args:
            question: As it was asked.
            terms: Its terms.
            evidence: What was found, best first.
            restrictions: Words of it that have restricted what was searched: "Wolf et al.".
        """
        if not asks_for_digest(question):
            return None
        about = without(terms, self._terms("\n".join([_ASKING, *restrictions])))
        documents = dict.fromkeys(one.chunk.document_id for one in evidence)
        for document_id in list(documents)[:MAX_DOCUMENTS]:
            chunks = self._chunks_of(document_id)
            # A document may be taken out while a question about it is answered.
            if not chunks:
                continue
            # Where restrictions say all, what passes them is meant.
            if about.weights and covered_share(about, self._described(chunks[0])) < MIN_TITLED:
                continue
            quoted = self._sentences(chunks, is_found=bool(_FOUND.search(question)))
            if quoted:
                texts = [said(unit.text, chunk) for chunk, unit in quoted]
                return drafted_of([(chunk, unit.span) for chunk, unit in quoted], texts, evidence)
        return None

    def _described(self, chunk: Chunk) -> frozenset[str]:
        """Return the terms of what is known of a document: title, authors, numbers."""
        known = chunk.metadata.items()
        return self._terms("\n".join(str(value) for name, value in known if name != "source"))

    def _sentences(
        self, chunks: Sequence[Chunk], *, is_found: bool
    ) -> list[tuple[Chunk, ReadUnit]]:
        abstract = [one for one in chunks if one.section_class is SectionClass.ABSTRACT]
        whole = [one for one in abstract if not _SHORT.search(one.section)] or abstract
        if not whole and not is_found and chunks[0].metadata.get("kind") != "paper":
            # Anything else says what it is where it begins, and finds nothing.
            whole = list(chunks[:1])
        telling = [one for one in whole if _TELLING.search(one.section)]
        if is_found and telling:
            whole = telling
        units = [
            (one, unit)
            for one in whole
            for unit in self._reader.read(one).units
            if unit.text.endswith(_SENTENCE_ENDS)
        ]
        if is_found and not telling:
            return units[-FOUND:]
        if len(units) > FIRST + LAST:
            return [*units[:FIRST], *units[-LAST:]]
        return units

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(self._reader.analyser.terms(text))
