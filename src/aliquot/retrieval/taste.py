"""What a question prefers, beyond the words and meaning that legs compare."""

from __future__ import annotations

from dataclasses import dataclass

from aliquot.types import Chunk, DocumentKind, SectionClass

__all__ = ["Taste", "Traits"]

# What a fused score is multiplied by, by the part a chunk plays. An abstract says what a paper
# found; an entry of a bibliography only tells of one. Source: the 45 English development questions,
# evidence@5 of .78 without, .84 with references at 0.5, .91 with abstracts at 1.2 to 1.4 beside
# (2026-11). A paper's own reference list comes after everything else, see `Taste.is_last`.
PRIORS = {SectionClass.ABSTRACT: 1.25, SectionClass.REFERENCES: 0.5}
# A table lists things one a row; elsewhere they are mentioned. Enough to lift an antibody's row
# over a protocol that uses it, where two legs disagree which is first: 1/62 against 1/61.
TABLE_LOOKUP_PRIOR = 1.1


@dataclass(frozen=True, slots=True)
class Traits:
    """What decides a chunk's place beside its score; read without the chunk.

    Attributes:
        section_class: The part its section plays.
        kind: What its document is, as in `DocumentKind`.
    """

    section_class: SectionClass
    kind: str

    @classmethod
    def of(cls, chunk: Chunk) -> Traits:
        """Return the traits of a chunk."""
        return cls(chunk.section_class, str(chunk.metadata.get("kind", "")))

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
        named: Keys of chunks that hold, exactly, what it calls by name.
    """

    with_references: bool
    is_lookup: bool
    named: frozenset[int]

    def prior(self, traits: Traits) -> float:
        """Return what a chunk's fused score is multiplied by."""
        is_wanted = self.with_references and traits.section_class is SectionClass.REFERENCES
        prior = 1.0 if is_wanted else PRIORS.get(traits.section_class, 1.0)
        is_row = self.is_lookup and traits.kind == DocumentKind.TABLE
        return prior * TABLE_LOOKUP_PRIOR if is_row else prior

    def is_last(self, key: int, traits: Traits) -> bool:
        """Tell whether a chunk comes after all others, whatever its score.

        What is looked up comes first where it stands, even in a list of references; a chunk that
        holds only parts of its name comes after.
        """
        if self.is_lookup and self.named:
            return key not in self.named
        return not (self.with_references or self.is_lookup) and traits.is_reference
