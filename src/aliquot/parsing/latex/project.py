"""Put a LaTeX project together: a main file and the files it brings in, from its folder only.

What enters: a main file, in a folder or an archive. What leaves: its source with every part in its
place, and warnings about parts that are missing or lead outside. No path leaves the folder of the
main file, and no file is read inside itself.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from aliquot.errors import SourceError
from aliquot.parsing.files.bytes import decode, read_text
from aliquot.parsing.latex.source import BODY, Codes, cleaned

__all__ = ["Assembled", "Bundle", "Folder", "Project", "assemble", "included_names"]

INCLUDE = re.compile(
    r"\\(?:input|include|subfile|subfileinclude)\s*\{\s*\"?([^{}\"\n]{1,300}?)\"?\s*\}"
    r"|\\(?:sub)?(?:import|inputfrom|includefrom)\*?\s*\{([^{}\n]{0,300})\}\s*\{([^{}\n]{1,300})\}"
    # The bare form of TeX ends at a space.
    r"|\\input\s+([\w./-]+)"
)
# Drawings and settings: nothing of them is read.
NOT_TEXT = (".tikz", ".pgf", ".pdf_tex", ".eps_tex", ".sty", ".cls", ".def", ".cfg", ".pgfplots")
SUFFIXES = (".tex", ".ltx", ".latex")
# Books nest parts, chapters and sections; no one more.
MAXIMUM_DEPTH = 10
# The longest theses have two million characters in a hundred parts; files that bring in each other
# many times would have no end.
MAXIMUM_CHARS = 40_000_000
MAXIMUM_PARTS = 1_000


class Project(Protocol):
    """Where the files of a project lie."""

    def read(self, name: str) -> str | None:
        """Return the text of a file by its name relative to the main file, `None` for none."""


class Folder:
    """A project in a folder.

    Args:
        root: The folder of the main file; nothing outside it is read.
    """

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._texts: dict[str, str | None] = {}

    def read(self, name: str) -> str | None:
        """Return the text of a file, `None` where there is none that may be read."""
        if name not in self._texts:
            self._texts[name] = self._read(name)
        return self._texts[name]

    def _read(self, name: str) -> str | None:
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root) or not path.is_file():
            return None
        try:
            return read_text(path)
        except SourceError:
            return None


class Bundle:
    """A project in memory.

    Args:
        files: Bytes by name, relative to the top of the archive.
        folder: Where the main file lies in it.
    """

    def __init__(self, files: Mapping[str, bytes], folder: str = "") -> None:
        self._files = files
        self._folder = folder

    def read(self, name: str) -> str | None:
        """Return the text of a file, `None` where there is none."""
        data = self._files.get(posixpath.normpath(posixpath.join(self._folder, name)))
        if data is None:
            return None
        try:
            text = decode(data) if data else ""
        except SourceError:
            return None
        return text.replace("\r\n", "\n").replace("\r", "\n")


@dataclass(slots=True)
class Assembled:
    """A project in one piece.

    Attributes:
        text: The main file's source, its parts in their places.
        parts: Names of the files that were brought in.
        missing: Names that lead to no file.
        outside: Names that lead out of the folder.
        size: Characters brought in.
    """

    text: str = ""
    codes: Codes = field(default_factory=Codes)
    parts: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    size: int = 0

    def warnings(self) -> list[str]:
        """Return what a reader of the receipt should know."""
        found = []
        if self.missing:
            found.append(f"Parts not found beside it: {_enumerated(self.missing)}.")
        if self.outside:
            found.append(f"Parts outside its folder, not read: {_enumerated(self.outside)}.")
        return found


def assemble(project: Project, source: str, *, name: str = "") -> Assembled:
    """Return a main file with the files it brings in.

    Args:
        project: Where they lie.
        source: Text of the main file.
        name: Its name in the project, so that it does not bring in itself.
    """
    whole = Assembled()
    whole.text = _with_parts(project, source, whole, [posixpath.normpath(name)], "")
    return whole


def included_names(source: str) -> list[str]:
    """Return the names a source brings in, as they are written."""
    return [_included_name(found) for found in INCLUDE.finditer(cleaned(source, Codes()))]


def candidates(name: str) -> list[str]:
    """Return the names a file may have in the project, the one written first."""
    plain = posixpath.normpath(name)
    return [plain] if plain.endswith(SUFFIXES) else [f"{plain}.tex", plain]


def _with_parts(
    project: Project, source: str, whole: Assembled, chain: list[str], folder: str
) -> str:
    text = cleaned(source, whole.codes)

    def bring(found: re.Match[str]) -> str:
        name = _included_name(found)
        if not name or name.endswith(NOT_TEXT) or "#" in name or "\\" in name:
            return ""
        text = _whole_part(project, name, whole, chain, folder)
        # Such a part begins on a page of its own; what `\\input` brings may stand in a sentence.
        is_apart = found.group().startswith(("\\include", "\\sub"))
        return f"\n\n{text}\n\n" if is_apart else text

    return INCLUDE.sub(bring, text)


def _whole_part(
    project: Project, name: str, whole: Assembled, chain: list[str], folder: str
) -> str:
    """Return a part with its own parts; nothing where it is missing, outside or in a circle."""
    # Names are meant from the main file; some packages mean them from the file they stand in.
    for wanted in (*candidates(name), *candidates(posixpath.join(folder, name))):
        if wanted.startswith(("..", "/")):
            whole.outside += [] if name in whole.outside else [name]
            return ""
        if wanted in chain or len(chain) > MAXIMUM_DEPTH:
            return ""
        if whole.size > MAXIMUM_CHARS or len(whole.parts) >= MAXIMUM_PARTS:
            return ""
        source = project.read(wanted)
        if source is not None:
            whole.size += len(source)
            whole.parts.append(wanted)
            inner = posixpath.dirname(wanted)
            text = _with_parts(project, source, whole, [*chain, wanted], inner)
            body = BODY.search(text)
            return body[1] if body else text
    whole.missing += [] if name in whole.missing else [name]
    return ""


def _included_name(found: re.Match[str]) -> str:
    if found[3]:
        return posixpath.join(found[2].strip(), found[3].strip())
    return (found[1] or found[4] or "").strip()


def _enumerated(names: list[str]) -> str:
    return ", ".join(sorted(names))
