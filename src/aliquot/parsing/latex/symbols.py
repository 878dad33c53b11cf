"""What the symbol commands of LaTeX print, and characters that hold a place until the end.

What enters: nothing. What leaves: tables.
"""

from __future__ import annotations

__all__ = [
    "PRIVATE",
    "PRIVATE_CARET",
    "PRIVATE_CLOSE",
    "PRIVATE_DOLLAR",
    "PRIVATE_OPEN",
    "PRIVATE_UNDERSCORE",
    "SPACED",
    "SYMBOLS",
]

# Characters that must survive until the end, where they no longer mean anything.
PRIVATE_OPEN, PRIVATE_CLOSE, PRIVATE_DOLLAR, PRIVATE_UNDERSCORE, PRIVATE_CARET = map(
    chr, range(0xE000, 0xE005)
)

PRIVATE = (
    (PRIVATE_OPEN, "{"),
    (PRIVATE_CLOSE, "}"),
    (PRIVATE_DOLLAR, "$"),
    (PRIVATE_UNDERSCORE, "_"),
    (PRIVATE_CARET, "^"),
)


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
    "gt": ">", "textmicro": "µ", "textgreater": ">", "textless": "<", "checkmark": "✓",
    "lbrace": PRIVATE_OPEN, "rbrace": PRIVATE_CLOSE, "textunderscore": PRIVATE_UNDERSCORE,
    "ell": "ℓ", "hbar": "ℏ",
    "uparrow": "↑", "downarrow": "↓", "Leftarrow": "⇐", "longrightarrow": "→", "mapsto": "↦",
    "leftrightharpoons": "⇌", "simeq": "≃", "cong": "≅", "perp": "⊥", "parallel": "∥", "wedge": "∧",
    "vee": "∨", "neg": "¬", "emptyset": "∅", "setminus": "∖", "subseteq": "⊆", "supset": "⊃",
    "notin": "∉", "star": "⋆", "ast": "∗", "div": "÷", "otimes": "⊗", "oplus": "⊕", "lesssim": "≲",
    "gtrsim": "≳", "textendash": "–", "textemdash": "—", "textquoteright": "’",
    "textquoteleft": "‘", "textpm": "±", "texttimes": "×", "textalpha": "α", "textbeta": "β",
    "textgamma": "γ",
    "textdelta": "δ", "textlambda": "λ", "textkappa": "κ", "Alpha": "Α", "Beta": "Β",
    "vartheta": "ϑ", "varsigma": "ς", "varrho": "ϱ", "Upsilon": "Υ",
    "langle": "⟨", "rangle": "⟩", "mid": "|", "equiv": "≡", "log": "log", "ln": "ln",
    "exp": "exp", "max": "max", "min": "min", "sin": "sin", "cos": "cos", "lim": "lim",
}  # fmt: skip
# Upright Greek, as units and receptors are set.
SYMBOLS |= {f"up{name}": shown for name, shown in SYMBOLS.items() if "α" <= shown <= "ω"}
# With white space around them in print.
SPACED = frozenset("=<>≤≥≈≠±∓×·∝→←⇒↔⇌∈≪≫≡~")
