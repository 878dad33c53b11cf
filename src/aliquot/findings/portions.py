"""Which name belongs to which amount.

What enters: a text and its amounts in order. What leaves: portions, each a name with the amounts
said of it. A name stands behind its amounts ("5 µl of 10X buffer"), before them ("NaCl 300 mM",
"PFA (4 %)", a row of a table), or around a verb ("azide was added to a final concentration of").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.findings.amounts import Amount
from aliquot.findings.reagent_names import Sureness, sureness_of
from aliquot.types import QuantityKind, Span

__all__ = ["Portion", "portions_of"]

Kind = QuantityKind
# Words that end a name of a substance, read forwards or backwards.
STOPS = frozenset(
    """
    in to into for at with without containing contains from by on onto was were is are and or per
    then as that which until using via through after before during while when if plus over under
    against versus vs than prior followed added dissolved prepared supplemented diluted adjusted
    each of so but also only both either had has have been be can could should may will would
    add adding adds mix mixed use used uses wash washed washing resuspend resuspended incubate
    incubated incubation prepare make made pipette transfer place put elute eluted dilute dissolve
    take took remove measure treat treated fixed fix stained stain blocked block boiled rinse
    rinsed rinsing cover fill filled soak soaked contained consisting comprises comprising
    including include includes using supplemented received administered given injected
    immediately carefully gently slowly approximately about ~ ca up least most final i.e e.g
    overnight resuspending replace because therefore where whereas there here not no above below
    across within between among up down out off again until till per between once
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
# What may stand between an amount and the name behind it.
LEAD = re.compile(
    r"\s*(?:\((?:[wv]\s?/\s?[wv]|final|each|stock)\)\s*)?(?:[-–]\s?)?(?:の)?"
    r"(?:(?:final\s)?(?:concentrations?|volumes?|aliquots?|amounts?|doses?|stocks?|solutions?)\s"
    r"(?:of\s)|of\s|each\s|each\sof\s)*"
    r"(?:(?:each|the|an?|this|these|your|pre-?warmed|pre-?frozen|fresh(?:ly)?|cold|ice-cold"
    r"|chilled|sterile|prepared|filtered|[\"“]frozen[\"”]|final)\s)*"
)
TOKEN = re.compile(r"[^\s,;|()\[\]{}<>=“”\"。、「」:]+")
GAP = re.compile(r"[ \t\u00a0]|\n(?=[a-z])")
MOST_WORDS = 7
# The parenthesis behind a name: an amount in it belongs to the name.
PARENTHESIS = re.compile(r"\s?[(\[]")
PARENTHESIS_REACH = 90
ASIDE = re.compile(r"\s?\((?P<short>[A-Za-z][\w.-]{0,11})\)")
# How a second amount follows a first of the same portion: "10 µl of [a] 500 mM", "1 ml 4 %".
TIED = re.compile(
    r"\s*,?\s*(?:of\s(?:an?\s)?|of\sa\s?~?|at\s|の|\()?\s*(?:stock\s(?:at\s)?)?~?\s*$"
)
# Where a piece of text that a name stands in begins.
CUTS = re.compile(r"[.;:|\n。、「」•]\s?|,\s|\d\.\s|[)\]]\s")
BACK_REACH = 110
# A name, then what is said of it, then the amount.
SAID_OF = re.compile(
    r"(?:\s(?:was|were|is|are|has been|had been)\s(?:then\s|also\s)?(?:added|applied|used|given"
    r"|administered|present|diluted|prepared|dispensed|injected))?"
    r"(?:\s[a-z]+){0,4}?\s?(?:(?:to|at|in|with|of)\s)?(?:an?\s|the\s)?"
    r"(?:final\s|working\s)?(?:concentrations?|dose|dosage|dilution)?\s?(?:of\s|at\s|to\s|is\s|was\s)?$"
)
OPENED = re.compile(r"\s?[(\[][^()\[\]]{0,40}$")
# What is measured, not put in; looked for just before an amount, in its sentence.
MEASURED = re.compile(
    r"(?:IC\s?50|IC₅₀|EC\s?50|EC₅₀|LD\s?50|LC\s?50|CC\s?50|ED\s?50|GI50|\bMICs?\b|\bMFC|K[mdi]\b"
    r"|LOD\b|LOQ\b|limit of|detect(?:ed|ion|able)|recover(?:y|ed)|yield(?:ed|s)?"
    r"|contaminat\w+|content|range[ds]?|averaged?|mean|median|r?eached|increased|decreased|reduced"
    r"|inhibit\w+|lower(?:ed)? by|higher than|levels?|identit\w+|similar\w+)[^.;]{0,40}$",
    re.I,
)
MEASURED_REACH = 70
VESSEL = re.compile(
    r"[- ]?(?:[a-z]+\s){0,2}(?:tubes?|flasks?|plates?|vials?|bottles?|syringes?|pipettes?|tips?"
    r"|columns?|cuvettes?|dish(?:es)?|cylinders?|beakers?|needles?|conical|falcon|eppendorf)\b",
    re.I,
)
# Amounts only substances have; the others want a name that is surely one.
TELLING = frozenset(
    {Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.ACTIVITY_CONCENTRATION, Kind.VOLUME}
    | {Kind.ACTIVITY, Kind.AMOUNT}
)


