"""A survey to a file, in the format its name asks for."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path, PurePath

from aliquot.errors import ConfigError
from aliquot.generation.surveying.tables.csv import to_csv
from aliquot.generation.surveying.tables.markdown import to_markdown
from aliquot.generation.surveying.tables.svg import to_svg
from aliquot.shapes import survey_shape
from aliquot.types import Survey

__all__ = ["FORMATS", "check_table", "survey_content", "write_survey"]

_Writer = Callable[[Survey, date], bytes]
# What a new file may be done with where the system says nothing else.
PLAIN_MODE = 0o666


def write_survey(survey: Survey, path: Path, on: date | None = None) -> bytes:
    """Write a survey to a new file; it is there whole or not at all. Return what was written.

    Args:
        survey: With its rows and coverage.
        path: Its ending says the format: .csv, .xlsx, .md, .json or .svg.
        on: The day it is dated; today unless given.

    Raises:
        ConfigError: The ending says no format, the file exists or cannot be written, or the
            survey has nothing that this format shows.
    """
    content = check_table(path)(survey, on or date.today())
    try:
        _write_whole(path, content)
    except OSError as exc:
        raise ConfigError(
            f"{path} cannot be written: {exc.strerror or exc}.",
            hint="Check its folder and the disk.",
        ) from exc
    return content


def survey_content(survey: Survey, ending: str, on: date | None = None) -> bytes:
    """Return a survey as a file holds it.

    Args:
        survey: With its rows and coverage.
        ending: One of `FORMATS`.
        on: The day it is dated; today unless given.

    Raises:
        ConfigError: The ending says no format, or the survey has nothing that this format shows.
    """
    return _writer_of(f"survey{ending}")(survey, on or date.today())


def check_table(path: Path) -> _Writer:
    """Return what writes the format a new file is named for.

    Raises:
        ConfigError: Its ending says no format, it exists, or its folder does not.
    """
    writer = _writer_of(path.name)
    if path.exists():
        raise ConfigError(f"{path} exists.", hint="Choose another name.")
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"{path} is in no folder that exists.", hint="Make the folder first.")
    return writer


def _writer_of(name: str) -> _Writer:
    writer = WRITERS.get(PurePath(name).suffix.casefold())
    if writer is None:
        raise ConfigError(
            f"The name {name!r} does not say which format is meant.",
            hint=f"End it with one of: {', '.join(WRITERS)}.",
        )
    return writer


def _write_whole(path: Path, content: bytes) -> None:
    """Write beside the file, then give it its name: who reads it never sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=".aliquot-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(PLAIN_MODE & ~_umask())
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    """Return what the system withholds from new files; it is told only by being set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _csv(survey: Survey, _on: date) -> bytes:
    # Spreadsheets take UTF-8 for another encoding without the mark.
    return b"\xef\xbb\xbf" + _encoded(to_csv(survey))


def _xlsx(survey: Survey, on: date) -> bytes:
    # openpyxl takes long to load, and only this needs it.
    from aliquot.generation.surveying.tables.xlsx import to_xlsx

    return to_xlsx(survey, on)


def _markdown(survey: Survey, _on: date) -> bytes:
    return _encoded(to_markdown(survey))


def _json(survey: Survey, _on: date) -> bytes:
    return _encoded(json.dumps(survey_shape(survey), ensure_ascii=False, indent=2) + "\n")


def _svg(survey: Survey, _on: date) -> bytes:
    return _encoded(to_svg(survey))


WRITERS: Mapping[str, _Writer] = {
    ".csv": _csv,
    ".xlsx": _xlsx,
    ".md": _markdown,
    ".json": _json,
    ".svg": _svg,
}
# Endings of the files a survey is written to.
FORMATS = tuple(WRITERS)
