"""What the control words of RTF are for. Source: Rich Text Format Specification 1.9.1.

What enters: nothing. What leaves: tables, and whether a word opens a group without text.
"""

from __future__ import annotations

import re

__all__ = [
    "ASIDES",
    "CHARACTERS",
    "ENDS_INNER_CELL",
    "ENDS_PARAGRAPH",
    "FLOWS",
    "LINK",
    "LITERALS",
    "PARTS",
    "SYMBOL_FIELD",
    "is_skipped_group",
]

# Groups whose text is for the program, repeats what stands elsewhere, or belongs to the page.
SKIPPED = frozenset(
    {
        *("annotation", "atnauthor", "atndate", "atnid", "atnref", "atntime", "atrfend"),
        *("atrfstart", "bkmkend", "bkmkstart", "colortbl", "datastore", "docvar", "filetbl"),
        *("footer", "footerf", "footerl", "footerr", "formfield", "ftncn", "ftnsep", "ftnsepc"),
        *("header", "headerf", "headerl", "headerr", "listoverridetable", "listtable"),
        *("mmathPict", "nonesttables", "nonshppict", "objdata", "pict", "pn", "pnseclvl"),
        *("revtbl", "rsidtbl", "rxe", "shprslt", "sn", "sp", "sv", "tc", "tcn", "themedata"),
        *("txe", "xe", "xmlnstbl", "aftncn", "aftnsep", "aftnsepc", "generator", "userprops"),
    }
)
# Groups that say something about the text, and those of them whose parts do.
ASIDES = frozenset(
    {"author", "fldinst", "fonttbl", "info", "listtext", "pntext", "stylesheet", "title"}
)
PARTS = {"fonttbl": "font", "stylesheet": "style"}
FLOWS = {"footnote": "footnote", "shptxt": "box"}
# Groups marked as optional that hold text of the document.
TRANSPARENT = frozenset({"moMath", "moMathPara", "result", "shpinst", "shppict"})
MATH_PROPERTIES = re.compile(r"m\w+Pr")
CHARACTERS = {
    "bullet": "•", "emdash": "—", "emspace": " ", "endash": "–", "enspace": " ", "ldblquote": "“",
    "lquote": "‘", "qmspace": " ", "rdblquote": "”", "rquote": "’", "tab": "\t", "line": "\n",
    "lbr": "\n", "~": " ", "_": "\u2011", "zwj": "\u200d", "zwnj": "\u200c",
}  # fmt: skip
# A line break after a backslash is the paragraph mark of macOS.
ENDS_PARAGRAPH = frozenset({"par", "sect", "page", "column", "\n", "\r"})
ENDS_INNER_CELL = frozenset({"nestcell", "nestrow"})
LITERALS = frozenset({"\\", "{", "}"})
LINK = re.compile(r'HYPERLINK\s+(?:\\\w\s+)*"?((?:https?|ftp)://[^"\s]+)')
# An old way to write a character of a symbol font, such as the µ of a unit.
SYMBOL_FIELD = re.compile(r'SYMBOL\s+(?:0x([0-9A-Fa-f]{2,4})|(\d{1,5}))\b.*\\f\s*"?Symbol', re.S)


def is_skipped_group(word: str, *, is_optional: bool) -> bool:
    """Tell whether a word opens a group without text of the document."""
    if word in SKIPPED or MATH_PROPERTIES.fullmatch(word):
        return True
    return is_optional and word not in TRANSPARENT
