"""Find instruments, kits and consumables that are named by make, model or trade name.

What enters: a document with its chunks. What leaves: a finding for each, once a document: a model
that is known by its name, what a maker's name stands in or behind, "... kit" with a name of its
own, and rows of a table of parts that give maker and number. A centrifuge alone is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from aliquot.findings.places import found
from aliquot.findings.vocabularies.instruments import COUNTRIES, HEADS, MAKERS, MODELS
from aliquot.types import BlockType, Chunk, Document, DocumentKind, Finding, FindingKind, Span

__all__ = ["Instruments"]


def _any_of(names: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


HEAD = _any_of(HEADS)
MAKER = _any_of(MAKERS)
# A number or letters of a model: "2500", "X-10", "SP2", "v2", "II", "PC"; not a year, not a unit.
SUFFIX = (
    r"(?:[ -](?!\d{1,4}\s?(?:µ|μ|m[lLgM]|ng|nm|bp|h\b|min|°|%|x\b|million|samples))"
    r"(?:[A-Z]?\d[\w./-]*|[A-Z]{1,4}\d*(?![\w])|[IVX]{1,4}\b|v\d[\w.]*|(?:Plus|Fast|Pro|Ultra|HS|Duo)(?!\w)))"
)
HEADED = rf"(?:\s(?:[a-z]+(?:[- ][a-z]+)?\s)?(?:{HEAD})s?(?!\w))?"
# A model by its name, with the maker before it and what it is behind it.
MODEL = re.compile(
    rf"(?<![\w-])(?:(?P<maker>{MAKER})[\s,]+(?:[A-Z][\w®™-]+\s)?)?"
    rf"(?P<model>(?:{_any_of(MODELS)})[®™]?)(?![a-z])(?P<suffix>{SUFFIX}{{0,3}}){HEADED}",
)
# A maker, then letters and numbers of a model or a few names, then what it is.
MAKE_AND_MODEL = re.compile(
    rf"(?<![\w-])(?P<maker>{MAKER})\s(?:[A-Z][\w®™/-]*\s){{0,4}}?"
    rf"(?:(?!\d+(?:[.,]|\s(?![A-Z]{{2}}\b)))[\w-]*\d[\w-]*(?:\s[A-Z]{{1,3}}\b)?|(?:{HEAD}))(?![\w-])(?:\s(?:[a-z]+\s){{0,2}}(?:{HEAD})(?!\w))?"
)
# "... kit", read backwards from the word.
KIT = re.compile(r"\b(?:[Kk]its?|KITS?)\b(?!\s?[=:]\s?\d)|キット")
KIT_REACH = 80
KIT_WORD = re.compile(r"[^\s,;:()|\[\]{}。、]+")
# A kit or instrument ends behind these words, read backwards.
KIT_STOPS = frozenset(
    """
    the a an with using by from of and or in on to for as per used was were is are both via this
    that each our following another appropriate commercial commercially available according
    through under following manufacturer's manufacturer’s use standard extracted purified performed
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
# What names a kit: a capital inside, a digit, a trade mark.
NAMED = re.compile(r"[A-Z][a-z]*[A-Z]|\d|[®™]|^[A-Z]{2,}|^[A-Z][a-z]+")
# A head word and a bracket that gives a maker: "microscope (Leica, Wetzlar, Germany)".
COUNTRY = _any_of(COUNTRIES)
BRACKET = re.compile(r"\s?\((?P<inside>[^()]{3,140})\)")
HEAD_BEHIND = re.compile(rf"(?<![\w-])(?P<head>{HEAD})s?$", re.IGNORECASE)
# Words that may begin a model or a maker: a capital, a number, or small letters before a capital.
OPENING = re.compile(r"(?<![\w-])(?:[A-ZÀ-Ü0-9]|[a-z]{1,6}(?=[A-Z]))[A-Za-z0-9]*")
OPENINGS = frozenset(
    word[0] for name in (*MAKERS, *MODELS) if (word := re.match(r"[A-Za-zÀ-ü0-9]+", name))
)
LEGAL = (
    r"(?:Inc|Ltd|GmbH|Co|Corp|Corporation|Limited|LLC|AG|S\.?A|Pvt|Company|Laboratories"
    r"|Technologies|Systems|Instruments|Diagnostics|Scientific)\b"
)
IS_MAKER = re.compile(
    rf"^(?:{MAKER})\b|[;,]\s(?:{MAKER})\b|\b{LEGAL}|,\s?(?:{COUNTRY})\.?$|,\s[A-Z]{{2}}(?:,|$)"
)
HEAD_REACH = 60
# Words of a maker in a cell of a table of parts, and of a number beside it.
CELL_MAKER = re.compile(rf"^\s*(?:{MAKER})\b", re.I)
CATALOGUE = re.compile(r"^\s*(?:[A-Z]{1,4}[\d-]*\d[\w./-]{2,}|\d{4,}[\w-]*)\s*$")
# In a table of parts, wares with a maker and a number; substances there are the reagents' part.
WARES = re.compile(
    r"\b(?:kits?|tubes?|tips?|box(?:es)?|plates?|filters?|columns?|flasks?|dish(?:es)?|strips?"
    r"|cartridges?|syringes?|needles?|gloves|seals?|films?|pipettes?|racks?|slides?|membranes?)\b",
    re.I,
)
# A participle before a name is what was done; these belong to the name.
AFTER_VERB = re.compile(
    r"^(?!(?:automated|inverted|computeri[sz]ed|motori[sz]ed|refrigerated|integrated)$)[a-z]+ed$"
    r"|^(?:employing|running|applying|utili[sz]ing)$"
)


