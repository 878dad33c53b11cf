"""Read what electronic lab notebooks and protocol repositories export.

What enters: an .eln archive, or a protocol as JSON. What leaves: one `Document` per record.
"""
