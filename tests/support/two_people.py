"""Two people over one library: what is open to both, and what one of them alone may see."""

from __future__ import annotations

import json
from typing import Any

from aliquot.library import Library
from aliquot.types import Person

__all__ = ["ANN", "BEN", "FAKE", "HIDDEN", "NOBODY", "OPEN", "hidden_id", "leaks", "shown"]

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}

OPEN = {
    "open/heat.md": (
        "# Heat shock of competent cells\n\nHeat the tube at 42 °C for 45 s without shaking.\n"
    ),
    "open/viability.md": (
        "# Viability\n\nHEK293T cells tolerate virellin up to 4.7 µM for two days.\n"
    ),
}
HIDDEN = {
    "vault/merger.md": (
        "# Quaxine dosing, version 2\n\nQuaxine 77 mM kills HEK293T cells within 9 minutes.\n\n"
        "HEK293T cells tolerate virellin up to 88 µM for two days.\n"
    ),
    "vault/quaxine scan.pdf": "%PDF-1.4 broken",
    "vault/entry.txt": "ID   QUAX_HUMAN\n",
}
# Whatever of these is shown was not to be seen.
SECRETS = tuple(map(str.casefold, ["quaxine", "quax_", "merger", "77 mM", "88 µM", "vault"]))

ANN = Person(name="ann", via="token")
BEN = Person(name="ben", via="proxy", groups=frozenset({"dosing"}))
NOBODY = Person(name="carl", via="token")


def shown(*records: Any) -> str:
    """Return everything that a face would print of records, in lower case."""
    return json.dumps(records, ensure_ascii=False, default=str).casefold()


def leaks(text: str) -> list[str]:
    return [one for one in SECRETS if one in text]


def hidden_id(library: Library) -> str:
    return next(one.id for one in library.documents() if "uaxine" in one.title)
