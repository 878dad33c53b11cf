"""Take tables out of the pages before their columns are read.

What enters: pages of lines and rules. What leaves: tables with caption, rows of cells and notes;
their lines leave the flow, so that no row is read into a sentence. `captions` finds where a table
is announced, `regions` where it stands, `columns`, `rows` and `headers` make the grid, `notes` what
explains it, `parts` joins what goes on over pages, `sideways` reads what is printed across a page.
"""

from __future__ import annotations

from aliquot.parsing.pdf.layout.tables.search import take_tables
from aliquot.parsing.pdf.layout.tables.sideways import take_sideways
from aliquot.parsing.pdf.layout.tables.table import Table

__all__ = ["Table", "take_sideways", "take_tables"]
