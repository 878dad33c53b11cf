"""Write a few keys of one section into `aliquot.toml`, and leave every other byte as it is."""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from aliquot.errors import ConfigError

__all__ = ["Value", "with_settings", "write_settings"]

# A text, a number, or an inline table of them.
Value = str | int | Mapping[str, str | int]

_HEADER = re.compile(r"\s*\[")
# A value on the line of its key: an inline table, a text, or one word.
_WRITTEN = r"(?:\{[^{}]*\}|\"[^\"]*\"|'[^']*'|[^\s#]+)?"


def write_settings(path: Path, section: str, keys: Mapping[str, Value]) -> None:
    """Set keys of a section in a file, at once or not at all.

    Args:
        path: The file; made if missing.
        section: Such as `retrieval`.
        keys: Values by key.

    Raises:
        ConfigError: The file is no TOML, is laid out so that the keys cannot be set, or cannot be
            read or written.
    """
    # What a link leads to is written, not the link.
    place = path.resolve()
    try:
        text = place.read_bytes().decode("utf-8") if place.exists() else ""
        _replace(place, with_settings(text, section, keys))
    except UnicodeDecodeError as exc:
        raise ConfigError(f"{path} is not UTF-8.", hint="Save it as UTF-8.") from exc
    except OSError as exc:
        hint = f"Check its permissions, or set it by hand: {_lines(section, keys)}"
        raise ConfigError(f"{path} cannot be written: {exc.strerror}.", hint=hint) from exc


def with_settings(text: str, section: str, keys: Mapping[str, Value]) -> str:
    """Return TOML text with keys of a section set.

    The result is read again and compared: it differs from what it was by these keys alone.

    Args:
        text: Of the file, comments and all.
        section: Such as `retrieval`.
        keys: Values by key.

    Raises:
        ConfigError: The text is no TOML, or is laid out so that the keys cannot be set.
    """
    edited = _edited(text, section, keys)
    try:
        before, after = tomllib.loads(text), tomllib.loads(edited)
        wanted = before | {section: before.get(section, {}) | dict(keys)}
        is_sound = after == wanted
    except (tomllib.TOMLDecodeError, TypeError):
        is_sound = False
    if not is_sound:
        raise ConfigError(
            f"[{section}] cannot be set in a file laid out like this.",
            hint=f"Set it by hand: {_lines(section, keys)}",
        )
    return edited


def _edited(text: str, section: str, keys: Mapping[str, Value]) -> str:
    lines = text.splitlines(keepends=True)
    end = "\r\n" if "\r\n" in text else "\n"
    header = re.compile(rf"\s*\[\s*{re.escape(section)}\s*\]\s*(#.*)?")
    start = next((at for at, line in enumerate(lines) if header.fullmatch(line.rstrip())), None)
    if start is None:
        return _appended(text, section, keys, end)
    after = range(start + 1, len(lines))
    stop = next((at for at in after if _HEADER.match(lines[at])), len(lines))
    if not lines[start].endswith("\n"):
        lines[start] += end
    new = []
    for key, value in keys.items():
        setting = re.compile(rf"(\s*){re.escape(key)}\s*=\s*{_WRITTEN}")
        for at in range(start + 1, stop):
            if found := setting.match(lines[at]):
                rest = lines[at][found.end() :]
                lines[at] = f"{found[1]}{key} = {_value(value)}{rest}"
                break
        else:
            new.append(f"{key} = {_value(value)}{end}")
    return "".join([*lines[: start + 1], *new, *lines[start + 1 :]])


def _appended(text: str, section: str, keys: Mapping[str, Value], end: str) -> str:
    gap = "" if not text else end if text.endswith("\n") else end * 2
    body = "".join(f"{key} = {_value(value)}{end}" for key, value in keys.items())
    return f"{text}{gap}[{section}]{end}{body}"


def _value(value: Value) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} = {_value(one)}" for key, one in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    # A JSON text or number is a TOML one too.
    return json.dumps(value, ensure_ascii=False)


def _lines(section: str, keys: Mapping[str, Value]) -> str:
    return f"[{section}] " + ", ".join(f"{key} = {_value(value)}" for key, value in keys.items())


def _replace(place: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".aliquot-", suffix=".toml")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(text.encode("utf-8"))
        mode = place.stat().st_mode if place.exists() else 0o644
        Path(name).chmod(mode & 0o777)
        Path(name).replace(place)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise
