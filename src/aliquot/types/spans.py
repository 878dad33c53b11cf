"""Where words stand in a document's text."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Span"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open character range `[start, end)` in `Document.text`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def shifted(self, by: int) -> Span:
        """Return the same characters counted from another place, `by` characters further on."""
        return Span(self.start + by, self.end + by)

    def of(self, text: str) -> str:
        """Return the characters of `text` this span covers."""
        return text[self.start : self.end]
