"""Docstrings hold: public things have one, and argument sections agree with signatures."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "aliquot"
MODULES = sorted(SOURCE.rglob("*.py"))
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, Definition]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition):
            name = f"{inside}.{node.name}" if inside else node.name
            yield name, node
            if isinstance(node, ast.ClassDef):
                yield from definitions(node, name)


def is_public(name: str) -> bool:
    return all(not part.startswith("_") for part in name.split("."))


def documented_arguments(docstring: str) -> list[str] | None:
    section = re.search(r"^Args:\n((?:[ \t]+.*\n?|\n)+)", docstring, re.M)
    if section is None:
        return None
    indent = re.match(r"[ \t]+", section[1])
    assert indent is not None
    names = re.findall(rf"^{indent[0]}(\*{{0,2}}\w+):", section[1], re.M)
    return [name.lstrip("*") for name in names]


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    arguments = node.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [one.arg for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return [name for name in names if name not in ("self", "cls")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_and_public_definition_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree), "module"
    for name, node in definitions(tree):
        # A dunder method keeps the language's contract; a test states its claim in its name.
        is_exempt = name.endswith("__") or node.name.startswith("test_")
        if is_public(name) and not is_exempt:
            assert ast.get_docstring(node), name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_argument_sections_name_exactly_the_arguments(path: Path) -> None:
    for name, node in definitions(ast.parse(path.read_text("utf-8"))):
        docstring = ast.get_docstring(node) or ""
        documented = documented_arguments(docstring)
        if documented is not None and not isinstance(node, ast.ClassDef):
            assert sorted(documented) == sorted(signature(node)), name
