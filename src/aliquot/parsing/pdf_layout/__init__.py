"""Turn the glyphs of a PDF page into lines, columns, headings and paragraphs.

What enters: pages as pdfium draws them. What leaves: typed blocks in reading order with a place for
every line. The passes, in the order they happen: `glyphs` (page to runs), `lines`, `furniture`,
`tables`, `columns`, `headings`, `blocks`, `front_matter`; `slides` is the short way for decks.
"""
