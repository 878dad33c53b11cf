"""Which name belongs to which amount.

What enters: a text and its amounts in order. What leaves: portions, each a name with the amounts
said of it. A name stands behind its amounts ("5 µl of 10X buffer"), before them ("NaCl 300 mM",
"PFA (4 %)", a row of a table), or around a verb ("azide was added to a final concentration of").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
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
    iv po sc im i.v i.p s.c intravenous intravenously intraperitoneally subcutaneously orally
    oral daily weekly twice every bd bid tid qd day days week weeks tested purified
    straight across within between among up down out off again until till per between once
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
# What may stand between an amount and the name behind it.
LEAD = re.compile(
    r"\s*(?:\)\s(?=of\s))?(?:\((?:[wv]\s?/\s?[wv]|final|each|stock)\)\s*)?(?:[-–]\s?)?(?:の)?"
    r"(?:(?:final\s)?(?:concentrations?|volumes?|aliquots?|amounts?|doses?|stocks?|solutions?)\s"
    r"(?:of\s)|of\s|each\s|each\sof\s)*"
    r"(?:(?:each|the|an?|this|these|your|pre-?warmed|pre-?frozen|fresh(?:ly)?|cold|ice-cold"
    r"|chilled|sterile|prepared|filtered|[\"“]frozen[\"”]|final)\s)*"
)
ARTICLES = frozenset({"the", "a", "an", "this", "these", "its", "our", "-", "*", "•"})
TOKEN = re.compile(r"[^\s,;|()\[\]{}<>=“”\"。、「」:]+")
# A Japanese name ends where a particle says what is done with it.
PARTICLE = re.compile(r"(?<=[\u30a0-\u9fffA-Za-z0-9])[をにでとはがへやも]")
GAP = re.compile(r"[ \t\u00a0]|\n(?=[a-z])")
MOST_WORDS = 7
# The parenthesis behind a name: an amount in it belongs to the name.
PARENTHESIS = re.compile(r"\s?[(\[]")
PARENTHESIS_REACH = 90
ASIDE = re.compile(r"\s?\((?P<short>[A-Za-z][\w.-]{0,11})\)")
# How a second amount follows a first of the same portion: "10 µl of [a] 500 mM", "1 ml 4 %".
TIED = re.compile(
    r"\s*,?\s*(?:of\s(?:an?\s)?|at\s|の|\((?:in\s|i\.e\.,?\s|=\s?)?|=)?\s*(?:stock\s(?:at\s)?)?~?\s*$"
)
# How members of a series follow each other: "25, 50 and 100 µg/ml".
LISTED = re.compile(r"\s*(?:,|;|/|&|\bor\b|\band\b|,\s?and|,\s?or|または|、)\s*$")
# Where a piece of text that a name stands in begins.
CUTS = re.compile(r"[.](?:\s|$)|[;:|\n。、「」•(\[=]\s?|,\s|\d\.\s|[)\]]\s")
BACK_REACH = 110
# Where a recipe's line begins, or a cell of a table.
LINE_CUTS = re.compile(r":\s|\|\s?|\n\s*(?:[-•*]\s)?|^")
# Amounts further apart than this do not share a name.
TIED_REACH = 14
# A name, then what is said of it, then the amount.
SAID_OF = re.compile(
    r"(?:\s(?:was|were|is|are|has been|had been)\s(?:then\s|also\s)?(?:added|applied|used|given"
    r"|administered|present|diluted|prepared|dispensed|injected)(?:\s[a-z]+){0,4}?"
    r"(?:\s(?:to|at|in|with))?|\s(?:to|at))"
    r"(?:\san?|\sthe)?(?:\s(?:final|working))?(?:\s(?:concentrations?|dose|dosage|dilution))?"
    r"(?:\s(?:of|at|to))?$"
)
# A maker or a short form between a name and what is said of it: "Proteinase K (Dako) at".
BRACKETED = re.compile(r"\s?[(\[][^()\[\]]{0,60}[)\]]$")
COMPARED = re.compile(r"[<>≤≥]\s?$")
OPENED = re.compile(r"\s?[(\[]\s?(?:final\s|stock\s|at\s|[=~]\s?|in\s|each\s|pH[\s\d.]+[,;]\s)*$")
# What is measured, not put in; looked for just before an amount, in its sentence.
MEASURED = re.compile(
    r"(?:(?:IC\s?50|IC₅₀|EC\s?50|EC₅₀|LD\s?50|LC\s?50|CC\s?50|CC₅₀|ED\s?50|GI50|\bMICs?\b|\bMFC"
    r"|\bMBC\b|\bK[mdi]\b|LOD\b|LOQ\b|limit of|detected|detection|recover(?:y|ed))[^.;]{0,40}"
    r"|(?:contents?|averaged?|mean|median|reached|increased|decreased|reduced|levels?|yield(?:ed)?"
    r"|afford|inhibit\w+|lower(?:ed)?|higher|identity|similarity)\s?(?:of|by|than|to|at|in|was|:)?"
    r"(?:\sabout|\sapproximately|\s[a-z]+)?\s?[(]?)$",
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


# Of these alone a bracket behind any word tells its strength: "phy-a (5 µM)".
STRENGTHS = frozenset({Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.ACTIVITY_CONCENTRATION, None})


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


Pair = Callable[[Amount, Amount], bool]


def portions_of(text: str, amounts: Sequence[Amount]) -> Iterator[Portion]:
    """Yield the names of reagents with their amounts, in reading order."""
    reading = _Reading(text, amounts)
    position = 0
    while position < len(amounts):
        portions, position = reading.portions_at(position)
        yield from portions


class _Reading:
    """Reads a text from amount to amount; an amount taken by a name is not read again."""

    def __init__(self, text: str, amounts: Sequence[Amount]) -> None:
        self._text = text
        self._amounts = amounts
        self._recipe_end = -1

    def portions_at(self, position: int) -> tuple[list[Portion], int]:
        """Return the portions that begin at an amount, and the next amount to read."""
        after = position + self._count_tied(position)
        series = [self._amounts[position:after]]
        if after == position + 1:
            after = position + self._count_listed(position)
            series = [[one] for one in self._amounts[position:after]]
        name = self._name_of(position, after)
        if name is None:
            return [], after
        extra = self._in_parenthesis(name.span.end, after)
        portions = [
            _portion(self._text, name, [*own, *extra]) for own in series if _is_enough(name, own)
        ]
        return portions, after + len(extra)

    def _count_tied(self, position: int) -> int:
        """Count the amounts of one portion: "10 µl of 500 mM"."""
        return self._count(position, lambda one, after: one.kind is not after.kind, TIED)

    def _count_listed(self, position: int) -> int:
        """Count the amounts of a series: "25, 50 and 100 µg/ml"."""
        return self._count(position, lambda one, after: one.kind is after.kind, LISTED)

    def _count(self, position: int, is_pair: Pair, between: re.Pattern[str]) -> int:
        last = position
        while last + 1 < len(self._amounts):
            one, after = self._amounts[last], self._amounts[last + 1]
            gap = self._text[one.end : after.start] if after.start - one.end < TIED_REACH else "-"
            if not is_pair(one, after) or not between.match(gap):
                break
            last += 1
        return last - position + 1

    def _name_of(self, position: int, after: int) -> _Name | None:
        text, first, last = self._text, self._amounts[position], self._amounts[after - 1]
        is_compared = COMPARED.search(text, max(0, first.start - 2), first.start + 1)
        if is_compared or first.written[0] in "<>≤≥":
            return None
        if _is_measured(text, first.start) or VESSEL.match(text, last.end):
            return None
        floor = self._amounts[position - 1].end if position else 0
        limit = self._amounts[after].start if after < len(self._amounts) else len(text)
        recipe = self._in_recipe(first, floor)
        if recipe is not None:
            self._recipe_end = last.end
            return recipe
        return _behind(text, last.end, limit) or _before(text, first, floor)

    def _in_recipe(self, amount: Amount, floor: int) -> _Name | None:
        """Read a name between a line's beginning, or the last amount, and its amount.

        "NaCl 300mM EDTA 0.5mM" could be read either way; the first of a line decides.
        """
        text, first = self._text, max(floor, amount.start - BACK_REACH)
        cuts = [match.end() for match in LINE_CUTS.finditer(text, first, amount.start)]
        if not cuts and not (floor and floor == self._recipe_end):
            return None
        start = cuts[-1] if cuts else floor
        end = start + len(BRACKETED.sub("", text[start : amount.start].rstrip()))
        words = _backwards(text, start, end)
        if not words or words[-1].end != end or text[start : words[0].start].strip():
            return None
        name = _judged(text, Span(words[0].start, end))
        return name if name and name.sureness >= Sureness.TRADE_NAME else None

    def _in_parenthesis(self, end: int, position: int) -> list[Amount]:
        """Return the amounts in the parenthesis behind a name that have no name of their own."""
        text = self._text
        aside = ASIDE.match(text, end)
        opening = PARENTHESIS.match(text, aside.end() if aside else end)
        if opening is None:
            return []
        close = text.find(")", opening.end(), opening.end() + PARENTHESIS_REACH)
        extra = []
        for one in self._amounts[position:]:
            if one.start >= close or _behind(text, one.end, close) is not None:
                break
            extra.append(one)
        return extra


def _portion(text: str, name: _Name, own: Sequence[Amount]) -> Portion:
    written = "; ".join(one.written for one in own)
    span = name.span
    return Portion(span.of(text), span.start, span.end, written, name.sureness)


def _is_measured(text: str, start: int) -> bool:
    return MEASURED.search(text, max(0, start - MEASURED_REACH), start) is not None


def _is_enough(name: _Name, own: Sequence[Amount]) -> bool:
    if name.sureness is Sureness.SURE:
        return True
    return any(one.kind in TELLING or one.kind is None for one in own)


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
        particle = PARTICLE.search(token[0])
        ending = token[0][: particle.start()] if particle else token[0].rstrip(".")
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
    head = BRACKETED.sub("", head[: said.start()] if said else head)
    cut = max((match.end() for match in CUTS.finditer(head)), default=0)
    words = _backwards(text, first + cut, first + len(head))
    if not words:
        return None
    name = _judged(text, Span(words[0].start, words[-1].end))
    if name is None or name.sureness is Sureness.SURE:
        return name
    is_strength = amount.kind in STRENGTHS
    return name if is_strength and (opened or name.sureness is Sureness.TRADE_NAME) else None


def _backwards(text: str, start: int, end: int) -> list[Span]:
    """Return the words before a place up to one that no name holds, in reading order."""
    tokens = [Span(*match.span()) for match in TOKEN.finditer(text, start, end)]
    words: list[Span] = []
    for token in reversed(tokens):
        if token.of(text).casefold() in STOPS or len(words) == MOST_WORDS:
            break
        words.insert(0, token)
    while words and words[0].of(text).casefold() in ARTICLES:
        del words[0]
    return words
