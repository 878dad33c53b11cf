"""Walk through a robot's protocol and write down what it does.

What enters: the syntax tree of a Python file. What leaves: its deck and settings, and its commands
in order, under the loops, conditions and functions they stand in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from aliquot.parsing.opentrons.commands import LEFT_OUT, Call, sentence
from aliquot.parsing.opentrons.values import Labware, Names, Written, evaluate, words

__all__ = ["Procedure", "Reading", "Step", "read_tree"]

LOADERS = {
    "load_labware": "labware",
    "load_labware_by_name": "labware",
    "load_labware_from_definition": "labware",
    "load_adapter": "labware",
    "load_instrument": "pipette",
    "load_module": "module",
    "define_liquid": "liquid",
}
# Version 1 of the interface: labware.load('96-flat', '1'), instruments.P300_Multi(mount='left').
OLD_LOADERS = {"labware.load": "labware", "containers.load": "labware", "modules.load": "module"}
OLD_PIPETTES = "instruments."
# What protocols call the robot; it says nothing as an argument.
CONTEXTS = frozenset({"ctx", "protocol", "protocol_context", "self", "metadata"})
ROBOT_LOCATIONS = ("location", "slot", "mount")
# Deeper nesting than any protocol has; beyond it a step says where it stands no more.
MAXIMUM_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Step:
    """A command, or the condition or loop that others stand under.

    Attributes:
        text: The sentence.
        level: Nesting depth from 1.
    """

    text: str
    level: int


@dataclass
class Procedure:
    """The commands of a function.

    Attributes:
        name: The function's name; empty for what is run first.
        summary: What its own documentation says.
        parameters: Names of its arguments.
        steps: Its commands in order.
    """

    name: str = ""
    summary: str = ""
    parameters: tuple[str, ...] = ()
    steps: list[Step] = field(default_factory=list)


@dataclass
class Reading:
    """All that was found in a file.

    Attributes:
        metadata: What the file says of itself.
        deck: Labware, pipettes, modules and liquids in the order they are loaded.
        settings: Constants with a name, and runtime parameters.
        liquids: Sentences on which liquid stands where.
        main: The commands of `run`.
        helpers: Functions that hold commands.
        left_out: Names of commands no sentence was written for.
    """

    metadata: dict[str, str] = field(default_factory=dict)
    deck: list[Labware] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    liquids: list[str] = field(default_factory=list)
    main: Procedure = field(default_factory=Procedure)
    helpers: list[Procedure] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)


def read_tree(tree: ast.Module) -> Reading:
    """Read a protocol."""
    walk = Walk(Reading(), _helper_names(tree))
    names = Names()
    walk.body(tree.body, names, walk.reading.main, 1)
    walk.reading.helpers = [one for one in walk.reading.helpers if one.steps]
    return walk.reading


def _helper_names(tree: ast.Module) -> frozenset[str]:
    """Return the functions that hold commands, themselves or by calling one another."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    calls = {name: set(_called(node)) for name, node in functions.items()}
    found = {name for name, called in calls.items() if any(map(_is_command, called))}
    while more := {name for name, called in calls.items() if called & found} - found:
        found |= more
    return frozenset(found - {"run"})


def _called(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            function = inner.func
            yield function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)


def _is_command(method: str) -> bool:
    return bool(sentence(Call("it", method, (0, 0, 0), {})))