@dataclass(frozen=True, slots=True)
class Portion:
    """A name with what is said of its amount.

    Attributes:
        name: As written.
        start: Where the name begins.
        end: Where it ends.
        written: Its amounts as written, joined by `; `.
        sureness: How surely the name is a reagent's.
    """

    name: str
    start: int
    end: int
    written: str
    sureness: Sureness


@dataclass(frozen=True, slots=True)
class _Name:
    span: Span
    sureness: Sureness


def portions_of(text: str, amounts: Sequence[Amount]) -> Iterator[Portion]:
    """Yield the names of reagents with their amounts, in reading order."""
    position = 0
    previous_end = 0
    while position < len(amounts):
        group = _tied(text, amounts, position)
        last = amounts[position + group - 1]
        following = amounts[position + group].start if position + group < len(amounts) else None
        bounds = Span(previous_end, len(text) if following is None else following)
        portions, taken = _read(text, amounts, position, group, bounds)
        yield from portions
        position += taken
        previous_end = max(last.end, amounts[position - 1].end)


def _tied(text: str, amounts: Sequence[Amount], position: int) -> int:
    """Return how many amounts from here on are of one portion: "10 µl of 500 mM"."""
    count = 1
    while position + count < len(amounts):
        before, after = amounts[position + count - 1], amounts[position + count]
        between = text[before.end : after.start]
        if before.kind is after.kind or len(between) > 12 or not TIED.match(between):
            return count
        count += 1
    return count


def _read(
    text: str, amounts: Sequence[Amount], position: int, group: int, bounds: Span
) -> tuple[list[Portion], int]:
    own = amounts[position : position + group]
    if _is_measured(text, own[0].start) or VESSEL.match(text, own[-1].end):
        return [], group
    name = _behind(text, own[-1].end, bounds.end) or _before(text, own[0], bounds.start)
    if name is None or not _is_enough(name, own):
        return [], group
    extra = _in_parenthesis(text, name.span.end, amounts, position + group)
    written = "; ".join(one.written for one in [*own, *extra])
    place = name.span
    portion = Portion(place.of(text), place.start, place.end, written, name.sureness)
    return [portion], group + len(extra)


def _is_measured(text: str, start: int) -> bool:
    return MEASURED.search(text, max(0, start - MEASURED_REACH), start) is not None


def _is_enough(name: _Name, own: Sequence[Amount]) -> bool:
    if name.sureness is Sureness.SURE:
        return True
    return any(one.kind in TELLING or one.kind is None for one in own)


def _in_parenthesis(
    text: str, end: int, amounts: Sequence[Amount], position: int
) -> list[Amount]:
    """Return the amounts in the parenthesis that follows a name."""
    aside = ASIDE.match(text, end)
    opening = PARENTHESIS.match(text, aside.end() if aside else end)
    if opening is None:
        return []
    close = text.find(")", opening.end(), opening.end() + PARENTHESIS_REACH)
    extra = []
    for one in amounts[position:]:
        if one.start >= close:
            break
        extra.append(one)
    return extra


# ------------------------------------------------------------------------------ names


def _behind(text: str, end: int, limit: int) -> _Name | None:
    """Read the name that follows an amount."""
    lead = LEAD.match(text, end)
    start = lead.end() if lead else end
    words = _forwards(text, start, limit)
    if not words:
        return None
    return _judged(text, Span(words[0].start, words[-1].end))


def _forwards(text: str, start: int, limit: int) -> list[Span]:
    words: list[Span] = []
    while len(words) < MOST_WORDS and (token := TOKEN.match(text, start, limit)):
        if token[0].casefold().rstrip(".") in STOPS or not _is_wordlike(token[0]):
            break
        ending = token[0].rstrip(".")
        words.append(Span(token.start(), token.start() + len(ending)))
        gap = GAP.match(text, token.end())
        if gap is None or ending != token[0]:
            break
        start = gap.end()
    return words


def _is_wordlike(word: str) -> bool:
    return any(map(str.isalnum, word))


def _judged(text: str, span: Span) -> _Name | None:
    sureness = sureness_of(" ".join(span.of(text).split()))
    return None if sureness is Sureness.NO else _Name(span, sureness)


def _before(text: str, amount: Amount, floor: int) -> _Name | None:
    """Read the name that an amount follows."""
    first = max(floor, amount.start - BACK_REACH)
    before = text[first : amount.start]
    opened = OPENED.search(before)
    end = opened.start() if opened else len(before.rstrip(" |"))
    head = before[:end]
    said = SAID_OF.search(head)
    if said and said[0].strip():
        head = head[: said.start()]
    cut = max((match.end() for match in CUTS.finditer(head)), default=0)
    words = _backwards(text, first + cut, first + len(head))
    if not words:
        return None
    name = _judged(text, Span(words[0].start, words[-1].end))
    return name if name and name.sureness is Sureness.SURE else None


def _backwards(text: str, start: int, end: int) -> list[Span]:
    """Return the words before a place up to one that no name holds, in reading order."""
    tokens = [Span(*match.span()) for match in TOKEN.finditer(text, start, end)]
    words: list[Span] = []
    for token in reversed(tokens):
        if token.of(text).casefold() in STOPS or len(words) == MOST_WORDS:
            break
        words.insert(0, token)
    return words
