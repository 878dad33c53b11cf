"""A survey as a file or a page: what a lab hands on, sorts and prints.

What enters: a finished survey. What leaves: text or bytes; nothing here reads a library.

- `cells`: a survey to tables of plain words, the same for every format.
- `remarks`: what stands under a table: counts, absences, notes, and coverage last.
- `csv`, `xlsx`, `markdown`, `svg`: the formats.
- `bars`, `drawing`: what a chart counts, and how its parts are drawn.
- `writing`: a survey to a file, in the format its name asks for.
"""