@dataclass(frozen=True, slots=True)
class _Named:
    span: Span
    confidence: float
    details: dict[str, str] = field(default_factory=dict)


class Instruments:
    """Finds instruments, kits and wares by make, model or trade name."""

    name = "instruments"
    version = "1"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield each instrument or kit once, at the first place that names it fully.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind is DocumentKind.GENE:
            return
        seen: set[str] = set()
        for named in _without_overlaps(_all_named(document)):
            name = _normalised(named.span.of(document.text))
            if not name or name in seen:
                continue
            finding = self._finding(document, chunks, named, name)
            if finding is not None:
                seen.add(name)
                yield finding

    def _finding(
        self, document: Document, chunks: Sequence[Chunk], named: _Named, name: str
    ) -> Finding | None:
        return found(
            document,
            chunks,
            FindingKind.INSTRUMENT,
            named.span.start,
            named.span.end,
            normalised=name,
            details=named.details,
            extractor=f"{self.name}/{self.version}",
            confidence=named.confidence,
        )


def _normalised(written: str) -> str:
    """Return a name in small letters without marks, plural or the word that all share."""
    low = " ".join(written.casefold().replace("®", "").replace("™", "").split())
    return re.sub(r"\bkits$", "kit", low)


def _all_named(document: Document) -> Iterator[_Named]:
    text = document.text
    yield from _rows_of_parts(document)
    yield from _kits(text)
    yield from _named_outright(text)
    yield from _bracketed(text)


def _without_overlaps(named: Iterator[_Named]) -> list[_Named]:
    """Keep the longest of those that overlap, in reading order."""
    kept: list[_Named] = []
    end = 0
    for one in sorted(named, key=lambda one: (one.span.start, -one.span.end)):
        if one.span.start >= end:
            kept.append(one)
            end = one.span.end
    return kept


def _named_outright(text: str) -> Iterator[_Named]:
    """Read models and makers from the words that begin one; other words cost a look-up."""
    for word in OPENING.finditer(text):
        if word[0] not in OPENINGS:
            continue
        model = MODEL.match(text, word.start())
        if model:
            yield _Named(Span(*model.span()), 0.9, _stated_maker(model))
            continue
        made = MAKE_AND_MODEL.match(text, word.start())
        if made:
            yield _Named(Span(*made.span()), 0.8, _stated_maker(made))


def _stated_maker(match: re.Match[str]) -> dict[str, str]:
    return {"maker": match["maker"]} if match["maker"] else {}


def _bracketed(text: str) -> Iterator[_Named]:
    """Read what stands before a bracket that gives a maker."""
    for match in BRACKET.finditer(text):
        first = max(0, match.start() - HEAD_REACH)
        head = HEAD_BEHIND.search(text, first, match.start())
        if head is None or not IS_MAKER.search(match["inside"]) or _holds_model(match["inside"]):
            continue
        start = _name_start(text, head.start("head"), HEAD_REACH)
        yield _Named(Span(start, head.end()), 0.75, {"maker": match["inside"].strip()})


def _holds_model(inside: str) -> bool:
    return any(
        word[0] in OPENINGS and MODEL.match(inside, word.start())
        for word in OPENING.finditer(inside)
    )


# ------------------------------------------------------------------------------ kits


def _kits(text: str) -> Iterator[_Named]:
    for match in KIT.finditer(text):
        start = _name_start(text, match.start(), KIT_REACH)
        name = text[start : match.start()]
        if start < match.start() and any(map(NAMED.search, name.split())):
            yield _Named(Span(start, match.end()), 0.9, _maker_behind(text, match.end()))


def _name_start(text: str, end: int, reach: int) -> int:
    """Return where the name that goes on at `end` begins."""
    first = max(0, end - reach, text.rfind("\n", 0, end) + 1)
    cut = max(
        (m.end() for m in re.finditer(r"[.;:]\s|[(),|\[\]。、]\s?", text[first:end])), default=0
    )
    words = [Span(*match.span()) for match in KIT_WORD.finditer(text, first + cut, end)]
    start = end
    for word in reversed(words):
        low = word.of(text).casefold()
        if low in KIT_STOPS or AFTER_VERB.match(word.of(text)):
            break
        start = word.start
    return start


MAKER_BEHIND = re.compile(rf"\s?\(?,?\s?(?P<maker>(?:{MAKER})\b)")


def _maker_behind(text: str, end: int) -> dict[str, str]:
    match = MAKER_BEHIND.match(text, end)
    return {"maker": match["maker"]} if match else {}


# ------------------------------------------------------------------------------ tables


def _rows_of_parts(document: Document) -> Iterator[_Named]:
    """Read the wares of a table of parts: what has a maker and a number beside it."""
    for block in document.blocks:
        if block.type is not BlockType.TABLE:
            continue
        start = block.span.start
        for line in block.text.splitlines(keepends=True):
            named = _row(line, start)
            if named is not None:
                yield named
            start += len(line)


def _row(line: str, start: int) -> _Named | None:
    cells = [match for match in re.finditer(r"[^|\n]+", line) if match[0].strip()]
    maker = next((cell[0].strip() for cell in cells[1:] if CELL_MAKER.match(cell[0])), "")
    if not maker or not WARES.search(cells[0][0]):
        return None
    name = cells[0]
    left = name.start() + len(name[0]) - len(name[0].lstrip())
    details = {"maker": maker}
    number = next((cell[0].strip() for cell in cells[1:] if CATALOGUE.match(cell[0])), "")
    if number:
        details["catalogue"] = number
    return _Named(Span(start + left, start + left + len(name[0].strip())), 0.9, details)
