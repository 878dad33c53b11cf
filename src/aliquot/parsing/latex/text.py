"""Turn LaTeX phrases into the characters a reader sees: units, symbols, accents, raised text.

What enters: a stretch of LaTeX without sections or environments. What leaves: plain text. Commands
are resolved from the innermost braces outwards, so no depth of nesting needs recursion.
"""

from __future__ import annotations

import re
import unicodedata

from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["latex_math", "latex_text"]

# More rounds than any real nesting; each resolves one level of braces.
MAXIMUM_ROUNDS = 30
# Characters that must survive until the end, where they no longer mean anything.
OPEN, CLOSE, DOLLAR, UNDERSCORE, CARET = map(chr, range(0xE000, 0xE005))

PRIVATE = ((OPEN, "{"), (CLOSE, "}"), (DOLLAR, "$"), (UNDERSCORE, "_"), (CARET, "^"))

ESCAPES = {
    r"\%": "%", r"\&": "&", r"\_": UNDERSCORE, r"\#": "#", r"\$": DOLLAR, r"\{": OPEN, r"\}": CLOSE,
    r"\,": " ", r"\;": " ", r"\:": " ", r"\!": "", r"\ ": " ", r"\-": "", r"\/": "", r"\@": "",
    r"\(": " ", r"\)": " ", r"\[": " ", r"\]": " ", "~": " ",
}  # fmt: skip
ESCAPE = re.compile(r"\\[%&_#${},;:!\-/@()\[\] ]|~")
QUOTES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"))

PREFIXES = {
    "yocto": "y", "zepto": "z", "atto": "a", "femto": "f", "pico": "p", "nano": "n", "micro": "µ",
    "milli": "m", "centi": "c", "deci": "d", "deca": "da", "hecto": "h", "kilo": "k", "mega": "M",
    "giga": "G", "tera": "T", "peta": "P",
}  # fmt: skip
UNITS = {
    "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "second": "s", "ampere": "A",
    "kelvin": "K", "mole": "mol", "candela": "cd", "litre": "L", "liter": "L", "minute": "min",
    "hour": "h", "day": "d", "molar": "M", "Molar": "M", "dalton": "Da", "celsius": "°C",
    "degreeCelsius": "°C", "degree": "°", "percent": "%", "hertz": "Hz", "newton": "N",
    "pascal": "Pa", "joule": "J", "watt": "W", "volt": "V", "ohm": "Ω", "siemens": "S",
    "tesla": "T", "farad": "F", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "katal": "kat",
    "bar": "bar", "electronvolt": "eV", "angstrom": "Å", "basepair": "bp", "rpm": "rpm",
    "ul": "µL", "ml": "mL", "ug": "µg", "mg": "mg", "um": "µm", "nm": "nm", "mm": "mm", "cm": "cm",
    "kg": "kg", "ng": "ng", "nM": "nM", "uM": "µM", "mM": "mM", "kDa": "kDa", "gram ": "g",
}  # fmt: skip
UNIT_TOKEN = re.compile(r"\\([A-Za-z]+)|([^\\]+)")
UNIT_POWERS = {"squared": "²", "cubed": "³"}

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ",
    "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "times": "×", "pm": "±", "mp": "∓", "cdot": "·", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "~", "propto": "∝",
    "infty": "∞", "to": "→", "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒",
    "leftrightarrow": "↔", "rightleftharpoons": "⇌", "circ": "°", "degree": "°", "textdegree": "°",
    "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "in": "∈", "cup": "∪",
    "cap": "∩", "subset": "⊂", "forall": "∀", "exists": "∃", "ldots": "…", "dots": "…",
    "cdots": "…", "textmu": "µ", "textohm": "Ω", "celsius": "°C", "textcelsius": "°C",
    "textregistered": "®", "texttrademark": "™", "copyright": "©", "S": "§", "P": "¶", "ss": "ß",
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "dag": "†", "ddag": "‡", "prime": "′", "ll": "≪", "gg": "≫", "bullet": "•",
    "textbackslash": "\\", "textasciitilde": "~", "textbar": "|", "LaTeX": "LaTeX", "TeX": "TeX",
    "quad": " ", "qquad": " ", "newline": " ", "par": " ", "euro": "€", "pounds": "£", "lt": "<",
    "gt": ">", "langle": "⟨", "rangle": "⟩", "mid": "|", "equiv": "≡", "log": "log", "ln": "ln",
    "exp": "exp", "max": "max", "min": "min", "sin": "sin", "cos": "cos", "lim": "lim",
}  # fmt: skip
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
OPTION = r"\s*(?:\[[^\]{}]*\])?"
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
QUANTITY = re.compile(rf"\\(?:SI|qty){OPTION}{GROUP}{OPTION}{GROUP}")
RANGE = re.compile(rf"\\(?:SIrange|qtyrange){OPTION}{GROUP}{GROUP}{GROUP}")
UNIT = re.compile(rf"\\(?:si|unit){OPTION}{GROUP}")
NUMBER = re.compile(rf"\\num{OPTION}{GROUP}")
ANGLE = re.compile(rf"\\ang{OPTION}{GROUP}")
CHEMISTRY = re.compile(rf"\\ce{GROUP}")
RAISED = re.compile(rf"\\textsuperscript{GROUP}")
LOWERED = re.compile(rf"\\textsubscript{GROUP}")
# Only inside a formula do ^ and _ raise and lower; elsewhere they are part of names and addresses.
MATH = re.compile(r"(?<!\\)\$([^$]+)\$|\\\((.+?)\\\)", re.S)
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
SPACED = frozenset("=<>≤≥≈≠±∓×·∝→←⇒↔⇌∈≪≫≡~")
SPACE_BEFORE_MARK = re.compile(r"\s+([,;:)]|\.(?=\s|$))|(?<=\()\s+")
EXPONENT = re.compile(r"^\s*([-+]?[\d.,]*)\s*[eE]\s*([-+]?\d+)\s*$")


