"""Is it really not there? Every drafted question checked against every document of a library.

Enters: what was drafted, and the documents one at a time, so that a large library is never held in
memory. Leaves: what no document answers, and which documents are copies of the one that does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aliquot.evaluation.drafting.draft import Draft
from aliquot.evaluation.questions import plain
from aliquot.types import Chunk

__all__ = ["Pair", "Rivals", "see_all", "words_of"]

# A chunk of another document that holds the answer and this share of the question's words may
# answer the question; both together are rare enough that dropping the question costs nothing.
RIVAL_SHARE = 0.6
# A sentence of so many characters, blanks left out, that stands elsewhere verbatim was copied.
COPIED_CHARACTERS = 30
_WORD = re.compile(r"[^\W_]+")
_LONG_WORD = 4


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things that shall never meet in one document.

    Attributes:
        first: Words of one, in lower case.
        second: Words of the other.
    """

    first: frozenset[str]
    second: frozenset[str]

    def meets(self, words: frozenset[str]) -> bool:
        """Tell whether a document holds all words of both."""
        return self.first <= words and self.second <= words


@dataclass(slots=True)
class Rivals:
    """Documents other than its own that may answer a draft.

    Attributes:
        draft: The question.
        documents: Ids of documents that may be meant as well, or hold the answer in other words:
            the draft is not usable.
        copies: Ids of documents that hold its evidence verbatim: to be taken out with its own.
    """

    draft: Draft
    documents: set[str] = field(default_factory=set)
    copies: set[str] = field(default_factory=set)
    _asked: frozenset[str] = frozenset()
    _answer: frozenset[str] = frozenset()
    _subject: frozenset[str] = frozenset()
    _evidence: str = ""

    def __post_init__(self) -> None:
        """Read the draft once; it is compared with every chunk of the library."""
        self._asked = _telling(self.draft.question)
        self._answer = words_of(self.draft.answer)
        self._subject = words_of(self.draft.subject)
        self._evidence = plain(self.draft.evidence)

    def see(self, document_id: str, chunk: Chunk, words: frozenset[str], text: str) -> None:
        """Note what a chunk has to say to the question.

        Args:
            document_id: Whose chunk it is.
            chunk: The chunk.
            words: Its words, see `words_of`.
            text: Its text as quotes are compared, see `plain`.
        """
        if document_id == self.draft.document_id or chunk.is_reference:
            return
        if len(self._evidence) >= COPIED_CHARACTERS and self._evidence in text:
            self.copies.add(document_id)
        elif self._is_meant_too(words) or self._is_answered(words):
            self.documents.add(document_id)

    def _is_meant_too(self, words: frozenset[str]) -> bool:
        return bool(self._subject) and self._subject <= words

    def _is_answered(self, words: frozenset[str]) -> bool:
        return self._answer <= words and self._covered(words) >= RIVAL_SHARE

    def _covered(self, words: frozenset[str]) -> float:
        return len(self._asked & words) / len(self._asked) if self._asked else 0.0


def words_of(text: str) -> frozenset[str]:
    """Return the words and numbers of a text in lower case; 1,250 is one number."""
    return frozenset(_WORD.findall(re.sub(r"(?<=\d),(?=\d{3})", "", text).casefold()))


def _telling(question: str) -> frozenset[str]:
    """Return the words of a question that may tell its answer: long ones, numbers and symbols."""
    found: Iterable[str] = _WORD.findall(question)
    return frozenset(
        word.casefold()
        for word in found
        if len(word) >= _LONG_WORD or any(map(str.isdigit, word)) or word[1:].isupper()
    )


def see_all(rivals: Sequence[Rivals], document_id: str, chunks: Sequence[Chunk]) -> None:
    """Let every draft see every chunk of one document."""
    for chunk in chunks:
        words, text = words_of(chunk.searchable_text), plain(chunk.text)
        for one in rivals:
            one.see(document_id, chunk, words, text)
