"""Read HTML pages.

What enters: a path. What leaves: one `Document`. `body` serves other formats that hold HTML.
"""
