"""One neutral record for a clinical trial, whatever layout it was published in.

What enters: field values as the readers of the three ClinicalTrials.gov layouts found them. What
leaves: a `TrialRecord`, which `document.py` writes out as a `Document`. The functions here
give the values their meaning: phases and ages as numbers, codes as words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "Arm",
    "Intervention",
    "Outcome",
    "ResultTable",
    "Site",
    "TrialRecord",
    "age_in_years",
    "dated",
    "group_table",
    "measurement_text",
    "phase_numbers",
    "readable",
    "readable_with_code",
    "start_year",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A group of participants and what it receives."""

    label: str
    type: str = ""
    description: str = ""
    interventions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervention:
    """A drug, device, behaviour or procedure studied."""

    name: str
    type: str = ""
    description: str = ""
    other_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is measured, and when; `rank` is "Primary", "Secondary" or "Other"."""

    rank: str
    measure: str
    time_frame: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where the trial runs."""

    country: str
    city: str = ""
    state: str = ""
    facility: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTable:
    """One posted result: a heading, remarks, and a table with one column per group."""

    title: str
    notes: tuple[str, ...] = ()
    grid: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRecord:
    """What a registry knows of one trial.

    Values are as printed in the source, codes included; texts are lines, one paragraph or bullet
    each.

    Attributes:
        start_date: This date and the others with what they are, such as "2021-03 (actual)".
        oversight: Label and value of each fact about supervision.
        design: Label and value of each design fact (allocation, masking, ...), in order.
        expanded_access: Kinds of expanded access offered, and related programmes.
        has_results: Whether the registry has posted results, in this file or not.
        warnings: What the reader dropped or doubted.
    """

    nct: str
    brief_title: str = ""
    official_title: str = ""
    acronym: str = ""
    other_ids: tuple[str, ...] = ()
    status: str = ""
    last_known_status: str = ""
    why_stopped: str = ""
    expanded_access: str = ""
    phases: tuple[str, ...] = ()
    study_type: str = ""
    enrollment: int | None = None
    enrollment_type: str = ""
    start_date: str = ""
    primary_completion_date: str = ""
    completion_date: str = ""
    first_posted: str = ""
    results_posted: str = ""
    last_update: str = ""
    verified: str = ""
    sponsor: str = ""
    collaborators: tuple[str, ...] = ()
    officials: tuple[str, ...] = ()
    responsible_party: str = ""
    oversight: tuple[tuple[str, str], ...] = ()
    conditions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    mesh_terms: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    description: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    population: tuple[str, ...] = ()
    sampling: str = ""
    sex: str = ""
    gender_note: str = ""
    minimum_age: str = ""
    maximum_age: str = ""
    age_groups: tuple[str, ...] = ()
    healthy_volunteers: bool | None = None
    design: tuple[tuple[str, str], ...] = ()
    arms: tuple[Arm, ...] = ()
    interventions: tuple[Intervention, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    has_results: bool = False
    results: tuple[ResultTable, ...] = ()
    publications: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    data_sharing: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
    warnings: tuple[str, ...] = ()


# ------------------------------------------------------------------------------ meaning of values

# Codes whose words are not the code with spaces. Source: ClinicalTrials.gov data API v2,
# "Enumeration types" of the study data structure.
CODES: Mapping[str, str] = {
    "ACTIVE_NOT_RECRUITING": "Active, not recruiting",
    "CASE_CONTROL": "Case-control",
    "CASE_CROSSOVER": "Case-crossover",
    "CASE_ONLY": "Case-only",
    "EARLY_PHASE1": "Early Phase 1",
    "FACTORIAL": "Factorial assignment",
    "CROSSOVER": "Crossover assignment",
    "NA": "Not applicable",
    "NON_PROBABILITY_SAMPLE": "Non-probability sample",
    "NON_RANDOMIZED": "Non-randomized",
    "PARALLEL": "Parallel assignment",
    "PHASE1": "Phase 1",
    "PHASE2": "Phase 2",
    "PHASE3": "Phase 3",
    "PHASE4": "Phase 4",
    "SEQUENTIAL": "Sequential assignment",
    "SINGLE_GROUP": "Single group assignment",
    "UNKNOWN": "Unknown status",
}
CODE = re.compile(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$")
# Registries, agencies and the like that are written in capitals anyway.
ACRONYM_LENGTH = 3

PHASE = re.compile(r"(early[ _]*)?phase[ _]*([0-4])|/\s*([1-4])", re.I)
# Early phase 1 was called phase 0. Source: FDA guidance on exploratory IND studies, 2006.
EARLY_PHASE_1 = 0.5

AGE = re.compile(r"(\d+(?:\.\d+)?)\s*(year|month|week|day|hour|minute)", re.I)
# Gregorian year of 365.2425 days.
PER_YEAR: Mapping[str, float] = {
    "year": 1,
    "month": 12,
    "week": 365.2425 / 7,
    "day": 365.2425,
    "hour": 365.2425 * 24,
    "minute": 365.2425 * 1440,
}
YEAR = re.compile(r"\b(?:19|20)\d{2}\b")


def readable(code: str) -> str:
    """Return the words of a code (`NOT_YET_RECRUITING`); words come back as they are."""
    if code in CODES:
        return CODES[code]
    if not CODE.match(code) or (len(code) <= ACRONYM_LENGTH and code != "ALL"):
        return code
    return code.replace("_", " ").capitalize()


def readable_with_code(code: str) -> str:
    """Return the words of a code, and the code where its words differ by more than case."""
    words = readable(code)
    return words if words.casefold() == code.casefold() else f"{words} ({code})"


def phase_numbers(phases: Iterable[str]) -> tuple[float, ...]:
    """Return the phases as numbers, ascending; empty where none applies."""
    numbers = set()
    for phase in phases:
        for match in PHASE.finditer(phase):
            number = float(match[2] or match[3])
            numbers.add(EARLY_PHASE_1 if match[1] or number == 0 else number)
    return tuple(sorted(numbers))


def age_in_years(age: str) -> float | None:
    """Return an age such as "18 Months" in years; `None` where there is no limit."""
    match = AGE.search(age)
    return round(float(match[1]) / PER_YEAR[match[2].lower()], 4) if match else None


def dated(date: str, kind: str) -> str:
    """Return a date with what the registry says of it: "2021-03 (actual)"."""
    return f"{date} ({readable(kind).lower()})" if date and kind else date


def start_year(date: str) -> int | None:
    """Return the year of a date in any of the registry's forms."""
    match = YEAR.search(date)
    return int(match[0]) if match else None


# ------------------------------------------------------------------------------ posted results


def measurement_text(
    value: str, *, spread: str = "", lower: str = "", upper: str = "", comment: str = ""
) -> str:
    """Write one measured value: `26 (1.2)`, `19 (12 to 18)`, or the comment where it is missing."""
    around = spread or (f"{lower} to {upper}" if lower or upper else "")
    text = f"{value} ({around})" if value and around else value
    return " ".join(part for part in (text, comment and f"[{comment}]") if part)


def group_table(
    corner: str, groups: Mapping[str, str], rows: Sequence[tuple[str, Mapping[str, str]]]
) -> tuple[tuple[str, ...], ...]:
    """Lay rows out under one column per group.

    Args:
        corner: Text of the top left cell.
        groups: Title of each group by its id, in order.
        rows: Label and cell by group id.
    """
    if not rows:
        return ()
    header = (corner, *groups.values())
    return (header, *((label, *(cells.get(id, "") for id in groups)) for label, cells in rows))
