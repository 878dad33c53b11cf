"""Find out what an expression of a robot's protocol stands for, without executing anything.

What enters: syntax trees. What leaves: plain values where all parts are known, and otherwise
labware, wells, or the expression as it is written.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from aliquot.parsing.opentrons.values import Labware, Names, Wells, Written, is_known, words
from aliquot.parsing.opentrons.wells import all_wells, picked

__all__ = ["arguments", "evaluate", "names_in_comprehension"]

# Values larger than this are not worked out: a protocol has no use for them, an attack has.
LARGEST = 1e9
LONGEST = 2_000
# Positions inside a well do not matter to a reader.
POSITIONS = frozenset({"top", "bottom", "center", "move", "meniscus", "from_center_cartesian"})
WELL_LISTS = frozenset({"wells", "rows", "columns"})
BY_NAME = frozenset({"wells_by_name", "rows_by_name", "columns_by_name"})
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


def arguments(call: ast.Call, names: Names) -> tuple[list[Any], dict[str, Any]]:
    """Return the values a call is given: by place, and by name."""
    by_place = [evaluate(argument, names) for argument in call.args]
    by_name = {one.arg: evaluate(one.value, names) for one in call.keywords if one.arg}
    return by_place, by_name


def names_in_comprehension(node: ast.ListComp, names: Names) -> Names:
    """Return the names inside a comprehension, whose variables stand for all they run through."""
    inner = names.inside()
    for part in node.generators:
        run_through = Written(words(evaluate(part.iter, names)))
        for one in ast.walk(part.target):
            if isinstance(one, ast.Name):
                inner.known[one.id] = run_through
    return inner


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
        return picked(all_wells(owner, "wells"), named[0])
    return None if named else all_wells(owner, method.removesuffix("_by_name"))


def _subscript(node: Any, names: Names) -> Any:
    owner = evaluate(node.value, names)
    if isinstance(node.slice, ast.Slice):
        return _sliced(owner, node.slice, names)
    key = evaluate(node.slice, names)
    if isinstance(owner, Labware) and isinstance(key, str):
        return Wells(owner.name, (key,))
    if isinstance(owner, Wells):
        return picked(owner, key)
    if isinstance(owner, dict) and isinstance(key, str):
        return owner.get(key)
    is_index = isinstance(owner, (list, tuple, str)) and type(key) is int
    return owner[key] if is_index and -len(owner) <= key < len(owner) else None


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
    """Read a list of labware, of which one stands for all."""
    value = evaluate(node.elt, names_in_comprehension(node, names))
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
