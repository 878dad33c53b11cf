"""Read the text of Word paragraphs: runs, symbols, raised text, formulas, text boxes.

What enters: a `w:p` element. What leaves: its text, and the text boxes and footnotes that hang on
it. Deleted text is left out; hidden text is left out and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from lxml import etree

from aliquot.parsing.docx.styles import Styles, switched_on
from aliquot.parsing.docx.visibility import NOTHING_STATED, Look, is_unseen, look_of
from aliquot.parsing.files.ooxml import attribute, formula_text
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.writing.pictures import picture_line
from aliquot.parsing.writing.typography import link_suffix, subscript, superscript

__all__ = ["ParagraphReader", "ParagraphText"]

# Removed by tracked changes, or a second copy of what stands elsewhere.
SKIPPED = frozenset(
    {
        *("instrText", "delText", "Fallback", "pPr", "rPr", "rt", "sdtPr"),
        *("annotationRef", "proofErr", "bookmarkStart", "bookmarkEnd", "fldData"),
    }
)
# Word nests links, fields and runs a few levels deep; below this, damaged files go on for ever.
MAXIMUM_DEPTH = 40
CHARACTERS = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "\u2011",
    "softHyphen": "",
}
# Characters of the Symbol font by code, which may carry F000 on top. Source: Adobe Symbol encoding.
SYMBOL = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzDFGLPQSWXY",
        "αβχδεφγηιϕκλμνοπθρστυϖωξψζΔΦΓΛΠΘΣΩΞΨ",
        strict=True,
    )
) | {
    chr(code): character
    for code, character in {
        0xA2: "′", 0xA3: "≤", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAE: "→", 0xB0: "°", 0xB1: "±",
        0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈",
        0xD6: "√", 0xE5: "∑", 0x2D: "−", 0x7E: "∼",
    }.items()
}  # fmt: skip


@dataclass(slots=True)
class ParagraphText:
    """Text of a paragraph and what hangs on it.

    Attributes:
        text: What a reader sees.
        is_formula: Whether it is a formula and nothing else.
        is_bold: Whether all of it is bold.
        hides: Whether something in it was left out because nobody sees it.
        pictures: What its pictures show, as their author says.
        boxes: Its text boxes.
        notes: Its notes: kind, id, number as printed.
    """

    text: str = ""
    is_formula: bool = False
    is_bold: bool = False
    hides: bool = False
    pictures: list[str] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    notes: list[tuple[str, str, str]] = field(default_factory=list)


class ParagraphReader:
    """Read paragraphs of one document.

    Args:
        links: Addresses by relation id.
        styles: Styles of the document, for those that runs have.

    Attributes:
        hidden: Texts left out because nobody sees them.
        deleted: How many texts were left out because tracked changes delete them.
        embedded: How many objects of other programs were left out.
    """

    def __init__(self, links: dict[str, str], styles: Styles) -> None:
        self._links = links
        self._styles = styles
        self._result = ParagraphText()
        self._bold: list[bool] = []
        self._depth = 0
        self._look = NOTHING_STATED
        self._on_white = True
        self._notes: dict[str, dict[str, int]] = {}
        self.hidden: list[str] = []
        self.deleted = 0
        self.embedded = 0

    def read(
        self, paragraph: etree._Element, *, look: Look = NOTHING_STATED, on_white: bool = True
    ) -> ParagraphText:
        """Return a paragraph's text without what nobody sees.

        Args:
            paragraph: The `w:p`.
            look: What its style states.
            on_white: Whether nothing but paper lies under it.
        """
        self._result = ParagraphText()
        self._bold = []
        self._look, self._on_white = look, on_white
        before = len(self.hidden)
        text = self._children(paragraph).strip()
        self._result.hides = len(self.hidden) > before
        formulas = [child for child in paragraph if local_name(child) in ("oMath", "oMathPara")]
        self._result.text = text
        self._result.is_formula = bool(formulas) and not self._bold
        self._result.is_bold = bool(self._bold) and all(self._bold)
        return self._result

    def _children(self, element: etree._Element) -> str:
        if self._depth >= MAXIMUM_DEPTH:
            return "".join(str(text.text or "") for text in element.iter("{*}t"))
        self._depth += 1
        text = "".join(self._write(child) for child in element)
        self._depth -= 1
        return text

    def _write(self, element: etree._Element) -> str:
        name = local_name(element)
        if not name or name in SKIPPED:
            return ""
        if name in ("t", "text"):
            return element.text or ""
        if name in CHARACTERS:
            return CHARACTERS[name]
        writer = self._writers.get(name)
        return writer(self, element) if writer else self._children(element)

    def _run(self, run: etree._Element) -> str:
        properties = next((child for child in run if local_name(child) == "rPr"), None)
        text = self._children(run)
        if not text.strip():
            return text
        if properties is None:
            if is_unseen(self._look, on_white=self._on_white):
                self.hidden.append(text)
                return ""
            self._bold.append(False)
            return text
        style = next((child for child in properties if local_name(child) == "rStyle"), None)
        named = NOTHING_STATED if style is None else self._styles.get(attribute(style, "val")).look
        if is_unseen(look_of(properties).over(named).over(self._look), on_white=self._on_white):
            self.hidden.append(text)
            return ""
        self._bold.append(switched_on(properties, "b"))
        if any(_is_symbol_font(fonts) for fonts in properties.iter("{*}rFonts")):
            text = "".join(_symbol(character) for character in text)
        for raised in properties.iter("{*}vertAlign"):
            value = attribute(raised, "val")
            if value == "superscript":
                return superscript(text)
            if value == "subscript":
                return subscript(text)
        return text

    def _symbol_character(self, element: etree._Element) -> str:
        code = attribute(element, "char")
        try:
            character = chr(int(code, 16) & 0x0FFF)
        except ValueError:
            return ""
        if attribute(element, "font").casefold() == "symbol":
            return SYMBOL.get(character, character)
        return "•"  # Wingdings and the like: check marks and arrows without a plain equivalent

    def _link(self, element: etree._Element) -> str:
        text = self._children(element)
        return text + link_suffix(text, self._links.get(attribute(element, "id"), ""))

    def _formula(self, element: etree._Element) -> str:
        return f" {formula_text(element)} "

    def _box(self, element: etree._Element) -> str:
        self._result.boxes.append(element)
        return ""

    def _note(self, element: etree._Element) -> str:
        number = attribute(element, "id")
        kind = "footnotes" if local_name(element) == "footnoteReference" else "endnotes"
        numbers = self._notes.setdefault(kind, {})
        printed = str(numbers.setdefault(number, len(numbers) + 1))
        self._result.notes.append((kind, number, printed))
        return superscript(printed)

    def _deleted(self, element: etree._Element) -> str:
        texts = (str(text.text or "") for text in element.iter("{*}delText", "{*}t"))
        self.deleted += bool("".join(texts).strip())
        return ""

    def _control(self, element: etree._Element) -> str:
        """Read a content control, unless it still asks to be filled in."""
        for properties in element:
            if local_name(properties) == "sdtPr" and switched_on(properties, "showingPlcHdr"):
                return ""
        return self._children(element)

    def _picture(self, element: etree._Element) -> str:
        """Keep what a drawing's author says it shows; read the text boxes in it."""
        for properties in element.iter("{*}docPr"):
            line = picture_line(properties.get("descr", ""))
            self._result.pictures += [line] if line else []
            break
        return self._children(element)

    def _object(self, element: etree._Element) -> str:
        self.embedded += 1
        return self._children(element)

    def _alternate(self, element: etree._Element) -> str:
        """Read the modern version of a drawing; the old one only where it is the only one."""
        choices = [child for child in element if local_name(child) == "Choice"]
        branches = choices or [child for child in element if local_name(child) == "Fallback"]
        return "".join(self._children(branch) for branch in branches[:1])

    _writers: ClassVar[dict[str, Callable[[ParagraphReader, etree._Element], str]]] = {
        "AlternateContent": _alternate,
        "del": _deleted,
        "drawing": _picture,
        "endnoteReference": _note,
        "footnoteReference": _note,
        "hyperlink": _link,
        "moveFrom": _deleted,
        "object": _object,
        "sdt": _control,
        "oMath": _formula,
        "oMathPara": _formula,
        "r": _run,
        "sym": _symbol_character,
        "txbxContent": _box,
    }


def _is_symbol_font(fonts: etree._Element) -> bool:
    return attribute(fonts, "ascii").casefold() == "symbol"


def _symbol(character: str) -> str:
    """Translate a private-use character of the Symbol font; others are real text already."""
    code = ord(character)
    return SYMBOL.get(chr(code - 0xF000), character) if 0xF000 <= code < 0xF100 else character
