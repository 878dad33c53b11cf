"""Bibliographies of works in the formats that reference managers read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from aliquot.errors import ConfigError
from aliquot.generation.citing.bibtex import write_bibtex
from aliquot.generation.citing.csl import write_csl
from aliquot.generation.citing.ris import write_ris
from aliquot.generation.citing.works import Work

__all__ = ["FORMATS", "BibliographyFormat", "format_named", "format_of_file"]


@dataclass(frozen=True, slots=True)
class BibliographyFormat:
    """A format of bibliographies.

    Attributes:
        name: As it is asked for.
        ending: Of a file's name.
        write: Returns the text of a file that holds the works, in order.
    """

    name: str
    ending: str
    write: Callable[[Sequence[Work]], str]


FORMATS: Mapping[str, BibliographyFormat] = {
    one.name: one
    for one in (
        BibliographyFormat("bibtex", ".bib", write_bibtex),
        BibliographyFormat("ris", ".ris", write_ris),
        BibliographyFormat("csl", ".json", write_csl),
    )
}


def format_named(name: str) -> BibliographyFormat:
    """Return a format by its name.

    Raises:
        ConfigError: There is none of that name.
    """
    if name not in FORMATS:
        raise ConfigError(f"Unknown format {name!r}.", hint=f"Formats: {', '.join(FORMATS)}.")
    return FORMATS[name]


def format_of_file(path: PurePath) -> BibliographyFormat:
    """Return the format that the ending of a file's name asks for.

    Raises:
        ConfigError: No format has that ending.
    """
    for one in FORMATS.values():
        if path.name.casefold().endswith(one.ending):
            return one
    endings = ", ".join(f"{one.ending} ({one.name})" for one in FORMATS.values())
    raise ConfigError(
        f"The name {path.name!r} does not say which format is meant.",
        hint=f"End it with one of: {endings}.",
    )
