"""What a robot's protocol does, as it is written down: deck, settings, commands in order."""

from __future__ import annotations

from dataclasses import dataclass, field

from aliquot.parsing.opentrons.values import Labware

__all__ = ["Procedure", "Reading", "Step"]


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
