"""Write a `TrialRecord` as a `Document`: one writer for every layout a trial comes in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.trials.record import (
    Arm,
    Intervention,
    Outcome,
    Site,
    TrialRecord,
    age_in_years,
    phase_numbers,
    readable,
    readable_with_code,
    start_year,
)
from aliquot.parsing.writing.lines import add_fields, add_prose, filled, unique
from aliquot.types import BlockType, Document, DocumentKind, FieldValue

__all__ = ["trial_documents"]

# Above this, sites are named by city alone: one large trial lists 1,100 hospitals.
FACILITIES_LISTED = 25
NOT_STATED = ("", "N/A", "Not applicable")


def trial_documents(
    records: Iterable[TrialRecord], path: Path, *, parser: str, parser_version: str
) -> list[Document]:
    """Return the document of each trial that has a number or a title.

    Raises:
        ParseError: None has.
    """
    named = [record for record in records if record.nct or record.brief_title]
    if not named:
        raise ParseError(
            "The file holds no ClinicalTrials.gov study.",
            source=str(path),
            hint="Download the record again from clinicaltrials.gov as JSON.",
        )
    return [_document(record, parser, parser_version) for record in named]


def _document(record: TrialRecord, parser: str, parser_version: str) -> Document:
    """Return the document of one trial: overview, summary, eligibility, design, outcomes, ..."""
    builder = DocumentBuilder()
    _write_overview(builder, record)
    _write_prose(builder, "Summary", record.summary)
    _write_prose(builder, "Detailed description", record.description)
    _write_eligibility(builder, record)
    _write_design(builder, record)
    _write_items(builder, "Outcomes", [_outcome(outcome) for outcome in record.outcomes])
    _write_results(builder, record)
    _write_items(builder, "Publications", [*record.publications, *record.links])
    _write_items(builder, "Data sharing", record.data_sharing)
    _write_items(builder, "Locations", list(_countries(record.sites)))
    title = record.brief_title or record.official_title or record.nct
    return builder.build(
        kind=DocumentKind.TRIAL,
        title=title,
        nct=record.nct,
        year=start_year(record.start_date),
        language=detect_language(" ".join((title, *record.summary))),
        parser=parser,
        parser_version=parser_version,
        warnings=record.warnings,
        extra=_extra(record),
    )


def _extra(record: TrialRecord) -> dict[str, FieldValue]:
    status, study_type = readable(record.status).lower(), _study_type(record).lower()
    fields: dict[str, FieldValue] = {
        "phase": phase_numbers(record.phases) or None,
        "trial_status": status or None,
        "study_type": study_type or None,
        "sex": readable(record.sex).lower() or None,
        "minimum_age": age_in_years(record.minimum_age),
        "maximum_age": age_in_years(record.maximum_age),
        "enrollment": record.enrollment,
        "condition": record.conditions or None,
        "intervention": unique(part.name for part in record.interventions) or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _study_type(record: TrialRecord) -> str:
    """Return "Observational" for "Observational [Patient Registry]", nothing for "N/A"."""
    words = readable(record.study_type).partition("[")[0].strip()
    return "" if words in NOT_STATED else words


def _write_overview(builder: DocumentBuilder, record: TrialRecord) -> None:
    builder.heading("Overview")
    phases = [phase for text in record.phases if (phase := readable_with_code(text))]
    interventions = unique(
        f"{readable(part.type)}: {part.name}" if part.type else part.name
        for part in record.interventions
    )
    fields = (
        ("NCT number", record.nct),
        ("Title", record.brief_title),
        ("Official title", record.official_title),
        ("Acronym", record.acronym),
        ("Other identifiers", "; ".join(record.other_ids)),
        ("Status", readable_with_code(record.status)),
        ("Last known status", readable_with_code(record.last_known_status)),
        ("Why stopped", record.why_stopped),
        ("Expanded access", record.expanded_access),
        ("Phase", "/".join(phases)),
        ("Study type", readable_with_code(record.study_type)),
        ("Enrollment", _enrollment(record)),
        ("Sex", readable(record.sex)),
        ("Ages", _ages(record)),
        ("Start date", record.start_date),
        ("Primary completion date", record.primary_completion_date),
        ("Completion date", record.completion_date),
        ("First posted", record.first_posted),
        ("Results first posted", record.results_posted),
        ("Last update posted", record.last_update),
        ("Record verified", record.verified),
        ("Sponsor", record.sponsor),
        ("Collaborators", "; ".join(record.collaborators)),
        ("Investigators", "; ".join(record.officials)),
        ("Responsible party", record.responsible_party),
        *record.oversight,
        ("Conditions", "; ".join(record.conditions)),
        ("Interventions", "; ".join(interventions)),
        ("Keywords", "; ".join(record.keywords)),
        ("MeSH terms", "; ".join(record.mesh_terms)),
        ("Results posted", "Yes" if record.has_results else "No"),
    )
    add_fields(builder, fields)


def _ages(record: TrialRecord) -> str:
    ages = (record.minimum_age.strip(), record.maximum_age.strip())
    lowest, highest = ("" if age in NOT_STATED else age for age in ages)
    if lowest and highest:
        return f"{lowest} to {highest}"
    return f"{lowest} and older" if lowest else f"up to {highest}" if highest else ""


def _enrollment(record: TrialRecord) -> str:
    if record.enrollment is None:
        return ""
    kind = readable(record.enrollment_type).lower()
    return f"{record.enrollment} participants" + (f" ({kind})" if kind else "")


def _write_prose(builder: DocumentBuilder, heading: str, lines: Sequence[str]) -> None:
    if lines:
        builder.heading(heading)
        add_prose(builder, lines)


def _write_items(builder: DocumentBuilder, heading: str, items: Sequence[str]) -> None:
    if items:
        builder.heading(heading)
        for item in items:
            builder.add(BlockType.LIST_ITEM, item, level=1)


def _write_eligibility(builder: DocumentBuilder, record: TrialRecord) -> None:
    healthy = {True: "Yes", False: "No", None: ""}[record.healthy_volunteers]
    fields = (
        ("Sex", readable(record.sex)),
        ("Gender based", record.gender_note),
        ("Minimum age", _age(record.minimum_age)),
        ("Maximum age", _age(record.maximum_age)),
        ("Age groups", ", ".join(readable(group) for group in record.age_groups)),
        ("Accepts healthy volunteers", healthy),
        ("Sampling method", readable(record.sampling)),
        ("Study population", " ".join(record.population)),
    )
    if not record.criteria and not any(value for _, value in fields):
        return
    builder.heading("Eligibility")
    add_fields(builder, fields)
    add_prose(builder, record.criteria, itemise=True)


def _age(age: str) -> str:
    return f"{age} (no limit)" if age == "N/A" else age


def _write_design(builder: DocumentBuilder, record: TrialRecord) -> None:
    if not (record.design or record.arms or record.interventions):
        return
    builder.heading("Design")
    add_fields(builder, ((label, readable(value)) for label, value in record.design))
    for text in (*map(_arm, record.arms), *map(_intervention, record.interventions)):
        builder.add(BlockType.LIST_ITEM, text, level=1)


def _arm(arm: Arm) -> str:
    kind = f" ({readable(arm.type)})" if arm.type else ""
    given = f"Interventions: {'; '.join(arm.interventions)}." if arm.interventions else ""
    return _sentence(f"Arm: {arm.label}{kind}", arm.description, given)


def _intervention(intervention: Intervention) -> str:
    kind = f"{readable(intervention.type)}: " if intervention.type else ""
    names = intervention.other_names
    also = f"Also called: {'; '.join(names)}." if names else ""
    return _sentence(f"Intervention: {kind}{intervention.name}", intervention.description, also)


def _outcome(outcome: Outcome) -> str:
    when = f"Time frame: {outcome.time_frame}" if outcome.time_frame else ""
    return _sentence(f"{outcome.rank} outcome: {outcome.measure}", when, outcome.description)


def _sentence(*parts: str) -> str:
    """Join the parts that say something, each closed by a full stop."""
    cleaned = (" ".join(part.split()) for part in parts)
    kept = [part for part in cleaned if part]
    return " ".join(part if part.endswith((".", "!", "?", ":")) else f"{part}." for part in kept)


def _write_results(builder: DocumentBuilder, record: TrialRecord) -> None:
    if not record.results:
        return
    builder.heading("Results")
    # Groups are the same in most outcomes; what they received is said once.
    said: set[str] = set()
    for result in record.results:
        builder.heading(result.title, level=2)
        for note in result.notes:
            if note not in said:
                builder.paragraph(note)
        said.update(result.notes)
        builder.table(result.grid, caption=result.title)


def _countries(sites: Sequence[Site]) -> Iterator[str]:
    by_country: dict[str, list[Site]] = {}
    for site in sites:
        by_country.setdefault(site.country or "Country not stated", []).append(site)
    for country, here in by_country.items():
        places = _facilities(here) if len(sites) <= FACILITIES_LISTED else _cities(here)
        number = f" ({len(here)} sites)" if len(here) > 1 else ""
        yield f"{country}{number}" + (f": {'; '.join(places)}" if places else "")


def _facilities(sites: Sequence[Site]) -> tuple[str, ...]:
    return unique(
        ", ".join(unique((site.facility, site.city, site.state)))
        + (f" ({readable(site.status).lower()})" if site.status else "")
        for site in sites
    )


def _cities(sites: Sequence[Site]) -> tuple[str, ...]:
    """Return "Alabama: Birmingham, Mobile" for each state, cities alone where there is none."""
    by_state: dict[str, list[str]] = {}
    for site in sites:
        by_state.setdefault(site.state, []).append(site.city)
    return unique(
        ": ".join(filled(state, ", ".join(unique(cities)))) for state, cities in by_state.items()
    )
