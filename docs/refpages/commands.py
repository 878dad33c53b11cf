"""The page of the command line: every command, argument, option and exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import typer

from aliquot.cli.main import app
from refpages.markdown import code, table

__all__ = ["cli_page"]


def cli_page() -> list[str]:
    """Describe every command, argument and option."""
    group: Any = typer.main.get_command(app)
    lines = ["# Commands", "", summary_of_help(group.help), ""]
    lines += ["```text", "aliquot [--library FOLDER] COMMAND ...", "```", ""]
    lines += parameters(group.params)
    rows = [
        (f"[`{name}`](#{name.replace(' ', '-')})", summary_of_help(one.help))
        for name, one in commands(group)
    ]
    lines += table(("command", "does"), rows)
    lines += LIBRARY_RULE
    for name, one in commands(group):
        lines += [f"## {name}", "", summary_of_help(one.help), ""]
        lines += ["```text", usage(name, one.params), "```", ""]
        lines += parameters(one.params)
    return lines + EXIT_CODES


LIBRARY_RULE = [
    "## Which library",
    "",
    "A command takes the first of these that there is:",
    "",
    "1. `--library FOLDER` (before or after the command's name);",
    "2. the variable `ALIQUOT_LIBRARY`;",
    "3. the nearest folder, from here upwards, that holds an `aliquot.toml`;",
    "4. your own library in the place your system keeps data in. `add` makes it when it is first"
    " needed.",
    "",
    "With `--json` the result stands on standard output and nothing else does; progress and"
    " errors go to standard error. The keys are in [JSON](json.md).",
    "",
]

EXIT_CODES = [
    "## Exit codes",
    "",
    *table(
        ("code", "means"),
        (
            (0, 'done; an answer of "not found" is also an answer'),
            (1, "some files failed, or a document asked for is not there"),
            (2, "the command line, a setting or a filter is wrong"),
            (3, "an extra is not installed; the message names the command that installs it"),
            (4, "the library is damaged, locked, full or cannot be written"),
            (5, "a model failed"),
            (130, "stopped with Ctrl-C; what was committed is kept"),
        ),
    ),
]


def commands(group: Any) -> Iterator[tuple[str, Any]]:
    """Yield each command with its name, in the order of the help; of a group, its own after it."""
    for name, one in group.commands.items():
        yield name, one
        if hasattr(one, "commands"):
            yield from ((f"{name} {part}", command) for part, command in commands(one))


def summary_of_help(text: str | None) -> str:
    """Return a command's help on one line."""
    return " ".join((text or "").split())


def usage(name: str, params: Sequence[Any]) -> str:
    """Return how a command is written."""
    parts = ["aliquot", name]
    for one in params:
        if one.param_type_name == "argument":
            shown = argument_name(one)
            parts.append(shown if one.required else f"[{shown}]")
    return " ".join([*parts, "[OPTIONS]"])


def argument_name(param: Any) -> str:
    """Return an argument's name in capitals, with dots where there may be several."""
    return (
        str(param.name).removesuffix("s").upper() + "..."
        if param.nargs == -1
        else (str(param.name).upper())
    )


def parameters(params: Sequence[Any]) -> list[str]:
    """Describe arguments and options in a table; nothing where there are none."""
    rows = [(code(parameter_name(one)), one.help or "", default_of(one)) for one in params]
    return table(("", "meaning", "default"), rows) if rows else []


def parameter_name(param: Any) -> str:
    """Return an option's spellings with what it takes, or an argument's name."""
    if param.param_type_name == "argument":
        return argument_name(param)
    spelled = ", ".join(sorted(param.opts, key=len))
    if param.is_flag:
        return spelled
    return f"{spelled} {param.metavar or str(param.name).upper()}"


def default_of(param: Any) -> str:
    """Return a parameter's default; empty where it is "not given"."""
    value = None if callable(param.default) else param.default
    return "" if value in (None, False, "", ()) or param.required else code(value)
