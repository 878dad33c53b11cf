"""Read protein entries of UniProt.

What enters: a path to a flat, JSON or XML file. What leaves: one `Document` per entry. Each
layout's reader fills the same `ProteinRecord`; one writer turns it into a document.
"""
