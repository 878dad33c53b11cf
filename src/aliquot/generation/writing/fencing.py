"""Documents' text fenced as data: where it begins and ends cannot be forged from inside.

Enters: text of a document. Leaves: the same between two lines that carry a key drawn for one
request. What looks like a fence, a role, a tool call or a label is written with look-alike
characters, one for one: every place in what is shown is the same place in the document, so a quote
is always verified against the document itself.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

__all__ = ["Fence", "draw_key", "neutral"]

# 64 bits cannot be guessed in one attempt, which is all a document has.
KEY_BYTES = 8
# Marks, each with the character that stands for its dangerous one.
# - "<" that may open a tag, a special token such as <|im_start|>, or our fence; "p <0.05" stays.
# - "[INST]", "[SYSTEM]" and labels of evidence; a plain "[12]" is a reference mark and stays.
# - Fences of Markdown, behind which chat templates and tool calls hide.
ANGLE = re.compile(r"<(?=[A-Za-z/|!?<｜])")
BRACKET = re.compile(
    r"\[(?=/?\s?(?:INST|SYS|SYSTEM|USER|ASSISTANT|TOOL_CALLS|AVAILABLE_TOOLS|E\s?\d+)\b)",
    re.IGNORECASE,
)
BACKTICKS = re.compile(r"`(?=`)|(?<=`)`")
# The name of a role, or of a mark of our own protocol, that opens a line.
ROLE = re.compile(
    r"""^(?P<lead>[^\S\n]{0,40}[#>*_\-\ ]{0,8}
    (?:system|assistant|user|human|ai|developer|tool|instructions?|statement|quote|answer
    |システム|ユーザー|アシスタント|系统|用户|助手)
    (?:[ ](?:message|prompt|instructions?|note|override))?[*_ ]{0,4})[:：]""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# Characters nobody sees: tags (which spell ASCII), directions, variation selectors of the
# supplement. They carry hidden text and no meaning in a sentence.
UNSEEN = re.compile("[\U000e0000-\U000e01ef\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b]")


def draw_key() -> str:
    """Return a key nobody can foresee."""
    return secrets.token_hex(KEY_BYTES)


def neutral(text: str) -> str:
    """Return a text of the same length without anything that looks like structure."""
    text = UNSEEN.sub(" ", text)
    text = ANGLE.sub("‹", text)
    text = BRACKET.sub("［", text)
    text = BACKTICKS.sub("ˋ", text)
    return ROLE.sub(r"\g<lead>꞉", text)


class Fence:
    """The two lines around what is data, for one request.

    Attributes:
        key: Drawn anew for each request.
    """

    def __init__(self, draw: Callable[[], str] = draw_key) -> None:
        """Draw the key.

        Args:
            draw: Where it comes from.
        """
        self.key = draw()

    def around(self, name: str, text: str) -> str:
        """Return a text as data under a name."""
        return f"<<{name} {self.key}>>\n{neutral(text)}\n<<end {name} {self.key}>>"
