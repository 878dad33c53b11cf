"""The functions of pdfium that are called a thousand times a page, taking plain addresses.

A call with typed pointers costs three times one with integers. The signatures are those of
pdfium's headers (fpdfview.h, fpdf_edit.h, fpdf_text.h).
"""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as raw

__all__ = [
    "address_of",
    "bounds_of",
    "count_marks",
    "fill_colour",
    "font_of",
    "font_size",
    "form_object",
    "loose_box",
    "matrix_of_object",
    "matrix_of_text",
    "object_kind",
    "page_object",
    "path_segment",
    "render_mode",
    "segment_closes",
    "segment_kind",
    "segment_point",
    "text_object",
]

_ADDRESS, _INT = ctypes.c_void_p, ctypes.c_int


def _function(function: Any, result: Any, *arguments: Any) -> Any:
    address = ctypes.cast(function, _ADDRESS).value or 0
    return ctypes.CFUNCTYPE(result, *arguments)(address)


def address_of(handle: Any) -> int:
    """Return the address a handle of pdfium points to, 0 where it points nowhere."""
    return ctypes.cast(handle, _ADDRESS).value or 0


page_object = _function(raw.FPDFPage_GetObject, _ADDRESS, _ADDRESS, _INT)
form_object = _function(raw.FPDFFormObj_GetObject, _ADDRESS, _ADDRESS, ctypes.c_ulong)
object_kind = _function(raw.FPDFPageObj_GetType, _INT, _ADDRESS)
bounds_of = _function(raw.FPDFPageObj_GetBounds, _INT, _ADDRESS, *[_ADDRESS] * 4)
count_marks = _function(raw.FPDFPageObj_CountMarks, _INT, _ADDRESS)
matrix_of_object = _function(raw.FPDFPageObj_GetMatrix, _INT, _ADDRESS, _ADDRESS)
fill_colour = _function(raw.FPDFPageObj_GetFillColor, _INT, _ADDRESS, *[_ADDRESS] * 4)
path_segment = _function(raw.FPDFPath_GetPathSegment, _ADDRESS, _ADDRESS, _INT)
segment_kind = _function(raw.FPDFPathSegment_GetType, _INT, _ADDRESS)
segment_point = _function(raw.FPDFPathSegment_GetPoint, _INT, _ADDRESS, _ADDRESS, _ADDRESS)
segment_closes = _function(raw.FPDFPathSegment_GetClose, _INT, _ADDRESS)

text_object = _function(raw.FPDFText_GetTextObject, _ADDRESS, _ADDRESS, _INT)
loose_box = _function(raw.FPDFText_GetLooseCharBox, _INT, _ADDRESS, _INT, _ADDRESS)
matrix_of_text = _function(raw.FPDFText_GetMatrix, _INT, _ADDRESS, _INT, _ADDRESS)
font_size = _function(raw.FPDFText_GetFontSize, ctypes.c_double, _ADDRESS, _INT)
font_of = _function(raw.FPDFTextObj_GetFont, _ADDRESS, _ADDRESS)
render_mode = _function(raw.FPDFTextObj_GetTextRenderMode, _INT, _ADDRESS)
