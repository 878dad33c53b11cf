"""Turn LaTeX phrases into the characters a reader sees: units, symbols, accents, raised text.

What enters: a stretch of LaTeX without sections or environments. What leaves: plain text. Commands
are resolved from the innermost braces outwards, so no depth of nesting needs recursion.
"""

from __future__ import annotations

import re
import unicodedata

from aliquot.parsing.latex.symbols import (
    PRIVATE,
    PRIVATE_CARET,
    PRIVATE_CLOSE,
    PRIVATE_DOLLAR,
    PRIVATE_OPEN,
    PRIVATE_UNDERSCORE,
    SPACED,
    SYMBOLS,
)
from aliquot.parsing.latex.units import (
    angle_text,
    chemistry_text,
    number_text,
    numbers_text,
    unit_text,
)
from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["latex_math", "latex_text"]

# More rounds than any real nesting; each resolves one level of braces.
MAXIMUM_ROUNDS = 30
ESCAPES = {
    r"\%": "%", r"\&": "&", r"\_": PRIVATE_UNDERSCORE, r"\#": "#", r"\$": PRIVATE_DOLLAR,
    r"\{": PRIVATE_OPEN, r"\}": PRIVATE_CLOSE,
    r"\,": " ", r"\;": " ", r"\:": " ", r"\!": "", r"\ ": " ", r"\-": "", r"\/": "", r"\@": "",
    r"\(": " ", r"\)": " ", r"\[": " ", r"\]": " ", "~": " ",
}  # fmt: skip
ESCAPE = re.compile(r"\\[%&_#${},;:!\-/@()\[\] ]|~")
QUOTES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"))

ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a", "bar": "\u0304", "hat": "\u0302", "tilde": "\u0303", "vec": "\u20d7",
    "dot": "\u0307", "ddot": "\u0308", "overline": "\u0304",
}  # fmt: skip
ACCENT = re.compile(
    r"\\(?P<mark>['`^\"~=.])\s*(?:\{(?P<a>\\?[A-Za-z])\}|(?P<b>\\?[A-Za-z]))"
    r"|\\(?P<word>[cvuHkr]|bar|hat|tilde|vec|dot|ddot)\s*\{(?P<c>[^{}\\])\}"
)

