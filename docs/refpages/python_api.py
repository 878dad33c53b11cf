"""The page of the Python calls: `Library` and the records it returns."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import aliquot
from aliquot import types
from aliquot.library.care import Care
from aliquot.library.contexts import Contexts
from aliquot.library.engines import Engines
from aliquot.library.history import LibraryHistory
from refpages.markdown import code, summary, table

__all__ = ["python_page"]

# What a library groups behind an attribute.
HANDLES: Mapping[str, type] = {
    "engines": Engines,
    "contexts": Contexts,
    "care": Care,
    "history": LibraryHistory,
}


def python_page() -> list[str]:
    """Describe `Library`, what is grouped behind its attributes, and records."""
    library: Any = aliquot.Library
    lines = ["# Python", ""]
    lines += ["Everything the command line does, it does through these calls.", ""]
    lines += ["## aliquot.Library", "", *paragraphs(library)]
    lines += table(("attribute", "is"), attributes(library))
    lines += calls("Library", library)
    for name, kind in HANDLES.items():
        lines += [f"## library.{name}", "", *paragraphs(kind), "", *calls(f"library.{name}", kind)]
    lines += ["## Records", "", "Importable from `aliquot`; frozen.", ""]
    return lines + table(("record", "is"), records())


def attributes(kind: type) -> list[tuple[str, str]]:
    """List the public properties of a class and of those it is made of."""
    found = ((name, one) for name, one in members(kind) if isinstance(one, property))
    return [(code(name), summary(one)) for name, one in found]


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield what is public in a class, then in those it is made of, as it stands in the source."""
    for part in kind.__mro__:
        yield from ((name, one) for name, one in vars(part).items() if not name.startswith("_"))


def calls(called_on: str, kind: type) -> list[str]:
    """Describe every public method of a class and of those it is made of."""
    lines = []
    for name, member in members(kind):
        if not callable(getattr(kind, name)):
            continue
        function = inspect.unwrap(getattr(member, "__func__", member))
        lines += [f"### {called_on}.{name}", "", "```text", signature(name, function), "```", ""]
        lines += [*paragraphs(function), ""]
    return lines


def records() -> list[tuple[str, str]]:
    """List the record types `aliquot` exports."""
    found = ((name, getattr(aliquot, name)) for name in aliquot.__all__)
    return [(code(name), summary(kind)) for name, kind in found if kind in vars(types).values()]


def signature(name: str, function: Callable[..., Any]) -> str:
    """Write a method's signature without `self` and `cls`."""
    found = inspect.signature(function)
    kept = [parameter(one) for key, one in found.parameters.items() if key not in ("self", "cls")]
    if "*, " in str(found) and not any(one.startswith("*") for one in kept):
        first = next(
            at
            for at, one in enumerate(list(found.parameters.values())[-len(kept) :])
            if one.kind is inspect.Parameter.KEYWORD_ONLY
        )
        kept.insert(first, "*")
    return f"{name}({', '.join(kept)}) -> {found.return_annotation}"


def parameter(one: inspect.Parameter) -> str:
    """Write one parameter with its annotation as it stands in the source."""
    stars = "*" if one.kind is inspect.Parameter.VAR_POSITIONAL else ""
    written = f"{stars}{one.name}: {one.annotation}"
    if one.default is inspect.Parameter.empty:
        return written
    return f"{written} = {getattr(one.default, '__name__', repr(one.default))}"


def paragraphs(documented: object) -> list[str]:
    """Return a docstring as Markdown: its sections become lists, its examples code."""
    lines: list[str] = []
    for line in (inspect.getdoc(documented) or "").splitlines():
        if line.startswith("    ") and not line.startswith("     "):
            name, colon, meaning = line.strip().partition(": ")
            lines.append(f"- `{name}`: {meaning}" if colon and ">>>" not in line else line)
        elif line.endswith(":") and line[:-1] in ("Args", "Raises", "Attributes"):
            lines += [f"**{line[:-1]}**", ""]
        elif line == "Example:":
            break
        else:
            lines.append(line)
    return lines
