"""Read picture files that show text: scans, photographs of notebooks, screenshots.

What enters: a path. What leaves: one `Document`, a page for each picture in the file, its text
recognised.
"""