# One, two or three groups without braces inside; options in brackets are dropped.
GROUP = r"\s*\{([^{}]*)\}"
# A unit may hold the braces of a power: `\unit{mol.L^{-1}}`.
UNIT_GROUP = r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}"
OPTION = r"\s*(?:\[[^\]{}]{0,400}\])?"
REFERENCE = re.compile(
    r"\s?\\(?:[Cc]ite[a-z]*|parencite|textcite|autocite|footcite|nocite|[cC]?ref|eqref|pageref"
    rf"|autoref|nameref|label|index|glsadd|bibliographystyle)\*?{OPTION}{OPTION}{GROUP}"
)
DROPPED = re.compile(
    r"\\(?:includegraphics|input|include|bibliography|vspace|hspace|setlength|addtolength|usepackage"
    r"|thispagestyle|pagestyle|rule|linewidth|selectlanguage|phantom|hypersetup|color|fontsize)"
    rf"\*?{OPTION}(?:{GROUP})?"
)
LINK = re.compile(rf"\\href{OPTION}{GROUP}{GROUP}")
LIST = re.compile(rf"\\(?:SIlist|qtylist|SIproduct|qtyproduct){OPTION}{GROUP}{GROUP}")
NUMBER_LIST = re.compile(rf"\\(?:numlist|numproduct){OPTION}{GROUP}")
NUMBER_RANGE = re.compile(rf"\\numrange{OPTION}{GROUP}{GROUP}")
ENSURED = re.compile(r"\\ensuremath\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
QUANTITY = re.compile(rf"\\(?:SI|qty){OPTION}{GROUP}{OPTION}{UNIT_GROUP}")
RANGE = re.compile(rf"\\(?:SIrange|qtyrange){OPTION}{GROUP}{GROUP}{GROUP}")
UNIT = re.compile(rf"\\(?:si|unit){OPTION}{UNIT_GROUP}")
NUMBER = re.compile(rf"\\num{OPTION}{GROUP}")
ANGLE = re.compile(rf"\\ang{OPTION}{GROUP}")
# Charges and isotopes stand in braces of their own: `\ce{CO3^{2-}}`.
CHEMISTRY = re.compile(r"\\(?:ce|cee|chemfig|ch)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
RAISED = re.compile(rf"\\(?:textsuperscript|tnote){GROUP}")
LOWERED = re.compile(rf"\\textsubscript{GROUP}")
# No bracket is searched for without end: unbalanced ones would take hours in a long text.
# Only inside a formula do ^ and _ raise and lower; elsewhere they are part of names and addresses.
MATH = re.compile(r"(?<!\\)\$([^$]+)\$|\\\((.{1,1000}?)\\\)", re.S)
MATH_RAISED = re.compile(rf"\^{GROUP}|\^(\\[A-Za-z]+|[^\s\\{{}}])")
MATH_LOWERED = re.compile(rf"_{GROUP}|_(\\[A-Za-z]+|[^\s\\{{}}])")
FRACTION = re.compile(rf"\\[dt]?frac{GROUP}{GROUP}")
ROOT = re.compile(rf"\\sqrt{OPTION}{GROUP}")
NOTE = re.compile(rf"\\footnote{OPTION}{GROUP}")
VERBATIM = re.compile(r"\\(?:verb|lstinline)\*?([^\w\s*{])(.*?)\1")
COMMAND_WITH_GROUP = re.compile(rf"\\([A-Za-z]+)\*?{OPTION}{GROUP}")
COMMAND = re.compile(r"\\([A-Za-z]+)\*?[ \t]*")
# A group after a command, another group, ^ or _ is an argument that waits for its turn.
PLAIN_GROUP = re.compile(r"(?<![\w}\]^*])\{([^{}]*)\}")
SYMBOL = re.compile(rf"\\({'|'.join(SYMBOLS)})(?![A-Za-z])(?:\{{\}})?[ \t]*")
SPACE_BEFORE_MARK = re.compile(r"\s+([,;:)]|\.(?=\s|$))|(?<=\()\s+")
# "\\mu = 5": the command swallows the space before the sign.
RELATION = re.compile(r"(?<=[^\s=<>])([=<>≤≥≈≠])(?=\s)")


def latex_text(source: str) -> str:
    """Return a LaTeX phrase as plain text on one line."""
    text = VERBATIM.sub(lambda match: _protect(match[2]), source)
    text = CHEMISTRY.sub(lambda match: _protect(chemistry_text(match[1])), text)
    text = MATH.sub(lambda match: _protect(latex_math(match[1] or match[2])), text)
    text = ENSURED.sub(lambda match: _protect(latex_math(match[1])), text)
    return _finish(text, in_math=False)


def latex_math(source: str) -> str:
    """Return a formula as plain text on one line."""
    return RELATION.sub(r" \1", _finish(source, in_math=True))


def _finish(text: str, *, in_math: bool) -> str:
    text = ACCENT.sub(_accent, text)
    text = ESCAPE.sub(lambda match: ESCAPES[match.group()], text)
    for plain, typeset in () if in_math else QUOTES:
        text = text.replace(plain, typeset)
    text = SYMBOL.sub(_symbol, text)
    for _ in range(MAXIMUM_ROUNDS):
        resolved = _resolve(text, in_math=in_math)
        if resolved == text:
            break
        text = resolved
    text = COMMAND.sub(_symbol, text).replace("$", "").replace("{", "").replace("}", "")
    for private, character in PRIVATE:
        text = text.replace(private, character)
    text = collapse(text.translate(UNPROTECT))
    return SPACE_BEFORE_MARK.sub(r"\1", text)


def _resolve(text: str, *, in_math: bool) -> str:
    """Resolve every command whose arguments hold no braces."""
    text = REFERENCE.sub("", text)
    text = DROPPED.sub("", text)
    text = LINK.sub(_link, text)
    text = QUANTITY.sub(lambda match: f"{number_text(match[1])} {unit_text(match[2])}", text)
    text = RANGE.sub(
        lambda match: f"{number_text(match[1])}–{number_text(match[2])} {unit_text(match[3])}", text
    )
    text = UNIT.sub(lambda match: unit_text(match[1]), text)
    text = LIST.sub(lambda match: f"{numbers_text(match[1])} {unit_text(match[2])}", text)
    text = NUMBER_LIST.sub(lambda match: numbers_text(match[1]), text)
    text = NUMBER_RANGE.sub(lambda match: f"{number_text(match[1])}–{number_text(match[2])}", text)
    text = NUMBER.sub(lambda match: number_text(match[1]), text)
    text = ANGLE.sub(lambda match: angle_text(match[1]), text)
    text = CHEMISTRY.sub(lambda match: _protect(chemistry_text(match[1])), text)
    if in_math:
        text = MATH_RAISED.sub(_raised, text)
        text = MATH_LOWERED.sub(lambda match: subscript(match[1] or match[2] or ""), text)
    text = RAISED.sub(lambda match: superscript(match[1]), text)
    text = LOWERED.sub(lambda match: subscript(match[1]), text)
    text = FRACTION.sub(lambda match: f"{_grouped(match[1])}/{_grouped(match[2])}", text)
    text = ROOT.sub(lambda match: f"√({match[1]})", text)
    text = NOTE.sub(lambda match: f" ({match[1].strip()})", text)
    text = COMMAND_WITH_GROUP.sub(_command_with_group, text)
    return PLAIN_GROUP.sub(r"\1", text)


def _command_with_group(match: re.Match[str]) -> str:
    """Keep the argument of a command we do not know; `\\alpha{}` is a symbol and a group."""
    name, argument = match[1], match[2]
    return SYMBOLS.get(name, "") + argument


def _symbol(match: re.Match[str]) -> str:
    found = SYMBOLS.get(match[1], "")
    # TeX swallows the space after a command; after an operator a reader needs it.
    needs_space = found in SPACED and match.group()[-1:].isspace()
    return f"{found} " if needs_space else found


def _link(match: re.Match[str]) -> str:
    address, text = match[1].strip(), match[2].strip()
    return f"{text} ({address})" if address.startswith("http") and address not in text else text


def _raised(match: re.Match[str]) -> str:
    text = match[1] or match[2] or ""
    if text.strip().lstrip("\\") in ("circ", "degree"):
        return "°"
    before = match.string[max(0, match.start() - 3) : match.start()]
    return superscript(text, before=before).replace("^", PRIVATE_CARET)


def _grouped(text: str) -> str:
    return text if text.strip().lstrip("\\").isalnum() else f"({text.strip()})"


def _accent(match: re.Match[str]) -> str:
    letter = (match["a"] or match["b"] or match["c"] or "").lstrip("\\")
    mark = ACCENTS[match["mark"] or match["word"]]
    return unicodedata.normalize("NFC", letter + mark)


# Verbatim text is moved out of reach of every rule above, one private character per ASCII one.
PROTECT = {code: 0xE100 + code for code in range(33, 127) if not chr(code).isalnum()}
UNPROTECT = {private: code for code, private in PROTECT.items()}


def _protect(text: str) -> str:
    return text.translate(PROTECT)
