"""Run a ColBERT from a folder with an ONNX graph.

Enters: `model.onnx` and `tokenizer.json`. Leaves: a `LateInteractionEncoder`. One text per run, see
`embedding/onnx.py`.

Source: Khattab and Zaharia, ColBERT, SIGIR 2020, section 3.2: a marker behind the first token tells
queries from documents, queries are filled up with mask tokens, a document's punctuation is dropped.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt
import onnxruntime as ort
from tokenizers import Tokenizer

from aliquot.errors import ConfigError, ModelError
from aliquot.models.folder import digest_of_files
from aliquot.models.onnx_session import ORT_ERRORS, open_session, read_tokenizer
from aliquot.protocols import Role

__all__ = ["ColbertEncoder", "colbert"]

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

# Part of the encoder's id: raise it when the same weights would give other vectors.
_PIPELINE_VERSION = "1"

# Tokens a query is filled up to. Source: query_maxlen of colbert-ir/colbertv2.0.
_QUERY_TOKENS = 32

# Characters tokenised of a text; see `embedding/onnx.py`.
_MAX_CHARACTERS = 16_384


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """Tokens by number.

    Attributes:
        markers: Put behind the first token, by role.
        mask: Fills a query up.
        dropped: Not kept of a document.
    """

    markers: dict[Role, int]
    mask: int
    dropped: Ids


class ColbertEncoder:
    """Encode texts as one vector per token; safe to share between threads.

    The graph takes `input_ids`, `attention_mask` and, where it wants them, `token_type_ids`, all
    int64 (1, tokens), and returns token vectors float32 (1, tokens, dimension) first.
    """

    def __init__(
        self,
        folder: Path,
        *,
        dimension: int = 128,
        query_marker: str = "[unused0]",
        document_marker: str = "[unused1]",
        mask_token: str = "[MASK]",
        max_tokens: int = 512,
        languages: Iterable[str] | None = ("en",),
    ) -> None:
        """Name the model; only its digest is read yet.

        Args:
            folder: Holds `model.onnx` and `tokenizer.json`.
            dimension: Length of a vector.
            query_marker: Token that stands behind a query's first.
            document_marker: Token that stands behind a document's first.
            mask_token: Token queries are filled up with.
            max_tokens: Tokens read of a text, special ones included; the rest is cut off.
            languages: ISO 639-1 codes the model understands; `None` for all.

        Raises:
            ModelError: The graph cannot be read.
        """
        self.dimension = dimension
        self.languages = None if languages is None else frozenset(languages)
        self._graph = folder / "model.onnx"
        self._tokenizer_file = folder / "tokenizer.json"
        self._max_tokens = max_tokens
        self._names: dict[Role, str] = {"query": query_marker, "document": document_marker}
        self._mask_token = mask_token
        settings = f"{query_marker} {document_marker} {mask_token} {max_tokens} {dimension}"
        digest = digest_of_files([self._graph, self._tokenizer_file], settings.encode("utf-8"))
        self.id = f"colbert-{folder.name}-{digest[:12]}-{_PIPELINE_VERSION}"
        self._lock = Lock()
        self._model: _Loaded | None = None

    def encode(self, texts: Sequence[str], role: Role) -> list[Floats]:
        """Return float32 (tokens, dimension) per text, rows of unit length.

        Raises:
            ModelError: The model's files are missing, damaged or of another dimension.
        """
        if not texts:
            return []
        model = self._loaded()
        encoded = [model.vectors(text, role) for text in texts]
        for rows in encoded:
            if rows.shape[1] != self.dimension:
                raise ModelError(
                    f"The model {self.id} gives vectors of {rows.shape[1]} numbers, "
                    f"not {self.dimension}.",
                    hint="Set the encoder's dimension to what the model gives.",
                )
        return encoded

    def _loaded(self) -> _Loaded:
        with self._lock:
            if self._model is None:
                tokenizer = read_tokenizer(self._tokenizer_file)
                # One place is the marker's.
                tokenizer.enable_truncation(self._max_tokens - 1)
                self._model = _Loaded(
                    tokenizer, open_session(self._graph), self._vocabulary(tokenizer)
                )
            return self._model

    def _vocabulary(self, tokenizer: Tokenizer) -> _Vocabulary:
        def number(token: str) -> int:
            found = tokenizer.token_to_id(token)
            if found is None:
                raise ModelError(
                    f"The tokenizer {self._tokenizer_file} has no token {token!r}.",
                    hint="Name the markers this model was trained with.",
                )
            return int(found)

        marks = (tokenizer.token_to_id(mark) for mark in string.punctuation)
        return _Vocabulary(
            {role: number(name) for role, name in self._names.items()},
            number(self._mask_token),
            np.array([mark for mark in marks if mark is not None], dtype=np.int64),
        )


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A tokenizer and a session."""

    tokenizer: Tokenizer
    session: ort.InferenceSession
    vocabulary: _Vocabulary

    def vectors(self, text: str, role: Role) -> Floats:
        """Return float32 (tokens, dimension), rows of unit length."""
        # Lone surrogates (half of a broken emoji) cannot be encoded; the tokenizer would refuse.
        readable = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
        read = self.tokenizer.encode(readable).ids
        ids = np.array([*read[:1], self.vocabulary.markers[role], *read[1:]], dtype=np.int64)
        seen = np.ones_like(ids)
        if role == "query":
            # Filled up, but unseen by the other tokens: as the model was trained.
            filling = max(0, _QUERY_TOKENS - len(ids))
            ids = np.append(ids, np.full(filling, self.vocabulary.mask))
            seen = np.append(seen, np.zeros(filling, np.int64))
        rows = self._states(ids, seen)
        if role == "document":
            rows = rows[~np.isin(ids, self.vocabulary.dropped)]
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        units: Floats = (rows / np.maximum(lengths, np.float32(1e-12))).astype(np.float32)
        return units

    def _states(self, ids: Ids, seen: Ids) -> Floats:
        feed = {"input_ids": ids, "attention_mask": seen, "token_type_ids": np.zeros_like(ids)}
        wanted = {put.name for put in self.session.get_inputs()}
        batch = {name: array[None] for name, array in feed.items() if name in wanted}
        try:
            states: Floats = self.session.run(None, batch)[0][0]
        except ORT_ERRORS as exc:
            raise ModelError(
                f"The late-interaction model failed on a text of {len(ids)} tokens: {exc}",
                hint="Check that memory is not full; if it is not, use another encoder.",
            ) from exc
        return states


def colbert(
    folder: str | Path = "", *, dimension: int = 128, threads: int | None = None
) -> ColbertEncoder:
    """Return the ColBERT of a folder, with the markers of colbertv2.0.

    Args:
        folder: Holds `model.onnx` and `tokenizer.json`.
        dimension: Length of a vector.
        threads: Taken because the config gives it to every encoder; texts run one by one.

    Raises:
        ConfigError: No folder is named.
        ModelError: The graph cannot be read.
    """
    if not str(folder):
        raise ConfigError(
            "The encoder colbert is not told where its model is.",
            hint="Name the folder that holds model.onnx and tokenizer.json.",
        )
    return ColbertEncoder(Path(folder).expanduser(), dimension=dimension)
