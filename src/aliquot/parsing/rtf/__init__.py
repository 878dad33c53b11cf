"""Read Rich Text Format: .rtf.

What enters: a path. What leaves: one `Document`.
"""
