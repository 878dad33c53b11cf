"""Open ONNX graphs and their tokenizers, for the CPU."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors
from tokenizers import Tokenizer

from aliquot.errors import ModelError

__all__ = [
    "ORT_ERRORS",
    "json_tokenizer",
    "open_session",
    "optimised",
    "read_tokenizer",
    "usable_cores",
]

_log = logging.getLogger(__name__)

PROVIDERS = ["CPUExecutionProvider"]

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
    try:
        return ort.InferenceSession(str(path), _options(), providers=PROVIDERS)
    except ORT_ERRORS as exc:
        raise ModelError(
            f"The model file {path} cannot be loaded: {exc}",
            hint="Install the model again, or use another model.",
        ) from exc


def _options() -> ort.SessionOptions:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # As fast as ORT_ENABLE_ALL on these graphs, and the session is there in 125 ms, not 210.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    # Every text has another length: memory patterns are kept per length and never pay.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return options


def optimised(graph: Path, digest: str, cache: Path) -> Path:
    """Return a graph as the runtime optimises it, kept for the next process; else the graph itself.

    Optimising bge-small takes 110 of the 155 ms of CPU in which its session is opened (2026-11-30).
    What is kept is the runtime's own work on the same graph: vectors are the same to the last bit.

    Args:
        graph: An ONNX file.
        digest: Of its content: another's work is never taken for its own.
        cache: Folder for what is kept; made if missing.
    """
    name = f"{graph.stem}-{digest[:12]}-onnxruntime-{ort.__version__}"
    try:
        return _kept(cache, name) or _keep(graph, cache, name)
    except (OSError, *ORT_ERRORS) as exc:
        _log.info("the optimised graph of %s is not kept: %s", graph, exc)
        return graph


def _kept(cache: Path, name: str) -> Path | None:
    """Return the kept graph of a name that is still as long as it says."""
    sized = ((one, one.stem.rpartition("-")[2]) for one in cache.glob(f"{name}-*.onnx"))
    return next((one for one, size in sized if size == str(one.stat().st_size)), None)


def _keep(graph: Path, cache: Path, name: str) -> Path:
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        prefix="optimised.", dir=cache, ignore_cleanup_errors=True
    ) as folder:
        fresh = Path(folder) / f"{name}.onnx"
        options = _options()
        options.optimized_model_filepath = str(fresh)
        ort.InferenceSession(str(graph), options, providers=PROVIDERS)
        # Under its own name once it is whole.
        return fresh.rename(cache / f"{name}-{fresh.stat().st_size}.onnx")


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
