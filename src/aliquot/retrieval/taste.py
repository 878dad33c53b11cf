"""What a question prefers, beyond the words and meaning that legs compare."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.types import Chunk, DocumentKind, SectionClass

__all__ = ["LAST", "Taste", "Traits"]

# What a fused score is multiplied by, by the part a chunk plays. An abstract says what a paper
# found; an entry of a bibliography only tells of one. Source: the 45 English development questions,
# evidence@5 of .78 without, .84 with references at 0.5, .91 with abstracts at 1.2 to 1.4 beside
# (2026-11). A paper's own reference list comes after everything else, see `Taste.place`.
PRIORS = {SectionClass.ABSTRACT: 1.25, SectionClass.REFERENCES: 0.5}
# A table lists things one a row; elsewhere they are mentioned. Enough to lift an antibody's row
# over a protocol that uses it, where two legs disagree which is first: 1/62 against 1/61.
TABLE_LOOKUP_PRIOR = 1.1
# The place of chunks that come after all others, whatever their scores.
LAST = 2


@dataclass(frozen=True, slots=True)
class Traits:
    """What decides a chunk's place beside its score; read without the chunk.

    Attributes:
        section_class: The part its section plays.
        kind: What its document is, as in `DocumentKind`.
        is_verbatim: Whether it holds what is looked up in the very spelling asked for.
    """

    section_class: SectionClass
    kind: str
    is_verbatim: bool = False

    @classmethod
    def of(cls, chunk: Chunk, looked_up: str = "") -> Traits:
        """Return the traits of a chunk.

        Args:
            chunk: The chunk.
            looked_up: A question that is nothing but names; empty for any other.
        """
        kind = str(chunk.metadata.get("kind", ""))
        is_verbatim = bool(looked_up) and _holds(chunk.searchable_text, looked_up)
        return cls(chunk.section_class, kind, is_verbatim)

    @property
    def is_reference(self) -> bool:
        """Whether it is of a paper's list of references, as `Chunk.is_reference` has it."""
        return self.kind == DocumentKind.PAPER and self.section_class is SectionClass.REFERENCES


@dataclass(frozen=True, slots=True)
class Taste:
    """What one question prefers.

    Attributes:
        with_references: Whether reference lists of papers are ranked like any other text.
        is_lookup: Whether the question is nothing but names.
        named: Keys of chunks that hold, in any spelling, what it calls by name.
        records: Keys of chunks that begin a document it names.
    """

    with_references: bool
    is_lookup: bool
    named: frozenset[int]
    records: frozenset[int] = frozenset()

    def prior(self, traits: Traits) -> float:
        """Return what a chunk's fused score is multiplied by."""
        is_wanted = self.with_references and traits.section_class is SectionClass.REFERENCES
        prior = 1.0 if is_wanted else PRIORS.get(traits.section_class, 1.0)
        is_row = self.is_lookup and traits.kind == DocumentKind.TABLE
        return prior * TABLE_LOOKUP_PRIOR if is_row else prior

    def place(self, key: int, traits: Traits) -> int:
        """Return what comes before any score: 0 for the first of chunks, 2 for the last.

        What is looked up comes first where it stands, even in a list of references: the document
        it names and its very spelling, then other spellings, then what holds parts of its name.
        """
        if self.is_lookup and self.named:
            if key in self.records or (traits.is_verbatim and key in self.named):
                return 0
            return 1 if key in self.named else LAST
        is_last = not (self.with_references or self.is_lookup) and traits.is_reference
        return LAST if is_last else 1


def _holds(text: str, name: str) -> bool:
    """Tell whether a text holds a name as it is written, and not inside a longer one."""
    return re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", text) is not None
