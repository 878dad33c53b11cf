"""Walk through a robot's protocol and write down what it does.

What enters: the syntax tree of a Python file. What leaves: its deck and settings, and its commands
in order, under the loops, conditions and functions they stand in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aliquot.parsing.opentrons.commands import LEFT_OUT, Call, sentence
from aliquot.parsing.opentrons.evaluation import arguments, evaluate, names_in_comprehension
from aliquot.parsing.opentrons.loading import kind_loaded, loaded_by
from aliquot.parsing.opentrons.procedures import Procedure, Reading, Step
from aliquot.parsing.opentrons.values import Names, Written, words

__all__ = ["read_tree"]

# What protocols call the robot; it says nothing as an argument.
CONTEXTS = frozenset({"ctx", "protocol", "protocol_context", "self", "metadata"})
# Deeper nesting than any protocol has; beyond it a step says where it stands no more.
MAXIMUM_DEPTH = 6


def read_tree(tree: ast.Module) -> Reading:
    """Read a protocol."""
    walk = Walk(Reading(), _helper_names(tree))
    walk.body(tree.body, Here(Names(), walk.reading.main))
    walk.reading.helpers = [one for one in walk.reading.helpers if one.steps]
    return walk.reading


def _helper_names(tree: ast.Module) -> frozenset[str]:
    """Return the functions that hold commands, themselves or by calling one another."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    calls = {name: set(_called_names(node)) for name, node in functions.items()}
    found = {name for name, called in calls.items() if any(map(_is_command, called))}
    while more := {name for name, called in calls.items() if called & found} - found:
        found |= more
    return frozenset(found - {"run"})


def _called_names(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            function = inner.func
            yield function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)


def _is_command(method: str) -> bool:
    return bool(sentence(Call("it", method, (0, 0, 0), {})))


@dataclass(frozen=True, slots=True)
class Here:
    """Where a statement stands: what names mean there, and where its commands are written."""

    names: Names
    into: Procedure
    level: int = 1

    def add(self, text: str) -> None:
        """Write a command down."""
        if text:
            self.into.steps.append(Step(text, self.level))

    def below(self) -> Here:
        """Return the place of what stands under this."""
        return Here(self.names.inside(), self.into, min(self.level + 1, MAXIMUM_DEPTH))


