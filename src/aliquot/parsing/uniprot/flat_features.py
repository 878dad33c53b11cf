"""Read the feature table (FT lines) of UniProt flat files, in either of its forms.

Since 2019 a feature is `VARIANT         32` followed by `/note="..."` lines; before, positions and
description shared one line in fixed columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.parsing.files.flat import join_wrapped
from aliquot.parsing.uniprot.evidence import evidence_of, without_evidence
from aliquot.parsing.uniprot.record import Feature, feature_type
from aliquot.parsing.writing.lines import filled, unique

__all__ = ["read_features"]

# Source: UniProt user manual, "FT", both forms.
KEY = re.compile(r"^[A-Z][A-Z_]+")
OLD_POSITIONS = re.compile(r"^(?P<start>[<>?]?\d*\??)\s+(?P<end>[<>?]?\d*\??)(?:\s+(?P<text>.*))?$")
NEW_POSITIONS = re.compile(r"^(?:[\w-]+:)?(?P<start>[<>?]*\d*)(?:\.\.(?P<end>[<>?]*\d*))?$")
QUALIFIER = re.compile(r"^/(?P<name>\w+)=?(?P<value>.*)$")
OLD_ID = re.compile(r"\s*/FTId=(?P<id>\w+)\.?")
# `T -> K (in RP4)`, `I->M: Loss of activity.`
CHANGE = re.compile(
    r"^(?P<original>[A-Z ]+?)\s?->\s?(?P<variation>[A-Z ]+)(?P<rest>\s*[:(,].*)?\.?$", re.S
)


def read_features(lines: Sequence[str]) -> Iterator[Feature]:
    """Yield the features of one entry.

    Args:
        lines: Its FT lines without the first five columns.
    """
    feature: list[str] = []
    for line in lines:
        if KEY.match(line) and feature:
            yield _feature(feature)
            feature = []
        feature.append(line)
    if feature:
        yield _feature(feature)


def _feature(lines: Sequence[str]) -> Feature:
    key, _, place = lines[0].partition(" ")
    old = OLD_POSITIONS.match(place.strip())
    if old and old["start"]:
        start, end = old["start"], old["end"]
        text = join_wrapped([old["text"] or "", *lines[1:]])
        id = OLD_ID.search(text)
        return _with_change(key, start, end, OLD_ID.sub("", text), id["id"] if id else "")
    new = NEW_POSITIONS.match(place.strip())
    start = new["start"] if new else place.strip()
    end = (new["end"] if new else "") or start
    qualifiers = _qualifiers(lines[1:])
    text = " ".join(unique((qualifiers.get("note", ""), qualifiers.get("ligand", ""))))
    evidence = qualifiers.get("evidence", "")
    text = " ".join(filled(text, evidence and f"{{{evidence}}}"))
    return _with_change(key, start, end, text, qualifiers.get("id", ""))


def _qualifiers(lines: Sequence[str]) -> dict[str, str]:
    parts: dict[str, list[str]] = {}
    name = ""
    for line in (line.strip() for line in lines):
        if match := QUALIFIER.match(line):
            name = match["name"]
            parts[name] = [match["value"]]
        elif name:
            parts[name].append(line)
    return {name: join_wrapped(values).strip('"') for name, values in parts.items()}


def _with_change(key: str, start: str, end: str, text: str, id: str) -> Feature:
    description = without_evidence(text).strip()
    change = CHANGE.match(description)
    if change:
        description = (change["rest"] or "").strip().lstrip(":, ")
    if description.startswith("(") and description.rstrip(".").endswith(")"):
        description = description.rstrip(".")[1:-1]
    return Feature(
        type=feature_type(key),
        start=start,
        end=end,
        description=description.rstrip("."),
        id=id,
        original=change["original"].replace(" ", "") if change else "",
        variation=change["variation"].replace(" ", "") if change else "",
        evidence=evidence_of(text),
    )
