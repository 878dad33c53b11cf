"""Recognise text in pictures of pages: pixels in, lines with boxes, size and weight out.

`recogniser` holds the seam, `rapid` its backend, loaded by name with the first picture; `reading`
keeps the time, `measuring` tells how large and how bold a line is set. Nothing is known here of
PDF, image files or documents.
"""
