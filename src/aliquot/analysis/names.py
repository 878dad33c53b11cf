"""The terms of a question that name one thing exactly: identifiers, Latin names in Japanese."""

from __future__ import annotations

import re

from aliquot.analysis.analyser import cached_terms
from aliquot.analysis.content_words import content_terms
from aliquot.analysis.japanese import CJK
from aliquot.analysis.normalise import normalise
from aliquot.analysis.tokens import PIECE

__all__ = ["identities_of", "is_lookup", "names_of"]

_HAS_DIGIT_AND_LETTER = re.compile(r"(?=.*\d)(?=.*[^\W\d_])")
_LATIN_NAME = re.compile(r"[A-Za-z][A-Za-z-]{3,}")
_JAPANESE = re.compile(f"[{CJK}]")
# Words before an identifier that say which registry it is of.
_LABELS = frozenset(["rrid", "pmid", "pmcid", "doi"])
# How PubMed numbers are written; a question that is a number alone may be one.
_PMID = re.compile(r"\bPMID[ :]*([0-9]{1,8})\b|^\s*([0-9]{5,8})\s*$", re.IGNORECASE)
_VERSION = re.compile(r"\.[0-9]+$")
# What may close a title where a question does not, and the other way round.
_END_MARKS = ("", ".", "?", "!", "。", "？", "！")
_AROUND = " \t\n\"'“”‘’«»「」『』"
# Beyond this a text is no question, and asking the catalog for each of its words is no look-up.
_MAX_IDENTITIES = 64


def identities_of(question: str) -> dict[str, list[str]]:
    """Return what a document would have to be called for the question to name it, by field.

    Identifiers anywhere in the question name a document, in any language; a title, a gene's symbol
    or a document's id does only where it is the whole question, and then before them.
    """
    pieces = [one for one in PIECE.findall(normalise(question)) if any(map(str.isdigit, one))]
    forms = (form for one in pieces for form in (one, one.replace(" ", ""), _unversioned(one)))
    identifiers = list(dict.fromkeys(forms))[:_MAX_IDENTITIES]
    whole = " ".join(question.split()).strip(_AROUND)
    bare = whole.rstrip("".join(_END_MARKS)).rstrip()
    titles = list(dict.fromkeys([whole, *(bare + mark for mark in _END_MARKS)]))
    pmids = [number for pair in _PMID.findall(question) for number in pair if number]
    by_whole = {"title": titles, "document_id": [whole], "gene": [whole], "pmid": pmids}
    return by_whole | dict.fromkeys(("doi", "nct", "pmcid", "accession"), identifiers)


def _unversioned(identifier: str) -> str:
    """Return NM_000546 for NM_000546.6; a DOI's last number is no version."""
    return identifier if "/" in identifier else _VERSION.sub("", identifier)


def names_of(question: str) -> list[str]:
    """Return the whole terms, each once, in order.

    An identifier holds a digit and a letter (TP53, IL-6, NW-6106, p.R175H, a DOI). In a Japanese
    question a word in Latin letters is a name too, and often all it shares with an English text.
    """
    text = normalise(question)
    is_japanese = _JAPANESE.search(text) is not None
    names: dict[str, None] = {}
    for piece in PIECE.findall(text):
        terms = cached_terms(piece)
        is_name = is_japanese and _LATIN_NAME.fullmatch(piece) is not None
        if terms and (is_name or _HAS_DIGIT_AND_LETTER.match(terms[0])):
            names[terms[0]] = None
    return list(names)


def is_lookup(question: str) -> bool:
    """Tell whether a question is nothing but names: to be looked up, not understood."""
    named = {term for name in names_of(question) for term in cached_terms(name)}
    if not named or _JAPANESE.search(question):
        return False
    parts = {part for term in content_terms(question) for part in (term, *cached_terms(term))}
    parts -= _LABELS
    return all(part in named or any(part in name for name in named) for part in parts)
