"""Read LaTeX sources: manuscripts, theses, chapters.

What enters: a .tex file. What leaves: one `Document` with sections, lists, captions, tables,
formulas and code. Comments, references and layout are dropped; included files are not followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.latex.text import latex_math, latex_text
from aliquot.parsing.writing.front_matter import find_year
from aliquot.parsing.writing.items import BULLET, add_item, continue_item
from aliquot.parsing.writing.prose import close_prose
from aliquot.types import BlockType, Document

__all__ = ["LatexParser"]

COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
HIDDEN_ENVIRONMENT = re.compile(r"\\begin\{comment\}.*?\\end\{comment\}", re.S)
BODY = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.S)
CODE = ("verbatim", "Verbatim", "lstlisting", "minted", "alltt")
CODE_ENVIRONMENT = re.compile(
    rf"\\begin\{{({'|'.join(CODE)})\*?\}}[ \t]*(?:\[[^\]]*\])?(?:\{{[^}}]*\}})?(.*?)"
    r"\\end\{\1\*?\}",
    re.S,
)
# Code is set aside before comments are stripped: `%` is a character there.
CODE_MARK = re.compile(r"\ue010(\d+)\ue011")
FORMULAS = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "math"}
)
TABLES = frozenset({"tabular", "tabularx", "tabulary", "longtable", "supertabular", "array"})
LEVELS = {
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
    "subparagraph": 6,
}
STRUCTURE = re.compile(
    r"\\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?\s*(?:\[[^\]]*\])?\s*(?=\{)"
    r"|\\begin\{(?P<begin>[A-Za-z]+)\*?\}|\\end\{(?P<end>[A-Za-z]+)\*?\}"
    r"|\\item\b\s*(?:\[(?P<label>(?:[^\[\]]|\[[^\]]*\])*)\])?"
    r"|\\caption(?:of\{\w+\})?\*?\s*(?:\[[^\]]*\])?\s*(?=\{)"
    r"|\\bibitem\s*(?:\[[^\]]*\])?\s*(?:\{[^}]*\})?"
    r"|(?P<display>\$\$|\\\[)|\ue010(?P<code>\d+)\ue011|(?P<blank>\n[ \t]*\n)"
)
ROW_END = re.compile(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline\b")
RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot)\b"
    r"|\\c(?:line|midrule)(?:\([^)]*\))?\{[^}]*\}|\\addlinespace(?:\[[^\]]*\])?"
)
MULTICOLUMN = re.compile(r"\\multicolumn\s*\{(\d{1,2})\}\s*\{[^{}]*\}\s*(?=\{)")
MULTIROW = re.compile(r"\\multirow\s*(?:\[[^\]]*\])?\{[^{}]*\}\s*\{[^{}]*\}\s*(?=\{)")
CELL_END = re.compile(r"(?<!\\)&")
INCLUDED = re.compile(r"\\(?:input|include)\{([^}]*)\}")
NEW_COMMAND = re.compile(
    r"\\(?:re)?newcommand\*?\s*\{?\\([A-Za-z]+)\}?\s*(?=\{)|\\def\\([A-Za-z]+)(?=\{)"
)
# A macro of one's own is a unit or a name; longer ones are layout.
MACRO_CHARS = 200
MAXIMUM_MACROS = 200


class LatexParser:
    """Parse LaTeX sources."""

    name = "latex"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is empty or holds no text.
        """
        source, codes = _set_code_aside(read_text(path))
        source = HIDDEN_ENVIRONMENT.sub("", COMMENT.sub(r"\1", source))
        body = BODY.search(source)
        preamble = source[: body.start()] if body else ""
        text = _expand_macros(body[1] if body else source, preamble or source)
        out = DocumentBuilder()
        title = latex_text(_argument(source, "title"))
        out.heading(title, 1)
        LatexWriter(out, codes).write(text)
        included = sorted({name for name in INCLUDED.findall(text) if name})
        document = close_prose(
            out,
            path,
            title=title,
            may_be_paper=True,
            authors=_authors(source),
            year=find_year(latex_text(_argument(source, "date"))),
            warnings=[f"Not read, since they are files of their own: {', '.join(included)}."]
            if included
            else [],
            parser=self.name,
            parser_version=self.version,
        )
        return [document]


