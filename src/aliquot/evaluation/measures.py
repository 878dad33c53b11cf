"""Measures of a ranking, each a value such as `nDCG@10`, named as ir-measures names them.

Enters: rankings of ids and graded judgements. Leaves: figures, higher is better, 0 to 1. A judged
query for which nothing was found counts as 0; an id that is not judged counts as not relevant.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.errors import ConfigError

__all__ = [
    "DEFAULT_MEASURES",
    "Grades",
    "Measure",
    "Qrels",
    "Rankings",
    "Scores",
    "mean",
    "parse_measure",
    "parse_measures",
    "score",
]

Grades = Mapping[str, int]
Qrels = Mapping[str, Grades]
Rankings = Mapping[str, Sequence[str]]
Scores = dict["Measure", dict[str, float]]

_WRITTEN = re.compile(r"([A-Za-z]+)(?:\(rel=(\d+)\))?(?:@(\d+))?")
# What the field also calls them, in small letters.
_ALIASES = {
    "ndcg": "nDCG", "r": "R", "recall": "R", "p": "P", "precision": "P", "rr": "RR", "mrr": "RR",
    "ap": "AP", "map": "AP", "hit": "hit", "success": "hit",
}  # fmt: skip
# Without a cutoff these say nothing: the share of a ranking as long as it happens to be.
_NEED_CUTOFF = frozenset({"P", "R", "hit"})


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured of one ranking.

    Attributes:
        name: `nDCG`, `R`, `P`, `RR`, `AP` or `hit`.
        cutoff: Ranks looked at; `None` for all.
        relevance: Lowest grade that counts as relevant; nDCG uses the grades themselves.
    """

    name: str
    cutoff: int | None = None
    relevance: int = 1

    def __str__(self) -> str:
        grade = "" if self.relevance == 1 else f"(rel={self.relevance})"
        return f"{self.name}{grade}" + ("" if self.cutoff is None else f"@{self.cutoff}")

    def of(self, ranking: Sequence[str], grades: Grades) -> float:
        """Return the figure of one ranking, 0 to 1.

        Args:
            ranking: Ids, best first, each at most once.
            grades: Judgements by id; above 0 is relevant.
        """
        return _FORMULAS[self.name](self, ranking, grades)


def parse_measure(text: str) -> Measure:
    """Read a measure as written: `nDCG@10`, `R@100`, `P(rel=2)@5`, `RR`, `AP`, `hit@5`.

    Raises:
        ConfigError: No measure has this name, or its cutoff is missing or 0.
    """
    read = _WRITTEN.fullmatch(text.strip())
    name = _ALIASES.get(read[1].lower()) if read else None
    if read is None or name is None:
        close = difflib.get_close_matches(text.lower(), _ALIASES, n=1)
        known = "nDCG@10, R@100, P@5, RR@10, RR, AP, hit@5"
        hint = f"Did you mean {_ALIASES[close[0]]}?" if close else f"Known, for instance: {known}."
        raise ConfigError(f"Unknown measure {text!r}.", hint=hint)
    cutoff = None if read[3] is None else int(read[3])
    relevance = 1 if read[2] is None else int(read[2])
    if cutoff == 0 or relevance == 0:
        raise ConfigError(f"{text}: ranks and grades count from 1.", hint=f"As in {name}@10.")
    if cutoff is None and name in _NEED_CUTOFF:
        raise ConfigError(f"{text} needs a cutoff.", hint=f"As in {name}@10.")
    if name == "nDCG" and relevance != 1:
        raise ConfigError(f"{text}: nDCG uses every grade.", hint="Leave (rel=...) out.")
    return Measure(name, cutoff, relevance)


def parse_measures(text: str) -> tuple[Measure, ...]:
    """Read measures separated by commas or blanks, each kept once.

    Raises:
        ConfigError: One is unknown, or there is none.
    """
    found = tuple(dict.fromkeys(parse_measure(word) for word in re.split(r"[,\s]+", text) if word))
    if not found:
        raise ConfigError("No measure is named.", hint="As in --measures 'nDCG@10, R@100'.")
    return found


