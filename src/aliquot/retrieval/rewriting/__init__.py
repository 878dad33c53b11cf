"""Rewrite a question with a language model: other words, smaller questions, a passage that answers.

Enters: a question, and turns before it. Leaves: queries, the literal question first. What a model
writes is searched and never followed; where it fails, the literal question is searched alone.
"""

from __future__ import annotations

from aliquot.retrieval.rewriting.rewriters import (
    DecomposingRewriter,
    HydeRewriter,
    ModelRewriter,
    MultiQueryRewriter,
    Rewriting,
)
from aliquot.retrieval.rewriting.standalone import StandaloneRewriter, Turn

__all__ = [
    "DecomposingRewriter",
    "HydeRewriter",
    "ModelRewriter",
    "MultiQueryRewriter",
    "Rewriting",
    "StandaloneRewriter",
    "Turn",
]