def latex_text(source: str) -> str:
    """Return a LaTeX phrase as plain text on one line."""
    text = VERBATIM.sub(lambda match: _protect(match[2]), source)
    text = MATH.sub(lambda match: _protect(latex_math(match[1] or match[2])), text)
    return _finish(text, in_math=False)


def latex_math(source: str) -> str:
    """Return a formula as plain text on one line."""
    return _finish(source, in_math=True)


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
    text = QUANTITY.sub(lambda match: f"{_number(match[1])} {_unit(match[2])}", text)
    text = RANGE.sub(
        lambda match: f"{_number(match[1])}–{_number(match[2])} {_unit(match[3])}", text
    )
    text = UNIT.sub(lambda match: _unit(match[1]), text)
    text = NUMBER.sub(lambda match: _number(match[1]), text)
    text = ANGLE.sub(lambda match: f"{match[1]}°", text)
    text = CHEMISTRY.sub(lambda match: _chemistry(match[1]), text)
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
    return superscript(text, before=before).replace("^", CARET)


def _grouped(text: str) -> str:
    return text if text.strip().lstrip("\\").isalnum() else f"({text.strip()})"


def _number(text: str) -> str:
    found = EXPONENT.match(text)
    if not found:
        return text.strip()
    power = "10" + superscript(found[2].lstrip("+"))
    return f"{found[1]} × {power}" if found[1] else power


def _unit(text: str) -> str:
    """Write siunitx units: `\\micro\\litre`, `\\per\\second\\squared`, `m.s^{-1}`."""
    written, joint = "", ""
    for name, literal in UNIT_TOKEN.findall(text):
        if literal:
            written += literal.strip().replace(".", " ")
        elif name in PREFIXES:
            written += joint + PREFIXES[name]
            joint = ""
        elif name == "per":
            joint = "/"
        elif name in UNIT_POWERS:
            written += UNIT_POWERS[name]
        else:
            follows_unit = written and written[-1] not in "/" and not _ends_in_prefix(text, name)
            written += (joint or (" " if follows_unit else "")) + UNITS.get(name, name)
            joint = ""
    return written


def _ends_in_prefix(text: str, name: str) -> bool:
    """Tell whether a unit directly follows a prefix, with which it is one word."""
    return bool(re.search(rf"\\(?:{'|'.join(PREFIXES)})\s*\\{name}\b", text))


def _chemistry(text: str) -> str:
    text = text.replace("<=>", " ⇌ ").replace("->", " → ").replace("<-", " ← ")
    text = re.sub(r"\^?([\d]*[+-])(?=\s|$|\))", lambda match: superscript(match[1]), text)
    return re.sub(r"(?<=[A-Za-z)\]])(\d+)", lambda match: subscript(match[1]), text)


def _accent(match: re.Match[str]) -> str:
    letter = (match["a"] or match["b"] or match["c"] or "").lstrip("\\")
    mark = ACCENTS[match["mark"] or match["word"]]
    return unicodedata.normalize("NFC", letter + mark)


# Verbatim text is moved out of reach of every rule above, one private character per ASCII one.
PROTECT = {code: 0xE100 + code for code in range(33, 127) if not chr(code).isalnum()}
UNPROTECT = {private: code for code, private in PROTECT.items()}


def _protect(text: str) -> str:
    return text.translate(PROTECT)
