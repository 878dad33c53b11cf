"""Read Word documents.

What enters: a path. What leaves: one `Document` with the numbers Word computes and never stores.
"""
