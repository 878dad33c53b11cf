"""Read the protocols of Opentrons robots, which are Python programs, without running them.

What enters: a Python file. What leaves: one protocol `Document`: deck, liquids, settings, and every
command in the order it is written, as a sentence.
"""
