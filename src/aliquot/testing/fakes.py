"""Backends without a model: deterministic, instant, good enough to find similar texts.

They are real backends, selectable by name; a library built with one works offline end to end.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from aliquot.errors import ConfigError
from aliquot.protocols import Role
from aliquot.reranking.ordering import rerank_by_scores
from aliquot.types import ScoredChunk

__all__ = ["FakeEmbedder", "FakeReranker", "FakeTextModel"]

# A word weighs more than the character trigrams inside it: texts that share words come before texts
# that share spelling.
_WORD_WEIGHT = 1.0
_TRIGRAM_WEIGHT = 0.25
_WORD = re.compile(r"\w+")


class FakeEmbedder:
    """Hash words and character trigrams into a vector; similar texts come out near.

    Both roles give the same vector, so a text's nearest neighbour is the text itself.
    """

    languages: frozenset[str] | None = None

    def __init__(self, *, dimension: int = 64, threads: int = 0) -> None:
        """Create the embedder.

        Args:
            dimension: Length of a vector, at least 8 so that features rarely collide.
            threads: Taken because the config gives it to every embedder; hashing needs one.

        Raises:
            ConfigError: `dimension` is below 8.
        """
        if dimension < 8:
            raise ConfigError(
                f"The fake embedder cannot have {dimension} dimensions.",
                hint="Give dimension a value of 8 or more.",
            )
        self.dimension = dimension
        self.id = f"fake-{dimension}-1"

    def embed(self, texts: Sequence[str], role: Role) -> npt.NDArray[np.float32]:
        """Return float32 (n, dimension), rows of unit length, the same in every process."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._vector(text)
        return vectors

    def _vector(self, text: str) -> npt.NDArray[np.float32]:
        vector = np.zeros(self.dimension, dtype=np.float64)
        for feature, weight in _features(text):
            digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8)
            number = int.from_bytes(digest.digest(), "little")
            vector[(number >> 1) % self.dimension] += weight if number & 1 else -weight
        length = float(np.linalg.norm(vector))
        if length == 0.0:  # No features, or features that cancel out: any fixed direction will do.
            vector[0] = length = 1.0
        return (vector / length).astype(np.float32)


def _features(text: str) -> Iterator[tuple[str, float]]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    for match in _WORD.finditer(folded):
        word = match.group()
        yield f"w:{word}", _WORD_WEIGHT
        for start in range(len(word) - 2):
            yield f"c:{word[start : start + 3]}", _TRIGRAM_WEIGHT


class FakeTextModel:
    """Write the longest words of a prompt, the same at every call.

    Attributes:
        asked: Every prompt so far.
    """

    def __init__(self, *, url: str = "", model: str = "", key_variable: str = "") -> None:
        """Create the model.

        Args:
            url: Taken because the config gives it to every model, and never opened.
            model: Distinguishes the ids of several.
            key_variable: Taken likewise.
        """
        self.id = f"fake-{model}-1" if model else "fake-1"
        self.asked: list[str] = []

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return one sentence of at most eight words."""
        self.asked.append(prompt)
        words = sorted(_words(prompt), key=lambda word: (-len(word), word))
        return f"This concerns {', '.join(words[:6])}."

    def close(self) -> None:
        """Do nothing: there is no connection."""


class FakeReranker:
    """Rank by the share of a question's words that a chunk holds."""

    languages: frozenset[str] | None = None

    def __init__(self, *, threads: int = 0) -> None:
        """Create the reranker.

        Args:
            threads: Taken because the config gives it to every reranker; counting needs one.
        """
        self.id = "fake-1"

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        """Return the best `k` chunks; scores are shares of words, 0 to 1."""
        return rerank_by_scores(_shared_words, question, ranking, k)


def _shared_words(question: str, texts: Sequence[str]) -> list[float]:
    asked = _words(question)
    return [len(asked & _words(text)) / max(1, len(asked)) for text in texts]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
