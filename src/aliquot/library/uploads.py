"""Files that people hand over: a name that is safe anywhere, a place nothing is overwritten at."""

from __future__ import annotations

import filecmp
import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path, PurePath

from aliquot.errors import SourceError, StoreError, UnsupportedFormatError
from aliquot.parsing.sniff import sniff

__all__ = ["NAME_BYTES", "check_readable", "place_file", "safe_name"]

# Bytes of a name: file systems take 255; a number may join it, and a part of a name go with it
# (`.gz` files are unpacked beside theirs).
NAME_BYTES = 200
# An ending longer than this is none.
MAX_ENDING = 16
NAMELESS = "file"
# Files of one name in one folder: each is looked at in turn.
MAX_SAME = 10_000
# Source: Microsoft, "Naming Files, Paths, and Namespaces": names of devices, whatever the ending.
RESERVED = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)
# And characters that no name may hold there.
FORBIDDEN = re.compile(r'[<>:"|?*]')
PLAIN_MODE = 0o644


def safe_name(name: str) -> str:
    """Return a name a file can be kept under on any system, as near to the given one as can be.

    It has no folders, no signs that are not seen (controls, marks that turn the direction of
    reading), is composed (NFC), is not hidden, and is no device's.

    Args:
        name: As a stranger gave it; may hold a path of any system.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    seen = "".join(sign for sign in last if unicodedata.category(sign)[0] != "C")
    plain = FORBIDDEN.sub("_", " ".join(seen.split())).lstrip(". ").rstrip(". ")
    stem, ending = _parted(plain or NAMELESS)
    if stem.partition(".")[0].strip().casefold() in RESERVED:
        stem = f"_{stem}"
    return _cut(stem, NAME_BYTES - len(ending.encode())) + ending


def _parted(name: str) -> tuple[str, str]:
    ending = PurePath(name).suffix
    return (name.removesuffix(ending), ending) if len(ending) <= MAX_ENDING else (name, "")


def _cut(text: str, size: int) -> str:
    """Return the beginning of a text that takes at most `size` bytes, in whole characters."""
    return text.encode()[:size].decode(errors="ignore").rstrip(". ") or NAMELESS


def check_readable(path: Path) -> None:
    """Refuse a file that no parser reads, by its content, as ingest decides.

    Raises:
        SourceError: It is empty, damaged, of no known format, or not what its name promises.
    """
    if sniff(path) is None:
        raise UnsupportedFormatError(
            "No parser reads this kind of file.",
            source=str(path),
            hint="Bring in PDF, Word, slides, tables, text, JATS or other formats of the manual.",
        )


def place_file(staged: Path, folder: Path, name: str) -> tuple[Path, bool]:
    """Move a file into a folder under a name; where that is taken, with a number.

    A file of that name with the same bytes is kept instead: whoever sends a file again, since no
    answer came the first time, has it there once.

    Args:
        staged: Where the file is; on the same disk.
        folder: Made if missing.
        name: From `safe_name`.

    Returns:
        Where it is now, and whether it is new there.

    Raises:
        StoreError: The folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for target in _numbered(folder / name):
            if _moved(staged, target):
                return target, True
            if target.is_file() and filecmp.cmp(staged, target, shallow=False):
                staged.unlink()
                return target, False
    except OSError as exc:
        raise StoreError(
            f"{name} cannot be kept: {exc.strerror or exc}.",
            hint="Check the disk the library is on, and who may write there.",
        ) from exc
    raise SourceError(f"There are too many files called {name}.", source=name)


def _numbered(path: Path) -> Iterator[Path]:
    """Yield `a.pdf`, `a (2).pdf`, `a (3).pdf`, ..."""
    yield path
    for number in range(2, MAX_SAME):
        yield path.with_name(f"{path.stem} ({number}){path.suffix}")


def _moved(staged: Path, target: Path) -> bool:
    """Move a file to a name nobody else has; return whether it was free."""
    try:
        # There at once and whole: whoever sends the same file meanwhile finds its bytes.
        os.link(staged, target)
    except FileExistsError:
        return False
    except OSError:
        return _moved_without_links(staged, target)
    staged.unlink()
    return True


def _moved_without_links(staged: Path, target: Path) -> bool:
    """Do the same on disks that know no second name of a file, such as exFAT."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PLAIN_MODE))
    except FileExistsError:
        return False
    staged.replace(target)
    return True
