"""Read the posted results of a trial in `clinical_study` XML.

What enters: the `clinical_results` element. What leaves: one `ResultTable` per outcome measure,
and one each for participant flow, baseline and adverse events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

from aliquot.parsing.files.xml_fields import attribute, find_all, find_first, text
from aliquot.parsing.trials.record import ResultTable, group_table, measurement_text
from aliquot.parsing.writing.lines import filled

__all__ = ["read_results"]

Row = tuple[str, dict[str, str]]
CATEGORIES = "category_list/category"
MEASUREMENTS = "measurement_list/measurement"
EVENTS = "category_list/category/event_list/event"


def read_results(study: etree._Element) -> Iterator[ResultTable]:
    """Yield the tables of a study's `clinical_results`, in the registry's order."""
    results = find_first(study, "clinical_results")
    if results is None:
        return
    yield from _participant_flow(results)
    yield from _baseline(results)
    for outcome in find_all(results, "outcome_list/outcome"):
        yield _outcome(outcome)
    yield from _adverse_events(results)
    caveats = text(results, "limitations_and_caveats")
    if caveats:
        yield ResultTable(title="Limitations and caveats", notes=(caveats,))


def _participant_flow(results: etree._Element) -> Iterator[ResultTable]:
    flow = find_first(results, "participant_flow")
    if flow is None:
        return
    groups = _groups(flow)
    notes = (text(flow, "recruitment_details"), text(flow, "pre_assignment_details"))
    for period in find_all(flow, "period_list/period"):
        parts = (
            *find_all(period, "milestone_list/milestone"),
            *find_all(period, "drop_withdraw_reason_list/drop_withdraw_reason"),
        )
        rows = [(text(part, "title").capitalize(), _participants(part)) for part in parts]
        yield ResultTable(
            title=f"Participant flow: {text(period, 'title') or 'overall study'}",
            notes=filled(*notes, *_group_notes(flow)),
            grid=group_table("Participants", groups, rows),
        )
        notes = ("", "")


def _participants(part: etree._Element) -> dict[str, str]:
    counted = find_all(part, "participants_list/participants")
    return {attribute(count, "group_id"): attribute(count, "count") for count in counted}


def _baseline(results: etree._Element) -> Iterator[ResultTable]:
    baseline = find_first(results, "baseline")
    if baseline is None:
        return
    rows = _denominators(baseline)
    about: list[str] = []
    for measure in find_all(baseline, "measure_list/measure"):
        name = ", ".join(filled(text(measure, "title"), _units(measure)))
        rows += _measurements(measure, name)
        if description := text(measure, "description"):
            about.append(f"{text(measure, 'title')}: {description}")
    notes = filled(text(baseline, "population"), *about, *_group_notes(baseline))
    grid = group_table("Characteristic", _groups(baseline), rows)
    yield ResultTable(title="Baseline characteristics", notes=notes, grid=grid)


def _outcome(outcome: etree._Element) -> ResultTable:
    groups = _groups(outcome)
    when, population = text(outcome, "time_frame"), text(outcome, "population")
    notes = (
        text(outcome, "description"),
        when and f"Time frame: {when}",
        population and f"Analysed: {population}",
        *_group_notes(outcome),
        *(_analysis(part, groups) for part in find_all(outcome, "analysis_list/analysis")),
    )
    grid: tuple[tuple[str, ...], ...] = ()
    measure = find_first(outcome, "measure")
    if measure is not None:
        rows = _denominators(measure) + _measurements(measure, "")
        grid = group_table(_units(measure) or "Measured", groups, rows)
    title = f"{text(outcome, 'type')} outcome: {text(outcome, 'title')}"
    return ResultTable(title=title, notes=filled(*notes), grid=grid)


def _analysis(analysis: etree._Element, groups: Mapping[str, str]) -> str:
    ids = [text(id) for id in find_all(analysis, "group_id_list/group_id")]
    compared = " vs ".join(groups.get(id, id) for id in ids)
    p_value = text(analysis, "p_value")
    low, high = text(analysis, "ci_lower_limit"), text(analysis, "ci_upper_limit")
    interval = f"{text(analysis, 'ci_percent')}% CI {low} to {high}" if low or high else ""
    parts = filled(
        text(analysis, "method"),
        p_value and f"p-value {p_value}",
        " ".join(filled(text(analysis, "param_type"), text(analysis, "param_value"))),
        interval,
        " ".join(filled(text(analysis, "dispersion_type"), text(analysis, "dispersion_value"))),
        text(analysis, "non_inferiority_type"),
        text(analysis, "groups_desc"),
        text(analysis, "p_value_desc"),
        text(analysis, "estimate_desc"),
    )
    return f"Analysis ({compared}): {'; '.join(parts)}" if parts else ""


def _adverse_events(results: etree._Element) -> Iterator[ResultTable]:
    reported = find_first(results, "reported_events")
    if reported is None:
        return
    rows = [
        (f"{label}: {_event_name(event)}", _affected(event))
        for tag, label in (("serious_events", "Serious"), ("other_events", "Other"))
        for event in find_all(reported, f"{tag}/{EVENTS}")
    ]
    when = text(reported, "time_frame")
    notes = filled(text(reported, "desc"), when and f"Time frame: {when}", *_group_notes(reported))
    grid = group_table("Affected / at risk", _groups(reported), rows)
    yield ResultTable(title="Adverse events", notes=notes, grid=grid)


def _event_name(event: etree._Element) -> str:
    """Return "Fatigue, General disorders"; the organ system stands on the category."""
    category = event.getparent()
    while category is not None and category.tag != "category":
        category = category.getparent()
    system = "" if category is None else text(category, "title")
    name = text(event, "sub_title")
    return name if system in ("", "Total") else f"{name}, {system}"


def _affected(event: etree._Element) -> dict[str, str]:
    cells = {}
    for count in find_all(event, "counts"):
        affected = attribute(count, "subjects_affected")
        if affected:
            at_risk = attribute(count, "subjects_at_risk")
            cells[attribute(count, "group_id")] = f"{affected}/{at_risk}"
    return cells


# ------------------------------------------------------------------------------ shared shapes


def _groups(element: etree._Element) -> dict[str, str]:
    groups = find_all(element, "group_list/group")
    return {attribute(group, "group_id"): text(group, "title") for group in groups}


def _group_notes(element: etree._Element) -> Iterator[str]:
    for group in find_all(element, "group_list/group"):
        description = text(group, "description")
        if description:
            yield f"{text(group, 'title')}: {description}"


def _units(measure: etree._Element) -> str:
    """Return "Mean (Standard Deviation), years"."""
    dispersion = text(measure, "dispersion")
    around = f" ({dispersion})" if dispersion else ""
    return ", ".join(filled(text(measure, "param") + around, text(measure, "units")))


def _denominators(element: etree._Element) -> list[Row]:
    rows = []
    for analyzed in find_all(element, "analyzed_list/analyzed"):
        counts = find_all(analyzed, "count_list/count")
        cells = {attribute(count, "group_id"): attribute(count, "value") for count in counts}
        rows.append((f"{text(analyzed, 'units')} analyzed", cells))
    return rows


def _measurements(measure: etree._Element, name: str) -> list[Row]:
    rows = []
    for group in find_all(measure, "class_list/class"):
        for category in find_all(group, CATEGORIES):
            label = ": ".join(filled(name, text(group, "title"), text(category, "title")))
            cells = {
                attribute(part, "group_id"): measurement_text(
                    attribute(part, "value"),
                    spread=attribute(part, "spread"),
                    lower=attribute(part, "lower_limit"),
                    upper=attribute(part, "upper_limit"),
                    comment=text(part),
                )
                for part in find_all(category, MEASUREMENTS)
            }
            rows.append((label or text(measure, "param"), cells))
    return rows
