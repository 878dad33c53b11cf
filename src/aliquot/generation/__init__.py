"""Answers from evidence: statements, their citations, and the proof of each.

Enters: a question and a ranking of chunks. Leaves: verified statements, or a reasoned refusal.
Nothing here searches.
"""
