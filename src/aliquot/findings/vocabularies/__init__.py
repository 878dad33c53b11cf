"""Names the extractors know: cell lines, organisms, viruses, registries, makers.

Common knowledge of the bench, kept small: what a vocabulary lacks is found by its form and its
context, or comes from the library's own records.
"""
