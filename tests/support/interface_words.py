"""Collect the interface's words out of templates and pages, and compile their translations.

Run it after words were changed; then fill in what is empty in the `.po` file and run it again:

    python tests/support/interface_words.py
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

WEB = Path(__file__).parents[2] / "src" / "aliquot" / "web"
DOMAIN = "aliquot"
METHODS = [
    ("templates/**.html", "jinja2.ext:babel_extract"),
    ("pages/**.py", "python"),
    ("access/**.py", "python"),
]
OPTIONS = {"templates/**.html": {"trimmed": "true", "newstyle_gettext": "true"}}
# `N_` marks what is translated where it is shown.
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None}
WIDTH = 100


def template() -> Catalog:
    """Return every text of the interface, each once, with the files that show it."""
    catalog = Catalog(project="Aliquot", charset="utf-8")
    found = extract_from_dir(str(WEB), METHODS, OPTIONS, KEYWORDS)
    for file, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        catalog.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def po_file(language: str) -> Path:
    """Return the file with the translations into a language."""
    return WEB / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translated(language: str) -> Catalog:
    """Return the translations into a language; an empty catalog where there is no file yet."""
    file = po_file(language)
    if not file.exists():
        return _named(Catalog(locale=language, header_comment="# The interface's words."))
    with file.open("rb") as stream:
        return _named(read_po(stream, locale=language))


def _named(catalog: Catalog) -> Catalog:
    """Return a catalog with what its header says of it."""
    catalog.project, catalog.version = "Aliquot", "1"
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = "Aliquot"
    # Of no minute: the same words are the same file.
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    catalog.fuzzy = False
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """Return what gettext reads."""
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def update(language: str) -> list[str]:
    """Write a language's files anew; return the texts that are not translated yet."""
    catalog = translated(language)
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    stream = io.BytesIO()
    write_po(stream, catalog, width=WIDTH, omit_header=False, include_lineno=False)
    file.write_bytes(_without_dates(stream.getvalue()))
    file.with_suffix(".mo").write_bytes(compiled(translated(language)))
    return lacking(catalog)


def lacking(catalog: Catalog) -> list[str]:
    """Return the texts of a catalog that are not translated."""
    return [str(one.id) for one in catalog if one.id and not _is_whole(one.string)]


def _is_whole(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def _without_dates(text: bytes) -> bytes:
    """Return a file that is the same whenever it is written."""
    dated = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')
    return b"".join(line for line in text.splitlines(keepends=True) if not line.startswith(dated))


if __name__ == "__main__":
    import sys

    for code in ("ja",):
        for text in update(code):
            sys.stdout.write(f"{code}: not translated: {text}\n")
