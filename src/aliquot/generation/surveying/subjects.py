"""What a question looks for, without the words that ask.

Enters: a question's words. Leaves: what names the thing, as it would stand in a document.
"""

from __future__ import annotations

import re

from aliquot.generation.surveying.japanese import content_of, in_english
from aliquot.generation.surveying.stating import amounts_in
from aliquot.generation.surveying.wording import (
    ABOUT,
    APPOSED,
    ASIDE,
    ASKING,
    BRACKETED,
    CLOSING,
    HEAD,
    HELD,
    IN_LIBRARY,
    JAPANESE,
    LATIN,
    OF_SYMBOL,
    TIES,
    USE,
)

__all__ = ["subject_of"]

HELD_BY = re.compile(HELD, re.IGNORECASE)
ARTICLE = re.compile(r"^(?:an?|the)(?:\s+|$)", re.IGNORECASE)
EDGES = " ?？!！.。,、:：;はがをのにで"


def subject_of(text: str) -> str:
    """Return what a question looks for; empty where its words only ask."""
    bare = CLOSING.sub(" ", IN_LIBRARY.sub(" ", ASIDE.sub("", text)))
    bare = HEAD.sub(" ", bare, count=1)
    for pattern in (HELD_BY, ABOUT, USE, ASKING):
        bare = pattern.sub(" ", bare)
    return _japanese(bare) if JAPANESE.search(bare) else _english(bare)


def _japanese(text: str) -> str:
    """Return the words that mean something; of those not known in English, only Latin ones.

    Latin words are all that a Japanese question shares with an English text.
    """
    amounts, rest = amounts_in(text)
    if amounts:
        # Units are no words: 「−20℃で保存」 is "-20 °C" and 保存.
        return " ".join((*(one.span.of(text) for one in amounts), content_of(rest))).strip()
    bare = content_of(BRACKETED.sub(" ", text)) or content_of(text)
    if english := in_english(bare):
        symbol = OF_SYMBOL.match(english)
        return symbol["name"] if symbol else bare
    if latin := LATIN.findall(text):
        return " ".join(latin)
    return bare


def _english(text: str) -> str:
    shown = BRACKETED.sub(" ", text)
    bare = " ".join((shown if shown.strip() else text).split()).strip(EDGES)
    bare = TIES.sub("", bare).strip(EDGES)
    # The article tells a class before its symbol from a name of several words.
    apposed = APPOSED.match(bare)
    bare = apposed["name"] if apposed else TIES.sub("", ARTICLE.sub("", bare)).strip(EDGES)
    of_symbol = OF_SYMBOL.match(bare)
    return of_symbol["name"] if of_symbol else bare
