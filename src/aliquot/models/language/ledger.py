"""What was spent, day by day, so that a day's budget outlives a restart.

A catalog would store one row a request, `(day TEXT, usd REAL, tokens INTEGER)`, and answer by
`SELECT sum(usd), sum(tokens) WHERE day = ?` and `SELECT max(day)`: nothing of what was asked.
"""

from __future__ import annotations

import json
import os
import threading
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from aliquot.errors import StoreError

__all__ = ["NOTHING", "FileLedger", "MemoryLedger", "SpendingLedger", "Spent"]


@dataclass(frozen=True, slots=True)
class Spent:
    """US dollars and tokens, read and written together."""

    usd: float = 0.0
    tokens: int = 0

    def __add__(self, other: Spent) -> Spent:
        """Return both together."""
        return Spent(self.usd + other.usd, self.tokens + other.tokens)


NOTHING = Spent()


class SpendingLedger(Protocol):
    """Keep what was spent; safe to share between threads."""

    def add(self, day: str, spent: Spent) -> None:
        """Add to a day, written as `2026-11-30`."""
        ...

    def spent_on(self, day: str) -> Spent:
        """Return what was spent on a day."""
        ...

    def last_day(self) -> str:
        """Return the last day on which anything was spent; empty for none."""
        ...


class MemoryLedger:
    """Keep it for as long as the process lives."""

    def __init__(self) -> None:
        self._days: dict[str, Spent] = defaultdict(Spent)
        self._lock = threading.Lock()

    def add(self, day: str, spent: Spent) -> None:
        """Add to a day."""
        with self._lock:
            self._days[day] += spent

    def spent_on(self, day: str) -> Spent:
        """Return what was spent on a day."""
        with self._lock:
            return self._days.get(day, NOTHING)

    def last_day(self) -> str:
        """Return the last day on which anything was spent; empty for none."""
        with self._lock:
            return max(self._days, default="")


class FileLedger:
    """Keep it in a folder, a file a day and a line a request; processes may share it."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it is created with the first request."""
        self._folder = folder

    def add(self, day: str, spent: Spent) -> None:
        """Add to a day.

        Raises:
            StoreError: It cannot be written.
        """
        record = json.dumps({"usd": spent.usd, "tokens": spent.tokens})
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            # Appended in one piece, for other processes; the line before may have been cut by a
            # crash, so this one begins anew.
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            handle = os.open(self._file(day), flags, 0o600)
            try:
                os.write(handle, f"\n{record}\n".encode())
            finally:
                os.close(handle)
        except OSError as exc:
            raise self._unusable(exc) from exc

    def spent_on(self, day: str) -> Spent:
        """Return what was spent on a day; lines that were cut by a crash are left out.

        Raises:
            StoreError: It cannot be read.
        """
        try:
            lines = self._file(day).read_bytes().splitlines()
        except FileNotFoundError:
            return NOTHING
        except OSError as exc:
            raise self._unusable(exc) from exc
        return sum((_read(line) for line in lines), NOTHING)

    def last_day(self) -> str:
        """Return the last day on which anything was spent; empty for none."""
        return max((one.stem for one in self._folder.glob("????-??-??.jsonl")), default="")

    def _file(self, day: str) -> Path:
        return self._folder / f"{day}.jsonl"

    def _unusable(self, error: OSError) -> StoreError:
        return StoreError(
            f"What was spent cannot be kept in {self._folder}: {error.strerror}.",
            hint="Make the folder writable, or take the budget per day out of [model].",
        )


def _read(line: bytes) -> Spent:
    try:
        record = json.loads(line)
        return Spent(float(record["usd"]), int(record["tokens"]))
    except (ValueError, KeyError, TypeError):
        return NOTHING
