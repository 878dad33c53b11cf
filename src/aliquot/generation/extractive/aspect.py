"""One thing a question may ask for, and what shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from aliquot.quantities import find_quantities
from aliquot.types import QuantityKind

__all__ = ["Aspect"]

# Nothing is looked for beyond this in a text: units are shorter.
LONGEST = 1000


@dataclass(frozen=True)
class Aspect:
    """One thing a question may ask for.

    Attributes:
        name: What it is.
        asked: Words that ask for it.
        kinds: Amounts that show it.
        form: Words that show it; empty for none.
        label: The label of a field that holds it; empty for none.
        is_register: Whether it is an identifier, which has a form of its own: where it is not, it
            is not answered.
    """

    name: str
    asked: str
    kinds: frozenset[QuantityKind] = frozenset()
    form: str = ""
    label: str = ""
    is_register: bool = False

    @cached_property
    def _asked(self) -> re.Pattern[str]:
        # Words end where Japanese begins: "NCT番号".
        return re.compile(self.asked, re.IGNORECASE | re.ASCII)

    @cached_property
    def _form(self) -> re.Pattern[str]:
        # An empty form matches nothing.
        return re.compile(self.form or r"(?!)")

    @cached_property
    def _label(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self.label})\s*[:：]" if self.label else r"(?!)", re.IGNORECASE)

    def is_asked(self, question: str) -> bool:
        """Tell whether a question asks for it."""
        return self._asked.search(question) is not None

    def words(self, question: str) -> str:
        """Return the words of a question that ask for it."""
        return " ".join(found[0] for found in self._asked.finditer(question))

    def labels(self, text: str) -> bool:
        """Tell whether a text is a record's field that holds it."""
        return self._label.match(text) is not None

    def stands_in(self, text: str) -> bool:
        """Tell whether it stands anywhere in a longer text: in a sentence or a field of its own."""
        return self._form.search(text) is not None or any(map(self.labels, text.split("\n")))

    def shows(self, text: str) -> bool:
        """Tell whether a text shows it."""
        return self.labels(text) or self._form.search(text) is not None or self._measures(text)

    def _measures(self, text: str) -> bool:
        return bool(self.kinds) and not self.kinds.isdisjoint(_kinds_in(text[:LONGEST]))


@lru_cache(maxsize=4096)
def _kinds_in(text: str) -> frozenset[QuantityKind]:
    return frozenset(one.kind for one in find_quantities(text))
