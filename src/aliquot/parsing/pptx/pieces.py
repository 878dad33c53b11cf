"""What the readers of slides hand to each other."""

from __future__ import annotations

from dataclasses import dataclass

from aliquot.types import Box

__all__ = ["Piece"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One shape's content: text, or a grid with its caption.

    Attributes:
        role: `title`, `text`, `table` or `picture`.
        text: The text; a table's caption; what a picture shows.
        grid: Cells of a table or chart.
        box: Where it stands on the slide, in points; `None` where no one states it.
    """

    role: str
    text: str
    grid: tuple[tuple[str, ...], ...] = ()
    box: Box | None = None
