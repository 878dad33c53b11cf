"""Read PDF files.

What enters: a path. What leaves: one `Document` with a place on the page for every line. `pages`
turns a file into lines, `layout` turns lines into blocks, `records` are what they hand on.
"""
