"""Read PNG, JPEG, TIFF, WebP and BMP files by recognising the text they show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from aliquot.errors import MissingExtraError, ModelError, ParseError
from aliquot.parsing.images.pictures import open_pictures
from aliquot.parsing.ocr.reading import PageReader, ScannedPage
from aliquot.parsing.ocr.settings import OcrSettings
from aliquot.parsing.pdf.pages.reading import Reading
from aliquot.parsing.pdf.pages.recognised import recognised_pages
from aliquot.parsing.pdf.pages.scans import OUT_OF_TIME, SWITCHED_OFF, Recognition
from aliquot.parsing.pdf.parser import document_of
from aliquot.parsing.writing.prose import title_from_path
from aliquot.types import Document

__all__ = ["ImageParser"]

OCR = OcrSettings()


class ImageParser:
    """Parse pictures of text; the pages of a TIFF are pages of one document.

    Boxes are in points. A file that states its resolution has 72 to the inch; any other counts as
    792 points high or wide, whichever is longer.

    Args:
        ocr: Whether and for how long text is recognised.
    """

    name = "image"
    version = "1"

    recognises_text = True

    def __init__(self, ocr: OcrSettings = OCR) -> None:
        self._ocr = ocr

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is damaged, shows no text, or no recogniser is installed.
            UnsupportedFormatError: It holds measurements.
        """
        reading = _read(path, self._ocr)
        document = document_of(reading)
        return [
            replace(
                document,
                title=document.title or title_from_path(path),
                parser=self.name,
                parser_version=self.version,
            )
        ]


def _read(path: Path, settings: OcrSettings) -> Reading:
    if not settings.engine:
        raise _needs_ocr(path, SWITCHED_OFF)
    reader = PageReader(settings)
    found = Recognition()
    scans: list[tuple[int, ScannedPage]] = []
    with open_pictures(path) as pictures:
        for number, (picture, scale) in enumerate(pictures):
            if not reader.has_time():
                found.left.append(number + 1)
                found.remedy = OUT_OF_TIME
                continue
            try:
                scan = reader.read(picture, scale)
            except MissingExtraError as exc:
                raise _needs_ocr(path, exc.hint) from exc
            except ModelError as exc:
                raise ParseError(exc.message, source=str(path), hint=exc.hint) from exc
            found.count(number + 1, scan)
            if scan.lines:
                scans.append((number, scan))
    if not scans:
        raise _shows_nothing(path)
    found.pages = recognised_pages(scans)
    reading = Reading({})
    reading.pages = list(found.pages)
    reading.take(found)
    return reading


def _needs_ocr(path: Path, hint: str) -> ParseError:
    return ParseError(
        "The file is a picture; its text, if any, has to be recognised (OCR).",
        source=str(path),
        status="needs_ocr",
        hint=hint,
    )


def _shows_nothing(path: Path) -> ParseError:
    return ParseError(
        "No text was found in the picture.",
        source=str(path),
        status="empty",
        hint="If it shows text, scan or photograph it again, closer and with more light.",
    )
