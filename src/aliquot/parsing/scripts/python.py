"""Parse Python without running it, whatever the file holds."""

from __future__ import annotations

import ast
import warnings

__all__ = ["parse_python"]


def parse_python(source: str) -> ast.Module | None:
    """Return the syntax tree, `None` where the text is not valid Python 3."""
    with warnings.catch_warnings():
        # Of the file's own strings, such as "\d"; none of our business.
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        # The parser's own stack overflows with a MemoryError.
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
