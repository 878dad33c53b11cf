"""Read OpenDocument texts and presentations: .odt, .odp, and their flat XML forms.

What enters: a path. What leaves: one `Document`.
"""
