"""The demonstration lab: where its files are on this machine."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demonstration_lab"]

# In the wheel, it lies inside the package; in a checkout, in the examples.
PLACES = (
    Path(__file__).parents[1] / "demonstration",
    Path(__file__).parents[3] / "examples" / "lab",
)


def demonstration_lab() -> Path | None:
    """Return the folder with the files of the demonstration lab; `None` where there is none."""
    return next((place for place in PLACES if place.is_dir()), None)
