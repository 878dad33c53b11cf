"""Turn the lines of PDF pages into headings, paragraphs, tables and captions.

What enters: pages of lines. What leaves: typed blocks in reading order with a place for every line.
The passes, in the order they happen: `furniture`, `tables`, `columns`, `headings`, `blocks`,
`front_matter`; `slides` is the short way for decks.
"""
