"""The settings in force as they are shown: each with where it comes from, no secret among them."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from aliquot.config.loading import Config

__all__ = ["HIDDEN", "Setting", "settings_in_force", "without_secrets"]

HIDDEN = "•••"
# Keys of addresses and tables under which secrets are sent to services. Names of variables that
# hold a secret (`key_variable`) are none, and are what a reader has to know.
SECRET = re.compile(r"pass(?:word|wd)?|secret|token|api_?key|credential|signature", re.I)
NO_SECRET = re.compile(r"_(?:tokens?|variable|method|header|claim)\Z|\Atokens_", re.I)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting in force.

    Attributes:
        section: Its table.
        key: Its name there.
        value: As a person reads it; secrets are dots.
        origin: `default`, `file`, `variable` or `given`.
        variable: Name of the variable that sets it; empty for any other origin.
    """

    section: str
    key: str
    value: str
    origin: str
    variable: str = ""


def settings_in_force(config: Config, path: Path) -> list[Setting]:
    """Return every setting, in the order of its table.

    Args:
        config: In force.
        path: The `aliquot.toml` it was loaded with; need not exist.
    """
    stated, defaults = _stated(path), Config.model_construct().model_dump(mode="json")
    found = []
    for section, values in config.model_dump(mode="json").items():
        for key, value in values.items():
            variable = _variable(section, key)
            is_stated = key in stated.get(section, {})
            other = "default" if value == defaults[section].get(key) else "given"
            origin = "variable" if variable else "file" if is_stated else other
            found.append(Setting(section, key, _shown(key, value), origin, variable))
    return found


def _variable(section: str, key: str) -> str:
    """Return the variable that sets a key, or a part of it; empty where none does."""
    variable = f"ALIQUOT_{section}__{key}".upper()
    names = sorted(name for name in os.environ if f"{name.upper()}__".startswith(f"{variable}__"))
    return names[0] if names else ""


def _stated(path: Path) -> Mapping[str, Any]:
    """Return what the file says; nothing of a file that is not there or was broken since."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}


def _shown(key: str, value: Any) -> str:
    if value and SECRET.search(key) and not NO_SECRET.search(key):
        return HIDDEN
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_shown(name, one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(key, one) for one in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else without_secrets(str(value))


def without_secrets(text: str) -> str:
    """Return an address without the password and keys it may hold; any other text as it is.

    Args:
        text: An address, or whatever else a setting says.
    """
    try:
        parts = urlsplit(text)
        host = parts.netloc.rpartition("@")
    except ValueError:
        return text
    if not parts.scheme or not (parts.netloc or parts.query):
        return text
    user, colon, _ = host[0].partition(":")
    account = f"{user}{colon}{HIDDEN if colon else ''}{host[1]}"
    query = "&".join(f"{name}={value}" for name, value in _hidden(parts.query))
    return urlunsplit(parts._replace(netloc=f"{account}{host[2]}", query=query))


def _hidden(query: str) -> Iterator[tuple[str, str]]:
    for name, value in parse_qsl(query, keep_blank_values=True):
        yield name, HIDDEN if SECRET.search(name) or name.casefold() == "key" else value
