"""What a model thinks aloud before it answers, taken out of what it says.

Servers of open models leave it in the text, between tags. A model stopped while it thinks has said
nothing: what it thought must not be read as its answer.
"""

from __future__ import annotations

import re

__all__ = ["UNTOUCHED", "Thoughts", "spoken"]

# Tags that occur nowhere, for a library that would drop an opening tag whose closing one is missing
# and keep the thoughts as text.
UNTOUCHED = ("\x00thoughts\x00", "\x00/thoughts\x00")
_TAGS = ("think", "thinking", "reasoning")
_OPENING = re.compile(rf"\s*<({'|'.join(_TAGS)})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{'|'.join(_TAGS)})>\s*", re.IGNORECASE)
_LONGEST_TAG = len("</reasoning>")


def spoken(text: str) -> str:
    """Return a text without thoughts at its beginning."""
    thoughts = Thoughts()
    return thoughts.feed(text) + thoughts.rest()


class Thoughts:
    """Take thoughts out of a text that comes in pieces; tags may be cut anywhere."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "before"

    def feed(self, piece: str) -> str:
        """Return what can be shown by now."""
        if self._state == "after":
            return piece
        self._held += piece
        if self._state == "before" and not self._begins():
            return ""
        if self._state == "inside":
            closing = _CLOSING.search(self._held)
            if closing is None:
                self._held = self._held[-_LONGEST_TAG:]
                return ""
            self._held, self._state = self._held[closing.end() :], "after"
        return self.rest()

    def rest(self) -> str:
        """Return what was held back, at the end; thoughts that never ended are none of it."""
        shown = "" if self._state == "inside" else self._held
        self._held = ""
        return shown

    def _begins(self) -> bool:
        """Tell whether it is clear how the text begins, and remember it."""
        if _OPENING.match(self._held):
            self._state = "inside"
            return True
        start = self._held.lstrip().lower()
        if any(f"<{tag}>".startswith(start) for tag in _TAGS):
            return False
        self._state = "after"
        return True
