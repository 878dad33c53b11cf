"""Change a few settings in `aliquot.toml` and leave every other byte as it stands.

A file of TOML is a row of statements, each whole lines: a table's header, a key with its value, a
comment, nothing. Those that set the key go, new ones come in their place, and what comes out is
read back: it has to say what was wanted, and all else as before.
"""

from __future__ import annotations

import io
import json
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.errors import ConfigError, StoreError
from aliquot.storage.durable import replace_file

__all__ = ["assert_of_file", "read_settings", "settings_with", "write_durably"]

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Statement:
    """Whole lines of the file.

    Attributes:
        text: With line ends.
        path: The table of a header, or the full name of a key; empty for comments and blanks.
        is_header: Whether it opens a table.
    """

    text: str
    path: Names = ()
    is_header: bool = False


def read_settings(path: Path) -> str:
    """Return the file's text, line ends as they are; empty where there is none.

    Raises:
        StoreError: It cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as exc:
        raise StoreError(f"{path} cannot be read: {exc}.", hint="Check its permissions.") from exc


def settings_with(text: str, section: str, values: Mapping[str, Any]) -> str:
    """Return the text with some keys of a section set, and everything else as it was.

    Args:
        text: Of the file.
        section: A table of it, which need not be there yet.
        values: By key; an empty text, list or table takes the key out.

    Raises:
        ConfigError: The file is not TOML, or states the section in a form that is not edited.
    """
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"aliquot.toml is not valid TOML: {exc}.", hint="Mend it first.") from exc
    changed = _edited(text, section, {key: one for key, one in values.items() if one}, set(values))
    if changed is not None and _says(changed, _expected(before, section, values)):
        return changed
    lines = "; ".join(f"{key} = {_toml(one)}" for key, one in values.items() if one)
    raise ConfigError(
        f"aliquot.toml states [{section}] in a form that is not edited here.",
        hint=f"Write it as a table [{section}] with: {lines or 'nothing'}.",
    )


def assert_of_file(section: str, keys: Iterable[str], *, is_same: bool) -> None:
    """Refuse to write what is not read from the file.

    Args:
        section: A table of the file.
        keys: Those that would be written.
        is_same: Whether the section is in force as the file states it.

    Raises:
        ConfigError: A variable or the caller sets it.
    """
    prefix = f"ALIQUOT_{section.upper()}"
    ruled = tuple(f"{prefix}__{key.upper()}" for key in keys)
    upper = {one.upper(): one for one in sorted(os.environ)}
    named = [name for one, name in upper.items() if one == prefix or one.startswith(ruled)]
    if named or not is_same:
        by = f"the variable {named[0]}" if named else "whoever opened the library"
        raise ConfigError(
            f"[{section}] is set by {by}, not by aliquot.toml, where it would be written.",
            hint="Put it in aliquot.toml and take it away there.",
        )


def write_durably(path: Path, text: str) -> None:
    """Put a text in place of a file's: after any failure the old or the new one is there, whole.

    Raises:
        StoreError: It cannot be written; the file is as it was.
    """
    try:
        replace_file(path.resolve(), text)
    except OSError as exc:
        raise StoreError(
            f"{path} cannot be written: {exc.strerror}.",
            hint="Check the permissions and the free space of the library's folder.",
        ) from exc


# ------------------------------------------------------------------------------ editing


def _edited(text: str, section: str, values: Mapping[str, Any], keys: set[str]) -> str | None:
    """Return the text with the statements of `keys` replaced; `None` for an inline table."""
    statements = list(_statements(text))
    if any(one.path == (section,) and not one.is_header for one in statements):
        return None
    end = "\r\n" if "\r\n" in text else "\n"
    is_dotted = _is_dotted(statements, section)
    prefix = f"{section}." if is_dotted else ""
    lines = {key: f"{prefix}{key} = {_toml(one)}" for key, one in values.items()}
    kept: list[str] = []
    place: int | None = None
    for one in statements:
        if one.path[:1] == (section,) and one.path[1:2] and one.path[1] in keys:
            # A key of a table inside the section may stand anywhere; what replaces it may not.
            is_own = len(one.path) == 2 and not one.is_header
            line = lines.pop(one.path[1], None) if is_own else None
            if line is not None:
                kept.append(f"{line}{_remark(one.text)}{end}")
                place = len(kept)
            continue
        kept.append(one.text if one.text.endswith("\n") else f"{one.text}{end}")
        if place is None and one.path[: 1 if is_dotted else None] == (section,):
            place = len(kept)
    added = [f"{line}{end}" for line in lines.values()]
    if place is None and added:
        blank = [end] if kept and kept[-1].strip() else []
        added, place = [*blank, f"[{section}]{end}", *added], len(kept)
    return "".join([*kept[:place], *added, *kept[place:]]) if added else "".join(kept)


def _is_dotted(statements: list[_Statement], section: str) -> bool:
    """Tell whether the section is written as dotted keys above every table."""
    for one in statements:
        if one.is_header:
            return False
        if one.path[:1] == (section,):
            return True
    return False


def _statements(text: str) -> Iterator[_Statement]:
    """Take valid TOML apart: a statement is the fewest lines that are valid by themselves."""
    pending = ""
    table: Names = ()
    # Only a line feed ends a line of TOML; Python knows other ends.
    for line in io.StringIO(text, newline="\n"):
        pending += line
        try:
            said = tomllib.loads(pending)
        except tomllib.TOMLDecodeError:
            continue
        path = _path(said)
        is_header = pending.lstrip().startswith("[")
        if is_header:
            table = path
        yield _Statement(
            pending, (path if is_header else (*table, *path)) if path else (), is_header
        )
        pending = ""
    if pending:
        yield _Statement(pending)


def _path(said: Mapping[str, Any]) -> Names:
    """Return the names that lead to the one thing a statement says."""
    names: list[str] = []
    here: Any = said
    while isinstance(here, dict) and len(here) == 1:
        name, here = next(iter(here.items()))
        names.append(name)
        if isinstance(here, list) and len(here) == 1 and here[0] == {}:
            break
    return tuple(names)


def _remark(statement: str) -> str:
    """Return the comment behind a value, with the space before it."""
    line = statement.rstrip("\r\n")
    said = tomllib.loads(line)
    for place, character in enumerate(line):
        if character == "#":
            try:
                if tomllib.loads(line[:place]) == said:
                    return f"  {line[place:]}"
            except tomllib.TOMLDecodeError:
                continue
    return ""


def _toml(value: Any) -> str:
    """Return a value as TOML, in one line; texts of JSON are basic strings of TOML."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_toml(key)} = {_toml(one)}" for key, one in value.items())
        return f"{{ {pairs} }}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # JSON leaves DEL as it is, and TOML allows it nowhere.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# ------------------------------------------------------------------------------ proof


def _expected(before: Mapping[str, Any], section: str, values: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: one for key, one in before.get(section, {}).items() if key not in values}
    wanted = {key: _plain(one) for key, one in values.items() if one}
    return {**before, section: {**kept, **wanted}}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _says(text: str, expected: Mapping[str, Any]) -> bool:
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return {key: one for key, one in said.items() if one} == {
        key: one for key, one in expected.items() if one
    }