def score(measures: Iterable[Measure], qrels: Qrels, rankings: Rankings) -> Scores:
    """Score every judged query; one without a ranking gets 0, one not judged is left out.

    A query of whose judgements none is relevant gets 0 as well, as in ir-measures.
    """
    return {
        measure: {query: measure.of(rankings.get(query, ()), qrels[query]) for query in qrels}
        for measure in measures
    }


def mean(values: Iterable[float]) -> float:
    """Return the mean; 0 of nothing."""
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else 0.0


# ------------------------------------------------------------------------------ formulas


def _ndcg(measure: Measure, ranking: Sequence[str], grades: Grades) -> float:
    """Sum grade / log2(rank + 1), over the same sum of the best ranking there can be.

    Source: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS
    20(4), 2002, with the discount of trec_eval, which holds for rank 1 too; gains are the grades.
    """
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    ideal = _discounted(best[: measure.cutoff])
    found = [max(grades.get(one, 0), 0) for one in ranking[: measure.cutoff]]
    return _discounted(found) / ideal if ideal else 0.0


def _discounted(gains: Sequence[int]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _recall(measure: Measure, ranking: Sequence[str], grades: Grades) -> float:
    """Divide the relevant ones found by all relevant ones.

    Source: Manning, Raghavan and Schütze, "Introduction to Information Retrieval", 2008, 8.3.
    """
    relevant = _relevant_count(measure, grades)
    return sum(_hits(measure, ranking, grades)) / relevant if relevant else 0.0


def _precision(measure: Measure, ranking: Sequence[str], grades: Grades) -> float:
    """Divide the relevant ones found by the cutoff, however short the ranking is.

    Source: Manning, Raghavan and Schütze, 2008, 8.4; trec_eval, `P`.
    """
    return sum(_hits(measure, ranking, grades)) / (measure.cutoff or len(ranking) or 1)


def _reciprocal_rank(measure: Measure, ranking: Sequence[str], grades: Grades) -> float:
    """Return 1 / rank of the first relevant one; 0 without one.

    Source: Kantor and Voorhees, "The TREC-5 Confusion Track", Information Retrieval 2, 2000.
    """
    hits = enumerate(_hits(measure, ranking, grades), start=1)
    return next((1 / rank for rank, is_hit in hits if is_hit), 0.0)


def _average_precision(measure: Measure, ranking: Sequence[str], grades: Grades) -> float:
    """Average the precision at each relevant one over all relevant ones, found or not.

    Source: Harman, "Evaluation issues in information retrieval", IP&M 28(4), 1992; trec_eval, `map`
    and `map_cut`, whose divisor is the same whatever the cutoff.
    """
    relevant = _relevant_count(measure, grades)
    total, seen = 0.0, 0
    for rank, is_hit in enumerate(_hits(measure, ranking, grades), start=1):
        if is_hit:
            seen += 1
            total += seen / rank
    return total / relevant if relevant else 0.0


def _hit(measure: Measure, ranking: Sequence[str], grades: Grades) -> float:
    """Return 1 where a relevant one is among the first, else 0.

    Source: trec_eval, `success`; Craswell and Hawking, "Overview of the TREC-2004 Web Track".
    """
    return float(any(_hits(measure, ranking, grades)))


def _hits(measure: Measure, ranking: Sequence[str], grades: Grades) -> list[bool]:
    return [grades.get(one, 0) >= measure.relevance for one in ranking[: measure.cutoff]]


def _relevant_count(measure: Measure, grades: Grades) -> int:
    return sum(grade >= measure.relevance for grade in grades.values())


_FORMULAS: Mapping[str, Callable[[Measure, Sequence[str], Grades], float]] = {
    "nDCG": _ndcg,
    "R": _recall,
    "P": _precision,
    "RR": _reciprocal_rank,
    "AP": _average_precision,
    "hit": _hit,
}

DEFAULT_MEASURES = parse_measures("nDCG@10 R@10 R@100 RR@10 AP hit@5")
