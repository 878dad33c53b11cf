"""Read PowerPoint presentations.

What enters: a path. What leaves: one `Document`, a page for each slide, speaker notes included.
"""
