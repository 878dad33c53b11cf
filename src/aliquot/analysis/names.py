"""The terms of a question that name one thing exactly: identifiers, Latin names in Japanese."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.analysis.analyser import cached_terms
from aliquot.analysis.content_words import is_function_word
from aliquot.analysis.japanese import CJK
from aliquot.analysis.normalise import GREEK_NAMES, normalise
from aliquot.analysis.tokens import PIECE

__all__ = ["identities_of", "is_lookup", "names_of"]

# A digit beside a letter (TP53, a DOI), or a number longer than amounts usually are.
_IDENTIFIER = re.compile(r"(?=.*\d)(?=.*[^\W\d_])|[0-9]{5,}$")
_AMOUNT = re.compile(r"[0-9.-]{1,4}|[0-9]*\.[0-9]+")
_GREEK_PART = re.compile(rf"(?<![a-z])(?:{'|'.join(GREEK_NAMES)})(?![a-z])")
_GREEK_ALONE = frozenset(GREEK_NAMES)
_LATIN_NAME = re.compile(r"[A-Za-z][A-Za-z-]{3,}")
_JAPANESE = re.compile(f"[{CJK}]")
# What says of which register an identifier is. A label joined to a number would be a name of its
# own: "PMID 31234567".
_LABEL = re.compile(
    r"(?:https?://)?(?:dx\.)?doi\.org/|\b(?:RRID|PMC?ID|DOI)\b[ :]*"
    r"|\bcat(?:alog(?:ue)?)?(?:\. ?| )?(?:no\.?|number|#)[ :]*",
    re.IGNORECASE,
)
# Parts of one name that a space may part are short: CHO K1, SH SY5Y, RAW 264.7.
_SHORT_PART = re.compile(r"[A-Za-z]{1,4}|[A-Z0-9][A-Za-z0-9]{0,6}")
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

    An identifier holds a digit and a letter (TP53, IL-6, NW-6106, p.R175H, a DOI) or a Greek letter
    (TNF-α, β-actin), or is a long number. A question of one word is a name, in Japanese one to be
    looked for as a phrase. In a Japanese question a word in Latin letters is a name too, and often
    all it shares with an English text.
    """
    pieces = PIECE.findall(_unlabelled(question))
    is_japanese = any(map(_JAPANESE.match, pieces))
    if is_japanese and len(pieces) == 1:
        return pieces
    names = list(_joined_name(pieces))
    for piece in pieces:
        is_latin = is_japanese and _LATIN_NAME.fullmatch(piece) is not None
        if is_latin or _is_name(piece, is_alone=len(pieces) == 1):
            names += _whole_terms(piece)
    return list(dict.fromkeys(names))


def is_lookup(question: str) -> bool:
    """Tell whether a question is nothing but names: to be looked up, not understood."""
    pieces = [one for one in PIECE.findall(_unlabelled(question)) if not is_function_word(one)]
    if not pieces or _JAPANESE.search(question):
        return False
    if len(pieces) == 1 or _joined_name(pieces):
        return bool(names_of(question))
    return all(_is_name(piece) for piece in pieces)


def _unlabelled(question: str) -> str:
    return _LABEL.sub(" ", normalise(question))


def _is_name(piece: str, *, is_alone: bool = False) -> bool:
    """Tell whether a piece names one thing; any but an amount or a function word does alone."""
    terms = cached_terms(piece)
    if not terms or _AMOUNT.fullmatch(terms[0]):
        return is_alone and len(terms) == 1
    if _IDENTIFIER.match(terms[0]) or (is_alone and not is_function_word(piece)):
        return True
    return _GREEK_PART.search(piece) is not None and terms[0] not in _GREEK_ALONE


def _whole_terms(piece: str) -> tuple[str, ...]:
    """Return the whole form of a piece; of CD4+ the one with its mark too, before the bare one."""
    terms = cached_terms(piece)
    return (terms[-1], terms[0]) if piece[-1] in "+-" else terms[:1]


def _joined_name(pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the one name that two short pieces may spell: chok1 for CHO K1."""
    is_parted = len(pieces) == 2 and all(_SHORT_PART.fullmatch(piece) for piece in pieces)
    if not is_parted or any(map(is_function_word, pieces)):
        return ()
    terms = cached_terms("-".join(pieces))[:1]
    return tuple(term for term in terms if _IDENTIFIER.match(term))
