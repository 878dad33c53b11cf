"""The record of the finders' rules: a digest of each finder's code, beside its version.

    python tests/support/finding_rules.py [--same-findings]

A library keeps what a finder found until the finder's version changes, so whoever changes its rules
or its vocabulary raises the version. The record makes that impossible to forget: it holds a digest
of what a finder runs through (its module and what that imports, without comments and docstrings),
and a test holds it against the code. The command above renews it; it refuses where rules changed
and the version did not, unless told that the same findings come out.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import aliquot
from aliquot.findings.extracting import BUILT_IN, RECORD, STEPS

PACKAGE = Path(aliquot.__file__).parent
# What holds no rules of how something is found.
GROUND = ("aliquot.types", "aliquot.protocols", "aliquot.errors")
DIGITS = 16
COMMAND = "python tests/support/finding_rules.py"

Entry = Mapping[str, str]


def current() -> dict[str, Entry]:
    """Return name, version and digest of every finder and step, as the code has them."""
    entries: dict[str, Entry] = {}
    for finder in BUILT_IN:
        module, _, of_class = finder.partition(":")
        one = getattr(importlib.import_module(f"aliquot.findings.{module}"), of_class)
        digest = digest_of(f"aliquot.findings.{module}")
        entries[finder] = {"name": one.name, "version": one.version, "rules": digest}
    for step in STEPS:
        name, _, version = step.partition("/")
        digest = digest_of(f"aliquot.findings.{name}")
        entries[name] = {"name": name, "version": version, "rules": digest}
    return entries


def recorded() -> dict[str, Entry]:
    """Return the record as it was last renewed; empty where there is none."""
    entries: dict[str, Entry] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return entries


def not_raised(before: Mapping[str, Entry], now: Mapping[str, Entry]) -> list[str]:
    """Return the finders whose rules changed while their version did not."""
    return [
        finder
        for finder, entry in now.items()
        if finder in before
        and entry["rules"] != before[finder]["rules"]
        and entry["version"] == before[finder]["version"]
    ]


def digest_of(module: str) -> str:
    """Return the digest of a module and of all it imports of this package."""
    trees = {name: ast.parse(file_of(name).read_bytes()) for name in sorted(reached(module))}
    lines = (f"{name} {line}" for name, tree in trees.items() for line in written(tree))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def reached(module: str) -> set[str]:
    """Return a module and all it imports of this package, those without rules left out."""
    done: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in done and not name.startswith(GROUND):
            done.add(name)
            waiting += imported(ast.parse(file_of(name).read_bytes()))
    return done


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the modules of this package that a module imports from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("aliquot."):
            yield str(node.module)
            for alias in node.names:
                if file_of(f"{node.module}.{alias.name}").exists():
                    yield f"{node.module}.{alias.name}"


def file_of(module: str) -> Path:
    """Return where a module is written."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def written(node: ast.AST) -> Iterator[str]:
    """Yield code as lines that no comment, docstring, layout or Python version changes."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield type(node).__name__
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from written(part)
            elif part is not None:
                yield f"{name}={part!r}"
    yield "."


def main() -> int:
    """Renew the record."""
    parser = argparse.ArgumentParser(description="Renew the record of the finders' rules.")
    parser.add_argument(
        "--same-findings",
        action="store_true",
        help="rules were only written otherwise: libraries need not be read again",
    )
    options = parser.parse_args()
    now = current()
    forgotten = not_raised(recorded(), now)
    if forgotten and not options.same_findings:
        sys.stderr.write(
            f"The rules of {', '.join(forgotten)} changed and the version did not: raise it, or "
            "say --same-findings where no document gives other findings than before.\n"
        )
        return 1
    RECORD.write_text(json.dumps(now, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
