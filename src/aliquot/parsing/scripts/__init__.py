"""Read programs of a laboratory: analyses in Python and R, and shell scripts.

What enters: a program's text. What leaves: one `Document`: what its author says about it, and its
functions as code, each under its name. Nothing is executed.
"""
