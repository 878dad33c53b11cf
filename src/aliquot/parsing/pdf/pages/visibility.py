"""Tell text a reader sees from text that only machines see: how prompts are injected.

Text may have the colour of its ground, be covered, be transparent, or lie in a layer that is
switched off. Rules for each of these would have to know all that a viewer knows, so where there is
any doubt the viewer is asked: that part of the page is drawn with and without the text, and text
that changes no pixel is not seen, unless what covers it shows the same words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.doubts import Boxes, in_doubt
from aliquot.parsing.pdf.pages.drawing import COLOURS, Canvas, Pixels, Place, changed
from aliquot.parsing.pdf.pages.objects import Drawn

__all__ = ["unseen"]

# Darker than this, of 255, is ink.
INK = 128
# Ground without words varies by less, in grey levels. The same words drawn again correlate with
# their ink by 0.7 to 0.96, other words in their place by 0.26 (dev set, November 2026).
CONTRAST = 12
RESEMBLANCE = 0.6


def unseen(
    page: pdfium.PdfPage,
    drawn: Sequence[Drawn],
    boxes: Boxes,
    texts: Sequence[int],
    pale: Sequence[bool],
) -> set[int]:
    """Return the indices of the pieces of text that no reader sees.

    Args:
        page: Open page.
        drawn: What is drawn on it.
        boxes: Left, bottom, right and top of each piece in user space: float32 (n, 4).
        texts: Address of the text object of each piece.
        pale: Whether each piece is set in white, nearly so, or transparent.
    """
    doubted = in_doubt(drawn, boxes, texts, pale)
    if not doubted:
        return set()
    canvas = Canvas(page, boxes[doubted].tolist())
    shown = canvas.draw()
    noticed = changed(shown, canvas.draw({texts[index] for index in doubted}))
    places = dict(zip(doubted, canvas.places, strict=True))
    hidden = {index for index, place in places.items() if not noticed[place].any()}
    covered = {index: places[index] for index in hidden if not pale[index]}
    if covered:
        # pdfium reads words once that are drawn twice, for instance under and over a box.
        others = {o.address for o in drawn if not _is_text(o) or o.address in texts}
        others -= {texts[index] for index in covered}
        hidden -= _shown_by_cover(shown, canvas.draw(others), covered, texts)
    return hidden


def _is_text(drawn: Drawn) -> bool:
    return bool(drawn.kind == raw.FPDF_PAGEOBJ_TEXT)


def _shown_by_cover(
    shown: Pixels, alone: Pixels, covered: Mapping[int, Place], texts: Sequence[int]
) -> set[int]:
    """Return the covered pieces whose words the cover shows.

    Exports draw a box with its words as a picture, over the words themselves.
    """
    by_object: dict[int, list[int]] = {}
    for index in covered:
        by_object.setdefault(texts[index], []).append(index)
    found: set[int] = set()
    for together in by_object.values():
        places = [covered[index] for index in together]
        grey = _joined(shown, places).mean(axis=1)
        ink = _joined(alone, places).min(axis=1) < INK
        if _same_words(grey, ink):
            found.update(together)
    return found


def _joined(pixels: Pixels, places: Collection[Place]) -> Pixels:
    """Return the pixels of some places one after the other: (n, 3)."""
    return np.concatenate([pixels[place][:, :, :COLOURS].reshape(-1, COLOURS) for place in places])


def _same_words(grey: np.ndarray[Any, Any], ink: np.ndarray[Any, np.dtype[np.bool_]]) -> bool:
    """Tell whether the shown pixels stand out where the words have ink."""
    if not ink.any() or ink.all() or grey.std() < CONTRAST:
        return False
    return bool(abs(np.corrcoef(grey, ink)[0, 1]) > RESEMBLANCE)
