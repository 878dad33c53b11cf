"""Find the kind of thing, or its model, whose maker is stated behind it.

What enters: a text. What leaves: places: "microscope (Leica, Wetzlar, Germany)", the model in
"plate reader (Infinite; Tecan)" and "spectrophotometer (UV-1800)", "fluorometer, Invitrogen", and
wares: "70 µm cell strainer (Falcon)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.bracket_models import model_before, model_inside
from aliquot.findings.models import HEAD, LOOSE, OPENING, begins_model, model_at, tells
from aliquot.findings.named_things import IS_MAKER, MAKER, NamedThing, any_of, name_start
from aliquot.findings.vocabularies.instruments import NO_MODELS, WARE_HEADS
from aliquot.findings.vocabularies.makers import DEVICE_MAKERS
from aliquot.types import Span

__all__ = ["before_joint", "bracketed"]

BRACKET = re.compile(r"\s?[(（](?P<inside>[^()（）]{3,140})[)）]")
# "file of size 10 or 15 (Maker": a size between the thing and its maker.
SIZED = r"(?:\sof\s(?:a\s)?(?:size|diameter)?\s?[\d][\w ×.µμ-]{0,24})?"
# What is said of columns between the thing and its maker: "column C18, 5 µm, 250 × 4.6 mm (Maker".
OF_COLUMN = (
    r"(?:,?\s(?:RP-?)?C\d{1,2})?(?:[,;]?\s(?:\d[\d.,]*|[x×*µμ]|[µμ]m|mm|cm|m|nm|Å|i\.?d\.?|particles?"
    r"|pore|size|length|film|thickness|internal|diameter)){0,14}"
)
# What a ware is for, or of which grade: "column of AFB1", "filter paper No. 1", "plate F254".
KIND_BEHIND = (
    r"(?-i:\s(?:of|for)\s[A-Z]{2,}\w*|\s(?:[Nn]o\.?|#|[Gg]rade)\s?\d\w*"
    r"|\s(?:60\s?)?F[\s-]?[2₂][5₅][4₄]s?)?"
)
HEAD_BEHIND = re.compile(
    rf"(?<![\w-])(?P<head>(?:(?P<sure>{HEAD})|(?P<loose>{LOOSE}|bioanalyzer chip)))(?:e?s)?"
    rf"(?P<version>\s\d(?:\.\d)?)?{KIND_BEHIND}(?:(?P<size>{SIZED})|{OF_COLUMN})$",
    re.IGNORECASE,
)
HEAD_REACH = 60
IS_WARE = re.compile(rf"(?:{any_of(WARE_HEADS)})$", re.IGNORECASE)
# A ware's size belongs to its name: "0.22 µm syringe filter", "30-gauge needle", "15 mL tube".
SIZE_BEFORE = re.compile(
    r"(?<![\w.])\d[\d.,]*(?:\s?[x×]\s?\d[\d.,]*)?[\s-]?(?:[µμ]m|mm|cm|m[lL]|[µμ][lL]|L|kDa|gauge|G|wells?)"
    r"[\s-]$"
)
SIZE_REACH = 20
# A number that a model begins with: "4700 Proteomics Analyzer", not "in 2004 Proteomics".
NUMBER_BEFORE = re.compile(r"(?<=\s)(?!19\d\d|20[0-2]\d)\d{3,4}[A-Z]{0,2}\s$")
NUMBER_REACH = 8
# "plate reader (Name; Maker": what stands before the maker is the model.
INSIDE_MODEL = re.compile(
    rf"(?:[Mm]odel:?\s)?(?P<model>[A-Z][\w® -]{{1,40}}?)[,;]\s(?:{MAKER}|[A-Z]\w+ {LOOSE})\b"
)
# They sell reagents too, whose numbers look like a model's.
SELLS_REAGENTS = re.compile(
    r"BD|Becton|Thermo|Amersham|GE\b|Bio.?[Rr]ad|Agilent|Applied|ABI|Illumina|VWR|Pharmacia|Perkin"
    r"|Packard|Sigma|Dako|Genei|GeNei|Bangalore|TPP|Brand|BRAND|Dynal|Bio-?[Rr]ad|BIO"
)
INSTRUMENT_MAKERS = any_of(one for one in DEVICE_MAKERS if not SELLS_REAGENTS.match(one))
# "inline heater (SH-27B, Maker)", "(LCT Premier; Maker)": told by a maker of nothing else.
CODE_AND_MAKER = re.compile(
    r"(?P<model>[A-Z]+[\w-]*\d[\w-]*(?:\s[A-Z0-9][\w-]*)?|[A-Z]{2,}\s[A-Z][a-z]+)[,;]\s"
    rf"(?P<maker>{INSTRUMENT_MAKERS})(?!\w)"
)
CODE = re.compile(
    r"(?:[Mm]odel:?\s)?(?P<model>[A-Z]{2,}[\w-]*\d[\w-]*|(?<=odel\s)[\w-]*\d[\w-]*)(?:[,;]\s[A-Z]|$)"
)
# A ware is told by a maker, not by an address alone: units and devices are of institutes too.
IS_KNOWN = re.compile(
    rf"(?:{MAKER})(?!\w)|\b(?:Inc|Ltd|Limited|Pvt|GmbH|Corp|Corporation|Company|LLC|AG|KG|SpA|PLC|plc|BV|Oy|ApS)\b"
)
# What joins a thing and its maker, where no bracket does.
JOINT = re.compile(
    r"(?:,|(?:\s(?:was|were)\s(?:purchased|obtained|procured|bought|acquired|supplied))?\s(?:from|by))"
    r"\s$"
)
JOINT_REACH = 24
IS_A_MAKER = re.compile(rf"(?:{MAKER})(?!\w)")


def bracketed(text: str) -> Iterator[NamedThing]:
    """Read what stands before a bracket that gives a maker."""
    for match in BRACKET.finditer(text):
        if not IS_MAKER.search(match["inside"]):
            yield from _coded(text, match)
            continue
        yield from _stated(text, match)


def _stated(text: str, match: re.Match[str]) -> Iterator[NamedThing]:
    """Read a bracket that gives a maker: the model before it or in it, or the kind of thing."""
    maker = match["inside"].strip()
    if before := model_before(text, match.start()):
        yield NamedThing(before, 0.75, {"maker": maker})
        return
    named = _before_maker(text, match.start(), maker)
    if named is None:
        yield from _by_code(match)
        return
    start = match.start("inside")
    model = INSIDE_MODEL.match(match["inside"])
    if coded := model_inside(match["inside"]):
        yield NamedThing(Span(start + coded.start, start + coded.end), 0.75, named.details)
    elif model and not tells(named.span.of(text)) and not IS_A_MAKER.match(model["model"]):
        place = Span(start + model.start("model"), start + model.end("model"))
        yield NamedThing(place, 0.75, named.details)
    elif not _holds_model(match["inside"]):
        yield named


def _by_code(bracket: re.Match[str]) -> Iterator[NamedThing]:
    """Read a model and a maker that sells instruments alone, whatever kind stands before."""
    if coded := CODE_AND_MAKER.match(bracket["inside"]):
        start = bracket.start("inside")
        place = Span(start, start + coded.end("model"))
        yield NamedThing(place, 0.7, {"maker": coded["maker"]})


def _coded(text: str, bracket: re.Match[str]) -> Iterator[NamedThing]:
    """Read a model alone in brackets behind the kind of thing: "spectrophotometer (UV-1800)"."""
    place = model_inside(bracket["inside"])
    code = CODE.match(bracket["inside"])
    if code is not None and (place is None or " " not in place.of(bracket["inside"])):
        place = Span(*code.span("model"))
    if place is None or not _is_model(place.of(bracket["inside"]), code):
        return
    head = HEAD_BEHIND.search(text, max(0, bracket.start() - HEAD_REACH), bracket.start())
    if head is not None and head["sure"]:
        start = bracket.start("inside")
        yield NamedThing(Span(start + place.start, start + place.end), 0.7)


def _is_model(name: str, code: re.Match[str] | None) -> bool:
    """Tell whether a name without a maker is a model: letters and numbers, or words with them."""
    return name not in NO_MODELS and (code is not None or " " in name)


def before_joint(text: str, start: int) -> NamedThing | None:
    """Return what stands before a comma and a maker: "Qubit fluorometer, Invitrogen".

    Args:
        text: Of the document.
        start: Where a word begins that a maker's name may begin with.
    """
    joint = JOINT.search(text, max(0, start - JOINT_REACH), start)
    maker = IS_A_MAKER.match(text, start) if joint else None
    if joint is None or maker is None or _holds_model(maker[0]):
        return None
    return _before_maker(text, joint.start(), maker[0])


def _before_maker(text: str, end: int, maker: str) -> NamedThing | None:
    """Return the thing of a kind that ends there and whose maker is stated behind it."""
    head = HEAD_BEHIND.search(text, max(0, end - HEAD_REACH), end)
    if head is None:
        return None
    is_ware = IS_WARE.match(head["head"]) is not None
    start = _start(text, head.start("head"), is_ware)
    name = text[start : head.start("head")]
    if head["loose"] and not (
        IS_KNOWN.search(maker)
        and (_tells_ware(name) or (is_ware and (name or " " in head["head"])))
    ):
        return None
    if IS_A_MAKER.fullmatch(text[start:end]):
        return None
    stop = head.start("size") if head["size"] else end
    return NamedThing(Span(start, stop), 0.75, {"maker": maker})


def _start(text: str, head: int, is_ware: bool) -> int:
    """Return where the name before a kind of thing begins, with a ware's size or a first number."""
    start = name_start(text, head, HEAD_REACH)
    if is_ware:
        size = SIZE_BEFORE.search(text, max(0, start - SIZE_REACH), start)
        return size.start() if size else start
    number = NUMBER_BEFORE.search(text, max(0, start - NUMBER_REACH), start)
    return number.start() if number and text[start].isupper() else start


def _tells_ware(name: str) -> bool:
    return tells(name) or name.endswith("type ")


def _holds_model(inside: str) -> bool:
    return any(
        begins_model(word[0]) and model_at(inside, word.start())
        for word in OPENING.finditer(inside)
    )
