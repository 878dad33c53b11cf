"""Read the style sheet of an RTF file: which styles are headings, titles, captions.

What enters: the number, name and properties of each style. What leaves: a `Style` by its number,
with what it inherits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from aliquot.parsing.docx.styles import CAPTION_NAME, HEADING_NAME, TITLE_NAME

__all__ = ["Style", "StyleSheet"]

# Chains of inheritance longer than this are circles.
MAXIMUM_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph style.

    Attributes:
        outline: Heading level from 1, 0 for other styles.
        based_on: Number of the style it inherits from.
    """

    name: str = ""
    outline: int = 0
    based_on: int | None = None

    @property
    def is_title(self) -> bool:
        """Whether it is the title of the document."""
        return bool(TITLE_NAME.fullmatch(self.name))

    @property
    def is_caption(self) -> bool:
        """Whether it is the caption of a figure or table."""
        return bool(CAPTION_NAME.fullmatch(self.name))


@dataclass(slots=True)
class StyleSheet:
    """The styles of one file."""

    _styles: dict[int, Style] = field(default_factory=dict)

    def define(self, number: int, style: Style) -> None:
        """Add a style."""
        named = HEADING_NAME.match(style.name)
        outline = style.outline or (int(named[1]) if named else 0)
        self._styles[number] = replace(style, outline=outline)

    def get(self, number: int) -> Style:
        """Return a style; an unknown number means plain text."""
        found = self._styles.get(number, Style())
        current, steps = found, 0
        while not current.outline and current.based_on in self._styles and steps < MAXIMUM_CHAIN:
            current = self._styles[current.based_on]
            steps += 1
        return replace(found, outline=current.outline)
