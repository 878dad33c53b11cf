"""Signs in JSON: the keys of its outermost object, and what stands deeper where they are few."""

from __future__ import annotations

import json
import re

from aliquot.parsing.signs.text import Text

__all__ = [
    "is_csl",
    "is_ensembl",
    "is_json",
    "is_notebook",
    "is_protocol",
    "is_trial",
    "is_uniprot",
]

TRIAL_KEYS = frozenset(
    {"protocolSection", "ProtocolSection", "FullStudiesResponse", "StudyFieldsResponse"}
)
# Species letters where it is not human, kind of feature, eleven digits.
ENSEMBL_ID = re.compile(r"ENS[A-Z]{0,6}[EGPT]\d{11}")
CSL_FIELDS = frozenset({"title", "author", "issued", "container-title", "DOI", "publisher"})
PROTOCOL_NAMES = frozenset({"title", "protocol_name", "name", "description", "protocols.io url"})


def is_trial(file: Text) -> bool:
    """Tell records of ClinicalTrials.gov, of either interface."""
    if file.keys & TRIAL_KEYS:
        return True
    is_wrapped = bool(file.keys & {"Study", "FullStudy", "studies"})
    return is_wrapped and "rotocolSection" in file.start


def is_uniprot(file: Text) -> bool:
    """Tell entries of UniProt, alone or as results of a search."""
    if "primaryAccession" in file.keys:
        return True
    return "results" in file.keys and '"primaryAccession"' in file.start


def is_ensembl(file: Text) -> bool:
    """Tell Ensembl's records, or several under the ids that were asked for, from other JSON."""
    keys = file.keys
    if {"id", "seq", "molecule"} <= keys or {"seq_region_name", "start", "end"} <= keys:
        return True
    return any(map(ENSEMBL_ID.match, keys)) and '"seq_region_name"' in file.start


def is_notebook(file: Text) -> bool:
    """Tell Jupyter notebooks, of any version."""
    if file.keys & {"cells", "worksheets"}:
        return "nbformat" in file.keys or '"cell_type"' in file.start
    return {"nbformat", "nbformat_minor"} <= file.keys


def is_csl(file: Text) -> bool:
    """Tell the bibliographies that citation managers exchange."""
    is_list = file.start.startswith("[")
    return is_list and "type" in file.keys and len(file.keys & CSL_FIELDS) >= 2


def is_protocol(file: Text) -> bool:
    """Tell protocols as protocols.io and lab notebooks export them."""
    if "steps" in file.keys:
        return bool(file.keys & PROTOCOL_NAMES)
    is_wrapped = bool(file.keys & {"protocol", "payload"})
    return is_wrapped and '"steps"' in file.start and '"title"' in file.start


def is_json(file: Text) -> bool:
    """Tell any other JSON: by its name, or because it can be read as such."""
    if not file.is_json_like:
        return False
    is_named_so = file.suffix in (".json", ".jsonl", ".ndjson")
    return is_named_so or not file.is_whole or _can_be_read(file.start)


def _can_be_read(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
