"""Write works as BibTeX that BibTeX, Biber and reference managers read.

Letters beyond ASCII are kept: Biber and every reference manager read UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.generation.citing.names import Name
from aliquot.generation.citing.vancouver import MEDIUM
from aliquot.generation.citing.works import Work

__all__ = ["write_bibtex"]

# BibTeX counts braces whether or not a backslash stands before them, so that one alone would
# swallow the rest of the file: braces are written as commands.
_SPECIALS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
    }
)
# Fields that are read verbatim; what would end them early is written as in a URL.
_VERBATIM = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
# What a key must not hold. Source: BibTeX, "bibtex.web", section on identifiers; Biber.
_NO_KEY = re.compile(r"[\s\"#%'(),={}~\\@&$^]+")
# Of the words behind the first, this share begins with a capital in a title in title case; in one
# in sentence case such a word is a name, which styles must not write small.
_TITLE_CASE = 0.5
_COUNTED_LETTERS = 4


def write_bibtex(works: Sequence[Work]) -> str:
    """Return a .bib file, one entry for each work, by the documents' ids."""
    keys: set[str] = set()
    return "\n".join(_entry(one, _key(one.id, keys)) for one in works)


def _entry(work: Work, key: str) -> str:
    fields = (f"  {name} = {{{value}}}," for name, value in _fields(work) if value)
    kind = "article" if work.journal else "misc"
    return "\n".join([f"@{kind}{{{key},", *fields, "}", ""])


def _fields(work: Work) -> Iterator[tuple[str, str]]:
    yield "title", _title(work.title)
    yield "author", " and ".join(map(_author, work.authors))
    yield "year", str(work.year or "")
    yield "journal", _escaped(work.journal)
    yield "volume", _escaped(work.volume)
    yield "number", _escaped(work.issue)
    yield "pages", _escaped(work.pages.replace("-", "--"))
    yield "howpublished", _escaped(_published(work))
    yield "version", _escaped(work.version)
    yield "doi", work.doi.translate(_VERBATIM)
    yield "pmid", work.pmid
    yield "pmcid", work.pmcid
    yield "url", "" if work.doi else work.url.translate(_VERBATIM)
    yield "note", _escaped(". ".join(_notes(work)))


def _published(work: Work) -> str:
    """Return what an entry of no journal is: "UniProt P04637", "Protocol"."""
    if work.journal:
        return ""
    return f"{work.registry} {work.accession}".strip() or MEDIUM.get(work.kind, "").capitalize()


def _notes(work: Work) -> Iterator[str]:
    if work.notice:
        yield work.notice.capitalize()
    yield from work.remarks
    if not work.url and work.file_name:
        yield f"File: {work.file_name}"


def _author(name: Name) -> str:
    if name.is_literal:
        # Braces keep the words of a group together.
        return f"{{{_escaped(name.family)}}}"
    parts = (name.whole_family, name.suffix, name.given)
    # "von Last, Jr, First": a name that holds "and" is two, unless it stands in braces.
    return ", ".join(_guarded(part) for part in parts if part)


def _guarded(part: str) -> str:
    escaped = _escaped(part)
    return f"{{{escaped}}}" if re.search(r"\band\b", part, re.I) else escaped


def _escaped(text: str) -> str:
    return text.translate(_SPECIALS)


def _title(title: str) -> str:
    """Return a title with braces around what a style must not write in small letters."""
    words = title.split(" ")
    plain = (one for one in words[1:] if one[:1].isalpha() and not _keeps_capitals(one, False))
    longer = [one for one in plain if len(one) >= _COUNTED_LETTERS]
    capital = sum(one[0].isupper() for one in longer)
    is_title_case = bool(longer) and capital >= _TITLE_CASE * len(longer)
    return " ".join(
        f"{{{_escaped(word)}}}" if _keeps_capitals(word, is_name) else _escaped(word)
        for word, is_name in zip(words, [False] + [not is_title_case] * len(words), strict=False)
    )


def _keeps_capitals(word: str, is_name: bool) -> bool:
    letters = [one for one in word if one.isalpha()]
    # "M. tuberculosis": a letter alone with a full stop is an abbreviation.
    is_abbreviated = len(letters) == 1 and word.endswith(".") and letters[0].isupper()
    if is_abbreviated or any(one.isupper() for one in letters[1:]):
        return True
    return is_name and bool(letters) and letters[0].isupper()


def _key(document_id: str, taken: set[str]) -> str:
    """Return a key that BibTeX reads and no other entry has."""
    base = _NO_KEY.sub("-", document_id).strip("-") or "document"
    key, number = base, 2
    while key.casefold() in taken:
        key, number = f"{base}-{number}", number + 1
    # BibTeX takes keys that differ in case alone for the same.
    taken.add(key.casefold())
    return key
