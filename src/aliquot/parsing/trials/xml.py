"""Read trials in the XML that ClinicalTrials.gov gave until 2024 (`clinical_study`).

What enters: a file with one study, or several under another root. What leaves: one `Document` per
study.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from aliquot.parsing.files.xml import parse_xml
from aliquot.parsing.files.xml_fields import (
    all_texts,
    attribute,
    find_all,
    find_first,
    raw_text,
    text,
)
from aliquot.parsing.trials.document import trial_documents
from aliquot.parsing.trials.record import Arm, Intervention, Outcome, Site, TrialRecord, dated
from aliquot.parsing.trials.xml_results import read_results
from aliquot.parsing.writing.lines import filled, unique, unwrap
from aliquot.types import Document

__all__ = ["TrialXmlParser"]

RESPONSIBLE = (
    "responsible_party_type",
    "investigator_full_name",
    "investigator_title",
    "investigator_affiliation",
    # Before 2011.
    "name_title",
    "organization",
)
OVERSIGHT = (
    ("Data monitoring committee", "has_dmc"),
    ("Studies a drug regulated by the FDA", "is_fda_regulated_drug"),
    ("Studies a device regulated by the FDA", "is_fda_regulated_device"),
)
DESIGN_FACTS = (
    ("Allocation", "study_design_info/allocation"),
    ("Intervention model", "study_design_info/intervention_model"),
    ("Intervention model description", "study_design_info/intervention_model_description"),
    ("Observational model", "study_design_info/observational_model"),
    ("Time perspective", "study_design_info/time_perspective"),
    ("Primary purpose", "study_design_info/primary_purpose"),
    ("Masking", "study_design_info/masking"),
    ("Masking description", "study_design_info/masking_description"),
    ("Study design", "study_design"),
    ("Target duration", "target_duration"),
    ("Number of arms", "number_of_arms"),
    ("Number of groups", "number_of_groups"),
    ("Biospecimens", "biospec_retention"),
    ("Biospecimen description", "biospec_descr/textblock"),
)
EXPANDED_ACCESS = (
    ("expanded_access_type_individual", "individual patients"),
    ("expanded_access_type_intermediate", "intermediate-size population"),
    ("expanded_access_type_treatment", "treatment IND or protocol"),
)


class TrialXmlParser:
    """Read `clinical_study` XML."""

    name = "trial_xml"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read every study of the file.

        Raises:
            ParseError: The file is damaged or holds no study.
        """
        records = map(_read_study, parse_xml(path).iter("clinical_study"))
        return trial_documents(records, path, parser=self.name, parser_version=self.version)


def _read_study(study: etree._Element) -> TrialRecord:
    return TrialRecord(
        **_identity(study),
        **_status(study),
        **_people(study),
        **_texts_of(study),
        **_eligibility(study),
        design=tuple(
            (label, value) for label, path in DESIGN_FACTS if (value := text(study, path))
        ),
        arms=tuple(_arms(study)),
        interventions=tuple(map(_intervention, find_all(study, "intervention"))),
        outcomes=tuple(_outcomes(study)),
        has_results=find_first(study, "clinical_results") is not None,
        results=tuple(read_results(study)),
        publications=unique(_publications(study)),
        links=unique(_links(study)),
        data_sharing=_data_sharing(study),
        sites=tuple(map(_site, find_all(study, "location"))) or tuple(_countries(study)),
    )


def _identity(study: etree._Element) -> dict[str, Any]:
    return {
        "nct": text(study, "id_info/nct_id"),
        "brief_title": text(study, "brief_title"),
        "official_title": text(study, "official_title"),
        "acronym": text(study, "acronym"),
        "other_ids": unique(
            text(part)
            for tag in ("org_study_id", "secondary_id", "nct_alias")
            for part in find_all(study, f"id_info/{tag}")
        ),
    }


def _status(study: etree._Element) -> dict[str, Any]:
    phase = text(study, "phase")
    enrollment = text(study, "enrollment").replace(",", "")
    return {
        "status": text(study, "overall_status"),
        "last_known_status": text(study, "last_known_status"),
        "why_stopped": text(study, "why_stopped"),
        "expanded_access": _expanded_access(study),
        "phases": (phase,) if phase else (),
        "study_type": text(study, "study_type"),
        "enrollment": int(enrollment) if enrollment.isdigit() else None,
        "enrollment_type": attribute(find_first(study, "enrollment"), "type"),
        "start_date": _date(study, "start_date"),
        "primary_completion_date": _date(study, "primary_completion_date"),
        "completion_date": _date(study, "completion_date"),
        "first_posted": text(study, "study_first_posted") or text(study, "firstreceived_date"),
        "results_posted": text(study, "results_first_posted"),
        "last_update": text(study, "last_update_posted") or text(study, "lastchanged_date"),
        "verified": text(study, "verification_date"),
    }


def _date(study: etree._Element, tag: str) -> str:
    return dated(text(study, tag), attribute(find_first(study, tag), "type"))


def _expanded_access(study: etree._Element) -> str:
    info = find_first(study, "expanded_access_info")
    if info is None:
        return "Yes" if text(study, "has_expanded_access") == "Yes" else ""
    kinds = [words for tag, words in EXPANDED_ACCESS if text(info, tag) == "Yes"]
    return f"Yes, for {', '.join(kinds)}" if kinds else "Yes"