class Walk:
    """Goes through statements; knows which functions are worth a step of their own."""

    def __init__(self, reading: Reading, helpers: frozenset[str]) -> None:
        self.reading = reading
        self._helpers = helpers

    def body(self, statements: Sequence[ast.stmt], here: Here) -> None:
        """Read statements one after the other."""
        for statement in statements:
            self._statement(statement, here)

    def _statement(self, statement: ast.stmt, here: Here) -> None:
        match statement:
            case ast.FunctionDef():
                self._function(statement, here.names)
            case ast.Assign(targets=[target]):
                self._assign(target, statement.value, here)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value, here)
            case ast.AugAssign(target=ast.Name(id=name)):
                here.names.forget([name])
            case ast.Expr(value=ast.Call() as call):
                self._call(call, here)
            case ast.For():
                self._for(statement, here)
            case ast.While(test=test, body=body):
                self._under(f"While {ast.unparse(test)}:", body, here)
            case ast.If():
                self._if(statement, here)
            case ast.With(body=body):
                self.body(body, here)
            case ast.Try(body=body, orelse=orelse, finalbody=finalbody):
                self.body([*body, *orelse, *finalbody], here)

    # -------------------------------------------------------------------------- functions

    def _function(self, node: ast.FunctionDef, names: Names) -> None:
        if node.name == "add_parameters":
            self._parameters(node)
            return
        inner = names.inside()
        taken = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        parameters = tuple(one.arg for one in taken)
        inner.forget(parameters)
        if node.name == "run":
            self.body(node.body, Here(inner, self.reading.main))
        elif node.name in self._helpers:
            summary = " ".join((ast.get_docstring(node) or "").split(":param")[0].split())
            helper = Procedure(node.name, summary, parameters)
            self.reading.helpers.append(helper)
            self.body(node.body, Here(inner, helper))

    def _parameters(self, node: ast.FunctionDef) -> None:
        """Read what a user may choose before the run."""
        for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
            _, named = arguments(call, Names())
            if "variable_name" in named:
                told = {key: words(value) for key, value in named.items()}
                label = told.get("display_name", told["variable_name"])
                unit = f" {told['unit']}" if "unit" in told else ""
                default = f"{told['default']}{unit} by default" if "default" in told else ""
                description = told.get("description", "")
                self.reading.settings[label] = ". ".join(filter(None, (default, description)))

    # -------------------------------------------------------------------------- names

    def _assign(self, target: ast.expr, value: ast.expr, here: Here) -> None:
        if isinstance(target, ast.Name):
            self._load(value, here.names, target.id)
            found = evaluate(value, here.names)
            here.names.known[target.id] = found
            self._note_setting(target.id, found)
            self._note_metadata(target.id, found)
        elif isinstance(target, (ast.Tuple, ast.List)):
            here.names.forget(one.id for one in target.elts if isinstance(one, ast.Name))
        if isinstance(value, ast.Call) and not kind_loaded(value):
            self._command(value, here)

    def _note_setting(self, name: str, value: Any) -> None:
        is_plain = isinstance(value, (int, float, str)) and value != ""
        if is_plain and not name.startswith("_"):
            self.reading.settings.setdefault(name, words(value))

    def _note_metadata(self, name: str, value: Any) -> None:
        if name in ("metadata", "requirements") and isinstance(value, dict):
            self.reading.metadata |= {key: words(one) for key, one in value.items()}

    def _load(self, value: ast.expr, names: Names, variable: str) -> None:
        """Put on the deck what calls inside an expression load, outer ones last."""
        inner = names_in_comprehension(value, names) if isinstance(value, ast.ListComp) else names
        calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
        for call in reversed(calls):
            if kind_loaded(call):
                loaded = loaded_by(call, inner, variable)
                names.loaded[call.lineno, call.col_offset] = loaded
                if loaded not in self.reading.deck:
                    self.reading.deck.append(loaded)

    # -------------------------------------------------------------------------- steps

    def _call(self, call: ast.Call, here: Here) -> None:
        if kind_loaded(call):
            self._load(call, here.names, "")
        else:
            self._command(call, here)

    def _command(self, call: ast.Call, here: Here) -> None:
        function = call.func
        values, named = arguments(call, here.names)
        if isinstance(function, ast.Name) and function.id in self._helpers:
            here.add(_help_sentence(function.id, values, named))
        elif isinstance(function, ast.Attribute):
            target = words(evaluate(function.value, here.names))
            command = Call(target, function.attr, tuple(values), named)
            if function.attr == "load_liquid":
                self.reading.liquids.append(_liquid_sentence(command))
                return
            text = sentence(command)
            here.add(text)
            if not text and function.attr in LEFT_OUT:
                self.reading.left_out.add(function.attr)

    def _for(self, node: ast.For, here: Here) -> None:
        over = _iterated(node.iter, here.names)
        is_counted = isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
        target = ast.unparse(node.target).strip("()")
        inside = replace(here, names=here.names.inside())
        inside.names.forget(one.id for one in ast.walk(node.target) if isinstance(one, ast.Name))
        if is_counted and isinstance(over, list):
            if len(over) == 1:
                self.body(node.body, inside)
                return
            title = f"Repeat {len(over)} times:"
        elif is_counted:
            title = f"Repeat for {target} in {words(over)}:"
        else:
            title = f"For each {target} of {words(over)}:"
        self._under(title, node.body, inside)

    def _if(self, node: ast.If, here: Here) -> None:
        if "__name__" in ast.unparse(node.test):
            return
        self._under(f"If {ast.unparse(node.test)}:", node.body, here)
        if node.orelse:
            self._under("Otherwise:", node.orelse, here)

    def _under(self, title: str, body: Sequence[ast.stmt], here: Here) -> None:
        """Write a loop or condition with what stands under it, if that is anything."""
        before = len(here.into.steps)
        here.add(title)
        changed = set(_stored_names(body))
        # What a loop or a condition changes is no constant, in it nor behind it.
        here.names.forget(name for name in changed if here.names.get(name) is not None)
        self.body(body, here.below())
        here.names.forget(changed)
        if len(here.into.steps) == before + 1:
            here.into.steps.pop()


def _iterated(node: ast.expr, names: Names) -> Any:
    """Return what a loop runs through; things that run side by side are named together."""
    function = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    if isinstance(node, ast.Call) and function in ("zip", "enumerate", "reversed", "list"):
        parts = [_iterated(argument, names) for argument in node.args[:4]]
        return Written(" with ".join(map(words, parts)))
    return evaluate(node, names)


def _liquid_sentence(command: Call) -> str:
    liquid, volume = command.get(0, "liquid"), command.get(1, "volume")
    return f"{words(volume)} µL of {words(liquid)} in {command.target}"


def _help_sentence(name: str, values: Sequence[Any], named: dict[str, Any]) -> str:
    given = [words(value) for value in values if words(value) not in CONTEXTS]
    given += [f"{key} = {words(value)}" for key, value in named.items()]
    return f"Do {name.replace('_', ' ').strip()}" + (f": {'; '.join(given)}." if given else ".")


def _stored_names(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements give a value to."""
    for node in (node for part in body for node in ast.walk(part)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
