"""The built-in bge-small, as any peer may call it, with a cache of what was embedded.

Runs in every peer's environment: onnxruntime, tokenizers and NumPy are all it needs. It gives what
`aliquot.embedding.onnx` gives (one text a run, first token's vector, unit length); the comparison
checks that before it begins.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

__all__ = ["DIMENSION", "BgeSmall"]

DIMENSION = 384
MAX_TOKENS = 512
# Source: model card, https://huggingface.co/BAAI/bge-small-en-v1.5
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "

Vectors = npt.NDArray[np.float32]


class BgeSmall:
    """Embed passages, each distinct text once for all peers, and queries, always anew.

    Attributes:
        cpu_s: CPU seconds spent on passages, the cache's own work included.
    """

    def __init__(self, model: Path, cache: Path) -> None:
        """Load the model.

        Args:
            model: Folder of `model.onnx` and `tokenizer.json`.
            cache: SQLite file of vectors; made if missing.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # As Aliquot opens it: the same graph, so the same vectors.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(model / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {one.name for one in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        # Some peers embed in threads of their own; they wait for each other.
        self._cache = sqlite3.connect(cache, timeout=120, check_same_thread=False)
        self._cache.execute("CREATE TABLE IF NOT EXISTS vectors (hash TEXT PRIMARY KEY, row BLOB)")
        self.cpu_s = 0.0

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return float32 (n, 384), rows of unit length."""
        started = time.process_time()
        rows = [self._passage(text) for text in texts]
        self._cache.commit()
        self.cpu_s += time.process_time() - started
        return np.array(rows, dtype=np.float32).reshape(-1, DIMENSION)

    def query(self, text: str) -> Vectors:
        """Return float32 (384,), unit length."""
        return self._run(QUERY_PREFIX + text)

    def _passage(self, text: str) -> Vectors:
        key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        held = self._cache.execute("SELECT row FROM vectors WHERE hash = ?", (key,)).fetchone()
        if held is not None:
            return np.frombuffer(held[0], dtype=np.float32)
        vector = self._run(text)
        self._cache.execute("INSERT OR IGNORE INTO vectors VALUES (?, ?)", (key, vector.tobytes()))
        return vector

    def _run(self, text: str) -> Vectors:
        ids = self._tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8")).ids
        row = np.array([ids], dtype=np.int64)
        feed = {
            "input_ids": row,
            "attention_mask": np.ones_like(row),
            "token_type_ids": np.zeros_like(row),
        }
        wanted = {name: array for name, array in feed.items() if name in self._inputs}
        first = self._session.run(None, wanted)[0][0, 0]
        unit: Vectors = (first / np.linalg.norm(first)).astype(np.float32)
        return unit