def _people(study: etree._Element) -> dict[str, Any]:
    officials = (
        ", ".join(filled(*(text(official, tag) for tag in ("last_name", "role", "affiliation"))))
        for official in find_all(study, "overall_official")
    )
    return {
        "sponsor": text(study, "sponsors/lead_sponsor/agency"),
        "collaborators": all_texts(study, "sponsors/collaborator/agency"),
        "officials": unique(officials),
        "responsible_party": ", ".join(
            unique(text(study, f"responsible_party/{tag}") for tag in RESPONSIBLE)
        ),
        "oversight": tuple(
            (label, text(study, f"oversight_info/{tag}"))
            for label, tag in OVERSIGHT
            if text(study, f"oversight_info/{tag}")
        ),
    }


def _texts_of(study: etree._Element) -> dict[str, Any]:
    return {
        "conditions": all_texts(study, "condition"),
        "keywords": all_texts(study, "keyword"),
        "mesh_terms": unique(
            (
                *all_texts(study, "condition_browse/mesh_term"),
                *all_texts(study, "intervention_browse/mesh_term"),
            )
        ),
        "summary": _prose(study, "brief_summary/textblock"),
        "description": _prose(study, "detailed_description/textblock"),
    }


def _eligibility(study: etree._Element) -> dict[str, Any]:
    eligibility = find_first(study, "eligibility")
    if eligibility is None:
        return {}
    healthy = text(eligibility, "healthy_volunteers")
    accepted = {"Yes": True, "Accepts Healthy Volunteers": True, "No": False}
    return {
        "criteria": _prose(eligibility, "criteria/textblock"),
        "population": _prose(eligibility, "study_pop/textblock"),
        "sampling": text(eligibility, "sampling_method"),
        "sex": text(eligibility, "gender"),
        "gender_note": text(eligibility, "gender_description"),
        "minimum_age": text(eligibility, "minimum_age"),
        "maximum_age": text(eligibility, "maximum_age"),
        "healthy_volunteers": accepted.get(healthy),
    }


def _arms(study: etree._Element) -> Iterator[Arm]:
    given: dict[str, list[str]] = {}
    for part in find_all(study, "intervention"):
        name = f"{text(part, 'intervention_type')}: {text(part, 'intervention_name')}"
        for label in all_texts(part, "arm_group_label"):
            given.setdefault(label, []).append(name)
    for arm in find_all(study, "arm_group"):
        label = text(arm, "arm_group_label")
        yield Arm(
            label=label,
            type=text(arm, "arm_group_type"),
            description=text(arm, "description"),
            interventions=tuple(given.get(label, ())),
        )


def _intervention(intervention: etree._Element) -> Intervention:
    return Intervention(
        name=text(intervention, "intervention_name"),
        type=text(intervention, "intervention_type"),
        description=text(intervention, "description"),
        other_names=all_texts(intervention, "other_name"),
    )


def _outcomes(study: etree._Element) -> Iterator[Outcome]:
    for rank in ("Primary", "Secondary", "Other"):
        for outcome in find_all(study, f"{rank.lower()}_outcome"):
            yield Outcome(
                rank=rank,
                measure=text(outcome, "measure"),
                time_frame=text(outcome, "time_frame"),
                description=text(outcome, "description"),
            )


def _publications(study: etree._Element) -> Iterator[str]:
    for tag, kind in (("reference", "Background"), ("results_reference", "Result")):
        for reference in find_all(study, tag):
            pmid = text(reference, "PMID")
            yield f"{kind}: {text(reference, 'citation')}" + (f" PMID: {pmid}" if pmid else "")


def _links(study: etree._Element) -> Iterator[str]:
    for link in find_all(study, "link"):
        yield ": ".join(unique((text(link, "description"), text(link, "url"))))
    for document in find_all(study, "study_docs/study_doc"):
        tags = ("doc_type", "doc_id", "doc_url", "doc_comment")
        yield ": ".join(unique(text(document, tag) for tag in tags))
    for document in find_all(study, "provided_document_section/provided_document"):
        name = ", ".join(filled(text(document, "document_type"), text(document, "document_date")))
        yield f"Study document: {name} ({text(document, 'document_url')})"


def _data_sharing(study: etree._Element) -> tuple[str, ...]:
    shared = text(study, "patient_data/sharing_ipd")
    tags = ("ipd_description", "ipd_time_frame", "ipd_access_criteria", "ipd_url")
    plan = f"Plan to share individual participant data: {shared}" if shared else ""
    kinds = ", ".join(all_texts(study, "patient_data/ipd_info_type"))
    return unique((plan, kinds, *(text(study, f"patient_data/{tag}") for tag in tags)))


def _site(location: etree._Element) -> Site:
    return Site(
        country=text(location, "facility/address/country"),
        city=text(location, "facility/address/city"),
        state=text(location, "facility/address/state"),
        facility=text(location, "facility/name"),
        status=text(location, "status"),
    )


def _countries(study: etree._Element) -> Iterator[Site]:
    for country in all_texts(study, "location_countries/country"):
        yield Site(country=country)


def _prose(element: etree._Element, path: str) -> tuple[str, ...]:
    found = find_first(element, path)
    return () if found is None else tuple(unwrap(raw_text(found)))
