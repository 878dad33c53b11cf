"""Say what a command of the robot does, in the words of the bench.

What enters: the name of a method and its arguments. What leaves: a sentence, or nothing for what a
reader does not need: tips, moves, lights.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aliquot.parsing.opentrons.values import Written, words

__all__ = ["LEFT_OUT", "Call", "sentence"]

# Commands that move tips, arms and lights: they change nothing in a tube.
LEFT_OUT = frozenset(
    {"pick_up_tip", "drop_tip", "return_tip", "reset_tipracks", "move_to", "home", "reset"}
    | {
        "set_rail_lights",
        "configure_nozzle_layout",
        "configure_for_volume",
        "touch_tip",
        "blow_out",
    }
    | {"prepare_to_aspirate", "home_plunger", "retract", "park_gripper", "pick_up_tips"}
)


@dataclass(frozen=True, slots=True)
class Call:
    """A command as written.

    Attributes:
        target: What it is given to: a pipette, a module, the protocol.
        method: Its name.
        values: Arguments by place.
        named: Arguments by name.
    """

    target: str
    method: str
    values: tuple[Any, ...]
    named: Mapping[str, Any]

    def get(self, place: int, *names: str) -> Any:
        """Return an argument by name or place, `None` where it is not given."""
        for name in names:
            if name in self.named:
                return self.named[name]
        return self.values[place] if 0 <= place < len(self.values) else None


def sentence(call: Call) -> str:
    """Return what a command does, "" for one that no sentence is known for."""
    write = SENTENCES.get(call.method)
    return write(call) if write else ""


def _said(value: Any) -> str:
    return "" if value is None or value == Written("None") else words(value)


def _volume(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"{words(value)} µL each in turn"
    return (
        f"{_said(value)} µL" if isinstance(value, (int, float)) else f"{_said(value) or 'all'} (µL)"
    )


def _moved(verb: str, into: str) -> Callable[[Call], str]:
    def write(call: Call) -> str:
        volume = _volume(call.get(0, "volume"))
        source, target = call.get(1, "source"), call.get(2, "dest")
        return f"{verb} {volume} from {_said(source)} {into} {_said(target)}{_how(call)}."

    return write


def _how(call: Call) -> str:
    parts = []
    for name, when in (("mix_before", "mix before"), ("mix_after", "mix after")):
        mix = call.named.get(name)
        if isinstance(mix, (list, tuple)) and len(mix) == 2:
            parts.append(f"{when}: {words(mix[0])} × {_volume(mix[1])}")
    if "air_gap" in call.named:
        parts.append(f"air gap {_volume(call.named['air_gap'])}")
    if "new_tip" in call.named:
        parts.append(f"new tip: {words(call.named['new_tip'])}")
    return f" ({'; '.join(parts)})" if parts else ""


def _aspirate(call: Call) -> str:
    return _one_place("Aspirate", "from", call)


def _dispense(call: Call) -> str:
    return _one_place("Dispense", "into", call)


def _one_place(verb: str, preposition: str, call: Call) -> str:
    place = _said(call.get(1, "location"))
    return f"{verb} {_volume(call.get(0, 'volume'))}" + (
        f" {preposition} {place}." if place else "."
    )


def _mix(call: Call) -> str:
    times, volume = call.get(0, "repetitions"), call.get(1, "volume")
    place = _said(call.get(2, "location"))
    return f"Mix {_said(times) or 1} times with {_volume(volume)}" + (
        f" in {place}." if place else "."
    )


def _delay(call: Call) -> str:
    parts = [
        f"{_said(call.get(place, name))} {unit}"
        for place, name, unit in ((1, "minutes", "min"), (0, "seconds", "s"))
        if call.get(place, name) not in (None, 0)
    ]
    message = _message(call.get(2, "msg"))
    return f"Wait {' '.join(parts) or 'no time'}." + (f" {message}" if message else "")


def _message(value: Any) -> str:
    return re.sub(r"\s+", " ", _said(value)).strip(" -*=#")


def _comment(call: Call) -> str:
    message = _message(call.get(0, "msg"))
    return f"Message: {message}" if message else ""


def _pause(call: Call) -> str:
    message = _message(call.get(0, "msg"))
    return f"Pause: {message}" if message else "Pause until the user resumes."


def _temperature(say: str, *, holds: bool = False) -> Callable[[Call], str]:
    def write(call: Call) -> str:
        text = f"{say} {call.target} to {_said(call.get(0, 'celsius', 'temperature'))} °C"
        return f"{text}{_hold(call) if holds else ''}."

    return write


def _hold(call: Call) -> str:
    parts = [
        f"{_said(call.named[name])} {unit}"
        for name, unit in (("hold_time_minutes", "min"), ("hold_time_seconds", "s"))
        if name in call.named
    ]
    volume = call.named.get("block_max_volume")
    held = f" for {' '.join(parts)}" if parts else ""
    return held + (f" (block volume {_volume(volume)})" if volume is not None else "")


def _profile(call: Call) -> str:
    steps, times = call.get(0, "steps"), call.get(1, "repetitions")
    if not isinstance(steps, (list, tuple)):
        return f"Run the profile {_said(steps)} on {call.target}, {_said(times)} cycles."
    said = ", ".join(_profile_step(step) for step in steps)
    return f"Run {_said(times)} cycles on {call.target}: {said}."


def _profile_step(step: Any) -> str:
    if not isinstance(step, dict):
        return words(step)
    minutes, seconds = step.get("hold_time_minutes"), step.get("hold_time_seconds")
    held = [f"{words(one)} {unit}" for one, unit in ((minutes, "min"), (seconds, "s")) if one]
    return f"{_said(step.get('temperature'))} °C for {' '.join(held)}"


def _engage(call: Call) -> str:
    height = _said(call.get(0, "height", "height_from_base", "offset"))
    return f"Engage {call.target}" + (f" at {height} mm." if height else ".")


def _shake(call: Call) -> str:
    return f"Shake {call.target} at {_said(call.get(0, 'rpm'))} rpm."


def _move_labware(call: Call) -> str:
    place = _said(call.get(1, "new_location"))
    where = f"slot {place}" if re.fullmatch(r"[A-D]?\d{1,2}", place) else place
    return f"Move {_said(call.get(0, 'labware'))} to {where}."


def _plain(say: str) -> Callable[[Call], str]:
    return lambda call: f"{say} {call.target}."


# Source: Opentrons Python Protocol API 2 reference; version 1 has the same names for pipetting.
SENTENCES: Mapping[str, Callable[[Call], str]] = {
    "transfer": _moved("Transfer", "to"),
    "distribute": _moved("Distribute", "to"),
    "consolidate": _moved("Consolidate", "into"),
    "transfer_with_liquid_class": _moved("Transfer", "to"),
    "aspirate": _aspirate,
    "dispense": _dispense,
    "mix": _mix,
    "air_gap": lambda call: f"Take up an air gap of {_volume(call.get(0, 'volume'))}.",
    "delay": _delay,
    "comment": _comment,
    "pause": _pause,
    "set_temperature": _temperature("Set"),
    "start_set_temperature": _temperature("Begin to bring"),
    "await_temperature": _temperature("Wait for"),
    "set_target_temperature": _temperature("Begin to bring"),
    "set_and_wait_for_temperature": _temperature("Bring"),
    "set_block_temperature": _temperature("Bring the block of", holds=True),
    "set_lid_temperature": _temperature("Bring the lid of"),
    "execute_profile": _profile,
    "open_lid": _plain("Open the lid of"),
    "close_lid": _plain("Close the lid of"),
    "deactivate": _plain("Turn off"),
    "deactivate_lid": _plain("Turn off the lid of"),
    "deactivate_block": _plain("Turn off the block of"),
    "deactivate_heater": _plain("Turn off the heater of"),
    "deactivate_shaker": _plain("Stop shaking"),
    "open_labware_latch": _plain("Open the latch of"),
    "close_labware_latch": _plain("Close the latch of"),
    "set_and_wait_for_shake_speed": _shake,
    "set_shake_speed": _shake,
    "engage": _engage,
    "disengage": _plain("Disengage"),
    "move_labware": _move_labware,
}
