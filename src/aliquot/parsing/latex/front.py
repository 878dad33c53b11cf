"""Read who wrote a LaTeX paper, what it is called and when, from whichever commands its class has.

What enters: the source of a paper. What leaves: title, authors, date and an abstract given as a
command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.parsing.latex.source import groups
from aliquot.parsing.latex.text import latex_text
from aliquot.parsing.writing.front_matter import find_year
from aliquot.parsing.writing.typography import collapse

__all__ = ["authors_of", "separate_abstract", "title_of", "without_front", "year_of"]

# What hangs on a name: footnotes, addresses, numbers of places of work.
ATTACHED = re.compile(
    r"\\(?:thanks|affil|affiliation|inst|institute|footnote|footnotemark|textsuperscript|email|orcid"
    r"|orcidID|orcidlink|corref|fnref|cortext|ead|IEEEmembership|IEEEauthorblockA|address|altaffiliation"
    r"|authormark|authornote|textsc|url|href|includegraphics|hspace|vspace|dagger)\*?"
    r"\s*(?:\[[^\]]{0,400}\])?\s*(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?"
    r"|\$\s*\^?[^$]*\$|\^\{[^{}]*\}"
)
NAMED_PARTS = re.compile(r"\\(?:fnm|sur|spfx|pfx|sfx|fname|lname|snm)\s*(?=\{)")
SEPARATOR = re.compile(r",|;|\\and(?![A-Za-z])|\\AND(?![A-Za-z])|\\\\|\s+(?:and|&|\\&)\s+")
IEEE_NAMES = re.compile(r"\\IEEEauthorblockN\s*(?=\{)")
# Read for the document's fields, or of no use to a reader of its text.
FRONT_COMMAND = re.compile(
    r"\\(?:title|subtitle|author|abstract|date|address|affil|affiliation|altaffiliation|email|ead"
    r"|institute|orcid|corresp|cortext|fntext|titlerunning|authorrunning|thanks|markboth|history"
    r"|editor|copyrightyear|pubyear|jnum|jtitle|shorttitle|shortauthors)(?![A-Za-z])\*?"
    r"\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)"
)
# A name longer than this is an address.
NAME_CHARS = 60
PLACE = re.compile(
    r"\d|@|\b(?:universit|institut|department|dept|laborator|school|college|center|centre|hospital"
    r"|faculty|division)",
    re.I,
)


def title_of(source: str) -> str:
    """Return the title, without its footnotes."""
    title = next(_arguments(source, "title"), "")
    return latex_text(ATTACHED_NOTE.sub("", title).replace("\\\\", " "))


ATTACHED_NOTE = re.compile(r"\\(?:thanks|footnote|tnoteref)\s*\{(?:[^{}]|\{[^{}]*\})*\}")


def year_of(source: str) -> int | None:
    """Return the year of the date, if one is written out."""
    return find_year(latex_text(next(_arguments(source, "date"), "")))


def separate_abstract(source: str, preamble: str) -> str:
    """Return an abstract that does not stand in the text: a command's argument, or before it."""
    _, is_early, rest = preamble.partition("\\begin{abstract}")
    early = rest.partition("\\end{abstract}")[0] if is_early else ""
    return early or next(_arguments(source, "abstract"), "")


def without_front(text: str) -> str:
    """Return a text without the commands that state title, authors and addresses."""
    kept: list[str] = []
    position = 0
    for found, _, end in groups(text, FRONT_COMMAND):
        kept.append(text[position : found.start()])
        position = end
    return "".join([*kept, text[position:]])


def authors_of(source: str) -> tuple[str, ...]:
    """Return the authors' names as printed, each once."""
    names: list[str] = []
    for argument in _arguments(source, "author"):
        blocks = [block for _, block, _ in groups(argument, IEEE_NAMES)]
        for block in blocks or _first_lines(argument):
            names += _names(block)
    return tuple(dict.fromkeys(names))


def _first_lines(argument: str) -> Iterator[str]:
    """Yield the first line of each author: addresses stand below it."""
    for part in re.split(r"\\(?:and|AND)(?![A-Za-z])", argument):
        yield ATTACHED.sub(" ", part).strip().split("\\\\")[0]


def _names(block: str) -> Iterator[str]:
    bare = NAMED_PARTS.sub(" ", ATTACHED.sub(" ", block)).replace("~", " ").replace("\\,", " ")
    for part in SEPARATOR.split(bare):
        name = collapse(latex_text(part).strip("*†‡§ "))
        if 1 < len(name) <= NAME_CHARS and not PLACE.search(name):
            yield name


def _arguments(source: str, command: str) -> Iterator[str]:
    opening = re.compile(
        rf"\\{command}(?![A-Za-z])\*?\s*(?:\[[^\]]{{0,400}}\])?\s*(?:<[^<>]{{0,80}}>)?\s*(?=\{{)"
    )
    for _, argument, _ in groups(source, opening):
        yield argument