class Walk:
    """Goes through statements; knows which functions are worth a step of their own."""

    def __init__(self, reading: Reading, helpers: frozenset[str]) -> None:
        self.reading = reading
        self._helpers = helpers

    def body(
        self, statements: Sequence[ast.stmt], names: Names, into: Procedure, level: int
    ) -> None:
        """Read statements one after the other."""
        for statement in statements:
            self._statement(statement, names, into, level)

    def _statement(self, statement: ast.stmt, names: Names, into: Procedure, level: int) -> None:
        match statement:
            case ast.FunctionDef():
                self._function(statement, names)
            case ast.Assign(targets=[target]):
                self._assign(target, statement.value, names, into, level)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value, names, into, level)
            case ast.AugAssign(target=ast.Name(id=name)):
                names.known[name] = Written(name)
            case ast.Expr(value=value):
                self._expression(value, names, into, level)
            case ast.For():
                self._for(statement, names, into, level)
            case ast.While():
                self._under(
                    f"While {ast.unparse(statement.test)}:", statement.body, names, into, level
                )
            case ast.If():
                self._if(statement, names, into, level)
            case ast.With():
                self.body(statement.body, names, into, level)
            case ast.Try():
                self.body(
                    [*statement.body, *statement.orelse, *statement.finalbody], names, into, level
                )

    def _function(self, node: ast.FunctionDef, names: Names) -> None:
        inner = names.inside()
        parameters = [
            one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        ]
        inner.known.update({name: Written(name) for name in parameters})
        if node.name == "run":
            self.body(node.body, inner, self.reading.main, 1)
            return
        if node.name == "add_parameters":
            self._parameters(node)
            return
        summary = " ".join((ast.get_docstring(node) or "").split(":param")[0].split())
        helper = Procedure(node.name, summary, tuple(parameters))
        if node.name in self._helpers:
            self.reading.helpers.append(helper)
            self.body(node.body, inner, helper, 1)

    def _parameters(self, node: ast.FunctionDef) -> None:
        """Read what a user may choose before the run."""
        for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
            named = {one.arg: evaluate(one.value, Names()) for one in call.keywords if one.arg}
            if "variable_name" in named:
                label = words(named.get("display_name", named["variable_name"]))
                unit = f" {words(named['unit'])}" if "unit" in named else ""
                default = (
                    f"{words(named['default'])}{unit} by default" if "default" in named else ""
                )
                told = words(named["description"]) if "description" in named else ""
                self.reading.settings[label] = ". ".join(filter(None, (default, told)))

    # -------------------------------------------------------------------------- names

    def _assign(
        self, target: ast.expr, value: ast.expr, names: Names, into: Procedure, level: int
    ) -> None:
        if isinstance(target, ast.Name):
            self._load(value, names, target.id)
            found = evaluate(value, names)
            names.known[target.id] = found
            self._note_setting(target.id, found)
            self._metadata(target.id, found)
        elif isinstance(target, (ast.Tuple, ast.List)):
            names.known.update(
                {one.id: Written(one.id) for one in target.elts if isinstance(one, ast.Name)}
            )
        if isinstance(value, ast.Call) and not _loads(value):
            self._called_step(value, names, into, level)

    def _note_setting(self, name: str, value: Any) -> None:
        is_plain = isinstance(value, (int, float, str)) and value != ""
        if is_plain and not name.startswith("_"):
            self.reading.settings.setdefault(name, words(value))

    def _metadata(self, name: str, value: Any) -> None:
        if name in ("metadata", "requirements") and isinstance(value, dict):
            self.reading.metadata |= {key: words(one) for key, one in value.items()}

    def _load(self, value: ast.expr, names: Names, variable: str) -> None:
        """Put on the deck what calls inside an expression load, outer ones last."""
        inner = names
        if isinstance(value, ast.ListComp):
            inner = names.inside()
            for part in value.generators:
                for one in ast.walk(part.target):
                    if isinstance(one, ast.Name):
                        inner.known[one.id] = Written(words(evaluate(part.iter, names)))
        calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
        for call in reversed(calls):
            kind = _loads(call)
            if kind:
                loaded = self._put_on_deck(call, kind, inner, variable)
                names.loaded[call.lineno, call.col_offset] = loaded

    def _put_on_deck(self, call: ast.Call, kind: str, names: Names, variable: str) -> Labware:
        values = [evaluate(argument, names) for argument in call.args]
        named = {one.arg: evaluate(one.value, names) for one in call.keywords if one.arg}
        model = next(
            (
                named[key]
                for key in ("load_name", "instrument_name", "module_name", "name")
                if key in named
            ),
            None,
        )
        model = (
            model
            if model is not None
            else values[0]
            if values
            else ast.unparse(call.func).rpartition(".")[2]
        )
        place = next((named[key] for key in ROBOT_LOCATIONS if key in named), None)
        place = place if place is not None else values[1] if len(values) > 1 else ""
        if isinstance(call.func, ast.Attribute):
            owner = evaluate(call.func.value, names)
            if isinstance(owner, Labware) and kind == "labware":
                # Loaded onto a module or adapter: the first argument is all there is but a label.
                values.insert(1, owner)
                place = owner
        label = named.get(
            "label", named.get("display_name", values[2] if len(values) > 2 else None)
        )
        is_named = kind == "labware" and isinstance(label, str) and label
        name = label if is_named else words(model) if kind == "liquid" else variable
        told = named.get("description") if kind == "liquid" else place
        loaded = Labware(str(name), words(model), "" if told is None else words(told), kind)
        if loaded not in self.reading.deck:
            self.reading.deck.append(loaded)
        return loaded

    # -------------------------------------------------------------------------- steps

    def _expression(self, value: ast.expr, names: Names, into: Procedure, level: int) -> None:
        if isinstance(value, ast.Call):
            if _loads(value):
                self._load(value, names, "")
                return
            self._called_step(value, names, into, level)

    def _called_step(self, call: ast.Call, names: Names, into: Procedure, level: int) -> None:
        function = call.func
        values = tuple(evaluate(argument, names) for argument in call.args)
        named = {one.arg: evaluate(one.value, names) for one in call.keywords if one.arg}
        if isinstance(function, ast.Name) and function.id in self._helpers:
            self._add(into, _help_sentence(function.id, values, named), level)
        elif isinstance(function, ast.Attribute) and function.attr == "load_liquid":
            self._liquid(function.value, values, named, names)
        elif isinstance(function, ast.Attribute):
            target = words(evaluate(function.value, names))
            text = sentence(Call(target, function.attr, values, named))
            self._add(into, text, level)
            if not text and function.attr in LEFT_OUT:
                self.reading.left_out.add(function.attr)

    def _liquid(
        self, place: ast.expr, values: Sequence[Any], named: dict[str, Any], names: Names
    ) -> None:
        call = Call("", "load_liquid", tuple(values), named)
        liquid, volume = call.get(0, "liquid"), call.get(1, "volume")
        where = words(evaluate(place, names))
        self.reading.liquids.append(f"{words(volume)} µL of {words(liquid)} in {where}")

    def _for(self, node: ast.For, names: Names, into: Procedure, level: int) -> None:
        over = _iterated(node.iter, names)
        counted = isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
        target = ast.unparse(node.target).strip("()")
        inner = names.inside()
        inner.known.update(
            {one.id: Written(one.id) for one in ast.walk(node.target) if isinstance(one, ast.Name)}
        )
        if counted and isinstance(over, list) and len(over) == 1:
            self.body(node.body, inner, into, level)
            return
        if counted and isinstance(over, list):
            title = f"Repeat {len(over)} times:"
        elif counted:
            title = f"Repeat for {target} in {words(over)}:"
        else:
            title = f"For each {target} of {words(over)}:"
        self._under(title, node.body, inner, into, level)

    def _if(self, node: ast.If, names: Names, into: Procedure, level: int) -> None:
        if _is_main_guard(node.test):
            return
        self._under(f"If {ast.unparse(node.test)}:", node.body, names, into, level)
        if node.orelse:
            self._under("Otherwise:", node.orelse, names, into, level)

    def _under(
        self, title: str, body: Sequence[ast.stmt], names: Names, into: Procedure, level: int
    ) -> None:
        """Write a loop or condition with what stands under it, if that is anything."""
        before = len(into.steps)
        self._add(into, title, level)
        changed = {node.id for part in body for node in ast.walk(part) if _is_stored(node)}
        # What a loop or a condition changes is no constant, in it nor behind it.
        names.known.update({name: Written(name) for name in changed if names.get(name) is not None})
        self.body(body, names.inside(), into, min(level + 1, MAXIMUM_DEPTH))
        names.known.update({name: Written(name) for name in changed})
        if len(into.steps) == before + 1:
            into.steps.pop()

    def _add(self, into: Procedure, text: str, level: int) -> None:
        if text:
            into.steps.append(Step(text, level))


def _iterated(node: ast.expr, names: Names) -> Any:
    """Return what a loop runs through; things that run side by side are named together."""
    function = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    if isinstance(node, ast.Call) and function in ("zip", "enumerate", "reversed", "list"):
        parts = [_iterated(argument, names) for argument in node.args[:4]]
        return Written(" with ".join(map(words, parts)))
    return evaluate(node, names)


def _loads(call: ast.Call) -> str:
    """Return the kind of thing a call loads, "" for other calls."""
    function = ast.unparse(call.func)
    if function.startswith(OLD_PIPETTES):
        return "pipette"
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return OLD_LOADERS.get(function) or LOADERS.get(method, "")


def _help_sentence(name: str, values: Sequence[Any], named: dict[str, Any]) -> str:
    given = [words(value) for value in values if words(value) not in CONTEXTS]
    given += [f"{key} = {words(value)}" for key, value in named.items()]
    return f"Do {name.replace('_', ' ').strip()}" + (f": {'; '.join(given)}." if given else ".")


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _is_main_guard(test: ast.expr) -> bool:
    return "__name__" in ast.unparse(test)
