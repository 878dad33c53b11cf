"""Which name belongs to which amount.

What enters: a text and its amounts in order. What leaves: portions, each a name with the amounts
said of it: the volume taken and the strength of its stock are one portion, the members of a series
are one each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.findings.amount_series import as_gradient, members_of
from aliquot.findings.amounts import Amount
from aliquot.findings.portion_limits import is_measured, is_of_nothing, is_share_of_people
from aliquot.findings.portion_names import (
    BACK_REACH,
    Name,
    judged,
    name_before,
    name_behind,
    vehicle_behind,
    without_asides,
    words_before,
)
from aliquot.findings.portion_subjects import (
    is_acted_on,
    is_in_solvent,
    is_made_up,
    is_vehicle,
    name_acting,
    name_added,
    name_dissolved,
    solute,
)
from aliquot.findings.reagent_names import Sureness
from aliquot.types import QuantityKind, Span

__all__ = ["Portion", "portions_of"]

Kind = QuantityKind
# A second name that shares the amount of a first: "50 µl of Tris or TE buffer".
ALTERNATIVE = re.compile(r"(?:\s?\([^()\n]{0,60}\))?\s(?:or|and/or)\s(?![\d~])")
EACH_OTHER = re.compile(r"(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s)(?![\d~])")
EACH = re.compile(r"\beach\b")
# Between a stock and the volume taken of it, and between a volume and the strength of its stock.
TAKEN_OF = re.compile(r"[)\]）]?\s?[|:,]?\s?~?")
STOCK_AT = re.compile(r"\s(?:at|@)\s~?")
VOLUMES = frozenset({Kind.VOLUME})
# The parenthesis behind a name: an amount in it belongs to the name.
PARENTHESIS = re.compile(r"\s?[(\[（]")
CLOSING = re.compile(r"[)\]）]")
# The bracket between the amounts of a name and the name: "0.5 µl (2.5 mM each) dNTPs".
CLOSED = re.compile(r"(?:\s(?:each|stock|final))?\)")
PARENTHESIS_REACH = 90
ASIDE = re.compile(r"\s?\((?P<short>[A-Za-z][\w.-]{0,11})\)")
# How a second amount follows a first of the same portion: "10 µl of [a] 500 mM", "1 ml 4 %".
TIED = re.compile(
    r"(?:[^\S\n]*|\s*,?\s*(?:of\s(?:an?\s)?|at\s|の|(?:ice-?cold|cold|chilled|fresh|sterile|pre-?warmed)\s"
    r"|\((?:in\s|i\.e\.,?\s|=\s?)?|=|,)\s*(?:stock\s(?:at\s)?)?~?\s*)$"
)
# How members of a series follow each other: "25, 50 and 100 µg/ml".
LISTED = re.compile(r"\s*(?:,|;|/|&|\bor\b|\band\b|,\s?and|,\s?or|または|、)\s*$")
# Where a recipe's line begins, or a cell of a table.
LINE_CUTS = re.compile(r":\s|(?<!\b[A-Z])[.]\s|\|\s?|\n\s*(?:[-•*]\s)?|^")
# A dose by day is said again by tablets: "600 mg daily (2 doses of 300 mg)".
RESTATED = re.compile(r"\s(?:once |twice )?(?:daily|weekly|per day|per week)(?=\s?[(\[])")
# Amounts further apart than this do not share a name.
TIED_REACH = 14
UNCLOSED = re.compile(r",\s|\([^()]*$")
# Amounts only substances have; the others want a name that is surely one.
TELLING = frozenset(
    {Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.ACTIVITY_CONCENTRATION, Kind.VOLUME}
    | {Kind.ACTIVITY, Kind.AMOUNT}
)
# A substance that was taken may be said to have such a strength in the end.
STRENGTHS_AFTER = frozenset(
    {Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.ACTIVITY_CONCENTRATION, Kind.FRACTION, Kind.FOLD}
)

# What other things are counted in too, so that only a sure name may have it.
LOOSE_UNITS = ("unit", "units", "part", "parts")
# What is counted in percent where it is of a whole class: "20 % of antibiotics".
OF_A_CLASS = re.compile(
    r"\b(?:drugs|antibiotics|medications?|vaccines?|antihistamines|hormones|placebo|compounds)$",
    re.IGNORECASE,
)
# Of stocks that are kept stronger: "5X SET".
TIMES_STRONG = re.compile(r"\d{1,2}(?:\.\d)?[xX×]")
SHORT_FORM = re.compile(r"[A-Z]{3,6}(?:\s(?:buffer|solution))?")
PUT_IN = re.compile(
    r"(?:\b(?:with|in|containing|contains|of|plus)|[+(;]"
    r"|(?:%|[Mm]|[LlXx])\s[\w -]{2,30}(?:,|,?\sand|\s\+))\s?$"
)
PUT_REACH = 40
COUNTED = re.compile(
    r"[- ](?:positive|negative|cells?|patients|of|had|were|was|did|have|identity|similarity"
    r"|homology"
    r"|infect\w+|mice|express\w+|genes?|carriers?|alleles?)\b"
)
CONTROL = re.compile(r"\b(?:vehicle|placebo|controls?|sham|mock)\b", re.IGNORECASE)
# What is brought to a strength in a buffer whose parts have theirs: "1 mM EDTA (pH 8.0) to 25 µM".
BROUGHT_TO = re.compile(r"(?:\s?\([^()\n]{0,30}\))?\sto\s~?$")

Pair = Callable[[Amount, Amount], bool]


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
        self._name_end = -1

    def portions_at(self, position: int) -> tuple[list[Portion], int]:
        """Return the portions that begin at an amount, and the next amount to read."""
        after = position + self._count_tied(position)
        series = [self._amounts[position:after]]
        if after == position + 1:
            after = position + self._count_listed(position)
            members = members_of(self._text, self._amounts[position:after])
            series = [[one] for one in as_gradient(self._text, members)]
        name = self._name_of(position, after)
        if name is None or is_measured(self._text, self._amounts[position]):
            return [], after
        self._name_end = name.span.end
        vehicle = self._vehicle_of(name, position, after)
        if vehicle is not None:
            return self._in_vehicle(name, vehicle, series[0]), after
        is_series = len(series) > 1 or len(series[0]) < after - position
        extra = [] if is_series else self._said_after(name, position, after)
        names = [name, *self._alternatives(name, self._amounts[after - 1].end, after + len(extra))]
        portions = [
            _portion(self._text, one, [*own, *extra])
            for own in series
            for one in names
            if _is_enough(self._text, one, own)
        ]
        return portions, after + len(extra)

    def _vehicle_of(self, name: Name, position: int, after: int) -> Name | None:
        """Return the vehicle behind a share that a volume is taken of: "50 ml of 10 % FBS/DMEM"."""
        kinds = [one.kind for one in self._amounts[position:after]]
        if kinds != [Kind.VOLUME, Kind.FRACTION]:
            return None
        return vehicle_behind(self._text, name.span.end)

    def _in_vehicle(self, name: Name, vehicle: Name, own: Sequence[Amount]) -> list[Portion]:
        self._name_end = vehicle.span.end
        volume, share = own
        return [_portion(self._text, name, [share]), _portion(self._text, vehicle, [volume])]

    def _said_after(self, name: Name, position: int, after: int) -> list[Amount]:
        """Return what else is said of the amount of a name: in brackets, or of its stock."""
        opening = None
        if name.span.end <= self._amounts[position].start:
            opening = RESTATED.match(self._text, self._amounts[after - 1].end)
        extra = self._in_parenthesis(opening.end() if opening else name.span.end, after)
        own = [*self._amounts[position:after], *extra]
        return extra + self._of_stock(name, own, after + len(extra))

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

    def _from(self, position: int) -> Iterator[Amount]:
        """Yield the amounts from one on, without a copy of all that follow."""
        return (self._amounts[place] for place in range(position, len(self._amounts)))

    def _name_of(self, position: int, after: int) -> Name | None:
        text, first, last = self._text, self._amounts[position], self._amounts[after - 1]
        if is_of_nothing(text, first, last):
            return None
        floor = self._amounts[position - 1].end if position else 0
        limit = self._amounts[after].start if after < len(self._amounts) else len(text)
        recipe = self._in_recipe(first, floor)
        if recipe is not None:
            self._recipe_end = last.end
            return recipe
        bracket = CLOSED.match(text, last.end) if "(" in text[first.end : last.start] else None
        behind = name_behind(text, bracket.end() if bracket else last.end, limit)
        if behind and is_in_solvent(text, last, behind.span):
            behind = None
        return (
            behind
            or self._near_before(first, floor)
            or name_added(text, first)
            or name_dissolved(text, first, last.end)
            or name_acting(text, first)
        )

    def _near_before(self, amount: Amount, floor: int) -> Name | None:
        """Read the name that an amount follows, or what was dissolved in what is named there."""
        name = self._untaken_before(amount, floor)
        if name is None or is_acted_on(self._text, name, amount):
            return None
        if amount.kind is Kind.FRACTION and is_share_of_people(self._text, name.span.start):
            return None
        is_of_other = name.span.start < self._name_end and BROUGHT_TO.match(
            self._text, name.span.end, amount.start
        )
        if is_of_other or is_vehicle(self._text, name.span, amount):
            return solute(self._text, amount)
        if is_made_up(self._text, name.span, amount):
            return None
        return name

    def _untaken_before(self, amount: Amount, floor: int) -> Name | None:
        """Read the name that an amount follows, unless it had an amount of this kind before it."""
        name = name_before(self._text, amount, floor)
        is_taken = name is not None and name.span.start < self._name_end
        return None if is_taken and amount.kind not in STRENGTHS_AFTER else name

    def _in_recipe(self, amount: Amount, floor: int) -> Name | None:
        """Read a name between a line's beginning, or the last amount, and its amount.

        "NaCl 300mM EDTA 0.5mM" could be read either way; the first of a line decides.
        """
        text, first = self._text, max(floor, amount.start - BACK_REACH)
        cuts = [match.end() for match in LINE_CUTS.finditer(text, first, amount.start)]
        if not cuts and not (floor and floor == self._recipe_end):
            return None
        start = cuts[-1] if cuts else floor
        end = start + len(without_asides(text[start : amount.start]))
        words = words_before(text, start, end)
        if not words or words[-1].end != end or text[start : words[0].start].strip():
            return None
        if UNCLOSED.search(text, start, end):
            return None
        name = judged(text, Span(words[0].start, end))
        is_next = self._recipe_end >= 0 and start - self._recipe_end <= len("; ")
        if name and (
            name.sureness >= Sureness.TRADE_NAME or (is_next and name.span.of(text).isupper())
        ):
            return name
        return None

    def _of_stock(self, name: Name, own: Sequence[Amount], position: int) -> list[Amount]:
        """Return the volume taken of a stock, or the strength of what a volume is taken of.

        "5 M NaCl 3 ml", "| dNTPs (10 mM) | 1 µl |", "75 µl of tRNA at 20 mg/ml".
        """
        if position >= len(self._amounts):
            return []
        text, after = self._text, self._amounts[position]
        last = max(name.span.end, own[-1].end)
        is_far = after.start - last > TIED_REACH
        if is_far or any((one.kind in VOLUMES) is (after.kind in VOLUMES) for one in own):
            return []
        between = (TAKEN_OF if after.kind in VOLUMES else STOCK_AT).match(text, last, after.start)
        is_of_next = after.kind in VOLUMES and name_behind(text, after.end, len(text)) is not None
        return [after] if between and between.end() == after.start and not is_of_next else []

    def _alternatives(self, name: Name, own_end: int, position: int) -> list[Name]:
        """Return the substances that share the amount of a name: of either, or of each."""
        is_each = EACH.search(self._text, own_end, max(own_end, name.span.start)) is not None
        text, others = self._text, list[Name]()
        if name.span.start < own_end:
            return others
        while between := (EACH_OTHER if is_each else ALTERNATIVE).match(text, name.span.end):
            start = between.end()
            limit = next((one.start for one in self._from(position) if one.start >= start), None)
            other = name_behind(text, start, len(text) if limit is None else limit)
            if other is None or other.sureness is not Sureness.SURE or _is_control(text, other):
                break
            others.append(other)
            name = other
        return others

    def _in_parenthesis(self, end: int, position: int) -> list[Amount]:
        """Return the amounts in the parenthesis behind a name that have no name of their own."""
        text = self._text
        aside = ASIDE.match(text, end)
        opening = PARENTHESIS.match(text, aside.end() if aside else end)
        if opening is None:
            return []
        closing = CLOSING.search(text, opening.end(), opening.end() + PARENTHESIS_REACH)
        close = closing.start() if closing else -1
        extra = []
        for one in self._from(position):
            if one.start >= close:
                break
            behind = name_behind(text, one.end, close)
            if behind is not None and not is_in_solvent(text, one, behind.span):
                break
            extra.append(one)
        return extra


def _portion(text: str, name: Name, own: Sequence[Amount]) -> Portion:
    written = "; ".join(one.written for one in own)
    span = name.span
    return Portion(span.of(text), span.start, span.end, written, name.sureness)


def _is_control(text: str, name: Name) -> bool:
    """Tell what is given instead of a substance, and has not its strength: "or vehicle"."""
    return CONTROL.search(text, name.span.start, name.span.end) is not None


def _places(name: Name) -> tuple[int, int]:
    return name.span.start, name.span.end


def _is_put_in(text: str, name: Name, share: Amount) -> bool:
    """Tell the share of a trade name in a medium ("with 10% OADC") from that of those counted."""
    if text[share.end : name.span.start].strip() or name.span.start < share.end:
        return False
    before = text[max(0, share.start - PUT_REACH) : share.start]
    return PUT_IN.search(before) is not None and not COUNTED.match(text, name.span.end)


def _is_enough(text: str, name: Name, own: Sequence[Amount]) -> bool:
    if name.sureness is Sureness.SURE:
        is_share = own[0].kind is Kind.FRACTION and len(own) == 1
        return not (is_share and OF_A_CLASS.search(text, *_places(name)))
    is_loose = all(one.written.endswith(LOOSE_UNITS) for one in own)
    if name.sureness is Sureness.TRADE_NAME and own[0].kind is Kind.FRACTION:
        return _is_put_in(text, name, own[0])
    if name.sureness is Sureness.TRADE_NAME and own[0].kind in (Kind.MASS, None):
        return not is_loose
    if name.sureness is Sureness.TRADE_NAME and own[0].kind is Kind.FOLD:
        is_stock = TIMES_STRONG.fullmatch(own[0].written) is not None
        return is_stock and SHORT_FORM.fullmatch(text, *_places(name)) is not None
    return any(one.kind in TELLING or one.kind is None for one in own) and not is_loose
