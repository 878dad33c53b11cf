"""Cut text into the pieces of a unigram vocabulary (SentencePiece), in plain Python.

Source: Kudo, "Subword Regularization", ACL 2018, section 3.2: the best path through all pieces, by
Viterbi. Gives the same ids as the Rust library `tokenizers` (tests/oracle/test_unigram.py), which
needs 0.55 s of CPU to load 250,000 pieces; a dictionary is there in 0.1 s, and cutting a text costs
about 2 % of embedding it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from tokenizers import normalizers

from aliquot.errors import ModelError

__all__ = ["UnigramTokenizer", "Vocabulary"]

# Words are seen again and again; this many of them are cut once. About 15 MB.
_WORDS_KEPT = 50_000

# What an unknown character costs beyond the rarest piece, in log probability; as in SentencePiece
# (`kUnkPenalty`).
_UNKNOWN_PENALTY = 10.0

_SPACE = "\u2581"

# Stands in for the full-width tilde, which NFKC would change and SentencePiece keeps (ranges in
# Japanese: 5～10 mg). Private use: in no vocabulary, and not in text.
_TILDE, _TILDE_KEPT = "\uff5e", "\ue0fe"

# `nmt_nfkc` of SentencePiece, checked against its table for every character of Unicode; U+1F23B
# alone differs.
_NMT_NFKC = normalizers.Sequence(
    [
        normalizers.Nmt(),
        normalizers.Replace(_TILDE, _TILDE_KEPT),
        normalizers.NFKC(),
        normalizers.Replace(_TILDE_KEPT, _TILDE),
    ]
)


class Vocabulary:
    """Pieces with log probabilities, by token id."""

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]) -> None:
        self.pieces = pieces
        self.scores = scores

    def save(self, folder: Path) -> None:
        """Write `pieces.txt` and `scores.npy`."""
        (folder / "pieces.txt").write_bytes("\n".join(self.pieces).encode("utf-8"))
        np.save(folder / "scores.npy", np.array(self.scores, dtype=np.float64))

    @classmethod
    def read(cls, folder: Path) -> Vocabulary:
        """Read what `save` wrote.

        Raises:
            ModelError: A file is missing or damaged.
        """
        try:
            pieces = (folder / "pieces.txt").read_bytes().decode("utf-8").split("\n")
            scores = np.load(folder / "scores.npy", allow_pickle=False).tolist()
        except (OSError, ValueError, EOFError) as exc:
            raise ModelError(
                f"The vocabulary in {folder} cannot be read: {exc}",
                hint=f"Delete the folder {folder}; it is made again.",
            ) from exc
        return cls(pieces, scores)


class UnigramTokenizer:
    """Text to token ids, with a start and an end token."""

    def __init__(
        self, vocabulary: Vocabulary, *, start: int, end: int, unknown: int, max_tokens: int
    ) -> None:
        """Create the tokenizer.

        Args:
            vocabulary: Pieces with log probabilities.
            start: Id put before every text.
            end: Id put after every text.
            unknown: Id for characters the vocabulary lacks.
            max_tokens: Ids returned at most, start and end included.
        """
        self._ids = {piece: id for id, piece in enumerate(vocabulary.pieces)}
        self._scores = vocabulary.scores
        self._longest = max(map(len, vocabulary.pieces))
        self._unknown_score = min(vocabulary.scores) - _UNKNOWN_PENALTY
        self._start, self._end, self._unknown = start, end, unknown
        self._max_tokens = max_tokens
        self._pieces_of = lru_cache(_WORDS_KEPT)(self._cut)

    def __call__(self, text: str) -> list[int]:
        """Return the ids of `text`; what goes beyond `max_tokens` is left out."""
        ids = [self._start]
        for word in _NMT_NFKC.normalize_str(text).split():
            ids += self._pieces_of(_SPACE + word)
            if len(ids) >= self._max_tokens:
                break
        del ids[self._max_tokens - 1 :]
        ids.append(self._end)
        return ids

    def _cut(self, word: str) -> list[int]:
        """Return the ids on the best path through a word that begins with the space sign."""
        ends = len(word) + 1
        best = [0.0, *[-np.inf] * (ends - 1)]
        came_from = [0] * ends
        by = [self._unknown] * ends
        for start in range(len(word)):
            so_far = best[start]
            is_known = False
            for end in range(start + 1, min(start + self._longest, len(word)) + 1):
                id = self._ids.get(word[start:end])
                if id is None:
                    continue
                is_known = is_known or end == start + 1
                if so_far + self._scores[id] > best[end]:
                    best[end], came_from[end], by[end] = so_far + self._scores[id], start, id
            if not is_known and so_far + self._unknown_score > best[start + 1]:
                best[start + 1] = so_far + self._unknown_score
                came_from[start + 1], by[start + 1] = start, self._unknown
        return self._path(came_from, by)

    def _path(self, came_from: list[int], by: list[int]) -> list[int]:
        path: list[int] = []
        end = len(by) - 1
        while end > 0:
            # Neighbouring unknown characters are one token.
            if not (by[end] == self._unknown and path and path[-1] == self._unknown):
                path.append(by[end])
            end = came_from[end]
        path.reverse()
        return path
