"""Read LaTeX tables: rows, rules, merged cells, tables that go on over pages.

What enters: the content of a `tabular` or one of its kin. What leaves: a grid of strings, one
header row first, and the caption where it stands inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.parsing.latex.source import braced
from aliquot.parsing.latex.text import latex_text
from aliquot.parsing.tables.grids import Cell, expand, span

__all__ = ["TABLES", "grid_of", "inner_caption"]

# Arguments before the first row: the widths and columns.
TABLES = {
    "tabular": 1,
    "tabular*": 2,
    "tabularx": 2,
    "tabulary": 2,
    "longtable": 1,
    "supertabular": 1,
    "tabu": 1,
    "longtabu": 1,
    "array": 1,
    "tblr": 1,
    "longtblr": 1,
    "NiceTabular": 1,
}
OPTION = re.compile(r"\s*(?:\[[^\]]{0,400}\])?\s*")
RULE = re.compile(
    r"\\(?:hline|toprule|bottomrule|specialrule|heavyrule)\b(?:\{[^{}]*\}){0,3}(?:\[[^\]]{0,400}\])?"
    r"|\\c(?:line|midrule)\s*(?:\[[^\]]{0,400}\])?\s*(?:\([^)]*\))?\s*\{[^{}]*\}"
    r"|\\addlinespace(?:\[[^\]]{0,400}\])?|\\(?:row|cell|column)color\s*(?:\[[^\]]{0,400}\])?\{[^{}]*\}"
    r"|\\(?:noalign|arrayrulecolor)\s*\{[^{}]*\}"
)
# Between header and body where a table is set with booktabs.
MIDDLE = re.compile(r"\\midrule\b(?:\[[^\]]{0,400}\])?")
FEET = ("\\endfoot", "\\endlastfoot")
HEAD_END = re.compile(r"\\end(?:first)?head\b")
MARK = re.compile(
    r"\\(?P<begin>begin)\{[A-Za-z]+\*?\}|\\(?P<end>end)\{[A-Za-z]+\*?\}"
    r"|(?P<row>\\\\\*?(?:\[[^\]\n]{0,400}\])?|\\tabularnewline\b|\\cr\b)|\\.|(?P<brace>[{}])|(?P<cell>&)",
    re.S,
)
MULTICOLUMN = re.compile(r"\\multicolumn\s*\{\s*(\d{1,3})\s*\}\s*\{")
MULTIROW = re.compile(
    r"\\multirow(?:cell)?\s*(?:\[[^\]]{0,400}\])?\s*\{[^{}]*\}\s*(?:\[[^\]]{0,400}\])?\s*\{[^{}]*\}"
    r"\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)"
)
CAPTION = re.compile(r"\\caption\*?\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)")
INNER_TABLE = re.compile(r"\\begin\{tabular\}\s*(?:\[[^\]]{0,400}\])?\{[^{}]*\}|\\end\{tabular\}")
CELL_END = re.compile(r"(?<!\\)&")
LINE_BREAK = re.compile(r"\\\\\*?(?:\[[^\]\n]{0,400}\])?|\\newline\b")


def inner_caption(content: str) -> tuple[str, str]:
    """Return the caption that stands in a long table, and the content without it."""
    found = CAPTION.search(content)
    if not found:
        return "", content
    caption, end = braced(content, found.end())
    label = re.compile(r"\s*(?:\\label\{[^}]*\})?\s*(?:\\\\|\\tabularnewline)?").match(content, end)
    return caption, content[: found.start()] + content[label.end() if label else end :]


def grid_of(content: str, name: str) -> list[list[str]]:
    """Return the cells by row, the rows above the first middle rule merged into one header.

    Args:
        content: Of the environment, from its arguments on.
        name: The environment.
    """
    content = _without_repeats(_without_arguments(content, name))
    middle = MIDDLE.search(content)
    head, body = ("", content) if middle is None else _halves(content, middle)
    header = list(_rows(head))
    return expand([*header, *_rows(body)], header_rows=len(header))


def _without_arguments(content: str, name: str) -> str:
    start = 0
    for _ in range(TABLES.get(name, 1)):
        option = OPTION.match(content, start)
        _, start = braced(content, option.end() if option else start)
    return content[start:]


def _without_repeats(content: str) -> str:
    """Drop the second header and the feet of a table over several pages."""
    before, first, rest = content.partition("\\endfirsthead")
    _, head, body = rest.partition("\\endhead")
    if first and head:
        content = f"{before}\\endhead {body}"
    before, head, body = content.partition("\\endhead")
    feet = [body.rfind(end) + len(end) for end in FEET if end in body]
    if head and feet:
        content = f"{before}\\endhead {body[max(feet) :]}"
    # The end of the header is a rule, where there is none of booktabs.
    return HEAD_END.sub("" if MIDDLE.search(content) else r"\\midrule ", content)


def _halves(content: str, middle: re.Match[str]) -> tuple[str, str]:
    return content[: middle.start()], MIDDLE.sub("", content[middle.end() :])


def _rows(content: str) -> Iterator[list[Cell]]:
    """Yield the rows; breaks inside a cell or a table inside a cell end no row."""
    cells: list[Cell] = []
    start = depth = 0
    content = RULE.sub(" ", content)
    for found in MARK.finditer(content):
        mark = found.group()
        depth += (mark == "{" or bool(found["begin"])) - (mark == "}" or bool(found["end"]))
        if depth > 0 or not (found["row"] or found["cell"]):
            continue
        cells.append(_cell(content[start : found.start()]))
        start = found.end()
        if found["row"]:
            yield from _filled(cells)
            cells = []
    cells.append(_cell(content[start:]))
    yield from _filled(cells)


def _filled(cells: list[Cell]) -> Iterator[list[Cell]]:
    if any(cell.text for cell in cells):
        yield cells


def _cell(source: str) -> Cell:
    across = 1
    source = MULTIROW.sub("", source)
    spanned = MULTICOLUMN.search(source)
    if spanned:
        across = span(spanned[1])
        _, columns_end = braced(source, spanned.end() - 1)
        source = source[: spanned.start()] + source[columns_end:]
    source = LINE_BREAK.sub(" ", INNER_TABLE.sub(" ", source))
    return Cell(latex_text(CELL_END.sub(" ", source)), across)
