"""The page of filters: fields, operators and grammar."""

from __future__ import annotations

from aliquot import filters
from aliquot.types import FIELDS, Operator
from refpages.markdown import code, table

__all__ = ["filters_page"]


def filters_page() -> list[str]:
    """Describe fields, operators and grammar."""
    grammar = (filters.__doc__ or "").partition("Grammar: ")[2].strip()
    rows = [(code(name), spec.type, spec.level, spec.meaning) for name, spec in FIELDS.items()]
    return [
        "# Filters",
        "",
        "A filter restricts a search, an answer or a list to what passes it: `--where` on the"
        " command line, `where=` in Python. [How to filter a search](../how-to/filter-a-search.md)"
        " shows it at work.",
        "",
        "- A field that is missing never matches a comparison, `!=` included.",
        "- A field with several values (authors, phases) matches when any of them does.",
        "- Text is compared whole and without case; numbers as numbers.",
        "- An unknown field, operator or type is an error, never ignored.",
        "- A filter that matches nothing returns nothing.",
        "",
        "## Fields",
        "",
        *table(("field", "type", "belongs to the", "meaning"), rows),
        "## Operators",
        "",
        *table(("operator", "also written", "for"), OPERATORS),
        "## Grammar",
        "",
        *grammar_lines(grammar),
    ]


OPERATORS = (
    (code("="), "`==`, " + code(Operator.EQ), "text, numbers"),
    (code("!="), code(Operator.NE), "text, numbers"),
    (code("in"), "", "a list: `kind in [paper, protocol]`"),
    (code("<"), code(Operator.LT), "numbers"),
    (code("<="), code(Operator.LE), "numbers"),
    (code(">"), code(Operator.GT), "numbers"),
    (code(">="), code(Operator.GE), "numbers"),
    (code("exists"), "", "any field: `exists doi`, `not exists year`"),
)


def grammar_lines(grammar: str) -> list[str]:
    """Return the grammar, one rule a line, and how words are quoted."""
    rules = [part.strip(" `.\n") for part in grammar.split("`,")]
    return [
        "```text",
        *(" ".join(rule.split()) for rule in rules),
        "```",
        "",
        "`and` binds tighter than `or`. A value with spaces or signs stands in quotes, single or"
        ' double: `journal = "Nature Methods"`.',
    ]
