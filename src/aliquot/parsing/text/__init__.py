"""Read files without markup: plain text, and JSON of no known layout.

What enters: a path. What leaves: one `Document`. `plain` serves other formats that hold plain text.
"""
