"""What a page advises where the library advises a command: the same remedy, in the browser.

Enters: a reason or hint of the library, in sentences. Leaves: the sentences that hold for whoever
reads a page, and where on the pages to go instead of to the command line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from aliquot.ask import MULTILINGUAL_HINT, NARROWED_HINT
from aliquot.web.marking import N_

__all__ = ["HINTS", "REMEDIES", "Advice", "Remedy", "advice"]


@dataclass(frozen=True, slots=True)
class Remedy:
    """What can be done on a page.

    Attributes:
        words: What to do, to be translated.
        href: The page; empty where none does it.
    """

    words: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is advised.

    Attributes:
        said: Sentences; may be empty.
        remedy: What to do; `None` where the sentences say it.
    """

    said: str
    remedy: Remedy | None = None


# By the command that does it.
REMEDIES: Mapping[str, Remedy] = {
    "add": Remedy(N_("Add files"), "/library/upload"),
    "search": Remedy(N_("Look in the library"), "/library"),
    "show": Remedy(N_("Look in the library"), "/library"),
    "status": Remedy(N_("See in the library what each file needs"), "/library"),
    "sync": Remedy(N_("Bring the library up to date"), "/library"),
    "collection": Remedy(N_("See the collections"), "/settings#collections"),
    "grant": Remedy(N_("See who may read what"), "/settings#grants"),
    "token": Remedy(N_("See the tokens"), "/settings#tokens"),
}
# What only the one at the server's keyboard can do.
ELSEWHERE = Remedy(N_("Tell whoever runs this server."))
# Hints that come with answers, as a page says them.
HINTS: Mapping[str, str] = {
    MULTILINGUAL_HINT: N_(
        "Only the exact words were searched: this library has no model for this language. Whoever "
        "runs the server can install one."
    ),
    NARROWED_HINT: N_(
        "Nothing passes what the question itself restricts. Take a restriction off with its × to "
        "search without it."
    ),
}
COMMAND = re.compile(r"(?:\baliquot (?P<name>[a-z]+)|\bpip install )")
# Where the library's own sentences end; a full stop within a file's name is none.
BETWEEN = re.compile(r"(?<=\.) +|(?<=。)")


def advice(text: str) -> Advice:
    """Return what a page says instead of a reason or hint.

    Args:
        text: Of the library; words of `HINTS` are still to be translated.
    """
    if text in HINTS:
        return Advice(HINTS[text])
    kept, remedy = [], None
    for sentence in BETWEEN.split(text):
        found = COMMAND.search(sentence)
        if found is None:
            kept.append(sentence)
        elif remedy is None:
            remedy = REMEDIES.get(found["name"] or "", ELSEWHERE)
    if remedy is None:
        return Advice(text)
    return Advice(" ".join(filter(None, kept)), remedy)
