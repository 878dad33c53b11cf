"""What an expression of a robot's protocol stands for, found out without executing anything.

What enters: syntax trees. What leaves: plain values where all parts are known, and otherwise words:
the labware by its name, wells by their names, the rest as it is written.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Labware", "Names", "Wells", "Written", "evaluate", "words"]

# Values larger than this are not worked out: a protocol has no use for them, an attack has.
LARGEST = 1e9
LONGEST = 2_000
WELL_COUNT = re.compile(
    r"_(\d+)_(?:\w*?)(?:wellplate|aluminumblock|tuberack|tiprack|reservoir|filtertiprack)"
)
# Rows and columns of the usual labware, by its number of wells.
SHAPES = {
    1: (1, 1), 6: (2, 3), 12: (3, 4), 15: (3, 5), 24: (4, 6), 48: (6, 8), 96: (8, 12),
    384: (16, 24),
}  # fmt: skip
RESERVOIR = re.compile(r"reservoir")
# Positions inside a well do not matter to a reader.
POSITIONS = frozenset({"top", "bottom", "center", "move", "meniscus", "from_center_cartesian"})
WELL_LISTS = frozenset({"wells", "rows", "columns"})
BY_NAME = frozenset({"wells_by_name", "rows_by_name", "columns_by_name"})


@dataclass(frozen=True, slots=True)
class Written:
    """An expression that cannot be worked out, as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Labware:
    """Something on the deck: labware, a pipette or a module.

    Attributes:
        name: What steps call it: its label, else the name of its variable.
        model: The load name.
        place: Slot, mount or module.
        kind: `labware`, `pipette`, `module` or `liquid`.
    """

    name: str
    model: str
    place: str
    kind: str


@dataclass(frozen=True, slots=True)
class Wells:
    """Wells of a piece of labware.

    Attributes:
        labware: The name of the labware.
        names: Wells one by one; rows or columns as lists of them.
        said: How they are called where they cannot be listed.
    """

    labware: str
    names: tuple[Any, ...] = ()
    said: str = ""


@dataclass
class Names:
    """What names stand for, in a function and around it.

    Attributes:
        known: Name to value.
        around: The names of the function or module around this one.
        loaded: What each loading call put on the deck, by the call's place in the file; shared.
    """

    known: dict[str, Any] = field(default_factory=dict)
    around: Names | None = None
    loaded: dict[tuple[int, int], Labware] = field(default_factory=dict)

    def inside(self) -> Names:
        """Return the names of what stands inside."""
        return Names(around=self, loaded=self.loaded)

    def get(self, name: str) -> Any:
        """Return what a name stands for, `None` where that is not known."""
        if name in self.known:
            return self.known[name]
        return self.around.get(name) if self.around else None


BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "round": round, "int": int, "float": float, "str": str, "len": len, "min": min, "max": max,
    "math.ceil": math.ceil, "math.floor": math.floor, "ceil": math.ceil, "floor": math.floor,
    "abs": abs, "list": list, "sum": sum,
}  # fmt: skip


def evaluate(node: ast.expr, names: Names) -> Any:
    """Return the value of an expression, `Written` where it cannot be worked out."""
    reader = READERS.get(type(node))
    value = reader(node, names) if reader else None
    return Written(ast.unparse(node)) if value is None else value


def is_known(value: Any) -> bool:
    """Tell whether a value is worked out in all its parts."""
    if isinstance(value, (list, tuple)):
        return all(map(is_known, value))
    return not isinstance(value, (Written, Labware, Wells))


def _constant(node: Any, names: Names) -> Any:
    value = node.value
    return Written("None") if value is None else value


def _name(node: Any, names: Names) -> Any:
    return names.get(node.id)


def _listed(node: Any, names: Names) -> Any:
    return [evaluate(element, names) for element in node.elts[:LONGEST]]


def _dictionary(node: Any, names: Names) -> Any:
    pairs = zip(node.keys, node.values, strict=True)
    return {
        words(evaluate(key, names)): evaluate(value, names)
        for key, value in pairs
        if key is not None
    }


def _binary(node: Any, names: Names) -> Any:
    work = BINARY.get(type(node.op))
    left, right = evaluate(node.left, names), evaluate(node.right, names)
    if work is None or not (is_known(left) and is_known(right)):
        return _joined(left, right) if isinstance(node.op, ast.Add) else None
    if isinstance(node.op, ast.Mult) and not _may_multiply(left, right):
        return None
    try:
        value = work(left, right)
    except (TypeError, ValueError, ArithmeticError):
        return None
    return value if _is_small(value) else None


