"""Read the calls that put something on a robot's deck, of every version of the interface.

What enters: a call. What leaves: the labware, pipette, module or liquid it loads.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from aliquot.parsing.opentrons.evaluation import arguments, evaluate
from aliquot.parsing.opentrons.values import Labware, Names, words

__all__ = ["kind_loaded", "loaded_by"]

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
# What the interface calls the model, the place and the label of what it loads.
MODEL = ("load_name", "instrument_name", "module_name", "name")
PLACE = ("location", "slot", "mount")
LABEL = ("label", "display_name")


def kind_loaded(call: ast.Call) -> str:
    """Return the kind of thing a call loads, "" for other calls."""
    function = ast.unparse(call.func)
    if function.startswith(OLD_PIPETTES):
        return "pipette"
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return OLD_LOADERS.get(function) or LOADERS.get(method, "")


def loaded_by(call: ast.Call, names: Names, variable: str) -> Labware:
    """Return what a loading call puts on the deck.

    Args:
        call: The call.
        names: What names stand for where it stands.
        variable: Name of the variable it is assigned to, which steps call it by.
    """
    kind = kind_loaded(call)
    values, named = arguments(call, names)
    model = words(_given(values, named, MODEL, 0, ast.unparse(call.func).rpartition(".")[2]))
    if kind == "liquid":
        return Labware(model, model, words(named.get("description", "")), kind)
    below = _owner(call, names) if kind == "labware" else None
    if below is not None:
        # Loaded onto a module or adapter: behind the model stands a label at most.
        values.insert(1, below)
    place = below or _given(values, named, PLACE, 1, "")
    label = _given(values, named, LABEL, 2, None)
    is_labelled = kind == "labware" and isinstance(label, str) and label
    return Labware(str(label) if is_labelled else variable, model, words(place), kind)


def _given(
    values: Sequence[Any], named: dict[str, Any], keys: Sequence[str], place: int, default: Any
) -> Any:
    """Return the argument of one of these names, else the one at its place."""
    at_place = values[place] if place < len(values) else default
    return next((named[key] for key in keys if key in named), at_place)


def _owner(call: ast.Call, names: Names) -> Labware | None:
    """Return the module or adapter something is loaded onto."""
    owner = evaluate(call.func.value, names) if isinstance(call.func, ast.Attribute) else None
    return owner if isinstance(owner, Labware) else None
