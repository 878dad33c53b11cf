"""Write the blocks of LaTeX source: sections, lists, tables, captions, formulas, code, notes.

What enters: the body of a document, cleaned and expanded. What leaves: blocks in a
`DocumentBuilder`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.latex.lists import LISTS, ListCounter
from aliquot.parsing.latex.source import CODE_CLOSE, CODE_OPEN, Codes, braced, environment
from aliquot.parsing.latex.tables import TABLES, grid_of, inner_caption
from aliquot.parsing.latex.text import latex_math, latex_text
from aliquot.parsing.writing.items import add_item, continue_item
from aliquot.parsing.writing.typography import join_text
from aliquot.types import BlockType, SectionClass

__all__ = ["LatexWriter", "theorem_names"]

FORMULAS = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "math"}
    | {"alignat", "subequations", "dmath"}
)
LEVELS = {
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
    "subparagraph": 6,
}
# Numbered statements the standard packages and journals define; authors add their own.
THEOREMS = {
    name: name.capitalize()
    for name in (
        *("theorem", "lemma", "proposition", "corollary", "definition", "remark", "example"),
        *("proof", "conjecture", "hypothesis", "assumption", "claim", "observation"),
    )
}
# Headings of environments that make a section without saying so.
PARTS = {
    "abstract": "Abstract",
    "thebibliography": "References",
    "acknowledgments": "Acknowledgments",
    "acknowledgements": "Acknowledgements",
    "significancestatement": "Significance statement",
    "appendices": "",
}
# Drawn, not written.
DRAWN = frozenset({"tikzpicture", "pgfpicture", "picture", "pspicture", "axis", "filecontents"})
NEW_THEOREM = re.compile(
    r"\\newtheorem\*?\s*\{(\w+)\}\s*(?:\[[^\]]{0,400}\])?\s*\{((?:[^{}]|\{[^{}]*\})*)\}"
)
# Brackets are looked into a little way only: unclosed ones would be searched to the end each time.
STRUCTURE = re.compile(
    r"\\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)"
    r"|\\begin\{(?P<begin>[A-Za-z]+\*?)\}|\\end\{(?P<end>[A-Za-z]+)\*?\}"
    r"|\\item(?![A-Za-z])\s*(?:\[(?P<label>(?:[^\[\]]|\[[^\[\]]{0,200}\]){0,400})\])?"
    r"|\\caption(?:of\{\w+\})?\*?\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)"
    r"|\\bibitem\s*(?:\[(?:[^\[\]]|\[[^\[\]]{0,200}\]){0,2000}\])?\s*(?:\{[^{}]{0,200}\})?"
    r"|\\(?P<counting>setcounter|addtocounter)\s*\{(?P<counter>\w+)\}\s*\{\s*(?P<value>-?\d{1,4})\s*\}"
    rf"|(?P<display>\$\$|\\\[)|{CODE_OPEN}(?P<code>\d+){CODE_CLOSE}|(?P<blank>\n[ \t]*\n)"
)
OPTIONS = re.compile(r"[ \t]*(?:\[((?:[^\[\]]|\[[^\[\]]{0,200}\]){0,400})\])?")
ARGUMENTS = re.compile(r"(?:[ \t]*\[[^\]\n]{0,400}\])*(?:\{[\d.]*\\?\w*\}){0,2}")
FOOTNOTE = re.compile(r"\\footnote(?P<text>text)?\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)")
LABEL = re.compile(r"\\(?:label|tag)\s*\{[^{}]*\}|\\(?:nonumber|notag)\b")
BIBITEM = "bibitem"
# Deeper than any list TeX accepts.
MAXIMUM_DEPTH = 9


def theorem_names(preamble: str) -> dict[str, str]:
    """Return what each environment of a statement is called in print."""
    named = {found[1]: latex_text(found[2]) for found in NEW_THEOREM.finditer(preamble)}
    return THEOREMS | named


class LatexWriter:
    """Walk the source once, writing a block wherever the structure changes.

    Args:
        out: Where the blocks go.
        codes: Code set aside.
        theorems: Printed names of the environments of statements.
    """

    def __init__(self, out: DocumentBuilder, codes: Codes, theorems: Mapping[str, str]) -> None:
        self._out = out
        self._codes = codes
        self._theorems = theorems
        self._lists = ListCounter()
        self._open: list[str] = []
        self._item: tuple[str, str] | None = None
        self._caption = ""
        self._notes = 0
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
        if found["counting"]:
            is_added = found["counting"] == "addtocounter"
            self._lists.set(found["counter"], int(found["value"]), is_added=is_added)
            return found.end()
        self._flush()
        if found["blank"]:
            return found.end()
        if found["section"]:
            title, end = braced(source, found.end())
            self._out.heading(latex_text(title), LEVELS[found["section"]])
            return end
        if found["code"]:
            self._out.add(BlockType.CODE, self._codes.texts[int(found["code"])])
            return found.end()
        if found["display"]:
            return self._display(source, found)
        if found["begin"]:
            return self._begin(source, found)
        if found["end"]:
            return self._end(found)
        return self._command(source, found)

    def _command(self, source: str, found: re.Match[str]) -> int:
        if found.group().startswith("\\item"):
            self._open_item(found["label"])
            return found.end()
        if found.group().startswith("\\bibitem"):
            self._item = (BIBITEM, "")
            return found.end()
        text, end = braced(source, found.end())
        self._write_caption(text)
        return end

    def _write_caption(self, source: str) -> None:
        text, notes = self._without_notes(source)
        self._caption = latex_text(text)
        self._out.add(BlockType.CAPTION, self._caption)
        self._write_notes(notes)

    def _display(self, source: str, found: re.Match[str]) -> int:
        closing = "$$" if found["display"] == "$$" else "\\]"
        end = source.find(closing, found.end())
        end = len(source) if end < 0 else end
        self._formula(source[found.end() : end])
        return end + len(closing)

    def _formula(self, content: str) -> None:
        rows = re.split(r"\\\\(?:\[[^\]]{0,400}\])?", LABEL.sub("", content))
        shown = (latex_math(re.sub(r"(?<!\\)&", " ", row)) for row in rows)
        self._out.add(BlockType.FORMULA, "\n".join(filter(None, shown)))

    # -------------------------------------------------------------------------- environments

    def _begin(self, source: str, found: re.Match[str]) -> int:
        starred = found["begin"]
        name = starred.rstrip("*")
        if name in FORMULAS or name in TABLES or name in DRAWN:
            content, end = environment(source, name, found.end())
            self._whole(starred if starred in TABLES else name, content)
            return end
        options = OPTIONS.match(source, found.end())
        stated = (options[1] or "") if options else ""
        self._open.append(name)
        if name in LISTS:
            self._lists.open(name, stated)
        elif name in self._theorems:
            named = f"{self._theorems[name]} ({stated})" if stated else self._theorems[name]
            self._text.append(f"{named}. ")
            return options.end() if options else found.end()
        elif name in PARTS:
            is_list = name == "thebibliography"
            place = SectionClass.REFERENCES if is_list else None
            self._out.heading(PARTS[name], 2, section_class=place)
        elif name in ("table", "figure"):
            self._caption = ""
        arguments = ARGUMENTS.match(source, found.end())
        return arguments.end() if arguments else found.end()

    def _whole(self, name: str, content: str) -> None:
        """Write an environment that is read in one piece."""
        if name in TABLES:
            caption, content = inner_caption(content)
            if caption:
                self._write_caption(caption)
            self._out.table(grid_of(content, name), caption=self._caption)
        elif name in FORMULAS:
            self._formula(content)

    def _end(self, found: re.Match[str]) -> int:
        if found["end"] in self._open:
            while self._open.pop() != found["end"]:
                pass
            if found["end"] in LISTS:
                self._lists.close()
        return found.end()

    # -------------------------------------------------------------------------- text

    def _open_item(self, label: str | None) -> None:
        is_described = bool(self._lists.opened) and self._lists.opened[-1].is_described
        if label is None:
            self._item = (self._lists.next_marker(), "")
            return
        shown = latex_text(label)
        # A label of one's own takes no number.
        self._item = ("•", f"{shown}: " if shown else "") if is_described else (shown or "•", "")

    def _flush(self) -> None:
        """Write the collected text: as an item, the rest of one, or a paragraph."""
        if not self._text:
            return
        source, notes = self._without_notes("".join(self._text))
        self._text.clear()
        text = latex_text(source)
        if text:
            self._emit(text)
        self._write_notes(notes)

    def _emit(self, text: str) -> None:
        depth = min(self._lists.depth, MAXIMUM_DEPTH)
        if self._item is None:
            if not (depth and continue_item(self._out, text)):
                self._out.paragraph(text)
            return
        (marker, prefix), self._item = self._item, None
        if marker == BIBITEM:
            self._out.add(BlockType.REFERENCE, text, section_class=SectionClass.REFERENCES)
        elif "tablenotes" in self._open:
            self._out.add(BlockType.FOOTNOTE, join_text(marker.strip("•"), text))
        else:
            add_item(self._out, prefix + text, marker=marker, level=max(depth, 1))

    def _without_notes(self, source: str) -> tuple[str, list[tuple[str, str]]]:
        """Return the source with numbers in place of its footnotes, and these."""
        notes: list[tuple[str, str]] = []
        parts: list[str] = []
        position = 0
        while found := FOOTNOTE.search(source, position):
            note, end = braced(source, found.end())
            parts.append(source[position : found.start()])
            self._notes += not found["text"]
            if not found["text"]:
                parts.append(f"\\textsuperscript{{{self._notes}}}")
            notes.append((str(self._notes), note))
            position = end
        return "".join([*parts, source[position:]]), notes

    def _write_notes(self, notes: list[tuple[str, str]]) -> None:
        for number, note in notes:
            self._out.add(BlockType.FOOTNOTE, latex_text(note), marker=number)
