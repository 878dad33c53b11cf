"""Open ONNX graphs and their tokenizers, for the CPU."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors
from tokenizers import Tokenizer

from aliquot.errors import ModelError

__all__ = ["ORT_ERRORS", "json_tokenizer", "open_session", "read_tokenizer", "usable_cores"]

ORT_ERRORS = (
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


def read_tokenizer(path: Path) -> Tokenizer:
    """Read a `tokenizer.json`; what it says of padding is put aside.

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
    return tokenizer


def json_tokenizer(path: Path, max_tokens: int) -> Callable[[str], Sequence[int]]:
    """Read a `tokenizer.json`; texts are cut off after `max_tokens`.

    Raises:
        ModelError: The file is missing or is not one.
    """
    tokenizer = read_tokenizer(path)
    tokenizer.enable_truncation(max_tokens)
    return lambda text: tokenizer.encode(text).ids


def open_session(path: Path) -> ort.InferenceSession:
    """Open an ONNX graph for runs of one thread each; runs may be made side by side.

    Raises:
        ModelError: The file is missing, damaged or not for this runtime.
    """
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
    except ORT_ERRORS as exc:
        raise ModelError(
            f"The model file {path} cannot be loaded: {exc}",
            hint="Install the model again, or use another model.",
        ) from exc


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
