"""Read reference lists as reference managers export them.

What enters: a path to a BibTeX, RIS or CSL-JSON file. What leaves: one `Document`, a section for
each reference, and the references themselves, by which the files beside it are identified.
"""
