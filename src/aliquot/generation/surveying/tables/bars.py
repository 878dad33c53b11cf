"""What a chart of a survey counts: documents by year, author or version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from aliquot.errors import ConfigError
from aliquot.generation.surveying.tables.remarks import group_name
from aliquot.types import Survey, SurveyGroup

__all__ = ["YEAR", "Bar", "Chart", "chart_of"]

YEAR = "year"
# More bars than these are a wall: years are taken together, of other groups the first are drawn.
MAX_YEARS = 48
MAX_NAMES = 40
# Years that one bar may stand for.
SPANS = (1, 2, 5, 10, 20, 50, 100, 500, 1000)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart.

    Attributes:
        name: Its year, years, author or version.
        count: Documents in the table.
        of: Documents read; 0 where that is not known.
    """

    name: str
    count: int
    of: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn of a survey.

    Attributes:
        by: `year`, `author` or `version`.
        bars: In order; years without gaps.
        apart: The bar of documents that state no such thing; `None` where there are none.
        first: Number of the first bar on an endless axis of years, by which labels are chosen.
        left_out: Groups that are not drawn.
    """

    by: str
    bars: tuple[Bar, ...]
    apart: Bar | None = None
    first: int = 0
    left_out: int = 0

    @property
    def is_over_time(self) -> bool:
        """Whether bars follow each other in time."""
        return self.by == YEAR

    @property
    def all_bars(self) -> tuple[Bar, ...]:
        """Every bar, the one apart last."""
        return self.bars if self.apart is None else (*self.bars, self.apart)

    @property
    def has_denominators(self) -> bool:
        """Whether it is known how many documents were read for each bar."""
        return any(one.of for one in self.all_bars)


def chart_of(survey: Survey) -> Chart:
    """Return what is drawn of a survey: its groups, or else its documents by year.

    Raises:
        ConfigError: It has no groups, and its rows state no years.
    """
    groups, by = survey.groups, survey.grouped_by
    if not groups and YEAR in survey.columns:
        groups, by = tuple(_groups_by_year(survey)), YEAR
    elif not by:
        raise ConfigError(
            "A chart counts documents by year, author or version, and this survey has none.",
            hint="Ask with --by year (in Python: group_by='year').",
        )
    named = [one for one in groups if one.value.strip()]
    unnamed = [_bar(one, by) for one in groups if not one.value.strip()]
    chart = _over_time(named) if by == YEAR else _by_name(named, by)
    return replace(chart, apart=unnamed[0]) if unnamed else chart


def _groups_by_year(survey: Survey) -> Iterable[SurveyGroup]:
    documents: dict[str, dict[str, None]] = {}
    for row in survey.rows:
        documents.setdefault(row.values.get(YEAR, "").strip(), {}).update(
            dict.fromkeys(row.documents)
        )
    return (SurveyGroup(year, tuple(ids)) for year, ids in sorted(documents.items()))


def _bar(group: SurveyGroup, by: str) -> Bar:
    return Bar(group_name(group, by), len(group.documents), group.in_scope)


def _by_name(groups: list[SurveyGroup], by: str) -> Chart:
    bars = tuple(_bar(one, by) for one in groups[:MAX_NAMES])
    return Chart(by, bars, left_out=len(groups) - len(bars))


def _over_time(groups: list[SurveyGroup]) -> Chart:
    """Return years in order, those between them that have no documents as zero."""
    by_year = {int(one.value): one for one in groups if one.value.strip().isdecimal()}
    if not by_year:
        return Chart(YEAR, (), left_out=len(groups))
    years = max(by_year) - min(by_year) + 1
    span = next((one for one in SPANS if years / one <= MAX_YEARS - 1), SPANS[-1])
    first, last = min(by_year) // span, max(by_year) // span
    bars = tuple(_years(by_year, number * span, span) for number in range(first, last + 1))
    return Chart(YEAR, bars, first=first, left_out=len(groups) - len(by_year))


def _years(by_year: Mapping[int, SurveyGroup], start: int, span: int) -> Bar:
    groups = [by_year[one] for one in range(start, start + span) if one in by_year]
    documents = {one for group in groups for one in group.documents}
    name = str(start) if span == 1 else f"{start}–{start + span - 1}"
    return Bar(name, len(documents), sum(one.in_scope for one in groups))
