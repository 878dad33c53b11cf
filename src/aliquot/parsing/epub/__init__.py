"""Read electronic books: EPUB 2 and 3.

What enters: a path. What leaves: one `Document`, its chapters in reading order.
"""
