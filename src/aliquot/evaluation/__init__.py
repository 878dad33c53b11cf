"""Measure finding: judgements, rankings, measures and what their differences are worth.

Enters: questions with what answers them, and a way to search. Leaves: figures with intervals. Knows
nothing of engines and models.
"""
