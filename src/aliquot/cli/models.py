"""Commands about models: what is there and what leaves the machine; does it work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from aliquot.cli.options import JsonOption, LibraryOption, find_library, goes_to_subcommand

if TYPE_CHECKING:
    from aliquot.assembly.models import NamedModel
    from aliquot.config import Config
    from aliquot.models.language.trying import Trial

__all__ = ["models_app"]

# Of what a model said in a trial, as much as fits a line.
_SHOWN_CHARACTERS = 60
# Exit code where a model cannot be asked; see `errors.ModelError`.
_UNAVAILABLE = 5

models_app = typer.Typer(
    name="models",
    help="List models and try the language model.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@models_app.callback(invoke_without_command=True)
def models(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List models: what is named, what would leave this machine, what is missing."""
    if goes_to_subcommand(context, library):
        return
    from aliquot.assembly.models import named_models
    from aliquot.cli.render import print_json

    loaded = _config(context, library)
    named = named_models(loaded)
    found = [*_kinds("embedders"), *_language_kinds(named)]
    if as_json:
        print_json(found)
        return
    _show_named(named)
    _show_kinds(found)


@models_app.command("test")
def try_models(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A model; those of the settings unless given.")
    ] = "",
    url: Annotated[str, typer.Option("--url", help="Its address, where it needs one.")] = "",
    key_variable: Annotated[
        str, typer.Option("--key-variable", help="The variable that holds its key.")
    ] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Try a language model with four small requests: text, schema, tool, stream."""
    from aliquot.assembly.models import make_each_model
    from aliquot.cli.render import print_json
    from aliquot.models.language.asking import close_model
    from aliquot.models.language.trying import trials

    loaded = _config(context, library, name, url, key_variable)
    report: list[dict[str, Any]] = []
    for named, model in make_each_model(loaded):
        if not as_json:
            _show_where(named)
        shown: list[dict[str, Any]] = []
        try:
            for trial in trials(model):
                shown.append(_trial_shape(trial))
                if not as_json:
                    _show_trial(trial)
        finally:
            close_model(model)
        report.append({**_named_shape(named), "trials": shown})
    if as_json:
        print_json(report)
    passed = all(one["passed"] is not False for model in report for one in model["trials"])
    raise typer.Exit(0 if passed else _UNAVAILABLE)


def _config(
    context: typer.Context, library: Any, name: str = "", url: str = "", key_variable: str = ""
) -> Config:
    """Load the settings of the library that is meant, with another model where one is named.

    Raises:
        ConfigError: No model is named anywhere though one has to be, or the settings are wrong.
    """
    from aliquot.config import load_config

    folder, _ = find_library(context, library)
    given = {"name": name, "url": url, "key_variable": key_variable, "fallbacks": []}
    return load_config(folder / "aliquot.toml", {"model": given} if name else None)


def _kinds(seam: str) -> list[dict[str, Any]]:
    from aliquot.backends import BACKENDS, available, names

    backends = BACKENDS[seam]
    return [
        {
            "what": seam.removesuffix("s").replace("_", " "),
            "name": name,
            "installed": available(seam, name),
            "extra": backends[name].extra if name in backends else "",
        }
        for name in names(seam)
        if name not in ("fake", "scripted")
    ]


def _language_kinds(named: list[NamedModel]) -> list[dict[str, Any]]:
    """List kinds of language models, and say of each what a config would need."""
    import os

    from aliquot.models.language.naming import KINDS

    found = []
    for one in _kinds("text_models"):
        kind = KINDS.get(one["name"])
        variable = kind.key_variable if kind else ""
        found.append(
            {
                **one,
                "what": "language model",
                "example": kind.example if kind else "",
                "url": kind.url if kind else "",
                "key_variable": variable if kind and kind.needs_key else "",
                "key_in_environment": bool(variable and os.environ.get(variable)),
                "named": [_named_shape(model) for model in named if model.kind == one["name"]],
            }
        )
    return found


def _named_shape(named: NamedModel) -> dict[str, Any]:
    return {"name": named.name, "url": named.url, "leaves_this_machine": not named.is_local}


def _show_named(named: list[NamedModel]) -> None:
    from aliquot.cli.render import say

    if not named:
        say("No language model is named; answers are quoted from documents.")
        say("Name one under [model] in aliquot.toml, then run 'aliquot models test'.", "dim")
    for place, one in enumerate(named):
        say(f"{one.name}" + (" (where the one before fails)" if place else ""), "bold")
        _show_where(one)


def _show_where(named: NamedModel) -> None:
    from aliquot.cli.render import say

    if named.is_local:
        say(f"  {named.name} runs on this machine, which nothing leaves.")
    else:
        where = named.url or "its vendor"
        say(f"  {named.name}: questions and texts are sent to {where}.", "yellow")


def _show_kinds(found: list[dict[str, Any]]) -> None:
    from aliquot.cli.render import say

    for what in dict.fromkeys(one["what"] for one in found):
        say("")
        say(f"{what}s", "bold")
        for one in (one for one in found if one["what"] == what):
            how = "installed" if one["installed"] else f"pip install 'aliquot[{one['extra']}]'"
            key = one.get("key_variable", "")
            state = " (set)" if one.get("key_in_environment") else ""
            example = one.get("example") or one["name"]
            say(f"  {example}: {how}" + (f"; key in {key}{state}" if key else ""))


def _trial_shape(trial: Trial) -> dict[str, Any]:
    return {
        "step": trial.step,
        "passed": trial.passed,
        "detail": trial.detail,
        "hint": trial.hint,
        "seconds": round(trial.seconds, 3),
        "first_word_s": None if trial.first_word_s is None else round(trial.first_word_s, 3),
        "input_tokens": trial.usage.input_tokens,
        "output_tokens": trial.usage.output_tokens,
        "cost_usd": trial.usage.cost_usd,
    }


def _show_trial(trial: Trial) -> None:
    from aliquot.cli.render import say

    mark = {True: "ok  ", False: "BAD ", None: "-   "}[trial.passed]
    if not trial.usage.requests:
        say(f"  {mark} {trial.step}: {trial.detail}", "red" if trial.passed is False else "")
    else:
        detail = trial.detail[:_SHOWN_CHARACTERS]
        cost = trial.usage.cost_usd
        paid = "cost unknown" if cost is None else f"${cost:.6f}" if cost else "free"
        first = "" if trial.first_word_s is None else f", first word {trial.first_word_s:.2f} s"
        say(
            f"  {mark} {trial.step}: {detail} ({trial.seconds:.2f} s{first},"
            f" {trial.usage.input_tokens} + {trial.usage.output_tokens} tokens, {paid})"
        )
    if trial.hint:
        say(f"       {trial.hint}", "yellow")
