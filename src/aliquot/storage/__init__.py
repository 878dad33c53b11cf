"""The catalog, which is the truth, and the indexes that follow it.

Enters: documents with chunks and vectors. Leaves: chunks by key or filter, and rankings of keys.
Nothing here knows how text is parsed, cut or embedded.
"""
