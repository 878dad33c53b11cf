"""Rename the FullStudy layout of the retired ClinicalTrials.gov API into that of API v2.

The older layout repeats the parent in every key and wraps every list:
`ArmGroupList.ArmGroup[].ArmGroupLabel` is `armGroups[].label` today. Four rules undo that, and a
table holds the few names that changed otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

__all__ = ["modernise"]

# Beginnings that modules and result elements put before the names of their parts.
# Source: ClinicalTrials.gov API v1 study structure against the v2 study data structure.
FAMILIES = (
    "OutcomeMeasure",
    "Outcome",
    "Baseline",
    "Flow",
    "Design",
    "Events",
    "Condition",
    "Intervention",
    "ExpAccType",
)
# The family stays part of these (v2: `outcomeMeasures`, `designInfo`), and of every module.
KEPT = ("OutcomeMeasure", "DesignInfo")
RENAMED: Mapping[str, str] = {
    "Gender": "sex",
    "OrgFullName": "fullName",
    "OrgClass": "class",
    "IPDSharingDescription": "description",
    "IPDSharingTimeFrame": "timeFrame",
    "IPDSharingAccessCriteria": "accessCriteria",
    "IPDSharingURL": "url",
    "IPDSharingInfoType": "infoType",
    "OversightHasDMC": "oversightHasDmc",
    "IsFDARegulatedDrug": "isFdaRegulatedDrug",
    "IsFDARegulatedDevice": "isFdaRegulatedDevice",
    "DesignMaskingDescription": "maskingDescription",
    "AvailIPD": "availIpd",
}
LEADING_CAPITALS = re.compile(r"^(?:[A-Z]+(?=[A-Z][a-z]|\d|$)|[A-Z])")


def modernise(study: Mapping[str, Any]) -> dict[str, Any]:
    """Return an older study with the names and lists of API v2; values stay as they are."""
    renamed = _modernise(study, owner="")
    return renamed if isinstance(renamed, dict) else {}


def _modernise(value: Any, *, owner: str) -> Any:
    if isinstance(value, list):
        return [_modernise(part, owner=owner) for part in value]
    if not isinstance(value, Mapping):
        return value
    renamed: dict[str, Any] = {}
    for key, part in value.items():
        element = _list_element(key, part)
        if element is None:
            renamed[_name(key, owner)] = _modernise(part, owner=_owner(key))
        else:
            parts = _modernise(part[element], owner=_owner(element))
            renamed[_plural(_name(element, owner))] = parts
    return renamed


def _list_element(key: str, value: Any) -> str | None:
    """Return the one key of a list's wrapper, such as `ArmGroup` in `ArmGroupList`."""
    if key.endswith("List") and isinstance(value, Mapping) and len(value) == 1:
        element = next(iter(value))
        return element if isinstance(value[element], list) else None
    return None


def _owner(key: str) -> str:
    """Return what the parts of an element repeat before their names."""
    for suffix in ("Struct", "Info"):
        if key.endswith(suffix):
            return key.removesuffix(suffix)
    return key


def _name(key: str, owner: str) -> str:
    if key in RENAMED:
        return RENAMED[key]
    if key == owner:
        # `StartDateStruct.StartDate` is `startDateStruct.date`.
        return _last_word(key)
    if key in KEPT or key.endswith("Module"):
        return _lower_first(key)
    for prefix in filter(None, (owner, *FAMILIES)):
        rest = key.removeprefix(prefix)
        if rest != key and rest[:1].isupper():
            return _lower_first(rest)
    return _lower_first(key)


def _last_word(key: str) -> str:
    words = re.findall(r"[A-Z][a-z]+|[A-Z]+(?![a-z])", key)
    return words[-1].lower() if words else key.lower()


def _lower_first(name: str) -> str:
    return LEADING_CAPITALS.sub(lambda match: match[0].lower(), name)


def _plural(name: str) -> str:
    if name.endswith("is"):
        return name[:-2] + "es"
    if name.endswith(("sh", "ss", "ias")):
        return name + "es"
    if name.endswith(("s", "ed", "Model", "Perspective")):
        return name
    return name[:-1] + "ies" if name.endswith("y") else name + "s"
