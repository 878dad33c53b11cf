"""Read LaTeX sources.

What enters: a path. What leaves: one `Document`; `text` turns phrases into the characters a reader
sees.
"""
