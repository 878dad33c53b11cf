"""Genes asked for by what their entries say: "which genes are associated with breast cancer?".

Where a library holds entries of genes and proteins, these are asked; where it holds none, genes are
names that papers mention. Only ties that entries tell of are read so: what a paper found to rise or
fall is the paper's to say.
"""

from __future__ import annotations

import re

__all__ = ["as_entries"]

_GENES = r"(?:genes|proteins)"
_TIES = (
    r"(?:associated|linked|implicated|involved|expressed|secreted|phosphorylated|glycosylated"
    r"|interact|interacting|bind|binding|cause|causing|belong|belonging|mutated)\b"
)
# Where a thing is said to be is mentioned; no entry says that it is located there.
_PLACED = r"(?:located|locali[sz]ed|resid(?:e|ing))\s+(?:in|at|to|on)\s+(?:the\s+)?"
_HEAD = (
    r"^(?P<head>\W*(?:which|what|how\s+many|(?:list|name|show)(?:\s+(?:all|the|me|us))*)\s+"
    r"(?:of\s+(?:our|the)\s+)?(?:(?:human|mouse|rat|yeast|bacterial)\s+)?)"
)
_JOIN = r"\s+(?P<that>that\s+|which\s+|)(?:(?:are|is|were|have\s+been|can\s+be)\s+)?"
_ENGLISH = re.compile(rf"{_HEAD}{_GENES}(?={_JOIN}{_TIES})", re.IGNORECASE)
_PLACES = re.compile(rf"{_HEAD}{_GENES}{_JOIN}{_PLACED}", re.IGNORECASE)
_JAPANESE = re.compile(
    r"(?P<tie>に(?:関連|関係|関与|局在|発現)(?:する|している)|の原因(?:となる|の)?"
    r"|と(?:相互作用|結合)する)(?:遺伝子|タンパク質|蛋白質?)(?=は|を|には|って|$|[？?])"
)
_MEANT = (
    (_PLACES, r"\g<head>gene entries \g<that>mention "),
    (_ENGLISH, r"\g<head>gene entries"),
    (_JAPANESE, r"\g<tie>遺伝子エントリ"),
)


def as_entries(question: str) -> str:
    """Return a question for genes as one for their entries; any other as it is."""
    for pattern, meant in _MEANT:
        asked, found = pattern.subn(meant, question, count=1)
        if found:
            return asked
    return question
