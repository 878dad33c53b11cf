"""Ways to draw an answer from a library with a language model, beyond one reading of one page.

Enters: a question, evidence, and what a model may look up. Leaves: `Written`.
"""
