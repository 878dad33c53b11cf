"""A library with a reranker at one depth after the other, and what its settings say after that."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from aliquot.config import Config, RetrievalConfig
from aliquot.evaluation.retrieval import DEPTH
from aliquot.evaluation.settings import Value
from aliquot.evaluation.tasks import QuestionTask
from aliquot.evaluation.tuning import Tuning
from aliquot.library.library import Library

__all__ = ["Reranked", "settings_of"]


class Reranked:
    """A library with a reranker at one depth after the other, one open at a time."""

    def __init__(self, folder: Path, config: Config, reranker: str, task: QuestionTask) -> None:
        """Take what is tried; nothing is opened yet.

        Args:
            folder: The library's folder.
            config: Its settings.
            reranker: Name of the one that is tried.
            task: The questions, and which files answer them.
        """
        self._folder = folder
        self._config = config
        self._reranker = reranker
        self._task = task
        self._depth: int | None = None
        self._library: Library | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None

    def rank(self, question: str, depth: int) -> list[str]:
        """Return the files of the best chunks; depth 0 stands for no reranker."""
        return self._task.files_of(self._at(depth).search(question, DEPTH))

    def _at(self, depth: int) -> Library:
        if self._library is None or self._depth != depth:
            self._close()
            self._library, self._depth = Library.open(self._folder, self._with(depth)), depth
        return self._library

    def _with(self, depth: int) -> Config:
        now = self._config.retrieval
        chosen: dict[str, Any] = {"reranker": ""}
        if depth:
            options = now.reranker_options if _is_own(self._reranker, now) else {}
            chosen = {
                "reranker": self._reranker,
                "rerank_depth": depth,
                "reranker_options": options,
            }
        return self._config.model_copy(update={"retrieval": now.model_copy(update=chosen)})


def settings_of(tuning: Tuning, settings: RetrievalConfig) -> dict[str, Value]:
    """Return what to write under `[retrieval]`; nothing where the one tried lost to another in use.

    Args:
        tuning: What was measured.
        settings: Those in force.
    """
    is_other = not _is_own(tuning.reranker, settings)
    if is_other and not tuning.depth:
        return {}
    keys: dict[str, Value] = {**tuning.keys}
    if is_other and settings.reranker_options:
        keys["reranker_options"] = {}
    return keys


def _is_own(reranker: str, settings: RetrievalConfig) -> bool:
    """Tell whether the options in the settings are this reranker's, and not another's."""
    return settings.reranker in ("", reranker)
