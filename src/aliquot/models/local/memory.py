"""What fits into this machine's memory.

Enters: a model's header. Leaves: the context it can be given, or an error. Estimates are for the
processor; a graphics card only makes them too careful.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from aliquot.errors import ModelError
from aliquot.models.local.gguf import GgufHeader

__all__ = ["available_bytes", "chosen_context", "needed_bytes", "resident_bytes"]

# Weights are mapped, and those of 4 and 8 bits are repacked beside that for the processor: with
# 1.12 GB of weights and 8,192 tokens the worker took 2.03 GB (xllamacpp 2026.10, November 2026).
WEIGHTS_FACTOR = 1.4
# A batch of prompt tokens has its scores for the whole vocabulary as 32-bit floats.
BATCH_TOKENS = 512
FLOAT_BYTES = 4
# Left to the system and to the rest of Aliquot.
RESERVE_BYTES = 512 * 2**20
# Two cores read 50 tokens a second: a prompt of 8,192 takes them almost three minutes. Who has a
# faster machine states more.
USUAL_CONTEXT = 8_192
# A question with three chunks and an answer needs as much.
LEAST_CONTEXT = 2_048
# llama.cpp rounds contexts up to it.
CONTEXT_STEP = 256
GIB = 2**30


def needed_bytes(header: GgufHeader, context: int) -> int:
    """Return about how much memory a model takes with a context of that many tokens."""
    weights = int(header.weight_bytes * WEIGHTS_FACTOR)
    batch = BATCH_TOKENS * header.vocabulary * FLOAT_BYTES
    return weights + batch + context * header.cache_bytes_a_token


def chosen_context(header: GgufHeader, *, wanted: int, available: int, name: str) -> int:
    """Return how many tokens a model is given to read and write together.

    Args:
        header: The model's.
        wanted: Stated by the user; 0 for the usual. Never more than the model was trained for.
        available: Free memory in bytes; 0 where it is unknown, and then all is taken to fit.
        name: How errors call the model.

    Raises:
        ModelError: Not even the least context fits.
    """
    most = header.context_tokens or USUAL_CONTEXT
    context = min(wanted or USUAL_CONTEXT, most)
    if available and header.cache_bytes_a_token:
        spare = available - RESERVE_BYTES - needed_bytes(header, 0)
        context = min(context, spare // header.cache_bytes_a_token)
    elif available and available - RESERVE_BYTES < needed_bytes(header, 0):
        context = 0
    if context < min(LEAST_CONTEXT, most, wanted or LEAST_CONTEXT):
        needed = (needed_bytes(header, LEAST_CONTEXT) + RESERVE_BYTES) / GIB
        raise ModelError(
            f"The model {name} needs about {needed:.1f} GiB of memory; "
            f"{available / GIB:.1f} GiB are free.",
            hint="Close other programs, or use a smaller model or one of fewer bits.",
        )
    return max(context // CONTEXT_STEP, 1) * CONTEXT_STEP


def available_bytes() -> int:
    """Return how much memory a new process may take; 0 where the system does not say."""
    if sys.platform == "win32":
        return _windows_bytes()
    stated = _stated_bytes(Path("/proc/meminfo"))
    if not stated:
        # macOS says how much there is, not how much is free.
        stated = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    limit = _group_bytes(Path("/sys/fs/cgroup"))
    return stated if limit is None else min(stated, limit)


def resident_bytes(pid: int) -> int:
    """Return how much memory a process takes; 0 where the system does not say."""
    return _fields(Path(f"/proc/{pid}/status")).get("VmRSS:", 0) * 2**10


def _stated_bytes(path: Path) -> int:
    """Return what Linux estimates new programs can take without swapping; 0 without it."""
    fields = _fields(path)
    return fields.get("MemAvailable:", 0) * 2**10


def _group_bytes(folder: Path) -> int | None:
    """Return what the container this runs in has left; `None` where it has no limit.

    Source: kernel.org, Control Group v2, `memory.max`; files not in use are given back first.
    """
    try:
        most = int((folder / "memory.max").read_text(encoding="ascii"))
        used = int((folder / "memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):  # No such files, or "max".
        return None
    given_back = _fields(folder / "memory.stat").get("inactive_file", 0)
    return max(most - used + given_back, 0)


def _fields(path: Path) -> Mapping[str, int]:
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return {}
    rows = (line.split() for line in lines)
    return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdigit()}


class _MemoryStatus(ctypes.Structure):
    """`MEMORYSTATUSEX` of Windows."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong),
        ("rest", ctypes.c_ulonglong * 5),
    )


def _windows_bytes() -> int:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  # Only Windows has it.
    return status.available if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else 0
