"""Read the names a lab gives to one thing: `synonyms.txt` or `synonyms.toml`.

    # one group a line
    VEGF = vascular endothelial growth factor = 血管内皮増殖因子

    groups = [["VEGF", "vascular endothelial growth factor", "血管内皮増殖因子"]]

Bytes enter; groups leave, and one sentence for each line that could not be used.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aliquot.analysis.synonym_names import Name, is_usable, key_of
from aliquot.analysis.synonyms import NameGroup

__all__ = ["SYNONYM_FILES", "SynonymFile", "read_synonyms"]

# Looked for in the library's folder; both are read.
SYNONYM_FILES = ("synonyms.txt", "synonyms.toml")
_EQUALS = re.compile(r"\s*[=＝\t]\s*")
# What Excel and editors on Japanese Windows write beside UTF-8.
_ENCODINGS = ("utf-8-sig", "cp932")


@dataclass(frozen=True, slots=True)
class SynonymFile:
    """What a file of synonyms says.

    Attributes:
        groups: Names of one thing each.
        problems: One sentence for each line or group that could not be used.
    """

    groups: tuple[NameGroup, ...]
    problems: tuple[str, ...]


def read_synonyms(content: bytes, name: str) -> SynonymFile:
    """Read a file of synonyms; TOML where its name says so, otherwise one group a line.

    Args:
        content: The file's bytes, in UTF-8, UTF-16 or Shift JIS.
        name: The file's name, shown as the reason of expansions.
    """
    text = _decoded(content)
    if text is None:
        return SynonymFile((), (f"{name} is not text: save it as UTF-8.",))
    problems: list[str] = []
    rows = _toml_rows if name.lower().endswith(".toml") else _line_rows
    groups = [
        NameGroup(names, name, is_trusted=True)
        for place, cells in rows(text, name, problems)
        if (names := _names(cells, place, problems))
    ]
    return SynonymFile(tuple(groups), tuple(problems))


def _decoded(content: bytes) -> str | None:
    is_utf16 = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_utf16 else _ENCODINGS:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    return None


def _line_rows(text: str, name: str, problems: list[str]) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if content and not content.startswith("#"):
            yield f"{name}, line {number}", _EQUALS.split(content)


def _toml_rows(text: str, name: str, problems: list[str]) -> Iterator[tuple[str, list[str]]]:
    try:
        groups = tomllib.loads(text).get("groups")
    except tomllib.TOMLDecodeError as exc:
        problems.append(f"{name} is not TOML: {exc}.")
        return
    if not isinstance(groups, list):
        problems.append(f'{name} has no list "groups": write groups = [["VEGF", "VEGFA"]].')
        return
    for number, group in enumerate(groups, start=1):
        place = f"{name}, group {number}"
        if isinstance(group, list) and all(isinstance(one, str) for one in group):
            yield place, group
        else:
            problems.append(f"{place} is no list of names in quotation marks.")


def _names(cells: Iterable[str], place: str, problems: list[str]) -> tuple[str, ...]:
    """Return the names of a group that can be used; a group of fewer than two is a problem."""
    names = {key_of(cell): cell.strip() for cell in cells if cell.strip()}
    usable = [name for name in names.values() if is_usable(Name(name, is_trusted=True))]
    unusable = [name for name in names.values() if name not in usable]
    if unusable:
        listed = ", ".join(repr(name[:40]) for name in unusable)
        problems.append(f"{place}: {listed} is too short, too long or no name.")
    if len(usable) < 2:
        problems.append(f"{place} needs two names or more, with = between them.")
        return ()
    return tuple(usable)
