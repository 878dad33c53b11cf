"""Read trials as ClinicalTrials.gov gives them in JSON: API v2, and the older FullStudy layout.

What enters: a file with one study or a list of them. What leaves: one `Document` per study. The
older layout is first renamed into the newer one (`json_legacy.py`), so that one reader
serves both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot.parsing.files.json_fields import Node, node, nodes, read_records, text, texts, whole
from aliquot.parsing.trials.document import trial_documents
from aliquot.parsing.trials.json_legacy import modernise
from aliquot.parsing.trials.json_results import read_results
from aliquot.parsing.trials.record import (
    Arm,
    Intervention,
    Outcome,
    Site,
    TrialRecord,
    dated,
    readable,
)
from aliquot.parsing.writing.lines import filled, unique
from aliquot.types import Document

__all__ = ["TrialJsonParser"]

# Where a study may stand in a download. Source: ClinicalTrials.gov API v2 (`studies`) and the
# retired API v1 (`FullStudiesResponse`), whose single downloads have one wrapper or none.
WRAPPERS = ("studies", "FullStudiesResponse", "FullStudies", "FullStudy", "Study", "study")
OVERSIGHT = (
    ("Data monitoring committee", "oversightHasDmc"),
    ("Studies a drug regulated by the FDA", "isFdaRegulatedDrug"),
    ("Studies a device regulated by the FDA", "isFdaRegulatedDevice"),
)
EXPANDED_ACCESS = {
    "individual": "individual patients",
    "intermediate": "intermediate-size population",
    "treatment": "treatment IND or protocol",
}
# API v2 texts are Markdown with escapes such as "\>=".
ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>~|=^&])")


class TrialJsonParser:
    """Read ClinicalTrials.gov JSON, either layout."""

    name = "trial_json"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read every study of the file.

        Raises:
            ParseError: The file is damaged or holds no study.
        """
        records = map(_read_study, _studies(read_records(path)))
        return trial_documents(records, path, parser=self.name, parser_version=self.version)


def _studies(value: Any) -> Iterator[Node]:
    if isinstance(value, list):
        for part in value:
            yield from _studies(part)
    elif isinstance(value, dict) and "protocolSection" in value:
        yield _without_escapes(value)
    elif isinstance(value, dict) and "ProtocolSection" in value:
        yield modernise(value)
    elif isinstance(value, dict):
        for key in WRAPPERS:
            if key in value:
                yield from _studies(value[key])


def _read_study(study: Node) -> TrialRecord:
    protocol = node(study, "protocolSection")
    derived = node(study, "derivedSection")
    results = node(study, "resultsSection")
    contacts = node(protocol, "contactsLocationsModule")
    return TrialRecord(
        **_identity(node(protocol, "identificationModule")),
        **_status(node(protocol, "statusModule")),
        **_sponsors(node(protocol, "sponsorCollaboratorsModule")),
        **_conditions(node(protocol, "conditionsModule")),
        **_descriptions(node(protocol, "descriptionModule")),
        **_design(node(protocol, "designModule")),
        expanded_access=_expanded_access(protocol),
        **_eligibility(node(protocol, "eligibilityModule")),
        **_arms(node(protocol, "armsInterventionsModule")),
        **_references(node(protocol, "referencesModule"), node(study, "documentSection")),
        oversight=_oversight(node(protocol, "oversightModule")),
        outcomes=tuple(_outcomes(node(protocol, "outcomesModule"))),
        mesh_terms=_mesh_terms(derived),
        data_sharing=_data_sharing(node(protocol, "ipdSharingStatementModule")),
        officials=unique(map(_official, nodes(contacts, "overallOfficials"))),
        sites=tuple(map(_site, nodes(contacts, "locations"))),
        has_results=bool(study.get("hasResults")) or bool(results),
        results=tuple(read_results(results)),
    )


def _identity(module: Node) -> dict[str, Any]:
    ids = [text(node(module, "orgStudyIdInfo"), "id")]
    ids += [text(other, "id") for other in nodes(module, "secondaryIdInfos")]
    ids += texts(module, "nctIdAliases")
    return {
        "nct": text(module, "nctId"),
        "brief_title": text(module, "briefTitle"),
        "official_title": text(module, "officialTitle"),
        "acronym": text(module, "acronym"),
        "other_ids": unique(ids),
    }


