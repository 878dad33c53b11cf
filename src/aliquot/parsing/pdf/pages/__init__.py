"""Read the pages of a PDF: bytes in, lines of single columns out.

The passes, in the order they happen: `glyphs` (page to runs), `overprint`, `symbols`, `lines`;
`reading` drives them.
"""
