"""Ask every query of whatever finds: a library, one leg, a peer; and take the time.

Enters: queries and `search(question, k)`. Leaves: what was found for each, with wall and CPU time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from aliquot.protocols import Progress, ProgressEvent, silent

__all__ = ["DEPTH", "Asked", "JudgedQuery", "Spent", "ask_all", "rankings_of"]

T = TypeVar("T")

# Recall is commonly read at 100.
DEPTH = 100


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query whose answers are known.

    Attributes:
        id: As the judgements name it.
        text: What is asked.
        language: ISO 639-1 code; empty where not known.
        kind: What kind of question it is; empty where not known.
    """

    id: str
    text: str
    language: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one query took, in milliseconds.

    Attributes:
        wall_ms: On the clock.
        cpu_ms: On all threads of this process together.
    """

    wall_ms: float
    cpu_ms: float


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What was found for every query.

    Attributes:
        found: By query, best first.
        spent: By query.
    """

    found: dict[str, Sequence[T]] = field(default_factory=dict)
    spent: dict[str, Spent] = field(default_factory=dict)


def ask_all(
    queries: Sequence[JudgedQuery],
    search: Callable[[str, int], Sequence[T]],
    *,
    k: int = DEPTH,
    progress: Progress = silent,
) -> Asked[T]:
    """Ask every query once, one after the other.

    The first is asked once more beforehand, so that models and indexes are loaded when time is
    taken.

    Args:
        queries: In the order they are asked.
        search: Returns at most so many, best first.
        k: How many are wanted.
        progress: Told after each query.
    """
    asked: Asked[T] = Asked()
    for query in queries[:1]:
        search(query.text, k)
    for done, query in enumerate(queries, start=1):
        wall, cpu = time.perf_counter(), time.process_time()
        asked.found[query.id] = search(query.text, k)
        asked.spent[query.id] = Spent(
            (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
        )
        progress(ProgressEvent("ask", done, len(queries)))
    return asked


def rankings_of(
    found: Mapping[str, Sequence[T]], ids_of: Callable[[T], Iterable[str]]
) -> dict[str, list[str]]:
    """Turn rankings of whatever was found into rankings of ids, each id where it stands first.

    Args:
        found: By query, best first.
        ids_of: The ids one of them stands for.
    """
    return {
        query: list(dict.fromkeys(name for one in ranking for name in ids_of(one)))
        for query, ranking in found.items()
    }
