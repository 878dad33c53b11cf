"""The page of settings: every key with its default, bounds and meaning."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from aliquot.config import Config
from refpages.markdown import attributes, code, summary, table

__all__ = ["config_page"]


def config_page() -> list[str]:
    """Describe every setting."""
    lines = ["# Settings", ""]
    lines += [
        "Settings stand in `aliquot.toml`, in the library's folder. What is not set has its"
        " default; `aliquot config` shows what is in force. An unknown key or a value out of"
        " bounds is an error that names the nearest known key, and so is a variable that names no"
        " section.",
        "",
        "The first of these that sets a value wins: a keyword in Python"
        ' (`Library.open(path, config={"retrieval": {"k": 20}})`), a variable'
        " (`ALIQUOT_RETRIEVAL__K=20`; lists as JSON), the file, the default.",
        "",
    ]
    for section, field in Config.model_fields.items():
        lines += section_lines(section, field.annotation)
    return lines


def section_lines(section: str, model: Any) -> list[str]:
    """Describe one section of the config."""
    meanings = attributes(model)
    rows = []
    for key, field in model.model_fields.items():
        default = toml(field.get_default(call_default_factory=True))
        rows.append((code(key), code(default), bounds(field.metadata), meanings.get(key, "")))
    head = ("key", "default", "bounds", "meaning")
    return [f"## [{section}]", "", summary(model), "", *table(head, rows)]


def toml(value: object) -> str:
    """Write a default as TOML, which has no word for what is not set."""
    if value is None:
        return ""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def bounds(constraints: Iterable[object]) -> str:
    """Write numeric and length bounds."""
    signs = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<", "min_length": "at least"}
    found = [
        f"{sign} {getattr(one, name)}"
        for one in constraints
        for name, sign in signs.items()
        if getattr(one, name, None) is not None
    ]
    return ", ".join(found)
