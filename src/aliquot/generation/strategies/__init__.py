"""Ways to draw an answer from a library with a language model, beyond one reading of one page.

Enters: a question, evidence, and what a model may look up. Leaves: `Written`. `choose` says which
way suits a question; each is a `Strategy` and stands on a writer, which verifies every statement.
"""
