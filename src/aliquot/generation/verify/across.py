"""What gates can hold when a statement and its quote are in different languages.

What enters: a statement and its support, both plain. What leaves: why it fails, or nothing.
Numbers, units and symbols are written alike in both languages and keep their gates. Words are not:
which word is denied, and what stands around a direction, cannot be told. So a statement has to deny
where its source denies and the other way round, may not point only against its source, and has
to share something with it: a symbol, a number, or a word of the bench. What else it says is left
to a judge of meaning, where there is one.
"""

from __future__ import annotations

import re

from aliquot.generation.verify.amounts import amounts_of
from aliquot.generation.verify.bounds import check_bounds
from aliquot.generation.verify.denials import CLAUSE, denials_of
from aliquot.generation.verify.direction import SAME_WAY
from aliquot.generation.verify.directions import directions_of
from aliquot.generation.verify.glossary import things_named
from aliquot.generation.verify.plain import words_of
from aliquot.generation.verify.support import Support

__all__ = ["check_direction_across", "check_negation_across", "check_words_across", "crosses"]

JAPANESE = re.compile("[\u3041-\u30fa\u4e00-\u9fff]")
LETTER = re.compile(r"[^\W\d_]")
# Of the letters of a text, in Japanese ones; between these it is written in both languages.
MOSTLY, HARDLY = 0.3, 0.03
# Least share of the words known in both languages that both texts name, of three or more.
LEAST_SHARED, FEW = 1 / 3, 3
# What denies within a word, or by itself, in either language.
DENYING = re.compile(
    r"[不無非未欠]|以外|除[いくき外]|のみ|だけ|失敗|困難"
    r"|\b(?:un(?:affect|chang|able|likely|detect|relat|clear|known|avail|treat|success)|non"
    r"|in(?:signif|effect|sensit|suffic|activ|compl|capab|accur|depend)|im(?:possib|perme)"
    r"|ir(?:revers|relev)|dis(?:continu|appear|regard|agree|allow))\w*|\b(?:without|lack\w*|absen\w*|fail\w*|only|just|few|little"
    r"|rare\w*|spar\w+|lost|loss|free|except\w*|exclud\w*|rather|instead|below|difficult|alone)\b",
    re.IGNORECASE,
)


def crosses(statement: str, support: Support) -> bool:
    """Tell whether one of the two is Japanese and the other is not."""
    said, given = _share(statement), _share(" ".join(support.quotes))
    return (said >= MOSTLY and given <= HARDLY) or (given >= MOSTLY and said <= HARDLY)


def check_negation_across(statement: str, support: Support) -> str:
    """Return which of the two alone denies; empty where both do or none."""
    said = [one for one in denials_of(statement) if not one.is_soft]
    given = [one for one in denials_of(support.stated) if not one.is_soft]
    if said and not given and not DENYING.search(support.stated):
        return f"the statement denies (“{said[0].written}”), the source does not"
    quoted = " | ".join(support.quotes)
    if given and not said and not DENYING.search(statement) and _mostly_denies(quoted):
        return f"the source denies (“{given[0].written}”), the statement does not"
    return ""


def check_direction_across(statement: str, support: Support) -> str:
    """Return which word points only against its source; empty where none does."""
    given = directions_of(support.said)
    for one in directions_of(statement):
        axes = SAME_WAY if one.axis in SAME_WAY else {one.axis}
        facing = [other for other in given if other.axis in axes]
        if facing and all(other.sign != one.sign for other in facing):
            other = facing[0].written
            return f"the statement says “{one.written}” where the source says “{other}”"
    return check_bounds(statement, support.said)


def check_words_across(statement: str, support: Support) -> str:
    """Return why a statement shares too little with its source; empty where enough."""
    source = f"{support.said} | {support.around}"
    said, given = things_named(statement), things_named(source)
    if len(said) >= FEW and len(said & given) < LEAST_SHARED * len(said):
        return "the quote, in another language, speaks of something else"
    if said & given or _symbols(statement) & _symbols(support.said):
        return ""
    if _values(statement) & _values(support.said):
        return ""
    return (
        "the quote is in another language and shares no number, symbol or known word with the"
        " statement: write names as the source does"
    )


def _share(text: str) -> float:
    letters = LETTER.findall(text)
    return len(JAPANESE.findall(text)) / len(letters) if letters else 0.0


def _mostly_denies(text: str) -> bool:
    """Tell whether at least half of the clauses of a text deny."""
    clauses = [one for one in CLAUSE.split(text) if len(words_of(one)) > 1]
    return 2 * sum(bool(denials_of(one)) for one in clauses) >= max(len(clauses), 1)


def _symbols(text: str) -> set[str]:
    return {one.stem for one in words_of(text) if one.text.isascii() and one.is_content}


def _values(text: str) -> set[object]:
    return {one.value for one in amounts_of(text) if not one.is_weak}
