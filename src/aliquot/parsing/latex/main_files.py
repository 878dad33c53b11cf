"""Tell the main file of a LaTeX project from its parts.

What enters: names and sources. What leaves: which are read as documents, and of which a file is a
part.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from aliquot.errors import SourceError
from aliquot.parsing.files.bytes import decode, peek_bytes, read_text
from aliquot.parsing.latex.project import candidates, included_names

__all__ = ["is_whole", "main_names", "whole_that_includes"]

WHOLE = re.compile(r"^[^%\n]*\\documentclass\b|^[^%\n]*\\documentstyle\b", re.M)
PART_CLASSES = re.compile(r"\\documentclass\s*(?:\[[^\]]{0,400}\])?\s*\{(?:subfiles|standalone)\}")
BEGINS = re.compile(r"\\begin\{document\}")
# arXiv's file that says how a paper is put together. Source: info.arxiv.org, "00README".
NEW_NOTES, OLD_NOTES = "00README.json", "00README.XXX"
# Parts lie beside the main file or in a folder of their own, sometimes in one of that.
FOLDERS_UP = 2
# A folder with more sources holds many papers; looking through all of them for each part of one
# would take as long as reading them.
MAXIMUM_SIBLINGS = 200
HEAD_BYTES = 256 * 1024


def is_whole(source: str) -> bool:
    """Tell a document from a part of one."""
    return bool(WHOLE.search(source)) and not PART_CLASSES.search(source)


def main_names(sources: Mapping[str, str], notes: Mapping[str, bytes]) -> list[str]:
    """Return the names of the files of an archive that are documents, the paper first.

    Args:
        sources: Texts of the LaTeX files by name.
        notes: Bytes of other files by name, those of arXiv among them.
    """
    stated = [name for name in _stated(notes) if name in sources]
    if stated:
        return stated
    wholes = [name for name, text in sources.items() if is_whole(text) and BEGINS.search(text)]
    brought = {
        name
        for whole, text in sources.items()
        for included in included_names(text)
        for name in candidates(posixpath.join(posixpath.dirname(whole), included))
    }
    own = [name for name in wholes if name not in brought] or wholes or list(sources)[:1]
    # The paper is longer than its supplement and its cover letter.
    return sorted(own, key=lambda name: (name.count("/"), -len(sources[name]), name))


def whole_that_includes(path: Path) -> Path | None:
    """Return the document near a part that brings it in, or `None`."""
    part = path.resolve()
    folder = part.parent
    for _ in range(FOLDERS_UP + 1):
        siblings = sorted(folder.glob("*.tex"))[:MAXIMUM_SIBLINGS]
        for sibling in siblings:
            if sibling.resolve() != part and _brings(sibling, part, folder):
                return sibling
        if folder == folder.parent:
            break
        folder = folder.parent
    return None


def _brings(main: Path, part: Path, folder: Path) -> bool:
    """Tell whether a document brings in a part, itself or by the parts it brings in."""
    try:
        if not is_whole(decode(peek_bytes(main, HEAD_BYTES), partial=True)):
            return False
        waiting, seen = [main], {main.resolve()}
        while waiting and len(seen) < MAXIMUM_SIBLINGS:
            for name in included_names(read_text(waiting.pop())):
                found = _file(folder, name)
                if found is not None and found not in seen:
                    seen.add(found)
                    waiting.append(found)
    except SourceError:
        return False
    return part in seen


def _file(folder: Path, name: str) -> Path | None:
    paths = ((folder / candidate).resolve() for candidate in candidates(name))
    return next((each for each in paths if each.is_relative_to(folder) and each.is_file()), None)


def _stated(notes: Mapping[str, bytes]) -> list[str]:
    """Return the documents that arXiv's notes name."""
    lines = notes.get(OLD_NOTES, b"").decode("utf-8", "replace").splitlines()
    found = [words[0] for line in lines if (words := line.split())[1:] == ["toplevelfile"]]
    if notes.get(NEW_NOTES):
        try:
            sources = json.loads(notes[NEW_NOTES])["sources"]
            found += [each["filename"] for each in sources if each.get("usage") == "toplevel"]
        except (ValueError, KeyError, TypeError, AttributeError):
            return found
    return found
