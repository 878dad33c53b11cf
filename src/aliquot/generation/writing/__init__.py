"""Answers a language model writes: packed evidence, prompts, replies read as statements.

Enters: a question and evidence. Leaves: statements, each verified before it is handed on.
"""
