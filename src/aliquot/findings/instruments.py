"""Find instruments, kits and consumables that are named by make, model or trade name.

What enters: a document with its chunks. What leaves: a finding for each, once a document under all
its spellings: the maker, a trade mark and the kind of thing are no part of what tells them apart,
and a family's name alone means the model of it that the document names elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from aliquot.findings.instrument_names import named_outright
from aliquot.findings.japanese_instruments import in_japanese
from aliquot.findings.kit_names import kits
from aliquot.findings.models import HEAD
from aliquot.findings.named_things import LOWER_DESCRIBING, MAKER, NamedThing, any_of, spaced
from aliquot.findings.parts_tables import rows_of_parts
from aliquot.findings.places import found
from aliquot.findings.stated_makers import bracketed
from aliquot.findings.vocabularies.instruments import (
    ALIASES,
    AMBIGUOUS,
    DESCRIBING,
    FAMILIES_OF_KITS,
    LOOSE_HEADS,
    MODELS,
    NUMBERED,
    SHORT_FAMILIES,
    WARES,
)
from aliquot.findings.vocabularies.kits import COMMON_WORDS
from aliquot.findings.vocabularies.matching import JAPANESE
from aliquot.types import Chunk, Document, DocumentKind, Finding, FindingKind, Span

__all__ = ["Instruments"]

MARKS = re.compile(r"[®™©“”\"]|(?<=[a-z])TM(?=\s)")
BRACKETED = re.compile(r"\s?\([^()]*\)")
MAKER_WORDS = re.compile(
    rf"(?<![\w-])(?:{MAKER})(?:[’']s)?(?![\w-])(?:,?\s(?:Inc|Ltd|GmbH|Co|Corp)\b\.?)?",
    re.IGNORECASE,
)
# The kind of thing at a name's end, with the words that describe it.
KIND_AT_END = re.compile(
    rf"\s(?:(?:{any_of(DESCRIBING)})[ -])*(?:{HEAD}|systems?|instruments?|machines?|platforms?)s?$",
    re.IGNORECASE,
)
PLURAL = re.compile(rf"\b((?:{any_of(LOOSE_HEADS)}|{HEAD}|kit))s\b", re.IGNORECASE)
# What is said before a name and is no part of it.
OPENING = re.compile(
    r"^(?:(?:automated|automatic|rotary|confocal|inverted|upright|digital|the)\s)+"
)
# A hyphen that a line break of a PDF left with a space.
SPLIT = re.compile(r"(?<=\w)- (?=[a-z])")
# "2100 Bioanalyzer" and "Bioanalyzer 2100" are one.
NUMBER_FIRST = re.compile(r"^(\d{4}) (bioanalyzer|tapestation|fragment analyzer)$")
# A family of arrays is one with the word or without it.
ARRAYS = re.compile(r" (?:micro)?arrays?$")
KIT_FAMILIES = frozenset(map(str.casefold, FAMILIES_OF_KITS))
WARE_FAMILIES = frozenset(map(str.casefold, WARES))
# "Whatman filter paper No. 1" and "Whatman no. 1 paper" are one: the grade tells papers apart.
GRADED_PAPER = re.compile(
    r"(?P<maker>whatman\b|\w+\b(?=.*\bpaper\b)).*?\s(?:no\.?|#|grade)\s?(?P<grade>\d\w*)"
)
# "DNeasy kit" says no more than "DNeasy".
BARE_KIT = re.compile(r" kit$")
# A ware is another thing than the instrument it belongs to: "MiSeq flow cell".
WARE = re.compile(rf"\b(?:{any_of(LOOSE_HEADS)}|kit|flow cell)s?$", re.IGNORECASE)
# The name of an instrument as the title of its own page in a notebook: "Video microscope Bravo".
TITLE = re.compile(
    rf"(?i:(?:{any_of(DESCRIBING)})[ -]){{0,3}}(?i:{HEAD})\s"
    r"(?!(?:Protocol|Manual|Guide|Training|Booking|Room|Facility|Use|Setup|Settings|Methods?)\b)"
    r"[A-Z][a-z]+(?=\n|$)"
)


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


FAMILIES = (*MODELS, *FAMILIES_OF_KITS, *AMBIGUOUS, *NUMBERED)
SPELLINGS = dict(SHORT_FAMILIES)
for _name in FAMILIES:
    SPELLINGS.setdefault(_letters(_name), _name.casefold().strip("- "))
FAMILY = re.compile(
    rf"(?P<family>{any_of(FAMILIES)}|{spaced(FAMILIES)})(?![a-z])[ -]?",
    re.IGNORECASE,
)


class Instruments:
    """Finds instruments, kits and wares by make, model or trade name."""

    name = "instruments"
    version = "5"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield each instrument or kit once, at the first place that names it.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind is DocumentKind.GENE:
            return
        by_name: dict[str, Finding] = {}
        for named in _without_overlaps(_all_named(document)):
            name = _normalised(
                named.value or named.span.of(document.text), named.details.get("maker", "")
            )
            if not name or name in by_name:
                continue
            finding = self._finding(document, chunks, named, name)
            if finding is not None:
                by_name[name] = finding
        for name, finding in by_name.items():
            if not _is_short_for_another(name, by_name):
                yield finding

    def _finding(
        self, document: Document, chunks: Sequence[Chunk], named: NamedThing, name: str
    ) -> Finding | None:
        return found(
            document,
            chunks,
            FindingKind.INSTRUMENT,
            named.span.start,
            named.span.end,
            value=named.value or None,
            normalised=name,
            details=named.details,
            extractor=f"{self.name}/{self.version}",
            confidence=named.confidence,
        )


def _all_named(document: Document) -> Iterator[NamedThing]:
    text = document.text
    yield from rows_of_parts(document)
    yield from kits(text)
    yield from named_outright(text)
    yield from bracketed(text)
    yield from in_japanese(text)
    if match := TITLE.match(text):
        yield NamedThing(Span(*match.span()), 0.8)


def _without_overlaps(named: Iterable[NamedThing]) -> list[NamedThing]:
    """Keep the longest of those that overlap, in reading order."""
    kept: list[NamedThing] = []
    end = 0
    for one in sorted(named, key=lambda one: (one.span.start, -one.span.end)):
        if one.span.start >= end:
            kept.append(one)
            end = one.span.end
    return kept


# ------------------------------------------------------------------------------ one name


def _normalised(written: str, maker: str = "") -> str:
    """Return a name without maker, marks and the kind of thing, in one spelling of its family."""
    plain = " ".join(BRACKETED.sub("", MARKS.sub("", written)).split()).strip(" ,;")
    plain = SPLIT.sub("-", plain)
    bare = " ".join(MAKER_WORDS.sub(" ", plain).split()).strip(" ,;")
    bare = PLURAL.sub(r"\1", bare)
    opened = OPENING.sub("", bare)
    bare = opened if _tells(KIND_AT_END.sub("", " " + opened)) else bare
    short = KIND_AT_END.sub("", " " + bare).strip()
    if _tells(short):
        bare = short
    elif known := MAKER_WORDS.match(plain) or MAKER_WORDS.match(maker):
        bare = f"{known[0]} {bare}"
    if paper := GRADED_PAPER.match(plain.casefold()):
        return f"{paper['maker']} no. {paper['grade']} filter paper"
    low = NUMBER_FIRST.sub(r"\2 \1", bare.casefold())
    if alias := ALIASES.get(_letters(low)):
        return alias
    family = FAMILY.match(low)
    if family is None:
        return low
    rest = ARRAYS.sub("", " " + low[family.end() :].strip("- ")).strip()
    return f"{SPELLINGS[_letters(family['family'])]} {rest}".strip()


def _tells(name: str) -> bool:
    """Tell whether a name without maker and kind still says which thing is meant."""
    if JAPANESE.search(name):
        return re.search(r"[a-z]{2}|\d", name) is not None
    return any(
        word not in COMMON_WORDS and word not in LOWER_DESCRIBING and re.search(r"[^\W\d]", word)
        for word in name.casefold().replace("mhz", "").split()
    )


def _is_short_for_another(name: str, names: Iterable[str]) -> bool:
    """Tell whether a family's bare name stands for a model that is named in full elsewhere."""
    family = BARE_KIT.sub("", name)
    if FAMILY.fullmatch(family) is None:
        return False
    if family in KIT_FAMILIES:
        return any(other != name and other.startswith(f"{family} ") for other in names)
    if name in WARE_FAMILIES:
        return any(other != name and _letters(name) in _letters(other) for other in names)
    return any(other.startswith(f"{name} ") and not WARE.search(other) for other in names)
