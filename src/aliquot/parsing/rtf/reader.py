"""Interpret RTF: follow its groups and control words, and hand out paragraphs, tables and notes.

What enters: the bytes of a file. What leaves: calls of an `Outlet`, in reading order, and what the
file says of itself. The state of each open group lies on a stack of our own, so that no depth of
nesting stops the reader. Source: Rich Text Format Specification 1.9.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from aliquot.parsing.rtf.delivery import Delivery, Outlet
from aliquot.parsing.rtf.fonts import Fonts, symbol_character
from aliquot.parsing.rtf.runs import Runs
from aliquot.parsing.rtf.state import (
    Aside,
    Flow,
    Link,
    Paragraph,
    State,
    set_character,
    set_paragraph,
)
from aliquot.parsing.rtf.styles import Style, StyleSheet
from aliquot.parsing.rtf.tokens import Group, Text, Token, declared_code_page, tokens
from aliquot.parsing.rtf.words import (
    ASIDES,
    CHARACTERS,
    ENDS_INNER_CELL,
    ENDS_PARAGRAPH,
    FLOWS,
    LINK,
    LITERALS,
    PARTS,
    SYMBOL_FIELD,
    is_skipped_group,
)
from aliquot.parsing.writing.typography import link_suffix

__all__ = ["RtfReader"]


class RtfReader:
    """Read one file.

    Args:
        data: Its bytes.
        outlet: Where what is read goes.
    """

    def __init__(self, data: bytes, outlet: Outlet) -> None:
        self._data = data
        self._delivery = Delivery(outlet)
        self._body = Flow()
        self._state = State(self._body)
        self._stack: list[State] = []
        self._fonts = Fonts(declared_code_page(data))
        self._font = 0
        self._bytes = bytearray()
        self._to_skip = 0
        self._is_optional = False
        self._was_hidden = False
        self.styles = StyleSheet()
        self.hidden: list[str] = []
        self.title = ""
        self.author = ""

    def read(self) -> None:
        """Read the file to its end, or to where it was cut short."""
        for token in tokens(self._data):
            self._token(token)
        self._flush()
        while self._stack:
            self._close()
        self._end_paragraph()
        self._delivery.end_table()

    def _token(self, token: Token) -> None:
        if isinstance(token, Text):
            if self._state.is_skipped:
                return
            self._bytes += token.data[self._to_skip :]
            self._to_skip = max(0, self._to_skip - len(token.data))
        elif isinstance(token, Group):
            self._to_skip = 0
            self._flush()
            if token.is_open:
                self._open()
            elif self._stack:
                self._close()
        elif self._to_skip and token.word not in ("u", "*"):
            self._to_skip -= 1
        elif token.word in LITERALS:
            # Kept with the bytes: it may be the second half of a Japanese character.
            self._bytes += token.word.encode("ascii")
        else:
            self._flush()
            self._control(token.word, token.number)

    def _open(self) -> None:
        self._stack.append(self._state)
        self._state = self._state.copy()
        aside = self._state.aside
        if aside is not None and aside.name in PARTS:
            self._state.aside = Aside(PARTS[aside.name])

    def _close(self) -> None:
        """Leave a group; what it collected is put to its use."""
        inner, self._state = self._state, self._stack.pop()
        if inner.aside is not None and inner.aside is not self._state.aside:
            self._uses.get(inner.aside.name, RtfReader._use_nothing)(self, inner.aside)
        if inner.flow is not self._state.flow:
            self._end_flow(inner)
        elif inner.link is not None and inner.link is not self._state.link:
            shown = inner.flow.runs.since(inner.link.start)
            self._append(link_suffix(shown, inner.link.address))

    # -------------------------------------------------------------------------- text

    def _flush(self) -> None:
        """Decode the bytes collected so far; a character may be spread over several tokens."""
        if self._bytes:
            data = bytes(self._bytes)
            self._bytes.clear()
            if self._in_font_table():
                self._fonts.name(self._font, data)
            else:
                self._append(self._fonts.decode(data, self._state.font))

    def _append(self, text: str) -> None:
        state = self._state
        if state.is_skipped or state.is_deleted:
            return
        if state.aside is not None:
            state.aside.text += text
        elif state.is_hidden:
            self._hide(text)
        else:
            self._was_hidden = self._was_hidden and not text.strip()
            state.flow.runs.add(text, position=state.position, is_bold=state.is_bold)

    def _hide(self, text: str) -> None:
        """Keep hidden text for the receipt, as one place however many runs it has."""
        if self._was_hidden:
            self.hidden[-1] += text
        elif text.strip():
            self.hidden.append(text)
            self._was_hidden = True

    def _in_font_table(self) -> bool:
        return self._state.aside is not None and self._state.aside.name in ("font", "fonttbl")

    # -------------------------------------------------------------------------- controls

    def _control(self, word: str, number: int | None) -> None:
        if word == "*":
            self._is_optional = True
            return
        is_optional, self._is_optional = self._is_optional, False
        if self._destination(word, is_optional=is_optional) or self._state.is_skipped:
            return
        if word == "u" and number is not None:
            self._append(self._fonts.symbol(chr(number % 0x10000), self._state.font))
            self._to_skip = self._state.replaced
        elif word in CHARACTERS:
            self._append(CHARACTERS[word])
        elif self._state.aside is not None:
            self._about(self._state.aside, word, number)
        elif not (set_character(self._state, word, number) or self._structure(word, number)):
            set_paragraph(self._state, word, number)

    def _destination(self, word: str, *, is_optional: bool) -> bool:
        """Enter the kind of group a word names; tell whether it names one."""
        state = self._state
        if word == "upr":
            # The same text in two versions; the second, in Unicode, is read.
            state.is_skipped = state.in_versions = True
        elif word == "ud" and state.in_versions:
            state.is_skipped = False
        elif state.is_skipped:
            return True
        elif word in ASIDES:
            state.aside = Aside(word)
        elif word in FLOWS:
            self._begin_flow(FLOWS[word])
        elif is_skipped_group(word, is_optional=is_optional):
            state.is_skipped = True
        else:
            return False
        return True

    def _about(self, aside: Aside, word: str, number: int | None) -> None:
        """Note a word of a group that says something about the text."""
        aside.words[word] = number
        if word in ("f", "uc"):
            set_character(self._state, word, number)
        if word == "deff":
            self._fonts.default = number or 0
        elif self._in_font_table():
            if word == "f":
                self._font = number or 0
            elif word == "fcharset":
                self._fonts.define(self._font).charset = number
            elif word == "cpg":
                self._fonts.define(self._font).code_page = number

    def _structure(self, word: str, number: int | None) -> bool:
        """Apply a word that ends a paragraph, cell or row; tell whether it is one."""
        if word in ENDS_PARAGRAPH:
            self._end_paragraph()
        elif word in ENDS_INNER_CELL:
            self._append(" ")
        elif word == "cell":
            self._end_paragraph(in_cell=True)
            self._delivery.rows.end_cell()
        elif word == "row":
            self._delivery.rows.end_row()
        elif word == "chftn" and self._state.flow is self._body:
            self._append(str(self._delivery.note_count + 1))
        elif word == "deff":
            self._fonts.default = number or 0
        else:
            self._delivery.rows.describe(word, number)
            return False
        return True

    # -------------------------------------------------------------------------- running text

    def _end_paragraph(self, *, in_cell: bool = False) -> None:
        """Hand out the paragraph that ends here, to where it stands."""
        flow, paragraph = self._state.flow, self._state.paragraph
        if flow.kind == "footnote":
            flow.runs.add("\n")
            return
        runs, flow.runs = flow.runs, Runs()
        if flow is self._body and (in_cell or paragraph.in_table):
            self._delivery.paragraph_in_cell(runs)
            return
        self._leave_table(flow)
        self._delivery.paragraph(runs, paragraph)

    def _leave_table(self, flow: Flow) -> None:
        """End the table before a paragraph that stands in none; a box may stand in a cell."""
        below = next((state for state in reversed(self._stack) if state.flow is self._body), None)
        state = self._state if flow is self._body or below is None else below
        if flow is self._body or not state.paragraph.in_table:
            self._delivery.end_table()

    def _begin_flow(self, kind: str) -> None:
        self._state.flow = Flow(kind)
        self._state.paragraph = Paragraph()
        self._state.position, self._state.is_bold = "", False
        self._delivery.note_count += kind == "footnote"

    def _end_flow(self, inner: State) -> None:
        runs = inner.flow.runs
        if inner.flow.kind == "footnote":
            self._delivery.note(runs)
        elif runs.text():
            self._leave_table(self._state.flow)
            self._delivery.box(runs, inner.paragraph)

    # -------------------------------------------------------------------------- asides

    def _use_nothing(self, aside: Aside) -> None:
        """Leave what is known by its parts."""

    def _use_title(self, aside: Aside) -> None:
        self.title = aside.text.strip()

    def _use_author(self, aside: Aside) -> None:
        self.author = aside.text.strip()

    def _use_marker(self, aside: Aside) -> None:
        self._delivery.marker = aside.text.strip()

    def _use_style(self, aside: Aside) -> None:
        words = aside.words
        level = words.get("outlinelevel")
        style = Style(
            name=aside.text.strip("; "),
            outline=0 if level is None else level + 1,
            based_on=words.get("sbasedon"),
        )
        if "s" in words or not {"cs", "ds", "ts"} & words.keys():
            self.styles.define(words.get("s") or 0, style)

    def _use_instruction(self, aside: Aside) -> None:
        symbol, link = SYMBOL_FIELD.search(aside.text), LINK.search(aside.text)
        if symbol:
            code = int(symbol[1], 16) if symbol[1] else int(symbol[2])
            self._append(symbol_character(code))
        elif link:
            self._state.link = Link(link[1], len(self._state.flow.runs))

    _uses: ClassVar[dict[str, Callable[[RtfReader, Aside], None]]] = {
        "author": _use_author,
        "fldinst": _use_instruction,
        "listtext": _use_marker,
        "pntext": _use_marker,
        "style": _use_style,
        "title": _use_title,
    }
