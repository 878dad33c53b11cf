"""Citation styles, bibliographies and links: what an answer cites, as a manuscript wants it.

What enters: an answer and the works it cites. What leaves: marks beside its statements with a list
of references, entries for a reference manager, and links to the passage. Nothing here reads a
library: `aliquot.library.citing` gathers the works.
"""
