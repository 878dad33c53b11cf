"""Build tiny PDFs for the tests of the PDF parser."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

A4 = (595.0, 842.0)
LANDSCAPE = (792.0, 612.0)

PROSE = (
    "The culture was kept at a steady temperature for the whole night and then",
    "moved to fresh medium before the cells were counted in four chambers and",
    "the mean was taken. Each count was repeated by a second person who did not",
    "know the first result. No count differed from the other by a tenth of it.",
)


class PageWriter:
    """Write lines top-down on the pages of a PDF; y is measured from the top, as in blocks."""

    def __init__(self, path: Path, size: tuple[float, float] = A4) -> None:
        self.path = path
        self.size = size
        self.canvas = Canvas(str(path), pagesize=size, invariant=1)

    def text(
        self, x: float, y: float, words: str, size: float = 10, font: str = "Times-Roman"
    ) -> PageWriter:
        """Write one line with its baseline at `y`."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.size[1] - y, words)
        return self

    def lines(
        self, x: float, y: float, lines: tuple[str, ...], size: float = 10, lead: float = 12
    ) -> float:
        """Write lines under each other and return the next baseline."""
        for line in lines:
            self.text(x, y, line, size)
            y += lead
        return y

    def page(self) -> PageWriter:
        """Begin a new page."""
        self.canvas.showPage()
        return self

    def save(self) -> Path:
        """Finish the file."""
        self.canvas.save()
        return self.path
