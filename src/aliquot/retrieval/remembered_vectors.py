"""Vectors of texts that are embedded again and again, computed once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Embedder, Role

__all__ = ["REMEMBERED_QUESTIONS", "REMEMBERED_SENTENCES", "RememberedVectors"]

# A question, its rewritings and the same of a few people who ask at once: 100 kB at 384 dimensions.
REMEMBERED_QUESTIONS = 64
# Sentences of some 400 answers, since questions of one week are about the same documents: 6 MB at
# 384 dimensions. Embedding them is more than half of what an extracted answer takes.
REMEMBERED_SENTENCES = 4096


class RememberedVectors:
    """An embedder that remembers what it has embedded last in one role.

    It is an `Embedder` itself, so that a leg and whoever compares sentences with the question
    share one vector. The other role is embedded as ever. May be asked from several threads.
    """

    def __init__(
        self, embedder: Embedder, role: Role = "query", *, remembered: int = REMEMBERED_QUESTIONS
    ) -> None:
        """Take the embedder that does the work.

        Args:
            embedder: Embeds what is not remembered.
            role: Whose texts are remembered.
            remembered: Texts kept, the last ones used.
        """
        self.id = embedder.id
        self.dimension = embedder.dimension
        self.languages = embedder.languages
        self._embedder = embedder
        self._role = role
        self._remembered = remembered
        self._known: OrderedDict[str, npt.NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str], role: Role) -> npt.NDArray[np.float32]:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Raises:
            ModelError: The model cannot be run.
        """
        if role != self._role or not texts:
            return self._embedder.embed(texts, role)
        found = self._recalled(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            # Outside the lock: two threads may do the same work, but none waits for another's.
            fresh = dict(zip(missing, self._embedder.embed(missing, role), strict=True))
            self._remember(fresh)
            found |= fresh
        return np.stack([found[text] for text in texts])

    def _recalled(self, texts: Sequence[str]) -> dict[str, npt.NDArray[np.float32]]:
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
            for text in found:
                self._known.move_to_end(text)
        return found

    def _remember(self, fresh: dict[str, npt.NDArray[np.float32]]) -> None:
        with self._lock:
            # Copies: a row would keep the whole array it is a view of.
            self._known.update({text: vector.copy() for text, vector in fresh.items()})
            while len(self._known) > self._remembered:
                self._known.popitem(last=False)
