"""Read spreadsheets and delimited text.

What enters: a path. What leaves: one `Document` whose blocks are the tables of each sheet and the
remarks around them. `grids` serves every format whose cells may span.
"""