def _may_multiply(left: Any, right: Any) -> bool:
    """Tell whether a product stays small: numbers, or a text or list a few times over."""
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return abs(left) <= LARGEST and abs(right) <= LARGEST
    sizes = [one if isinstance(one, int) else len(one) for one in (left, right) if _is_sized(one)]
    return len(sizes) == 2 and sizes[0] * sizes[1] <= LONGEST


def _is_sized(value: Any) -> bool:
    return isinstance(value, (int, str, list, tuple))


def _is_small(value: Any) -> bool:
    if isinstance(value, (str, list, tuple)):
        return len(value) <= LONGEST
    return not isinstance(value, (int, float)) or abs(value) <= LARGEST


def _joined(left: Any, right: Any) -> Any:
    """Join wells of one piece of labware, or a text and what is not known of it."""
    if isinstance(left, Wells) and isinstance(right, Wells) and left.labware == right.labware:
        return Wells(left.labware, left.names + right.names) if left.names and right.names else None
    is_text = isinstance(left, str) or isinstance(right, str)
    return f"{words(left)}{words(right)}" if is_text else None


def _unary(node: Any, names: Names) -> Any:
    value = evaluate(node.operand, names)
    if isinstance(node.op, ast.USub) and isinstance(value, (int, float)):
        return -value
    return not value if isinstance(node.op, ast.Not) and isinstance(value, bool) else None


def _formatted(node: Any, names: Names) -> Any:
    parts = []
    for part in node.values:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        parts.append(words(evaluate(inner, names)))
    return "".join(parts)


def _call(node: Any, names: Names) -> Any:
    on_deck = names.loaded.get((node.lineno, node.col_offset))
    if on_deck is not None:
        return on_deck
    function = ast.unparse(node.func)
    if isinstance(node.func, ast.Attribute):
        method = node.func.attr
        if method in POSITIONS | WELL_LISTS | BY_NAME | {"well"}:
            return _of_labware(node, method, names)
    if function == "range":
        return _counted(node, names)
    if function == "str" and len(node.args) == 1:
        return _as_text(evaluate(node.args[0], names))
    work = FUNCTIONS.get(function)
    arguments = [evaluate(argument, names) for argument in node.args]
    if work is None or node.keywords or not all(map(is_known, arguments)):
        return None
    try:
        value = work(*arguments)
    except (TypeError, ValueError, ArithmeticError):
        return None
    return value if _is_small(value) else None


def _as_text(value: Any) -> Any:
    return value if isinstance(value, Written) else words(value)


def _counted(node: Any, names: Names) -> Any:
    ends = [evaluate(argument, names) for argument in node.args]
    if not 1 <= len(ends) <= 3 or not all(type(end) is int and abs(end) <= LARGEST for end in ends):
        return None
    if len(ends) == 3 and ends[2] == 0:
        return None
    counted = range(*ends)
    return list(counted) if len(counted) <= LONGEST else None


def _of_labware(node: Any, method: str, names: Names) -> Any:
    owner = evaluate(node.func.value, names)
    if method in POSITIONS:
        return owner if isinstance(owner, (Wells, Written)) else None
    if not isinstance(owner, Labware):
        return None
    named = [evaluate(argument, names) for argument in node.args]
    if named and all(isinstance(name, str) for name in named):
        return Wells(owner.name, tuple(named))
    if len(named) == 1 and isinstance(named[0], int):
        return _picked(_all_wells(owner, "wells"), named[0])
    return None if named else _all_wells(owner, method.removesuffix("_by_name"))


def _all_wells(owner: Labware, order: str) -> Wells:
    """Return the wells of labware, by column from A1 down as the robot counts them."""
    rows, columns = _shape(owner.model)
    if not rows:
        return Wells(owner.name, said=f"all {order}")
    by_column = [[f"{chr(65 + r)}{c + 1}" for r in range(rows)] for c in range(columns)]
    by_row = [[column[r] for column in by_column] for r in range(rows)]
    lists = {"columns": by_column, "rows": by_row}.get(order)
    if lists is None:
        return Wells(owner.name, tuple(name for column in by_column for name in column))
    return Wells(owner.name, tuple(tuple(line) for line in lists))


def _shape(model: str) -> tuple[int, int]:
    count = WELL_COUNT.search(model)
    wells = int(count[1]) if count else 0
    return (1, wells) if RESERVOIR.search(model) else SHAPES.get(wells, (0, 0))


