"""The ask story: a question enters, an answer whose every statement is verified leaves.

`story` is read from top to bottom; `choosing` tells which strategy answers, `tracing` keeps how.
"""

from __future__ import annotations

from aliquot.ask.choosing import LONG, WrittenAnswers
from aliquot.ask.story import MULTILINGUAL_HINT, NARROWED_HINT, Ask, WholeOf

__all__ = ["LONG", "MULTILINGUAL_HINT", "NARROWED_HINT", "Ask", "WholeOf", "WrittenAnswers"]