def _status(module: Node) -> dict[str, Any]:
    return {
        "status": text(module, "overallStatus"),
        "last_known_status": text(module, "lastKnownStatus"),
        "why_stopped": text(module, "whyStopped"),
        "start_date": _date(module, "startDateStruct"),
        "primary_completion_date": _date(module, "primaryCompletionDateStruct"),
        "completion_date": _date(module, "completionDateStruct"),
        "first_posted": text(node(module, "studyFirstPostDateStruct"), "date"),
        "results_posted": text(node(module, "resultsFirstPostDateStruct"), "date"),
        "last_update": text(node(module, "lastUpdatePostDateStruct"), "date"),
        "verified": text(module, "statusVerifiedDate"),
    }


def _date(module: Node, key: str) -> str:
    struct = node(module, key)
    return dated(text(struct, "date"), text(struct, "type"))


def _expanded_access(protocol: Node) -> str:
    info = node(protocol, "statusModule", "expandedAccessInfo")
    types = node(protocol, "designModule", "expandedAccessTypes")
    kinds = [words for key, words in EXPANDED_ACCESS.items() if _is_true(types.get(key))]
    if not kinds and not _is_true(info.get("hasExpandedAccess")):
        return ""
    state = readable(text(info, "statusForNctId"))
    whom = f"for {', '.join(kinds)}" if kinds else ""
    return " ".join(filled("Yes", whom, text(info, "nctId"), state and f"({state})"))


def _sponsors(module: Node) -> dict[str, Any]:
    return {
        "sponsor": text(node(module, "leadSponsor"), "name"),
        "collaborators": unique(text(part, "name") for part in nodes(module, "collaborators")),
        "responsible_party": _responsible_party(node(module, "responsibleParty")),
    }


def _responsible_party(party: Node) -> str:
    keys = ("investigatorFullName", "investigatorTitle", "investigatorAffiliation")
    older = (text(party, "oldNameTitle"), text(party, "oldOrganization"))
    kind = readable(text(party, "type")).capitalize()
    return ", ".join(filled(kind, *(text(party, key) for key in keys), *older))


def _oversight(module: Node) -> tuple[tuple[str, str], ...]:
    facts = ((label, module.get(key)) for label, key in OVERSIGHT)
    return tuple(
        (label, "Yes" if _is_true(value) else "No") for label, value in facts if value is not None
    )


def _documents(section: Node) -> Iterator[str]:
    """Yield "Study document: Study Protocol, 2020-05-26 (Prot_000.pdf)"."""
    for document in nodes(section, "largeDocumentModule", "largeDocs"):
        name = ", ".join(filled(text(document, "label"), text(document, "date")))
        yield f"Study document: {name} ({text(document, 'filename')})"


def _conditions(module: Node) -> dict[str, Any]:
    return {
        "conditions": unique(texts(module, "conditions")),
        "keywords": unique(texts(module, "keywords")),
    }


def _descriptions(module: Node) -> dict[str, Any]:
    return {
        "summary": _prose(module, "briefSummary"),
        "description": _prose(module, "detailedDescription"),
    }


def _design(module: Node) -> dict[str, Any]:
    info, enrollment = node(module, "designInfo"), node(module, "enrollmentInfo")
    masking = node(info, "maskingInfo")
    who = ", ".join(readable(part) for part in texts(masking, "whoMasked"))
    masked = readable(text(masking, "masking"))
    facts = (
        ("Allocation", text(info, "allocation")),
        ("Intervention model", text(info, "interventionModel")),
        ("Intervention model description", text(info, "interventionModelDescription")),
        ("Observational model", ", ".join(map(readable, texts(info, "observationalModel")))),
        ("Time perspective", ", ".join(map(readable, texts(info, "timePerspective")))),
        ("Primary purpose", text(info, "primaryPurpose")),
        ("Masking", f"{masked} ({who})" if who else masked),
        ("Masking description", text(masking, "maskingDescription")),
        ("Target duration", text(module, "targetDuration")),
        ("Biospecimens", text(node(module, "bioSpec"), "retention")),
        ("Biospecimen description", text(node(module, "bioSpec"), "description")),
    )
    return {
        "study_type": text(module, "studyType"),
        "phases": tuple(texts(module, "phases")),
        "enrollment": whole(enrollment, "count"),
        "enrollment_type": text(enrollment, "type"),
        "design": tuple((label, value) for label, value in facts if value),
    }


