"""Find instruments and kits that Japanese texts name with their makers.

What enters: a text. What leaves: places: a kind of instrument with its maker before it
("ニコン社製の顕微鏡") or behind it in brackets ("遠心機（トミー精工）"), and a kit with its maker
before it. Models and brands in Latin letters are found as in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.named_things import MAKER, NamedThing, any_of
from aliquot.findings.vocabularies.instruments import JAPANESE_HEADS
from aliquot.types import Span

__all__ = ["in_japanese"]

HEAD = rf"(?:{any_of(JAPANESE_HEADS)})"
# What describes the kind of thing runs on without a space: "倒立型蛍光顕微鏡".
DESCRIBED = rf"[\u30a1-\u30ff\u4e00-\u9fff]{{0,8}}?{HEAD}"
MODEL = r"[A-Za-z0-9][\w® -]{0,20}?"
MADE = re.compile(
    rf"(?P<maker>{MAKER})(?:社製|製|社)の?\s?"
    rf"(?P<thing>(?:{MODEL})?(?:{DESCRIBED}|[^\W\d_][\w -]{{0,24}}?キット))"
)
BRACKETED = re.compile(
    rf"(?P<thing>{DESCRIBED})\s?[(（](?:(?P<model>{MODEL})[、,，]\s?)?(?P<maker>(?:{MAKER}))"
    r"[^()（）]{0,40}[)）]"
)


def in_japanese(text: str) -> Iterator[NamedThing]:
    """Yield what a Japanese text names together with its maker."""
    if "製" not in text and "社" not in text and "（" not in text:
        return
    for match in MADE.finditer(text):
        yield NamedThing(Span(*match.span("thing")), 0.8, {"maker": match["maker"]})
    for match in BRACKETED.finditer(text):
        named = "model" if match["model"] else "thing"
        yield NamedThing(Span(*match.span(named)), 0.75, {"maker": match["maker"]})
