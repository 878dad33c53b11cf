"""Write what was read as blocks and plain characters, the same way for every format.

What enters: strings a parser found, and the builder it fills. What leaves: list items, field lines,
raised and lowered characters, licences by their common names, and the closed `Document`.
"""
