"""Read TEI: what GROBID makes of a PDF, and articles encoded by hand.

What enters: a path. What leaves: one `Document` for each text.
"""
