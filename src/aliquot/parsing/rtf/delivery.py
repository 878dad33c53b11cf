"""Hand out what is read of an RTF file: paragraphs, tables, and notes behind what they belong to.

What enters: runs of text, cells, notes. What leaves: calls of an `Outlet`, in reading order.
"""

from __future__ import annotations

from typing import Protocol

from aliquot.parsing.rtf.runs import Runs
from aliquot.parsing.rtf.state import Paragraph
from aliquot.parsing.rtf.tables import Row, RowCollector

__all__ = ["Delivery", "Outlet"]


class Outlet(Protocol):
    """Where paragraphs, tables and notes go."""

    def paragraph(self, text: str, paragraph: Paragraph, *, marker: str, is_bold: bool) -> None:
        """Take a paragraph with the number or bullet printed before it."""

    def table(self, rows: list[Row]) -> None:
        """Take a table."""

    def note(self, text: str, number: str) -> None:
        """Take a footnote to what came last."""


class Delivery:
    """Keeps what must wait: rows until their table ends, notes until their paragraph does.

    Attributes:
        rows: The table being read.
        marker: Number or bullet of the next paragraph, as printed.
        note_count: Footnotes begun so far.
    """

    def __init__(self, outlet: Outlet) -> None:
        self.rows = RowCollector()
        self.marker = ""
        self.note_count = 0
        self._outlet = outlet
        self._notes: list[tuple[str, str]] = []

    def paragraph(self, runs: Runs, paragraph: Paragraph) -> None:
        """Hand out a paragraph with its marker, and the notes in it."""
        self.box(runs, paragraph, marker=self._take_marker())
        self._hand_out_notes()

    def box(self, runs: Runs, paragraph: Paragraph, *, marker: str = "") -> None:
        """Hand out text that stands beside the running one, whose marker and notes wait."""
        self._outlet.paragraph(runs.text(), paragraph, marker=marker, is_bold=runs.is_bold)

    def paragraph_in_cell(self, runs: Runs) -> None:
        """Keep a paragraph until its table ends."""
        self.rows.add(f"{self._take_marker()} {runs.text()}".strip())

    def note(self, runs: Runs) -> None:
        """Keep the footnote that was begun last until its paragraph ends."""
        self._notes.append((str(self.note_count), runs.text()))

    def end_table(self) -> None:
        """Hand out the table that was read, if any, and the notes in it."""
        if rows := self.rows.take():
            self._outlet.table(rows)
            self._hand_out_notes()

    def _take_marker(self) -> str:
        marker, self.marker = self.marker, ""
        return marker

    def _hand_out_notes(self) -> None:
        for number, text in self._notes:
            self._outlet.note(text, number)
        self._notes.clear()
