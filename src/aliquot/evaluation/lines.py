"""Files of one record a line, packed or not; whatever is wrong names the file and the line."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from aliquot.errors import SourceError

__all__ = ["bad_line", "present", "read_lines", "read_records"]

# A line longer than this is no judgement, result or article, and would fill the memory.
MAX_LINE_CHARACTERS = 50_000_000


def bad_line(path: Path, number: int, what: str, hint: str) -> SourceError:
    """Return the error for one line, to be raised.

    Args:
        path: The file.
        number: 1-based number of the line.
        what: What is wrong with it, with a full stop.
        hint: What to do about it.
    """
    return SourceError(f"{path}, line {number}: {what}", source=str(path), hint=hint)


def present(path: Path) -> Path | None:
    """Return the file, or the same packed by gzip, where there is one."""
    packed = path.with_name(path.name + ".gz")
    return next((one for one in (path, packed) if one.is_file()), None)


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every line that is not blank with its number, from 1, without its end.

    Raises:
        SourceError: The file cannot be read, is not UTF-8, or is a damaged archive.
    """
    number = 0
    try:
        with _opened(path) as lines:
            while line := lines.readline(MAX_LINE_CHARACTERS + 1):
                number += 1
                if len(line) > MAX_LINE_CHARACTERS:
                    raise bad_line(path, number, "It is far too long.", "Check that it is text.")
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except UnicodeDecodeError as exc:
        # Text is decoded ahead of the line it is wanted for, so the line itself is not known.
        raise bad_line(
            path, number + 1, "Here or soon after it is not UTF-8.", "Save it as UTF-8."
        ) from exc
    except (OSError, EOFError, zlib.error) as exc:
        reason = getattr(exc, "strerror", None) or str(exc)
        raise SourceError(
            f"{path} cannot be read: {reason}.",
            source=str(path),
            hint="Check its name and permissions; fetch a damaged archive again.",
        ) from exc


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON object of every line with the line's number.

    Raises:
        SourceError: The file cannot be read, or a line holds no JSON object.
    """
    for number, line in read_lines(path):
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as exc:
            hint = "Write one JSON object a line."
            raise bad_line(path, number, f"It is not JSON: {exc}.", hint) from exc
        if not isinstance(record, dict):
            raise bad_line(path, number, "It is no JSON object.", 'Write it as {"_id": "1", ...}.')
        yield number, record


def _opened(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")
