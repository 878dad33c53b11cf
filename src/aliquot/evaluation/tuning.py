"""Choose a reranker and its depth by a library's own questions: off until it wins.

A cross-encoder made rankings of scientific claims worse (nDCG@10 -.035 [-.064, -.008], SciFact,
2026), so its use is measured for each library and never assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aliquot.errors import ConfigError
from aliquot.evaluation.intervals import Interval, difference_interval
from aliquot.evaluation.measures import Measure, Qrels, mean, score
from aliquot.evaluation.report import DECIMALS
from aliquot.evaluation.retrieval import JudgedQuery, ask_all
from aliquot.protocols import Progress, silent

__all__ = ["DEPTHS", "OFF", "Setting", "Tuning", "forecast", "tune"]

# Ranks a reranker reads; more than 100 costs seconds a question on a CPU.
DEPTHS = (10, 20, 50, 100)
# The depth that stands for no reranker.
OFF = 0
MEASURE = Measure("nDCG", 10)
CONFIDENCE = 0.95
# Percentile intervals of fewer values are too narrow to be trusted, and of a handful that all rise
# the interval lies above 0 whatever the truth. Source: Efron and Tibshirani, 1993, 13.4 and 14.
MIN_QUESTIONS = 20


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, measured.

    Attributes:
        depth: Ranks reread; 0 for no reranker.
        figure: Mean nDCG@10.
        gain: Over no reranker, with its interval; `None` for no reranker itself.
        cpu_ms: Mean of CPU time a question.
    """

    depth: int
    figure: float
    gain: Interval | None
    cpu_ms: float

    @property
    def is_proved(self) -> bool:
        """Whether the interval of its gain lies above 0."""
        return self.gain is not None and self.gain.is_gain


@dataclass(frozen=True, slots=True)
class Tuning:
    """What was measured, and what follows.

    Attributes:
        reranker: Name of the reranker that was tried.
        questions: How many questions decided.
        settings: No reranker first, then by depth.
        depth: The depth to set; 0 for no reranker.
        reason: Why, in a sentence.
    """

    reranker: str
    questions: int
    settings: tuple[Setting, ...]
    depth: int
    reason: str

    @property
    def keys(self) -> dict[str, str | int]:
        """What to write under `[retrieval]`; a depth only where there is a reranker."""
        if self.depth == OFF:
            return {"reranker": ""}
        return {"reranker": self.reranker, "rerank_depth": self.depth}

    def shape(self) -> dict[str, Any]:
        """Return the tuning as JSON holds it."""
        return {
            "reranker": self.reranker,
            "questions": self.questions,
            "settings": [_setting_shape(one) for one in self.settings],
            "retrieval": self.keys,
            "reason": self.reason,
        }


def _setting_shape(one: Setting) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "depth": one.depth,
        str(MEASURE): round(one.figure, DECIMALS),
        "cpu_ms": round(one.cpu_ms, 1),
    }
    if one.gain is not None:
        shape["gain"] = round(one.gain.figure, DECIMALS)
        shape["interval"] = [round(one.gain.low, DECIMALS), round(one.gain.high, DECIMALS)]
    return shape


def tune(
    queries: Sequence[JudgedQuery],
    qrels: Qrels,
    rank: Callable[[str, int], Sequence[str]],
    *,
    reranker: str,
    depths: Sequence[int] = DEPTHS,
    seed: int = 0,
    progress: Progress = silent,
) -> Tuning:
    """Measure no reranker and each depth, and choose.

    Intervals are widened for the number of depths tried (Bonferroni): of several useless ones, one
    would else look useful by chance too often.

    Args:
        queries: With judgements.
        qrels: Ids that answer each query.
        rank: Question and depth (0 for no reranker) to ids, best first, at least ten where there
            are. All questions are asked at one depth before the next, so it may keep what a depth
            needs.
        reranker: Name of the reranker, as the config has it.
        depths: Depths to try, from 1.
        seed: Of the bootstrap.
        progress: Told after each question.

    Raises:
        ConfigError: No question has a file that answers it, or no depth is given.
    """
    judged = _judged(queries, qrels, depths)
    wanted = {query.id: qrels[query.id] for query in judged}
    confidence = 1 - (1 - CONFIDENCE) / len(set(depths))

    def figures_at(depth: int) -> tuple[dict[str, float], float]:
        asked = ask_all(judged, lambda text, _: rank(text, depth), progress=progress)
        found = score([MEASURE], wanted, asked.found)[MEASURE]
        return found, mean(one.cpu_ms for one in asked.spent.values())

    without, cpu_ms = figures_at(OFF)
    settings = [Setting(OFF, mean(without.values()), None, cpu_ms)]
    for depth in sorted(set(depths)):
        figures, cpu_ms = figures_at(depth)
        gain = difference_interval(figures, without, confidence=confidence, seed=seed)
        settings.append(Setting(depth, mean(figures.values()), gain, cpu_ms))
    depth, reason = _choice(settings, len(judged))
    return Tuning(reranker, len(judged), tuple(settings), depth, reason)


def forecast(
    queries: Sequence[JudgedQuery],
    qrels: Qrels,
    rank: Callable[[str, int], Sequence[str]],
    depths: Sequence[int] = DEPTHS,
) -> float:
    """Return about how many seconds `tune` will take, by the first question of each language.

    A reranker leaves questions in languages it does not read, which then cost nothing.

    Args:
        queries: As `tune` takes them, like all else here.
        qrels: Ids that answer each query.
        rank: Question and depth to ids.
        depths: Depths to be tried.

    Raises:
        ConfigError: No question has a file that answers it, or no depth is given.
    """
    judged = _judged(queries, qrels, depths)
    counts = Counter(query.language for query in judged)
    first = {query.language: query for query in reversed(judged)}
    tried = sorted(set(depths))

    def milliseconds(depth: int) -> dict[str, float]:
        asked = ask_all(list(first.values()), lambda text, _: rank(text, depth))
        return {language: asked.spent[query.id].wall_ms for language, query in first.items()}

    without, shallow = milliseconds(OFF), milliseconds(tried[0])
    total = 0.0
    for language, count in counts.items():
        a_chunk = max(0.0, shallow[language] - without[language]) / tried[0]
        total += count * ((len(tried) + 1) * without[language] + sum(tried) * a_chunk)
    return total / 1000


def _judged(
    queries: Sequence[JudgedQuery], qrels: Qrels, depths: Sequence[int]
) -> list[JudgedQuery]:
    judged = [query for query in queries if query.id in qrels]
    if not judged or not depths or min(depths) < 1:
        raise ConfigError(
            "There is nothing to tune by.",
            hint="Give questions with the files that answer them, and depths from 1.",
        )
    return judged


def _choice(settings: Sequence[Setting], questions: int) -> tuple[int, str]:
    """Return the depth of the best proved setting, the shallowest of equals, and why."""
    if questions < MIN_QUESTIONS:
        return OFF, f"{questions} questions are too few to prove a gain; {MIN_QUESTIONS} may do."
    proved = [one for one in settings if one.is_proved]
    if not proved:
        return OFF, "No depth is better for certain: its interval does not lie above 0."
    best = max(proved, key=lambda one: (one.figure, -one.depth))
    return best.depth, f"Depth {best.depth} is better, and its interval lies above 0."
