"""Read the posted results of a trial in the layout of ClinicalTrials.gov API v2.

What enters: the `resultsSection` of a study. What leaves: one `ResultTable` per outcome measure,
and one each for participant flow, baseline and adverse events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from aliquot.parsing.files.json_fields import Node, node, nodes, text, texts
from aliquot.parsing.trials.record import ResultTable, group_table, measurement_text, readable
from aliquot.parsing.writing.lines import filled

__all__ = ["read_results"]

Row = tuple[str, dict[str, str]]


def read_results(results: Node) -> Iterator[ResultTable]:
    """Yield the tables of a `resultsSection`, in the registry's order."""
    yield from _participant_flow(node(results, "participantFlowModule"))
    yield from _baseline(node(results, "baselineCharacteristicsModule"))
    for measure in nodes(results, "outcomeMeasuresModule", "outcomeMeasures"):
        yield _outcome(measure)
    yield from _adverse_events(node(results, "adverseEventsModule"))
    module = node(results, "moreInfoModule")
    caveats = text(module, "limitationsAndCaveats", "description")
    # The older layout has it without an object of its own.
    caveats = caveats or text(module, "limitationsAndCaveatsDescription")
    if caveats:
        yield ResultTable(title="Limitations and caveats", notes=(caveats,))


def _participant_flow(module: Node) -> Iterator[ResultTable]:
    groups = _groups(module)
    notes = (text(module, "recruitmentDetails"), text(module, "preAssignmentDetails"))
    for period in nodes(module, "periods"):
        rows = [
            (readable(text(part, "type")), _counts(part, counted, "numSubjects"))
            for kind, counted in (("milestones", "achievements"), ("dropWithdraws", "reasons"))
            for part in nodes(period, kind)
        ]
        yield ResultTable(
            title=f"Participant flow: {text(period, 'title') or 'overall study'}",
            notes=filled(*notes, *_group_notes(module)),
            grid=group_table("Participants", groups, rows),
        )
        notes = ("", "")


def _baseline(module: Node) -> Iterator[ResultTable]:
    rows = _denominators(module)
    about: list[str] = []
    for measure in nodes(module, "measures"):
        name = ", ".join(filled(text(measure, "title"), _units(measure)))
        rows += _measurements(measure, name)
        if description := text(measure, "description"):
            about.append(f"{text(measure, 'title')}: {description}")
    if rows:
        notes = (text(module, "populationDescription"), *about, *_group_notes(module))
        grid = group_table("Characteristic", _groups(module), rows)
        yield ResultTable(title="Baseline characteristics", notes=filled(*notes), grid=grid)


def _outcome(measure: Node) -> ResultTable:
    kind = readable(text(measure, "type"))
    when = text(measure, "timeFrame")
    population = text(measure, "populationDescription")
    notes = (
        text(measure, "description"),
        when and f"Time frame: {when}",
        population and f"Analysed: {population}",
        *_group_notes(measure),
        *(_analysis(part, _groups(measure)) for part in nodes(measure, "analyses")),
    )
    rows = _denominators(measure) + _measurements(measure, "")
    return ResultTable(
        title=f"{kind} outcome: {text(measure, 'title')}",
        notes=filled(*notes),
        grid=group_table(_units(measure) or "Measured", _groups(measure), rows),
    )


def _analysis(analysis: Node, groups: Mapping[str, str]) -> str:
    compared = " vs ".join(groups.get(id, id) for id in texts(analysis, "groupIds"))
    p_value = text(analysis, "pValue")
    low, high = text(analysis, "ciLowerLimit"), text(analysis, "ciUpperLimit")
    interval = f"{text(analysis, 'ciPctValue')}% CI {low} to {high}" if low or high else ""
    estimate = " ".join(filled(text(analysis, "paramType"), text(analysis, "paramValue")))
    spread = text(analysis, "dispersionValue")
    parts = filled(
        text(analysis, "statisticalMethod"),
        p_value and f"p-value {p_value}",
        estimate,
        interval,
        spread and f"{readable(text(analysis, 'dispersionType'))} {spread}",
        readable(text(analysis, "nonInferiorityType")),
        text(analysis, "groupDescription"),
        text(analysis, "estimateComment"),
    )
    return f"Analysis ({compared}): {'; '.join(parts)}" if parts else ""


def _adverse_events(module: Node) -> Iterator[ResultTable]:
    groups = _groups(module, "eventGroups")
    when = text(module, "timeFrame")
    notes = filled(
        text(module, "description"),
        when and f"Time frame: {when}",
        *_group_notes(module, "eventGroups"),
    )
    rows = list(_event_totals(nodes(module, "eventGroups")))
    for kind, label in (("seriousEvents", "Serious"), ("otherEvents", "Other")):
        for event in nodes(module, kind):
            name = ", ".join(filled(text(event, "term"), text(event, "organSystem")))
            stats = nodes(event, "stats")
            cells = _affected(stats, "groupId", "numAffected", "numAtRisk")
            rows.append((f"{label}: {name}", cells))
    if rows or notes:
        grid = group_table("Affected / at risk", groups, rows)
        yield ResultTable(title="Adverse events", notes=notes, grid=grid)


def _event_totals(groups: Sequence[Node]) -> Iterator[Row]:
    for kind, label in (
        ("deaths", "Deaths, all causes"),
        ("serious", "Any serious adverse event"),
        ("other", "Any other adverse event"),
    ):
        cells = _affected(groups, "id", f"{kind}NumAffected", f"{kind}NumAtRisk")
        if cells:
            yield label, cells


# ------------------------------------------------------------------------------ shared shapes


def _groups(parent: Node, key: str = "groups") -> dict[str, str]:
    return {text(group, "id"): text(group, "title") for group in nodes(parent, key)}


def _group_notes(parent: Node, key: str = "groups") -> Iterator[str]:
    for group in nodes(parent, key):
        description = " ".join(text(group, "description").split())
        if description:
            yield f"{text(group, 'title')}: {description}"


def _units(measure: Node) -> str:
    """Return "Mean (Standard Deviation), years"."""
    dispersion = readable(text(measure, "dispersionType"))
    parameter = readable(text(measure, "paramType"))
    around = f" ({dispersion})" if dispersion and dispersion not in ("N/A", "None") else ""
    return ", ".join(filled(parameter + around, text(measure, "unitOfMeasure")))


def _denominators(parent: Node) -> list[Row]:
    return [
        (f"{text(part, 'units')} analyzed", _counts(part, "counts", "value"))
        for part in nodes(parent, "denoms")
    ]


def _counts(parent: Node, key: str, value: str) -> dict[str, str]:
    return {text(part, "groupId"): text(part, value) for part in nodes(parent, key)}


def _measurements(measure: Node, name: str) -> list[Row]:
    rows = []
    for group in nodes(measure, "classes"):
        for category in nodes(group, "categories"):
            label = ": ".join(filled(name, text(group, "title"), text(category, "title")))
            cells = {
                text(part, "groupId"): measurement_text(
                    text(part, "value"),
                    spread=text(part, "spread"),
                    lower=text(part, "lowerLimit"),
                    upper=text(part, "upperLimit"),
                    comment=text(part, "comment"),
                )
                for part in nodes(category, "measurements")
            }
            rows.append((label or readable(text(measure, "paramType")), cells))
    return rows


def _affected(stats: Sequence[Node], id: str, affected: str, at_risk: str) -> dict[str, str]:
    return {
        text(part, id): f"{text(part, affected)}/{text(part, at_risk)}"
        for part in stats
        if text(part, affected)
    }
