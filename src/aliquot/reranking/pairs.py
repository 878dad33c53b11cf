"""Tokenise a question together with chunks, as a cross-encoder reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from tokenizers import Encoding

from aliquot.models.onnx_session import read_tokenizer

__all__ = ["PairTokenizer", "TokenPair"]

# Characters tokenised of a text. Models here read 512 tokens, of 3 to 6 characters in prose; the
# margin only bounds the work on a text of megabytes.
_CHARACTERS_PER_TOKEN = 32


class TokenPair(NamedTuple):
    """A question and a chunk in one sequence.

    Attributes:
        ids: int64 (1, tokens), special tokens included.
        types: int64 (1, tokens): which of the two a token belongs to, as the model was trained.
    """

    ids: npt.NDArray[np.int64]
    types: npt.NDArray[np.int64]


class PairTokenizer:
    """Put a question and a chunk together; only the chunk is cut to fit."""

    def __init__(self, path: Path, max_tokens: int) -> None:
        """Read a `tokenizer.json`.

        Args:
            path: The file.
            max_tokens: Longest pair, special tokens included.

        Raises:
            ModelError: The file is missing or is not one.
        """
        self._tokenizer = read_tokenizer(path)
        self._tokenizer.no_truncation()
        self._room = max_tokens - self._tokenizer.num_special_tokens_to_add(True)
        self._max_characters = _CHARACTERS_PER_TOKEN * max_tokens

    def for_question(self, question: str) -> Callable[[str], TokenPair]:
        """Return what pairs a chunk's text with `question`; threads may share it.

        A question longer than half the room is cut there, so that something of the chunk is read.
        """
        asked = self._encode(question, self._room // 2)
        room = self._room - len(asked)

        def pair(text: str) -> TokenPair:
            both = self._tokenizer.post_process(asked, self._encode(text, room))
            return TokenPair(
                np.array([both.ids], dtype=np.int64), np.array([both.type_ids], dtype=np.int64)
            )

        return pair

    def _encode(self, text: str, room: int) -> Encoding:
        encoding = self._tokenizer.encode(text[: self._max_characters], add_special_tokens=False)
        encoding.truncate(room)
        return encoding
