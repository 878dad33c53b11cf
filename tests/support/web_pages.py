"""What tests of the pages share: a question asked by a form, and what stands in the page."""

from __future__ import annotations

import re
from html import unescape

from fastapi.testclient import TestClient

__all__ = ["CITATION", "asked", "chips"]

CITATION = re.compile(r'<a class="cite[^"]*" href="([^"]+)"')
_CHIP = re.compile(r'<span(?: class="chip"| title="[^"]*")>([^<]+)</span>')


def asked(client: TestClient, question: str, **more: str) -> str:
    """Return the page a question is answered with."""
    answer = client.post("/", data={"question": question, **more})
    assert answer.status_code == 200, answer.text
    return answer.text


def chips(page: str) -> list[str]:
    """Return what an answer was restricted to, as its chips say it."""
    return [unescape(one) for one in _CHIP.findall(page)]
