"""Cell lines, and primary cells that are cultured under a name of their own.

By a vocabulary, and by form before "cells" or "cell line": a name of letters with digits. Markers,
phases and bacterial strains have that form too and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from aliquot.findings.places import found
from aliquot.findings.vocabularies.cell_lines import AMBIGUOUS, CELL_LINES, PRIMARY_CELLS
from aliquot.findings.vocabularies.matching import Named, Names, key_of
from aliquot.findings.vocabularies.strains import BACTERIAL_STRAINS
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["CellLines"]

NOTHING: Mapping[str, str] = {}
# Said of a name within a few words of it, this makes an ambiguous one a cell line.
CULTURED = re.compile(
    r"(?:[ -]\S{1,14}){0,2}[ -]*(?:cells?\b|cell[ -]lines?\b|細胞|hybridomas?\b|"
    r"fibroblasts?\b|clones?\b)",
    re.IGNORECASE,
)
IS_CELLS = re.compile(r"[ -]*(?:cells?\b|細胞)", re.IGNORECASE)
LINE_BEFORE = re.compile(r"(?:cell[ -]lines?|細胞株)(?:\s\w+){0,2}[\s(:,]*$", re.IGNORECASE)
BEFORE_REACH = 40
# A code before "cell line", or a longer one before "cells".
BY_FORM = re.compile(
    r"(?<![\w/+.-])(?P<name>(?=[\w.-]*[A-Z])(?=[\w.-]*\d)[A-Za-z0-9][\w.-]{1,14}?[A-Za-z0-9])"
    r"\s(?P<what>cell[ -]lines?\b|cells\b)"
)
# Markers, phases, subsets, cytokines, days, units and instruments before "cells".
NO_LINE = re.compile(
    r"""
    cd\d+\w*|th\d+|tc\d+|il-?\d+\w*|ifn.*|tnf.*|g[012]|g[02]/.*|s\d|m\d|day\d+|d\d+|p\d+|e\d+.*
    |\d.*|.*[-_](?:positive|negative|transfected|infected|treated|expressing|deficient|specific)
    |(?:hiv|sars|hpv|htlv|hhv|hsv|cov|xmrv).*|ly6.*|f4.*|cxcr\d|ccr\d|v[abd]?\d+|b220.*|igg?\d.*
    |k14.*|h2.*|co2.*|o2|bl21.*|top10.*|dh5.*|dh10.*|xl1?-?\d.*|jm10\d|stbl\d|x\d+|n\d+|t\d+
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Primary cells that are only isolated are a sample; these words make a culture of them.
CULTURE = re.compile(
    r"cultur|incubat|stimulat|seeded|plated|grown|passag|explant|medium|transfect|cells?/m[lL]|"
    r"CC.?50|cytotoxic|lyse|培養",
    re.IGNORECASE,
)
REACH = 150
# "MT-4" and "MT4" are one; a line that is in no vocabulary is told without the joint.
JOINT_BEFORE_NUMBER = re.compile(r"(?<=[A-Za-z])-(?=\d)")
# A place: "Vero Beach".
NAME_AFTER = re.compile(r"\s(?!Cells?\b|Lines?\b)[A-Z][a-z]{2,}")
# "in S1" is no INS-1.
SMALL_WORD = re.compile(r"[a-z]+[\s]")
SURE, BY_CONTEXT = 0.95, 0.75


class CellLines:
    """Find cell lines by name, and by form where the text calls them so."""

    name = "cell-lines"
    version = "5"

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        """Prepare the vocabulary.

        Args:
            names: More cell lines, normalised names by spelling, such as a lab's own.
        """
        self._names: Names[str] = Names({**CELL_LINES, **PRIMARY_CELLS, **(names or {})})
        self._ambiguous = frozenset(map(key_of, AMBIGUOUS))
        # Names that are words; of others a word is no spelling: "Plates" is no Plat-E.
        self._words = frozenset(
            key_of(name)
            for name in (*CELL_LINES, *(names or {}))
            if name.isalpha() and name.istitle()
        )
        self._primary = frozenset(PRIMARY_CELLS.values())
        self._bacteria = Names(dict.fromkeys(BACTERIAL_STRAINS, True))

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield cell lines in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        all_named = list(self._names.find(document.text))
        cultured = self._cultured(document.text, all_named)
        places: dict[int, tuple[int, str, float]] = {}
        for match in BY_FORM.finditer(document.text):
            if not self._is_refused(match["name"], match["what"]):
                known = self._names.get(match["name"])
                name = known or JOINT_BEFORE_NUMBER.sub("", match["name"])
                places[match.start("name")] = (match.end("name"), name, BY_CONTEXT)
        for named in all_named:
            is_here = named.entry not in self._primary or named.entry in cultured
            if is_here and self._is_said(document.text, named):
                places[named.start] = (named.end, named.entry, SURE)
        for start, (end, normalised, confidence) in sorted(places.items()):
            finding = found(
                document, chunks, FindingKind.CELL_LINE, start, end, normalised=normalised,
                details={"cells": "primary"} if normalised in self._primary else NOTHING,
                extractor=f"{self.name}/{self.version}", confidence=confidence,
            )  # fmt: skip
            if finding is not None:
                yield finding

    def _cultured(self, text: str, all_named: Sequence[Named[str]]) -> set[str]:
        """Return the primary cells that are cultured or treated somewhere in a document."""
        return {
            named.entry
            for named in all_named
            if named.entry in self._primary
            and CULTURE.search(text, max(0, named.start - REACH), named.end + REACH)
        }

    def _is_said(self, text: str, named: Named[str]) -> bool:
        """Tell whether a name of the vocabulary stands for the cells here."""
        written = text[named.start : named.end]
        if _is_word(written) and named.entry not in self._primary:
            is_name = key_of(written) in self._words
            if not is_name or NAME_AFTER.match(text, named.end):
                return False
        if SMALL_WORD.match(written) and named.entry not in self._primary:
            return False
        if written.islower() and not IS_CELLS.search(written):
            return named.entry in self._primary
        if key_of(written) not in self._ambiguous:
            return True
        before = text[max(0, named.start - BEFORE_REACH) : named.start]
        return bool(CULTURED.match(text, named.end) or LINE_BEFORE.search(before))

    def _is_refused(self, name: str, what: str) -> bool:
        """Tell whether a code before "cells" is no line; "cell line" settles all but bacteria."""
        if self._bacteria.get(name):
            return True
        if what.startswith("cell") and what != "cells":
            return False
        return NO_LINE.fullmatch(name) is not None


def _is_word(written: str) -> bool:
    """Tell whether a name is written as a word: in small letters, the first a capital or not."""
    return written.isalpha() and written.isascii() and written[1:].islower()
