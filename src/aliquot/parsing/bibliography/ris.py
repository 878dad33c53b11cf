"""Split RIS text into records; knows the tags' form, not their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["read_ris"]

# `TY  - JOUR`. Source: RIS specification (Research Information Systems, 2011). Some programs
# write one space before the hyphen.
TAG = re.compile(r"^\s*([A-Z][A-Z0-9]) {1,2}-(?: (.*)|\s*)$")
START, END = "TY", "ER"


def read_ris(text: str) -> Iterator[dict[str, list[str]]]:
    """Yield the values of each record by tag.

    A record ends at `ER`, or where the next begins: exports without `ER` are common, and strict
    readers drop all their records.
    """
    record: dict[str, list[str]] = {}
    tag = ""
    for line in text.lstrip("\ufeff").splitlines():
        match = TAG.match(line)
        if match and match[1] in (START, END) and record:
            yield record
            record, tag = {}, ""
        if match and match[1] != END:
            tag = match[1]
            record.setdefault(tag, []).append((match[2] or "").strip())
        elif not match and tag and line.strip():
            # A long abstract goes on in lines without a tag.
            record[tag][-1] += " " + line.strip()
    if record:
        yield record
