"""Read journal articles in JATS or NLM XML.

What enters: a path. What leaves: one `Document` per article.
"""