@dataclass(slots=True)
class OpenEnvironment:
    """A list or other environment being read."""

    name: str
    count: int = 0
    has_item: bool = False


class LatexWriter:
    """Walk the source once, writing a block wherever the structure changes.

    Args:
        out: Where the blocks go.
        codes: Code set aside, by number.
    """

    def __init__(self, out: DocumentBuilder, codes: list[str]) -> None:
        self._out = out
        self._codes = codes
        self._open: list[OpenEnvironment] = []
        self._item: tuple[str, str] | None = None
        self._caption = ""
        self._text: list[str] = []

    def write(self, source: str) -> None:
        """Write the body of a document."""
        position = 0
        while found := STRUCTURE.search(source, position):
            self._text.append(source[position : found.start()])
            position = self._structure(source, found)
        self._text.append(source[position:])
        self._flush()

    def _structure(self, source: str, found: re.Match[str]) -> int:
        """Handle one structural mark; return where reading goes on."""
        if found["blank"]:
            self._flush()
            return found.end()
        if found["section"]:
            self._flush()
            title, end = _braced(source, found.end())
            self._out.heading(latex_text(title), LEVELS[found["section"]])
            return end
        if found["code"]:
            self._flush()
            self._out.add(BlockType.CODE, self._codes[int(found["code"])])
            return found.end()
        if found["display"]:
            return self._display(source, found)
        if found["begin"]:
            return self._begin(source, found)
        if found["end"]:
            return self._end(found)
        return self._command(source, found)

    def _command(self, source: str, found: re.Match[str]) -> int:
        self._flush()
        if found.group().startswith("\\item"):
            self._open_item(found["label"])
            return found.end()
        if found.group().startswith("\\bibitem"):
            self._item = ("bibitem", "")
            return found.end()
        text, end = _braced(source, found.end())
        self._caption = latex_text(text)
        self._out.add(BlockType.CAPTION, self._caption)
        return end

    def _display(self, source: str, found: re.Match[str]) -> int:
        self._flush()
        closing = "$$" if found["display"] == "$$" else "\\]"
        end = source.find(closing, found.end())
        end = len(source) if end < 0 else end
        self._out.add(BlockType.FORMULA, latex_math(source[found.end() : end]))
        return end + len(closing)

    def _begin(self, source: str, found: re.Match[str]) -> int:
        name = found["begin"]
        if name in FORMULAS or name in TABLES:
            self._flush()
            content, end = _environment(source, name, found.end())
            if name in TABLES:
                self._out.table(_grid(content, name), caption=self._caption)
            else:
                self._out.add(BlockType.FORMULA, latex_math(content.replace("&", " ")))
            return end
        self._flush()
        if name == "abstract":
            self._out.heading("Abstract", 2)
        elif name == "thebibliography":
            self._out.heading("References", 2)
        elif name in ("table", "figure"):
            self._caption = ""
        self._open.append(OpenEnvironment(name))
        return _skip_arguments(source, found.end())

    def _end(self, found: re.Match[str]) -> int:
        self._flush()
        if self._open:
            self._open.pop()
        return found.end()

    def _open_item(self, label: str | None) -> None:
        lists = [item for item in self._open if item.name in LISTS]
        current = lists[-1] if lists else OpenEnvironment("itemize")
        current.count += 1
        marker = LISTS[current.name](current.count)
        prefix = ""
        if label is not None:
            shown = latex_text(label)
            prefix = f"{shown}: " if current.name == "description" and shown else ""
            marker = shown if current.name != "description" and shown else marker
        self._item = (marker, prefix)

    def _flush(self) -> None:
        """Write the collected text: as an item, the rest of one, or a paragraph."""
        text = latex_text("".join(self._text))
        self._text.clear()
        if not text:
            return
        depth = sum(item.name in LISTS for item in self._open)
        if self._item is not None:
            marker, prefix = self._item
            self._item = None
            if marker == "bibitem":
                self._out.add(BlockType.REFERENCE, text)
            else:
                add_item(self._out, prefix + text, marker=marker, level=max(depth, 1))
        elif not (depth and continue_item(self._out, text)):
            self._out.paragraph(text)


