"""Filters in words: `kind = trial and phase = 3 and year >= 2020` to a `Filter` and back.

Stdlib only. The meaning of a filter is the catalog's (storage/filtering.py); this file knows the
grammar and the fields' types, and refuses what it does not understand.

Grammar: `EXPR := TERM (or TERM)*`, `TERM := FACTOR (and FACTOR)*`,
`FACTOR := not FACTOR | ( EXPR ) | exists FIELD | FIELD OP VALUE | FIELD in [ VALUE, ... ]`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable

from aliquot.errors import ConfigError
from aliquot.types import FIELDS, And, Comparison, Filter, Not, Operator, Or

__all__ = ["beside", "both", "describe", "parse_filter", "placement", "validate", "within"]

TOKEN = re.compile(
    r"""\s*(?:
        (?P<op><=|>=|!=|==|=|<|>)
      | (?P<punct>[()\[\],])
      | "(?P<dq>(?:[^"\\]|\\.)*)" | '(?P<sq>(?:[^'\\]|\\.)*)'
      | (?P<word>[^\s()\[\],<>=!"']+)
    )""",
    re.X | re.S,
)
SYMBOLS = {
    "=": Operator.EQ,
    "==": Operator.EQ,
    "!=": Operator.NE,
    "<": Operator.LT,
    "<=": Operator.LE,
    ">": Operator.GT,
    ">=": Operator.GE,
}
WORDS = {str(operator): operator for operator in Operator}
ORDERED = {Operator.LT, Operator.LE, Operator.GT, Operator.GE}
EXAMPLE = "Write for example: kind = trial and phase = 3 and year >= 2020"
# SQLite refuses expressions deeper than 1,000 and Python recursion at about as much; nobody writes
# either by hand.
MAX_DEPTH = 64
MAX_PARTS = 500
# A statement takes 32,766 values (SQLite), and a filter may hold several lists.
MAX_VALUES = 10_000
# Beyond this, a float no longer tells neighbouring whole numbers apart.
MAX_NUMBER = 2**53


def parse_filter(expression: str) -> Filter:
    """Read a filter expression.

    Raises:
        ConfigError: A field or operator is unknown, a value has the wrong type, or the
            expression does not end where it should.
    """
    reader = _Reader(expression)
    found = reader.any_of()
    reader.expect_end()
    validate(found)
    return found


def validate(where: Filter) -> None:
    """Check fields, operators and value types.

    Raises:
        ConfigError: Something would never mean what was intended.
    """
    waiting = [(where, 1)]
    seen = values = 0
    while waiting:
        one, depth = waiting.pop()
        seen += _parts_of(one)
        values += _values_of(one)
        if depth > MAX_DEPTH or seen > MAX_PARTS or values > MAX_VALUES:
            raise ConfigError("The filter is too large.", hint="Ask in several smaller questions.")
        match one:
            case And(parts) | Or(parts):
                waiting += [(part, depth + 1) for part in parts]
            case Not(part):
                waiting.append((part, depth + 1))
            case Comparison():
                _validate_comparison(one)


def _values_of(where: Filter) -> int:
    if isinstance(where, Comparison) and isinstance(where.value, tuple):
        return len(where.value)
    return 1


def _parts_of(where: Filter) -> int:
    """Count what a filter stands for: where chunks differ, each value of a list is compared."""
    is_by_chunk = isinstance(where, Comparison) and where.field in ("section", "page")
    return _values_of(where) if is_by_chunk else 1


def describe(where: Filter | None) -> str:
    """Write a filter as an expression that parses to it again; empty for none."""
    match where:
        case None:
            return ""
        case And(parts):
            return " and ".join(_grouped(part) for part in parts)
        case Or(parts):
            return " or ".join(_grouped(part) for part in parts)
        case Not(part):
            return f"not {_grouped(part)}"
        case Comparison(field, Operator.EXISTS, value):
            return f"exists {field}" if value else f"not exists {field}"
        case Comparison(field, Operator.IN, tuple() as values):
            return f"{field} in [{', '.join(_literal(value) for value in values)}]"
        case Comparison(field, operator, value):
            symbol = next(mark for mark, op in SYMBOLS.items() if op is operator)
            return f"{field} {symbol} {_literal(value)}"
    raise TypeError(f"not a filter: {where!r}")


def both(one: Filter | None, other: Filter | None) -> Filter | None:
    """Return a filter that admits what both admit, each condition once; `None` admits all."""
    if one is None or other is None:
        return one if other is None else other
    parts = tuple(dict.fromkeys((*_conditions(one), *_conditions(other))))
    return parts[0] if len(parts) == 1 else And(parts)


def placement(where: Filter | None) -> tuple[Comparison, ...]:
    """Return what a filter demands of collections, whatever else it demands.

    What somebody may not see is kept from all that is said of a library, not only from what is
    searched: names of files that could not be read, newer versions, synonyms in entries.
    """
    match where:
        case And(parts):
            return tuple(one for part in parts for one in placement(part))
        case Comparison(field="collection"):
            return (where,)
    return ()


def within(where: Filter | None) -> Filter | None:
    """Return the filter that demands of collections what another demands; `None` for nothing."""
    found = placement(where)
    return None if not found else found[0] if len(found) == 1 else And(found)


def beside(where: Filter | None) -> Filter | None:
    """Return what a filter demands beside collections; `None` for nothing."""
    parts = [] if where is None else [one for one in _conditions(where) if not placement(one)]
    return None if not parts else parts[0] if len(parts) == 1 else And(tuple(parts))


def _conditions(where: Filter) -> tuple[Filter, ...]:
    return where.parts if isinstance(where, And) else (where,)


def _grouped(part: Filter) -> str:
    text = describe(part)
    return f"({text})" if isinstance(part, And | Or) else text


def _literal(value: object) -> str:
    if not isinstance(value, str):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _validate_comparison(where: Comparison) -> None:
    spec = FIELDS.get(where.field)
    if spec is None:
        close = difflib.get_close_matches(where.field, FIELDS, n=1)
        hint = f"Did you mean {close[0]!r}?" if close else f"Known fields: {', '.join(FIELDS)}."
        raise ConfigError(f"There is no field called {where.field!r}.", hint=hint)
    if where.operator is Operator.EXISTS:
        return
    if where.operator in ORDERED and spec.type != "number":
        raise ConfigError(
            f"{where.field!r} is text and cannot be ordered with {where.operator}.",
            hint="Use =, != or in.",
        )
    is_list = isinstance(where.value, tuple)
    if is_list is not (where.operator is Operator.IN):
        raise ConfigError(f"{where.field}: only 'in' takes a list, as [a, b].", hint=EXAMPLE)
    values = where.value if isinstance(where.value, tuple) else (where.value,)
    numeric = [isinstance(value, int | float) and not isinstance(value, bool) for value in values]
    if spec.type == "number" and all(numeric) and not all(map(_is_in_bounds, values)):
        raise ConfigError(f"{where.field!r}: the number is out of bounds.", hint=EXAMPLE)
    if spec.type == "number" and not all(numeric):
        raise ConfigError(f"{where.field!r} is a number; {values[0]!r} is not.", hint=EXAMPLE)
    if spec.type == "text" and not all(isinstance(value, str) for value in values):
        raise ConfigError(f"{where.field!r} is text; {values[0]!r} is not.", hint=EXAMPLE)


def _is_in_bounds(value: object) -> bool:
    """Tell whether a number is finite and exact; not a number is neither."""
    return isinstance(value, int | float) and -MAX_NUMBER <= value <= MAX_NUMBER


class _Reader:
    """Recursive descent over the tokens of one expression."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        self.tokens = self._tokens(expression)
        self.at = 0
        self.depth = 0

    @staticmethod
    def _tokens(expression: str) -> list[tuple[str, str]]:
        tokens, position = [], 0
        stripped = expression.rstrip()
        while position < len(stripped):
            found = TOKEN.match(stripped, position)
            if found is None:
                raise ConfigError(
                    f"Cannot read the filter at {stripped[position : position + 20]!r}.",
                    hint=EXAMPLE,
                )
            kind = str(found.lastgroup)
            is_quoted = kind in ("dq", "sq")
            value = re.sub(r"\\(.)", r"\1", found[kind], flags=re.S) if is_quoted else found[kind]
            tokens.append(("text" if is_quoted else kind, value))
            position = found.end()
        return tokens

    def peek(self, *words: str) -> bool:
        if self.at >= len(self.tokens):
            return False
        kind, value = self.tokens[self.at]
        return kind != "text" and value.lower() in words

    def take(self, what: str) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise ConfigError(f"The filter ends where {what} should stand.", hint=EXAMPLE)
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, *words: str) -> bool:
        found = self.peek(*words)
        self.at += found
        return found

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise ConfigError(f"The filter lacks {word!r}: {self.expression}", hint=EXAMPLE)

    def expect_end(self) -> None:
        if self.at < len(self.tokens):
            left = self.tokens[self.at][1]
            raise ConfigError(f"Unexpected {left!r} in the filter.", hint=EXAMPLE)

    def any_of(self) -> Filter:
        return self._joined(self.all_of, "or", Or)

    def all_of(self) -> Filter:
        return self._joined(self.one, "and", And)

    def _joined(
        self,
        read: Callable[[], Filter],
        word: str,
        make: Callable[[tuple[Filter, ...]], Filter],
    ) -> Filter:
        parts = [read()]
        while self.accept(word):
            parts.append(read())
        return parts[0] if len(parts) == 1 else make(tuple(parts))

    def one(self) -> Filter:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ConfigError("The filter is too deep.", hint="Write it with fewer brackets.")
        found = self._one()
        self.depth -= 1
        return found

    def _one(self) -> Filter:
        if self.accept("not"):
            return Not(self.one())
        if self.accept("("):
            inner = self.any_of()
            self.expect(")")
            return inner
        if self.accept("exists"):
            return Comparison(self.take("a field")[1], Operator.EXISTS)
        return self.comparison()

    def comparison(self) -> Filter:
        field = self.take("a field")[1]
        _, mark = self.take("an operator")
        operator = SYMBOLS.get(mark) or WORDS.get(mark.lower())
        if operator is None or operator is Operator.EXISTS:
            raise ConfigError(f"{mark!r} is not an operator.", hint=EXAMPLE)
        if operator is Operator.IN:
            return Comparison(field, operator, self.values(field))
        return Comparison(field, operator, self.value(field))

    def values(self, field: str) -> tuple[str | int | float, ...]:
        self.expect("[")
        found = [self.value(field)]
        while self.accept(","):
            found.append(self.value(field))
        self.expect("]")
        return tuple(found)

    def value(self, field: str) -> str | int | float:
        kind, text = self.take("a value")
        if kind == "punct" or kind == "op":
            raise ConfigError(f"{text!r} stands where a value should.", hint=EXAMPLE)
        spec = FIELDS.get(field)
        if spec is None or spec.type == "text":
            return text
        try:
            return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)
        except ValueError as exc:
            raise ConfigError(f"{field!r} is a number; {text!r} is not.", hint=EXAMPLE) from exc