def _subscript(node: Any, names: Names) -> Any:
    owner = evaluate(node.value, names)
    if isinstance(node.slice, ast.Slice):
        return _sliced(owner, node.slice, names)
    key = evaluate(node.slice, names)
    if isinstance(owner, Labware) and isinstance(key, str):
        return Wells(owner.name, (key,))
    if isinstance(owner, Wells):
        return _picked(owner, key)
    if isinstance(owner, dict) and isinstance(key, str):
        return owner.get(key)
    is_index = isinstance(owner, (list, tuple, str)) and type(key) is int
    return owner[key] if is_index and -len(owner) <= key < len(owner) else None


def _picked(wells: Wells, key: Any) -> Any:
    if isinstance(key, str):
        return Wells(wells.labware, _line_named(wells, key) or (key,))
    if isinstance(key, Written):
        return Wells(wells.labware, said=f"{wells.said or _well_names(wells.names)} [{key.text}]")
    if type(key) is not int or not -len(wells.names) <= key < len(wells.names):
        return None
    one = wells.names[key]
    return Wells(wells.labware, one if isinstance(one, tuple) else (one,))


def _line_named(wells: Wells, key: str) -> tuple[str, ...]:
    """Return the wells of row "A" or column "3"."""
    lines = [line for line in wells.names if isinstance(line, tuple)]
    if key.isdigit():
        return next((line for line in lines if line[0][1:] == key and line[-1][1:] == key), ())
    return next((line for line in lines if line[0].startswith(key)), ()) if len(key) == 1 else ()


def _sliced(owner: Any, part: ast.Slice, names: Names) -> Any:
    ends = [
        None if end is None else evaluate(end, names) for end in (part.lower, part.upper, part.step)
    ]
    if any(
        end is not None and (type(end) is not int or (end == 0 and i == 2))
        for i, end in enumerate(ends)
    ):
        return None
    cut = slice(*ends)
    if isinstance(owner, Wells) and owner.names:
        return Wells(owner.labware, owner.names[cut])
    return owner[cut] if isinstance(owner, (list, tuple, str)) else None


def _comprehension(node: Any, names: Names) -> Any:
    """Read a list of labware; a loop variable stands for all it runs through."""
    inner = names.inside()
    for part in node.generators:
        if isinstance(part.target, ast.Name):
            inner.known[part.target.id] = Written(words(evaluate(part.iter, names)))
    value = evaluate(node.elt, inner)
    return [value] if isinstance(value, (Labware, Wells)) else None


READERS: Mapping[type[ast.expr], Callable[[Any, Names], Any]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.List: _listed,
    ast.Tuple: _listed,
    ast.Dict: _dictionary,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.JoinedStr: _formatted,
    ast.Call: _call,
    ast.ListComp: _comprehension,
    ast.Subscript: _subscript,
}


# ------------------------------------------------------------------------------ words


def words(value: Any) -> str:
    """Write a value for a reader."""
    if isinstance(value, Written):
        return value.text
    if isinstance(value, Labware):
        return value.name
    if isinstance(value, Wells):
        return f"{value.labware} {value.said or _well_names(value.names)}".strip()
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, (list, tuple)):
        return _list_words(value)
    return str(value)


def _list_words(values: Sequence[Any]) -> str:
    wells = [value for value in values if isinstance(value, Wells) and not value.said]
    if wells and len(wells) == len(values) and len({one.labware for one in wells}) == 1:
        return words(Wells(wells[0].labware, tuple(name for one in wells for name in one.names)))
    return ", ".join(map(words, values))


def _well_names(names: Sequence[Any]) -> str:
    """Write "A1", "A1-H1", "A1-A12" or each name."""
    flat = [name for one in names for name in (one if isinstance(one, tuple) else (one,))]
    if len(flat) > 2 and _is_run(flat):
        return f"{flat[0]}–{flat[-1]}"
    return ", ".join(flat)


def _is_run(names: Sequence[str]) -> bool:
    """Tell whether wells stand next to each other in a row, a column, or column by column."""
    if not all(re.fullmatch(r"[A-Z]\d{1,2}", name) for name in names):
        return False
    places = [(ord(name[0]) - 65, int(name[1:]) - 1) for name in names]
    rows = {row for row, _ in places}
    columns = {column for _, column in places}
    is_block = len(set(places)) == len(places) == len(rows) * len(columns)
    spans = (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
    return is_block and spans == (len(rows), len(columns))
