"""Read Markdown, and the Jupyter notebooks whose prose is Markdown.

What enters: a path. What leaves: one `Document`.
"""