def _eligibility(module: Node) -> dict[str, Any]:
    healthy = module.get("healthyVolunteers")
    return {
        "criteria": _prose(module, "eligibilityCriteria"),
        "sex": text(module, "sex") or text(module, "gender"),
        "gender_note": text(module, "genderDescription"),
        "minimum_age": text(module, "minimumAge"),
        "maximum_age": text(module, "maximumAge"),
        "age_groups": tuple(texts(module, "stdAges")),
        "healthy_volunteers": None if healthy is None else _is_true(healthy),
        "population": _prose(module, "studyPopulation"),
        "sampling": text(module, "samplingMethod"),
    }


def _arms(module: Node) -> dict[str, Any]:
    arms = (
        Arm(
            label=text(arm, "label"),
            type=text(arm, "type"),
            description=text(arm, "description"),
            interventions=tuple(texts(arm, "interventionNames")),
        )
        for arm in nodes(module, "armGroups")
    )
    interventions = (
        Intervention(
            name=text(part, "name"),
            type=text(part, "type"),
            description=text(part, "description"),
            other_names=tuple(texts(part, "otherNames")),
        )
        for part in nodes(module, "interventions")
    )
    return {"arms": tuple(arms), "interventions": tuple(interventions)}


def _outcomes(module: Node) -> Iterator[Outcome]:
    for rank in ("Primary", "Secondary", "Other"):
        for outcome in nodes(module, f"{rank.lower()}Outcomes"):
            yield Outcome(
                rank=rank,
                measure=text(outcome, "measure"),
                time_frame=text(outcome, "timeFrame"),
                description=text(outcome, "description"),
            )


def _references(module: Node, documents: Node) -> dict[str, Any]:
    keys = ("label", "type", "id", "url", "comment")
    links = (
        ": ".join(unique(text(link, key) for key in keys))
        for link in (*nodes(module, "seeAlsoLinks"), *nodes(module, "availIpds"))
    )
    return {
        "publications": unique(map(_publication, nodes(module, "references"))),
        "links": unique((*links, *_documents(documents))),
    }


def _publication(reference: Node) -> str:
    pmid, citation = text(reference, "pmid"), text(reference, "citation")
    kind = readable(text(reference, "type")).capitalize()
    identified = f"{citation} PMID: {pmid}" if pmid and pmid not in citation else citation
    return f"{kind}: {identified}" if kind else identified


def _mesh_terms(derived: Node) -> tuple[str, ...]:
    modules = ("conditionBrowseModule", "interventionBrowseModule")
    return unique(
        text(mesh, "term") for name in modules for mesh in nodes(node(derived, name), "meshes")
    )


def _data_sharing(module: Node) -> tuple[str, ...]:
    shared = readable(text(module, "ipdSharing"))
    lines = (
        f"Plan to share individual participant data: {shared}" if shared else "",
        ", ".join(readable(part) for part in texts(module, "infoTypes")),
        text(module, "description"),
        text(module, "timeFrame"),
        text(module, "accessCriteria"),
        text(module, "url"),
    )
    return unique(lines)


def _official(official: Node) -> str:
    role = readable(text(official, "role"))
    name = text(official, "name") + (f" ({role})" if role else "")
    return ", ".join(filled(name, text(official, "affiliation")))


def _site(site: Node) -> Site:
    names = ("country", "city", "state", "facility", "status")
    return Site(**{name: text(site, name) for name in names})


# ------------------------------------------------------------------------------ values


def _prose(parent: Node, key: str) -> tuple[str, ...]:
    value = parent.get(key)
    lines = value.splitlines() if isinstance(value, str) else []
    return tuple(line.rstrip() for line in lines if line.strip())


def _is_true(value: Any) -> bool:
    """API v2 has booleans, the older layout "Yes", "No" and "Accepts Healthy Volunteers"."""
    if isinstance(value, str):
        return value.casefold() in ("yes", "y", "true", "accepts healthy volunteers")
    return bool(value)


def _without_escapes(value: Any) -> Any:
    if isinstance(value, str):
        return ESCAPED.sub(r"\1", value)
    if isinstance(value, list):
        return [_without_escapes(part) for part in value]
    if isinstance(value, dict):
        return {key: _without_escapes(part) for key, part in value.items()}
    return value