LISTS: dict[str, Callable[[int], str]] = {
    "itemize": lambda _: BULLET,
    "compactitem": lambda _: BULLET,
    "description": lambda _: BULLET,
    "enumerate": lambda count: f"{count}.",
    "compactenum": lambda count: f"{count}.",
}


def _set_code_aside(source: str) -> tuple[str, list[str]]:
    codes: list[str] = []

    def replace(match: re.Match[str]) -> str:
        codes.append(match[2])
        return f"\ue010{len(codes) - 1}\ue011"

    cleaned = source.replace("\ue010", "").replace("\ue011", "")
    return CODE_ENVIRONMENT.sub(replace, cleaned), codes


def _braced(source: str, start: int) -> tuple[str, int]:
    """Return the group that opens at `start`, and where it ends; the rest if it never closes."""
    if source[start : start + 1] != "{":
        return "", start
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.S).finditer(source, start):
        mark = found.group()
        depth += (mark == "{") - (mark == "}")
        if depth == 0 and mark == "}":
            return source[start + 1 : found.start()], found.end()
    return source[start + 1 :], len(source)


def _environment(source: str, name: str, start: int) -> tuple[str, int]:
    """Return an environment's content and where it ends, inner ones of its name included."""
    depth = 1
    marks = re.compile(rf"\\(begin|end)\{{{name}\*?\}}")
    for found in marks.finditer(source, start):
        depth += 1 if found[1] == "begin" else -1
        if depth == 0:
            return source[start : found.start()], found.end()
    return source[start:], len(source)


def _skip_arguments(source: str, start: int) -> int:
    """Skip the options of an environment: `[htbp]`, `{0.5\\textwidth}`."""
    found = re.compile(r"[ \t]*(?:\[[^\]\n]*\])?(?:\{[\d.]*\\?\w*\})?").match(source, start)
    return found.end() if found else start


def _grid(content: str, name: str) -> list[list[str]]:
    columns = 2 if name in ("tabularx", "tabulary") else 1
    position = re.compile(r"\s*(?:\[[^\]]*\])?\s*").match(content)
    start = position.end() if position else 0
    for _ in range(columns):
        _, start = _braced(content, start)
    body = RULE.sub("", content[start:])
    return [_row(row) for row in ROW_END.split(body)]


def _row(row: str) -> list[str]:
    cells: list[str] = []
    for cell in CELL_END.split(MULTIROW.sub("", row)):
        spanned = MULTICOLUMN.search(cell)
        cells.append(latex_text(MULTICOLUMN.sub("", cell)))
        cells += [""] * (int(spanned[1]) - 1 if spanned else 0)
    return cells


def _argument(source: str, command: str) -> str:
    found = re.search(rf"\\{command}\s*(?:\[[^\]]*\])?\s*(?=\{{)", source)
    return _braced(source, found.end())[0] if found else ""


def _authors(source: str) -> tuple[str, ...]:
    text = re.sub(r"\\(?:thanks|affil|inst|footnote)\s*\{[^{}]*\}", "", _argument(source, "author"))
    first_lines = (part.split("\\\\")[0] for part in re.split(r"\\and\b|\\AND\b", text))
    names = (latex_text(line) for part in first_lines for line in re.split(r",| and ", part))
    return tuple(name for name in names if name)


def _expand_macros(text: str, definitions: str) -> str:
    """Replace the author's own short macros without arguments, such as `\\ecoli`."""
    macros: dict[str, str] = {}
    for found in NEW_COMMAND.finditer(definitions):
        body, _ = _braced(definitions, found.end())
        if len(body) <= MACRO_CHARS and "#" not in body and len(macros) < MAXIMUM_MACROS:
            macros[found[1] or found[2]] = body
    if not macros:
        return text
    use = re.compile(rf"\\({'|'.join(map(re.escape, macros))})(?![A-Za-z])(?:\{{\}})?")
    # One pass: a macro inside a macro stays unresolved, and no definition can grow without end.
    return use.sub(lambda match: macros[match[1]], text)
