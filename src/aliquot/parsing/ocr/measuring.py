"""Tell how a recognised line is set: its size, its place on the baseline, its weight.

A recogniser's boxes are loose, by a tenth to a half of the size. The ink inside them is not: from
the tops of its letters to the baseline, where most of its ink ends, it gives the size, and the
width of its strokes the weight.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from aliquot.parsing.ocr.recogniser import Image

__all__ = ["Setting", "measure"]

# Heights of capitals and of x above the baseline in shares of the type size, as Times, Helvetica
# and their kin draw them. Source: rendered lines of four papers of the dev set, November 2026.
CAPITAL_HEIGHT, X_HEIGHT = 0.69, 0.46
TALL = re.compile(r"[A-Z0-9bdfhijklt(){}\[\]/|À-ÖØ-Þß]")
# The height of x differs between faces by a tenth; a superscript adds more.
RAISED = 1.05
# Chinese and Japanese characters fill their square but for a rim, half of it below the baseline.
SQUARE = 0.92
SQUARES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff5e]")
SQUARES_BELOW = 0.1
# Down to the baseline a row has at least this share of the fullest row's ink; descenders have less.
BASELINE_ROW = 0.3
# Rows with less ink than this share of the fullest are gaps: one stem in a long line has more.
FAINT_ROW = 0.004
# A picture without contrast holds no ink to measure.
MINIMUM_CONTRAST = 24


class Setting(NamedTuple):
    """How a line is set, in pixels.

    Attributes:
        size: Type size.
        baseline: Distance from the top of the crop.
        stroke: Mean width of a stroke as a share of the size.
        left: Distance of the first ink from the left of the crop.
        right: Distance of the last ink from the left of the crop.
    """

    size: float
    baseline: float
    stroke: float
    left: int
    right: int


def measure(crop: Image, text: str) -> Setting:
    """Measure a line, cut out level; a crop without contrast is taken to be filled by its line."""
    ink = _ink(crop)
    top, bottom = _band(ink)
    baseline, size = _baseline_and_size(ink[top:bottom].sum(axis=1), text)
    starts = int(np.count_nonzero(ink[:, 1:] & ~ink[:, :-1])) + int(ink[:, 0].sum())
    stroke = float(ink.sum()) / max(starts, 1)
    columns = np.flatnonzero(ink[top:bottom].any(axis=0))
    left, right = (columns[0], columns[-1] + 1) if len(columns) else (0, ink.shape[1])
    return Setting(size, top + baseline, stroke / size, int(left), int(right))


def _ink(crop: Image) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which pixels are ink: the rarer of dark and light, cut halfway between them."""
    grey = crop.min(axis=2)
    low, high = int(grey.min()), int(grey.max())
    if high - low < MINIMUM_CONTRAST:
        return np.zeros(grey.shape, dtype=np.bool_)
    dark: np.ndarray[Any, np.dtype[np.bool_]] = grey < (low + high) / 2
    return dark if dark.mean() <= 0.5 else ~dark


def _band(ink: np.ndarray[Any, np.dtype[np.bool_]]) -> tuple[int, int]:
    """Return first and last row (exclusive) of the band with the most ink."""
    rows = ink.sum(axis=1)
    # Neighbouring lines and rules touch the crop with a row or two; gaps part them from the line.
    filled = np.concatenate(([False], rows > FAINT_ROW * rows.max(initial=0), [False]))
    edges = np.flatnonzero(filled[1:] != filled[:-1])
    bands = list(zip(edges[::2], edges[1::2], strict=True))
    if not bands:
        return 0, len(rows)
    top, bottom = max(bands, key=lambda band: int(rows[band[0] : band[1]].sum()))
    return int(top), int(bottom)


def _baseline_and_size(rows: np.ndarray[Any, np.dtype[np.int64]], text: str) -> tuple[float, float]:
    """Return the baseline below the first of the rows, and the size, of one band of ink."""
    if SQUARES.search(text):
        size = max(len(rows) / SQUARE, 1.0)
        return len(rows) - SQUARES_BELOW * size, size
    full = np.flatnonzero(rows >= BASELINE_ROW * rows.max(initial=0))
    baseline = float(full[-1] + 1) if len(full) else float(len(rows))
    by_x = (baseline - float(full[0] if len(full) else 0)) / X_HEIGHT
    size = baseline / CAPITAL_HEIGHT if TALL.search(text) else by_x
    # A raised citation mark stands higher than any capital of its line.
    return baseline, max(min(size, RAISED * by_x), 1.0)
