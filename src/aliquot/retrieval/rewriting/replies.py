"""Read what a model wrote as queries or as a passage, whatever it wrapped them in.

Models number, quote, fence and comment what they were asked to write bare. Nothing read here is
ever followed, only searched; it is bounded in number and length, and holds no hidden characters.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator

__all__ = ["read_passage", "read_queries"]

# A question longer than a paragraph is none.
MAX_QUERY_CHARACTERS = 400
# Embedders read 512 tokens, some 2,000 characters of English.
MAX_PASSAGE_CHARACTERS = 2_000
# A reply beyond this is no list of queries; reading it to its end would cost time for nothing.
MAX_REPLY_CHARACTERS = 20_000

# What a reasoning model writes before its answer, also where the answer's end cut it off.
_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE = re.compile(r"^\s*```\w*\s*$", re.MULTILINE)
_MARKED = re.compile(
    r"^\s*(?:[-*•‣・●]\s*|\(?\d{1,2}[.):、．）]\s*|[a-hA-H][.)]\s+|[①-⑳]\s*"
    r"|(?:sub-?)?(?:query|question)\s*\d{0,2}\s*[:：]\s*|(?:質問|検索語|クエリ)\s*\d{0,2}\s*[:：]\s*)+",
    re.IGNORECASE,
)
# How models speak of what they write. A line that ends in a colon announces others.
_CHATTER = re.compile(
    r"^\s*(?:here (?:are|is)|sure\b|certainly\b|of course\b|okay\b|i hope\b|let me know\b|note:"
    r"|i(?:'m| am) (?:sorry|unable)|i can(?:no|')t\b|as an ai\b|passage:?\s*$"
    r"|はい[、。]|以下|承知|もちろん|申し訳)|[:：]\s*$",
    re.IGNORECASE,
)
# Labels models put before a passage.
_LABEL = re.compile(
    r"^\s*(?:(?:hypothetical )?(?:passage|answer|abstract)|文章|回答)\s*[:：]\s*", re.I
)
_AROUND = " \t\r\n\"'“”‘’«»「」『』*_`,"
_KEYS = ("query", "question", "text")


def read_queries(reply: str, most: int) -> list[str]:
    """Return at most `most` distinct queries: a JSON list, else the marked lines, else all."""
    text = _plain(reply)
    found = _from_json(text)
    if found is None:
        found = _from_lines(text)
    cleaned = (" ".join(one.split()).strip(_AROUND) for one in found)
    sound = (one for one in cleaned if _is_query(one))
    distinct = {one.casefold(): one for one in reversed(list(sound))}
    return list(reversed(distinct.values()))[:most]


def read_passage(reply: str) -> str:
    """Return the passage without what stands around it; empty where there is none."""
    lines = [line for line in _plain(reply).splitlines() if not _CHATTER.search(line)]
    text = _LABEL.sub("", " ".join(" ".join(lines).split()))
    return text.strip(_AROUND)[:MAX_PASSAGE_CHARACTERS]


def _plain(reply: str) -> str:
    text = _FENCE.sub("", _THOUGHTS.sub("", reply[:MAX_REPLY_CHARACTERS]))
    return "".join(character for character in text if _is_visible(character))


def _is_visible(character: str) -> bool:
    """Tell text from control, format and surrogate characters, which only hide something."""
    return character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf", "Cs")


def _from_json(text: str) -> list[str] | None:
    """Return the texts of the first JSON list or object; `None` where there is none."""
    start = min((place for mark in "[{" if (place := text.find(mark)) >= 0), default=-1)
    if start < 0:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return list(_texts(value))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        named = [value[key] for key in _KEYS if key in value]
        yield from _texts(named or [one for one in value.values() if isinstance(one, list | dict)])


def _from_lines(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if line.strip()]
    marked = [line for line in lines if _MARKED.match(line)]
    bare = [_MARKED.sub("", line) for line in marked or lines]
    return [line for line in bare if not _CHATTER.search(line)]


def _is_query(text: str) -> bool:
    return len(text) <= MAX_QUERY_CHARACTERS and sum(map(str.isalnum, text)) > 1
